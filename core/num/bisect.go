package num

import "math"

// Bisect returns where in [lo, hi] a condition begins to hold that fails at lo
// and holds at hi, to the relative accuracy tol (0: the last bit). What it
// returns holds, as far as was seen; neither end is asked.
func Bisect(lo, hi, tol float64, holds func(x float64) bool) float64 {
	return bisect(lo, hi, tol, func(lo, hi float64) float64 { return lo + 0.5*(hi-lo) }, holds)
}

// BisectRatio is Bisect for 0 < lo < hi of very different size: it halves the
// ratio of the ends.
func BisectRatio(lo, hi, tol float64, holds func(x float64) bool) float64 {
	return bisect(lo, hi, tol, func(lo, hi float64) float64 { return math.Sqrt(lo) * math.Sqrt(hi) }, holds)
}

func bisect(lo, hi, tol float64, middle func(lo, hi float64) float64, holds func(x float64) bool) float64 {
	for hi-lo > tol*math.Max(math.Abs(lo), math.Abs(hi)) {
		mid := middle(lo, hi)
		if mid <= lo || mid >= hi {
			break
		}
		if holds(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Golden narrows [lo, hi] about the least value of a function that falls and then
// rises, by so many golden sections (Kiefer 1953), each of which leaves 0.618 of
// the interval. low is the lesser of the last two values.
func Golden(lo, hi float64, sections int, f func(x float64) float64) (a, b, low float64) {
	const ratio = 0.6180339887498949
	u, v := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fu, fv := f(u), f(v)
	for range sections {
		if fu < fv {
			hi, v, fv = v, u, fu
			u = hi - ratio*(hi-lo)
			fu = f(u)
		} else {
			lo, u, fu = u, v, fv
			v = lo + ratio*(hi-lo)
			fv = f(v)
		}
	}
	return lo, hi, math.Min(fu, fv)
}

// Root returns a zero of an increasing or decreasing f on [lo, hi] to the last
// bits, by Brent's method (1973); without a change of sign it returns the end
// where |f| is smaller.
func Root(f func(float64) float64, lo, hi float64) float64 {
	return RootBetween(f, lo, f(lo), hi, f(hi), 1e-15)
}

// RootBetween is Root to the accuracy tol, for who knows f at both ends.
func RootBetween(f func(float64) float64, a, fa, b, fb, tol float64) float64 {
	if fa == 0 {
		return a
	}
	if fb == 0 {
		return b
	}
	if (fa > 0) == (fb > 0) {
		if math.Abs(fa) < math.Abs(fb) {
			return a
		}
		return b
	}
	c, fc := a, fa
	d := b - a
	e := d
	for range 200 {
		if (fb > 0) == (fc > 0) {
			c, fc = a, fa
			d = b - a
			e = d
		}
		if math.Abs(fc) < math.Abs(fb) {
			a, b, c = b, c, b
			fa, fb, fc = fb, fc, fb
		}
		tol := 4e-16*math.Abs(b) + tol
		m := 0.5 * (c - b)
		if math.Abs(m) <= tol || fb == 0 {
			return b
		}
		if math.Abs(e) < tol || math.Abs(fa) <= math.Abs(fb) {
			d, e = m, m
		} else {
			s := fb / fa
			var p, q float64
			if a == c {
				p, q = 2*m*s, 1-s
			} else {
				q = fa / fc
				r := fb / fc
				p = s * (2*m*q*(q-r) - (b-a)*(r-1))
				q = (q - 1) * (r - 1) * (s - 1)
			}
			if p > 0 {
				q = -q
			} else {
				p = -p
			}
			if 2*p < min(3*m*q-math.Abs(tol*q), math.Abs(e*q)) {
				e, d = d, p/q
			} else {
				d, e = m, m
			}
		}
		a, fa = b, fb
		if math.Abs(d) > tol {
			b += d
		} else {
			b += math.Copysign(tol, m)
		}
		fb = f(b)
	}
	return b
}
