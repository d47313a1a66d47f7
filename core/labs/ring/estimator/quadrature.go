package estimator

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/num"
)

// rule is a Gauss–Legendre rule on [−1, 1].
type rule struct{ x, w []float64 }

// legendre returns the n-point rule.
func legendre(n int) rule {
	r := rule{make([]float64, n), make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.x, r.w, -1, 1)
	return r
}

// rules are the Gauss–Legendre rules that integrals choose from, by how far
// the exponent falls over the interval.
type rules struct {
	few, some, many rule
	dense           rule // for normalisers
}

func newRules() *rules { return &rules{legendre(10), legendre(16), legendre(24), legendre(34)} }

func (r *rules) pick(fall float64) *rule {
	switch {
	case fall < 0.5:
		return &r.few
	case fall < 4:
		return &r.some
	}
	return &r.many
}

// cut is the fall of the exponent beyond which an integrand is left out:
// e^−32 is 10⁻¹⁴.
const cut = 32

// convex is a convex polynomial of one variable, the exponent of a density.
type convex struct {
	n int
	c [maxDegree + 1]float64
}

func (f *convex) at(x float64) float64 { return horner(f.c[:f.n], x) }

// least returns the minimiser on [−q, q], and value, slope and curvature
// there.
func (f *convex) least(q float64) (x, v, g, h float64) {
	lo, hi := -q, q
	if f.n > 2 && f.c[2] > 0 {
		x = -f.c[1] / (2 * f.c[2])
	}
	x = math.Max(lo, math.Min(hi, x))
	for range 60 {
		g, h = derivatives(f.c[:f.n], x)
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
			g, h = derivatives(f.c[:f.n], x)
			break
		}
		x = next
	}
	return x, f.at(x), g, h
}

// span is how far from a minimum with slope g ≥ 0 and curvature h the exponent
// rises by cut.
func span(g, h float64) float64 {
	g = math.Max(g, 0)
	h = math.Max(0.8*h, 0)
	d := math.Sqrt(g*g + 2*h*cut)
	if g+d == 0 {
		return math.Inf(1)
	}
	return 2 * cut / (g + d)
}

// line returns value and logarithm's offset of ∫_{−q}^{q} e^{−f}: the integral
// is sum·e^{−v}.
func (r *rules) line(f *convex, q float64) (sum, v float64) {
	x, v, g, h := f.least(q)
	var lo, hi float64
	// At an inner minimum the slope is rounding; at an end it points outwards.
	if x >= q && g < 0 {
		lo = math.Max(-q, x-span(-g, h))
	} else {
		lo = math.Max(-q, x-span(0, h))
	}
	if x <= -q && g > 0 {
		hi = math.Min(q, x+span(g, h))
	} else {
		hi = math.Min(q, x+span(0, h))
	}
	fall := math.Max(f.at(lo), f.at(hi)) - v
	u := r.pick(fall)
	m, s := 0.5*(lo+hi), 0.5*(hi-lo)
	for i, t := range u.x {
		sum += u.w[i] * num.Exp(v-f.at(m+s*t))
	}
	return sum * s, v
}

// disc returns ln ∫∫ e^{−f(x) − g(y)} over x² + y² ≤ radius².
func (r *rules) disc(f, g *convex, radius float64) float64 {
	if !(radius > 0) {
		return math.Inf(-1)
	}
	chord := func(x float64) float64 { return math.Sqrt(math.Max(0, (radius-x)*(radius+x))) }
	// ψ(x) = f(x) + min over the chord of g is convex.
	psi := func(x float64) float64 {
		_, v, _, _ := g.least(chord(x))
		return f.at(x) + v
	}
	slope := func(x float64) float64 {
		q := chord(x)
		y, _, s, _ := g.least(q)
		d, _ := derivatives(f.c[:f.n], x)
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
	lo, hi = rise(psi, best, low, -radius, cut, 10), rise(psi, best, low, radius, cut, 10)
	u := r.pick(math.Max(psi(lo), psi(hi)) - low)
	arc := newArc(lo, hi, radius)
	sum := 0.0
	for i, t := range u.x {
		x, half, w := arc.at(t)
		in, v := r.line(g, half)
		sum += u.w[i] * w * (in * num.Exp(low-f.at(x)-v))
	}
	return num.Log(sum) - low
}

// rise returns where f, on the way from best, where it is low, to end, has risen
// by more than most, after so many halvings; end where it has not by then.
func rise(f func(x float64) float64, best, low, end, most float64, halvings int) float64 {
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

// arc maps [−1, 1] to an interval of chords of a disc. Where the interval
// reaches the disc's edge, x = radius·sin θ takes away the square root there;
// elsewhere it is linear, which resolves a peak with fewer nodes.
type arc struct {
	m, s, radius float64
	bent         bool
}

func newArc(lo, hi, radius float64) arc {
	if lo <= -radius || hi >= radius {
		lo, hi = asin(lo/radius), asin(hi/radius)
		return arc{0.5 * (lo + hi), 0.5 * (hi - lo), radius, true}
	}
	return arc{0.5 * (lo + hi), 0.5 * (hi - lo), radius, false}
}

// at returns the point, half the chord there, and dx/dt.
func (a *arc) at(t float64) (x, half, w float64) {
	y := a.m + a.s*t
	if a.bent {
		sin, cos := num.Sincos(y)
		cos = math.Max(cos, 0)
		return a.radius * sin, a.radius * cos, a.s * a.radius * cos
	}
	return y, math.Sqrt((a.radius - y) * (a.radius + y)), a.s
}

// asin is the arc sine.
func asin(x float64) float64 {
	if x >= 1 {
		return math.Pi / 2
	}
	if x <= -1 {
		return -math.Pi / 2
	}
	return num.Atan2(x, math.Sqrt((1-x)*(1+x)))
}
