package game

import (
	"fmt"
	"math"
	"testing"

	rules "indistinct/core/lab/game"
)

// TestAngles: an angle that is written is read as the same one between 0 and 360, however its sign, its comma
// and its unit are written; beyond one turn, or no number, is none.
func TestAngles(t *testing.T) {
	for v := -360.0; v <= 360; v += 7.5 {
		want := math.Mod(v+360, 360)
		for _, form := range []string{"%g", " %g° ", "%g °"} {
			got, ok := ParseAngle(fmt.Sprintf(form, v))
			if !ok || got < 0 || got >= 360 || math.Abs(got-want) > 1e-9 {
				t.Errorf("%q is read as %v, %v", fmt.Sprintf(form, v), got, ok)
			}
		}
		if again, ok := ParseAngle(Degrees(want)); !ok || math.Abs(again-want) > 0.05 {
			t.Errorf("%v is written as %s", want, Degrees(want))
		}
	}
	for text, want := range map[string]float64{"−90": 270, "12,5°": 12.5, "360": 0, "-360": 0, "359.9": 359.9} {
		if got, ok := ParseAngle(text); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%q is read as %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "°", "north", "360.1", "-361", "NaN", "Inf", "1,2,3"} {
		if v, ok := ParseAngle(text); ok {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

// TestRows: the table has the rounds that were played, with both's points, and the one in play.
func TestRows(t *testing.T) {
	g := &Game{Stage: Open, Round: &rules.Round{}}
	for i := range 2 {
		g.Rounds = append(g.Rounds, &rules.Round{})
		g.Scores = append(g.Scores, rules.Score{Points: 10 * i, BayesP: 7})
	}
	c := &Levels{G: g}
	want := []levelRow{{level(1), "0", "7", ""}, {level(2), "10", "7", ""}, {level(3), "…", "", "now"}}
	if got := c.rows(); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%+v", got)
	}
	if g.Stage = Wait; len(c.rows()) != 2 {
		t.Errorf("while a round is drawn: %+v", c.rows())
	}
}
