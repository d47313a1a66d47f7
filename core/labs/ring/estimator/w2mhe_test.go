package estimator

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// pair makes a scenario and its adjacent record at distance d.
func pair(t testing.TB, c system.Config, seed uint64, d float64) (*system.Scenario, [2][]float64) {
	t.Helper()
	sc := system.Make(c, seed)
	a, err := sc.SolveTurn(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	return sc, [2][]float64{sc.Y, sc.RecordAt(sc.Moved(a))}
}

func rmse(t testing.TB, m mechanism.Mechanism, in mechanism.Input, seed uint64, n int) float64 {
	steps, dim := m.Shape()
	out := make([]float64, steps*dim)
	truth := m.(mechanism.Estimating).Truth()
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

func BenchmarkW2Release(b *testing.B) {
	sc, y := pair(b, system.Default(), 1, 10)
	m, err := NewW2MHE(sc, y, DefaultW2())
	if err != nil {
		b.Fatal(err)
	}
	out := make([]float64, 8)
	for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
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

// careful returns the densities of all steps by the careful rule.
func careful(w *W2MHE) (out [2][]*stepDensity) {
	r := quadrature.NewRules()
	for in := range out {
		for k := range w.law[in] {
			out[in] = append(out[in], w.model.newDensity(&w.model.frames[k], w.costs[in], &w.law[in][k], r,
				(*stepDensity).total))
		}
	}
	return out
}

// logDensity returns the normalised log density at a position in m.
func logDensity(d *stepDensity, x1, x2 float64) float64 {
	return d.logAt((x1-d.pos[0])/d.scale[0], (x2-d.pos[1])/d.scale[1]) - d.logZ
}

func newW2(t testing.TB, c system.Config, seed uint64, d float64, o W2Options) *W2MHE {
	t.Helper()
	sc, y := pair(t, c, seed, d)
	m, err := NewW2MHE(sc, y, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Errors of an independent implementation, default reading, d = 10, means of
// five seeds of its own. Ours are means of 20 seeds; each entry may differ by
// half a printed digit and four standard errors of a mean of five and of ours.
func TestReferenceErrors(t *testing.T) {
	layouts := []system.Layout{system.Uniform, system.Random, system.Clustered}
	for _, c := range []struct {
		s        float64
		want     [3]float64 // E_correct: uniform, random, clustered
		adjacent [3]float64
	}{
		{1, [3]float64{.0006, .0006, .0005}, [3]float64{.029, .029, .023}},
		{.9, [3]float64{.0027, .0028, .0026}, [3]float64{.029, .029, .023}},
		{.8, [3]float64{.0040, .0041, .0038}, [3]float64{.029, .028, .023}},
		{.7, [3]float64{.0052, .0053, .0050}, [3]float64{.029, .028, .023}},
		{.5, [3]float64{.0080, .0081, .0076}, [3]float64{.028, .027, .023}},
	} {
		for l, layout := range layouts {
			const seeds = 20
			var sum, sq [2]float64
			for seed := uint64(1); seed <= seeds; seed++ {
				cfg := system.Default()
				cfg.Layout = layout
				o := DefaultW2()
				o.S = []float64{c.s}
				m := newW2(t, cfg, seed, 10, o)
				for in := range 2 {
					e := rmse(t, m, mechanism.Input(in), seed, 200)
					sum[in] += e / seeds
					sq[in] += e * e / seeds
				}
			}
			for in, want := range [2]float64{c.want[l], c.adjacent[l]} {
				digit := [2]float64{.00005, .0005}[in]
				sd := math.Sqrt(math.Max(0, sq[in]-sum[in]*sum[in]))
				if tol := digit + 4*sd*math.Sqrt(1./5+1./seeds); math.Abs(sum[in]-want) > tol {
					t.Errorf("%s, s = %v, record %d: RMSE %.5f, want %v ± %.5f", layout, c.s, in+1, sum[in], want, tol)
				}
			}
		}
	}
}

func epsilonAtDelta(p interface{ Delta(float64) float64 }, delta float64) float64 {
	lo, hi := 0.0, 5000.0
	for range 60 {
		if m := (lo + hi) / 2; p.Delta(m) > delta {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

// Exact ε and ε at δ = 0.05 of the independent implementation: position only,
// uniform ring, s = 0.8, one run each. Over our seeds the pure ε scatters by
// 1 %, ε at δ = .05 by less; ours lie 1 % above and 1 % below. What the other
// implementation took for the support and for the carried offset is not known
// to that precision: means of three are held to 2 % and half a printed digit.
func TestReferencePrivacy(t *testing.T) {
	for _, c := range []struct{ d, pure, eps, half float64 }{
		{.1, 6.96, .14, .005}, {.3, 21.0, 1.04, .005}, {1, 72.2, 6.69, .005}, {3, 236, 40.8, .05}, {10, 1011, 362, .5},
	} {
		pure, eps := 0.0, 0.0
		const seeds = 3
		for seed := uint64(1); seed <= seeds; seed++ {
			o := DefaultW2()
			o.PositionOnly = true
			p := newW2(t, system.Default(), seed, c.d, o).Profile()
			pure += p.Pure() / seeds
			eps += epsilonAtDelta(p, .05) / seeds
		}
		t.Logf("d = %v: pure ε %.5g (%v), ε at δ = .05 %.5g (%v)", c.d, pure, c.pure, eps, c.eps)
		if math.Abs(pure-c.pure) > .02*c.pure {
			t.Errorf("d = %v: pure ε %v, want %v", c.d, pure, c.pure)
		}
		if math.Abs(eps-c.eps) > .02*c.eps+c.half {
			t.Errorf("d = %v: ε at δ = .05 %v, want %v", c.d, eps, c.eps)
		}
	}
}

func TestTheorem(t *testing.T) {
	c := system.Default()
	c.T = 7
	for _, x := range []struct {
		t    int
		want float64
	}{{7, 6474.2775}, {8, 6977.16}} { // Han & Martínez print 6474.3 for T = 7
		c.T = x.t
		got := TheoremEpsilon(c, 10, .8)
		if math.Abs(got-x.want) > 5e-3 {
			t.Errorf("T = %d: ε = %v, want %v", x.t, got, x.want)
		}
	}
	m := newW2(t, system.Default(), 1, 10, DefaultW2())
	if got := m.SoundEpsilon(false); math.Abs(got-873.4) > .05 {
		t.Errorf("sound bound %v, want 873.4", got)
	}
	if pure, bound := m.Profile().Pure(), m.SoundEpsilon(true); pure > bound {
		t.Errorf("exact ε %v above its bound %v", pure, bound)
	}
	// The claim is the bound that holds, not the formula.
	if c := m.Claim(); c.Budget.Epsilon != m.SoundEpsilon(true) {
		t.Errorf("claim %v", c)
	}
}

// The record's effect on the prediction, two ways, for a sensor that is moved by
// 3.4 mm: over K_k = A^k K₀ itself, as the bound has it, and over a ball of diameter
// c_f^k diam K₀ around it. Both hold, and the first is the smaller. Matrices are this
// test's own, and points of K_k show that the first is reached.
func TestSoundBoundPrediction(t *testing.T) {
	sc := system.Make(system.Default(), 1)
	m, err := NewW2MHE(sc, [2][]float64{sc.Y, sc.RecordAt(sc.Beside(0.0034, -math.Pi/2))}, DefaultW2())
	if err != nil {
		t.Fatal(err)
	}
	// power is A^k of the state (x¹, v¹, x², v²), frequencies 1 and 2, steps of 0.05 s.
	power := func(k int, v [4]float64, transposed bool) (out [4]float64) {
		for a, w := range []float64{1, 2} {
			sin, cos := math.Sincos(0.05 * w * float64(k))
			up, down := sin/w, -w*sin
			if transposed {
				up, down = down, up
			}
			out[2*a], out[2*a+1] = cos*v[2*a]+up*v[2*a+1], down*v[2*a]+cos*v[2*a+1]
		}
		return out
	}
	norm := func(v [4]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3]) }
	const r0, weight, beta, cf = 0.05, 12000.0, 4.0, 1.0776742821608
	own, ball := m.SoundEpsilon(false), m.SoundEpsilon(false)
	r := rng.New(rng.Key{Seed: 5})
	for k := 1; k <= sc.T-sc.N; k++ {
		var moved [4]float64 // A times the difference of the two estimates of step k − 1
		for i := range moved {
			moved[i] = r0 * (m.law[0][k-1].mode[i] - m.law[1][k-1].mode[i])
		}
		moved = power(k, moved, false)
		most := beta * weight * 2 * r0 * norm(power(k, moved, true))
		own += most
		ball += beta * weight * 2 * r0 * math.Pow(cf, float64(k)) * norm(moved)
		// β/2η times (‖z − a‖² − ‖z − b‖²) is linear in z with slope β(b − a)/η.
		lo, hi := 0.0, 0.0
		for range 20000 {
			var w [4]float64
			for i := range w {
				w[i] = r.Norm()
			}
			size := norm(w)
			for i := range w {
				w[i] *= r0 / size
			}
			z, v := power(k, w, false), 0.0
			for i := range z {
				v += beta * weight * z[i] * moved[i]
			}
			lo, hi = min(lo, v), max(hi, v)
		}
		if got := hi - lo; got > most*(1+1e-12) || got < 0.95*most {
			t.Errorf("step %d: the prediction shifts log densities by up to %v, bounded by %v", k, got, most)
		}
	}
	got := m.SoundEpsilon(true)
	if math.Abs(got-own) > 1e-9*own || math.Abs(own-15.43) > 0.01 || math.Abs(ball-16.23) > 0.01 {
		t.Errorf("the bound is %v, recomputed %v, over the larger ball %v", got, own, ball)
	}
	if pure := m.Profile().Pure(); pure > own {
		t.Errorf("exact ε %v above %v", pure, own)
	}
}

// Where the sample is fed back, a step's law given the prior is that of a step
// prepared for that prior.
func TestFedSample(t *testing.T) {
	for _, flat := range []bool{true, false} {
		for _, s := range []float64{0, .2, .8, .99} {
			o := DefaultW2()
			o.S = []float64{s}
			o.PositionOnly, o.FeedSample = flat, true
			m := newW2(t, system.Default(), 1, 10, o)
			for in := range 2 {
				const k, n = 2, 6000
				f, l := &m.model.frames[k], &m.law[in][k]
				det := f.predict(m.law[in][k-1].mode)
				prior := det
				prior[0] += .3
				prior[2] -= .2
				if !flat {
					prior[1] -= .1
					prior[3] += .2
				}
				want, err := m.model.newLaw(f, m.costs[in], prior, l.beta)
				if err != nil {
					t.Fatal(err)
				}
				d := m.model.newDensity(f, m.costs[in], &want, quadrature.NewRules(), (*stepDensity).total)
				r := rng.New(rng.Key{Seed: 17})
				draws := make([]float64, 2*n)
				for i := range n {
					w, _ := m.model.drawFed(f, l, m.costs[in], prior, det, &r, mostProposals)
					draws[2*i], draws[2*i+1] = m.model.position(f, w)
				}
				checkDraws(t, fmt.Sprintf("fed back, flat %v, s = %v, record %d", flat, s, in+1), d, n,
					func(i int) (float64, float64) {
						return draws[2*i], draws[2*i+1]
					})
			}
			out := make([]float64, 8)
			r := rng.New(rng.Key{Seed: 1})
			if a := testing.AllocsPerRun(50, func() { m.Release(mechanism.Adjacent, &r, out) }); a != 0 {
				t.Errorf("a release that is fed back allocates %v times", a)
			}
			if f, err := NewFamily(m.sc, m.opt); err != nil || f.Computable() || m.Profile() != nil {
				t.Error("a density is offered where none is computable")
			}
		}
	}
}

func TestW2Allocs(t *testing.T) {
	m := newW2(t, system.Default(), 1, 10, DefaultW2())
	out := make([]float64, 8)
	r := rng.New(rng.Key{Seed: 1})
	for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
		if a := testing.AllocsPerRun(100, func() { m.Release(in, &r, out) }); a != 0 {
			t.Errorf("a release allocates %v times", a)
		}
	}
}

func TestW2Options(t *testing.T) {
	sc, y := pair(t, system.Default(), 1, 10)
	// Both ends of s, and a schedule that holds them.
	o := DefaultW2()
	o.S = []float64{1, 0, .8, 1}
	m, err := NewW2MHE(sc, y, o)
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Profile(); !math.IsInf(p.Pure(), 1) || p.Delta(100) != 1 {
		t.Error("a deterministic step that differs must have δ = 1")
	}
	out := make([]float64, 8)
	r := rng.New(rng.Key{Seed: 1})
	m.Release(mechanism.Record, &r, out)
	for i, v := range m.Estimate(mechanism.Record) {
		if i/2 == 0 || i/2 == 3 {
			if v != out[i] {
				t.Errorf("number %d of a deterministic step is %v, want %v", i, out[i], v)
			}
		}
	}
}

func BenchmarkW2Profile(b *testing.B) {
	for b.Loop() {
		newW2(b, system.Default(), 1, 10, DefaultW2()).Profile()
	}
}

func BenchmarkW2Fed(b *testing.B) {
	o := DefaultW2()
	o.FeedSample = true
	m := newW2(b, system.Default(), 1, 10, o)
	out := make([]float64, 8)
	r := rng.New(rng.Key{Seed: 1})
	for b.Loop() {
		m.Release(mechanism.Adjacent, &r, out)
	}
}

// The profile's own normalisers, sums over the grids of the losses, against the
// careful ones of the density.
func TestProfileNormalisers(t *testing.T) {
	for _, flat := range []bool{true, false} {
		o := DefaultW2()
		o.PositionOnly = flat
		w := newW2(t, system.Default(), 1, 10, o)
		s := newSpread(exact)
		dens := careful(w)
		for k := range w.model.beta {
			for in := range 2 {
				d := dens[in][k]
				g := d.newGrid()
				var rows [][]float64
				for i := range exact.nodes {
					rows = append(rows, s.row(&g, d, dens[1-in][k], i))
				}
				got := s.newField(&g, d, rows).logZ + math.Log(d.scale[0]*d.scale[1])
				if !(math.Abs(got-d.logZ) < 1e-4) {
					t.Errorf("flat %v, record %d, step %d: ln of the normaliser %v, want %v", flat, in+1, k,
						got, d.logZ)
				} else {
					t.Logf("flat %v, record %d, step %d: off by %.1g", flat, in+1, k, got-d.logZ)
				}
			}
		}
	}
}

// The profile joined from its parts, computed in any order, is Profile to the
// last bit.
func TestProfileParts(t *testing.T) {
	for name, s := range map[string][]float64{"all steps": {0.8}, "some deterministic": {0.8, 1, 0.5, 0.8}} {
		o := DefaultW2()
		o.S = s
		w := newW2(t, system.Default(), 1, 10, o)
		parts := make([][]float64, w.ProfileParts())
		for i := len(parts) - 1; i >= 0; i-- {
			parts[i] = w.ProfilePart(i)
		}
		got, want := w.JoinProfile(parts), newW2(t, system.Default(), 1, 10, o).Profile()
		if got.Pure() != want.Pure() || got.Exact() != want.Exact() {
			t.Errorf("%s: %v, %s, want %v, %s", name, got.Pure(), got.Exact(), want.Pure(), want.Exact())
		}
		for e := 0.0; e < 4; e += 0.25 {
			if got.Delta(e) != want.Delta(e) {
				t.Errorf("%s: δ(%v) is %v, want %v", name, e, got.Delta(e), want.Delta(e))
			}
		}
	}
}
