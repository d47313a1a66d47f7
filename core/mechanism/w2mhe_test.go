package mechanism

import (
	"math"
	"testing"

	"indistinct/core/rng"
	"indistinct/core/system"
)

// pair makes a scenario and its adjacent record at distance d.
func pair(t testing.TB, c system.Config, seed uint64, d float64) (*system.Scenario, [2][]float64) {
	t.Helper()
	sc, err := system.Make(c, seed)
	if err != nil {
		t.Fatal(err)
	}
	a, err := sc.SolveDistance(d)
	if err != nil {
		t.Fatal(err)
	}
	return sc, [2][]float64{sc.Y, sc.Adjacent(a)}
}

func rmse(t testing.TB, m Mechanism, in Input, seed uint64, n int) float64 {
	steps, dim := m.Shape()
	out := make([]float64, steps*dim)
	truth := m.(Truther).Truth()
	sum := 0.0
	for i := range n {
		s := rng.New(rng.Key{Seed: seed, Phase: 3, Input: uint32(in), Trial: uint64(i)})
		m.Release(in, &s, out)
		for j, v := range out {
			sum += (v - truth[j]) * (v - truth[j])
		}
	}
	return math.Sqrt(sum / float64(n*len(out)))
}

func TestExplore(t *testing.T) {
	for _, layout := range []system.Layout{system.Uniform, system.Random, system.Clustered} {
		for _, s := range []float64{1, .9, .8, .7, .5} {
			var ec, ea float64
			low := 1.0
			for seed := uint64(1); seed <= 5; seed++ {
				c := system.Default()
				c.Layout = layout
				sc, y := pair(t, c, seed, 10)
				o := DefaultW2()
				o.S = []float64{s}
				m, err := NewW2MHE(sc, y, o)
				if err != nil {
					t.Fatal(err)
				}
				ec += rmse(t, m, Record, seed, 1000) / 5
				ea += rmse(t, m, Adjacent, seed, 1000) / 5
				for in := range 2 {
					for k := range m.law[in] {
						low = min(low, m.law[in][k].rate)
					}
				}
				if seed == 1 && layout == system.Uniform {
					for in := range 2 {
						for k := range m.law[in] {
							l := &m.law[in][k]
							t.Logf("  s %v in %d k %d kind %d rate %.3f |m| %.4f nu %.3f deg %d", s, in, k, l.ball.kind, l.rate, math.Sqrt(l.mode.dot(l.mode)), l.nu, l.rem.deg)
						}
					}
				}
			}
			t.Logf("%s s=%v E_correct %.5f E_adjacent %.5f worst rate %.3f", layout, s, ec, ea, low)
		}
	}
}

func BenchmarkW2Release(b *testing.B) {
	sc, y := pair(b, system.Default(), 1, 10)
	m, err := NewW2MHE(sc, y, DefaultW2())
	if err != nil {
		b.Fatal(err)
	}
	out := make([]float64, 8)
	for _, in := range []Input{Record, Adjacent} {
		b.Run([]string{"record", "adjacent"}[in], func(b *testing.B) {
			for i := range b.N {
				s := rng.New(rng.Key{Seed: 1, Phase: 3, Trial: uint64(i)})
				m.Release(in, &s, out)
			}
		})
	}
}

func BenchmarkW2Setup(b *testing.B) {
	sc, y := pair(b, system.Default(), 1, 10)
	for range b.N {
		if _, err := NewW2MHE(sc, y, DefaultW2()); err != nil {
			b.Fatal(err)
		}
	}
}
