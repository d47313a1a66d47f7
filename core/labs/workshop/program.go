// Package workshop is the laboratory for a visitor's own mechanism: a short
// program that says what it releases for an input, which inputs are neighbours,
// and what it claims. The published classics, right and wrong, are such programs
// too.
package workshop

import (
	"fmt"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Interpreter runs programs: the language is a guest, linked by a binary of its
// own.
type Interpreter interface {
	// Compile reads a program and runs what stands outside its functions. The
	// error is a *Fault.
	Compile(source string) (Program, error)
}

// Program is a compiled program. It is read-only and safe for concurrent use.
type Program interface {
	Pairs() []Pair
	// Claim is what the program claims of itself; ok is false where it claims
	// nothing.
	Claim() (b privacy.Budget, ok bool)
	// Words lists the words that stand in the program, in their order there.
	Words() []string
	// Fork returns a run for one goroutine.
	Fork() Run
}

// Pair is two neighbouring inputs of a program, as a person reads them.
type Pair struct {
	Name  string
	Input [2]string
}

// Run releases. It is for one goroutine.
type Run interface {
	// Release draws one release of a pair's input from s and writes its first
	// cells into out. It returns how many entries the release has and whether
	// it is a list. The error is a *Fault; out is then not to be read.
	Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (entries int, list bool, err error)
}

// Fault is what is wrong with a program, at a place in it.
type Fault struct {
	Line   int // from 1; 0: nowhere in particular
	Column int // from 1; 0: the whole line
	Say    string
}

// Error says where and what, in one sentence.
func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Say
	}
	return fmt.Sprintf("Line %d: %s", f.Line, f.Say)
}
