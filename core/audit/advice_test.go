package audit

import (
	"testing"

	"indistinct/core/privacy"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// So many releases as an inconclusive audit says are needed show the gross ε of randomised
// response in half of all audits at least: both answers are tested together, even where each
// tells the inputs apart in all selection releases. Of 40 audits that each find it with
// probability one half, fewer than 6 do with probability below 10⁻⁶.
func TestNeededReleasesShowIt(t *testing.T) {
	check.Full(t)
	for _, claim := range []float64{1, 3, 5, 6, 7} {
		gross := gross(claim)
		set := curvedSettings(privacy.Claim{})
		set.Epsilon, set.N, set.Brief = claim, 1000, true
		set.M = int(stat.Needed(gross, claim, 0, stat.FirstShare*set.Alpha, mostAdvised))
		for _, bits := range []bool{false, true} {
			set.Bits = bits
			found := 0
			for set.Seed = range uint64(40) {
				r, err := Run(must(oracle.NewResponse(1, gross, claim)), set)
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict == Violation {
					found++
				}
			}
			if found < 6 {
				t.Errorf("claim %v, bits %v: %d releases show ε = %v in %d of 40 audits", claim, bits, set.M, gross,
					found)
			}
			t.Logf("claim %v, bits %v: %d releases show ε = %v in %d of 40 audits", claim, bits, set.M, gross, found)
		}
	}
}
