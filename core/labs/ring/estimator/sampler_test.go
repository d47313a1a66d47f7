package estimator

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// phi evaluates Φ_k from its definition: no polynomials, no structure.
func phi(m *W2MHE, in mechanism.Input, k int, prior, w wvec) float64 {
	sc, f := m.model.sc, &m.model.frames[k]
	at := func(w wvec) [4]float64 {
		z := sc.Start
		z[0] += m.model.r0 * w[0]
		z[2] += m.model.r0 * w[1]
		z[1] += m.model.r0 * w[2]
		z[3] += m.model.r0 * w[3]
		return z
	}
	sum := 0.0
	for _, j := range f.times {
		z := sc.Advance(at(w), j)
		for i, y := range sc.Row(m.records[in], j) {
			r := y - sc.H(z[i%2]-sc.Sensors[i/2][i%2])
			sum += m.model.opt.Kappa * r * r
		}
	}
	a, b := sc.Advance(at(w), k), sc.Advance(at(prior), k)
	for i := range a {
		sum += m.model.opt.PriorWeight / 2 * (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// The tabulated cost is the cost, its minimiser the minimiser, and the
// remainder that every envelope rests on is never negative.
func TestWindowCost(t *testing.T) {
	for name, change := range map[string]func(*system.Config, *W2Options){
		"paper":   func(c *system.Config, o *W2Options) {},
		"N terms": func(c *system.Config, o *W2Options) { o.NTerms = true },
		"far":     func(c *system.Config, o *W2Options) { c.T = 60; c.N = 20 },
		"wide":    func(c *system.Config, o *W2Options) { c.Diam = 1 },
		"slow": func(c *system.Config, o *W2Options) {
			c.Omega = [2]float64{.2, .1}
			c.Diam = .5
			c.T = 30
			c.Start[3] = .5
		},
		"no prior": func(c *system.Config, o *W2Options) { o.PriorWeight = 1; o.S = []float64{.3} },
	} {
		c, o := system.Default(), DefaultW2()
		change(&c, &o)
		m := newW2(t, c, 2, 10, o)
		s := rng.New(rng.Key{Seed: 5})
		for in := range 2 {
			var prior wvec
			for k := range m.law[in] {
				l := &m.law[in][k]
				base := phi(m, mechanism.Input(in), k, prior, l.mode)
				least := math.Inf(1)
				for range 40 {
					var w wvec
					n := 0.0
					for i := range w {
						w[i] = s.Norm()
						n += w[i] * w[i]
					}
					r := math.Sqrt(n) / math.Sqrt(math.Sqrt(s.Open()))
					var x ball.Vec
					for i := range w {
						w[i] /= r
						x[i] = w[i] - l.mode[i]
					}
					rem := l.rem.eval(&x, 4)
					got := rem + l.grad.dot(wvec(x))
					for a := range 2 {
						u, v := x[2*a], x[2*a+1]
						got += .5 * (l.low[a][0]*u*u + 2*l.low[a][1]*u*v + l.low[a][2]*v*v)
					}
					want := phi(m, mechanism.Input(in), k, prior, w) - base
					if math.Abs(got-want) > 1e-11*(1+base) {
						t.Fatalf("%s, record %d, step %d: cost %v, by definition %v", name, in+1, k, got, want)
					}
					if rem < -1e-13*(1+base) {
						t.Fatalf("%s, record %d, step %d: remainder %v", name, in+1, k, rem)
					}
					least = math.Min(least, want)
				}
				if least < -1e-11*(1+base) {
					t.Errorf("%s, record %d, step %d: a point of the ball lies %v below the minimum", name,
						in+1, k, least)
				}
				// Stationarity: ∇Φ = −ν w.
				for i, g := range l.grad {
					if e := g + l.nu*l.mode[i]; math.Abs(e) > 1e-10*(1+l.nu) {
						t.Errorf("%s, record %d, step %d: gradient off by %v", name, in+1, k, e)
					}
				}
				if k+1 < len(m.law[in]) {
					prior = m.model.frames[k+1].predict(l.mode)
				}
			}
		}
	}
}

// The rejection sampler keeps at least a twelfth everywhere, and a fifth but for
// broad laws (s about 0.1) whose mode lies near the boundary.
func TestAcceptance(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for _, T := range []int{8, 60} {
			for _, layout := range []system.Layout{system.Uniform, system.Random, system.Clustered} {
				for _, d := range []float64{1, 10, 30} {
					worst, where := 1.0, ""
					for _, s := range []float64{0, .05, .1, .3, .8, .99, 1 - 1e-12} {
						c := system.Default()
						c.T, c.Layout = T, layout
						o := DefaultW2()
						o.S = []float64{s}
						o.PositionOnly = flat
						m := newW2(t, c, 3, d, o)
						for in := range 2 {
							for k := range m.law[in] {
								r := m.law[in][k].rate
								if r < worst {
									worst, where = r, fmt.Sprintf("s = %v, record %d, step %d", s, in+1, k)
								}
							}
						}
					}
					if worst < 1./12 {
						t.Errorf("flat %v, T = %d, %s, d = %v: acceptance %.3f at %s", flat, T, layout, d, worst, where)
					}
				}
			}
		}
	}
}

// The sampler against the density by quadrature. For every record and step:
// a Kolmogorov–Smirnov test of the first coordinate, and the means of ten
// products of polynomials of both. 2·5·2·4·11 = 880 tests; with 5.5 standard
// errors (4·10⁻⁸ each) and a Kolmogorov–Smirnov level of 2e^{−2·9} = 3·10⁻⁸
// (λ = 3), a correct sampler fails with probability below 4·10⁻⁵ over all
// seeds; the seed is fixed.
func TestSampler(t *testing.T) {
	const n = 4000
	for _, flat := range []bool{true, false} {
		for _, s := range []float64{0, .2, .8, .99, .9999} {
			o := DefaultW2()
			o.S = []float64{s}
			o.PositionOnly = flat
			m := newW2(t, system.Default(), 1, 10, o)
			for in := range 2 {
				draws := make([]float64, 8*n)
				for i := range n {
					r := rng.New(rng.Key{Seed: 11, Phase: 3, Input: uint32(in), Trial: uint64(i)})
					m.Release(mechanism.Input(in), &r, draws[8*i:8*i+8])
				}
				for k, d := range careful(m)[in] {
					checkDraws(t, fmt.Sprintf("flat %v, s = %v, record %d, step %d", flat, s, in+1, k), d, n,
						func(i int) (float64, float64) {
							return draws[8*i+2*k], draws[8*i+2*k+1]
						})
				}
			}
		}
	}
}

// Each proposal by itself, on laws for which it need not be the best: exactness
// does not hang on the choice.
func TestProposals(t *testing.T) {
	seen := map[ball.Proposal]int{}
	for _, flat := range []bool{true, false} {
		for _, s := range []float64{.05, .3} {
			for _, in := range []int{0, 1} {
				o := DefaultW2()
				o.S = []float64{s}
				o.PositionOnly = flat
				m := newW2(t, system.Default(), 1, 20, o)
				const k, n = 2, 3000
				d := careful(m)[in][k]
				for _, kind := range []ball.Proposal{ball.Inside, ball.Uniform, ball.Half, ball.Curved, ball.Bowl} {
					l := m.law[in][k]
					if !l.ball.Build(kind) || l.estimateRate() < .005 {
						continue
					}
					seen[kind]++
					r := rng.New(rng.Key{Seed: 21})
					draws := make([]float64, 2*n)
					for i := range n {
						var x ball.Vec
						l.draw(&r, &x)
						p := expand(l.ball.Dim, x)
						for j := range p {
							p[j] += l.mode[j]
						}
						draws[2*i], draws[2*i+1] = m.model.position(&m.model.frames[k], p)
					}
					checkDraws(t, fmt.Sprintf("proposal %d, flat %v, s = %v, record %d", kind, flat, s, in+1), d, n,
						func(i int) (float64, float64) {
							return draws[2*i], draws[2*i+1]
						})
				}
			}
		}
	}
	for _, kind := range []ball.Proposal{ball.Inside, ball.Uniform, ball.Half, ball.Curved, ball.Bowl} {
		if seen[kind] < 2 {
			t.Errorf("proposal %d was tried on %d laws: no test", kind, seen[kind])
		}
	}
}

func checkDraws(t *testing.T, name string, d *stepDensity, n int, at func(i int) (float64, float64)) {
	t.Helper()
	// Moments by quadrature.
	var x, y, w []float64
	dense := quadrature.Rules{Few: quadrature.Legendre(36), Some: quadrature.Legendre(36),
		Many: quadrature.Legendre(36)}
	d.nodes(&dense, func(p1, p2, logw float64) {
		x = append(x, p1)
		y = append(y, p2)
		w = append(w, math.Exp(d.logAt(p1, p2)+logw-d.logZ)*d.scale[0]*d.scale[1])
	})
	mean := func(f func(x, y float64) float64) (v float64) {
		for i := range x {
			v += w[i] * f(x[i], y[i])
		}
		return v
	}
	if one := mean(func(x, y float64) float64 { return 1 }); math.Abs(one-1) > 1e-5 {
		t.Errorf("%s: density integrates to %v", name, one)
	}
	mx, my := mean(func(x, y float64) float64 { return x }), mean(func(x, y float64) float64 { return y })
	sx := math.Sqrt(mean(func(x, y float64) float64 { return (x - mx) * (x - mx) }))
	sy := math.Sqrt(mean(func(x, y float64) float64 { return (y - my) * (y - my) }))
	for a := 0; a <= 3; a++ {
		for b := 0; a+b <= 3; b++ {
			if a+b == 0 {
				continue
			}
			f := func(x, y float64) float64 {
				return math.Pow((x-mx)/sx, float64(a)) * math.Pow((y-my)/sy, float64(b))
			}
			m1 := mean(f)
			v := mean(func(x, y float64) float64 { return (f(x, y) - m1) * (f(x, y) - m1) })
			got := 0.0
			for i := range n {
				u, v := at(i)
				got += f((u-d.pos[0])/d.scale[0], (v-d.pos[1])/d.scale[1])
			}
			if z := (got/float64(n) - m1) / math.Sqrt(v/float64(n)); math.Abs(z) > 5.5 {
				t.Errorf("%s: moment (%d, %d) is %.1f standard errors off", name, a, b, z)
			}
		}
	}
	// The distribution function of p₁ at the outer nodes of the quadrature: the
	// marginal as a Legendre series, integrated term by term.
	lo, hi, fall := d.reach(0, 0, 1, margin*quadrature.Cut)
	u := dense.Pick(fall)
	outer := quadrature.NewArc(lo, hi, 1)
	var f []float64
	var last float64
	for i := range x {
		if i == 0 || x[i] != last {
			f = append(f, 0)
			last = x[i]
		}
		f[len(f)-1] += w[i]
	}
	if len(f) != len(u.X) {
		t.Fatalf("%s: %d outer nodes, want %d", name, len(f), len(u.X))
	}
	legendreAt := func(l int, t float64) float64 {
		p0, p1 := 1.0, t
		if l == 0 {
			return 1
		}
		for m := 2; m <= l; m++ {
			p0, p1 = p1, (float64(2*m-1)*t*p1-float64(m-1)*p0)/float64(m)
		}
		return p1
	}
	cdf := func(t float64) float64 {
		v := 0.0
		for l := 0; l < len(f); l++ {
			a := 0.0
			for i := range f {
				a += f[i] * legendreAt(l, u.X[i])
			}
			a *= float64(2*l+1) / 2
			if l == 0 {
				v += a * (t + 1)
			} else {
				v += a * (legendreAt(l+1, t) - legendreAt(l-1, t)) / float64(2*l+1)
			}
		}
		return v
	}
	// Compare at 60 points: where the empirical function is known exactly.
	var sample []float64
	for i := range n {
		v, _ := at(i)
		sample = append(sample, (v-d.pos[0])/d.scale[0])
	}
	sort.Float64s(sample)
	for i := 1; i < 60; i++ {
		tt := -1 + 2*float64(i)/60
		x, _, _ := outer.At(tt)
		e := float64(sort.SearchFloat64s(sample, x)) / float64(n)
		if g := math.Abs(e-cdf(tt)) * math.Sqrt(float64(n)); g > 3 {
			t.Errorf("%s: the distribution function of x¹ is off by %.2f/√n", name, g)
			break
		}
	}
}
