package estimator

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/labtest"
)

func newMech(t testing.TB, name string, c system.Config, seed uint64, d float64) mechanism.Mechanism {
	t.Helper()
	sc, y := pair(t, c, seed, d)
	var m mechanism.Mechanism
	var err error
	switch name {
	case "w2":
		m, err = NewW2MHE(sc, y, DefaultW2())
	case "input":
		m, err = NewInputPerturbation(sc, y, DefaultW2(), .894, false)
	case "ekf":
		m = NewEKF(sc, y, .9887)
	case "laplace":
		m, err = NewOutput(sc, y, DefaultW2(), Laplace, .004)
	case "gauss":
		m, err = NewOutput(sc, y, DefaultW2(), Normal, .004)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var allNames = []string{"w2", "input", "ekf", "laplace", "gauss"}

// Every mechanism: no allocation, the same release from the same stream, forks
// that agree, finite numbers.
func TestMechanisms(t *testing.T) {
	for _, name := range allNames {
		m := newMech(t, name, system.Default(), 1, 10)
		steps, dim := m.Shape()
		if steps != 4 || dim != 2 || len(m.(mechanism.Estimating).Truth()) != 8 {
			t.Fatalf("%s: shape %d × %d", name, steps, dim)
		}
		a, b := make([]float64, 8), make([]float64, 8)
		f := m.Fork()
		for i := range 50 {
			for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
				s := rng.New(rng.Key{Seed: 2, Trial: uint64(i)})
				r := s
				m.Release(in, &s, a)
				f.Release(in, &r, b)
				for j := range a {
					if a[j] != b[j] || math.IsNaN(a[j]) || math.IsInf(a[j], 0) {
						t.Fatalf("%s: releases %v and %v of one stream", name, a, b)
					}
				}
				if d, ok := labtest.HasDensity(m); ok {
					if v := d.LogDensity(in, a); math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s: log density %v at a release of its own", name, v)
					}
				}
			}
		}
		s := rng.New(rng.Key{Seed: 3})
		if n := testing.AllocsPerRun(20, func() { m.Release(mechanism.Adjacent, &s, a) }); n != 0 {
			t.Errorf("%s: a release allocates %v times", name, n)
		}
		m.Claim()
	}
}

// Errors against the independent implementation: DP-EKF .0073/.0075/.0072 at
// ŝ = .9887, input perturbation .0043/.0031 at s̄ = .894/.944 (uniform ring),
// each a mean of five seeds; held to half a digit and four standard errors of
// that mean and ours.
func TestOtherErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		layout system.Layout
		make   func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error)
		want   float64
	}{
		{"EKF", system.Uniform, func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error) {
			return NewEKF(sc, y, .9887), nil
		}, .0073},
		{"EKF", system.Random, func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error) {
			return NewEKF(sc, y, .9887), nil
		}, .0075},
		{"EKF", system.Clustered, func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error) {
			return NewEKF(sc, y, .9887), nil
		}, .0072},
		{"input .894", system.Uniform, func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error) {
			return NewInputPerturbation(sc, y, DefaultW2(), .894, false)
		}, .0043},
		{"input .944", system.Uniform, func(sc *system.Scenario, y [2][]float64) (mechanism.Mechanism, error) {
			return NewInputPerturbation(sc, y, DefaultW2(), .944, false)
		}, .0031},
	} {
		const seeds = 10
		sum, sq := 0.0, 0.0
		for seed := uint64(1); seed <= seeds; seed++ {
			cfg := system.Default()
			cfg.Layout = c.layout
			sc, y := pair(t, cfg, seed, 10)
			m, err := c.make(sc, y)
			if err != nil {
				t.Fatal(err)
			}
			e := rmse(t, m, mechanism.Record, seed, 200)
			sum += e / seeds
			sq += e * e / seeds
		}
		sd := math.Sqrt(math.Max(0, sq-sum*sum))
		if tol := .00005 + 4*sd*math.Sqrt(1./5+1./seeds); math.Abs(sum-c.want) > tol {
			t.Errorf("%s, %s: RMSE %.5f, want %v ± %.5f", c.name, c.layout, sum, c.want, tol)
		}
	}
}

