package teach

import (
	"strings"
	"testing"
)

// A term opens at its first place, as a whole word, and no text is lost.
func TestTerms(t *testing.T) {
	g := NewGlossary()
	seen := map[int]bool{}
	opened := func(text string) (out []string) {
		whole := ""
		for _, p := range g.Mark(text, seen) {
			whole += p.Text
			if p.Opens != "" {
				out = append(out, p.Text)
			}
		}
		if whole != text {
			t.Errorf("%q became %q", text, whole)
		}
		return out
	}
	for _, c := range []struct{ text, want string }{
		{"Releases of the record; another release.", "Releases record"},
		{"A release again, recorded, ε₀ and e^ε.", ""},
		{"At ε = 1 the critical ε is no lower bound.", "ε critical ε lower bound"},
		{"δ", "δ"},
		{"", ""},
		{"İ release p-values", ""},
	} {
		if got := strings.Join(opened(c.text), " "); got != c.want {
			t.Errorf("%q opens %q, want %q", c.text, got, c.want)
		}
	}
}
