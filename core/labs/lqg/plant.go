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

// kind is what agents of one kind have in common: their dynamics, which they share, and what the state and the
// control of each cost, apart from the coupling.
type kind struct {
	loop.Agent
	q, r     *mat.SymDense
	position []int // the states that are the position
}

// newKind builds the agents' kind that a Spec describes. The error is a Problem.
func newKind(s lab.Spec) (k *kind, err error) {
	h, wp, wv := s.Float("h"), s.Float("wpos"), s.Float("wvel")
	k = &kind{Agent: loop.Agent{Py: -1}, position: []int{0}}
	integrator := control.FromRows([]float64{1, h}, []float64{0, 1})
	push := control.FromRows([]float64{h * h / 2}, []float64{h})
	switch s.Text("plant") {
	case about.Pair:
		k.A, k.B = integrator, push
	case about.Chain:
		sin, cos := num.Sincos(s.Float("freq") * h)
		rho := s.Float("damp")
		k.A = control.FromRows([]float64{rho * cos, rho * sin}, []float64{-rho * sin, rho * cos})
		k.B = control.FromRows([]float64{0}, []float64{h})
	case about.Custom:
		k.A, k.B, k.C = control.FromRows(s.Rows("A")...), control.FromRows(s.Rows("B")...),
			control.FromRows(s.Rows("C")...)
	default: // in the plane: position x, velocity x, position y, velocity y
		k.A, k.B = control.BlockDiag(integrator, integrator), control.BlockDiag(push, push)
		k.Py, k.position = 2, []int{0, 2}
	}
	states := k.States()
	if k.C == nil {
		k.C = mat.DenseCopyOf(control.Identity(states, 1))
	}
	k.W = control.Diag(slices.Repeat([]float64{wp, wv}, 4)[:states]...)
	k.V = control.Identity(k.Outputs(), s.Float("vvar"))
	k.q, k.r = control.Identity(states, s.Float("qvel")), control.Identity(k.Inputs(), s.Float("rweight"))
	for _, p := range k.position {
		k.q.SetSym(p, p, s.Float("qpos"))
	}
	if s.Text("plant") != about.Custom {
		return k, nil
	}
	for i, to := range []**mat.SymDense{&k.W, &k.V, &k.q, &k.r} {
		name := []string{"W", "V", "Q", "R"}[i]
		if rows := s.Rows(name); len(rows) > 0 {
			if *to, err = control.Semidefinite(name, rows); err != nil {
				return nil, lab.Blame(name, err)
			}
		}
	}
	return k, nil
}

// build builds the agents and the cost of a Spec. The error is a Problem.
func build(s lab.Spec) (*loop.Network, error) {
	n, plant, table := s.Int("N"), s.Text("plant"), Lab{}.Params()
	net := &loop.Network{Hold: 60}
	var q, r []mat.Matrix
	var position [][]int // of each agent, in the stacked state
	states := 0
	for of, count := range about.Kinds(s) {
		k, err := newKind(s.Part(table, of))
		if err != nil {
			return nil, err
		}
		for range int(count) {
			i, a := len(net.Agents), k.Agent
			a.Lane = spread(i, n) // in the picture, from the highest down
			a.Ref = reference(&a, plant, i, n, 0)
			if plant == about.Teams {
				a.Team = i % 2
			}
			var at []int
			for _, p := range k.position {
				at = append(at, states+p)
			}
			states += a.States()
			net.Agents, q, r, position = append(net.Agents, a), append(q, k.q), append(r, k.r), append(position, at)
		}
	}
	net.Q, net.R = control.Sym(control.BlockDiag(q...)), control.Sym(control.BlockDiag(r...))
	couple(net.Q, plant, s.Float("coupling"), position)
	if s.Flag("moves") {
		for k := 1; k < 4; k++ {
			var ref []float64
			for i := range n {
				ref = append(ref, reference(&net.Agents[i], plant, i, n, k)...)
			}
			net.Moves = append(net.Moves, ref)
		}
	}
	return net, nil
}

// reference returns that of agent i of n at stage k: on a line it comes back to where it began.
func reference(a *loop.Agent, plant string, i, n, k int) []float64 {
	ref, stage := make([]float64, a.States()), []float64{1, -1, 0.3, 1}[k]
	switch {
	case a.Py >= 0:
		ref[0], ref[a.Py] = place(plant, i, n, k)
	case plant == about.Chain:
		ref[0] = 0.5 * spread(i, n) * stage
	default:
		ref[0] = spread(i, n) * stage
	}
	return ref
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

// couple adds c Σ |eᵢ − eⱼ|² over neighbours to the weight Q of the stacked state, e the position errors. With
// two agents on a line, qpos = 6, qvel = 1 and c = 4 give diag(10, 1, 10, 1) with −4 between the positions.
func couple(q *mat.SymDense, plant string, c float64, position [][]int) {
	for j := range position {
		for i := range j {
			near := j == i+1
			switch plant {
			case about.Teams:
				near = near && i%2 == 0 || j == i+2
			case about.Formation:
				near = near || i == 0 && j == len(position)-1
			}
			if !near {
				continue
			}
			for p, a := range position[i] {
				b := position[j][p]
				q.SetSym(a, a, q.At(a, a)+c)
				q.SetSym(b, b, q.At(b, b)+c)
				q.SetSym(a, b, q.At(a, b)-c)
			}
		}
	}
}
