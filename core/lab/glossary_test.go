package lab_test

import (
	"strings"
	"testing"

	"indistinct/core/lab"
)

// Every entry is a few whole sentences, and no word has two.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, term := range lab.Glossary() {
		for _, w := range append([]string{term.Name}, term.Also...) {
			if seen[w] {
				t.Errorf("%q stands in the glossary twice", w)
			}
			seen[w] = true
		}
		if n := len(strings.Fields(term.Say)); n < 8 || n > 60 || !strings.HasSuffix(term.Say, ".") {
			t.Errorf("%s: %d words: %s", term.Name, n, term.Say)
		}
	}
}
