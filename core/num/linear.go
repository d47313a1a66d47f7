package num

import "math"

// Dot returns the inner product of two vectors.
func Dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// Cholesky replaces the lower triangle of a symmetric n × n matrix by its
// factor; false where it is not positive definite.
func Cholesky(a []float64, n int) bool {
	for j := range n {
		row := a[j*n:][:j+1]
		s := row[j]
		for _, v := range row[:j] {
			s -= v * v
		}
		if !(s > 0) {
			return false
		}
		s = math.Sqrt(s)
		row[j] = s
		for i := j + 1; i < n; i++ {
			other := a[i*n:][:j+1]
			t := other[j]
			for k, v := range row[:j] {
				t -= other[k] * v
			}
			other[j] = t / s
		}
	}
	return true
}

// CholeskySolve replaces b by the solution of L Lᵀ x = b.
func CholeskySolve(l, b []float64, n int) {
	for i := range n {
		row, s := l[i*n:][:i+1], b[i]
		for k, v := range b[:i] {
			s -= row[k] * v
		}
		b[i] = s / row[i]
	}
	for i := n - 1; i >= 0; i-- {
		s := b[i]
		for k := i + 1; k < n; k++ {
			s -= l[k*n+i] * b[k]
		}
		b[i] = s / l[i*n+i]
	}
}
