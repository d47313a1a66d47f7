package lqg

import (
	"testing"

	"indistinct/core/audit"
	"indistinct/core/num"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
)

// One agent promises less than the starred one: the search finds it.
func TestSearch(t *testing.T) {
	_, found := labtest.Search(t, Lab{}, "ai", "1,3")
	if n := len(found.Tried); n != 4 {
		t.Errorf("%d pairs of two agents in two ways", n)
	}
}

// The noise keeps the claim exactly for every agent and every way: whichever the
// search picks, a violation is found in at most α of audits. What is allowed is
// what a rate of α exceeds with probability below 10⁻⁷.
func TestSearchSound(t *testing.T) {
	check.Full(t)
	const seeds, alpha = 20, 0.2
	wrong := 0
	for seed := range seeds {
		s := labtest.Spec(t, Lab{}, "N", "4", "pairs", "all", "n", "200", "m", "1000", "alpha", "0.2", "length", "2")
		s = s.Set(Lab{}.Params(), "seed", float64(100+seed))
		if r := labtest.Report(t, Lab{}, s, 2); r.Verdict == audit.Violation {
			wrong++
		}
	}
	if num.BinomialTail(wrong, seeds, alpha) < 1e-7 {
		t.Errorf("%d of %d audits found a violation that is none", wrong, seeds)
	}
	t.Logf("%d of %d", wrong, seeds)
}
