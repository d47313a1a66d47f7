package wording

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"indistinct/core/lang"
)

func TestPlaces(t *testing.T) {
	got, err := Places("en", "{b:3} *{a}* {n, plural, one {{c:%}} other {{b:3} {n:,}}}")
	if want := []string{"a", "b:3", "c:%", "n", "n:,"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
}

// The plural forms are those of CLDR, for every tag that has a language or a rule.
func TestPlural(t *testing.T) {
	tags := []string{}
	for _, e := range lang.Languages() {
		tags = append(tags, e.Tag)
	}
	for tag := range lang.Plurals {
		tags = append(tags, tag)
	}
	for _, tag := range tags {
		for n := range 1200 {
			if got, want := lang.Plural(tag, float64(n)), form(language.MustParse(tag), n); got != want {
				t.Errorf("%d has the form %q in %s, want %q", n, got, tag, want)
			}
		}
		if lang.Plurals[tag] == nil {
			t.Errorf("the plural rule of %q is not known: add it to lang.Plurals", tag)
		}
	}
}

// A text must have each form that the language's numbers take, wherever it is chosen;
// which these are must be known.
func TestForms(t *testing.T) {
	lang.Plurals["pl"] = lang.Plurals["en"]
	defer delete(lang.Plurals, "pl")
	for _, c := range []struct{ tag, text, bad string }{
		{"en", "{n, plural, one {a} other {b}}", ""},
		{"de", "{n, plural, =0 {} one {} other {}}", ""},
		{"de", "{n, plural, =1 {a} other {b}}", "lack one"},
		{"en", "{who, select, other {{n, plural, other {b}}}}", "lack one"},
		{"en", "{n, plural, one {a} onee {b} other {c}}", `"onee" is no plural form`},
		{"pl", "{n, plural, one {a} other {b}}", "lack few, many"},
		{"pl", "{n, plural, one {a} few {b} many {c} other {b}}", ""},
		{"pl", "{n, select, 0 {a} other {b}}", ""},
		{"cy", "{n, plural, one {a} other {b}}", `the plural rule of "cy" is not known`},
		{"cy", "{n}", ""},
	} {
		_, err := Places(c.tag, c.text)
		if (err == nil) != (c.bad == "") || err != nil && !strings.Contains(err.Error(), c.bad) {
			t.Errorf("%q in %s: %v, want %q", c.text, c.tag, err, c.bad)
		}
	}
}
