package privacy

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Step is what is known of the privacy loss of one step of a release at two given inputs.
// Its parts are independent; those that do not apply are zero.
type Step struct {
	Mu     float64   // Gaussian noise: the distance of the inputs in standard deviations
	Shifts []float64 // Laplace noise: the distance of each number in scales
	Pure   float64   // noise of another law: a bound on the absolute loss; +Inf where none is known
	// Law returns the losses of that noise under either input, where they are known but for the
	// error of a grid; nil where they are not.
	Law func(under int) []Loss
}

// Rho returns the ρ for which a step is ρ-zCDP: μ²/2 of Gaussian noise (Bun & Steinke 2016,
// Proposition 1.6), a + e⁻ᵃ − 1 of Laplace noise (Harrison & Manurangsi 2026) and
// ε·tanh(ε/2) of a pure ε (Steinke 2024, “Tight RDP & zCDP Bounds from Pure DP”).
func (s Step) Rho() float64 {
	rho := 0.5*s.Mu*s.Mu + s.Pure*num.Tanh(0.5*s.Pure)
	for _, a := range s.Shifts {
		a = math.Abs(a)
		rho += a + num.Expm1(-a)
	}
	return rho
}

// square returns μ² where a step is μ-Gaussian DP.
//
// Of Laplace noise μ = −2·Φ⁻¹(e^{−a/2}/2): its curve has f(α) = e⁻ᵃ/(4α) between e⁻ᵃ/2 and ½
// and is straight outside, where it is above a convex G_μ that it is not below at the ends. In
// between μ has to be the largest x + y with Φ(−x)·Φ(−y) = e⁻ᵃ/4; ln Φ is concave, so that
// x = y. Of a pure ε, whose curve is straight up to where both errors are 1/(1 + e^ε),
// μ = −2·Φ⁻¹(1/(1 + e^ε)). Both are the least.
func (s Step) square() float64 {
	both := func(errors float64) float64 {
		mu := 2 * num.NormalQuantile(errors)
		return mu * mu
	}
	sum := s.Mu * s.Mu
	for _, a := range s.Shifts {
		sum += both(0.5 * num.Exp(-0.5*math.Abs(a)))
	}
	return sum + both(1/(1+num.Exp(s.Pure)))
}

// Cost is the ε of several steps together at one δ, by four accounts. Each but Low is an
// upper bound; +Inf says that none is known.
type Cost struct {
	Basic        float64 // the ε of the steps, added up, each of them at an equal part of δ
	Concentrated float64 // by zCDP: ρ adds up
	Gaussian     float64 // by Gaussian DP: μ² adds up
	// Low and High are about the exact ε: equal where it has a closed form, NaN where no law
	// is known.
	Low, High float64
}

// Account returns the cost of steps of independent noise, each repeated times over, at
// 0 < δ < 1.
func Account(steps []Step, times int, delta float64) (c Cost, err error) {
	var rho, square float64
	var shifts []float64
	gaussian, other := 0, 0
	k := float64(times)
	for i := range steps {
		s := &steps[i]
		rho, square = rho+s.Rho(), square+s.square()
		one, err := s.epsilon(delta / (k * float64(len(steps))))
		if err != nil {
			return c, err
		}
		c.Basic += k * one
		if s.Mu > 0 {
			gaussian++
		}
		if s.Pure > 0 {
			other++
		}
		for _, a := range s.Shifts {
			if a != 0 {
				shifts = append(shifts, math.Abs(a))
			}
		}
	}
	c.Concentrated = ConcentratedEpsilon(k*rho, delta)
	if c.Gaussian, err = GaussianEpsilon(delta, math.Sqrt(k*square)); err != nil {
		return c, err
	}
	var low, high Profile
	switch {
	case other == 0 && len(shifts) == 0:
		c.Low, c.High = c.Gaussian, c.Gaussian
		return c, nil
	case other == 0 && gaussian == 0:
		low, high = repeatedLaplace(shifts, times)
	case len(steps) == 1 && len(shifts)+gaussian == 0 && steps[0].Law != nil:
		if high, err = steps[0].repeated(times); err != nil {
			return c, err
		}
		low = high
	default:
		c.Low, c.High = math.NaN(), math.NaN()
		return c, nil
	}
	if c.Low, err = EpsilonAt(low, delta); err != nil {
		return c, err
	}
	c.High, err = EpsilonAt(high, delta)
	return c, err
}

// epsilon returns the ε of a step alone; the parts of one of several laws share δ.
func (s *Step) epsilon(delta float64) (sum float64, err error) {
	for _, a := range s.Shifts {
		sum += math.Abs(a)
	}
	if s.Law == nil {
		sum += s.Pure
	} else {
		p, err := s.repeated(1)
		if err != nil {
			return sum, err
		}
		if s.Mu > 0 {
			delta /= 2
		}
		e, err := EpsilonAt(p, delta)
		if err != nil {
			return sum, err
		}
		sum += e
	}
	e, err := GaussianEpsilon(delta, s.Mu)
	return sum + e, err
}

// repeated returns the profile of what a step's law says of it times over.
func (s *Step) repeated(times int) (Profile, error) {
	return NewLossProfile(RepeatedLosses(s.Law(0), times), RepeatedLosses(s.Law(1), times), float64(times)*s.Pure,
		Closed())
}

