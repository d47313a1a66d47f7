package survey

import (
	"math"

	"indistinct/core/num"
)

// gauss are the nodes and weights of 16-point Gauss–Legendre quadrature on
// [−1, 1] (positive half; Abramowitz & Stegun 1964, table 25.4), and bary the
// barycentric weights of interpolation at all 16 nodes.
type gaussRule struct {
	x, w, bary [16]float64
}

func newGauss() *gaussRule {
	x := [8]float64{0.0950125098376374401853193, 0.2816035507792589132304605, 0.4580167776572273863424194, 0.6178762444026437484466718,
		0.7554044083550030338951012, 0.8656312023878317438804679, 0.9445750230732325760779884, 0.9894009349916499325961542}
	w := [8]float64{0.1894506104550684962853967, 0.1826034150449235888667637, 0.1691565193950025381893121, 0.1495959888165767320815017,
		0.1246289712555338720524763, 0.0951585116824927848099251, 0.0622535239386478928628438, 0.0271524594117540948517806}
	g := new(gaussRule)
	for i := range 8 {
		g.x[7-i], g.x[8+i] = -x[i], x[i]
		g.w[7-i], g.w[8+i] = w[i], w[i]
	}
	sign := 1.0
	for i := range g.x { // Wang & Xiang (2012): (−1)ⁱ √((1−xᵢ²) wᵢ)
		g.bary[i] = sign * math.Sqrt((1-float64(g.x[i]*g.x[i]))*g.w[i])
		sign = -sign
	}
	return g
}

// jimi is the law of the private JIMI estimator as a function of the release,
// for one θ₀. In counts: t = z − N with N ~ Lap(1/ε) is the noise-free count
// that would explain the release z; the estimate is 0 if t < 0, 1 if t > n,
// and Beta(t+½, n−t+½) otherwise (Boulaguiem 2023, equation 3).
//
// J(t) = P(Beta(t+½, n−t+½) ≤ θ₀) is tabulated on ten panels around nθ₀ once;
// its convolution with the Laplace density is then a quadrature split at the
// density's kink. The error is below 10⁻¹⁰.
type jimi struct {
	g        *gaussRule
	n, eps   float64
	from, to float64 // J = 1 below, 0 above
	width    float64 // of a panel
	j        [][16]float64
	parts    int     // of a panel, so that the kernel is smooth on each
	part     float64 // width of a part
	// ∫ J(t) e^{±ε(t−mid)} dt over each part: what it contributes to releases
	// above and below. nil where there would be too many parts; then they are
	// integrated when they are near.
	above, below []float64
}

const (
	jimiPanels = 10
	jimiParts  = 24 // the most parts of a panel whose moments are tabulated
)

func newJimi(g *gaussRule, n int, eps, theta0 float64) *jimi {
	nf := float64(n)
	w := math.Sqrt(float64(nf*theta0*(1-theta0))) + 1
	mid := float64(nf * theta0)
	q := &jimi{g: g, n: nf, eps: eps, from: max(0, mid-float64(10*w)), to: min(nf, mid+float64(10*w))}
	q.width = (q.to - q.from) / jimiPanels
	q.j = make([][16]float64, jimiPanels)
	for p := range q.j {
		c := q.from + float64((float64(p)+0.5)*q.width)
		for i, x := range g.x {
			t := c + float64(0.5*q.width*x)
			q.j[p][i] = num.RegIncBeta(t+0.5, nf-t+0.5, theta0)
		}
	}
	q.parts = max(1, int(math.Ceil(eps*q.width/8)))
	q.part = q.width / float64(q.parts)
	if q.parts <= jimiParts && q.width > 0 {
		q.moments()
	}
	return q
}

func (q *jimi) moments() {
	var up, down [16]float64
	for i, x := range q.g.x {
		e := num.Exp(q.eps * 0.5 * q.part * x)
		w := 0.5 * q.part * q.g.w[i]
		up[i], down[i] = w*e, w/e
	}
	m := make([]float64, 2*jimiPanels*q.parts)
	q.above, q.below = m[:jimiPanels*q.parts], m[jimiPanels*q.parts:]
	for p := range q.j {
		for k := range q.parts {
			mid := (2*float64(k)+1)/float64(q.parts) - 1 // in the panel's [−1, 1]
			var a, b float64
			for i, x := range q.g.x {
				j := q.j[p][i]
				if q.parts > 1 {
					j = q.at(p, mid+x/float64(q.parts))
				}
				a += float64(up[i] * j)
				b += float64(down[i] * j)
			}
			q.above[p*q.parts+k], q.below[p*q.parts+k] = a, b
		}
	}
}

// at interpolates J in panel p at x in [−1, 1].
func (q *jimi) at(p int, x float64) float64 {
	var top, bottom float64
	for i, xi := range q.g.x {
		d := x - xi
		if d == 0 {
			return q.j[p][i]
		}
		v := q.g.bary[i] / d
		top += float64(v * q.j[p][i])
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
	c := q.from + float64((float64(p)+0.5)*q.width)
	h := hi - lo
	mid := lo + float64(0.5*h)
	sum := 0.0
	for i, x := range q.g.x {
		t := mid + float64(0.5*h*x)
		sum += float64(float64(q.g.w[i]*q.at(p, (t-c)/(0.5*q.width))) * num.Exp(-q.eps*math.Abs(z-t)))
	}
	return float64(0.5 * h * sum)
}

// Lower returns P(θ̃ ≤ θ₀) at the release z (a count): the one-sided p-value
// against θ > θ₀.
func (q *jimi) Lower(z float64) float64 {
	// Below from, J = 1 and so is the share of estimates that are 0 at t < 0.
	start := Laplace{q.eps}.Upper(z - q.from)
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
		lo := q.from + float64(float64(k)*q.part)
		hi := lo + q.part
		switch p := k / q.parts; {
		case z > lo && z < hi:
			sum += q.piece(z, p, lo, z) + q.piece(z, p, z, hi)
		case q.above == nil:
			sum += q.piece(z, p, lo, hi)
		case z >= hi:
			sum += float64(q.above[k] * num.Exp(-q.eps*(z-lo-float64(0.5*q.part))))
		default:
			sum += float64(q.below[k] * num.Exp(-q.eps*(lo+float64(0.5*q.part)-z)))
		}
	}
	return min(start+float64(0.5*q.eps*sum), 1)
}

// release returns z with P(θ̃ ≤ θ₀) = p.
func (q *jimi) release(p float64) float64 {
	r := 40/q.eps + 1
	return root(func(z float64) float64 { return p - q.Lower(z) }, q.from-r, q.to+r)
}
