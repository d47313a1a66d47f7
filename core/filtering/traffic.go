package filtering

import (
	"math"
	"sort"

	"indistinct/core/lab"
	"indistinct/core/linalg"
)

// Traffic is the traffic example of Le Ny & Pappas (2014): each of n vehicles
// moves by x⁺ = [[1, Ts], [0, 1]] x + σ₁ [Ts²/2, Ts]ᵀ w and reports its position
// y = [1, 0] x + σ₂ v; the mean velocity is published.
type Traffic struct {
	N              int     // vehicles
	Ts             float64 // s
	Sigma1, Sigma2 float64 // process (m/s²) and sensor (m) noise
	Rho            float64 // ℓ₂ radius of adjacent position streams, m
	Kappa          float64 // standard deviation of the noise for a radius of one
	// Laplace says that noise on the result follows the ℓ₁ gain; Kappa is then
	// √2/ε.
	Laplace bool
}

// gain is the incremental gain that noise on the result follows: H∞ for
// Gaussian, the ℓ₁ norm of the impulse response for Laplace noise.
func (t *Traffic) gain(f *Filter) float64 {
	if t.Laplace {
		return Kernel(f.Impulse(4000)).L1()
	}
	return f.HInf
}

func (t *Traffic) matrices() (a, b, c *linalg.Matrix) {
	a = linalg.FromRows([]float64{1, t.Ts}, []float64{0, 1})
	b = linalg.FromRows([]float64{t.Sigma1 * t.Ts * t.Ts / 2}, []float64{t.Sigma1 * t.Ts})
	return a, b, linalg.FromRows([]float64{1, 0})
}

// Filter is a steady one-vehicle filter x̂ = (I − KC)A x̂ + K y with output
// v̂ = [0, 1] x̂.
type Filter struct {
	K1, K2 float64
	HInf   float64 // of y → v̂, 1/s
	Omega  float64 // where it is reached, rad a step
	H2     float64 // of y → v̂
	Error  float64 // variance of v̂ − v without privacy noise, m²/s²
	F      *linalg.Matrix
}

// System returns y → v̂ as a state-space system.
func (f *Filter) System() linalg.System {
	k := linalg.FromRows([]float64{f.K1}, []float64{f.K2})
	return linalg.System{A: f.F, B: f.F.Mul(k), C: linalg.FromRows([]float64{0, 1}), D: linalg.Diag(f.K2)}
}

// Impulse returns the first n values of the impulse response of y → v̂.
func (f *Filter) Impulse(n int) []float64 {
	out := make([]float64, n)
	x := []float64{f.K1, f.K2}
	next := make([]float64, 2)
	for i := range out {
		out[i] = x[1]
		f.F.Apply(x, next)
		copy(x, next)
	}
	return out
}

// Gain returns the steady Kalman gain for sensor noise of variance r, and the
// posterior covariance.
func (t *Traffic) Gain(r float64) (k1, k2 float64, post, pred *linalg.Matrix, err error) {
	a, b, c := t.matrices()
	// A spot of noise keeps the pair stabilisable when σ₁ is tiny.
	p, err := linalg.Riccati(a.T(), c.T(), b.Mul(b.T()), linalg.Diag(r))
	if err != nil {
		return 0, 0, nil, nil, &lab.Problem{Field: "sigma1", Say: "There is no steady Kalman filter for these noises: both must be above 0."}
	}
	s := p.At(0, 0) + r
	k1, k2 = p.At(0, 0)/s, p.At(1, 0)/s
	ikc := linalg.FromRows([]float64{1 - k1, 0}, []float64{-k2, 1})
	return k1, k2, ikc.Mul(p).Symmetrise(), p, nil
}

// Make computes the gains and the error of a filter with the given K. The
// error says that it is not stable.
func (t *Traffic) Make(k1, k2 float64) (*Filter, error) {
	a, b, _ := t.matrices()
	ikc := linalg.FromRows([]float64{1 - k1, 0}, []float64{-k2, 1})
	f := &Filter{K1: k1, K2: k2, F: ikc.Mul(a)}
	sys := f.System()
	var err error
	if f.HInf, f.Omega, err = sys.HInf(); err != nil {
		return nil, err
	}
	if f.H2, err = sys.H2(); err != nil {
		return nil, err
	}
	if f.Error, err = t.variance(f.F, ikc.Mul(b), k1, k2, t.Sigma2*t.Sigma2); err != nil {
		return nil, err
	}
	return f, nil
}

