package traffic

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// example is that of Le Ny & Pappas (2014), with ε = ln 3 and δ = 0.05.
func example(t testing.TB) *Setting {
	t.Helper()
	k, err := privacy.Kappa(0.05, math.Log(3))
	if err != nil {
		t.Fatal(err)
	}
	return &Setting{N: 200, Ts: 1, Sigma1: 1, Sigma2: 1, Rho: 100, Kappa: k}
}

// The traffic numbers were computed independently for Ts = 1 s, σ = 1,
// n = 200, ρ = 100 m, ε = ln 3, δ = 0.05.
func TestTraffic(t *testing.T) {
	tr := example(t)
	base, err := tr.Plan(about.None)
	if err != nil {
		t.Fatal(err)
	}
	f := base.Filter
	check.Near(t, "K₁", f.K1, 0.75, 1e-12)
	check.Near(t, "K₂", f.K2, 0.5, 1e-12)
	check.Near(t, "posterior velocity variance", f.Error, 1, 1e-12)
	check.Near(t, "H∞", f.HInf, 2/math.Sqrt(7), 1e-9)
	check.Near(t, "peak frequency", f.Omega, 1.04725, 1e-4)
	check.Near(t, "H₂²", f.H2*f.H2, 1.0/3, 1e-12)
	check.Near(t, "κ", tr.Kappa, 1.75633987, 5e-9)
	for name, want := range map[string]float64{about.None: .070711, about.Output: .667589, about.Input: .302068,
		about.InputRaw:   7.170576,
		about.Redesigned: .177930} {
		p, err := tr.Plan(name)
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "RMSE, "+name, p.RMSE, want, 6e-7)
	}
	p, err := tr.Plan(about.Redesigned)
	if err != nil {
		t.Fatal(err)
	}
	// The minimum is flat: the gains are known to fewer digits than the error.
	check.Near(t, "redesigned K₁", p.Filter.K1, .92267, 1e-3)
	check.Near(t, "redesigned K₂", p.Filter.K2, .10465, 1e-4)
	check.Near(t, "redesigned H∞", p.Filter.HInf, .117238, 2e-5)
}

func TestUnstable(t *testing.T) {
	tr := Setting{N: 1, Ts: 1, Sigma1: 1, Sigma2: 1, Rho: 1, Kappa: 1}
	if _, err := tr.build(-1, 0); err == nil {
		t.Error("an unstable filter was accepted")
	}
}

// TestPeak holds the closed form of the search against the eigenvalue test.
// peak searches the H∞ norm of a filter and its frequency, on a grid that is as dense about
// low frequencies as about high ones.
func peak(f *Filter) (norm, omega float64) {
	s := f.system()
	a := func(i, j int) complex128 { return complex(s.A.At(i, j), 0) }
	b := func(i int) complex128 { return complex(s.B.At(i, 0), 0) }
	at := func(w float64) float64 {
		z := cmplx.Exp(complex(0, w))
		det := (z-a(0, 0))*(z-a(1, 1)) - a(0, 1)*a(1, 0)
		v := (a(1, 0)*b(0) + (z-a(0, 0))*b(1)) / det
		g := cmplx.Abs(v + complex(s.D.At(0, 0), 0))
		if g > norm {
			norm, omega = g, w
		}
		return g
	}
	const points = 4000
	for i := range points + 1 {
		at(math.Pi * math.Exp2(-30*float64(i)/points))
	}
	step := math.Exp2(30.0 / points)
	num.Golden(omega/step, math.Min(omega*step, math.Pi), 60, func(w float64) float64 { return -at(w) })
	return norm, omega
}

func TestPeak(t *testing.T) {
	tr := example(t)
	for _, k := range [][2]float64{{.75, .5}, {.92267, .10465}, {.5, .1}, {.2, .02}, {.99, .9}, {1.2, .3}} {
		f, err := tr.build(k[0], k[1])
		if err != nil {
			t.Fatal(err)
		}
		want, at := peak(f)
		check.Near(t, fmt.Sprintf("H∞ at K = %v", k), f.HInf, want, 1e-9*want)
		check.Near(t, fmt.Sprintf("its frequency at K = %v", k), f.Omega, at, 1e-5)
		s := f.system()
		p, err := control.Lyapunov(s.A, control.Sym(control.Mul(s.B, s.B.T()))) // the controllability Gramian
		if err != nil {
			t.Fatal(err)
		}
		h2 := math.Sqrt(mat.Trace(control.Congruence(s.C, p)) + mat.Trace(control.Mul(s.D, s.D.T())))
		check.Near(t, fmt.Sprintf("H₂ at K = %v", k), f.H2, h2, 1e-10*h2)
	}
}

func TestVehicleSweep(t *testing.T) {
	tr := example(t)
	for _, c := range []struct {
		n                int
		in, out, best, e float64
	}{{1, 4.2719, 132.77, 6.1051, 6e-5}, {10, 1.3509, 13.280, 1.3140, 6e-5}, {20, .9552, 6.6421, .8274, 6e-5}} {
		of := *tr
		of.N = c.n
		for name, want := range map[string]float64{about.Input: c.in, about.Output: c.out, about.Redesigned: c.best} {
			p, err := of.Plan(name)
			if err != nil {
				t.Fatal(err)
			}
			tol := c.e
			if want > 10 {
				tol = 100 * c.e
			}
			check.Near(t, fmt.Sprintf("n = %d, %s", c.n, name), p.RMSE, want, tol)
		}
	}
}

