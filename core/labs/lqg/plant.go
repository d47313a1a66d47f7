package lqg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/lqg"
	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/num"
)

// given returns one of the visitor's own matrices n times along the diagonal, or otherwise where
// there is none.
func given(s lab.Spec, name string, n int, otherwise *mat.SymDense) (*mat.SymDense, error) {
	rows := s.Rows(name)
	if s.Text("plant") != about.Custom || len(rows) == 0 {
		return otherwise, nil
	}
	m, err := control.Semidefinite(name, rows)
	if err != nil {
		return nil, lab.Blame(name, err)
	}
	return control.Sym(control.BlockDiag(slices.Repeat([]mat.Matrix{m}, n)...)), nil
}

// build builds the agents and the cost of a Spec. The error is a Problem.
func build(s lab.Spec) (*loop.Network, error) {
	n, h := s.Int("N"), s.Float("h")
	net := &loop.Network{Hold: 60}
	wp, wv := s.Float("wpos"), s.Float("wvel")
	kind := loop.Agent{Py: -1} // all agents have the same dynamics, and share them
	integrator := control.FromRows([]float64{1, h}, []float64{0, 1})
	push := control.FromRows([]float64{h * h / 2}, []float64{h})
	switch s.Text("plant") {
	case about.Pair:
		kind.A, kind.B, kind.W = integrator, push, control.Diag(wp, wv)
	case about.Chain:
		sin, cos := num.Sincos(s.Float("freq") * h)
		rho := s.Float("damp")
		kind.A = control.FromRows([]float64{rho * cos, rho * sin}, []float64{-rho * sin, rho * cos})
		kind.B = control.FromRows([]float64{0}, []float64{h})
		kind.W = control.Diag(wp, wv)
	case about.Custom:
		kind.A, kind.B, kind.C = control.FromRows(s.Rows("A")...), control.FromRows(s.Rows("B")...),
			control.FromRows(s.Rows("C")...)
		kind.W = control.Diag(slices.Repeat([]float64{wp, wv}, 4)[:kind.States()]...)
	default: // in the plane: position x, velocity x, position y, velocity y
		kind.A, kind.B, kind.W = control.BlockDiag(integrator, integrator), control.BlockDiag(push, push),
			control.Diag(wp, wv, wp, wv)
		kind.Py = 2
	}
	if kind.C == nil {
		kind.C = mat.DenseCopyOf(control.Identity(kind.States(), 1))
	}
	kind.V = control.Identity(kind.Outputs(), s.Float("vvar"))
	var err error
	if kind.W, err = given(s, "W", 1, kind.W); err != nil {
		return nil, err
	}
	if kind.V, err = given(s, "V", 1, kind.V); err != nil {
		return nil, err
	}
	for i := range n {
		a := kind
		a.Lane = spread(i, n) // in the picture, from the highest down
		a.Ref = make([]float64, a.States())
		switch {
		case a.Py >= 0:
			a.Ref[0], a.Ref[a.Py] = place(s.Text("plant"), i, n, 0)
			if s.Text("plant") == about.Teams {
				a.Team = i % 2
			}
		case s.Text("plant") == about.Chain:
			a.Ref[0] = 0.5 * spread(i, n)
		default:
			a.Ref[0] = spread(i, n)
		}
		net.Agents = append(net.Agents, a)
	}
	if s.Flag("moves") {
		for k := 1; k < 4; k++ {
			var ref []float64
			for i := range n {
				a := &net.Agents[i]
				if a.Py >= 0 {
					x, y := place(s.Text("plant"), i, n, k)
					ref = append(ref, x, 0, y, 0)
					continue
				}
				part := append([]float64(nil), a.Ref...)
				part[0] *= []float64{1, -1, 0.3, 1}[k]
				ref = append(ref, part...)
			}
			net.Moves = append(net.Moves, ref)
		}
	}
	net.Q, net.R, err = weights(s, net)
	return net, err
}

// spread puts agents of a line at 1, −1 for two, evenly between for more.
func spread(i, n int) float64 { return 1 - 2*float64(i)/float64(n-1) }

// place returns the reference of agent i in the plane at stage k.
func place(plant string, i, n, k int) (x, y float64) {
	if plant == about.Teams {
		// Pairs in a column; red shadows blue from the left, then from above, …
		j := i / 2
		y = 2 * (float64(j) - float64(n/2-1)/2)
		x = []float64{0, 2, 2, 0}[k]
		if i%2 == 0 {
			sin, cos := num.Sincos(float64(k) * math.Pi / 2)
			return x - cos, y + sin
		}
		return x, y
	}
	radius := 1.5 + 0.1*float64(n)
	if k == 2 {
		radius *= 0.6
	}
	sin, cos := num.Sincos(2*math.Pi*float64(i)/float64(n) + float64(k)*math.Pi/4)
	return radius * cos, radius * sin
}

// weights builds Q = Σ qpos|eᵢ|² + qvel|velocity errors|² + coupling Σ |eᵢ − eⱼ|²
// over neighbours, e the position errors, and R = rweight·I. With two agents
// on a line, qpos = 6, qvel = 1 and coupling = 4 give diag(10, 1, 10, 1) with
// −4 between the positions. The visitor's own Q of an agent stands in place of its diagonal.
func weights(s lab.Spec, net *loop.Network) (q, r *mat.SymDense, err error) {
	n, a := len(net.Agents), &net.Agents[0]
	states, position := a.States(), []int{0} // of an agent, and which of them are its position
	if a.Py >= 0 {
		position = append(position, a.Py)
	}
	q = control.Identity(n*states, s.Float("qvel"))
	for i := range n {
		for _, p := range position {
			q.SetSym(i*states+p, i*states+p, s.Float("qpos"))
		}
	}
	if q, err = given(s, "Q", n, q); err != nil {
		return nil, nil, err
	}
	c := s.Float("coupling")
	link := func(i, j int) {
		for _, p := range position {
			a, b := i*states+p, j*states+p
			q.SetSym(a, a, q.At(a, a)+c)
			q.SetSym(b, b, q.At(b, b)+c)
			q.SetSym(a, b, q.At(a, b)-c)
		}
	}
	for i := range n {
		switch s.Text("plant") {
		case about.Teams:
			if i%2 == 0 {
				link(i, i+1)
			}
			if i+2 < n {
				link(i, i+2)
			}
		case about.Formation:
			if n > 2 || i == 0 {
				link(i, (i+1)%n)
			}
		default:
			if i+1 < n {
				link(i, i+1)
			}
		}
	}
	r, err = given(s, "R", n, control.Identity(n*a.Inputs(), s.Float("rweight")))
	return q, r, err
}