// variance is the steady variance of the velocity error when y carries noise
// of variance r: P = F P Fᵀ + (I−KC)BBᵀ(I−KC)ᵀ + r K Kᵀ.
func (t *Traffic) variance(f, b *linalg.Matrix, k1, k2, r float64) (float64, error) {
	k := linalg.FromRows([]float64{k1}, []float64{k2})
	p, err := linalg.Lyapunov(f, b.Mul(b.T()).Add(k.Mul(k.T()).Scale(r)))
	if err != nil {
		return 0, err
	}
	return p.At(1, 1), nil
}

// The architectures.
const (
	None      = "none"     // no privacy
	Input     = "input"    // noise on each report, filter redesigned for it
	InputRaw  = "inputraw" // noise on each report, filter left as it was
	Output    = "output"   // noise on the published mean
	OutputOpt = "redesign" // the same, gains chosen for estimation error and H∞ norm together
)

// Plan is one architecture made ready.
type Plan struct {
	Name     string
	Filter   *Filter
	InNoise  float64 // standard deviation added to each report, m
	OutNoise float64 // standard deviation added to the published mean, m/s
	RMSE     float64 // of the published mean velocity, m/s, steady state, theory
}

// Plan designs an architecture.
//
// Input perturbation adds κ ρ σ_max(C S) to each y. Output perturbation adds
// κ γ with γ = max ρ ‖L K C S‖_∞ (theorem 5); here L = [0, 1]/n.
func (t *Traffic) Plan(name string) (*Plan, error) {
	n := float64(t.N)
	r := float64(t.Sigma2 * t.Sigma2)
	in := float64(t.Kappa * t.Rho)
	p := &Plan{Name: name}
	k1, k2, _, _, err := t.Gain(r)
	if err != nil {
		return nil, err
	}
	switch name {
	case None, Output, InputRaw:
		if p.Filter, err = t.Make(k1, k2); err != nil {
			return nil, err
		}
		v := p.Filter.Error / n
		switch name {
		case Output:
			p.OutNoise = in * t.gain(p.Filter) / n
			v += float64(p.OutNoise * p.OutNoise)
		case InputRaw:
			p.InNoise = in
			v += float64(float64(in*in)*float64(p.Filter.H2*p.Filter.H2)) / n
		}
		p.RMSE = math.Sqrt(v)
	case Input:
		p.InNoise = in
		k1, k2, post, _, err := t.Gain(r + float64(in*in))
		if err != nil {
			return nil, err
		}
		if p.Filter, err = t.Make(k1, k2); err != nil {
			return nil, err
		}
		p.RMSE = math.Sqrt(post.At(1, 1) / n)
	case OutputOpt:
		if p.Filter, err = t.Redesign(); err != nil {
			return nil, err
		}
		p.OutNoise = in * p.Filter.HInf / n
		p.RMSE = math.Sqrt(p.Filter.Error/n + float64(p.OutNoise*p.OutNoise))
	}
	return p, nil
}

// Predictor returns the RMSE of input perturbation with the redesigned filter
// as a one-step predictor.
func (t *Traffic) Predictor() (float64, error) {
	in := float64(t.Kappa * t.Rho)
	_, _, _, pred, err := t.Gain(float64(t.Sigma2*t.Sigma2) + float64(in*in))
	if err != nil {
		return 0, err
	}
	return math.Sqrt(pred.At(1, 1) / float64(t.N)), nil
}

// Redesign minimises the published mean's error over both gains: the H₂ norm
// of the estimation error plus κ²ρ²‖y → v̂‖²_∞/n², directly (Nelder & Mead 1965,
// from two starts). At this size that is exact; a formulation by linear matrix
// inequalities shares one Lyapunov matrix between the two norms and is
// conservative.
func (t *Traffic) Redesign() (*Filter, error) {
	n := float64(t.N)
	in := float64(t.Kappa * t.Rho)
	a, b, _ := t.matrices()
	cost := func(x [2]float64) float64 {
		ikc := linalg.FromRows([]float64{1 - x[0], 0}, []float64{-x[1], 1})
		f := &Filter{K1: x[0], K2: x[1], F: ikc.Mul(a)}
		tr, det := f.F.Trace(), float64(f.F.A[0]*f.F.A[3])-float64(f.F.A[1]*f.F.A[2])
		if !(math.Abs(det) < 1 && math.Abs(tr) < 1+det) { // Jury's criterion
			return math.Inf(1)
		}
		v, err := t.variance(f.F, ikc.Mul(b), x[0], x[1], float64(t.Sigma2*t.Sigma2))
		if err != nil {
			return math.Inf(1)
		}
		return v + float64(in*in*f.peak(tr, det))/n
	}
	k1, k2, _, _, err := t.Gain(float64(t.Sigma2 * t.Sigma2))
	if err != nil {
		return nil, err
	}
	r1, r2, _, _, err := t.Gain(float64(t.Sigma2*t.Sigma2) + float64(in*in))
	if err != nil {
		return nil, err
	}
	best, at := math.Inf(1), [2]float64{}
	for _, start := range [][2]float64{{k1, k2}, {r1, r2}, {0.9, 0.1 * k2}} {
		x, v := simplex(cost, start)
		if v < best {
			best, at = v, x
		}
	}
	if math.IsInf(best, 1) {
		return nil, &lab.Problem{Field: "arch", Say: "No stable filter was found for the redesign."}
	}
	return t.Make(at[0], at[1])
}