// TestSimulation: mean squared errors of 60 runs lie within 5.5 standard errors
// of theory for every architecture: by the normal approximation a correct
// program fails for fewer than 1 seed in 10⁶.
func TestSimulation(t *testing.T) {
	for _, name := range []string{about.None, about.InputRaw, about.Input, about.Output, about.Redesigned} {
		simulates(t, example(t), name)
	}
	// Filters that forget slowly need a long burn-in.
	slow := example(t)
	slow.Ts, slow.Sigma1 = .1, .01
	simulates(t, slow, about.Redesigned)
	simulates(t, slow, about.None)
}

// radius returns the spectral radius of F, whose characteristic polynomial is
// z² − (2 − α − β)z + (1 − α).
func radius(f *Filter) float64 {
	alpha, beta := f.gains()
	half, det := 1-(alpha+beta)/2, 1-alpha
	// (half² − det) without cancellation: (α−β)²/4 − β + αβ.
	if d := (alpha-beta)*(alpha-beta)/4 - beta + alpha*beta; d >= 0 {
		return math.Abs(half) + math.Sqrt(d)
	}
	return math.Sqrt(det)
}

// simulate runs one architecture for steps samples after a burn-in and returns
// the mean squared error of the published mean. Vehicles are independent and
// alike, so their mean obeys the same equations with noises divided by √n; the
// filter is linear, so the mean of the filters is the filter of the mean. That
// is exact, not an approximation, for Gaussian noise.
func simulate(t *Setting, p *Plan, seed uint64, trial int64, burn, steps int) float64 {
	s := rng.New(rng.Key{Seed: seed, Phase: 900, Trial: uint64(trial)})
	root := math.Sqrt(float64(t.N))
	sum := 0.0
	var hat Car
	for k := range burn + steps {
		// The frame moves with the vehicles, so that a long way costs no digits:
		// only differences of positions and of speeds matter.
		var real Car
		real.Drive(t, s.Norm()/root)
		y := real.X + t.Sigma2*s.Norm()/root
		e, o := s.Norm()/root, s.Norm()
		if t.Laplace {
			// A mean of n Laplace numbers: its variance is what matters for the
			// mean squared error.
			o = s.Laplace(1 / math.Sqrt2)
		}
		hat.Correct(p.Filter, y+p.InNoise*e)
		if k >= burn {
			d := hat.V + p.OutNoise*o - real.V
			sum += d * d
		}
		hat.X, hat.V = hat.X-real.X, hat.V-real.V
	}
	return sum / float64(steps)
}

func simulates(t *testing.T, tr *Setting, name string) {
	t.Helper()
	p, err := tr.Plan(name)
	if err != nil {
		t.Fatal(err)
	}
	// Until the error's variance is within e⁻²⁰ of the steady one.
	burn := max(600, int(10/(1-radius(p.Filter))))
	const runs = 60
	var v []float64
	mean := 0.0
	for i := range runs {
		v = append(v, simulate(tr, p, 1, int64(i), burn, 800))
		mean += v[i] / runs
	}
	sq := 0.0
	for _, x := range v {
		sq += (x - mean) * (x - mean)
	}
	se := math.Sqrt(sq / (runs - 1) / runs)
	if z := math.Abs(mean-p.RMSE*p.RMSE) / se; z > 5.5 {
		t.Errorf("%s: simulated %.5g, theory %.5g: %.1f standard errors", name, mean, p.RMSE*p.RMSE, z)
	}
}

// BenchmarkSecond is one simulated second of 200 vehicles one by one.
func BenchmarkSecond(b *testing.B) {
	tr := example(b)
	p, err := tr.Plan(about.Output)
	if err != nil {
		b.Fatal(err)
	}
	tr.N = 1
	for b.Loop() {
		for i := range 200 {
			simulate(tr, p, 1, int64(i), 0, 1)
		}
	}
}

// TestResponse: the response to a ramp is the sum of the responses to its steps, and comes to the ramp's slope.
func TestResponse(t *testing.T) {
	tr := Setting{N: 1, Ts: 0.5, Sigma1: 1, Sigma2: 1, Rho: 1, Kappa: 1}
	for _, k := range [][2]float64{{0.3, 0.1}, {0.9, 0.7}, {1.2, 0.4}} {
		f, err := tr.build(k[0], k[1])
		if err != nil {
			t.Fatal(err)
		}
		const steps = 300
		got, impulse := f.Response(steps), f.Impulse(steps)
		for i := range got {
			want := 0.0
			for j := range i + 1 {
				want += impulse[j] * float64(i-j) * tr.Ts
			}
			check.Near(t, "response", got[i], want, 1e-9)
		}
		check.Near(t, "speed in the end", got[steps-1], 1, 1e-3)
	}
	// On the border of stability, 4 = 2α + β.
	for _, k := range [][2]float64{{1, 4}, {0.5, 6}, {2, 0}, {0, 1}} {
		if _, err := tr.build(k[0], k[1]); err == nil {
			t.Errorf("K = %v was accepted", k)
		}
	}
}
