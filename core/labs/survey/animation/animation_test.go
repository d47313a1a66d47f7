package animation

import (
	"slices"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/film"
	"indistinct/core/labs/survey/release"
)

// The star says in the still picture what she says when the film begins.
func TestStillStar(t *testing.T) {
	answers := release.NewAnswers(21, 30)
	for _, mech := range []release.Mechanism{release.NewLaplace(answers, 1),
		release.NewResponse(answers, 0.25, release.Estimate)} {
		a := Survey{Answers: answers, Mechanism: mech, Claim: 1, Seed: 1}
		f := a.Film(nil)
		seen := false
		for _, l := range f.Views[0].Layers {
			if l.Kind != film.Labels || len(l.Text) < f.Steps {
				continue
			}
			seen = true
			if says := [2]string{english.Say(l.Text[0]), english.Say(l.Text[f.Hold])}; says[0] != says[1] {
				t.Errorf("%T: the film begins with %q, the still has %q", mech, says[0], says[1])
			}
			if other := l.Text[otherAt]; other == l.Text[0] {
				t.Errorf("%T: the star never changes her answer", mech)
			}
		}
		if !seen {
			t.Errorf("%T: nobody says what the star does", mech)
		}
	}
}

// The histograms are those of a density at any time: half way they do not stand lower than
// the laws that they are held against.
func TestHistogramsAreDensitiesAtAnyTime(t *testing.T) {
	a := Survey{Answers: release.NewAnswers(21, 30), Mechanism: release.NewLaplace(release.NewAnswers(21, 30), 1),
		Claim: 1, Seed: 1}
	f := a.Film(nil)
	starts, seen, names := []int{recordAt, otherAt}, 0, Inputs(a.Answers)
	for _, l := range f.Views[1].Layers {
		if l.Kind != film.Quads || !slices.Contains(names[:], l.Name) {
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
	answers := release.NewAnswers(21, 30)
	var wide []float64
	for _, eps := range []float64{1, 3} {
		a := Survey{Answers: answers, Mechanism: release.NewLaplace(answers, eps), Claim: 1, Seed: 1}
		box := a.Film(nil).Views[1].Box
		wide = append(wide, box[2]-box[0])
	}
	if wide[0] != wide[1] {
		t.Errorf("with a third of the noise the axis is %v wide, not %v", wide[1], wide[0])
	}
}
