package audit

import (
	"math"

	"indistinct/core/num"
)

// The bounds of this file are of three kinds, and each function says which:
// a theorem (Clopper–Pearson on both counts with a union bound; the Buehler
// bound; the e-process of sequential.go), an exact calculation whose size was
// enumerated but not proven (the conditional binomial test), or a guess that
// only steers what is looked at (everything named expected…).

// lowerP returns the one-sided Clopper–Pearson lower bound: the p at which
// P(Bin(n, p) ≥ c) = alpha. (Clopper & Pearson 1934.)
func lowerP(c, n int64, alpha float64) float64 {
	if c <= 0 || n <= 0 {
		return 0
	}
	if c >= n {
		return num.Exp(num.Log(alpha) / float64(n))
	}
	return num.BetaQuantile(alpha, float64(c), float64(n-c)+1)
}

// upperP returns the one-sided Clopper–Pearson upper bound: the p at which
// P(Bin(n, p) ≤ c) = alpha.
func upperP(c, n int64, alpha float64) float64 {
	if c >= n || n <= 0 {
		return 1
	}
	if c <= 0 {
		return -num.Expm1(num.Log(alpha) / float64(n))
	}
	// By symmetry with the failures, so that a tiny alpha keeps its digits.
	return 1 - num.BetaQuantile(alpha, float64(n-c), float64(c)+1)
}

// ClopperPearson returns the two-sided interval for a probability from c hits
// in n trials: each end misses with probability at most (1−level)/2.
func ClopperPearson(c, n int64, level float64) (lo, hi float64) {
	a := (1 - level) / 2
	return lowerP(c, n, a), upperP(c, n, a)
}

// EpsilonLower returns the largest ε ≥ 0 with p₁ − e^ε p₂ > δ that c₁ hits in
// n₁ releases for one record and c₂ in n₂ for the other prove with confidence
// level; 0 where they prove none. One-sided Clopper–Pearson bounds on the two
// probabilities, each at (1−level)/2, and a union bound: a theorem. For both
// directions at 95 % ask for level 0.975.
func EpsilonLower(c1, n1, c2, n2 int64, delta, level float64) float64 {
	a := (1 - level) / 2
	return epsilonBetween(lowerP(c1, n1, a), upperP(c2, n2, a), delta)
}

// epsilonBetween returns the largest ε ≥ 0 with p1 − e^ε p2 ≥ δ.
func epsilonBetween(p1, p2, delta float64) float64 {
	if p1-delta <= p2 {
		return 0
	}
	if p2 <= 0 {
		return math.Inf(1)
	}
	return num.Log((p1 - delta) / p2)
}

// splitFirst is the part of a bound's error probability that goes to the
// likelier record's count in the union bound; the rest goes to the rarer one's,
// whose relative error is what limits ε. It is fixed in advance, so the bound
// stays a theorem.
const splitFirst = 0.2

// epsilonUnion is EpsilonLower with error probability alpha split unevenly.
func epsilonUnion(c1, c2, m int64, delta, alpha float64) float64 {
	return epsilonBetween(lowerP(c1, m, splitFirst*alpha), upperP(c2, m, (1-splitFirst)*alpha), delta)
}

// unionP is the p-value of p₁ ≤ e^ε p₂ + δ that epsilonUnion inverts: the
// least alpha, to 10⁻⁴ upward, at which the two Clopper–Pearson bounds exclude
// it. A theorem.
func unionP(c1, c2, m int64, epsilon, delta float64) float64 {
	e := num.Exp(epsilon)
	excluded := func(la float64) bool {
		a := num.Exp(la)
		return lowerP(c1, m, splitFirst*a)-float64(e*upperP(c2, m, (1-splitFirst)*a)) > delta
	}
	lo, hi := -700.0, 0.0
	if !excluded(hi) {
		return 1
	}
	for hi-lo > 1e-4 {
		mid := (lo + hi) / 2
		if excluded(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return num.Exp(hi)
}

// ConditionalBinomial returns the p-value of p₁ ≤ e^ε p₂ that takes c₁, given
// c₁+c₂, as Bin(c₁+c₂, e^ε/(1+e^ε)). It is deterministic. The binomial is the
// law for Poisson counts; for binomial counts the conditional law is more
// concentrated where p₁ is not small. Its size was enumerated (2.0–3.7 % at
// nominal 5 % for n = 50, 200, 1000 and ε = 0.1, 0.7, 1.5), not proven.
func ConditionalBinomial(c1, c2 int64, epsilon float64) float64 {
	if c1 <= 0 {
		return 1
	}
	q := 1 / (1 + num.Exp(-epsilon))
	return num.RegIncBeta(float64(c1), float64(c2)+1, q)
}

// expectedLower approximates the exact bound (exact.go) that m test releases
// give for an event of probabilities p1 and p2, at z standard errors: Wilson's
// interval for the first, Wilson & Hilferty's cube for the second, their
// distances from the estimate added as squares. It steers the choice of events
// and proves nothing.
func expectedLower(p1, p2, m, delta, z float64) float64 {
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
	d2 := num.Log(cubeUpper(p2, m, z) / q)
	return num.Log(a/q) - math.Sqrt(float64(d1*d1)+float64(d2*d2))
}

func wilsonLower(p, m, z float64) float64 {
	z2 := float64(z * z)
	r := float64(p*(1-p))/m + z2/(4*float64(m*m))
	lo := (p + z2/(2*m) - float64(z*math.Sqrt(r))) / (1 + z2/m)
	return math.Max(lo, 0)
}

func cubeUpper(p, m, z float64) float64 {
	c := float64(m*p) + 1
	s := 1 - 1/(9*c) + float64(z*math.Sqrt(1-p))/(3*math.Sqrt(c))
	return math.Min(float64(c*s)*float64(s*s)/m, 1)
}
