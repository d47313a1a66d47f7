package teach

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/texts"
)

// A term opens at its first place, as a whole word, and no text is lost.
func TestTerms(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		l     *lang.Language
		cases [][2]string
	}{
		{texts.English(), [][2]string{
			{"Releases of the record; another release.", "Releases record"},
			{"A release again, recorded, ε₀ and e^ε.", ""},
			{"At *ε* = 1 the critical *ε* is no *lower* bound; *δ*₀ and *e^ε*-fold.", "ε critical ε lower bound"},
			{"Another *δ* and a *p*-value.", "δ p-value"},
			{"", ""},
			{"İ release p-values", ""},
		}},
		{german, [][2]string{
			{"Bei *ε* = 1 und ε_c: kritisches *ε*.", "ε kritisches ε"},
			{"Die Veröffentlichungen des Datensatzes, der Nachbar: *p*-Werte.",
				"Veröffentlichungen Datensatzes Nachbar p-Werte"},
		}},
	} {
		g, seen := NewGlossary(x.l), map[int]bool{}
		for _, c := range x.cases {
			text, want := c[0], c[1]
			whole, opens := "", []string{}
			spans := read(t, text)
			for _, p := range g.Mark(spans, seen) {
				words := ""
				for _, s := range p.Spans {
					words += s.Words
				}
				whole += words
				if p.Opens != "" {
					opens = append(opens, words)
				}
			}
			if whole != strings.ReplaceAll(text, "*", "") {
				t.Errorf("%q became %q", text, whole)
			}
			if got := strings.Join(opens, " "); got != want {
				t.Errorf("%s: %q opens %q, want %q", x.l.Tag, text, got, want)
			}
		}
	}
}

// read returns a text of a language as it is said.
func read(t *testing.T, text string) []lang.Span {
	t.Helper()
	l, err := lang.New("en", map[string]string{"language.decimal": ".", "language.direction": "ltr", "text": text})
	if err != nil {
		t.Fatal(err)
	}
	return l.Spans(lang.Say("text"))
}
