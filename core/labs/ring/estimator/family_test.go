package estimator

import (
	"math"
	"testing"

	"indistinct/core/about/ring/system"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// The quick density against the careful one, at draws from both records.
func TestFamilyAgainstDensity(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for _, s := range []float64{0, .02, .2, .35, .8, .9999} {
			for _, d := range []float64{.3, 10} {
				o := DefaultW2()
				o.S = []float64{s}
				o.PositionOnly = flat
				w := newW2(t, system.Default(), 1, d, o)
				f, err := NewFamily(w.model.sc, o)
				if err != nil {
					t.Fatal(err)
				}
				worst, dens := 0.0, careful(w)
				for in := range 2 {
					h := f.Hypothesis(w.records[in])
					for i, v := range h.Estimate() {
						if e := w.Estimate(mechanism.Input(in))[i]; math.Abs(v-e) > 1e-12 {
							t.Fatalf("estimate %v, want %v", v, e)
						}
					}
					h.Prepare()
					x := make([]float64, 8)
					for i := range 4 {
						r := rng.New(rng.Key{Seed: 4, Input: uint32(in), Trial: uint64(i)})
						w.Release(mechanism.Input(in), &r, x)
						for k, dens := range dens[in] {
							want := logDensity(dens, x[2*k], x[2*k+1])
							worst = math.Max(worst, math.Abs(h.LogStep(k, x[2*k], x[2*k+1])-want))
						}
					}
				}
				t.Logf("flat %v, s = %v, d = %v: largest difference %.1g", flat, s, d, worst)
				if worst > 5e-4 {
					t.Errorf("flat %v, s = %v, d = %v: quick and careful log densities differ by %v", flat, s, d, worst)
				}
			}
		}
	}
}

// The affinity against its definition by sampling, position only, where the
// released position is the whole state: ∫√(p₁p₂) = E₁[√(p₂/p₁)], whose mean over
// 20,000 releases has a standard error below 0.004 (the integrand's second
// moment is 1); five of them.
func TestAffinity(t *testing.T) {
	for _, s := range []float64{.05, .5, .9} {
		o := DefaultW2()
		o.S = []float64{s}
		o.PositionOnly = true
		w := newW2(t, system.Default(), 1, .4, o)
		f, _ := NewFamily(w.model.sc, o)
		a := f.Hypothesis(w.records[0])
		b := f.Hypothesis(w.records[1])
		a.Prepare()
		b.Prepare()
		const n = 20000
		sum, dens := 0.0, careful(w)
		x := make([]float64, 8)
		for i := range n {
			r := rng.New(rng.Key{Seed: 5, Trial: uint64(i)})
			w.Release(mechanism.Record, &r, x)
			ratio := 0.0
			for k := range dens[0] {
				x1, x2 := x[2*k], x[2*k+1]
				ratio += .5 * (logDensity(dens[1][k], x1, x2) - logDensity(dens[0][k], x1, x2))
			}
			sum += math.Exp(ratio)
		}
		got := math.Exp(f.Affinity(a, b))
		t.Logf("s = %v: affinity %.5f, by sampling %.5f", s, got, sum/n)
		if math.Abs(got-sum/n) > 5*math.Sqrt((1-got*got)/n)+1e-4 {
			t.Errorf("s = %v: affinity %v, by sampling %v", s, got, sum/n)
		}
	}
	// In four dimensions the bound on the advantage holds for the exact profile.
	for _, s := range []float64{.2, .8} {
		o := DefaultW2()
		o.S = []float64{s}
		w := newW2(t, system.Default(), 1, .4, o)
		f, _ := NewFamily(w.model.sc, o)
		a := f.Hypothesis(w.records[0])
		b := f.Hypothesis(w.records[1])
		a.Prepare()
		b.Prepare()
		bc := math.Exp(f.Affinity(a, b))
		tv, bound := w.Profile().Delta(0), math.Sqrt(1-bc*bc)
		t.Logf("s = %v: total variation %.5f, bound %.5f", s, tv, bound)
		if tv > bound+1e-6 || tv < bound/2 {
			t.Errorf("s = %v: total variation %v, bound %v", s, tv, bound)
		}
	}
}

func BenchmarkHypothesis(b *testing.B) {
	for _, s := range []float64{.05, .2, .4, .8} {
		o := DefaultW2()
		o.S = []float64{s}
		w := newW2(b, system.Default(), 1, .3, o)
		f, _ := NewFamily(w.model.sc, o)
		b.Run("s="+string(rune('0'+int(s*10))), func(b *testing.B) {
			for b.Loop() {
				h := f.Hypothesis(w.records[1])
				h.Prepare()
			}
		})
	}
}
