package loop

import (
	"errors"
	"math"
	"slices"

	"indistinct/core/control"
	"indistinct/core/num"
)

// WithEpsilon returns promises with another ε: one for all, or one each.
func WithEpsilon(promises []Promise, eps ...float64) []Promise {
	out := slices.Clone(promises)
	for i := range out {
		out[i].Epsilon = eps[min(i, len(eps)-1)]
	}
	return out
}

// total returns ΔJ.
func (d *Design) total(promises []Promise, exact bool) (float64, error) {
	c, err := d.cost(promises, exact)
	if err != nil {
		return 0, err
	}
	return c.Total(), nil
}

// Equal returns the one ε for all agents at which ΔJ equals a budget, by
// bisection on ln ε: ΔJ falls as ε grows.
func (d *Design) Equal(promises []Promise, exact bool, budget float64) (float64, error) {
	cost := func(eps float64) (float64, error) { return d.total(WithEpsilon(promises, eps), exact) }
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

// turns is how many halvings Share takes.
const turns = 36

// Share returns one ε for each agent that meets a budget for ΔJ with the least
// sum of ε: at the optimum the marginal cost ∂ΔJ/∂εᵢ is the same for every
// agent. The inner problem is solved by fixed point on the noise variances'
// prices (Price.Slope), the common marginal cost by bisection. The result meets
// the budget to a relative 10⁻⁶; NaN where no ε up to 1000 does. tell is called
// before each piece of work, of which about so many are left.
func (d *Design) Share(promises []Promise, exact bool, budget float64, tell func(left int)) ([]float64, error) {
	n := len(promises)
	start, err := d.Equal(promises, exact, budget)
	if err != nil || math.IsNaN(start) {
		return nil, err
	}
	// variance is k²·scale, with k the multiplier at ε.
	ps := WithEpsilon(promises, start)
	solve := func(mu float64) (float64, error) { // returns ΔJ and leaves ps at the optimum, where the next begins
		for range 25 {
			c, err := d.cost(ps, exact)
			if err != nil {
				return 0, err
			}
			change := 0.0
			for i := range n {
				a := &d.Net.Agents[i]
				sc := control.MaxSingular(a.C) * promises[i].B
				weight := c.Slope[i]*sc*sc + c.SlopeRef[i]*promises[i].RefB*promises[i].RefB
				e, err := marginal(weight, mu, promises[i].Delta, exact)
				if err != nil {
					return 0, err
				}
				change = max(change, math.Abs(e-ps[i].Epsilon)/e)
				ps[i].Epsilon = e
			}
			if change < 1e-9 {
				break
			}
		}
		return d.total(ps, exact)
	}
	// What one more unit of ε must save, from its reciprocal: the more it must
	// save, the smaller every ε and the larger ΔJ.
	var failed error
	turn := 0
	mu := 1 / num.BisectRatio(1e-12, 1e12, 1e-9, func(inverse float64) bool {
		tell(turns - turn)
		turn++
		c, err := solve(1 / inverse)
		if err != nil {
			failed = err
		}
		return c <= budget
	})
	if failed != nil {
		return nil, failed
	}
	if _, err := solve(mu); err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = ps[i].Epsilon
	}
	return out, nil
}

// marginal returns the ε in 10⁻³ … 10³ at which −d(weight·k(ε)²)/dε = mu; the
// derivative falls as ε grows.
func marginal(weight, mu, delta float64, exact bool) (float64, error) {
	var failed error
	over := func(u float64) float64 { // by how much ε = eᵘ saves more than mu
		eps := num.Exp(u)
		h := eps * 1e-4
		a, err := multiplier(eps-h, delta, exact)
		b, err2 := multiplier(eps+h, delta, exact)
		failed = errors.Join(failed, err, err2)
		return weight*(a*a-b*b)/(2*h) - mu
	}
	return num.Exp(num.Root(over, num.Log(1e-3), num.Log(1e3))), failed
}
