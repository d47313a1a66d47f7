package filtering

import (
	"testing"

	about "indistinct/core/about/filtering"
	"indistinct/core/test/labtest"
)

// A stream that differs evenly shows little; the search finds the worst shape.
func TestSearch(t *testing.T) {
	_, found := labtest.Search(t, Lab{}, "shape", "flat")
	if n := len(found.Tried); n != 8 {
		t.Errorf("%d pairs: the worst shape, evenly, and at each of six steps", n)
	}
}

// Where one step is the worst, or no step is worse than another, nothing is tried
// twice.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		set  []string
		want int
	}{
		{nil, 8}, {[]string{"law", "laplace"}, 7}, {[]string{"arch", about.Input}, 7}, {[]string{"length", "1"}, 1},
		{[]string{"shape", "bump"}, 8},
	} {
		m, err := Lab{}.Open(labtest.Spec(t, Lab{}, append(c.set, "pairs", "all")...))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Extras().Pairs; len(got) != c.want {
			t.Errorf("%v: %q", c.set, got)
		}
	}
}
