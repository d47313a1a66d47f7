package lang

import (
	"math"
	"slices"
)

// Entry is a language in a menu.
type Entry struct {
	Tag  string // BCP 47
	Name string // in itself
}

// Languages are those that there are texts of, English first. To add one: a line here,
// its rule of plurals below, and a folder of its texts in core/texts.
func Languages() []Entry {
	return []Entry{{"en", "English"}, {"de", "Deutsch"}}
}

// forms are the names that CLDR has for plural forms.
var forms = []string{"zero", "one", "two", "few", "many", "other"}

// Plurals are the rules of each language: the form that a number takes. Package wording
// holds them against golang.org/x/text.
var Plurals = map[string]func(v float64) string{"en": oneAlone, "de": oneAlone}

// oneAlone has a form for 1 and another one for all other numbers.
func oneAlone(v float64) string {
	if math.Abs(v) == 1 {
		return "one"
	}
	return "other"
}

// Plural returns the plural form of a number in a language, by CLDR's name; in one whose
// rule is not known that of English.
func Plural(tag string, v float64) string {
	if rule, ok := Plurals[tag]; ok {
		return rule(v)
	}
	return oneAlone(v)
}

// Known reports whether there is a language with that tag.
func Known(tag string) bool {
	return slices.ContainsFunc(Languages(), func(e Entry) bool { return e.Tag == tag })
}

// File is the file of a site that holds a language's texts of a room, as Parse reads it; "" are those that a page
// opens with.
func File(tag, room string) string {
	if room != "" {
		tag += "." + room
	}
	return "texts/" + tag + ".json"
}

// Still is the name of the picture, of that kind, of a laboratory's stage or of an experiment in a theme, below the
// folder still.
func (l *Language) Still(of, theme, kind string) string {
	name := of + "-" + theme + "." + kind
	if l.Tag != "en" {
		name = l.Tag + "-" + name
	}
	return name
}
