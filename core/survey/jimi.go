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
}

const jimiPanels = 10

func newJimi(g *gaussRule, n int, eps, theta0 float64) *jimi {
	nf := float64(n)
	w := math.Sqrt(float64(nf*theta0*(1-theta0))) + 1
	mid := nf * theta0
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
	return q
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

// piece integrates J(t) ε/2 e^{−ε|z−t|} over [lo, hi] within panel p; the kink
// t = z is not inside.
func (q *jimi) piece(z float64, p int, lo, hi float64) float64 {
	c := q.from + float64((float64(p)+0.5)*q.width)
	whole := hi-lo == q.width
	parts := max(1, int(math.Ceil(q.eps*(hi-lo)/8)))
	h := (hi - lo) / float64(parts)
	sum := 0.0
	for k := range parts {
		m := lo + float64((float64(k)+0.5)*h)
		near := max(math.Abs(z-m)-float64(0.5*h), 0)
		if q.eps*near > 40 {
			continue
		}
		for i, x := range q.g.x {
			t := m + float64(0.5*h*x)
			var j float64
			if whole && parts == 1 {
				j = q.j[p][i]
			} else {
				j = q.at(p, (t-c)/(0.5*q.width))
			}
			sum += float64(float64(q.g.w[i]*h)*j) * num.Exp(-q.eps*math.Abs(z-t))
		}
	}
	return 0.25 * q.eps * sum
}

// Lower returns P(θ̃ ≤ θ₀) at the release z (a count): the one-sided p-value
// against θ > θ₀.
func (q *jimi) Lower(z float64) float64 {
	// Below from, J = 1 and so is the estimate 0 at t < 0.
	sum := Laplace{q.eps}.Upper(z - q.from)
	if q.width == 0 {
		return sum
	}
	for p := range q.j {
		lo := q.from + float64(float64(p)*q.width)
		hi := q.from + float64(float64(p+1)*q.width)
		if z > lo && z < hi {
			sum += q.piece(z, p, lo, z) + q.piece(z, p, z, hi)
		} else {
			sum += q.piece(z, p, lo, lo+q.width)
		}
	}
	return min(sum, 1)
}

// release returns z with P(θ̃ ≤ θ₀) = p.
func (q *jimi) release(p float64) float64 {
	r := 40/q.eps + 1
	return root(func(z float64) float64 { return p - q.Lower(z) }, q.from-r, q.to+r)
}
