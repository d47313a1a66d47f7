package quadrature

// MaxDegree is the highest degree of the polynomials. The paper's system needs
// seven.
const MaxDegree = 32

// Horner evaluates a polynomial.
func Horner(c []float64, t float64) float64 {
	s := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		s = s*t + c[i]
	}
	return s
}

// Derivatives returns the first two derivatives of a polynomial.
func Derivatives(c []float64, t float64) (d1, d2 float64) {
	for i := len(c) - 1; i >= 1; i-- {
		d1 = d1*t + float64(i)*c[i]
		if i >= 2 {
			d2 = d2*t + float64(i*(i-1))*c[i]
		}
	}
	return d1, d2
}
