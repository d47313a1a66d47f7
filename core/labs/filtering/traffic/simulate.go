package traffic

import (
	"math"

	"indistinct/core/rng"
)

// Simulate runs one architecture for steps samples after a burn-in and returns
// the mean squared error of the published mean. Vehicles are independent and
// alike, so their mean obeys the same equations with noises divided by √n; the
// filter is linear, so the mean of the filters is the filter of the mean. That
// is exact, not an approximation, for Gaussian noise.
func (t *Setting) Simulate(p *Plan, seed uint64, trial int64, burn, steps int) float64 {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseFilteringRuns, Trial: uint64(trial)})
	root := math.Sqrt(float64(t.N))
	sum := 0.0
	var hat Car
	for k := range burn + steps {
		// The frame moves with the vehicles, so that a long way costs no digits:
		// only differences of positions and of speeds matter.
		var real Car
		real.Drive(t, s.Norm()/root)
		y := real.X + t.Sigma2*s.Norm()/root
		e, o := s.Norm()/root, s.Norm()
		if t.Laplace {
			// A mean of n Laplace numbers: its variance is what matters for the
			// mean squared error.
			o = s.Laplace(1 / math.Sqrt2)
		}
		hat.Correct(p.Filter, y+p.InNoise*e)
		if k >= burn {
			d := hat.V + p.OutNoise*o - real.V
			sum += d * d
		}
		hat.X, hat.V = hat.X-real.X, hat.V-real.V
	}
	return sum / float64(steps)
}

// Car is a position and a speed, true or estimated.
type Car struct{ X, V float64 }

// Drive moves a car by one step with acceleration σ₁ w.
func (c *Car) Drive(t *Setting, w float64) {
	a := t.Sigma1 * w * t.Ts
	c.X += t.Ts * (c.V + a/2)
	c.V += a
}

// Correct moves an estimate by one step and corrects it by a report.
func (c *Car) Correct(f *Filter, y float64) {
	p := c.X + f.Ts*c.V
	e := y - p
	c.X, c.V = p+f.K1*e, c.V+f.K2*e
}

// mostBurnIn is the longest burn-in that is simulated, in steps.
const mostBurnIn = 100_000

// BurnIn returns how many steps a filter that starts without error needs until
// its error's variance is within e⁻²⁰ of the steady one, up to a factor that
// grows no faster than the number of steps: ten times 1/(1 − ϱ), ϱ the spectral
// radius. ok is false where that is too long to simulate.
func (f *Filter) BurnIn() (steps int, ok bool) {
	n := 10 / (1 - f.Radius())
	return max(600, int(min(n, mostBurnIn))), n <= mostBurnIn
}

// Response is the speed estimate when every vehicle moves at 1 m/s from step 0
// on, after rest.
func (f *Filter) Response(steps int) []float64 {
	var hat Car
	out := make([]float64, steps)
	for k := range out {
		hat.Correct(f, float64(k)*f.Ts)
		out[k] = hat.V
	}
	return out
}
