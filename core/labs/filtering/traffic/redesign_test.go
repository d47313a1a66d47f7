package traffic

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/privacy"
	"indistinct/core/test/check"
)

// exactCost is the redesign's cost n·MSE at gains α and β from the equations
// themselves, in 300 binary digits: the Lyapunov equation by elimination, the
// peak of |H|² by golden sections over 1 − cos ω.
func exactCost(t *Setting, alpha, beta float64) float64 {
	type num = *big.Float
	f := func(x float64) num { return new(big.Float).SetPrec(300).SetFloat64(x) }
	add := func(a, b num) num { return f(0).Add(a, b) }
	sub := func(a, b num) num { return f(0).Sub(a, b) }
	mul := func(a ...num) num {
		p := f(1)
		for _, x := range a {
			p.Mul(p, x)
		}
		return p
	}
	a, b, one, two := f(alpha), f(beta), f(1), f(2)
	// In units of Ts and of velocity times Ts: F = [[1−α, 1−α], [−β, 1−β]].
	f11, f12, f21, f22 := sub(one, a), sub(one, a), sub(f(0), b), sub(one, b)
	q := mul(f(t.Sigma1), f(t.Ts), f(t.Ts))
	w1, w2 := mul(q, sub(one, a), f(0.5)), mul(q, sub(one, mul(b, f(0.5))))
	v1, v2 := mul(a, f(t.Sigma2)), mul(b, f(t.Sigma2))
	// P − F P Fᵀ = Q for P = (x, y; y, z).
	m := [3][4]num{
		{sub(one, mul(f11, f11)), sub(f(0), mul(two, f11, f12)), sub(f(0), mul(f12, f12)),
			add(mul(w1, w1), mul(v1, v1))},
		{sub(f(0), mul(f11, f21)), sub(one, add(mul(f11, f22), mul(f12, f21))), sub(f(0), mul(f12, f22)),
			add(mul(w1, w2), mul(v1, v2))},
		{sub(f(0), mul(f21, f21)), sub(f(0), mul(two, f21, f22)), sub(one, mul(f22, f22)),
			add(mul(w2, w2), mul(v2, v2))},
	}
	for k := range 3 {
		p := k
		for i := k; i < 3; i++ {
			if f(0).Abs(m[i][k]).Cmp(f(0).Abs(m[p][k])) > 0 {
				p = i
			}
		}
		m[k], m[p] = m[p], m[k]
		for i := k + 1; i < 3; i++ {
			r := f(0).Quo(m[i][k], m[k][k])
			for j := k; j < 4; j++ {
				m[i][j] = sub(m[i][j], mul(r, m[k][j]))
			}
		}
	}
	variance := f(0).Quo(m[2][3], m[2][2]) // of v̂ Ts
	// |H|² Ts² = β² 2x/D, D = |z² − tr z + det|² at cos ω = 1 − x.
	det, tr := sub(one, a), sub(sub(two, a), b)
	gain := func(x num) num {
		u := sub(one, x)
		d := add(mul(f(4), det, u, u), add(mul(sub(one, det), sub(one, det)), mul(tr, tr)))
		d = sub(d, mul(two, tr, add(one, det), u))
		return f(0).Quo(mul(two, b, b, x), d)
	}
	at := func(l float64) num { return gain(f(math.Exp(l))) }
	lo, hi := -120.0, math.Log(2)
	for range 90 {
		c, d := hi-0.6180339887498949*(hi-lo), lo+0.6180339887498949*(hi-lo)
		if at(c).Cmp(at(d)) > 0 {
			hi = d
		} else {
			lo = c
		}
	}
	peak := at((lo + hi) / 2)
	weight := f(t.Kappa * t.Rho)
	total := add(variance, f(0).Quo(mul(weight, weight, peak), f(float64(t.N))))
	out, _ := f(0).Quo(total, mul(f(t.Ts), f(t.Ts))).Float64()
	return out
}

// randomTraffic draws a setting over the full ranges that the page accepts.
func randomTraffic(r *rand.Rand, tb testing.TB) *Setting {
	draw := func(least, most float64) float64 { return least * math.Pow(most/least, r.Float64()) }
	k, err := privacy.Kappa(math.Pow(10, -6*r.Float64())*0.49, math.Pow(10, -3+6*r.Float64()))
	if err != nil {
		tb.Fatal(err)
	}
	return &Setting{N: int(draw(1, 2000)), Ts: draw(.05, 20), Sigma1: draw(.001, 20), Sigma2: draw(.001, 100),
		Rho: draw(.1, 10000), Kappa: k}
}

