package audit

import (
	"testing"

	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// A search that draws on stops where its best event is settled, and at MaxN; its releases test
// nothing. Laplace noise with exactly the claimed ε is refuted in at most α of audits, whichever
// number of releases the search stopped at, and with MaxN at N the audit is what it was.
func TestSearchDrawsOn(t *testing.T) {
	seeds := 60
	if check.Long() {
		seeds = 2000
	}
	m, err := oracle.NewLaplace(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	set := paperSettings()
	set.Epsilon, set.N, set.M, set.MaxN, set.Brief = 1, 100, 400, 400, true
	stopped, wrong := map[int64]int{}, 0
	for seed := range uint64(seeds) {
		set.Seed = check.Hash(71, seed)
		r, err := Run(m, set)
		if err != nil {
			t.Fatal(err)
		}
		stopped[r.N]++
		if r.Verdict == Violation {
			wrong++
		}
		if seed > 3 {
			continue
		}
		if r.M != 400 {
			t.Errorf("seed %d: %d releases tested, want 400", seed, r.M)
		}
		fixed, same := set, set
		fixed.N, fixed.MaxN = int(r.N), 0
		same.N, same.MaxN = int(r.N), int(r.N)
		for _, other := range []Settings{fixed, same} {
			if o, err := Run(m, other); err != nil || o.Strong.Count != r.Strong.Count || o.N != r.N {
				t.Errorf("seed %d: the events of %d releases at once are others than in parts (%v)", seed, r.N, err)
			}
		}
	}
	if stopped[400] == 0 || stopped[100]+stopped[200]+stopped[400] != seeds {
		t.Errorf("the search stopped at %v releases", stopped)
	}
	if wrong > check.Most(seeds, set.Alpha) {
		t.Errorf("%d of %d right mechanisms are refuted", wrong, seeds)
	}
	set.N, set.M, set.MaxN = 20_000, 1000, 80_000 // which settles what so few test releases can prove
	if r, err := Run(m, set); err != nil || r.N >= int64(set.MaxN) {
		t.Errorf("a search that is settled drew %d releases (%v)", r.N, err)
	}
}
