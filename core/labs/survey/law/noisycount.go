package law

import (
	"math"

	"indistinct/core/num"
)

// NoisyCount is the distribution of a count of yes answers plus noise: a sum over
// the counts within the noise's reach. For the untruncated Tulap noise, whose unbiased
// test asks for it thousands of times, its tails come from two recursions,
// A(k) = p(k) + b·A(k−1) and B(k) = p(k) + b·B(k+1) with b = e^{−ε}, so that a
// probability costs O(1) after O(n) of set-up.
type NoisyCount struct {
	x     PMF
	noise Noise
	b     float64   // e^{−ε}
	a, c  []float64 // A and B at Lo … Hi; nil: no recursion
	head  []float64 // P(X < Lo+i), one more than P
	tail  []float64 // P(X ≥ Lo+i), one more than P
	sums  []float64 // P(X+D ≥ Lo+i) with D discrete Laplace
}

// NewNoisyCount returns the law of x plus independent noise.
func NewNoisyCount(x PMF, noise Noise) *NoisyCount {
	l := &NoisyCount{x: x, noise: noise}
	m := len(x.P)
	d, tulap := noise.(Tulap)
	if !tulap || d.Q > 0 || d.B == 0 {
		l.head, l.tail = make([]float64, m+1), make([]float64, m+1)
		for i, p := range x.P {
			l.head[i+1] = l.head[i] + p
		}
		for i := m - 1; i >= 0; i-- {
			l.tail[i] = l.tail[i+1] + x.P[i]
		}
		return l
	}
	l.b = d.B
	buf := make([]float64, 3*m+1)
	l.a, l.c, l.sums = buf[:m], buf[m:2*m], buf[2*m:]
	v := 0.0
	for i, p := range x.P {
		v = p + v*l.b
		l.a[i] = v
	}
	// P(X + D ≥ Hi+1) = b·A(Hi)/(1+b).
	l.sums[m] = l.b * l.a[m-1] / (1 + l.b)
	f := (1 - l.b) / (1 + l.b)
	v = 0
	for i := m - 1; i >= 0; i-- {
		v = x.P[i] + v*l.b
		l.c[i] = v
		l.sums[i] = l.sums[i+1] + f*(l.a[i]+l.c[i]-x.P[i])
	}
	return l
}

// near returns the counts, as indices from … to−1, within reach of z.
func (l *NoisyCount) near(z float64) (from, to int) {
	r := l.noise.Reach()
	at := z - float64(l.x.Lo)
	m := float64(len(l.x.P))
	return int(min(max(math.Ceil(at-r), 0), m)), int(min(max(math.Floor(at+r)+1, 0), m))
}

// Upper returns P(X + N > z).
func (l *NoisyCount) Upper(z float64) float64 {
	if l.a == nil {
		from, to := l.near(z)
		sum := l.tail[to]
		for i := from; i < to; i++ {
			sum += l.x.P[i] * l.noise.CDF(float64(l.x.Lo+i)-z)
		}
		return sum
	}
	// X + D + U: linear between the half-integers.
	k := math.Floor(z + 0.5)
	w := z + 0.5 - k // share of cell k that lies below z
	at := l.discrete(k)
	return at + w*(l.discrete(k+1)-at)
}

// discrete returns P(X + D ≥ k) for a whole number k.
func (l *NoisyCount) discrete(k float64) float64 {
	lo, hi := float64(l.x.Lo), float64(l.x.Hi())
	switch {
	case k < lo: // 1 − P(X + D ≤ k−1)
		return 1 - num.Pow(l.b, lo-k+1)*l.c[0]/(1+l.b)
	case k > hi:
		return num.Pow(l.b, k-hi) * l.a[len(l.a)-1] / (1 + l.b)
	}
	return l.sums[int(k-lo)]
}

// Lower returns P(X + N ≤ z), by the symmetry of the noise where cancellation
// would spoil it.
func (l *NoisyCount) Lower(z float64) float64 {
	if l.a == nil {
		from, to := l.near(z)
		sum := l.head[from]
		for i := from; i < to; i++ {
			sum += l.x.P[i] * l.noise.CDF(z-float64(l.x.Lo+i))
		}
		return sum
	}
	if lo := float64(l.x.Lo); z < lo-1 {
		k := math.Floor(z + 0.5)
		w := z + 0.5 - k
		at := num.Pow(l.b, lo-k+1) * l.c[0] / (1 + l.b)
		return at + w*(at/l.b-at)
	}
	return max(1-l.Upper(z), 0)
}

// Span is where all but a negligible part of the law lies.
func (l *NoisyCount) Span() (lo, hi float64) {
	r := l.noise.Reach() + 1
	return float64(l.x.Lo) - r, float64(l.x.Hi()) + r
}

// UpperQuantile returns z with P(X + N > z) = alpha.
func (l *NoisyCount) UpperQuantile(alpha float64) float64 {
	lo, hi := l.Span()
	return num.Root(func(z float64) float64 { return alpha - l.Upper(z) }, lo, hi)
}

// LowerQuantile returns z with P(X + N ≤ z) = alpha.
func (l *NoisyCount) LowerQuantile(alpha float64) float64 {
	lo, hi := l.Span()
	return num.Root(func(z float64) float64 { return l.Lower(z) - alpha }, lo, hi)
}
