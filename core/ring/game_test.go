package ring

import (
	"encoding/json"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/work"
)

// A round is the same each time; the adversary finds the sensor at s = 1 and
// does worse the more entropy there is.
func TestGame(t *testing.T) {
	last := -1.0
	for _, s := range []string{"1", "0.8", "0.1", "0"} {
		m, err := open(spec(t, "s", s, "releases", "3"))
		if err != nil {
			t.Fatal(err)
		}
		h, err := m.newHideout()
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		const rounds = 40
		for i := range rounds {
			truth, x, size := h.play(9, i+1, 3)
			sum += lab.AngularError(h.angles[h.guess(h.believe(x, size))], h.angles[truth]) / rounds
		}
		t.Logf("s = %s: mean error of the Bayes adversary %.3g°", s, sum)
		if s == "1" && sum != 0 {
			t.Errorf("s = 1: the adversary is off by %v°", sum)
		}
		if sum < last {
			t.Errorf("s = %s: the adversary's error %v° is below %v° at a larger s", s, sum, last)
		}
		last = sum
	}
	data, picture, err := lab.PlayRound(Lab{}, spec(t, "releases", "4"), 7, 2)
	if err != nil {
		t.Fatal(err)
	}
	var r lab.Round
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	var f film.Film
	if err := json.Unmarshal(picture, &f); err != nil {
		t.Fatal(err)
	}
	if err := film.Check(&f); err != nil {
		t.Error(err)
	}
	if len(r.Credible) == 0 || r.Places != gamePlaces {
		t.Errorf("round %+v", r)
	}
	again, _, _ := lab.PlayRound(Lab{}, spec(t, "releases", "4"), 7, 2)
	if string(again) != string(data) {
		t.Error("the same round differs the second time")
	}
	c, err := r.Score(r.Truth + 359)
	if err != nil || c.Error < 0.99 || c.Error > 1.01 {
		t.Errorf("score %+v, %v", c, err)
	}
	if s := lab.Summarise([]lab.Score{c}); s.Rounds != 1 || s.Say == "" {
		t.Errorf("summary %+v", s)
	}
	if lab.Points(0) != 100 || lab.Points(90) != 0 || lab.Points(180) != 0 || lab.Points(10) <= lab.Points(20) {
		t.Error("points do not fall with the error")
	}
}

func BenchmarkRound(b *testing.B) {
	for _, s := range []string{"0.8", "0.3", "0.05"} {
		b.Run("s="+s, func(b *testing.B) {
			sp := spec(b, "s", s)
			for b.Loop() {
				if _, _, err := lab.PlayRound(Lab{}, sp, 1, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The task of a round yields the round, its film and an answer that the scene
// can show, through the same path as in the page's workers.
func TestGameTask(t *testing.T) {
	job, err := lab.Start(Lab{}, spec(t, "releases", "2"), lab.GameTask(7, 2))
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	var p lab.Play
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	var f, answer film.Film
	for b, into := range map[string]*film.Film{string(p.Film): &f, string(p.Answer): &answer} {
		if err := json.Unmarshal([]byte(b), into); err != nil {
			t.Fatal(err)
		}
		if err := film.Check(into); err != nil {
			t.Error(err)
		}
	}
	if p.Round.View != f.Views[0].Name || len(answer.Views[0].Layers) != len(f.Views[0].Layers)+3 {
		t.Errorf("view %q, %d and %d layers", p.Round.View, len(f.Views[0].Layers), len(answer.Views[0].Layers))
	}
	if c := p.Round.Clues; c == nil || len(c.Rows) != 25 || len(c.Columns) != 5 || len(c.Rows[0]) != 5 {
		t.Errorf("clues %+v", c)
	}
	for _, name := range (Lab{}).Game().Params {
		if (Lab{}).Params().Find(name) == nil {
			t.Errorf("the game speaks of a parameter %q", name)
		}
	}
}
