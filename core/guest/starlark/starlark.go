// Package starlark runs programs of the workshop in Starlark (go.starlark.net),
// the dialect of Python that Google keeps for configuration: deterministic,
// without files, network or clock. The interpreter counts a release's steps, and here
// they pay for what they make. Still one step may take minutes:
// who runs programs of others needs a clock, and the means to stop what they run in.
//
// Draws come from the trial's own stream and mathematics from package num, so a
// program's releases are the same everywhere, bit for bit.
package starlark

import (
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// The limits of a program.
const (
	mostSource  = 64 << 10         // bytes
	mostSteps   = 1_000_000        // of one release, and of what stands outside functions
	mostEntries = 1_000_000        // of a list, letters of a word
	mostMade    = 10 * mostEntries // of all that a release makes, whether or not it keeps it
	mostBits    = 100_000          // of a whole number, about
	mostDigits  = mostBits * 3 / 10
	mostPairs   = 64
	mostDepth   = 1000 // of calls
	mostWords   = 1024
	mostMembers = 1000    // records in which a pair differs
	mostDraws   = 100_000 // of a traced release, by far
	mostLetters = 200     // of a word that is told apart by name
	probes, few = 256, 8  // releases of each input that show which words there are, and whether any
)

// Interpreter implements script.Interpreter.
type Interpreter struct {
	clock func() script.Clock // nil: nobody watches
}

func (Interpreter) Watched(clock func() script.Clock) script.Interpreter { return Interpreter{clock} }

// newClock returns the clock of a run.
func (i Interpreter) newClock() script.Clock {
	if i.clock == nil {
		return unwatched{}
	}
	return i.clock()
}

// unwatched is a clock that nobody looks at.
type unwatched struct{}

func (unwatched) Begin() {}
func (unwatched) Goes()  {}
func (unwatched) End()   {}

// program is a compiled program.
type program struct {
	by       Interpreter // that compiled it
	code     *starlark.Program
	pairs    []script.Pair
	claim    *privacy.Claim
	words    []string
	index    map[string]int
	imported map[string][2]string // what names stand for: a module, and a name in it
	marks    map[int32]string     // see source
	arrays   bool                 // there may be some: see compares
	wrong    []*script.Fault      // what the grammar has not
	absent   []string             // what it imports and there is not
	names    []string             // of a release's entries, where it is a dict
	// bases are numbers from which entries are counted that hold whole numbers beyond 2⁵³, and
	// note what a report says of them.
	bases   map[int]starlark.Int
	note    lang.Message
	warning lang.Message
	more    func(*run) starlark.StringDict // what it may use beside the built-ins; nil: nothing
}

func (i Interpreter) Compile(source string) (script.Program, error) {
	clock := i.newClock()
	clock.Begin()
	defer clock.End()
	p, err := read(programName, source, nil)
	if err != nil {
		return nil, err
	}
	p.by = i
	r := &run{program: p}
	globals, err := r.init()
	if err != nil {
		return nil, err
	}
	if err := p.readPairs(globals["pairs"]); err != nil {
		return nil, err
	}
	if err := p.readClaim(globals["claim"]); err != nil {
		return nil, err
	}
	p.warn(r)
	return p, r.learnBases()
}

// read reads a program, which may use more than the built-ins, or the library.
func read(name, source string, more func(*run) starlark.StringDict) (*program, error) {
	if len(source) > mostSource {
		return nil, at(nil, "guest.bytes", "n", len(source), "most", mostSource)
	}
	p := &program{index: map[string]int{}, imported: map[string][2]string{}, arrays: name == libraryName, more: more}
	written := cut(strings.TrimPrefix(source, "\ufeff")).texts().written()
	text := p.grammar(cut(written))
	written, p.marks = text.written(), text.marks
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}
	file, err := options.Parse(name, written, 0)
	switch {
	case err != nil && len(p.wrong) > 0:
		return nil, together(p.wrong)
	case err != nil:
		return nil, fault(err)
	}
	p.read(file)
	r := &run{program: &program{imported: p.imported, arrays: p.arrays && name != libraryName, more: more}}
	known := r.builtins()
	if name == libraryName {
		r.written(known)
	}
	if p.code, err = starlark.FileProgram(file, func(name string) bool {
		_, ok := known[name]
		return ok || slices.Contains(p.absent, name)
	}); err != nil {
		f := fault(err)
		p.wrong = append(p.wrong, f)
		p.wrong, f.More = append(p.wrong, f.More...), nil
	}
	if len(p.wrong) > 0 {
		return nil, together(p.wrong)
	}
	return p, nil
}

