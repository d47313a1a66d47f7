package survey

import (
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/test/labtest"
)

// Four of five say yes: the count of noisy answers shows the one who says no more
// than any of the four.
func TestSearch(t *testing.T) {
	_, found := labtest.Search(t, Lab{}, "mech", about.Randomised, "view", about.NoisyCount, "bias", "0.4",
		"people", "5", "yes", "4")
	if found.Tried[1].Name != lang.Say("survey.pair.no", "n", 1) || found.Pair != 1 {
		t.Errorf("pair %d of %+v", found.Pair, found.Tried)
	}
}

// Both stars, and one where all say the same.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		yes  string
		want [][2]int // yes answers of record and neighbour
	}{{"0", [][2]int{{0, 1}}}, {"3", [][2]int{{3, 2}, {3, 4}}}, {"5", [][2]int{{5, 4}}}} {
		m, err := Lab{}.Open(labtest.Spec(t, Lab{}, "people", "5", "yes", c.yes, "pairs", "all"))
		if err != nil {
			t.Fatal(err)
		}
		list := m.(*model).candidates()
		if len(list) != len(c.want) {
			t.Fatalf("%s of 5: %v", c.yes, list)
		}
		for i, a := range list {
			if got := [2]int{a.Of(mechanism.Record), a.Of(mechanism.Adjacent)}; got != c.want[i] {
				t.Errorf("%s of 5: %v, want %v", c.yes, got, c.want[i])
			}
		}
	}
}
