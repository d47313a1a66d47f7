package mechanism

import (
	"fmt"
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
)

// The oracles are mechanisms whose privacy is known exactly, correct ones and
// broken ones, so that a test of privacy can itself be tested. Each file
// oracle_*.go holds one kind. A broken one keeps the claim that its correct
// sibling could make.

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
	return privacy.Curve{PureEpsilon: pure, How: how, At: func(epsilon float64) float64 {
		if epsilon >= pure {
			return 0
		}
		e := num.Exp(math.Min(epsilon, 700)) // finite: an outcome may be impossible
		var s [2]float64
		for k := range p[0] {
			s[0] += math.Max(0, p[0][k]-e*p[1][k])
			s[1] += math.Max(0, p[1][k]-e*p[0][k])
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
