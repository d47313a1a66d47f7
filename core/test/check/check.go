// Package check holds what tests of numbers share.
package check

import (
	"math"
	"os"
	"testing"

	"indistinct/core/num"
)

// Long reports whether tests should take their long form: INDISTINCT_LONG is set.
func Long() bool { return os.Getenv("INDISTINCT_LONG") != "" }

// Near fails a test whose number is not within tol of what is wanted.
func Near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.10g, want %.10g ± %g", what, got, want, tol)
	}
}

// Most returns how many of n trials may go wrong where each does so with probability p:
// more happen with probability 10⁻⁷ at most.
func Most(n int, p float64) int {
	k := int(float64(n) * p)
	for num.BinomialTail(k+1, n, p) > 1e-7 {
		k++
	}
	return k
}
