// Package quadrature integrates e^−f over lines and discs, for convex polynomials f: what
// densities on the unit ball need of it.
//
// It believes that an integrand should be looked at first: where its minimum lies and how
// far it falls decide the window and the number of Gauss–Legendre nodes.
package quadrature

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/num"
)

// Rule is a Gauss–Legendre rule on [−1, 1].
type Rule struct{ X, W []float64 }

// Legendre returns the n-point Gauss–Legendre rule on [−1, 1].
func Legendre(n int) Rule {
	r := Rule{make([]float64, n), make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.X, r.W, -1, 1)
	return r
}

// Rules are the Gauss–Legendre rules that integrals choose from, by how far
// the exponent falls over the interval.
type Rules struct {
	Few, Some, Many Rule
	Dense           Rule // for normalisers
}

// NewRules returns rules of 10, 16, 24 and 34 points.
func NewRules() *Rules { return RulesOf(10, 16, 24, 34) }

// RulesOf returns rules of so many points each.
func RulesOf(few, some, many, dense int) *Rules {
	return &Rules{Legendre(few), Legendre(some), Legendre(many), Legendre(dense)}
}

// Pick returns the rule for an exponent that falls by so much over the interval.
func (r *Rules) Pick(fall float64) *Rule {
	switch {
	case fall < 0.5:
		return &r.Few
	case fall < 4:
		return &r.Some
	}
	return &r.Many
}

// Cut is the fall of the exponent beyond which an integrand is left out:
// e^−32 is 10⁻¹⁴.
const Cut = 32

// Convex is a convex polynomial of one variable, the exponent of a density.
type Convex struct {
	N int
	C [MaxDegree + 1]float64
}

// At returns the polynomial's value.
func (f *Convex) At(x float64) float64 { return Horner(f.C[:f.N], x) }

// least returns the minimiser on [−q, q], and value, slope and curvature
// there.
func (f *Convex) least(q float64) (x, v, g, h float64) {
	lo, hi := -q, q
	if f.N > 2 && f.C[2] > 0 {
		x = -f.C[1] / (2 * f.C[2])
	}
	x = math.Max(lo, math.Min(hi, x))
	for range 60 {
		g, h = Derivatives(f.C[:f.N], x)
		if g > 0 {
			hi = x
		} else {
			lo = x
		}
		if g == 0 || hi <= lo || x <= -q && g >= 0 || x >= q && g <= 0 {
			break
		}
		next := x - g/h
		if !(next > lo && next < hi) {
			// The step leaves the bracket: towards an end of the interval it
			// may land on it, otherwise halve.
			switch {
			case next >= q && hi == q:
				next = q
			case next <= -q && lo == -q:
				next = -q
			default:
				next = 0.5 * (lo + hi)
			}
		}
		if math.Abs(next-x) <= 1e-13*(1e-3+math.Abs(x)) {
			x = next
			g, h = Derivatives(f.C[:f.N], x)
			break
		}
		x = next
	}
	return x, f.At(x), g, h
}

// span is how far from a minimum with slope g, at least 0, and curvature h the
// exponent rises by cut.
func span(g, h float64) float64 {
	g = math.Max(g, 0)
	h = math.Max(0.8*h, 0)
	d := math.Sqrt(g*g + 2*h*Cut)
	if g+d == 0 {
		return math.Inf(1)
	}
	return 2 * Cut / (g + d)
}

// line returns value and logarithm's offset of ∫_{−q}^{q} e^{−f}: the integral
// is sum·e^{−v}.
func (r *Rules) line(f *Convex, q float64) (sum, v float64) {
	x, v, g, h := f.least(q)
	// At an inner minimum the slope is rounding; at an end it points outwards.
	down, up := 0.0, 0.0
	if x >= q {
		down = -g
	}
	if x <= -q {
		up = g
	}
	lo, hi := math.Max(-q, x-span(down, h)), math.Min(q, x+span(up, h))
	fall := math.Max(f.At(lo), f.At(hi)) - v
	u := r.Pick(fall)
	m, s := 0.5*(lo+hi), 0.5*(hi-lo)
	for i, t := range u.X {
		sum += u.W[i] * num.Exp(v-f.At(m+s*t))
	}
	return sum * s, v
}

// Disc returns ln ∫∫ e^{−f(x) − g(y)} over x² + y² ≤ radius².
func (r *Rules) Disc(f, g *Convex, radius float64) float64 {
	if !(radius > 0) {
		return math.Inf(-1)
	}
	chord := func(x float64) float64 { return math.Sqrt(math.Max(0, (radius-x)*(radius+x))) }
	// ψ(x) = f(x) + min over the chord of g is convex.
	psi := func(x float64) float64 {
		_, v, _, _ := g.least(chord(x))
		return f.At(x) + v
	}
	slope := func(x float64) float64 {
		q := chord(x)
		y, _, s, _ := g.least(q)
		d, _ := Derivatives(f.C[:f.N], x)
		if math.Abs(y) >= q && q > 0 {
			// The end of the chord moves by −x/q for each unit of x.
			d -= math.Abs(s) * -x / q
		}
		return d
	}
	lo, hi := -radius, radius
	// Only windows and a common factor hang on the minimiser: 2⁻¹⁸ will do.
	for range 18 {
		m := 0.5 * (lo + hi)
		if slope(m) > 0 {
			hi = m
		} else {
			lo = m
		}
	}
	best := 0.5 * (lo + hi)
	low := psi(best)
	lo, hi = Rise(psi, best, low, -radius, Cut, 10), Rise(psi, best, low, radius, Cut, 10)
	u := r.Pick(math.Max(psi(lo), psi(hi)) - low)
	arc := NewArc(lo, hi, radius)
	sum := 0.0
	for i, t := range u.X {
		x, half, w := arc.At(t)
		in, v := r.line(g, half)
		sum += u.W[i] * w * (in * num.Exp(low-f.At(x)-v))
	}
	return num.Log(sum) - low
}