// A computed profile against the frequencies of the privacy loss: δ(ε) =
// P₁(L > ε) − e^ε P₂(L > ε), 5.5 standard errors; 6·4 tests at 4·10⁻⁸ each.
func TestProfilesBySampling(t *testing.T) {
	for _, c := range []struct {
		name string
		d    float64
	}{{"laplace", .5}, {"gauss", .5}, {"w2", .5}, {"w2", 2}, {"position", .5}, {"position", 2}} {
		n := 40000
		var m mechanism.Mechanism
		if c.name == "position" {
			sc, y := pair(t, system.Default(), 1, c.d)
			o := DefaultW2()
			o.PositionOnly = true
			w, err := NewW2MHE(sc, y, o)
			if err != nil {
				t.Fatal(err)
			}
			m = w
		} else {
			m = newMech(t, c.name, system.Default(), 1, c.d)
			if c.name == "w2" {
				n = 1000
			}
		}
		p := m.(mechanism.Profiled).Profile()
		var density func(in mechanism.Input, x []float64) float64
		if w, ok := m.(*W2MHE); ok {
			dens := careful(w)
			density = func(in mechanism.Input, x []float64) (sum float64) {
				for k, d := range dens[in] {
					sum += logDensity(d, x[2*k], x[2*k+1])
				}
				return sum
			}
		} else {
			density = m.(mechanism.Densitied).LogDensity
		}
		var loss [2][]float64
		out := make([]float64, 8)
		for in := range 2 {
			for i := range n {
				s := rng.New(rng.Key{Seed: 9, Input: uint32(in), Trial: uint64(i)})
				m.Release(mechanism.Input(in), &s, out)
				loss[in] = append(loss[in], density(mechanism.Record, out)-density(mechanism.Adjacent, out))
			}
		}
		slack := 0.0
		if q, ok := p.(composed); ok {
			up, down := 0.0, 0.0
			for _, part := range q.parts {
				up, down = up+part.Up, down+part.Down
			}
			slack = float64(len(q.parts)) * (up + down) / float64(exact.bins-2*len(q.parts)-2)
		}
		for _, frac := range []float64{0, .3, 1, 2} {
			// Work in units of the typical loss.
			e := frac * math.Abs(mean(loss[0]))
			best, se := 0.0, 0.0
			for dir := range 2 {
				s1, s2 := 0.0, 0.0
				for _, l := range loss[dir] {
					if dir == 1 {
						l = -l
					}
					v := math.Max(0, 1-math.Exp(e-l))
					s1 += v
					s2 += v * v
				}
				s1 /= float64(n)
				if s1 > best {
					best, se = s1, math.Sqrt(math.Max(s2/float64(n)-s1*s1, 1e-6)/float64(n))
				}
			}
			lo, hi := p.Delta(e+slack)-5.5*se, p.Delta(math.Max(0, e-slack))+5.5*se
			if best < lo || best > hi {
				t.Errorf("%s, d = %v, ε = %.3g: δ measured %.5f ± %.5f, profile %.5f", c.name, c.d, e, best, se,
					p.Delta(e))
			}
			if dl := p.Delta(p.Pure()); dl > 1e-12 && !math.IsInf(p.Pure(), 1) {
				t.Errorf("%s: δ at the pure ε is %v", c.name, dl)
			}
		}
	}
}

func mean(x []float64) (m float64) {
	for _, v := range x {
		m += v / float64(len(x))
	}
	return m
}

// Gaussian output perturbation is claimed exactly.
func TestGaussianClaim(t *testing.T) {
	m := newMech(t, "gauss", system.Default(), 1, 1)
	b := m.Claim().Budget
	if got := m.(mechanism.Profiled).Profile().Delta(b.Epsilon); math.Abs(got-.05) > 1e-9 {
		t.Errorf("δ at the claimed ε is %v, want .05", got)
	}
}

