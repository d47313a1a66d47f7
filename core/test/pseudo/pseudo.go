// Package pseudo has a language for tests: English in disguise, by which words are found that
// come from no text, and places that are too narrow.
package pseudo

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"indistinct/core/lang"
)

// Tag is the tag of the language.
const Tag = "qps"

// Language returns the language made from l.
func Language(t testing.TB, l *lang.Language) *lang.Language {
	t.Helper()
	p, err := lang.New(Tag, Texts(l, false))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Texts returns the texts of l with accents, two fifths longer and in brackets ⟦…⟧. One without a
// letter is no words and stays, as does what the language says of itself. Its direction is right to
// left where mirrored is true.
func Texts(l *lang.Language, mirrored bool) map[string]string {
	out := l.Texts()
	for id, text := range out {
		if !strings.HasPrefix(id, "language.") {
			out[id] = disguise(text)
		}
	}
	if mirrored {
		out["language.direction"] = "rtl"
	}
	return out
}

// disguise changes a text's words, as package lang reads it.
func disguise(text string) string {
	nodes, err := lang.Template(text)
	letters, worded := 0, false
	said := write(nodes, func(words string, top bool) string {
		worded = worded || strings.ContainsFunc(words, unicode.IsLetter)
		if top {
			letters += len([]rune(words))
		}
		return accent(words)
	}, true)
	if err != nil || !worded {
		return text
	}
	return "⟦" + said + strings.Repeat(" ẋ", letters/5) + "⟧"
}

// plain and accented are letters and others of the same shape.
const plain, accented = "aeioucnsyAEIOUCNSY", "åéîöüçñšýÅÉÎÖÜÇÑŠÝ"

func accent(words string) string {
	to := []rune(accented)
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(plain, r); i >= 0 {
			return to[i]
		}
		return r
	}, words)
}

var signs = strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "*", `\*`)

// write writes a text as lang.Template reads it, of whose words but symbols change is called.
func write(nodes []lang.Node, change func(words string, top bool) string, top bool) string {
	var b strings.Builder
	for _, n := range nodes {
		switch {
		case n.Place == "" && n.Symbol:
			b.WriteString("*" + signs.Replace(n.Words) + "*")
		case n.Place == "":
			b.WriteString(signs.Replace(change(n.Words, top)))
		case n.Choice != "":
			fmt.Fprintf(&b, "{%s, %s,", n.Place, n.Choice)
			for _, key := range slices.Sorted(maps.Keys(n.Cases)) {
				fmt.Fprintf(&b, " %s {%s}", key, write(n.Cases[key], change, false))
			}
			b.WriteString("}")
		default:
			place := strings.TrimSuffix("{"+n.Place+":"+n.Format, ":") + "}"
			if n.Symbol {
				place = "*" + place + "*"
			}
			b.WriteString(place)
		}
	}
	return b.String()
}
