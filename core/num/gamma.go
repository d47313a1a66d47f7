package num

import "math"

// logGamma returns ln |Γ(x)|.
func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// stirling returns ln Γ(x) − (x−½)·ln x + x − ½·ln 2π for x ≥ 8: FDLIBM's
// minimax polynomial in 1/x, which behaves as 1/(12x).
func stirling(x float64) float64 {
	z := 1 / x
	y := z * z
	return z * (y*(y*(y*(y*(y*-1.63092934096575273989e-03+
		8.36339918996282139126e-04)-5.95187557450339963135e-04)+7.93650558643019558500e-04)-
		2.77777777728775536470e-03) + 8.33333333333329678849e-02)
}

// logBeta returns ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a+b) for finite a, b > 0,
// without the cancellation of that sum when one argument is large. (Didonato &
// Morris 1992, algorithm 708.)
func logBeta(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case b < 8:
		return logGamma(a) + (logGamma(b) - logGamma(a+b))
	case a < 8:
		// The logarithm of Γ(b)/Γ(a+b), for b ≥ 8, is the second part.
		return logGamma(a) + ((a - (b-0.5)*Log1p(a/b)) - a*Log(a+b) + (stirling(b) - stirling(a+b)))
	}
	// ½ ln 2π − ½ ln b + Δ(a) + Δ(b) − Δ(a+b) − (a−½)·ln((a+b)/a) − b·ln((a+b)/b)
	corr := stirling(a) + (stirling(b) - stirling(a+b))
	return HalfLog2Pi - 0.5*Log(b) + corr + (a-0.5)*Log(a/(a+b)) - b*Log1p(a/b)
}

// StirlingError returns ln Γ(x) − (x−½)·ln x + x − ½·ln 2π for x > 0, the
// remainder of Stirling's formula, about 1/(12x).
func StirlingError(x float64) float64 {
	if x >= 8 {
		return stirling(x)
	}
	return logGamma(x) - (x-0.5)*Log(x) + x - HalfLog2Pi
}