// readPairs reads the global pairs: a list of (x, neighbour), (x, neighbour, name) or
// (x, neighbour, name, k), whose two inputs differ in k records.
func (p *program) readPairs(v starlark.Value) error {
	list, ok := v.(starlark.Indexable)
	if !ok || list.Len() == 0 {
		return at(nil, "guest.pairs.none")
	}
	if list.Len() > mostPairs {
		return at(nil, "guest.pairs.many", "n", list.Len(), "most", mostPairs)
	}
	for i := range list.Len() {
		t, ok := list.Index(i).(starlark.Indexable)
		if !ok || t.Len() < 2 || t.Len() > 4 {
			return at(nil, "guest.pairs.form", "pair", i+1)
		}
		if letters(t) > mostEntries {
			return &script.Fault{Say: lang.Of(tooLarge)}
		}
		q := script.Pair{Name: lang.Say("guest.pairs.pair", "pair", i+1),
			Input: [2]string{show(t.Index(0)), show(t.Index(1))}}
		if t.Len() > 2 {
			name, ok := starlark.AsString(t.Index(2))
			if !ok || len(name) > 200 {
				return at(nil, "guest.pairs.name", "pair", i+1)
			}
			q.Name = named(name)
		}
		if t.Len() > 3 {
			if err := starlark.AsInt(t.Index(3), &q.Members); err != nil || q.Members < 1 || q.Members > mostMembers {
				return at(nil, "guest.pairs.members", "pair", i+1, "most", mostMembers)
			}
		}
		p.pairs = append(p.pairs, q)
	}
	return nil
}

// readClaim reads the global claim: ε, (ε, δ), or what gdp and the like return, the notion's
// name and what its claim is written with.
func (p *program) readClaim(v starlark.Value) error {
	if v == nil || v == starlark.None {
		return nil
	}
	t, several := v.(starlark.Tuple)
	if !several {
		t = starlark.Tuple{v, starlark.Float(0)}
	}
	name, x := "", []float64(nil)
	for i, v := range t {
		if f, number := starlark.AsFloat(v); number {
			x = append(x, f)
		} else if s, word := starlark.AsString(v); word && i == 0 {
			name = s
		}
	}
	c, ok, d := privacy.Claim{}, false, privacy.Notion(name).Definition()
	switch {
	case d.Name != "" && len(x) == len(t)-1 && len(x) == len(d.Params):
		c, ok = d.Claim(x), true
	case len(x) == len(t) && len(x) == 2:
		c.Epsilon, c.Delta, ok = x[0], x[1], true
	}
	if !ok || c.Check() != nil || math.IsInf(c.Epsilon, 0) || c.Delta == 1 {
		return at(nil, "guest.claim", "known", privacy.Known())
	}
	p.claim = &c
	return nil
}

// show is a value as a program writes it, shortened.
func show(v starlark.Value) string {
	return lang.Clip(v.String(), 120)
}

func (p *program) Pairs() []script.Pair { return p.pairs }

func (p *program) Claim() *privacy.Claim { return p.claim }

func (p *program) Words() []string { return p.words }

// warn keeps what a report says of a seed outside release.
func (p *program) warn(r *run) {
	if r.seeded > 0 {
		p.warning = lang.Say("guest.seeded", "line", r.seeded)
	}
}

func (p *program) Warning() lang.Message { return p.warning }

func (p *program) Note() lang.Message { return p.note }

// Fork implements script.Program. What stands outside functions runs again:
// it is short, draws nothing, and gives every run its own built-ins.
func (p *program) Fork() script.Run {
	r := &run{program: p}
	_, r.broken = r.init()
	return r
}

