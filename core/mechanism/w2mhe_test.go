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

func TestDensityExplore(t *testing.T) {
	r := newRules()
	for _, flat := range []bool{true, false} {
		for _, s := range []float64{0, .2, .8, .99, .9999} {
			sc, y := pair(t, system.Default(), 1, 10)
			o := DefaultW2()
			o.S = []float64{s}
			o.PositionOnly = flat
			m, err := NewW2MHE(sc, y, o)
			if err != nil {
				t.Fatal(err)
			}
			for in := range 2 {
				for k := range m.law[in] {
					d := m.model.newDensity(&m.model.frames[k], m.costs[in], &m.law[in][k], r)
					t.Logf("flat %v s %v in %d k %d rate %.3f kind %d logZ %.12g total-by-nodes %.3g", flat, s, in, k, m.law[in][k].rate, m.law[in][k].ball.kind, d.logZ, d.integrate(func(a, b, w float64) float64 { return d.logAt(a, b) + w })-d.logZ+math.Log(d.scale[0]*d.scale[1]))
					// coarse reference by brute force
					n := 400
					sum := 0.0
					if s <= .8 {
						for i := range n {
							for j := range n {
								p, q := -1+(float64(i)+.5)*2/float64(n), -1+(float64(j)+.5)*2/float64(n)
								if flat || (i%4 == 0 && j%4 == 0) {
									sum += math.Exp(d.logAt(p, q) - d.logZ)
								}
							}
						}
						f := 4 / float64(n*n)
						if !flat {
							f *= 16
						}
						t.Logf("   brute %.6f", sum*f*d.scale[0]*d.scale[1])
					}
				}
			}
		}
	}
}

func TestPureExplore(t *testing.T) {
	r := newRules()
	for _, d := range []float64{.1, .3, 1, 3, 10} {
		for seed := uint64(1); seed <= 3; seed++ {
			sc, y := pair(t, system.Default(), seed, d)
			o := DefaultW2()
			o.PositionOnly = true
			m, err := NewW2MHE(sc, y, o)
			if err != nil {
				t.Fatal(err)
			}
			total := [2]float64{}
			for k := range m.law[0] {
				d0 := m.model.newDensity(&m.model.frames[k], m.costs[0], &m.law[0][k], r)
				d1 := m.model.newDensity(&m.model.frames[k], m.costs[1], &m.law[1][k], r)
				hi, lo := 0.0, 0.0
				for i := range 3600 {
					a := float64(i) / 3600 * 2 * math.Pi
					p, q := .9999999999*math.Cos(a), .9999999999*math.Sin(a)
					l := d0.logAt(p, q) - d0.logZ - d1.logAt(p, q) + d1.logZ
					hi, lo = max(hi, l), min(lo, l)
				}
				total[0] += hi
				total[1] -= lo
			}
			t.Logf("d %v seed %d pure %v sound %v %v", d, seed, total, m.SoundEpsilon(false), m.SoundEpsilon(true))
		}
	}
	c := system.Default()
	c.T = 7
	t.Log(TheoremEpsilon(c, 10, .8), TheoremEpsilon(system.Default(), 10, .8))
}
