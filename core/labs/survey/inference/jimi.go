package inference

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
)

// gaussRule is 16-point Gauss–Legendre quadrature on [−1, 1] and bary the
// barycentric weights of interpolation at its nodes.
type gaussRule struct {
	X, W, bary [16]float64
}

var gauss = func() (g gaussRule) {
	quad.Legendre{}.FixedLocations(g.X[:], g.W[:], -1, 1)
	sign := 1.0
	for i := range g.X { // Wang & Xiang (2012): (−1)ⁱ √((1−xᵢ²) wᵢ)
		g.bary[i] = sign * math.Sqrt((1-g.X[i]*g.X[i])*g.W[i])
		sign = -sign
	}
	return g
}()

// jimi is the law of the private JIMI estimator as a function of the release,
// for one θ₀. In counts: t = z − N with N ~ Lap(1/ε) is the noise-free count
// that would explain the release z; the estimate is 0 if t < 0, 1 if t > n,
// and Beta(t+½, n−t+½) otherwise (Boulaguiem 2023, equation 3).
//
// J(t) = P(Beta(t+½, n−t+½) ≤ θ₀) is tabulated on ten panels around nθ₀ once;
// its convolution with the Laplace density is then a quadrature split at the
// density's kink. The error is below 10⁻¹⁰.
type jimi struct {
	eps      float64
	from, to float64 // J = 1 below, 0 above
	width    float64 // of a panel
	j        [][16]float64
	parts    int     // of a panel, so that the kernel is smooth on each
	part     float64 // width of a part
}

const jimiPanels = 10

// NewJimi returns the estimator's law for n respondents, ε and a hypothesis θ₀.
func NewJimi(n int, eps, theta0 float64) *jimi {
	nf := float64(n)
	w := math.Sqrt(nf*theta0*(1-theta0)) + 1
	mid := nf * theta0
	q := &jimi{eps: eps, from: max(0, mid-10*w), to: min(nf, mid+10*w)}
	q.width = (q.to - q.from) / jimiPanels
	q.j = make([][16]float64, jimiPanels)
	for p := range q.j {
		c := q.from + (float64(p)+0.5)*q.width
		for i, x := range gauss.X {
			t := c + 0.5*q.width*x
			q.j[p][i] = num.RegIncBeta(t+0.5, nf-t+0.5, theta0)
		}
	}
	q.parts = max(1, int(math.Ceil(eps*q.width/8)))
	q.part = q.width / float64(q.parts)
	return q
}

// at interpolates J in panel p at x in [−1, 1].
func (q *jimi) at(p int, x float64) float64 {
	var top, bottom float64
	for i, xi := range gauss.X {
		d := x - xi
		if d == 0 {
			return q.j[p][i]
		}
		v := gauss.bary[i] / d
		top += v * q.j[p][i]
		bottom += v
	}
	return top / bottom
}

// piece integrates J(t) e^{−ε|z−t|} over [lo, hi] within panel p; the kink
// t = z is not inside.
func (q *jimi) piece(z float64, p int, lo, hi float64) float64 {
	if !(hi > lo) {
		return 0
	}
	c := q.from + (float64(p)+0.5)*q.width
	h := hi - lo
	mid := lo + 0.5*h
	sum := 0.0
	for i, x := range gauss.X {
		t := mid + 0.5*h*x
		sum += gauss.W[i] * q.at(p, (t-c)/(0.5*q.width)) * num.Exp(-q.eps*math.Abs(z-t))
	}
	return 0.5 * h * sum
}

// Lower returns P(θ̃ ≤ θ₀) at the release z (a count): the one-sided p-value
// against θ > θ₀.
func (q *jimi) Lower(z float64) float64 {
	// Below from, J = 1 and so is the share of estimates that are 0 at t < 0.
	start := law.Laplace{Epsilon: q.eps}.CDF(q.from - z)
	if q.width == 0 {
		return start
	}
	reach := 40 / q.eps
	first, last := 0, jimiPanels*q.parts-1
	if v := math.Floor((z - reach - q.from) / q.part); v > 0 {
		first = int(min(v, float64(last+1)))
	}
	if v := math.Floor((z + reach - q.from) / q.part); v < float64(last) {
		last = int(max(v, -1))
	}
	sum := 0.0
	for k := first; k <= last; k++ {
		lo := q.from + float64(k)*q.part
		at := min(max(z, lo), lo+q.part) // the kink
		sum += q.piece(z, k/q.parts, lo, at) + q.piece(z, k/q.parts, at, lo+q.part)
	}
	return min(start+0.5*q.eps*sum, 1)
}

// Release returns z with P(θ̃ ≤ θ₀) = p.
func (q *jimi) Release(p float64) float64 {
	r := 40/q.eps + 1
	return num.Root(func(z float64) float64 { return p - q.Lower(z) }, q.from-r, q.to+r)
}
