package estimator

// maxDegree is the highest degree of the polynomials. The paper's system needs
// seven.
const maxDegree = 32

// horner evaluates a polynomial.
func horner(c []float64, t float64) float64 {
	s := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		s = s*t + c[i]
	}
	return s
}

// derivatives returns the first two derivatives of a polynomial.
func derivatives(c []float64, t float64) (d1, d2 float64) {
	for i := len(c) - 1; i >= 1; i-- {
		d1 = d1*t + float64(i)*c[i]
		if i >= 2 {
			d2 = d2*t + float64(i*(i-1))*c[i]
		}
	}
	return d1, d2
}
