// Package starlark runs programs of the workshop in Starlark (go.starlark.net),
// the dialect of Python that Google keeps for configuration: deterministic,
// without files, network or clock. The interpreter counts a release's steps, and here
// no step may ask for much more memory than there is. Still one step may take minutes:
// who runs programs of others needs a clock, and the means to stop what they run in.
//
// Draws come from the trial's own stream and mathematics from package num, so a
// program's releases are the same everywhere, bit for bit.
package starlark

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/labs/workshop"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// The limits of a program.
const (
	mostSource  = 64 << 10  // bytes
	mostSteps   = 300_000   // of one release, and of what stands outside functions
	mostEntries = 1_000_000 // of a list, letters of a word, by a product
	mostBits    = 100_000   // of a whole number, about
	mostPairs   = 64
	mostWords   = 1024
)

// Interpreter implements workshop.Interpreter.
type Interpreter struct{}

var _ workshop.Interpreter = Interpreter{}

// program is a compiled program.
type program struct {
	code  *starlark.Program
	pairs []workshop.Pair
	claim *privacy.Budget
	words []string
	index map[string]int
	// modules are Python's that the program names: what to write instead.
	modules map[string]string
}

// Compile implements workshop.Interpreter.
func (Interpreter) Compile(source string) (workshop.Program, error) {
	if len(source) > mostSource {
		return nil, &workshop.Fault{Say: fmt.Sprintf("The program has %d bytes; at most %d are read.", len(source),
			mostSource)}
	}
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
	file, err := options.Parse("program", strings.TrimPrefix(source, "\ufeff"), 0)
	if err != nil {
		return nil, fault(err)
	}
	p := &program{index: map[string]int{}, modules: map[string]string{}}
	if err := p.read(file); err != nil {
		return nil, err
	}
	known := (&run{program: p}).builtins()
	if p.code, err = starlark.FileProgram(file, func(name string) bool {
		_, ok := known[name]
		return ok
	}); err != nil {
		return nil, p.fault(err)
	}
	r := &run{program: p}
	globals, err := r.init()
	if err != nil {
		return nil, err
	}
	if err := p.readPairs(globals["pairs"]); err != nil {
		return nil, err
	}
	return p, p.readClaim(globals["claim"])
}

// readPairs reads the global pairs: a list of (x, neighbour) or (x, neighbour,
// name).
func (p *program) readPairs(v starlark.Value) error {
	say := func(format string, a ...any) error {
		return &workshop.Fault{Say: fmt.Sprintf(format, a...)}
	}
	list, ok := v.(starlark.Indexable)
	if !ok || list.Len() == 0 {
		return say("The program has no pairs: write pairs = [(x, neighbour), …], the inputs that may differ in one person.")
	}
	if list.Len() > mostPairs {
		return say("The program has %d pairs; at most %d are tried.", list.Len(), mostPairs)
	}
	for i := range list.Len() {
		t, ok := list.Index(i).(starlark.Indexable)
		if !ok || t.Len() < 2 || t.Len() > 3 {
			return say("Pair %d is not (x, neighbour) or (x, neighbour, name).", i+1)
		}
		q := workshop.Pair{Name: fmt.Sprintf("pair %d", i+1), Input: [2]string{show(t.Index(0)), show(t.Index(1))}}
		if t.Len() == 3 {
			name, ok := starlark.AsString(t.Index(2))
			if !ok || len(name) > 200 {
				return say("The name of pair %d is not a short word in quotation marks.", i+1)
			}
			q.Name = name
		}
		p.pairs = append(p.pairs, q)
	}
	return nil
}

// readClaim reads the global claim: ε or (ε, δ).
func (p *program) readClaim(v starlark.Value) error {
	if v == nil || v == starlark.None {
		return nil
	}
	b := privacy.Budget{}
	var ok bool
	if t, pair := v.(starlark.Tuple); pair && len(t) == 2 {
		var second bool
		b.Epsilon, ok = starlark.AsFloat(t[0])
		b.Delta, second = starlark.AsFloat(t[1])
		ok = ok && second
	} else {
		b.Epsilon, ok = starlark.AsFloat(v)
	}
	if !ok || !(b.Epsilon >= 0) || math.IsInf(b.Epsilon, 0) || !(b.Delta >= 0 && b.Delta < 1) {
		return &workshop.Fault{Say: "The claim is not an ε of at least 0, or (ε, δ) with a δ from 0 to below 1."}
	}
	p.claim = &b
	return nil
}

