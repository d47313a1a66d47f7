package game

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
)

// TestStage: a round shows no release that has not been paid for; the guess
// stands where it was made, and the answer marks truth and both guesses and
// leaves the round's own film alone.
func TestStage(t *testing.T) {
	places := film.Layer{Kind: film.Dots, Role: sheet.Leak, Handles: []string{"guess:0", "guess:90", "guess:180",
		"guess:270"}, Data: []float32{1, 0, 0, 1, -1, 0, 0, -1}}
	dots := film.Layer{Name: lang.Verbatim("releases"), Kind: film.Dots, Role: sheet.Record, Moving: true,
		Data: []float32{1, 1, 2, 2, 3, 3}}
	r := &Round{Truth: 90, Beliefs: []Belief{
		{Bayes: 0}, {Bayes: 180, Credible: [][2]float64{{225, 45}}}, {Bayes: 270},
	}}
	whole := &film.Film{Steps: 3, Rate: 1, Hold: 2, Clock: lang.Verbatims([]string{"1", "2", "3"}), Views: []film.View{
		{Name: lang.Verbatim("ring"), Place: film.Main, Box: [4]float64{-2, -2, 2, 2},
			Layers: []film.Layer{places, dots}},
	}, Alt: lang.Verbatim("A ring.")}
	for used, want := range map[int][]float32{1: {1, 1}, 2: {1, 1, 2, 2}, 3: {2, 2, 3, 3}} {
		f := r.FilmAfter(whole, used, false, math.NaN(), nil)
		if err := filmtest.Check(f); err != nil {
			t.Error(err)
		}
		if got := f.Views[0].Layers[1].Data; !slices.Equal(got, want) || len(f.Views[0].Layers) != 2 {
			t.Errorf("after %d releases the stage holds %v", used, got)
		}
	}
	glow := film.Layer{Kind: film.Heat, Role: sheet.Leak, Data: []float32{0, 1, 1, 1}}
	lit := *whole
	lit.Views = []film.View{whole.Views[0]}
	lit.Views[0].Layers = []film.Layer{glow, places, dots}
	for _, c := range []struct {
		hint  bool
		score *Score
		seen  bool
	}{{false, nil, false}, {true, nil, true}, {false, &Score{}, true}} {
		got := slices.ContainsFunc(r.FilmAfter(&lit, 1, c.hint, 45, c.score).Views[0].Layers,
			func(l film.Layer) bool { return l.Kind == film.Heat })
		if got != c.seen {
			t.Errorf("hint %v, score %v: what the machine believes is seen: %v", c.hint, c.score, got)
		}
	}
	if len(lit.Views[0].Layers) != 3 {
		t.Error("the round's film was changed")
	}
	score, err := r.ScoreAfter(45, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Score{nil, &score} {
		f := r.FilmAfter(whole, 2, false, 45, s)
		if err := filmtest.Check(f); err != nil {
			t.Error(err)
		}
		want := map[string][]float64{"your guess": {math.Sqrt2 / 2, math.Sqrt2 / 2}}
		if s != nil { // the region goes from 225° through 0° to 45°
			want["the sensor"], want["the machine's guess"], want["the machine is 95\u00a0% sure"] = []float64{0, 1},
				[]float64{-1, 0}, []float64{1, 0, 0, -1}
		}
		for _, l := range f.Views[0].Layers {
			at, ok := want[english.Say(l.Name)]
			if !ok {
				if s == nil && l.Role == sheet.Truth {
					t.Error("the answer is given before the guess")
				}
				continue
			}
			for i := range at {
				if math.Abs(float64(l.Data[i])-at[i]) > 1e-6 {
					t.Errorf("%s stands at %v, not at %v", l.Name, l.Data, at)
				}
			}
			delete(want, english.Say(l.Name))
		}
		if len(want) > 0 {
			t.Errorf("the stage lacks %v", want)
		}
		if s != nil && (len(f.Views[0].Layers[0].Handles) > 0 || !strings.Contains(english.Say(f.Alt), "at 90°")) {
			t.Errorf("the answer takes guesses, or says %q", f.Alt)
		}
	}
	if len(whole.Views[0].Layers) != 2 || len(whole.Views[0].Layers[0].Handles) != 4 ||
		whole.Alt != lang.Verbatim("A ring.") {
		t.Error("the round's film was changed")
	}
}

// A guess earns less after each further release: all after the first, a quarter
// after the last; so does the machine's, made after as many. A hint halves the guess's.
func TestScoreAfter(t *testing.T) {
	r := &Round{Truth: 90, Beliefs: []Belief{{Bayes: 91}, {Bayes: 180}, {Bayes: 90}}}
	for used, want := range map[int][2]int{1: {100, points(1)}, 2: {63, 0}, 3: {25, 25}, 9: {25, 25}} {
		s, err := r.ScoreAfter(90, used, false)
		if err != nil || s.Points != want[0] || s.BayesP != want[1] || s.Error != 0 {
			t.Errorf("after %d releases: %+v, %v, want %d and %d points", used, s, err, want[0], want[1])
		}
		if h, err := r.ScoreAfter(90, used, true); err != nil || math.Abs(float64(2*h.Points-s.Points)) > 1 ||
			h.BayesP != s.BayesP {
			t.Errorf("after %d releases and a hint: %+v, %v, without %+v", used, h, err, s)
		}
	}
}

// Points fall with the angle between guess and truth, the short way round the circle.
func TestScore(t *testing.T) {
	r := &Round{Truth: 30, Beliefs: []Belief{{Bayes: 30}}}
	c, err := r.ScoreAfter(r.Truth+359, 1, false)
	if err != nil || c.Error < 0.99 || c.Error > 1.01 {
		t.Errorf("score %+v, %v", c, err)
	}
	if s := Summarise([]Score{c}); s.Points != c.Points || s.Found != 1 || s.BayesFound != 1 {
		t.Errorf("summary %+v", s)
	}
	if points(0) != 100 || points(90) != 0 || points(180) != 0 || points(10) <= points(20) {
		t.Error("points do not fall with the error")
	}
}
