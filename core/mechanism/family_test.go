package mechanism

import (
	"math"
	"testing"

	"indistinct/core/rng"
	"indistinct/core/system"
)

// The quick density against the careful one, at draws from both records.
func TestFamilyAgainstDensity(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for _, s := range []float64{0, .02, .1, .2, .35, .5, .8, .99, .9999} {
			for _, d := range []float64{.3, 3, 10} {
				o := DefaultW2()
				o.S = []float64{s}
				o.PositionOnly = flat
				w := newW2(t, system.Default(), 1, d, o)
				f, err := NewFamily(w.model.sc, o)
				if err != nil {
					t.Fatal(err)
				}
				worst := 0.0
				for in := range 2 {
					h, err := f.Hypothesis(w.records[in])
					if err != nil {
						t.Fatal(err)
					}
					for i, v := range h.Estimate() {
						if e := w.Estimate(Input(in))[i]; math.Abs(v-e) > 1e-12 {
							t.Fatalf("estimate %v, want %v", v, e)
						}
					}
					h.Prepare()
					x := make([]float64, 8)
					for i := range 4 {
						r := rng.New(rng.Key{Seed: 4, Input: uint32(in), Trial: uint64(i)})
						w.Release(Input(in), &r, x)
						for k, dens := range w.densities()[in] {
							want := dens.logDensity(x[2*k], x[2*k+1])
							worst = math.Max(worst, math.Abs(h.LogStep(k, x[2*k], x[2*k+1])-want))
						}
					}
				}
				t.Logf("flat %v, s = %v, d = %v: largest difference %.1g", flat, s, d, worst)
				if worst > 2e-4 {
					t.Errorf("flat %v, s = %v, d = %v: quick and careful log densities differ by %v", flat, s, d, worst)
				}
			}
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
				h, _ := f.Hypothesis(w.records[1])
				h.Prepare()
			}
		})
	}
}
