package audit

import "indistinct/core/num"

// ExpectedBound is about the lower bound on ε at δ that m test releases of each
// input will prove at error probability alpha for an event of probabilities
// p1 > p2. It steers the choice of events and proves nothing.
func ExpectedBound(p1, p2, m, delta, alpha float64) float64 {
	return expectedLower(p1, p2, m, delta, num.NormalQuantile(1-alpha))
}