// run is one goroutine's instance of a program.
type run struct {
	*program
	thread  *starlark.Thread
	clock   script.Clock
	stream  *rng.Stream // nil outside release
	release *starlark.Function
	input   [][2]starlark.Tuple // the argument of each pair's inputs
	kept    starlark.Value      // the middle of a < b < c
	made    int                 // entries and letters, since the release began
	broken  error

	state *starlark.Dict // of a program that estimates

	learning bool        // the bases
	naming   bool        // the words
	seeded   int         // the line where a seed is set outside release
	trial    *rng.Stream // the release's
	releases int
	drawn    float64 // the cost before the first draw of a step; 0: there was none yet
	fresh    uint64  // drawn once in a release, for generators with a seed outside; 0: not yet

	library starlark.StringDict // what modules are made of
	known   map[string]*module
	outer   starlark.StringDict // what the program may use
	trace   *[]script.Draw      // nil: none is asked for
}

// begin runs what stands outside functions.
func (r *run) begin() (starlark.StringDict, error) {
	r.clock = r.by.newClock()
	r.thread = &starlark.Thread{Name: "program", OnMaxSteps: func(t *starlark.Thread) {
		switch {
		case t.CallStackDepth() > mostDepth:
			t.Cancel(tooDeep)
		case t.Steps >= mostSteps:
			t.Cancel(tooLong)
		default:
			r.clock.Goes()
			t.SetMaxExecutionSteps(min(t.Steps+look, mostSteps))
		}
	}}
	defer r.restart(nil)()
	globals, err := r.code.Init(r.thread, r.builtins())
	if err != nil {
		return nil, fault(err)
	}
	globals.Freeze()
	return globals, nil
}

