package loop

import (
	"math"
	"slices"

	"indistinct/core/num"
)

// WithEpsilon returns promises with another ε, one for all.
func WithEpsilon(promises []Promise, eps float64) []Promise {
	out := slices.Clone(promises)
	for i := range out {
		out[i].Epsilon = eps
	}
	return out
}

// Equal returns the one ε for all agents at which ΔJ equals a budget, by
// bisection on ln ε: ΔJ falls as ε grows. It is NaN where no ε up to 1000 does. tell is
// called before each step of the search.
func (d *Design) Equal(promises []Promise, exact bool, budget float64, tell func()) (float64, error) {
	cost := func(eps float64) (float64, error) {
		tell()
		c, err := d.Price(WithEpsilon(promises, eps), exact)
		if err != nil {
			return 0, err
		}
		return c.Total(), nil
	}
	lo, hi := 1e-3, 1e3
	if c, err := cost(hi); err != nil || c > budget {
		return math.NaN(), err
	}
	if c, err := cost(lo); err != nil || c <= budget {
		return lo, err
	}
	var failed error
	eps := num.BisectRatio(lo, hi, 1e-10, func(eps float64) bool {
		c, err := cost(eps)
		if err != nil {
			failed = err
		}
		return c <= budget
	})
	return eps, failed
}
