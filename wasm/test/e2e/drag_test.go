//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/guest"
	"indistinct/wasm/test/e2e/page"
)

// drag: from the setting at which the home laboratory
// opens, one drag of the main slider turns the verdict, and the adversary's odds
// beside it go from near certainty to near guessing.
func drag(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=ring")
	drag := func(s float64) {
		p.Set(`.dial.main input[type=range]`, fmt.Sprint(1000*s)) // its sliders count thousandths
		p.Wait(fmt.Sprintf(`location.hash.includes('s=%g')`, s))
	}
	odds := func() (v float64) {
		p.Settle()
		p.Wait(`document.querySelector('.meter meter')`)
		p.Eval(`document.querySelector('.meter meter').value`, &v)
		return v
	}
	drag(0.9)
	if r := page.ReadReport(t, p.RunTest()); r.Verdict != audit.Violation {
		t.Errorf("at s = 0.9: %s", r.Verdict)
	}
	if v := odds(); v < 0.94 {
		t.Errorf("at s = 0.9 an adversary is right %g of the time", v)
	}
	drag(0.1)
	if r := page.ReadReport(t, p.RunTest()); r.Verdict != audit.NoViolation {
		t.Errorf("at s = 0.1: %s", r.Verdict)
	}
	if v := odds(); v > 0.6 {
		t.Errorf("at s = 0.1 an adversary is right %g of the time", v)
	}
	// The other laboratories' verdicts turn under their main sliders in their
	// own tests; here each must have one.
	for _, l := range guest.All() {
		main := false
		for _, q := range l.Params() {
			main = main || q.Main
		}
		if !main {
			t.Errorf("the laboratory %s has no main slider", l.About().Name)
		}
	}
}
