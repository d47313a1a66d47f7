// Package wording checks the texts of a language.
package wording

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"indistinct/core/lang"
)

// names are CLDR's names of plural forms.
var names = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
	plural.Many: "many", plural.Other: "other"}

// form is the plural form of a whole number in a language, by CLDR.
func form(tag language.Tag, n int) string {
	return names[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]
}

// forms are the plural forms that whole numbers of a language take.
func forms(tag string) (out []string) {
	t := language.Make(tag)
	for n := range 1200 {
		out = append(out, form(t, n))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Places returns the names of the places of a text in a language, each with its format,
// sorted: those of a translation must be the same. It refuses a text that cannot be read,
// and one that lacks a plural form that numbers of the language take.
func Places(tag, s string) ([]string, error) {
	nodes, err := lang.Template(s)
	if err != nil {
		return nil, err
	}
	var out []string
	var walk func([]lang.Node)
	walk = func(nodes []lang.Node) {
		for _, n := range nodes {
			switch {
			case n.Choice != "":
				out = append(out, n.Place)
				for _, body := range n.Cases {
					walk(body)
				}
				if n.Choice == "plural" && err == nil {
					err = complete(tag, n)
				}
			case n.Place != "" && n.Format != "":
				out = append(out, n.Place+":"+n.Format)
			case n.Place != "":
				out = append(out, n.Place)
			}
		}
	}
	walk(nodes)
	if err != nil {
		return nil, fmt.Errorf("%w, in %q", err, s)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// complete refuses a choice by a plural that lacks forms of the language.
func complete(tag string, n lang.Node) error {
	if lang.Plurals[tag] == nil {
		return fmt.Errorf("the plural rule of %q is not known: add it to lang.Plurals", tag)
	}
	lacking := slices.DeleteFunc(forms(tag), func(form string) bool { _, ok := n.Cases[form]; return ok })
	if len(lacking) > 0 {
		return fmt.Errorf("the forms of %q lack %s", n.Place, strings.Join(lacking, ", "))
	}
	return nil
}
