package estimator

import (
	"math"
	"testing"

	"indistinct/core/labs/ring/system"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// uniformBall draws a point of the unit ball in four dimensions by rejection
// from the cube.
func uniformBall(s *rng.Stream) (w wvec) {
	for {
		for i := range w {
			w[i] = s.Uniform(-1, 1)
		}
		if w.dot(w) <= 1 {
			return w
		}
	}
}

// The affinity where the ball cuts the law off on its slope: places far away,
// small s, small sets. By brute force, ∫√(p₁p₂) = Z̄/√(Z₁Z₂) with normalisers
// averaged over uniform points. Both rules must agree with it to 6 standard
// errors, which fail by chance with probability below 10⁻⁷, and to 2 %.
func TestAffinityAtTheEdge(t *testing.T) {
	for _, x := range []struct {
		s, diam, move float64
	}{{.02, .1, 10}, {.005, .1, 20}, {.3, .01, 2}} {
		c := system.Default()
		c.T, c.Diam = c.N, x.diam
		sc := system.Make(c, 1)
		q := sc.Sensors[0]
		y := [2][]float64{sc.Y, sc.RecordAt([2]float64{q[0] + x.move/2, q[1] + x.move*math.Sqrt(3)/2})}
		o := DefaultW2()
		o.S = []float64{x.s}
		w, err := NewW2MHE(sc, y, o)
		if err != nil {
			t.Fatal(err)
		}
		beta := x.s / (1 - x.s)
		const points = 40000
		var cost [2][points]float64
		least := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
		for i := range points {
			r := rng.New(rng.Key{Seed: 23, Trial: uint64(i)})
			u := uniformBall(&r)
			for in := range cost {
				cost[in][i] = beta * phi(w, mechanism.Input(in), 0, wvec{}, u)
				least[in] = math.Min(least[in], cost[in][i])
			}
			least[2] = math.Min(least[2], .5*(cost[0][i]+cost[1][i]))
		}
		var sum, square [3]float64
		for i := range points {
			for j, v := range [3]float64{cost[0][i], cost[1][i], .5 * (cost[0][i] + cost[1][i])} {
				v = math.Exp(least[j] - v)
				sum[j] += v
				square[j] += v * v
			}
		}
		z := func(j int) float64 { return math.Log(sum[j]/points) - least[j] }
		want, variance := z(2)-.5*(z(0)+z(1)), 0.0
		for j, f := range [3]float64{.5, .5, 1} {
			variance += f * f * (square[j]/(sum[j]*sum[j]) - 1./points)
		}
		family, err := NewFamily(sc, o)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]*Family{"fine": family, "coarse": family.Coarse()} {
			a := f.Hypothesis(y[0])
			b := f.Hypothesis(y[1])
			a.Prepare()
			b.Prepare()
			got := f.Affinity(a, b)
			t.Logf("s = %v, diameter %v, %v m away: %.4f by the %s rule, %.4f ± %.4f by brute force",
				x.s, x.diam, x.move, got, name, want, math.Sqrt(variance))
			if !(math.Abs(got-want) < 6*math.Sqrt(variance)+.02*math.Abs(want)) {
				t.Errorf("s = %v, diameter %v, %v m away: %v by the %s rule, %v by brute force", x.s, x.diam, x.move,
					got, name, want)
			}
		}
	}
}
