package privacy

import (
	"math"
	"math/bits"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Step is what is known of the privacy loss of one step of a release at two given inputs.
type Step struct {
	Mu     float64   // of Gaussian noise: the distance of the inputs in standard deviations
	Pure   float64   // of other noise: a bound on the absolute loss; +Inf where none is known
	Shifts []float64 // where that is Laplace noise, with Pure for their sum: each number's distance in scales
	// Law, where it is known but for a grid, returns the losses under either input.
	Law func(under int) []Loss
}

// Rho returns the ρ for which a step is ρ-zCDP: μ²/2 of Gaussian noise (Bun & Steinke 2016,
// Proposition 1.6), a + e⁻ᵃ − 1 of Laplace noise (Harrison & Manurangsi 2026), else
// ε·tanh(ε/2) (Steinke 2024, “Tight RDP & zCDP Bounds from Pure DP”).
func (s *Step) Rho() (rho float64) {
	if s.Shifts == nil {
		return 0.5*s.Mu*s.Mu + s.Pure*num.Tanh(0.5*s.Pure)
	}
	for _, a := range s.Shifts {
		rho += a + num.Expm1(-a)
	}
	return rho
}

// square returns μ² where a step is μ-Gaussian DP, for the least μ.
//
// Of Laplace noise μ = −2·Φ⁻¹(e^{−a/2}/2): its curve is f(α) = e⁻ᵃ/(4α) between e⁻ᵃ/2 and ½
// and straight outside, where it is above a convex G_μ that it is not below at the ends. In
// between μ has to be the largest x + y with Φ(−x)·Φ(−y) = e⁻ᵃ/4; ln Φ is concave, so that
// x = y. Of a pure ε, whose curve is straight up to where both errors are 1/(1 + e^ε),
// μ = −2·Φ⁻¹(1/(1 + e^ε)).
func (s *Step) square() (sum float64) {
	of := func(errors float64) float64 { mu := 2 * num.NormalQuantile(errors); return mu * mu }
	if s.Shifts == nil {
		return s.Mu*s.Mu + of(1/(1+num.Exp(s.Pure)))
	}
	for _, a := range s.Shifts {
		sum += of(0.5 * num.Exp(-0.5*a))
	}
	return sum
}

// Cost is the ε of several steps together at one δ, by four accounts. Each but Low is an
// upper bound; +Inf says that none is known.
type Cost struct {
	Basic        float64 // the ε of the steps, added up, each of them at an equal part of δ
	Concentrated float64 // by zCDP: ρ adds up
	Gaussian     float64 // by Gaussian DP: μ² adds up
	Low, High    float64 // about the exact ε; NaN where no law is known
}

// Account returns the cost of steps of independent noise, each of them times over, at
// 0 < δ < 1. The exact ε is known where all is Gaussian noise or all Laplace noise, and of one law.
func Account(steps []Step, times int, delta float64) (c Cost, err error) {
	var rho, square float64
	var shifts []float64
	k, laplace, gauss := float64(times), true, true
	for i := range steps {
		s := &steps[i]
		e, err := GaussianEpsilon(delta/(k*float64(len(steps))), s.Mu)
		if err != nil {
			return c, err
		}
		c.Basic, rho, square = c.Basic+k*(s.Pure+e), rho+k*s.Rho(), square+k*s.square()
		shifts = append(shifts, s.Shifts...)
		laplace, gauss = laplace && (s.Shifts != nil || s.Pure == 0) && s.Mu == 0, gauss && s.Pure == 0
	}
	c.Concentrated, c.Low, c.High = ConcentratedEpsilon(rho, delta), math.NaN(), math.NaN()
	if c.Gaussian, err = GaussianEpsilon(delta, math.Sqrt(square)); err != nil {
		return c, err
	}
	switch {
	case math.IsInf(c.Basic, 1):
	case gauss:
		c.Low, c.High = c.Gaussian, c.Gaussian
	case laplace:
		low, high := repeatedLaplace(shifts, times)
		if c.Low, err = EpsilonAt(low, delta); err == nil {
			c.High, err = EpsilonAt(high, delta)
		}
	case len(steps) == 1 && steps[0].Law != nil:
		one := []Part{{Up: steps[0].Pure, Down: steps[0].Pure, Law: steps[0].Law}}
		all := Compose(one, times, 1<<max(17, bits.Len(uint(times))+8), func(float64) lang.Message { return Closed() })
		c.High, err = EpsilonAt(all, delta)
		c.Low = c.High
	}
	return c, err
}

// ConcentratedEpsilon returns the least ε at which ρ-zCDP implies (ε, δ), for 0 < δ < 1: the least of
// what the divergence αρ of one order α does, over orders. None is less than what all orders imply
// together; the least is equal to it in what was tried, and but for what is unlikely the one of
// Canonne, Kamath & Steinke (2020, Proposition 12), whose α is about √(ln(1/δ)/ρ) from 1.
func ConcentratedEpsilon(rho, delta float64) float64 {
	if rho == 0 || math.IsInf(rho, 1) {
		return rho
	}
	about := 0.5 * num.Log(-num.Log(delta)/rho)
	_, _, least := num.Golden(about-5, about+1, 20, func(u float64) float64 {
		order := 1 + num.Exp(u)
		return renyiEpsilon(order, order*rho, delta)
	})
	return least
}

const (
	mostReach = 1 << 17 // cells of the grid to either side
	// outside bounds the probability of a sum beyond, and transformed what that and rounding
	// in the transforms add to a δ.
	outside, transformed = 1e-12, 5e-10
)

// LaplaceSum returns the profile of independent numbers with Laplace noise at two inputs that lie
// shifts > 0 scales apart: of one number exactly, of several never below the truth.
func LaplaceSum(shifts []float64) Profile {
	if len(shifts) == 0 {
		return LaplaceProfile{}
	}
	_, high := repeatedLaplace(shifts, 1)
	return high
}

// repeatedLaplace returns a profile below and one above that of independent numbers with
// Laplace noise that are shifts > 0 scales apart, each of them released times over. Each
// loss is put on a grid on which the largest shift lies; see laplaceBelow and laplaceAbove.
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
	// step of the grid or two more for each release, which may be rounded.
	all := Step{Shifts: shifts}
	far := math.Min(total, k*all.Rho()+math.Sqrt(-2*squares*num.Log(outside/2)))
	rounded := 2 * k * float64(len(shifts))
	h := top / math.Max(1, math.Min(1024, math.Floor((mostReach-rounded)*top/far)))
	n := 1
	for float64(n) < 2*(far/h+rounded)+2 {
		n *= 2
	}
	bound := func(part func(shift, step float64, put func(cell int, mass float64)), more ...Loss) Profile {
		var losses []Loss
		for i, w := range Convolve(n, len(shifts), times, func(i int, cells []float64) {
			part(shifts[i], h, func(cell int, mass float64) { cells[(cell+n)%n] += mass })
		}) {
			if i > n/2 {
				i -= n
			}
			if w > 1e-15 {
				losses = append(losses, Loss{Value: float64(i) * h, Weight: w})
			}
		}
		return NewLossProfile(append(losses, more...), losses, total, lang.Say("privacy.grid"))
	}
	return bound(laplaceBelow, Loss{math.Inf(1), -transformed}), bound(laplaceAbove, Loss{math.Inf(1), transformed})
}

// laplaceAbove puts the loss of a number with Laplace noise at two inputs shift scales apart on
// multiples of step, such that its δ(ε) is exact there and straight in e^ε between them, so
// never below the truth (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). Both directions
// have the same law.
func laplaceAbove(shift, step float64, put func(cell int, mass float64)) {
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
// ranges alone, so that δ(ε) is never above the truth: those of losses half a step about a
// multiple have that multiple for their common loss. What is left at the ends is rounded down.
func laplaceBelow(shift, step float64, put func(cell int, mass float64)) {
	n := int(math.Floor(shift/step - 0.5))
	if n < 1 { // releases are not known at all
		put(0, 1)
		return
	}
	below := func(loss float64) float64 { return 0.5 * num.Exp(0.5*(loss-shift)) } // mass below it
	at := func(j int) float64 { return (float64(j) + 0.5) * step }
	for j := -n; j <= n; j++ {
		put(j, below(at(j))-below(at(j-1)))
	}
	put(n, below(shift)-below(at(n)))
	put(-n-1, below(-at(n))-below(-shift))
	put(int(math.Floor(shift/step+1e-9)), 0.5)
	put(-int(math.Ceil(shift/step-1e-9)), below(-shift))
}