func TestInputPerturbation(t *testing.T) {
	sc, y := pair(t, system.Default(), 1, 10)
	p, err := NewInputPerturbation(sc, y, DefaultW2(), .894, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range p.Blocks() {
		if !(q[0] > 0 && q[0]*q[2] > q[1]*q[1]) || q[0] < .106-1e-12 || q[0] > .212 {
			t.Errorf("block %v is no covariance of the stated form", q)
		}
	}
	// The ratio from the inverse blocks.
	sum := 0.0
	for k := 0; k <= sc.T; k++ {
		a, b := sc.Row(y[0], k), sc.Row(y[1], k)
		for i, q := range p.Blocks() {
			u, v := a[2*i]-b[2*i], a[2*i+1]-b[2*i+1]
			sum += (q[2]*u*u - 2*q[1]*u*v + q[0]*v*v) / (q[0]*q[2] - q[1]*q[1])
		}
	}
	if got := p.RecordProfile().(privacy.GaussianProfile).Mu; math.Abs(got-math.Sqrt(sum)) > 1e-9*got {
		t.Errorf("ratio %v, want %v", got, math.Sqrt(sum))
	}
	// Without noise to speak of it is the deterministic estimate.
	p, err = NewInputPerturbation(sc, y, DefaultW2(), 1-1e-15, false)
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultW2()
	o.S = []float64{1}
	w, err := NewW2MHE(sc, y, o)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 8)
	s := rng.New(rng.Key{Seed: 1})
	for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
		p.Release(in, &s, out)
		for i, v := range w.Estimate(in) {
			if math.Abs(out[i]-v) > 1e-8 {
				t.Errorf("record %d, number %d: %v, deterministic estimate %v", in+1, i, out[i], v)
			}
		}
	}
}

// Drawn anew for each window, the releases have the means and covariances of the linearised law, and steps
// are independent; the law is not claimed where the edge of K_k cuts it.
func TestWindowPerturbation(t *testing.T) {
	for _, prior := range []float64{12000, 24000} {
		sc, y := pair(t, system.Default(), 3, 1)
		opt := DefaultW2()
		opt.PriorWeight = prior
		p, err := NewInputPerturbation(sc, y, opt, .894, true)
		if err != nil {
			t.Fatal(err)
		}
		const n = 40000
		for in := range 2 {
			x := mechanism.Draw(p, mechanism.Input(in), rng.Key{Seed: 5}, n)
			mean, est := make([]float64, 8), p.estimate(p.law[in])
			for i, v := range x {
				mean[i%8] += v / n
			}
			for k, q := range p.spread {
				var c spread2
				next := 0.0
				for i := 0; i < len(x); i += 8 {
					a, b := x[i+2*k]-mean[2*k], x[i+2*k+1]-mean[2*k+1]
					c[0], c[1], c[2] = c[0]+a*a/n, c[1]+a*b/n, c[2]+b*b/n
					next += a * (x[i+(2*k+2)%8] - mean[(2*k+2)%8]) / n
				}
				for j := range c {
					scale := math.Sqrt(q[0] * q[2])
					if math.Abs(c[j]-q[j]) > .03*scale {
						t.Errorf("1/η = %v, step %d: covariance %v, linearised %v", prior, k, c, q)
					}
				}
				if math.Abs(next) > .03*q[0] {
					t.Errorf("steps %d and %d move together: %v of %v", k, k+1, next, q[0])
				}
				for a := range 2 {
					if d := mean[2*k+a] - est[2*k+a]; math.Abs(d) > 5*math.Sqrt(q[2*a]/n)+.002*math.Sqrt(q[2*a]) {
						t.Errorf("step %d: the mean is %v from the estimate", k, d)
					}
				}
			}
		}
		if p.RecordProfile() != nil || p.Profile() == nil {
			t.Error("the noisy record bounds nothing where the prediction carries the record without noise")
		}
	}
	sc, y := pair(t, system.Default(), 3, 1)
	opt := DefaultW2()
	opt.PriorWeight = 1
	if p, err := NewInputPerturbation(sc, y, opt, 0, true); err != nil || p.Profile() != nil ||
		p.Claim() != (mechanism.Claim{}) {
		t.Errorf("a law that the edge cuts is claimed (%v)", err)
	}
}

// The errors of input perturbation are the printed ones in one reading and not in the other: the weight was
// found by the first alone (Han & Martínez 2021, figure 6).
func TestInputErrors(t *testing.T) {
	for sbar, printed := range map[float64]float64{.944: .0010771, .894: .0013998} {
		for _, window := range []bool{true, false} {
			sum := 0.0
			for seed := uint64(1); seed <= 10; seed++ {
				sc, y := pair(t, system.Default(), seed, 10)
				opt := DefaultW2()
				opt.PriorWeight = 24000
				p, err := NewInputPerturbation(sc, y, opt, sbar, window)
				if err != nil {
					t.Fatal(err)
				}
				sum += rmse(t, p, mechanism.Record, seed, 400) / 10
			}
			if near := math.Abs(sum/printed-1) < .05; near != window {
				t.Errorf("s̄ = %v, window %v: E = %v, printed %v", sbar, window, sum, printed)
			}
		}
	}
}

