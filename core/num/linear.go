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

// CholeskySolve replaces the columns of b, of n rows, by the solutions x of L Lᵀ x = b.
func CholeskySolve(l, b []float64, n int) {
	m := len(b) / n
	subtract := func(i, k int, times float64) {
		from := b[k*m:][:m]
		for j, v := range b[i*m:][:m] {
			b[i*m+j] = v - times*from[j]
		}
	}
	divide := func(i int) {
		for j := range m {
			b[i*m+j] /= l[i*n+i]
		}
	}
	for i := range n {
		for k := range i {
			subtract(i, k, l[i*n+k])
		}
		divide(i)
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			subtract(i, k, l[k*n+i])
		}
		divide(i)
	}
}
