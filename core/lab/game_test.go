package lab

import (
	"strings"
	"testing"

	"indistinct/core/film"
)

// TestAnswer: the answer marks truth and guess at their places and leaves the
// round's own film alone.
func TestAnswer(t *testing.T) {
	places := film.Layer{Kind: film.Dots, Handles: []string{"guess:0", "guess:90", "guess:180", "guess:270"}, Data: []float32{1, 0, 0, 1, -1, 0, 0, -1}}
	r := &Round{Truth: 90, Bayes: 180, Credible: [][2]float64{{225, 45}}, Film: &film.Film{Steps: 1, Rate: 1, Views: []film.View{
		{Name: "ring", Place: film.Main, Box: [4]float64{-2, -2, 2, 2}, Layers: []film.Layer{places}},
	}, Alt: "A ring."}}
	f := r.Answer()
	if f == nil {
		t.Fatal("no answer")
	}
	if err := film.Check(f); err != nil {
		t.Error(err)
	}
	got := map[string][]float32{}
	for _, l := range f.Views[0].Layers {
		got[l.Name] = l.Data
		if len(l.Handles) > 0 {
			t.Error("the answer takes guesses")
		}
	}
	for name, want := range map[string][2]float32{"the sensor": {0, 1}, "the adversary's guess": {-1, 0}} {
		if d := got[name]; len(d) != 2 || d[0] != want[0] || d[1] != want[1] {
			t.Errorf("%s stands at %v, not at %v", name, d, want)
		}
	}
	// The region goes from 225° through 0° to 45°.
	if d := got["the adversary's 95 %"]; len(d) != 4 || d[0] != 1 || d[3] != -1 {
		t.Errorf("the region's places are %v", d)
	}
	if len(r.Film.Views[0].Layers) != 1 || len(r.Film.Views[0].Layers[0].Handles) != 4 || r.Film.Alt != "A ring." {
		t.Error("the round's film was changed")
	}
	if !strings.Contains(f.Alt, "at 90°") {
		t.Error(f.Alt)
	}
	if (&Round{Film: &film.Film{Views: []film.View{{}}}}).Answer() != nil || (&Round{}).Answer() != nil {
		t.Error("an answer without places")
	}
}

func TestGameTask(t *testing.T) {
	if task := GameTask(18446744073709551615, 3); task != "game:18446744073709551615:3" {
		t.Error(task)
	}
	for _, bad := range []string{"game", "game:1", "game:1:2:3", "game:-1:2", "game:1:x", "sum:1:2"} {
		if _, ok := playJob(nil, Spec{}, bad); ok {
			t.Errorf("%q was taken for a round", bad)
		}
	}
	if _, ok := playJob(nil, Spec{}, GameTask(1, 1)); !ok {
		t.Error("a round was not taken")
	}
}
