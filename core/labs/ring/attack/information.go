package attack

import (
	"errors"
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
)

// What a release tells of the sensor's place: bounds and distances between the laws
// of two places, and the information about small displacements.

// affinity returns ln ∫√(p₁p₂) of the release at two places or a bound below
// it; NaN where none is known.
func (s *Adversary) affinity(a, b *Place) float64 {
	if a.Position == b.Position {
		return 0
	}
	switch k := s.Setting.Law; {
	case k.Affinity != nil:
		return k.Affinity(s, a, b)
	case k.Shift != nil:
		mu := k.Shift(s, a, b)
		return -(mu * mu) / 8
	}
	return math.NaN()
}

// pure bounds ε at δ = 0 between two places; +Inf where no bound is known.
func (s *Adversary) pure(a, b *Place) float64 {
	if a.Position == b.Position {
		return 0
	}
	if f := s.Setting.Law.Pure; f != nil {
		return f(s, a, b)
	}
	return math.Inf(1)
}

// advantage bounds the total variation distance of the releases at two places
// by the mechanism's own law.
func (s *Adversary) advantage(a, b *Place) float64 {
	if shift := s.Setting.Law.Shift; shift != nil {
		if mu := shift(s, a, b); !math.IsNaN(mu) {
			return gaussianAdvantage(mu)
		}
	}
	if l := s.affinity(a, b); !math.IsNaN(l) {
		return hellingerAdvantage(l)
	}
	return privacy.Advantage(privacy.Budget{Epsilon: s.pure(a, b)})
}

// Around returns the place at a displacement from the hidden sensor.
func (s *Adversary) Around(r, angle float64) (*Place, error) {
	return s.At(s.Setting.Scenario.Beside(r, angle))
}

// Everywhere is the displacement from which on a guarantee holds all over the
// ring: its diameter.
func (s *Adversary) Everywhere() float64 { return 2 * s.Setting.Scenario.Radius }

// Learn measures the information that a release carries about the place.
func (s *Adversary) Learn() error {
	s.fit()
	switch {
	case s.By == byNothing:
		s.Lost = true
		return nil
	case s.Silent:
		return nil
	case s.By == BySupport, s.trials == 0 && s.By == BySampling:
		s.Known = false
		return nil
	case s.fitted.Fisher != nil:
		s.fisher = *s.fitted.Fisher
		return nil
	}
	// along is the information in one direction, from a displacement at which
	// it can be measured well: where the coefficient has fallen by about an
	// eighth, or half the radius. Directions differ by many powers of ten, so
	// each finds its own.
	var failed error
	along := func(angle float64) float64 {
		h, v := 0.01, 0.0
		for pass := range 3 {
			p, err := s.Around(h, angle)
			if failed = errors.Join(failed, err); err != nil {
				return 0
			}
			var fall float64 // −8 times the log of the coefficient
			if s.By == BySampling {
				fall = -2 * s.Log(p, s.Base.Centre, make([]float64, len(s.Base.Centre)/2))
			} else {
				fall = -8 * s.affinity(s.Base, p)
			}
			switch {
			case math.IsInf(fall, 1):
				return fall
			case !(fall >= 0):
				fall = 0
			}
			if v = fall / (h * h); pass < 2 {
				if next := min(0.5*s.Setting.Scenario.Radius, 1/math.Sqrt(math.Max(v, 1e-9))); next > h/2 &&
					next < 2*h {
					break
				} else {
					h = next
				}
			}
		}
		return v
	}
	var info [3]float64
	for i := range info {
		info[i] = along(float64(i) * math.Pi / 3)
		if s.Lost = math.IsInf(info[i], 1); s.Lost || failed != nil {
			return failed
		}
	}
	// The second and third are xx/4 ± (√3/2) xy + 3/4 yy.
	v, u, w := info[0], info[1], info[2]
	s.fisher = [3]float64{v, (u - w) / math.Sqrt(3), (2*(u+w) - v) / 3}
	// The smaller eigenvalue is a difference of large numbers: measure it.
	_, _, angle := s.Eigen()
	high, low := along(angle), along(angle+math.Pi/2)
	if failed != nil {
		return failed
	}
	sin, cos := num.Sincos(angle)
	s.fisher = [3]float64{high*cos*cos + low*sin*sin, (high - low) * sin * cos, high*sin*sin + low*cos*cos}
	s.fitted.Fisher = &s.fisher
	return nil
}

// Eigen returns the largest and smallest eigenvalue of the information and the
// direction of the largest.
func (s *Adversary) Eigen() (high, low, angle float64) {
	f := s.fisher
	mid, diff := 0.5*(f[0]+f[2]), 0.5*(f[0]-f[2])
	r := math.Sqrt(diff*diff + f[1]*f[1])
	return mid + r, math.Max(0, mid-r), 0.5 * num.Atan2(f[1], diff)
}

// Reach is the half-width of the adversary's 95 % region in the plane after one
// release, in the direction in which a release tells most: that of the normal
// law with the information that a small displacement measures; +Inf where
// nothing is known.
func (s *Adversary) Reach() float64 {
	high, _, _ := s.Eigen()
	if !s.Known || s.Lost || !(high > 0) {
		return math.Inf(1)
	}
	return math.Sqrt(-2*math.Log(0.05)) / math.Sqrt(high) // χ² with two degrees of freedom
}