// ConcentratedEpsilon returns an ε at which ρ-zCDP is (ε, δ)-private, for 0 < δ < 1: the least
// of αρ + (ln(1/δ) − ln α)/(α − 1) + ln(1 − 1/α) over orders α > 1 (Canonne, Kamath & Steinke
// 2020, Proposition 12). It is least where ρ(α − 1)² = ln(1/δ) − ln α, and holds at every α.
func ConcentratedEpsilon(rho, delta float64) float64 {
	if rho == 0 || math.IsInf(rho, 1) {
		return rho
	}
	l := -num.Log(delta)
	more := num.Bisect(0, math.Sqrt(l/rho), 1e-12, func(m float64) bool { return rho*m*m >= l-num.Log1p(m) })
	alpha := 1 + more
	return math.Max(0, alpha*rho+(l-num.Log(alpha))/more+num.Log(more/alpha))
}

const (
	// mostReach is how many cells of the grid the sum of all losses may reach to either side.
	mostReach = 1 << 16
	// outside bounds the probability of a sum beyond, and transformed what that and rounding
	// in the transforms add to a δ.
	outside, transformed = 1e-12, 1e-9
)

// repeatedLaplace returns a profile below and one above that of independent numbers with
// Laplace noise that are shifts > 0 scales apart, each of them released times over. Each
// loss is put on a grid on which the largest shift lies; see laplaceBelow and LaplaceAbove.
func repeatedLaplace(shifts []float64, times int) (low, high Profile) {
	if len(shifts) == 1 && times == 1 {
		p := LaplaceProfile{shifts[0]}
		return p, p
	}
	k := float64(times)
	var top, total, squares float64
	for _, s := range shifts {
		top, total, squares = math.Max(top, s), total+k*s, squares+k*s*s
	}
	// The losses' mean is ρ, and Hoeffding's inequality bounds how far from it the sum goes; a
	// step of the grid more for each release, which may be rounded.
	far := math.Min(total, k*Step{Shifts: shifts}.Rho()+math.Sqrt(-2*squares*num.Log(outside/2)))
	rounded := 2 * k * float64(len(shifts))
	h := top / math.Max(1, math.Min(1024, math.Floor((mostReach-rounded)*top/far)))
	n := 1
	for float64(n) < 2*(far/h+rounded)+2 {
		n *= 2
	}
	bound := func(part func(shift, step float64, put func(cell int, mass float64)), rounding float64) Profile {
		law := Convolve(n, len(shifts), times, func(k int, cells []float64) {
			part(shifts[k], h, func(cell int, mass float64) { cells[(cell+n)%n] += mass })
		})
		losses := GridLosses(law, h)
		p, err := NewLossProfile(losses, losses, total, lang.Message(""))
		if err != nil {
			return Curve{At: func(float64) float64 { return math.NaN() }, PureEpsilon: math.NaN()}
		}
		return Curve{At: func(e float64) float64 { return p.Delta(e) + rounding }, PureEpsilon: p.Pure()}
	}
	return bound(laplaceBelow, -transformed), bound(LaplaceAbove, transformed)
}

// GridLosses returns the losses of a law on a grid of that step that begins at 0 and comes
// round to negative values in the second half.
func GridLosses(law []float64, step float64) (losses []Loss) {
	for i, w := range law {
		if i > len(law)/2 {
			i -= len(law)
		}
		if w > 1e-15 {
			losses = append(losses, Loss{Value: float64(i) * step, Weight: w})
		}
	}
	return losses
}

// LaplaceAbove puts the loss of a number with Laplace noise at two inputs shift scales apart on
// multiples of step, such that its δ(ε) is exact there and straight in e^ε between them, so
// never below the truth (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). Both directions
// have the same law.
func LaplaceAbove(shift, step float64, put func(cell int, mass float64)) {
	// δ(ε) = 1 − e^ε below −shift, 1 − e^{(ε−shift)/2} up to shift, then 0.
	delta := func(j int) float64 {
		switch e := float64(j) * step; {
		case e <= -shift:
			return -math.Expm1(e)
		case e < shift:
			return -math.Expm1((e - shift) / 2)
		}
		return 0
	}
	// slope is e^ε times the mass of the second law above a grid point.
	slope := func(j int) float64 { return (delta(j) - delta(j+1)) / math.Expm1(step) }
	reach := int(math.Ceil(shift/step)) + 1
	for j := -reach; j <= reach; j++ {
		w := slope(j-1)*math.Exp(step) - slope(j)
		put(j, max(w, 0))
	}
}

// laplaceBelow puts on multiples of step what is left of that loss where releases are known by
// ranges alone, so that no test does better: δ(ε) is never above the truth. Releases whose
// losses lie half a step about a multiple have that multiple for their common loss. The largest
// loss, with mass ½, is joined by so many below it that together they have the last multiple
// of step, or rounded down where those are too many; what is left between is rounded down.
func laplaceBelow(shift, step float64, put func(cell int, mass float64)) {
	last := math.Floor(shift/step + 1e-9)
	if last == 0 {
		put(0, 1)
		return
	}
	up, down := int(last), -int(last)
	t := 1 - math.Sqrt(-num.Expm1(-math.Max(0, shift-last*step)))
	edge := shift + 2*num.Log(t) // of those that join
	if edge < shift/2 {
		t, edge, down = 1, shift, down-1
	}
	put(up, 1-t/2)
	put(down, 0.5*num.Exp(-shift)/t)
	below := func(loss float64) float64 { return 0.5 * num.Exp(0.5*(loss-shift)) } // mass below it
	n := int(math.Floor(edge/step - 0.5))
	for j := -n; j <= n; j++ {
		at := float64(j) * step
		put(j, below(at+step/2)-below(at-step/2))
	}
	rest := (float64(n) + 0.5) * step
	put(n, below(edge)-below(rest))
	put(-n-1, below(-rest)-below(-edge))
}
