package loop

import (
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/rng"
)

// Runner simulates the closed loop with and without privacy on the same
// random numbers. It has scratch of its own: one for each goroutine.
type Runner struct {
	d       *Design
	c       *Price
	lw, lv  []*mat.Dense // roots of W and V
	n, m, p int
	Ref     []float64 // stacked references, as they are
	mnq     *mat.Dense
	q, r    *mat.Dense // the cost's weights
	Private State
	Plain   State
	w, v, e []float64
	tmp     []float64
}

// State is where one of the two closed loops is, stacked over the agents.
type State struct {
	X, Hat, Ref []float64 // states, their estimates, references as transmitted
	U           []float64 // controls of the last step
	ff, next    []float64
	gain        []*mat.Dense // Kalman gains
}

// NewRunner prepares a simulation.
func NewRunner(d *Design, c *Price) (*Runner, error) {
	r := &Runner{d: d, c: c, Ref: d.Net.Reference(), mnq: d.feedforward(), q: mat.DenseCopyOf(d.Net.Q),
		r: mat.DenseCopyOf(d.Net.R)}
	r.n, r.m = d.B.Dims()
	r.p, _ = d.C.Dims()
	mk := func() State {
		return State{X: make([]float64, r.n), Hat: make([]float64, r.n), U: make([]float64, r.m), ff: make([]float64,
			r.m), Ref: make([]float64, r.n), next: make([]float64, r.n)}
	}
	r.Private, r.Plain = mk(), mk()
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		lw, err := control.Root(a.W)
		if err != nil {
			return nil, err
		}
		lv, err := control.Root(a.V)
		if err != nil {
			return nil, err
		}
		r.lw, r.lv = append(r.lw, lw), append(r.lv, lv)
		r.Private.gain, r.Plain.gain = append(r.Private.gain, c.Filters[i].Gain), append(r.Plain.gain, d.Plain.Gain)
	}
	r.w, r.v, r.e, r.tmp = make([]float64, r.n), make([]float64, r.p), make([]float64, r.p),
		make([]float64, max(r.n, r.m, r.p))
	return r, nil
}

// Reset transmits the references and puts both loops on them.
func (r *Runner) Reset(s *rng.Stream) {
	r.Target(r.Ref, s)
	for _, l := range []*State{&r.Private, &r.Plain} {
		copy(l.X, r.Ref)
		copy(l.Hat, r.Ref)
	}
}

// Target moves the references: the new ones are transmitted with fresh noise.
func (r *Runner) Target(ref []float64, s *rng.Stream) {
	copy(r.Ref, ref)
	copy(r.Plain.Ref, ref)
	for i := range r.d.Net.Agents {
		for j := r.d.At[i]; j < r.d.At[i+1]; j++ {
			r.Private.Ref[j] = ref[j] + r.c.Noises[i].Ref*s.Norm()
		}
	}
	control.Apply(r.mnq, r.Plain.Ref, r.Plain.ff)
	control.Apply(r.mnq, r.Private.Ref, r.Private.ff)
}

// Step advances both loops by one step on the same process and sensor noise
// and returns the cost of this step with and without privacy. It allocates
// nothing.
func (r *Runner) Step(s *rng.Stream) (private, plain float64) {
	d := r.d
	for i := range d.Net.Agents {
		gauss(r.lw[i], r.w[d.At[i]:d.At[i+1]], r.tmp, s)
		gauss(r.lv[i], r.v[d.out[i]:d.out[i+1]], r.tmp, s)
		for j := d.out[i]; j < d.out[i+1]; j++ {
			r.e[j] = r.c.Noises[i].Out * s.Norm()
		}
	}
	private = r.advance(&r.Private, true)
	plain = r.advance(&r.Plain, false)
	return private, plain
}

func (r *Runner) advance(l *State, private bool) float64 {
	d := r.d
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		g := l.gain[i]
		x, hat := l.X[d.At[i]:d.At[i+1]], l.Hat[d.At[i]:d.At[i+1]]
		outputs := a.Outputs()
		for k := range outputs {
			// innovation
			y := r.v[d.out[i]+k]
			if private {
				y += r.e[d.out[i]+k]
			}
			for j, c := range a.C.RawRowView(k) {
				y += c * (x[j] - hat[j])
			}
			r.tmp[k] = y
		}
		for j := range hat {
			for k, v := range g.RawRowView(j) {
				hat[j] += v * r.tmp[k]
			}
		}
	}
	control.Apply(d.L, l.Hat, l.U)
	for i := range l.U {
		l.U[i] += l.ff[i]
	}
	cost := 0.0
	for i := range r.n {
		e := l.X[i] - r.Ref[i]
		for j, q := range r.q.RawRowView(i) {
			if q != 0 {
				cost += e * q * (l.X[j] - r.Ref[j])
			}
		}
	}
	for i := range r.m {
		for j, q := range r.r.RawRowView(i) {
			if q != 0 {
				cost += l.U[i] * q * l.U[j]
			}
		}
	}
	// The agents' dynamics are block diagonal.
	for i := range d.Net.Agents {
		a := &d.Net.Agents[i]
		for k := range a.States() {
			x, h := 0.0, 0.0
			for j, v := range a.A.RawRowView(k) {
				x += v * l.X[d.At[i]+j]
				h += v * l.Hat[d.At[i]+j]
			}
			for j, v := range a.B.RawRowView(k) {
				u := v * l.U[d.In[i]+j]
				x += u
				h += u
			}
			l.next[d.At[i]+k] = x + r.w[d.At[i]+k]
			r.tmp[k] = h
		}
		copy(l.Hat[d.At[i]:d.At[i+1]], r.tmp[:a.States()])
	}
	copy(l.X, l.next)
	return cost
}

// gauss writes a draw of N(0, L Lᵀ).
func gauss(l *mat.Dense, out, tmp []float64, s *rng.Stream) {
	for j := range out {
		tmp[j] = s.Norm()
	}
	control.Apply(l, tmp, out)
}
