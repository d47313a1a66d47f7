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

// The law of KL-MHE against brute force. With many particles a release at step
// k has the density ∝ exp(−b Σ_{j≤k} G_j) on K_k, b the weight of the window
// cost: weighted averages over uniform points, with costs from their definition,
// give its means. 16 comparisons at 5.5 standard errors of both sides fail by
// chance with probability below 10⁻⁶; resampling M particles biases by about 1/M.
func TestKLMHELaw(t *testing.T) {
	sc, y := pair(t, system.Default(), 1, 3)
	kl, err := NewKLMHE(sc, y, W2Options{S: []float64{.1}, Kappa: 1}, 1500)
	if err != nil {
		t.Fatal(err)
	}
	def, err := NewW2MHE(sc, y, W2Options{S: []float64{.5}, Kappa: 1}) // for the costs' definition
	if err != nil {
		t.Fatal(err)
	}
	const releases, points = 700, 30000
	b := .1 // s/(s/η + 1 − s) at η = 1
	steps, _ := kl.Shape()
	for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
		mean, square := make([]float64, 2*steps), make([]float64, 2*steps)
		out := make([]float64, 2*steps)
		for i := range releases {
			r := rng.New(rng.Key{Seed: 16, Trial: uint64(i)})
			kl.Release(in, &r, out)
			for j, x := range out {
				mean[j] += x / releases
				square[j] += x * x / releases
			}
		}
		weight, cost := make([][]float64, points), make([]float64, points)
		least := make([]float64, steps)
		pos := make([][]float64, points)
		for i := range points {
			r := rng.New(rng.Key{Seed: 17, Trial: uint64(i)})
			w := uniformBall(&r)
			for k := range steps {
				cost[i] += b * phi(def, in, k, wvec{}, w)
				weight[i] = append(weight[i], cost[i])
				if i == 0 || cost[i] < least[k] {
					least[k] = cost[i]
				}
				x1, x2 := kl.model.position(&kl.model.frames[k], w)
				pos[i] = append(pos[i], x1, x2)
			}
		}
		for j := range mean {
			k := j / 2
			var sum, want, vv, ww float64
			for i := range points {
				v := math.Exp(least[k] - weight[i][k])
				sum += v
				want += v * pos[i][j]
			}
			want /= sum
			for i := range points {
				v := math.Exp(least[k]-weight[i][k]) / sum
				ww += v * v * (pos[i][j] - want) * (pos[i][j] - want)
				vv += v * (pos[i][j] - want) * (pos[i][j] - want)
			}
			se := math.Sqrt(ww + vv/releases)
			if math.Abs(mean[j]-want) > 5.5*se+2e-3*math.Sqrt(vv) {
				t.Errorf("%v, step %d, axis %d: mean %.6f, by brute force %.6f ± %.2g", in, k, j%2, mean[j], want, se)
			}
			if got := square[j] - mean[j]*mean[j]; math.Abs(got/vv-1) > 5.5*math.Sqrt(2./releases)+.05 {
				t.Errorf("%v, step %d, axis %d: variance %.3g, by brute force %.3g", in, k, j%2, got, vv)
			}
		}
	}
}

// With two particles the law of the first release is exact for a finite cloud:
// its mean is E[(v₁X₁ + v₂X₂)/(v₁ + v₂)] over two uniform points. Two
// comparisons at 5.5 standard errors fail by chance with probability below 10⁻⁷.
func TestKLMHETwoParticles(t *testing.T) {
	c := system.Default()
	c.T = c.N
	sc, y := pair(t, c, 1, 3)
	kl, err := NewKLMHE(sc, y, W2Options{S: []float64{.6}, Kappa: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	def, err := NewW2MHE(sc, y, W2Options{S: []float64{.5}, Kappa: 1})
	if err != nil {
		t.Fatal(err)
	}
	const n, pairs = 60000, 60000
	var mean, square, want, wide [2]float64
	out := make([]float64, 2)
	for i := range n {
		r := rng.New(rng.Key{Seed: 18, Trial: uint64(i)})
		kl.Release(mechanism.Record, &r, out)
		for a, x := range out {
			mean[a] += x / n
			square[a] += x * x / n
		}
	}
	for i := range pairs {
		r := rng.New(rng.Key{Seed: 19, Trial: uint64(i)})
		u, v := uniformBall(&r), uniformBall(&r)
		p := 1 / (1 + math.Exp(.6*(phi(def, mechanism.Record, 0, wvec{}, u)-phi(def, mechanism.Record, 0, wvec{}, v))))
		u1, u2 := kl.model.position(&kl.model.frames[0], u)
		v1, v2 := kl.model.position(&kl.model.frames[0], v)
		for a, x := range [2]float64{p*u1 + (1-p)*v1, p*u2 + (1-p)*v2} {
			want[a] += x / pairs
			wide[a] += x * x / pairs
		}
	}
	for a := range mean {
		se := math.Sqrt((square[a]-mean[a]*mean[a])/n + (wide[a]-want[a]*want[a])/pairs)
		if math.Abs(mean[a]-want[a]) > 5.5*se {
			t.Errorf("axis %d: mean %v, by brute force %v ± %.2g", a, mean[a], want[a], se)
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
