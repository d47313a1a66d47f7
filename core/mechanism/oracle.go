package mechanism

import (
	"fmt"
	"math"

	"indistinct/core/privacy"
)

// The oracles are mechanisms whose privacy is known exactly, so that a test of
// privacy can itself be tested. Each file oracle_*.go holds one kind.

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
