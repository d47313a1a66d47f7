package traffic

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/privacy"
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
	base, err := tr.Plan(None)
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
	for name, want := range map[string]float64{None: .070711, Output: .667589, Input: .302068, InputRaw: 7.170576,
		Redesigned: .177930} {
		p, err := tr.Plan(name)
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "RMSE, "+name, p.RMSE, want, 6e-7)
	}
	pred, err := tr.Predictor()
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, "RMSE, one-step predictor", pred, .310233, 6e-7)
	p, err := tr.Plan(Redesigned)
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
func TestPeak(t *testing.T) {
	tr := example(t)
	for _, k := range [][2]float64{{.75, .5}, {.92267, .10465}, {.5, .1}, {.2, .02}, {.99, .9}, {1.2, .3}} {
		f, err := tr.build(k[0], k[1])
		if err != nil {
			t.Fatal(err)
		}
		want, at, err := f.system().HInf()
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, fmt.Sprintf("H∞ at K = %v", k), f.HInf, want, 1e-9*want)
		check.Near(t, fmt.Sprintf("its frequency at K = %v", k), f.Omega, at, 1e-5)
		h2, err := f.system().H2()
		if err != nil {
			t.Fatal(err)
		}
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
		for name, want := range map[string]float64{Input: c.in, Output: c.out, Redesigned: c.best} {
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
	for _, name := range []string{None, InputRaw, Input, Output, Redesigned} {
		simulates(t, example(t), name)
	}
	// Filters that forget slowly need a long burn-in.
	slow := example(t)
	slow.Ts, slow.Sigma1 = .1, .01
	simulates(t, slow, Redesigned)
	simulates(t, slow, None)
	if _, ok := (&Filter{K1: 1e-6, K2: 1e-13, Ts: 1}).BurnIn(); ok {
		t.Error("a filter that takes millions of steps to settle is simulated")
	}
}

func simulates(t *testing.T, tr *Setting, name string) {
	t.Helper()
	p, err := tr.Plan(name)
	if err != nil {
		t.Fatal(err)
	}
	burn, ok := p.Filter.BurnIn()
	if !ok {
		t.Fatal("too slow to simulate")
	}
	const runs = 60
	var v []float64
	mean := 0.0
	for i := range runs {
		v = append(v, tr.Simulate(p, 1, int64(i), burn, 800))
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
	p, err := tr.Plan(Output)
	if err != nil {
		b.Fatal(err)
	}
	tr.N = 1
	for b.Loop() {
		for i := range 200 {
			tr.Simulate(p, 1, int64(i), 0, 1)
		}
	}
}
