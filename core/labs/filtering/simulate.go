package filtering

import (
	"math"

	"indistinct/core/rng"
)

// simulate runs one architecture for steps samples after a burn-in and returns
// the mean squared error of the published mean. Vehicles are independent and
// alike, so their mean obeys the same equations with noises divided by √n; the
// filter is linear, so the mean of the filters is the filter of the mean. That
// is exact, not an approximation, for Gaussian noise.
func (t *traffic) simulate(p *plan, seed uint64, trial int64, burn, steps int) float64 {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseFilteringRuns, Trial: uint64(trial)})
	root := math.Sqrt(float64(t.N))
	sum := 0.0
	var hat car
	for k := range burn + steps {
		// The frame moves with the vehicles, so that a long way costs no digits:
		// only differences of positions and of speeds matter.
		var real car
		real.drive(t, s.Norm()/root)
		y := real.x + t.Sigma2*s.Norm()/root
		e, o := s.Norm()/root, s.Norm()
		if t.Laplace {
			// A mean of n Laplace numbers: its variance is what matters for the
			// mean squared error.
			o = s.Laplace(1 / math.Sqrt2)
		}
		hat.correct(p.Filter, y+p.InNoise*e)
		if k >= burn {
			d := hat.v + p.OutNoise*o - real.v
			sum += d * d
		}
		hat.x, hat.v = hat.x-real.x, hat.v-real.v
	}
	return sum / float64(steps)
}

// car is a position and a speed, true or estimated.
type car struct{ x, v float64 }

// drive moves a car by one step with acceleration σ₁ w.
func (c *car) drive(t *traffic, w float64) {
	a := t.Sigma1 * w * t.Ts
	c.x += t.Ts * (c.v + a/2)
	c.v += a
}

// correct moves an estimate by one step and corrects it by a report.
func (c *car) correct(f *filter, y float64) {
	p := c.x + f.Ts*c.v
	e := y - p
	c.x, c.v = p+f.K1*e, c.v+f.K2*e
}

// mostBurnIn is the longest burn-in that is simulated, in steps.
const mostBurnIn = 100_000

// burnIn returns how many steps a filter that starts without error needs until
// its error's variance is within e⁻²⁰ of the steady one, up to a factor that
// grows no faster than the number of steps: ten times 1/(1 − ϱ), ϱ the spectral
// radius. ok is false where that is too long to simulate.
func (f *filter) burnIn() (steps int, ok bool) {
	n := 10 / (1 - f.radius())
	return max(600, int(min(n, mostBurnIn))), n <= mostBurnIn
}

// response is the speed estimate when every vehicle moves at 1 m/s from step 0
// on, after rest.
func (f *filter) response(steps int) []float64 {
	var hat car
	out := make([]float64, steps)
	for k := range out {
		hat.correct(f, float64(k)*f.Ts)
		out[k] = hat.v
	}
	return out
}