// TestRedesignGlobal holds the redesign against a search of another kind over
// other coordinates (random starts and steps in ln α and the logarithm of β's
// share of the stable triangle), both judged by exactCost, on random settings
// over the full ranges: none may be worse by more than 10⁻⁴ in the error.
func TestRedesignGlobal(t *testing.T) {
	settings := 12
	if os.Getenv("INDISTINCT_LONG") != "" {
		settings = 500
	}
	r := rand.New(rand.NewPCG(11, 12))
	worst := 0.0
	for i := range settings {
		tr := randomTraffic(r, t)
		f, err := tr.redesign()
		if err != nil {
			t.Errorf("setting %d, %+v: %v", i, *tr, err)
			continue
		}
		alpha, beta := f.gains()
		got := exactCost(tr, alpha, beta)
		weight := tr.Kappa * tr.Rho * tr.Kappa * tr.Rho / float64(tr.N)
		if own := f.Error + weight*f.HInf*f.HInf; !(math.Abs(own/got-1) < 1e-9) {
			t.Errorf("setting %d, %+v: cost %v, by the equations %v", i, *tr, own, got)
		}
		cost := func(x [2]float64) float64 {
			a := math.Exp(x[0])
			if a >= 2 || x[1] >= 0 {
				return math.Inf(1)
			}
			g, err := tr.build(a, math.Exp(x[1])*(4-2*a)/tr.Ts)
			if err != nil {
				return math.Inf(1)
			}
			return math.Log(g.Error + weight*g.HInf*g.HInf)
		}
		best, where := math.Inf(1), [2]float64{}
		for range 6 {
			x, v := [2]float64{}, math.Inf(1)
			for range 600 {
				y := [2]float64{math.Ln2 - 36*r.Float64()*r.Float64(), -70 * r.Float64() * r.Float64()}
				if c := cost(y); c < v {
					x, v = y, c
				}
			}
			step := 1.0
			for step > 1e-9 {
				hit := false
				for range 12 {
					y := [2]float64{x[0] + step*r.NormFloat64(), x[1] + step*r.NormFloat64()}
					if c := cost(y); c < v {
						x, v, hit = y, c, true
					}
				}
				if !hit {
					step /= 2
				}
			}
			if v < best {
				best, where = v, x
			}
		}
		a := math.Exp(where[0])
		other := exactCost(tr, a, math.Exp(where[1])*(4-2*a))
		excess := math.Sqrt(got/other) - 1 // in the error, the root of the cost
		worst = max(worst, excess)
		if excess > 1e-4 {
			t.Errorf("setting %d, %+v: error %v at K = (%v, %v), %v at another filter", i, *tr, math.Sqrt(got), f.K1,
				f.K2, math.Sqrt(other))
		}
	}
	t.Logf("%d settings; the redesign is worse by at most %.1e", settings, worst)
}

// TestRedesignKnown: two settings at which searches from a few starts end in
// the wrong valley, with optima found in extended precision.
func TestRedesignKnown(t *testing.T) {
	k, err := privacy.Kappa(0.05, 0.2)
	if err != nil {
		t.Fatal(err)
	}
	tr := &Setting{N: 600, Ts: .05, Sigma1: .02, Sigma2: .3, Rho: 600, Kappa: k}
	p, err := tr.Plan(about.Redesigned)
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, "RMSE", p.RMSE, .0071715, 1e-7)
	check.Near(t, "K₁", p.Filter.K1, .9227, 2e-3)
	check.Near(t, "K₂", p.Filter.K2, 4.485e-4, 2e-6)
}

