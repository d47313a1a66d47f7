package oracle

import (
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

func oracle[M mechanism.Mechanism](t testing.TB, m M, err error) mechanism.Mechanism {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func allOracles(t testing.TB) map[string]mechanism.Mechanism {
	a, e1 := NewLaplace(1, 0.7)
	c, e3 := NewGauss(1, 1.5, 3, privacy.Budget{})
	d, e4 := NewResponse(4, 0.4, 1.6)
	h, e8 := NewHistogram([]float64{3, 1}, 0.7)
	return map[string]mechanism.Mechanism{
		"Laplace": oracle(t, a, e1), "Gaussian": oracle(t, c, e3), "response": oracle(t, d, e4),
		"histogram": oracle(t, h, e8), "ignorant": Ignorant{Steps: 2, Dim: 2},
	}
}

func TestOracleTruths(t *testing.T) {
	all := allOracles(t)
	pure := func(name string) float64 { return all[name].(mechanism.Profiled).Profile().Pure() }
	for _, c := range []struct {
		name string
		want float64
	}{
		{"Laplace", 0.7}, {"Gaussian", math.Inf(1)}, {"response", 1.6}, {"ignorant", 0},
		{"histogram", 0.7},
	} {
		if got := pure(c.name); !(math.Abs(got-c.want) <= 1e-9) && got != c.want {
			t.Errorf("%s: pure ε %v, want %v", c.name, got, c.want)
		}
	}
	// Balle & Wang 2018: the least σ for (ln 3, 0.05) at shift 1 is 1.255924.
	g, err := NewGauss(1, 1.255924, 1, privacy.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	if d := g.Profile().Delta(math.Log(3)); math.Abs(d-0.05) > 1e-6 {
		t.Errorf("Gaussian: δ(ln 3) = %v, want 0.05", d)
	}
	// Randomised response that keeps three quarters is ln 3-private.
	r, err := NewResponse(1, math.Log(3), math.Log(3))
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Profile().Delta(0); math.Abs(d-0.5) > 1e-12 {
		t.Errorf("randomised response: total variation %v, want 1/2", d)
	}
}

// The profile is E[(1 − e^{ε−loss})₊] under either record: estimated from the
// releases' own densities by 40,000 draws, within six standard errors and
// 10⁻⁵, so that a correct profile fails with probability below 10⁻⁸.
func TestOracleProfilesAgreeWithDensities(t *testing.T) {
	const n = 40000
	for name, m := range allOracles(t) {
		den, ok := m.(mechanism.Densitied)
		if !ok {
			continue
		}
		p := m.(mechanism.Profiled).Profile()
		steps, dim := m.Shape()
		out := make([]float64, steps*dim)
		for _, eps := range []float64{0, 0.3, 0.9} {
			worst, se := 0.0, 0.0
			for in := range 2 {
				s1, s2 := 0.0, 0.0
				for i := range n {
					s := rng.New(rng.Key{Seed: 5, Phase: 8, Input: uint32(in), Trial: uint64(i)})
					m.Release(mechanism.Input(in), &s, out)
					loss := den.LogDensity(mechanism.Input(in), out) - den.LogDensity(mechanism.Input(1-in), out)
					v := math.Max(0, 1-math.Exp(eps-loss))
					s1 += v / n
					s2 += v * v / n
				}
				if s1 >= worst {
					worst, se = s1, math.Sqrt((s2-s1*s1)/n)
				}
			}
			if d := p.Delta(eps); math.Abs(d-worst) > 6*se+1e-5 {
				t.Errorf("%s: δ(%v) = %v, releases give %v ± %v", name, eps, d, worst, se)
			}
		}
	}
}

func TestOraclesAllocateNothing(t *testing.T) {
	for name, m := range allOracles(t) {
		steps, dim := m.Shape()
		out := make([]float64, steps*dim)
		s := rng.New(rng.Key{Seed: 1})
		if n := testing.AllocsPerRun(100, func() { m.Release(mechanism.Adjacent, &s, out) }); n != 0 {
			t.Errorf("%s: %v allocations a release", name, n)
		}
		if m.Claim().Source == lang.Verbatim("") {
			t.Errorf("%s: no source of its claim", name)
		}
	}
}

func TestOraclesRefuse(t *testing.T) {
	nan := math.NaN()
	for name, f := range map[string]func() error{
		"no shift":         func() error { _, err := NewLaplace(0, 1); return err },
		"ε not a number":   func() error { _, err := NewLaplace(1, nan); return err },
		"infinite ε":       func() error { _, err := NewLaplace(1, math.Inf(1)); return err },
		"no σ":             func() error { _, err := NewGauss(1, 0, 1, privacy.Budget{}); return err },
		"no steps":         func() error { _, err := NewResponse(0, 1, 1); return err },
		"infinite count":   func() error { _, err := NewHistogram([]float64{math.Inf(1)}, 1); return err },
		"ε of a histogram": func() error { _, err := NewHistogram(nil, -1); return err },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkOracles(b *testing.B) {
	for _, name := range []string{"Laplace", "Gaussian", "response"} {
		m := allOracles(b)[name]
		steps, dim := m.Shape()
		out := make([]float64, steps*dim)
		b.Run(name, func(b *testing.B) {
			i := uint64(0)
			for b.Loop() {
				s := rng.New(rng.Key{Seed: 1, Phase: 3, Trial: i})
				m.Release(mechanism.Record, &s, out)
				i++
			}
		})
	}
}
