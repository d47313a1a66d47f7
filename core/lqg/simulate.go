package lqg

import (
	"math"

	"indistinct/core/linalg"
	"indistinct/core/rng"
)

// Streams of the simulation; the audit's phases are below 10.
const (
	streamRuns = 200 // one trial: one run with its own reference noise
	streamFilm = 201
)

// Runner simulates the closed loop with and without privacy on the same
// random numbers. It has scratch of its own: one for each goroutine.
type Runner struct {
	d       *Design
	c       *Cost
	lw, lv  []*linalg.Matrix // Cholesky factors of W and V
	plainG  []*linalg.Matrix // Kalman gains without privacy noise
	exact   []bool           // no sensor noise: the plain loop sees the state
	n, m, p int
	ref     []float64
	mnq     *linalg.Matrix
	priv    loop
	plain   loop
	w, v, e []float64
	tmp     []float64
}

// loop is one closed loop's state.
type loop struct {
	x, hat, u, ff, ref, next []float64
}

// NewRunner prepares a simulation.
func NewRunner(d *Design, c *Cost) (*Runner, error) {
	r := &Runner{d: d, c: c, n: d.A.Rows, m: d.B.Cols, p: d.C.Rows, ref: d.Net.Reference(), mnq: d.M.Mul(d.N).Mul(d.Net.Q)}
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		lw, err := a.W.Cholesky()
		if err != nil {
			return nil, err
		}
		lv, err := a.V.Cholesky()
		if err != nil {
			return nil, err
		}
		_, _, g, err := filter(a, a.V)
		if err != nil {
			return nil, err
		}
		r.lw, r.lv, r.plainG = append(r.lw, lw), append(r.lv, lv), append(r.plainG, g)
		r.exact = append(r.exact, a.V.MaxAbs() == 0)
	}
	mk := func() loop {
		return loop{make([]float64, r.n), make([]float64, r.n), make([]float64, r.m), make([]float64, r.m), make([]float64, r.n), make([]float64, r.n)}
	}
	r.priv, r.plain = mk(), mk()
	r.w, r.v, r.e, r.tmp = make([]float64, r.n), make([]float64, r.p), make([]float64, r.p), make([]float64, max(r.n, r.m))
	return r, nil
}

// Reset draws the noise on the references and puts both loops on them.
func (r *Runner) Reset(s *rng.Stream) {
	copy(r.plain.ref, r.ref)
	r.drawRef(s)
	for _, l := range []*loop{&r.priv, &r.plain} {
		copy(l.x, r.ref)
		copy(l.hat, r.ref)
		r.mnq.Apply(l.ref, l.ff)
	}
}

func (r *Runner) drawRef(s *rng.Stream) {
	for i := range r.d.Net.Agents {
		for j := r.d.at[i]; j < r.d.at[i+1]; j++ {
			r.priv.ref[j] = r.ref[j] + float64(r.c.SensorNoises[i].Ref*s.Norm())
		}
	}
}

// Target moves the references: the new ones are transmitted with fresh noise.
func (r *Runner) Target(ref []float64, s *rng.Stream) {
	copy(r.ref, ref)
	copy(r.plain.ref, ref)
	r.drawRef(s)
	r.mnq.Apply(r.plain.ref, r.plain.ff)
	r.mnq.Apply(r.priv.ref, r.priv.ff)
}

// Step advances both loops by one step on the same process and sensor noise
// and returns the cost of this step with and without privacy. It allocates
// nothing.
func (r *Runner) Step(s *rng.Stream) (private, plain float64) {
	d := r.d
	for i := range d.Net.Agents {
		gauss(r.lw[i], r.w[d.at[i]:d.at[i+1]], r.tmp, s)
		gauss(r.lv[i], r.v[d.out[i]:d.out[i+1]], r.tmp, s)
		for j := d.out[i]; j < d.out[i+1]; j++ {
			r.e[j] = float64(r.c.SensorNoises[i].Out * s.Norm())
		}
	}
	private = r.advance(&r.priv, true)
	plain = r.advance(&r.plain, false)
	return private, plain
}

func (r *Runner) advance(l *loop, private bool) float64 {
	d := r.d
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		g := r.c.Gains[i]
		if !private {
			g = r.plainG[i]
		}
		x, hat := l.x[d.at[i]:d.at[i+1]], l.hat[d.at[i]:d.at[i+1]]
		if !private && r.exact[i] && a.C.Rows == a.C.Cols {
			copy(hat, x)
			continue
		}
		for k := range a.C.Rows {
			// innovation
			y := r.v[d.out[i]+k]
			if private {
				y += r.e[d.out[i]+k]
			}
			for j, c := range a.C.Row(k) {
				y += float64(c * (x[j] - hat[j]))
			}
			r.tmp[k] = y
		}
		for j := range hat {
			for k := range a.C.Rows {
				hat[j] += float64(g.At(j, k) * r.tmp[k])
			}
		}
	}
	d.L.Apply(l.hat, l.u)
	for i := range l.u {
		l.u[i] += l.ff[i]
	}
	cost := 0.0
	for i := range r.n {
		e := l.x[i] - r.ref[i]
		for j, q := range d.Net.Q.Row(i) {
			if q != 0 {
				cost += float64(float64(e*q) * (l.x[j] - r.ref[j]))
			}
		}
	}
	for i := range r.m {
		for j, q := range d.Net.R.Row(i) {
			if q != 0 {
				cost += float64(float64(l.u[i]*q) * l.u[j])
			}
		}
	}
	// The agents' dynamics are block diagonal.
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		for k := range a.A.Rows {
			x, h := 0.0, 0.0
			for j, v := range a.A.Row(k) {
				x += float64(v * l.x[d.at[i]+j])
				h += float64(v * l.hat[d.at[i]+j])
			}
			for j, v := range a.B.Row(k) {
				u := float64(v * l.u[d.in[i]+j])
				x += u
				h += u
			}
			l.next[d.at[i]+k] = x + r.w[d.at[i]+k]
			r.tmp[k] = h
		}
		copy(l.hat[d.at[i]:d.at[i+1]], r.tmp[:a.A.Rows])
	}
	copy(l.x, l.next)
	return cost
}

// gauss writes a draw of N(0, L Lᵀ).
func gauss(l *linalg.Matrix, out, tmp []float64, s *rng.Stream) {
	for j := range out {
		tmp[j] = s.Norm()
	}
	for i := range out {
		v := 0.0
		for j, c := range l.Row(i)[:i+1] {
			v += float64(c * tmp[j])
		}
		out[i] = v
	}
}

// Run simulates one run of burn + steps steps and returns the mean cost of a
// step with and without privacy, after the burn-in.
func (r *Runner) Run(seed uint64, trial int64, burn, steps int) (private, plain float64) {
	s := rng.New(rng.Key{Seed: seed, Phase: streamRuns, Trial: uint64(trial)})
	r.Reset(&s)
	for k := range burn + steps {
		a, b := r.Step(&s)
		if k >= burn {
			private += a
			plain += b
		}
	}
	return private / float64(steps), plain / float64(steps)
}

// interval returns mean and half-width of a 95 % interval for independent
// values, by the normal approximation.
func interval(x []float64) (mean, half float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	if len(x) < 2 {
		return mean, math.Inf(1)
	}
	s := 0.0
	for _, v := range x {
		s += float64((v - mean) * (v - mean))
	}
	return mean, 1.959963984540054 * math.Sqrt(s/float64(len(x)-1)/float64(len(x)))
}