// init begins a program that releases.
func (r *run) init() (starlark.StringDict, error) {
	globals, err := r.begin()
	if err != nil {
		return nil, err
	}
	f, ok := globals["release"].(*starlark.Function)
	if !ok {
		return nil, at(nil, "guest.release.none")
	}
	if !takes(f, 1) {
		return nil, at(f, "guest.release.arguments")
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

// look is after how many steps the depth of calls is looked at, and the clock hears of them.
const look = 1000

// restart begins a release, whose draws come from s, or what stands outside functions, nil; it returns
// what ends it.
func (r *run) restart(s *rng.Stream) (end func()) {
	r.clock.Begin()
	r.stream, r.trial, r.fresh, r.made, r.thread.Steps = s, s, 0, 0, 0
	r.releases++
	r.thread.SetMaxExecutionSteps(look)
	return func() {
		r.stream = nil
		r.clock.End()
	}
}

// outcomes are faults with which a release ends in Python too, an outcome of it; with all
// others a program cannot be run here. NumPy's numbers go on where Python's divide by zero.
var outcomes = regexp.MustCompile(`^guest\.(raised|assert|domain|key|entry|convert|operation|divide|unpack|unset|index|` +
	`call\.(whole|list|choice)|draw\..*|array\.(empty|singular|definite)|shape\.(operation|times|solve|square|assigned))$`)

// failed is a fault of a release: a limit, or an outcome.
func (r *run) failed(err error) error {
	r.thread.Uncancel()
	f := fault(err)
	f.Failed = outcomes.MatchString(f.Say.ID()) && (f.Say.ID() != "guest.divide" || !r.arrays)
	return f
}

func (r *run) Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (int, error) {
	if r.broken != nil {
		return 0, r.broken
	}
	defer r.restart(s)()
	v, err := starlark.Call(r.thread, r.release, r.input[pair][in&1], nil)
	if err != nil {
		return 0, r.failed(err)
	}
	id := "guest.release.entry"
	var list starlark.Indexable
	switch v := v.(type) {
	case *starlark.List, starlark.Tuple:
		list = v.(starlark.Indexable)
	case *starlark.Dict:
		if v.Len() > 0 {
			list = r.entries(v)
		}
	case *array:
		list = v.flat()
	}
	if list == nil {
		id, list = "guest.release.kind", starlark.Tuple{v}
	}
	if _, named := v.(*starlark.Dict); len(r.names) > 0 && !named { // behind all names
		rest := slices.Repeat(starlark.Tuple{absent{}}, len(r.names))
		for i := range list.Len() {
			rest = append(rest, list.Index(i))
		}
		list = rest
	}
	n := list.Len()
	for i := range n {
		c, ok := r.cell(i, list.Index(i))
		if !ok {
			return 0, at(r.release, id, "entry", i+1, "kind", kind(list.Index(i).Type()))
		}
		if i < len(out) {
			out[i] = c
		}
	}
	return n, nil
}

func (r *run) Trace(pair int, in mechanism.Input, s *rng.Stream) []script.Draw {
	return r.traced(func() { r.Release(pair, in, s, nil) })
}

// traced returns what a release draws; one that fails has drawn, too.
func (r *run) traced(release func()) (draws []script.Draw) {
	r.trace = &draws
	defer func() { r.trace = nil }()
	release()
	return draws
}

// note keeps a draw where a release is traced.
func (r *run) note(law string, x []float64) {
	if r.trace == nil || len(*r.trace) == mostDraws {
		return
	}
	*r.trace = append(*r.trace, script.Draw{Law: law, Arguments: slices.Clone(x), Line: line(r.thread.CallStack())})
}

// absent stands where a released dict has no key that others have.
type absent struct{ starlark.NoneType }

// entries are the values of a dict by the names that the program's releases were found to
// have, and behind them other keys and their values.
func (r *run) entries(d *starlark.Dict) starlark.Tuple {
	out := slices.Repeat(starlark.Tuple{absent{}}, len(r.names))
	for _, pair := range d.Items() {
		name, ok := starlark.AsString(pair[0])
		if !ok {
			name = pair[0].String()
		}
		switch i := slices.Index(r.names, name); {
		case i >= 0:
			out[i] = pair[1]
		case r.learning && len(r.names) < mostWords:
			r.names, out = append(r.names, name), append(out, pair[1])
		default:
			out = append(out, starlark.String("key "+name), pair[1])
		}
	}
	return out
}

func (p *program) Names() []string { return p.names }

// learnBases finds the bases in a release of each input, and the words that releases are made of.
func (r *run) learnBases() error {
	r.learning, r.naming = true, true
	r.bases = map[int]starlark.Int{}
	// Steps, not time, so that every worker learns the same. Who releases numbers alone has no words.
	steps, listed := uint64(0), len(r.program.words)
	for i := 0; i < probes && (i == 0 || steps < mostSteps && (i < few || len(r.program.words) > listed)); i++ {
		for q := range 2 * len(r.pairs) {
			s := rng.New(rng.Key{Trial: uint64(i)})
			if _, err := r.Release(q/2, mechanism.Input(q&1), &s, nil); err != nil && !err.(*script.Fault).Failed {
				return err
			}
			steps += r.thread.Steps
		}
		r.learning = i == 0
	}
	r.naming = false
	var said []lang.Message
	for _, k := range slices.Sorted(maps.Keys(r.bases)) {
		said = append(said, lang.Say("guest.base", "entry", k+1, "base", lang.Clip(r.bases[k].String(), 40)))
	}
	r.learning = false
	if len(said) > 0 {
		r.program.note = lang.Say("guest.bases", "bases", said[:min(len(said), 8)])
	}
	return nil
}

// number is the cell of a number in entry i of a release: a float64 holds no whole number
// beyond 2⁵³ exactly.
func (r *run) number(i int, v starlark.Value) float64 {
	x, ok := exact(v)
	whole, _ := v.(starlark.Int)
	base, far := r.bases[i]
	switch {
	case far && ok:
		return mechanism.Number(x - float64(base.Float()))
	case far:
		return mechanism.Number(float64(whole.Sub(base).Float()))
	case ok:
		return mechanism.Number(x)
	case r.learning:
		r.bases[i] = whole
	}
	return mechanism.Word(v.String()) // seldom so large
}

// numeral is a text that is a number, whose digits a float64 holds.
var numeral = regexp.MustCompile(`^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[-+]?\d{1,2})?$`)

// cell turns entry i of a release into a cell.
func (r *run) cell(i int, v starlark.Value) (float64, bool) {
	switch v := v.(type) {
	case starlark.Float, starlark.Int:
		return r.number(i, v), true
	case absent:
		return mechanism.Absent(), true
	case starlark.Bool:
		return mechanism.Word(v.String()), true
	case starlark.String:
		if numeral.MatchString(string(v)) { // as what a command prints
			if whole, ok := new(big.Int).SetString(string(v), 10); ok {
				return r.number(i, starlark.MakeBigInt(whole)), true
			}
			return r.number(i, starlark.Float(must(strconv.ParseFloat(string(v), 64)))), true
		}
		if r.naming && len(v) > 6 && len(v) <= mostLetters { // shorter ones can be read back
			r.word(string(v))
		}
		if i, ok := r.index[string(v)]; ok {
			return mechanism.ListedWord(i), true
		}
		return mechanism.Word(string(v)), true
	}
	return 0, false
}
