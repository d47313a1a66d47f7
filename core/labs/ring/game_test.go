package ring

import (
	"encoding/json"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
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
		h, err := m.NewPlaceLaws(func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		const rounds = 40
		for i := range rounds {
			truth, x, size := h.Play(9, i+1, 3)
			sum += game.AngularError(h.Angles[h.Guess(h.Believe(x, size))], h.Angles[truth]) / rounds
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
	data := playRound(t, spec(t, "releases", "4"), 7, 2)
	var play game.Play
	if err := json.Unmarshal(data, &play); err != nil {
		t.Fatal(err)
	}
	r := play.Round
	var f film.Film
	if err := f.UnmarshalBinary(play.Film); err != nil {
		t.Fatal(err)
	}
	if err := filmtest.Check(&f); err != nil {
		t.Error(err)
	}
	if len(r.Believed(9).Credible) == 0 || r.Places != attack.GamePlaces {
		t.Errorf("round %+v", r)
	}
	if again := playRound(t, spec(t, "releases", "4"), 7, 2); string(again) != string(data) {
		t.Error("the same round differs the second time")
	}
}

// TestRuleOfGame: what the game says of itself is so. The dots are shifted from the target
// nearly in the direction in which the hollow star lies from the sensor, wherever it hides.
func TestRuleOfGame(t *testing.T) {
	m, err := open(spec(t, "s", "0.95"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := m.NewPlaceLaws(func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	star, seen := m.Scenario.Sensors[m.Scenario.Star], map[int]bool{}
	for i := range 300 {
		truth, x, size := h.Play(3, i+1, 10)
		if h.At[truth] == star {
			continue
		}
		seen[truth] = true
		to := m.shifts(x, size, 10)[9]
		rule := direction(star[0]-h.At[truth][0], star[1]-h.At[truth][1])
		if off := game.AngularError(rule, direction(to[0], to[1])); off > 25 {
			t.Errorf("at %g° the dots are %.0f° off the rule", h.Angles[truth], off)
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d places were tried", len(seen))
	}
	r := playRound(t, spec(t, "releases", "4"), 7, 1)
	var play game.Play
	var f film.Film
	if err := json.Unmarshal(r, &play); err != nil {
		t.Fatal(err)
	}
	if err := f.UnmarshalBinary(play.Film); err != nil {
		t.Fatal(err)
	}
	arrows := func(score *game.Score) (n int) {
		for _, v := range play.Round.FilmAfter(&f, 2, false, 0, score).Views {
			for _, l := range v.Layers {
				if l.Kind == film.Segments {
					n++
				}
			}
		}
		return n
	}
	// In the first round the mean of the dots is seen before the answer, and the way from the star to the place.
	if arrows(nil) != 1 || arrows(&game.Score{}) != 2 || play.Round.Believed(2).Why.ID() != "ring.game.why" {
		t.Errorf("%d arrows before the answer, %d with it: %q", arrows(nil), arrows(&game.Score{}),
			play.Round.Believed(2).Why)
	}
	way := f.Views[0].Layers[slices.IndexFunc(f.Views[0].Layers, func(l film.Layer) bool { return l.Dash })].Data
	at, from := direction(float64(way[2]), float64(way[3])), direction(float64(way[0]), float64(way[1]))
	if game.AngularError(at, play.Round.Truth) > game.Near ||
		game.AngularError(from, direction(star[0], star[1])) > 0.1 {
		t.Errorf("the way of the first round is %v, the sensor at %g°", way[:4], play.Round.Truth)
	}
}

// playRound returns a game.Play in JSON.
func playRound(t testing.TB, s lab.Spec, seed uint64, round int) []byte {
	t.Helper()
	job, err := lab.Start(Lab{}, s, lab.GameTask(seed, round))
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func BenchmarkRound(b *testing.B) {
	for _, s := range []string{"0.8", "0.3", "0.05"} {
		b.Run("s="+s, func(b *testing.B) {
			sp := spec(b, "s", s)
			for b.Loop() {
				playRound(b, sp, 1, 1)
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
	var p game.Play
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	var f film.Film
	if err := f.UnmarshalBinary(p.Film); err != nil {
		t.Fatal(err)
	}
	score, err := p.Round.ScoreAfter(10, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	for used := 1; used <= 2; used++ {
		for _, s := range []*game.Score{nil, &score} {
			shown := p.Round.FilmAfter(&f, used, false, 10, s)
			if err := filmtest.Check(shown); err != nil {
				t.Error(err)
			}
			want := len(f.Views[0].Layers) - 2 + 2 // without the belief and the rule, with the guess
			if s != nil {
				want += 2 + 5
			}
			if len(shown.Views[0].Layers) != want {
				t.Errorf("%d and %d layers", len(f.Views[0].Layers), len(shown.Views[0].Layers))
			}
		}
	}
	if c := p.Round.Clues; c == nil || len(c.Rows) != 2 || len(c.Columns) != 3 || len(c.Rows[0]) != 3 {
		t.Errorf("clues %+v", c)
	}
}

// Releases come one at a time, a guess may be made after each, and each costs;
// the lens holds no curve and no words that an angle could be read off.
func TestRoundByRound(t *testing.T) {
	m, err := open(spec(t, "releases", "5"))
	if err != nil {
		t.Fatal(err)
	}
	blind := 0.0
	for round := 1; round <= game.Rounds; round++ {
		r, err := m.round(11, round, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := filmtest.Check(r.Film); err != nil {
			t.Error(err)
		}
		if len(r.Beliefs) != 5 || r.Film.Steps != 5 {
			t.Errorf("round %d: %d beliefs, %d key frames", round, len(r.Beliefs), r.Film.Steps)
		}
		for _, v := range r.Film.Views[1:] {
			if l := r.Film.Views[0].Layers[v.About]; l.Role != sheet.Target || l.Kind != film.Dots {
				t.Errorf("round %d: the lens enlarges layer %d, %s, and not the target", round, v.About, l.Kind)
			}
			for _, l := range v.Layers {
				if l.Kind == film.Path || l.Kind == film.Words {
					t.Errorf("round %d: the lens has a %s that could be read off", round, l.Kind)
				}
			}
		}
		last := 101
		for used := 1; used <= 5; used++ {
			s, err := r.ScoreAfter(r.Truth, used, false)
			if err != nil || s.Used != used || s.Points >= last || s.Points < 25 {
				t.Errorf("round %d: the truth after %d releases earns %d points, after one fewer %d (%v)", round, used,
					s.Points, last, err)
			}
			last = s.Points
		}
		if round == game.Rounds {
			blind = r.Beliefs[4].Top
		}
	}
	// In the last round the law is uniform on its support whatever the place, and
	// so is the belief.
	if blind > 1.5/attack.GamePlaces {
		t.Errorf("in the last round a place has probability %v", blind)
	}
}

// In the last round the machine fails as a blind guess does, on the
// first it never does. A blind guess is off by 90° on average with a standard
// deviation of 52°; the mean over 60 rounds leaves 90 ± 40 with a probability of
// 3·10⁻⁹.
func TestLastRound(t *testing.T) {
	for round, want := range map[int][2]float64{0: {0, 2}, game.Rounds - 1: {50, 130}} {
		d := kindOf(spec(t)).Dial
		m, err := open(spec(t, d.Param, figures.Digits(d.Rounds[round]), "releases", "3"))
		if err != nil {
			t.Fatal(err)
		}
		h, err := m.NewPlaceLaws(func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		const rounds = 60
		for i := range rounds {
			truth, x, size := h.Play(5, i+1, 3)
			sum += game.AngularError(h.Angles[h.Guess(h.Believe(x, size))], h.Angles[truth]) / rounds
		}
		if sum < want[0] || sum > want[1] {
			t.Errorf("%s = %v: the machine is off by %v° on average, want %v", d.Param, d.Rounds[round], sum, want)
		}
	}
}

// What a place of the game refuses is a sentence.
func TestGameRefuses(t *testing.T) {
	m, err := open(spec(t, "layout", "clustered", "radius", "77.24279633743913", "mu", "0", "cut", "0.001", "kappa",
		"1000", "feed", "sample", "prior", "1", "seed", "0"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.round(1, 1, func(int) {})
	if err == nil {
		t.Fatal("a round of which no sampling keeps draws")
	}
	sentence(t, "a round of which no sampling keeps draws", err)
}