// The mixture's errors are the printed ones of figure 5 to 3 % without a free parameter, and its δ is the
// overlap of two shifted balls: against counts, and against the closed form for the position alone.
func TestMixture(t *testing.T) {
	for s, printed := range map[float64]float64{.8: .0040408, .7: .00599996} {
		sum := 0.0
		for seed := uint64(1); seed <= 10; seed++ {
			sc, y := pair(t, system.Default(), seed, 10)
			opt := DefaultW2()
			opt.S = []float64{s}
			m, err := NewMixture(sc, y, opt)
			if err != nil {
				t.Fatal(err)
			}
			sum += rmse(t, m, mechanism.Record, seed, 400) / 10
			if d := m.Profile().Delta(3); d != 1 {
				t.Errorf("at d = 10 the supports overlap: δ = %v", d)
			}
		}
		if math.Abs(sum/printed-1) > .03 {
			t.Errorf("s = %v: E = %v, printed %v", s, sum, printed)
		}
	}
	for _, flat := range []bool{true, false} {
		sc, y := pair(t, system.Default(), 2, .3)
		opt := DefaultW2()
		opt.PositionOnly = flat
		m, err := NewMixture(sc, y, opt)
		if err != nil {
			t.Fatal(err)
		}
		// Losses of draws: ln p₁/p₂ from the density about each record's own centre.
		const n = 60000
		var density [2]func(x []float64) float64
		for in := range density {
			density[in] = func(x []float64) float64 {
				p := 1.0
				for k := range m.frames {
					f, s := &m.frames[k], .8
					r := 0.0
					for a, o := range f.out {
						c := f.pos[a] + s*m.r0*(o[0]*m.law[in][k].mode[2*a]+o[1]*m.law[in][k].mode[2*a+1])
						u := (x[2*k+a] - c) / ((1 - s) * m.r0 * math.Hypot(o[0], o[1]))
						r += u * u
					}
					switch {
					case r >= 1:
						return 0
					case !flat:
						p *= 1 - r
					}
				}
				return p
			}
		}
		x := mechanism.Draw(m, mechanism.Record, rng.Key{Seed: 9}, n)
		for _, eps := range []float64{0, .5, 2} {
			sum := 0.0
			for i := 0; i < len(x); i += 8 {
				sum += math.Max(0, 1-math.Exp(eps)*density[1](x[i:i+8])/density[0](x[i:i+8])) / n
			}
			if got := m.Profile().Delta(eps); math.Abs(got-sum) > .008 {
				t.Errorf("position alone %v: δ(%v) = %v, counted %v", flat, eps, got, sum)
			}
		}
		if flat { // two discs of radius 1, d apart, in each step
			both := 1.0
			for k := range m.frames {
				h := m.shift(k) / 2
				both *= 2 / math.Pi * (math.Acos(h) - h*math.Sqrt(1-h*h))
			}
			if got := 1 - m.Profile().Delta(1); math.Abs(got-both) > .002 {
				t.Errorf("the discs overlap in %v, want %v", got, both)
			}
		}
	}
}

func TestEKF(t *testing.T) {
	// Far records: nothing in common. Near ones: a part. None: nothing outside.
	for _, c := range []struct{ d, lo, hi float64 }{{10, 1, 1}, {.05, .02, .8}, {0, 0, 0}} {
		m := newMech(t, "ekf", system.Default(), 1, c.d).(*EKF)
		p := m.Profile()
		if d := p.Delta(5); d < c.lo || d > c.hi {
			t.Errorf("d = %v: mass outside the common support %v, want %v … %v", c.d, d, c.lo, c.hi)
		}
		if c.d > 0 && !math.IsInf(p.Pure(), 1) {
			t.Errorf("d = %v: a finite ε %v", c.d, p.Pure())
		}
	}
	sc, y := pair(t, system.Default(), 1, 10)
	// The noise is uniform: read back from releases, its mean and variance.
	m := NewEKF(sc, y, .9887)
	out := make([]float64, 8)
	var n, s1, s2 float64
	for i := range 4000 {
		s := rng.New(rng.Key{Seed: 4, Trial: uint64(i)})
		m.Release(mechanism.Record, &s, out)
		m.run(mechanism.Record, func(k, a int, x float64) float64 {
			w := (out[2*k+a] - x) / m.width
			n++
			s1 += w
			s2 += w * w
			return out[2*k+a]
		})
	}
	if z := (s1/n - .5) / math.Sqrt(1./12/n); math.Abs(z) > 5.5 {
		t.Errorf("mean of the noise is %v standard errors off", z)
	}
	if z := (s2/n - 1./3) / math.Sqrt(4./45/n); math.Abs(z) > 5.5 {
		t.Errorf("second moment of the noise is %v standard errors off", z)
	}
}