// TestGainsInClosedForm holds norms, error variance and ℓ₁ gain of Kalman
// filters and of random stable ones against package control and long sums, over
// the full ranges of settings.
func TestGainsInClosedForm(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 60 {
		tr := randomTraffic(r, t)
		k1, k2 := tr.gain(tr.Sigma2 * tr.Sigma2)
		if i%2 == 1 {
			k1 = 2 * r.Float64()
			k2 = (4 - 2*k1) * r.Float64() / tr.Ts
		}
		f, err := tr.build(k1, k2)
		if err != nil {
			t.Errorf("%+v: K = (%v, %v): %v", *tr, k1, k2, err)
			continue
		}
		if rho := radius(f); rho > 0.9999 {
			continue // the general method loses digits there
		}
		h, _ := peak(f)
		check.Near(t, "H∞", f.HInf, h, 1e-8*h)
		l1, err := f.l1()
		if err != nil {
			t.Errorf("%+v: %v", *tr, err)
			continue
		}
		sum := 0.0
		for _, v := range f.Impulse(400000) {
			sum += math.Abs(v)
		}
		if l1 < sum*(1-1e-12) || l1 > sum*(1+1e-6) || l1 < f.HInf {
			t.Errorf("%+v: ℓ₁ = %v, the sum is %v, H∞ = %v", *tr, l1, sum, f.HInf)
		}
	}
}

// TestKalmanGain holds the closed form of the Kalman gain against the Riccati
// equation.
func TestKalmanGain(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 60 {
		tr := randomTraffic(r, t)
		a, c := control.FromRows([]float64{1, tr.Ts}, []float64{0, 1}), control.FromRows([]float64{1, 0})
		b := control.FromRows([]float64{tr.Sigma1 * tr.Ts * tr.Ts / 2}, []float64{tr.Sigma1 * tr.Ts})
		v := tr.Sigma2 * tr.Sigma2
		f, err := control.Kalman(a, c, control.Sym(control.Mul(b, b.T())), control.Diag(v))
		if err != nil {
			t.Errorf("%+v: %v", *tr, err)
			continue
		}
		k1, k2 := tr.gain(v)
		check.Near(t, "K₁", f.Gain.At(0, 0), k1, 1e-8*k1)
		check.Near(t, "K₂", f.Gain.At(1, 0), k2, 1e-8*k2)
		g, err := tr.build(k1, k2)
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "variance of the speed", f.Post.At(1, 1), g.Error, 1e-7*g.Error)
	}
}

// TestLaplaceKeepsItsPromise: at the settings where a short sum falls short of
// the ℓ₁ gain, and over the full ranges, the noise on the result carries the
// whole gain: with Laplace noise of scale b the pure ε of a step in the ℓ₁ ball
// is its total response over b.
func TestLaplaceKeepsItsPromise(t *testing.T) {
	for _, c := range []struct{ ts, s1, s2, l1 float64 }{{.05, .001, 100, .0030138}, {1, 20, .001, 10000},
		{20, 20, .001, 200000}} {
		tr := &Setting{N: 200, Ts: c.ts, Sigma1: c.s1, Sigma2: c.s2, Rho: 100, Kappa: math.Sqrt2 / math.Log(3),
			Laplace: true}
		p, err := tr.Plan(about.Output)
		if err != nil {
			t.Fatal(err)
		}
		g, err := p.Filter.l1()
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "ℓ₁", g, c.l1, 1e-7*c.l1+5e-8)
		check.Near(t, "noise", p.OutNoise, math.Sqrt2/math.Log(3)*100*g/200, 1e-12*p.OutNoise)
	}
	// Every setting is either refused or keeps its ε over 2²¹ steps.
	r := rand.New(rand.NewPCG(15, 16))
	refused := 0
	for range 60 {
		tr := randomTraffic(r, t)
		tr.Laplace, tr.Kappa = true, math.Sqrt2
		p, err := tr.Plan(about.Output)
		if err != nil {
			refused++
			continue
		}
		// A response that has died away stays so: most have long before the last step.
		sum := 0.0
		for n, last := 1<<14, 1.0; n <= 1<<21 && last > 1e-13*sum; n <<= 1 {
			sum, last = 0, 0
			for k, v := range p.Filter.Impulse(n) {
				sum += math.Abs(v)
				if k >= n/2 {
					last += math.Abs(v)
				}
			}
		}
		b := p.OutNoise / math.Sqrt2
		if eps := tr.Rho * sum / float64(tr.N) / b; eps > 1+1e-9 {
			t.Errorf("%+v: ε = %v where 1 is promised", *tr, eps)
		}
	}
	if refused > 0 {
		t.Errorf("%d of 60 settings were refused", refused)
	}
}

func BenchmarkRedesign(b *testing.B) {
	tr := example(b)
	for b.Loop() {
		if _, err := tr.redesign(); err != nil {
			b.Fatal(err)
		}
	}
}