// peak returns the squared H∞ norm of y → v̂ in closed form, for the search: on
// the unit circle both |numerator|² and |denominator|² are quadratic in cos ω,
// so the stationary points solve a quadratic equation.
func (f *Filter) peak(tr, det float64) float64 {
	b1 := float64(f.F.A[0]*f.K1) + float64(f.F.A[1]*f.K2)
	b2 := float64(f.F.A[2]*f.K1) + float64(f.F.A[3]*f.K2)
	// |a z² + b z + c|² = 4ac u² + 2b(a + c) u + (a − c)² + b², u = cos ω.
	square := func(a, b, c float64) [3]float64 {
		return [3]float64{float64((a-c)*(a-c)) + float64(b*b), 2 * b * (a + c), 4 * a * c}
	}
	num := square(f.K2, b2-float64(f.K2*tr), float64(f.K2*det)+float64(f.F.A[2]*b1)-float64(f.F.A[0]*b2))
	den := square(1, -tr, det)
	at := func(u float64) float64 {
		return (num[0] + float64(u*num[1]) + float64(u*u*num[2])) / (den[0] + float64(u*den[1]) + float64(u*u*den[2]))
	}
	best := max(at(1), at(-1))
	// N′D − ND′ = q₂u² + q₁u + q₀.
	q2 := float64(num[2]*den[1]) - float64(num[1]*den[2])
	q1 := 2 * (float64(num[2]*den[0]) - float64(num[0]*den[2]))
	q0 := float64(num[1]*den[0]) - float64(num[0]*den[1])
	if d := float64(q1*q1) - float64(4*q2*q0); d >= 0 {
		r := math.Sqrt(d)
		if q1 < 0 {
			r = -r
		}
		for _, u := range []float64{-(q1 + r) / (2 * q2), -2 * q0 / (q1 + r)} {
			if u > -1 && u < 1 {
				best = max(best, at(u))
			}
		}
	}
	return best
}

// simplex is the downhill simplex method in the plane.
func simplex(f func([2]float64) float64, start [2]float64) ([2]float64, float64) {
	type vertex struct {
		x [2]float64
		v float64
	}
	at := func(x [2]float64) vertex { return vertex{x, f(x)} }
	s := []vertex{at(start), at([2]float64{float64(start[0]*0.9) + 0.02, start[1]}), at([2]float64{start[0], float64(start[1]*0.7) + 0.002})}
	mix := func(c, x [2]float64, w float64) [2]float64 {
		return [2]float64{c[0] + float64(w*(x[0]-c[0])), c[1] + float64(w*(x[1]-c[1]))}
	}
	for range 160 {
		sort.SliceStable(s, func(i, j int) bool { return s[i].v < s[j].v })
		d := math.Abs(s[0].x[0]-s[2].x[0]) + math.Abs(s[0].x[1]-s[2].x[1]) + math.Abs(s[0].x[0]-s[1].x[0]) + math.Abs(s[0].x[1]-s[1].x[1])
		if d < 1e-9 {
			break
		}
		c := [2]float64{(s[0].x[0] + s[1].x[0]) / 2, (s[0].x[1] + s[1].x[1]) / 2}
		r := at(mix(c, s[2].x, -1))
		switch {
		case r.v < s[0].v:
			if e := at(mix(c, s[2].x, -2)); e.v < r.v {
				r = e
			}
			s[2] = r
		case r.v < s[1].v:
			s[2] = r
		default:
			w := 0.5
			if r.v < s[2].v {
				w = -0.5
			}
			if k := at(mix(c, s[2].x, w)); k.v < min(r.v, s[2].v) {
				s[2] = k
			} else {
				s[1], s[2] = at(mix(s[0].x, s[1].x, 0.5)), at(mix(s[0].x, s[2].x, 0.5))
			}
		}
	}
	sort.SliceStable(s, func(i, j int) bool { return s[i].v < s[j].v })
	return s[0].x, s[0].v
}
