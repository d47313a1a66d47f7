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
	K       *mat.SymDense     // what a squared state costs: in steady state the control Riccati solution
	Ahead   *mat.SymDense     // the Riccati solution of the steps that are planned, K where they have no end
	L, M, N *mat.Dense        // u = L x̂ + M g, g = N Q x̄
	S       *mat.SymDense     // R + Bᵀ K B
	P       *mat.SymDense     // AᵀKA + Q − K, in steady state Lᵀ S L: what a squared estimation error costs
	M4      *mat.SymDense     // Q Nᵀ Mᵀ S M N Q: what noise on the reference costs
	TrKW    float64           // cost of the process noise under exact state
	Offset  float64           // steady cost of a reference that is no equilibrium
	Plain   []*control.Filter // of each agent, without privacy noise
	At, In  []int             // first state and first input of each agent, and the totals
	out     []int             // first output likewise
}

// Solve designs the controller, which plans so many steps ahead at each step, without end where
// they are 0. The error is one sentence that names the parameter to blame.
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
	if err := d.gain(horizon); err != nil {
		return nil, err
	}
	m, err := control.Solve(d.S, d.B.T())
	if err != nil {
		return nil, &lab.Problem{Field: "rweight", Say: lang.Say("lqg.refused.control")}
	}
	d.M = control.Scale(-1, m)
	closed := control.Add(d.A, control.Mul(d.B, d.L))
	rest := control.Sub(control.Identity(d.At[len(net.Agents)], 1), closed)
	inv, err := control.Inverse(rest.T())
	if err != nil {
		return nil, &lab.Problem{Field: "plant", Say: lang.Say("lqg.refused.loop")}
	}
	d.N = control.Scale(-1, inv)
	d.P = control.Congruence(d.L.T(), d.S)
	mnq := d.feedforward()
	d.M4 = control.Congruence(mnq.T(), d.S)
	if horizon > 0 { // L is not the best there is: a noisy reference costs what state and control do there
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

// gain computes L, S, K and Ahead.
func (d *Design) gain(horizon int) (err error) {
	net := d.Net
	if horizon == 0 {
		if d.K, err = control.Riccati(d.A, d.B, net.Q, net.R); err == nil {
			d.L, err = control.Gain(d.A, d.B, net.R, d.K)
		}
		if err != nil {
			for i := range net.Agents {
				if why := control.Stabilisable(net.Agents[i].A, net.Agents[i].B); why != nil {
					return &lab.Problem{Field: "plant", Say: lang.Of(why)}
				}
			}
			return &lab.Problem{Field: "plant", Say: lang.Say("lqg.refused.controller")}
		}
		d.Ahead, d.S = d.K, control.Sym(control.Add(net.R, control.Congruence(d.B.T(), d.K)))
		return nil
	}
	d.Ahead = net.Q
	for range horizon {
		d.S = control.Sym(control.Add(net.R, control.Congruence(d.B.T(), d.Ahead)))
		if d.L, err = control.Gain(d.A, d.B, net.R, d.Ahead); err != nil {
			return &lab.Problem{Field: "rweight", Say: lang.Say("lqg.refused.control")}
		}
		d.Ahead = control.Sym(control.Add(control.Mul(d.A.T(), d.Ahead, control.Add(d.A, control.Mul(d.B, d.L))), net.Q))
	}
	closed := control.Add(d.A, control.Mul(d.B, d.L))
	if err = control.Stable(closed); err == nil {
		d.K, err = control.Lyapunov(closed.T(), control.Sym(control.Add(net.Q, control.Congruence(d.L.T(), net.R))))
	}
	if err != nil {
		return &lab.Problem{Field: "T", Say: lang.Of(err)}
	}
	return nil
}

// feedforward returns MNQ: the part of the control that follows the reference.
func (d *Design) feedforward() *mat.Dense { return control.Mul(d.M, d.N, d.Net.Q) }