// show is a value as a program writes it, shortened.
func show(v starlark.Value) string {
	text := v.String()
	if r := []rune(text); len(r) > 120 {
		text = string(r[:119]) + "…"
	}
	return text
}

func (p *program) Pairs() []workshop.Pair { return p.pairs }

func (p *program) Claim() (privacy.Budget, bool) {
	if p.claim == nil {
		return privacy.Budget{}, false
	}
	return *p.claim, true
}

func (p *program) Words() []string { return p.words }

// Fork implements workshop.Program. What stands outside functions runs again:
// it is short, draws nothing, and gives every run its own built-ins.
func (p *program) Fork() workshop.Run {
	r := &run{program: p}
	if _, err := r.init(); err != nil {
		r.broken = err
	}
	return r
}

// run is one goroutine's instance of a program.
type run struct {
	*program
	thread  *starlark.Thread
	stream  *rng.Stream // nil outside release
	release starlark.Value
	input   [][2]starlark.Tuple // the argument of each pair's inputs
	broken  error
}

// init runs what stands outside functions.
func (r *run) init() (starlark.StringDict, error) {
	r.thread = &starlark.Thread{Name: "program", Print: func(*starlark.Thread, string) {}}
	r.thread.SetMaxExecutionSteps(mostSteps)
	globals, err := r.code.Init(r.thread, r.builtins())
	if err != nil {
		return nil, fault(err)
	}
	globals.Freeze()
	f, ok := globals["release"].(*starlark.Function)
	if !ok {
		return nil, &workshop.Fault{Say: "The program has no release: write def release(x): with what is released for the input x."}
	}
	if f.NumParams() != 1 || f.NumKwonlyParams() > 0 || f.HasVarargs() || f.HasKwargs() {
		return nil, &workshop.Fault{Line: int(f.Position().Line),
			Say: "The function release takes one argument, the input: def release(x)."}
	}
	r.release = f
	if list, ok := globals["pairs"].(starlark.Indexable); ok {
		for i := range list.Len() {
			if t, ok := list.Index(i).(starlark.Indexable); ok && t.Len() >= 2 {
				r.input = append(r.input, [2]starlark.Tuple{{t.Index(0)}, {t.Index(1)}})
			}
		}
	}
	return globals, nil
}

// Release implements workshop.Run.
func (r *run) Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (int, bool, error) {
	if r.broken != nil {
		return 0, false, r.broken
	}
	r.stream = s
	r.thread.Steps = 0
	v, err := starlark.Call(r.thread, r.release, r.input[pair][in&1], nil)
	r.stream = nil
	if err != nil {
		r.thread.Uncancel()
		return 0, false, fault(err)
	}
	var list starlark.Indexable
	switch v := v.(type) {
	case *starlark.List:
		list = v
	case starlark.Tuple:
		list = v
	default:
		c, ok := r.cell(v)
		if !ok {
			return 0, false, &workshop.Fault{Line: r.line(), Say: fmt.Sprintf("release returned %s; a release is a number, a truth value, a word, or a list of these.", article(v))}
		}
		if len(out) > 0 {
			out[0] = c
		}
		return 1, false, nil
	}
	n := list.Len()
	for i := range n {
		c, ok := r.cell(list.Index(i))
		if !ok {
			return 0, false, &workshop.Fault{Line: r.line(), Say: fmt.Sprintf("Entry %d of the released list is %s; entries are numbers, truth values or words.", i+1, article(list.Index(i)))}
		}
		if i < len(out) {
			out[i] = c
		}
	}
	return n, true, nil
}

// line is where release stands.
func (r *run) line() int { return int(r.release.(*starlark.Function).Position().Line) }

// cell turns a value into a cell.
func (r *run) cell(v starlark.Value) (float64, bool) {
	switch v := v.(type) {
	case starlark.Float:
		return mechanism.Number(float64(v)), true
	case starlark.Int:
		return mechanism.Number(float64(v.Float())), true
	case starlark.Bool:
		if v {
			return mechanism.Word("True"), true
		}
		return mechanism.Word("False"), true
	case starlark.String:
		if i, ok := r.index[string(v)]; ok {
			return mechanism.ListedWord(i), true
		}
		return mechanism.Word(string(v)), true
	}
	return 0, false
}

func article(v starlark.Value) string {
	switch v.(type) {
	case starlark.NoneType:
		return "nothing"
	case *starlark.List, starlark.Tuple:
		return "a list"
	}
	return "a " + v.Type()
}