// Rise returns where f, on the way from best, where it is low, to end, has risen
// by more than most, after so many halvings; end where it has not by then.
func Rise(f func(x float64) float64, best, low, end, most float64, halvings int) float64 {
	if f(end)-low <= most {
		return end
	}
	for range halvings {
		if mid := 0.5 * (best + end); f(mid)-low > most {
			end = mid
		} else {
			best = mid
		}
	}
	return end
}

// Arc maps [−1, 1] to an interval of chords of a disc. Where the interval
// reaches the disc's edge, x = radius·sin θ takes away the square root there;
// elsewhere it is linear, which resolves a peak with fewer nodes.
type Arc struct {
	m, s, radius float64
	bent         bool
}

// NewArc returns the map to the chords from lo to hi of a disc.
func NewArc(lo, hi, radius float64) Arc {
	if lo <= -radius || hi >= radius {
		lo, hi = asin(lo/radius), asin(hi/radius)
		return Arc{0.5 * (lo + hi), 0.5 * (hi - lo), radius, true}
	}
	return Arc{0.5 * (lo + hi), 0.5 * (hi - lo), radius, false}
}

// At returns the point, half the chord there, and dx/dt.
func (a *Arc) At(t float64) (x, half, w float64) {
	y := a.m + a.s*t
	if a.bent {
		sin, cos := num.Sincos(y)
		cos = math.Max(cos, 0)
		return a.radius * sin, a.radius * cos, a.s * a.radius * cos
	}
	return y, math.Sqrt((a.radius - y) * (a.radius + y)), a.s
}

// asin is the arc sine, of the nearest number from −1 to 1.
func asin(x float64) float64 {
	x = math.Max(-1, math.Min(x, 1))
	return num.Atan2(x, math.Sqrt((1-x)*(1+x)))
}

// Summit returns the minimiser of a convex polynomial on the whole line and
// its standard deviation 1/√f″ there; ok is false where there is none nearby.
func Summit(f *Convex) (x, sd float64, ok bool) {
	if f.N < 3 || !(f.C[2] > 0) {
		return 0, 0, false
	}
	x = -f.C[1] / (2 * f.C[2])
	for range 3 {
		if !(math.Abs(x) < 3) {
			return 0, 0, false
		}
		g, h := Derivatives(f.C[:f.N], x)
		if !(h > 0) {
			return 0, 0, false
		}
		x -= g / h
		sd = 1 / math.Sqrt(h)
	}
	return x, sd, math.Abs(x) < 3
}

// Trapezoid sums e^{−f} over a line by the trapezoidal rule with a spacing of one
// standard deviation, whose error for a normal density is 5·10⁻⁹. The integral
// is sum·e^{−v}.
func Trapezoid(f *Convex, x, sd float64) (sum, v float64) {
	v = f.At(x)
	for i := -6; i <= 6; i++ {
		sum += num.Exp(v - f.At(x+float64(i)*sd))
	}
	return sum * sd, v
}

// Apart is Rules.Disc where the disc leaves out nothing that counts, 6.2
// standard deviations (10⁻⁹ of the mass) on either side of the minimum: the
// integral is then a product of two over lines, good to 10⁻⁸.
func Apart(f, g *Convex, radius float64) (v float64, ok bool) {
	const wide = 6.2
	x, sx, ok1 := Summit(f)
	y, sy, ok2 := Summit(g)
	if !ok1 || !ok2 {
		return 0, false
	}
	far, side := math.Abs(x)+wide*sx, math.Abs(y)+wide*sy
	if far*far+side*side > radius*radius {
		return 0, false
	}
	a, va := Trapezoid(f, x, sx)
	b, vb := Trapezoid(g, y, sy)
	return num.Log(a*b) - va - vb, true
}

// LogSum returns ln Σ eᵛ.
func LogSum(v []float64) float64 {
	high := math.Inf(-1)
	for _, x := range v {
		high = math.Max(high, x)
	}
	sum := 0.0
	for _, x := range v {
		sum += num.Exp(x - high)
	}
	return high + num.Log(sum)
}

// Interpolation returns, for each point, the weights that take values at the rule's nodes to
// the interpolating polynomial's value there.
func (r *Rule) Interpolation(at []float64) [][]float64 {
	w := make([]float64, len(r.X))
	for j := range w {
		// For Legendre nodes: (−1)^j √((1−x²)·weight).
		w[j] = math.Sqrt((1 - r.X[j]*r.X[j]) * r.W[j])
		if j%2 == 1 {
			w[j] = -w[j]
		}
	}
	out := make([][]float64, len(at))
	for i, t := range at {
		out[i] = make([]float64, len(w))
		Barycentric(r.X, w, t, out[i])
	}
	return out
}

// Barycentric writes the weights that take values at nodes to the interpolating polynomial's
// value at x, from the nodes' barycentric weights.
func Barycentric(nodes, weights []float64, x float64, out []float64) {
	sum := 0.0
	for i, v := range nodes {
		if x == v {
			clear(out)
			out[i] = 1
			return
		}
		out[i] = weights[i] / (x - v)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
}
