// Package loop holds the closed loop of agents that steer together by what they transmit,
// with privacy noise and without: its controller and filters, the price of the noise by
// the theorem, the ε that a price buys, and its simulation (Hale 2019; Yazdani, Jones,
// Leahy & Hale).
//
// It believes that a cost is a trace of steady covariances, which the simulation only
// checks. It is given a Network, and knows no parameters but the names of those to blame
// where none can be controlled.
package loop

import (
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
)

// Agent is one agent's own dynamics, x⁺ = A x + B u + w, y = C x + v.
type Agent struct {
	A, B, C *mat.Dense
	W, V    *mat.SymDense // covariances of w and v, ⪰ 0
	Ref     []float64     // x̄, its reference
	// Py is the index of the plane's second coordinate in the state, −1 for
	// agents of a line, which are drawn apart at Lane, −1 to 1. The first state
	// is the position.
	Py   int
	Lane float64
	Team int
}

// States returns the size of x.
func (a *Agent) States() int { return a.A.RawMatrix().Rows }

// Inputs returns the size of u.
func (a *Agent) Inputs() int { return a.B.RawMatrix().Cols }

// Outputs returns the size of y.
func (a *Agent) Outputs() int { return a.C.RawMatrix().Rows }

// Network is the whole problem: agents with dynamics of their own, and the quadratic cost
// (x − x̄)ᵀ Q (x − x̄) + uᵀ R u on the stacked state and input.
type Network struct {
	Agents []Agent
	Q, R   *mat.SymDense
	// Moves lists further references, each for the stacked state; the target
	// changes from one to the next every Hold steps.
	Moves [][]float64
	Hold  int
}

// Reference returns the stacked x̄.
func (net *Network) Reference() []float64 {
	var out []float64
	for i := range net.Agents {
		out = append(out, net.Agents[i].Ref...)
	}
	return out
}

// stack lays the blocks of agents, or of their filters, along the diagonal.
func stack[T any, M mat.Matrix](of []T, f func(T) M) *mat.Dense {
	blocks := make([]mat.Matrix, len(of))
	for i := range of {
		blocks[i] = f(of[i])
	}
	return control.BlockDiag(blocks...)
}

// What is stacked of filters.
func prior(f *control.Filter) *mat.SymDense { return f.Prior }
func post(f *control.Filter) *mat.SymDense  { return f.Post }
func gain(f *control.Filter) *mat.Dense     { return f.Gain }
