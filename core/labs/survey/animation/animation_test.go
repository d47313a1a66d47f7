package animation

import (
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/film"
	"indistinct/core/labs/survey/release"
)

// The star says in the still picture what she says when the film begins.
func TestStillStar(t *testing.T) {
	answers := release.NewAnswers(21, 30)
	for _, mech := range []release.Single{release.NewLaplace(answers, 1),
		release.NewResponse(answers, 0.25, release.Estimate)} {
		a := Survey{Answers: answers, Mechanism: mech, Released: 1, Claim: 1, Seed: 1}
		f := a.Film(nil)
		seen := false
		for _, l := range f.Views[0].Layers {
			if l.Kind != film.Labels || len(l.Text) < 2*f.Steps {
				continue
			}
			seen = true
			if says := [2]string{english.Say(l.Text[0]), english.Say(l.Text[2*f.Hold])}; says[0] != says[1] {
				t.Errorf("%T: the film begins with %q, the still has %q", mech, says[0], says[1])
			}
			if other := l.Text[2*otherAt]; other == l.Text[0] {
				t.Errorf("%T: the star never changes her answer", mech)
			}
		}
		if !seen {
			t.Errorf("%T: nobody says what the star does", mech)
		}
	}
}
