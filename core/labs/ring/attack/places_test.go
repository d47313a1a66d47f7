package attack

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/lab/game"
	"indistinct/core/rng"
)

// placed are laws of two steps at the places of a ring of 1 m, of which a release is a noisy position.
func placed() *PlaceLaws {
	h := &PlaceLaws{}
	s := rng.New(rng.Key{Seed: 3, Phase: 97})
	const trials, steps = 60, 2
	for i := range GamePlaces {
		angle := 2 * math.Pi * float64(i) / GamePlaces
		var x []float64
		for range trials {
			for k := range steps {
				u, v := s.Norm(), s.Norm()
				x = append(x, math.Cos(angle)+0.2*float64(k+1)*u, math.Sin(angle)+0.1*u+0.15*v)
			}
		}
		h.Angles = append(h.Angles, 360.0/GamePlaces*float64(i))
		h.laws = append(h.laws, fitSteps(x, steps, trials))
	}
	return h
}

// TestFitSteps: the log density of each step adds up to that of the normal law with the releases' own mean and
// covariance, but for the constant of 2π.
func TestFitSteps(t *testing.T) {
	s := rng.New(rng.Key{Seed: 4, Phase: 97})
	const trials, steps = 50, 3
	var x []float64
	for range trials * steps {
		u, v := s.Norm(), s.Norm()
		x = append(x, 3+2*u, -1+u+0.5*v)
	}
	l := fitSteps(x, steps, trials)
	at := []float64{2, 0, 3.5, -1, 8, 4}
	want := 0.0
	for k := range steps {
		var mean [2]float64
		var c [2][2]float64
		for i := range mean {
			for r := range trials {
				mean[i] += x[(r*steps+k)*2+i] / trials
			}
		}
		for i := range mean {
			for j := range mean {
				for r := range trials {
					row := x[(r*steps+k)*2:]
					c[i][j] += (row[i] - mean[i]) * (row[j] - mean[j]) / (trials - 1)
				}
			}
		}
		det := c[0][0]*c[1][1] - c[0][1]*c[1][0]
		u, v := at[2*k]-mean[0], at[2*k+1]-mean[1]
		want += -0.5*math.Log(det) - 0.5*(c[1][1]*u*u-2*c[0][1]*u*v+c[0][0]*v*v)/det
	}
	if got := l.logs(at); math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("the log density is %v, want %v", got, want)
	}
}

// TestBelieve: beliefs add up to 1 and follow from the laws by Bayes' rule, release after release; of many releases
// from one place it is guessed.
func TestBelieve(t *testing.T) {
	h := placed()
	s := rng.New(rng.Key{Seed: 5, Phase: 97})
	for _, truth := range []int{0, 1, 20, 71} {
		angle := 2 * math.Pi * float64(truth) / GamePlaces
		var x []float64
		for range 300 {
			for k := range 2 {
				u, v := s.Norm(), s.Norm()
				x = append(x, math.Cos(angle)+0.2*float64(k+1)*u, math.Sin(angle)+0.1*u+0.15*v)
			}
		}
		for _, n := range []int{1, 3, 300} {
			p := h.Believe(x[:4*n], 4)
			sum := 0.0
			for i, v := range p {
				sum += v
				odds := 0.0
				for r := range n {
					odds += h.laws[i].logs(x[4*r:4*r+4]) - h.laws[truth].logs(x[4*r:4*r+4])
				}
				if want := p[truth] * math.Exp(odds); math.Abs(v-want) > 1e-9 {
					t.Errorf("place %d of %d after %d releases is believed with %v, want %v", i, truth, n, v, want)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("beliefs add up to %v", sum)
			}
		}
		guess := h.Guess(h.Believe(x, 4))
		if e := game.AngularError(h.Angles[guess], h.Angles[truth]); e > 15 {
			t.Errorf("place %d is guessed to be %d", truth, guess)
		}
	}
}

// TestGuess: no other place has a smaller expected error than the one that is guessed.
func TestGuess(t *testing.T) {
	h := placed()
	s := rng.New(rng.Key{Seed: 6, Phase: 97})
	for range 40 {
		p := make([]float64, GamePlaces)
		sum := 0.0
		for i := range p {
			p[i] = math.Pow(s.Float64(), 20)
			sum += p[i]
		}
		expected := func(i int) (e float64) {
			for j, v := range p {
				d := math.Abs(h.Angles[i] - h.Angles[j])
				e += v / sum * min(d, 360-d)
			}
			return e
		}
		guess := h.Guess(p)
		for i := range p {
			if expected(i) < expected(guess)-1e-9 {
				t.Fatalf("place %d errs by %v, the guess %d by %v", i, expected(i), guess, expected(guess))
			}
		}
	}
}

// TestRegion: a region holds the level with as few places as can, in runs that go round and are apart.
func TestRegion(t *testing.T) {
	s := rng.New(rng.Key{Seed: 7, Phase: 97})
	for k := range 60 {
		n := 3 + k%12
		p := make([]float64, n)
		sum := 0.0
		for i := range p {
			p[i] = s.Exp()
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		for _, level := range []float64{0, 0.3, 0.7, 0.95} {
			held, places, seen := 0.0, 0, make([]bool, n)
			for _, run := range Region(p, level) {
				for i := run[0]; ; i = (i + 1) % n {
					if seen[i] {
						t.Fatalf("place %d twice", i)
					}
					seen[i] = true
					held, places = held+p[i], places+1
					if i == run[1] {
						break
					}
				}
				if next := (run[1] + 1) % n; places < n && seen[next] {
					t.Errorf("runs meet at %d", next)
				}
			}
			sorted := slices.Sorted(slices.Values(p))
			slices.Reverse(sorted)
			least, fewest := 0.0, 0
			for least < level {
				least += sorted[fewest]
				fewest++
			}
			if places != fewest || math.Abs(held-least) > 1e-12 {
				t.Errorf("%d places hold %v, where %d hold %v of %v", places, held, fewest, least, level)
			}
		}
	}
}

// TestMetres: lengths are said in the unit in which they are from 1 to 1000.
func TestMetres(t *testing.T) {
	for id, lengths := range map[string][]float64{"ring.attack.length.um": {1e-6, 9.9e-4},
		"ring.attack.length.mm": {1e-3, 0.99},
		"ring.attack.length.m":  {1, 400}} {
		for _, r := range lengths {
			if got := Metres(r).ID(); got != id {
				t.Errorf("%v m is said by %q, want %q", r, got, id)
			}
		}
	}
}
