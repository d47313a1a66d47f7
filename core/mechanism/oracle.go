package mechanism

import (
	"math"

	"indistinct/core/fmt"
	"indistinct/core/num"
	"indistinct/core/privacy"
)

// The oracles are mechanisms whose privacy is known exactly, correct ones and
// broken ones, so that a test of privacy can itself be tested. Each file
// oracle_*.go holds one kind. A broken one keeps the claim that its correct
// sibling could make.

// laplaceLog returns the logarithm of the Laplace density.
func laplaceLog(x, scale float64) float64 {
	return -math.Abs(x)/scale - num.Log(2*scale)
}

// curve is a privacy profile made of functions.
type curve struct {
	delta func(epsilon float64) float64
	pure  float64
	how   string
}

func (c curve) Delta(epsilon float64) float64 { return math.Max(0, math.Min(1, c.delta(epsilon))) }
func (c curve) Pure() float64                 { return c.pure }
func (c curve) Exact() string                 { return c.how }

// discrete returns the profile of a finite law: p[in][k] is the probability of
// outcome k.
func discrete(p [2][]float64, how string) privacy.Profile {
	pure := 0.0
	for k := range p[0] {
		a, b := p[0][k], p[1][k]
		switch {
		case a == 0 && b == 0:
		case a == 0 || b == 0:
			pure = math.Inf(1)
		default:
			pure = math.Max(pure, math.Abs(num.Log(a/b)))
		}
	}
	return curve{pure: pure, how: how, delta: func(epsilon float64) float64 {
		e := num.Exp(epsilon)
		var s [2]float64
		for k := range p[0] {
			s[0] += math.Max(0, p[0][k]-float64(e*p[1][k]))
			s[1] += math.Max(0, p[1][k]-float64(e*p[0][k]))
		}
		return math.Max(s[0], s[1])
	}}
}

// positive checks that a parameter is a positive finite number.
func positive(name string, v float64) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s is %v; it must be a positive finite number", name, v)
	}
	return nil
}

// finite checks that a parameter is a finite number.
func finite(name string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%s is %v; it must be a finite number", name, v)
	}
	return nil
}

// claim returns a pure claim of ε.
func claim(epsilon float64, source, note string) Claim {
	return Claim{Budget: privacy.Budget{Epsilon: epsilon}, Source: source, Note: note}
}

const dwork2006 = "Dwork, McSherry, Nissim & Smith 2006, proposition 1"
