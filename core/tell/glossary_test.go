package tell_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/texts"
)

// What the entries say in numbers, and what they must not leave out: the bound on how
// much likelier an event becomes holds at δ = 0 alone, and a lower bound grows towards
// the ε of what was tested, not towards the true one.
func TestGlossaryIsTrue(t *testing.T) {
	for name, want := range map[string][]string{
		"ε": {"where δ is 0", "A δ above 0 allows more", fmt.Sprintf("%.1f at ε = 1", math.Exp(1)),
			fmt.Sprintf("%.0f at ε = 5", math.Exp(5))},
		"lower-bound": {"that were tested", "may be larger"},
	} {
		say := english.Say(lang.Say("glossary." + name + ".text"))
		for _, w := range want {
			if !strings.Contains(say, w) {
				t.Errorf("%s: no %q in %q", name, w, say)
			}
		}
	}
}

// In every language every entry is a few whole sentences, and no word has two.
func TestGlossary(t *testing.T) {
	for _, e := range lang.Languages() {
		l, err := texts.Read(e.Tag)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{"": true}
		for _, term := range tell.Glossary() {
			also := strings.Split(l.Text("glossary."+term+".also"), ", ")
			forms := append([]string{l.Text("glossary." + term)}, also...)
			for i, w := range forms {
				if seen[w] && (w != "" || i == 0) {
					t.Errorf("%s: %q stands in the glossary twice", e.Tag, w)
				}
				seen[w] = true
			}
			say := l.Text("glossary." + term + ".text")
			if n := len(strings.Fields(say)); n < 8 || n > 65 || !strings.HasSuffix(say, ".") {
				t.Errorf("%s: %s: %d words: %s", e.Tag, term, n, say)
			}
		}
	}
}