func BenchmarkRelease(b *testing.B) {
	for _, name := range allNames {
		b.Run(name, func(b *testing.B) {
			m := newMech(b, name, system.Default(), 1, 10)
			out := make([]float64, 8)
			s := rng.New(rng.Key{Seed: 1})
			for b.Loop() {
				m.Release(mechanism.Adjacent, &s, out)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, name := range allNames {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newMech(b, name, system.Default(), 1, 10)
			}
		})
	}
}

// The polynomial of both axes is the sum of its terms, at every degree.
func TestRemainder(t *testing.T) {
	s := rng.New(rng.Key{Seed: 8})
	for deg := 1; deg <= quadrature.MaxDegree; deg++ {
		r := remainder{deg: deg}
		for a := range 2 {
			for range (deg + 1) * (deg + 2) / 2 {
				r.c[a] = append(r.c[a], s.Norm())
			}
		}
		for range 20 {
			var x ball.Vec
			for i := range x {
				x[i] = 2*s.Float64() - 1
			}
			want := 0.0
			for a := range 2 {
				for i := 0; i <= deg; i++ {
					for l := 0; i+l <= deg; l++ {
						want += r.c[a][row(deg, i)+l] * math.Pow(x[2*a], float64(i)) * math.Pow(x[2*a+1], float64(l))
					}
				}
			}
			for _, got := range []float64{r.eval(&x, 4), r.both(&x)} {
				if math.Abs(got-want) > 1e-11*(1+math.Abs(want)) {
					t.Errorf("degree %d at %v: %v, want %v", deg, x, got, want)
				}
			}
		}
	}
}

func BenchmarkRemainder(b *testing.B) {
	for _, deg := range []int{7, 8, 15} {
		b.Run(fmt.Sprint(deg), func(b *testing.B) {
			r := remainder{deg: deg}
			for a := range 2 {
				r.c[a] = make([]float64, (deg+1)*(deg+2)/2)
			}
			x := ball.Vec{0.1, 0.2, 0.3, 0.4}
			for b.Loop() {
				r.eval(&x, 4)
			}
		})
	}
}

// The variance that the filter assumes of the sensor noise, against closed forms: also
// where the normal parts are far narrower than the cut, or lie beyond it.
func TestNoiseVariance(t *testing.T) {
	for _, c := range []struct{ mu, sd, cut, want, tol float64 }{
		{0, 1e-4, 5, 1e-8, 1e-12},                    // nothing is cut
		{0.5, 1e-3, 5, 0.25 + 1e-6, 1e-12},           // two narrow parts
		{0, 1e3, 2, 4.0 / 3, 1e-5},                   // nearly uniform
		{0, 1, 1, 0.29112509477, 1e-9},               // a normal law cut at one standard deviation
		{100, 1, 2, 3.959400294, 1e-8},               // beyond the cut: nearly exponential at its end (midpoint rule)
		{0, 0.5, 1.5, 0.25 * 0.9733369246625, 1e-10}, // cut at three
	} {
		cfg := system.Default()
		cfg.Mu, cfg.SD, cfg.Cut = c.mu, c.sd, c.cut
		if got := NoiseVariance(&cfg); !(math.Abs(got-c.want) <= c.tol*math.Max(1, c.want)) || !(got > 0) {
			t.Errorf("μ = %v, σ = %v, cut %v: variance %v, want %v", c.mu, c.sd, c.cut, got, c.want)
		}
	}
}
