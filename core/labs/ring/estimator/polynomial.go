package estimator

import (
	"math"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/lang"
	"indistinct/core/num"
)

// fit holds, for one axis and time, polynomials in the offset t of every
// sensor's reading (without its constant) and of the sum of their squares.
type fit struct {
	deg  int       // common degree
	base []float64 // h at t = 0 for each sensor
	h    []float64 // sensors × (deg+1); h[i·(deg+1)] = 0
	sq   []float64 // Σ_i (h_i(t) − h_i(0))²
}

// newFit expands the readings of all sensors about the noise-free position, for |t| ≤ reach.
func newFit(sc *system.Scenario, axis int, center, r0, reach float64) (*fit, error) {
	n := len(sc.Sensors)
	f := &fit{base: make([]float64, n)}
	for i, q := range sc.Sensors {
		f.base[i] = sc.H(center - q[axis])
	}
	b := sc.Slope * r0 // argument of tanh for one unit of t
	x := b * reach
	// tanh has its poles at ±iπ/2: x·2/π is the ratio of the Taylor series at
	// the interval's end, which is the slowest.
	if ratio := x * 2 / math.Pi; ratio <= 0.3 {
		// Of the squares, the terms left out are smaller than those of second
		// degree by ratio^(deg−1).
		f.deg = 6
		for p := num.Pow(ratio, 5); p > 1e-14 && f.deg < quadrature.MaxDegree; p *= ratio {
			f.deg++
		}
		d := f.deg + 1
		f.h = make([]float64, n*d)
		f.sq = make([]float64, d)
		for i := range n {
			c := f.h[i*d : (i+1)*d]
			// tanh′ = 1 − tanh²: the coefficients follow one from another.
			c[0] = f.base[i] / sc.Gain
			for m := 0; m+1 < d; m++ {
				s := 0.0
				if m == 0 {
					s = 1
				}
				for l := 0; l <= m; l++ {
					s -= c[l] * c[m-l]
				}
				c[m+1] = b * s / float64(m+1)
			}
			c[0] = 0
			for m := range c {
				c[m] *= sc.Gain
			}
			for m := 2; m < d; m++ {
				s := 0.0
				for l := 1; l < m; l++ {
					s += c[l] * c[m-l]
				}
				f.sq[m] += s
			}
		}
	} else {
		// A wide interval: interpolate at Chebyshev's points, which converges
		// on the ellipse through the poles.
		r := math.Pi / 2 / x
		rho := r + math.Sqrt(r*r+1)
		f.deg = 8
		for p := num.Pow(rho, -9); p > 1e-16 && f.deg < quadrature.MaxDegree; p /= rho {
			f.deg++
		}
		d := f.deg + 1
		f.h = make([]float64, n*d)
		f.sq = make([]float64, d)
		vals := make([]float64, n*d)
		sum := make([]float64, d)
		for p := range d {
			t := reach * num.Cos(math.Pi*(float64(p)+0.5)/float64(d))
			for i, q := range sc.Sensors {
				v := sc.H(center+r0*t-q[axis]) - f.base[i]
				vals[i*d+p] = v
				sum[p] += v * v
			}
		}
		for i := range n {
			chebyshev(vals[i*d:(i+1)*d], f.h[i*d:(i+1)*d], reach)
		}
		chebyshev(sum, f.sq, reach)
	}
	// Check against direct evaluation: the readings to rounding, the sum of
	// squares to 10⁻¹³ of its range (and rounding).
	miss, span, slack := 0.0, 0.0, 0.0
	for _, u := range []float64{-1, -0.77, -0.31, 0.43, 0.86, 1} {
		t := u * reach
		sum := 0.0
		for i, q := range sc.Sensors {
			v := sc.H(center+r0*t-q[axis]) - f.base[i]
			sum += v * v
			slack = math.Max(slack, 2e-14*sc.Gain*math.Abs(v)*float64(n))
			got := quadrature.Horner(f.h[i*(f.deg+1):(i+1)*(f.deg+1)], t)
			if math.Abs(got-v) > 1e-13*math.Abs(v)+8e-15*sc.Gain {
				return nil, tooWide(f.deg, math.Abs(got-v))
			}
		}
		span = math.Max(span, sum)
		miss = math.Max(miss, math.Abs(quadrature.Horner(f.sq, t)-sum))
	}
	if miss > 1e-13*span+slack {
		return nil, tooWide(f.deg, miss)
	}
	return f, nil
}

func tooWide(deg int, miss float64) error {
	return lang.Errorf("ring.estimator.wide", "degree", deg, "miss", miss)
}

// chebyshev turns values at reach·cos(π(p+½)/d), p = 0 … d−1, into monomial
// coefficients.
func chebyshev(vals, out []float64, reach float64) {
	d := len(vals)
	c := make([]float64, d)
	for m := range d {
		s := 0.0
		for p, v := range vals {
			s += v * num.Cos(math.Pi*float64(m)*(float64(p)+0.5)/float64(d))
		}
		c[m] = 2 * s / float64(d)
	}
	c[0] /= 2
	clear(out)
	prev, cur := make([]float64, d+1), make([]float64, d+1)
	prev[0] = 1
	out[0] += c[0]
	if d > 1 {
		cur[1] = 1
		out[1] += c[1]
	}
	for m := 2; m < d; m++ {
		next := make([]float64, d+1)
		for i := range d {
			next[i+1] += 2 * cur[i]
			next[i] -= prev[i]
		}
		for i := range d {
			out[i] += c[m] * next[i]
		}
		prev, cur = cur, next
	}
	p := 1.0
	for i := range out {
		out[i] /= p
		p *= reach
	}
}

// cost writes the polynomial of κ Σ_i (y_i − h_i(t))², without its constant,
// into out (deg+1 numbers). y holds the readings of one step, two for each
// sensor; axis chooses which.
func (f *fit) cost(kappa float64, y []float64, axis int, out []float64) {
	d := f.deg + 1
	copy(out, f.sq)
	for i, b := range f.base {
		r := -2 * (y[2*i+axis] - b)
		h := f.h[i*d : (i+1)*d]
		for m := 1; m < d; m++ {
			out[m] += r * h[m]
		}
	}
	for m := range out {
		out[m] *= kappa
	}
}

// curvatureBound returns a number below the second derivative on |t| ≤ reach.
func curvatureBound(c []float64, reach float64) float64 {
	third, p := 0.0, 1.0
	direct := 0.0
	if len(c) > 2 {
		direct = 2 * c[2]
	}
	for i := 3; i < len(c); i++ {
		a := float64(i*(i-1)) * math.Abs(c[i]) * p
		third += a * float64(i-2)
		p *= reach
		direct -= a * reach
	}
	// Finer: between two points of a grid the curvature falls by at most half
	// the spacing times the largest third derivative.
	const cells = 32
	h := reach / cells
	low := math.Inf(1)
	for i := range cells {
		_, d2 := quadrature.Derivatives(c, float64(2*i+1)*h-reach)
		low = math.Min(low, d2)
	}
	low -= h * third
	low = math.Max(low, direct)
	// Round-off of the evaluation.
	return low - 1e-13*math.Abs(low)
}

// shift replaces c(x) by c(x + t).
func shift(c []float64, t float64) {
	for p := range c {
		for q := len(c) - 2; q >= p; q-- {
			c[q] += t * c[q+1]
		}
	}
}
