package loop

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/rng"
)

// Runner simulates the closed loop with and without privacy on the same
// random numbers, all agents' states in one vector. It has scratch of its own: one for each
// goroutine.
type Runner struct {
	d              *Design
	c              *Price
	rootW, rootV   *mat.Dense // of W and V
	Ref            []float64  // stacked references, as they are
	mnq            *mat.Dense
	Private, Plain State
	w, v, e        []float64 // noise of a step: of the process, of the sensors, and what is added for privacy
	tmp, off       []float64
}

// State is where one of the two closed loops is, stacked over the agents.
type State struct {
	X, Hat, Ref []float64 // states, their estimates, references as transmitted
	U           []float64 // controls of the last step
	ff          []float64
	gain        *mat.Dense // Kalman gains
}

// NewRunner prepares a simulation.
func NewRunner(d *Design, c *Price) (*Runner, error) {
	n, m := d.B.Dims()
	p, _ := d.C.Dims()
	r := &Runner{d: d, c: c, Ref: d.Net.Reference(), mnq: d.feedforward(), w: make([]float64, n), v: make([]float64, p),
		e: make([]float64, p), tmp: make([]float64, max(n, m, p)), off: make([]float64, max(n, m, p))}
	var w, v []mat.Matrix
	for i := range d.Net.Agents {
		rootW, err := control.Root(d.Net.Agents[i].W)
		if err != nil {
			return nil, err
		}
		rootV, err := control.Root(d.Net.Agents[i].V)
		if err != nil {
			return nil, err
		}
		w, v = append(w, rootW), append(v, rootV)
	}
	r.rootW, r.rootV = control.BlockDiag(w...), control.BlockDiag(v...)
	for l, filters := range map[*State][]*control.Filter{&r.Private: c.Filters, &r.Plain: d.Plain} {
		*l = State{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, m), make([]float64, m),
			stack(filters, gain)}
	}
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
	d, normal := r.d, r.tmp[:len(r.w)]
	for i := range d.Net.Agents {
		for j := d.At[i]; j < d.At[i+1]; j++ {
			normal[j] = s.Norm()
		}
		for j := d.out[i]; j < d.out[i+1]; j++ {
			r.off[j] = s.Norm()
		}
		for j := d.out[i]; j < d.out[i+1]; j++ {
			r.e[j] = r.c.Noises[i].Out * s.Norm()
		}
	}
	control.Apply(r.rootW, normal, r.w)
	control.Apply(r.rootV, r.off, r.v)
	plain = r.advance(&r.Plain)
	floats.Add(r.v, r.e)
	return r.advance(&r.Private), plain
}

// advance moves a loop by one step with the sensor noise v and returns its cost.
func (r *Runner) advance(l *State) (cost float64) {
	d, n, p := r.d, len(r.w), len(r.v)
	x, y := r.off[:n], r.tmp[:p]
	floats.SubTo(x, l.X, l.Hat)
	control.Apply(d.C, x, y) // innovation
	floats.Add(y, r.v)
	control.Apply(l.gain, y, x)
	floats.Add(l.Hat, x)
	control.Apply(d.L, l.Hat, l.U)
	floats.Add(l.U, l.ff)
	floats.SubTo(x, l.X, r.Ref)
	cost = form(d.Net.Q, x) + form(d.Net.R, l.U)
	control.Apply(d.B, l.U, r.tmp[:n])
	for _, of := range [2][]float64{l.X, l.Hat} {
		control.Apply(d.A, of, x)
		floats.AddTo(of, x, r.tmp[:n])
	}
	floats.Add(l.X, r.w)
	return cost
}

// form returns xᵀ q x.
func form(q *mat.SymDense, x []float64) (sum float64) {
	raw := q.RawSymmetric()
	for i, v := range x {
		row := raw.Data[i*raw.Stride : i*raw.Stride+raw.N]
		sum += v * (row[i]*v + 2*floats.Dot(row[i+1:], x[i+1:]))
	}
	return sum
}
