package loop

import (
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Design is the controller and everything about it that does not depend on the
// privacy noise (Hale 2019; Yazdani, Jones, Leahy & Hale).
type Design struct {
	Net     *Network
	A, B, C *mat.Dense        // stacked
	K       *mat.SymDense     // what a squared state costs
	Ahead   *mat.SymDense     // control Riccati solution that L follows: K, but for a horizon
	L, M, N *mat.Dense        // u = L x̂ + M g, g = N Q x̄
	S       *mat.SymDense     // R + Bᵀ K B
	P       *mat.SymDense     // AᵀKA + Q − K, without a horizon LᵀSL: what a squared estimation error costs
	M4      *mat.SymDense     // without a horizon Q Nᵀ Mᵀ S M N Q: what noise on the reference costs
	TrKW    float64           // cost of the process noise under exact state
	Offset  float64           // steady cost of a reference that is no equilibrium
	Plain   []*control.Filter // of each agent, without privacy noise
	At, In  []int             // first state and first input of each agent, and the totals
	out     []int             // first output likewise
}

// Solve designs the controller, which plans horizon steps ahead at each step; 0: without end.
// The error is one sentence that names the parameter to blame.
func Solve(net *Network, horizon int) (*Design, error) {
	d := &Design{Net: net, At: []int{0}, In: []int{0}, out: []int{0}}
	d.A = stack(net, func(a *Agent) *mat.Dense { return a.A })
	d.B = stack(net, func(a *Agent) *mat.Dense { return a.B })
	d.C = stack(net, func(a *Agent) *mat.Dense { return a.C })
	w := stack(net, func(a *Agent) *mat.SymDense { return a.W })
	for i := range net.Agents {
		a := &net.Agents[i]
		d.At = append(d.At, d.At[i]+a.States())
		d.In = append(d.In, d.In[i]+a.Inputs())
		d.out = append(d.out, d.out[i]+a.Outputs())
		if i > 0 && a.alike(&net.Agents[i-1]) {
			d.Plain = append(d.Plain, d.Plain[i-1])
			continue
		}
		f, err := filter(a, a.V)
		if err != nil {
			return nil, err
		}
		d.Plain = append(d.Plain, f)
	}
	if !control.Definite(net.Q, false) {
		return nil, &lab.Problem{Field: "coupling", Say: lang.Say("lqg.refused.cost")}
	}
	var err error
	if d.Ahead, err = d.ahead(horizon); err == nil {
		d.L, err = control.Gain(d.A, d.B, net.R, d.Ahead)
	}
	if err != nil {
		a := &net.Agents[0]
		return nil, blame("lqg.refused.controller", control.Stabilisable(a.A, a.B))
	}
	d.S = control.Sym(control.Add(net.R, control.Congruence(d.B.T(), d.Ahead)))
	m, err := control.Solve(d.S, d.B.T())
	if err != nil {
		return nil, &lab.Problem{Field: "rweight", Say: lang.Say("lqg.refused.control")}
	}
	d.M = control.Scale(-1, m)
	closed := control.Add(d.A, control.Mul(d.B, d.L))
	if d.K = d.Ahead; horizon > 0 {
		if err = control.Stable(closed); err == nil {
			d.K, err = control.Lyapunov(closed.T(), control.Sym(control.Add(net.Q, control.Congruence(d.L.T(), net.R))))
		}
		if err != nil {
			return nil, &lab.Problem{Field: "T", Say: lang.Of(err)}
		}
	}
	rest := control.Sub(control.Identity(d.At[len(net.Agents)], 1), closed)
	inv, err := control.Inverse(rest.T())
	if err != nil {
		return nil, &lab.Problem{Field: "plant", Say: lang.Say("lqg.refused.loop")}
	}
	d.N = control.Scale(-1, inv)
	d.P = control.Congruence(d.L.T(), d.S)
	mnq := d.feedforward()
	d.M4 = control.Congruence(mnq.T(), d.S)
	if horizon > 0 { // L is not the best: a noisy reference costs what state and control it leads to cost
		state := control.Mul(inv.T(), d.B, mnq)
		push := control.Add(control.Mul(d.L, state), mnq)
		d.P = control.Sym(control.Sub(control.Add(control.Congruence(d.A.T(), d.K), net.Q), d.K))
		d.M4 = control.Sym(control.Add(control.Congruence(state.T(), net.Q), control.Congruence(push.T(), net.R)))
	}
	d.TrKW = mat.Trace(control.Mul(d.K, w))

	// Steady state under the exact reference: (I − A − BL) x* = B M g.
	ref := mat.NewVecDense(len(net.Reference()), net.Reference())
	xs := control.Mul(inv.T(), d.B, mnq, ref).ColView(0)
	var us, e mat.VecDense
	us.AddVec(control.Mul(d.L, xs).ColView(0), control.Mul(mnq, ref).ColView(0))
	e.SubVec(xs, ref)
	d.Offset = mat.Inner(&e, net.Q, &e) + mat.Inner(&us, net.R, &us)
	return d, nil
}

// ahead returns the control Riccati solution after the steps that are planned.
func (d *Design) ahead(horizon int) (*mat.SymDense, error) {
	if horizon == 0 {
		return control.Riccati(d.A, d.B, d.Net.Q, d.Net.R)
	}
	x := d.Net.Q
	for range horizon - 1 {
		l, err := control.Gain(d.A, d.B, d.Net.R, x)
		if err != nil {
			return nil, err
		}
		x = control.Sym(control.Add(control.Mul(d.A.T(), x, control.Add(d.A, control.Mul(d.B, l))), d.Net.Q))
	}
	return x, nil
}

// feedforward returns MNQ: the part of the control that follows the reference.
func (d *Design) feedforward() *mat.Dense { return control.Mul(d.M, d.N, d.Net.Q) }
