package survey

import (
	"slices"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// filmOf is the film of 30 answers with some fields set.
func filmOf(t *testing.T, set ...string) *film.Film {
	t.Helper()
	m, err := Lab{}.Open(labtest.Spec(t, Lab{}, append([]string{"people", "30", "yes", "21", "budget", "1", "eps", "1",
		"bias", "0.25", "view", about.Estimate}, set...)...))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Film(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The star says in the still picture what she says when the film begins.
func TestStillStar(t *testing.T) {
	for _, mech := range []string{about.Laplace, about.Randomised} {
		f := filmOf(t, "mech", mech)
		seen := false
		for _, l := range f.Views[0].Layers {
			if l.Kind != film.Labels || len(l.Text) < f.Steps {
				continue
			}
			seen = true
			if says := [2]string{english.Say(l.Text[0]), english.Say(l.Text[f.Hold])}; says[0] != says[1] {
				t.Errorf("%s: the film begins with %q, the still has %q", mech, says[0], says[1])
			}
			if other := l.Text[otherAt]; other == l.Text[0] {
				t.Errorf("%s: the star never changes her answer", mech)
			}
		}
		if !seen {
			t.Errorf("%s: nobody says what the star does", mech)
		}
	}
}

// The histograms are those of a density at any time: half way they do not stand lower than
// the laws that they are held against.
func TestHistogramsAreDensitiesAtAnyTime(t *testing.T) {
	f := filmOf(t, "mech", about.Laplace)
	starts, seen, names := []int{recordAt, otherAt}, 0, []lang.Message{says(true), says(false)}
	for _, l := range f.Views[1].Layers {
		if l.Kind != film.Quads || !slices.Contains(names, l.Name) {
			continue
		}
		for k := starts[seen] + 6; k < f.Steps; k++ { // from 100 releases on
			area := float32(0)
			for b := l.Block(f.Steps, k); len(b) > 0; b = b[8:] {
				area += (b[2] - b[0]) / 0.88 * b[5]
			}
			if area < 0.85 || area > 1.001 {
				t.Errorf("%s, step %d: the bars cover %v, want nearly 1", english.Say(l.Name), k, area)
			}
		}
		seen++
	}
	if seen != 2 {
		t.Errorf("there are %d histograms", seen)
	}
}

// The axis is that of the noise that the claim takes: less of it shows as narrower laws.
func TestTheAxisStandsStill(t *testing.T) {
	var wide []float64
	for _, eps := range []string{"1", "3"} {
		box := filmOf(t, "mech", about.Laplace, "budget", eps).Views[1].Box
		wide = append(wide, box[2]-box[0])
	}
	if wide[0] != wide[1] {
		t.Errorf("with a third of the noise the axis is %v wide, not %v", wide[1], wide[0])
	}
}
