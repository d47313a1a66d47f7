package survey

import (
	"math"

	"indistinct/core/num"
)

// law is the distribution of a count of yes answers plus noise. For the
// Laplace and the untruncated Tulap noise its tails come from two recursions,
// A(k) = p(k) + b·A(k−1) and B(k) = p(k) + b·B(k+1) with b = e^{−ε}, so that a
// probability costs O(1) after O(n) of set-up; for the others it is the sum
// over the counts.
type law struct {
	x     pmf
	noise Noise
	b     float64   // e^{−ε}; 0: no recursion
	eps   float64   //
	a, c  []float64 // A and B at Lo … Hi
	tail  []float64 // P(X ≥ Lo+i), one more than P
	sums  []float64 // P(X+D ≥ Lo+i) with D discrete Laplace, for Tulap
	tulap bool
}

func newLaw(x pmf, noise Noise) *law {
	l := &law{x: x, noise: noise}
	switch d := noise.(type) {
	case Laplace:
		l.eps = d.Epsilon
		l.b = num.Exp(-d.Epsilon)
	case Tulap:
		if d.Q > 0 || d.B == 0 {
			return l
		}
		l.b, l.tulap = d.B, true
	default:
		return l
	}
	m := len(x.P)
	buf := make([]float64, 4*m+2)
	l.a, l.c, l.tail = buf[:m], buf[m:2*m], buf[2*m:3*m+1]
	v := 0.0
	for i, p := range x.P {
		v = p + float64(v*l.b)
		l.a[i] = v
	}
	v = 0
	sum := 0.0
	for i := m - 1; i >= 0; i-- {
		v = x.P[i] + float64(v*l.b)
		sum += x.P[i]
		l.c[i], l.tail[i] = v, sum
	}
	if l.tulap {
		l.sums = buf[3*m+1:]
		// P(X + D ≥ Hi+1) = b·A(Hi)/(1+b).
		l.sums[m] = l.b * l.a[m-1] / (1 + l.b)
		f := (1 - l.b) / (1 + l.b)
		for i := m - 1; i >= 0; i-- {
			l.sums[i] = l.sums[i+1] + float64(f*(l.a[i]+l.c[i]-x.P[i]))
		}
	}
	return l
}

// Upper returns P(X + N > z).
func (l *law) Upper(z float64) float64 {
	if l.a == nil {
		sum := 0.0
		for i, p := range l.x.P {
			sum += float64(p * l.noise.Upper(z-float64(l.x.Lo+i)))
		}
		return sum
	}
	if l.tulap {
		// X + D + U: linear between the half-integers.
		k := math.Floor(z + 0.5)
		w := z + 0.5 - k // share of cell k that lies below z
		at := l.discrete(k)
		return at + float64(w*(l.discrete(k+1)-at))
	}
	lo, hi := float64(l.x.Lo), float64(l.x.Hi())
	m := len(l.x.P)
	switch {
	case z < lo:
		return l.tail[0] - float64(0.5*num.Exp(-l.eps*(lo-z))*l.c[0])
	case z >= hi:
		return float64(0.5 * num.Exp(-l.eps*(z-hi)) * l.a[m-1])
	}
	k := math.Floor(z)
	i := int(k - lo)
	return l.tail[i+1] + float64(0.5*num.Exp(-l.eps*(z-k))*l.a[i]) - float64(0.5*num.Exp(-l.eps*(k+1-z))*l.c[i+1])
}

// discrete returns P(X + D ≥ k) for a whole number k.
func (l *law) discrete(k float64) float64 {
	lo, hi := float64(l.x.Lo), float64(l.x.Hi())
	switch {
	case k < lo: // 1 − P(X + D ≤ k−1)
		return 1 - float64(num.Pow(l.b, lo-k+1)*l.c[0]/(1+l.b))
	case k > hi:
		return num.Pow(l.b, k-hi) * l.a[len(l.a)-1] / (1 + l.b)
	}
	return l.sums[int(k-lo)]
}

// Lower returns P(X + N ≤ z), by the symmetry of the noise where cancellation
// would spoil it.
func (l *law) Lower(z float64) float64 {
	if l.a == nil {
		sum := 0.0
		for i, p := range l.x.P {
			sum += float64(p * l.noise.CDF(z-float64(l.x.Lo+i)))
		}
		return sum
	}
	if lo := float64(l.x.Lo); z < lo-1 {
		if l.tulap {
			k := math.Floor(z + 0.5)
			w := z + 0.5 - k
			at := num.Pow(l.b, lo-k+1) * l.c[0] / (1 + l.b)
			return at + float64(w*(at/l.b-at))
		}
		return float64(0.5 * num.Exp(-l.eps*(lo-z)) * l.c[0])
	}
	return max(1-l.Upper(z), 0)
}

// span is where all but a negligible part of the law lies.
func (l *law) span() (lo, hi float64) {
	r := l.noise.Reach() + 1
	return float64(l.x.Lo) - r, float64(l.x.Hi()) + r
}

// upperQuantile returns z with P(X + N > z) = alpha.
func (l *law) upperQuantile(alpha float64) float64 {
	lo, hi := l.span()
	return root(func(z float64) float64 { return alpha - l.Upper(z) }, lo, hi)
}

// lowerQuantile returns z with P(X + N ≤ z) = alpha.
func (l *law) lowerQuantile(alpha float64) float64 {
	lo, hi := l.span()
	return root(func(z float64) float64 { return l.Lower(z) - alpha }, lo, hi)
}

// density returns the density of X + N at z.
func (l *law) density(z float64) float64 {
	if l.a != nil && !l.tulap {
		lo, hi := float64(l.x.Lo), float64(l.x.Hi())
		f := 0.5 * l.eps
		switch {
		case z < lo:
			return f * num.Exp(-l.eps*(lo-z)) * l.c[0]
		case z >= hi:
			return f * num.Exp(-l.eps*(z-hi)) * l.a[len(l.a)-1]
		}
		k := math.Floor(z)
		i := int(k - lo)
		return f * (float64(num.Exp(-l.eps*(z-k))*l.a[i]) + float64(num.Exp(-l.eps*(k+1-z))*l.c[i+1]))
	}
	sum := 0.0
	for i, p := range l.x.P {
		sum += float64(p * num.Exp(l.noise.LogPDF(z-float64(l.x.Lo+i))))
	}
	return sum
}

// root finds a zero of an increasing or decreasing f on [lo, hi] to the last
// bits, by Brent's method (1973); without a change of sign it returns the end
// where |f| is smaller.
func root(f func(float64) float64, lo, hi float64) float64 {
	a, b := lo, hi
	fa, fb := f(a), f(b)
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
		tol := float64(4e-16*math.Abs(b)) + 1e-15
		m := float64(0.5 * (c - b))
		if math.Abs(m) <= tol || fb == 0 {
			return b
		}
		if math.Abs(e) < tol || math.Abs(fa) <= math.Abs(fb) {
			d, e = m, m
		} else {
			s := fb / fa
			var p, q float64
			if a == c {
				p, q = float64(2*m*s), 1-s
			} else {
				q = fa / fc
				r := fb / fc
				p = s * (float64(2*m*q*(q-r)) - float64((b-a)*(r-1)))
				q = (q - 1) * (r - 1) * (s - 1)
			}
			if p > 0 {
				q = -q
			} else {
				p = -p
			}
			if 2*p < min(float64(3*m*q)-math.Abs(tol*q), math.Abs(e*q)) {
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
