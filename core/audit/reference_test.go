package audit

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/system"
)

// bare hides a mechanism's exact profile, whose quadrature is not under test
// here.
type bare struct {
	mechanism.Mechanism
	truth []float64
}

func (b bare) Fork() mechanism.Mechanism { return bare{b.Mechanism.Fork(), b.truth} }
func (b bare) Truth() []float64          { return b.truth }

// ring makes the paper's sensor ring with records exactly 10 apart.
func ring(t testing.TB, layout system.Layout, s float64, seed uint64) mechanism.Mechanism {
	t.Helper()
	c := system.Default()
	c.Layout = layout
	sc, err := system.Make(c, seed)
	if err != nil {
		t.Fatal(err)
	}
	dTheta, err := sc.SolveDistance(10)
	if err != nil {
		t.Fatal(err)
	}
	opt := mechanism.DefaultW2()
	opt.S = []float64{s}
	m, err := mechanism.NewW2MHE(sc, [2][]float64{sc.Y, sc.Adjacent(dTheta)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return bare{m, m.Truth()}
}

// The paper's test on the paper's ring, against an independent NumPy
// implementation (default reading, d = 10 exactly, n = m = 1000, means of 5
// seeds of its own). ε_c scatters with a standard deviation of .16 to .43 a
// seed, so means of five are held to ±.6; errors to 25 %; the rest to what the
// counts allow.
func TestReferenceRuns(t *testing.T) {
	layouts := []system.Layout{system.Uniform, system.Random, system.Clustered}
	for _, c := range []struct {
		s                                        float64
		correct, adjacent, critical, lam, escape [3]float64
	}{
		{.9, [3]float64{.0027, .0028, .0026}, [3]float64{.029, .029, .023}, [3]float64{.66, .58, .49}, [3]float64{.118, .105, .111}, [3]float64{3.57, 3.57, 3.55}},
		{.8, [3]float64{.0040, .0041, .0038}, [3]float64{.029, .028, .023}, [3]float64{.19, .52, .38}, [3]float64{.089, .100, .100}, [3]float64{3.45, 3.45, 3.49}},
		{.7, [3]float64{.0052, .0053, .0050}, [3]float64{.029, .028, .023}, [3]float64{.51, .53, .38}, [3]float64{.108, .105, .101}, [3]float64{3.50, 3.49, 3.47}},
		{.5, [3]float64{.0080, .0081, .0076}, [3]float64{.028, .027, .023}, [3]float64{.33, .28, .50}, [3]float64{.093, .092, .102}, [3]float64{3.32, 3.31, 3.33}},
	} {
		for l, layout := range layouts {
			var got struct{ correct, adjacent, critical, lam, escape, eta float64 }
			const seeds = 5
			for seed := uint64(1); seed <= seeds; seed++ {
				set := paperSettings()
				set.Seed, set.Learn = seed, false
				r := audit(t, ring(t, layout, c.s, seed), set)
				got.correct += float64(r.ECorrect) / seeds
				got.adjacent += float64(r.EAdjacent) / seeds
				got.critical += float64(r.EpsilonC) / seeds
				got.lam += float64(r.Lambda) / seeds
				got.escape += float64(r.EscapeC) / seeds
				got.eta += float64(r.Eta) / seeds
				if r.GammaSamples != 814 || r.Events != 256 {
					t.Fatalf("Γ = %d, %d events", r.GammaSamples, r.Events)
				}
			}
			t.Logf("s = %v, %s: E %.4f (%.4f), adjacent %.4f (%.3f), ε_c %.2f (%.2f), λ %.3f (%.3f), escape %.2f (%.2f), η %.4f", c.s, layout,
				got.correct, c.correct[l], got.adjacent, c.adjacent[l], got.critical, c.critical[l], got.lam, c.lam[l], got.escape, c.escape[l], got.eta)
			if math.Abs(got.correct/c.correct[l]-1) > .25 || math.Abs(got.adjacent/c.adjacent[l]-1) > .25 {
				t.Errorf("s = %v, %s: errors %.4f and %.4f, want about %v and %v", c.s, layout, got.correct, got.adjacent, c.correct[l], c.adjacent[l])
			}
			if math.Abs(got.critical-c.critical[l]) > .6 || math.Abs(got.lam-c.lam[l]) > .03 {
				t.Errorf("s = %v, %s: ε_c = %.3f, λ = %.3f, want about %v and %v", c.s, layout, got.critical, got.lam, c.critical[l], c.lam[l])
			}
			if math.Abs(got.escape-c.escape[l]) > .3 {
				t.Errorf("s = %v, %s: ε_c with the escape event %.3f, want about %v", c.s, layout, got.escape, c.escape[l])
			}
			if got.eta < .012 || got.eta > .025 {
				t.Errorf("s = %v, %s: η = %.4f", c.s, layout, got.eta)
			}
		}
	}
}

func BenchmarkAuditRing(b *testing.B) {
	m := ring(b, system.Uniform, .8, 1)
	set := paperSettings()
	set.M = 10000
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		audit(b, m, set)
	}
}
