package tell_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/tell"
)

// What the entries say in numbers, and what they must not leave out: the bound on how
// much likelier an event becomes holds at δ = 0 alone, and a lower bound grows towards
// the ε of what was tested, not towards the true one.
func TestGlossaryIsTrue(t *testing.T) {
	say := map[string]string{}
	for _, term := range tell.Glossary() {
		say[term.Name] = term.Say
	}
	for name, want := range map[string][]string{
		"ε": {"where δ is 0", "A δ above 0 allows more", fmt.Sprintf("%.1f at ε = 1", math.Exp(1)),
			fmt.Sprintf("%.0f at ε = 5", math.Exp(5))},
		"lower bound": {"that were tested", "may be larger"},
	} {
		for _, w := range want {
			if !strings.Contains(say[name], w) {
				t.Errorf("%s: no %q in %q", name, w, say[name])
			}
		}
	}
}

// Every entry is a few whole sentences, and no word has two.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, term := range tell.Glossary() {
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
