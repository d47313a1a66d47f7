package audit

// test is an exact one of all null hypotheses "at most ε".
type test interface {
	// lower returns the largest ε ≥ 0 up to which the null is rejected at error
	// probability alpha; 0 where it is rejected nowhere.
	lower(alpha float64) float64
	// rejects reports whether lower(alpha) exceeds ε.
	rejects(epsilon, alpha float64) bool
	// p returns the p-value of the null at ε: at alpha = p(ε) the bound is ε.
	p(epsilon float64) float64
	// detectable returns the smallest true ε that counts like these show to be above
	// the claim in half of all audits.
	detectable(claim, alpha float64) float64
	// reversed is the test of the nulls "at least ε".
	reversed() test
}
