package stat

import (
	"math"

	"indistinct/core/num"
)

// Clopper–Pearson limits of a probability, of which the exact test (ratio.go) is made,
// and guesses that only steer what is looked at or said.

// LowerP returns the one-sided Clopper–Pearson lower bound: the p at which
// P(Bin(n, p) ≥ c) = alpha. (Clopper & Pearson 1934.)
func LowerP(c, n int64, alpha float64) float64 {
	if c <= 0 || n <= 0 {
		return 0
	}
	if c >= n {
		return num.Exp(num.Log(alpha) / float64(n))
	}
	return num.NewBeta(float64(c), float64(n-c)+1).Quantile(alpha)
}

// UpperP returns the one-sided Clopper–Pearson upper bound: the p at which
// P(Bin(n, p) ≤ c) = alpha.
func UpperP(c, n int64, alpha float64) float64 { return Upper(c, n)(alpha) }

// Upper returns UpperP of a count at any alpha, for one goroutine.
func Upper(c, n int64) func(alpha float64) float64 {
	switch {
	case c >= n || n <= 0:
		return func(float64) float64 { return 1 }
	case c <= 0:
		return func(alpha float64) float64 { return -num.Expm1(num.Log(alpha) / float64(n)) }
	}
	// By symmetry with the failures, so that a tiny alpha keeps its digits.
	law := num.NewBeta(float64(n-c), float64(c)+1)
	return func(alpha float64) float64 { return 1 - law.Quantile(alpha) }
}

// ClopperPearson returns the two-sided interval for a probability from c hits
// in n trials: each end misses with probability at most (1−level)/2.
func ClopperPearson(c, n int64, level float64) (lo, hi float64) {
	a := (1 - level) / 2
	return LowerP(c, n, a), UpperP(c, n, a)
}

// ApproximateUpperP is about UpperP at z standard errors, whose distance from the frequency it
// misses by some hundredths, in a fraction of the time: Wilson & Hilferty's cubes for a ratio
// (Paulson 1942). It proves nothing.
func ApproximateUpperP(c, n int64, z float64) float64 {
	hits, others := float64(c+1), float64(n-c)
	a, b := 1/(9*others), 1/(9*hits)
	d := (1-a)*(1-a) - a*(z*z)
	if c >= n || d <= 0 {
		return 1
	}
	s := ((1-a)*(1-b) + z*math.Sqrt((1-a)*(1-a)*b+a*(1-b)*(1-b)-a*b*(z*z))) / d
	odds := hits / others * (s * s * s)
	return odds / (1 + odds)
}

// ExpectedLower approximates the exact bound (ratio.go) that m test releases
// give for an event of probabilities p1 and p2, at z standard errors: Wilson's
// interval for the first, Wilson & Hilferty's cube for the second, their
// distances from the estimate added as squares. It steers the choice of events
// and proves nothing.
func ExpectedLower(p1, p2, m, delta, z float64) float64 {
	a := p1 - delta
	if a <= 0 {
		return -50 + a // still ranks
	}
	q := p2 + 2/(3*m)
	lo := wilsonLower(p1, m, z) - delta
	d1 := 50.0
	if lo > 0 {
		d1 = num.Log(a / lo)
	}
	c := m*p2 + 1
	s := 1 - 1/(9*c) + z*math.Sqrt(1-p2)/(3*math.Sqrt(c))
	d2 := num.Log(math.Min(c*s*(s*s)/m, 1) / q)
	return num.Log(a/q) - math.Sqrt(d1*d1+d2*d2)
}

func wilsonLower(p, m, z float64) float64 {
	z2 := z * z
	r := p*(1-p)/m + z2/(4*(m*m))
	lo := (p + z2/(2*m) - z*math.Sqrt(r)) / (1 + z2/m)
	return math.Max(lo, 0)
}

// LogBinomial returns ln Bin(j; c, theta), with rest = 1 − theta, of which the
// smaller is exact.
func LogBinomial(j, c int64, theta, rest float64) float64 {
	if theta <= rest {
		return num.LogBinomialPMF(int(j), int(c), theta)
	}
	return num.LogBinomialPMF(int(c-j), int(c), rest)
}
