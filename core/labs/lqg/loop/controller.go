package loop

import (
	"cmp"

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
	K       *mat.SymDense     // control Riccati solution
	L, M, N *mat.Dense        // u = L x̂ + M g, g = N Q x̄
	S       *mat.SymDense     // R + Bᵀ K B
	P       *mat.SymDense     // Lᵀ S L: what a squared estimation error costs
	M2, M3  *mat.Dense        // Q − K; KΣ₀ + (Q − K)Σ̄₀ of filters without privacy noise
	M4      *mat.SymDense     // Q Nᵀ Mᵀ S M N Q: what noise on the reference costs
	TrKW    float64           // cost of the process noise under exact state
	Offset  float64           // steady cost of a reference that is no equilibrium
	Plain   []*control.Filter // of each agent, without privacy noise
	At, In  []int             // first state and first input of each agent, and the totals
	out     []int             // first output likewise
}

// Solve designs the controller. The error is one sentence that names the
// parameter to blame.
func Solve(net *Network) (*Design, error) {
	d := &Design{Net: net, At: []int{0}, In: []int{0}, out: []int{0}}
	d.A = stack(net.Agents, func(a Agent) *mat.Dense { return a.A })
	d.B = stack(net.Agents, func(a Agent) *mat.Dense { return a.B })
	d.C = stack(net.Agents, func(a Agent) *mat.Dense { return a.C })
	w := stack(net.Agents, func(a Agent) *mat.SymDense { return a.W })
	for i := range net.Agents {
		a := &net.Agents[i]
		d.At = append(d.At, d.At[i]+a.States())
		d.In = append(d.In, d.In[i]+a.Inputs())
		d.out = append(d.out, d.out[i]+a.Outputs())
	}
	var err error
	if d.Plain, err = filters(net, make([]Noise, len(net.Agents))); err != nil {
		return nil, err
	}
	if !control.Definite(net.Q, false) {
		return nil, &lab.Problem{Field: "coupling", Say: lang.Say("lqg.refused.cost")}
	}
	if d.K, err = control.Riccati(d.A, d.B, net.Q, net.R); err == nil {
		d.L, err = control.Gain(d.A, d.B, net.R, d.K)
	}
	if err != nil {
		err = nil
		for _, a := range net.Agents {
			err = cmp.Or(err, control.Unmoved(a.A, a.B, "control.unstabilisable"))
		}
		return nil, lab.Blame("plant", cmp.Or(err, lang.Errorf("lqg.refused.controller")))
	}
	d.S = control.Sym(control.Add(net.R, control.Congruence(d.B.T(), d.K)))
	m, err := control.Solve(d.S, d.B.T())
	if err != nil {
		return nil, &lab.Problem{Field: "rweight", Say: lang.Say("lqg.refused.control")}
	}
	d.M = control.Scale(-1, m)
	closed := control.Add(d.A, control.Mul(d.B, d.L))
	one := control.Identity(d.At[len(net.Agents)], 1)
	inv, err := control.Solve(control.Sub(one, closed).T(), one)
	if err != nil {
		return nil, &lab.Problem{Field: "plant", Say: lang.Say("lqg.refused.loop")}
	}
	d.N = control.Scale(-1, inv)
	d.P = control.Congruence(d.L.T(), d.S)
	mnq := d.feedforward()
	d.M4 = control.Congruence(mnq.T(), d.S)
	d.M2 = control.Sub(net.Q, d.K)
	d.M3 = control.Add(control.Mul(d.K, stack(d.Plain, prior)), control.Mul(d.M2, stack(d.Plain, post)))
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

// feedforward returns MNQ: the part of the control that follows the reference.
func (d *Design) feedforward() *mat.Dense { return control.Mul(d.M, d.N, d.Net.Q) }

// Ahead returns the control Riccati solution and the gain at the first of so many steps, without
// end where they are 0.
func (d *Design) Ahead(steps int) (k mat.Symmetric, l *mat.Dense, err error) {
	if steps == 0 {
		return d.K, d.L, nil
	}
	for k = d.Net.Q; steps > 0; steps-- {
		if l, err = control.Gain(d.A, d.B, d.Net.R, k); err != nil {
			return nil, nil, err
		}
		k = control.Sym(control.Add(control.Mul(d.A.T(), k, control.Add(d.A, control.Mul(d.B, l))), d.Net.Q))
	}
	return k, l, nil
}
