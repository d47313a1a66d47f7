package labtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// sweepAlpha is the level of a sweep's audits: how often each may prove an ε
// above the exact one by chance.
const sweepAlpha = 1e-6

// The limits of a sweep.
const (
	// pause is how long a piece of work may take, in processor time, without a
	// word of progress.
	pause = time.Second
	// hang is when waiting is given up.
	hang = 90 * time.Second
	// mostHeap is what a Spec may hold in memory, in bytes.
	mostHeap = 1 << 30
)

// Sweep opens random and extreme Specs of a laboratory.
type Sweep struct {
	Specs int // how many; 2,000 where INDISTINCT_LONG is set
	// Broken says that a Spec breaks its promise on purpose.
	Broken func(lab.Spec) bool
	// Vary, where set, changes Spec number i: for what no table describes.
	Vary func(i int, s lab.Spec) lab.Spec
}

// Run does it: for each Spec facts, film, releases, profile, audit, every
// analysis and a round of the game, with few releases. What may not happen: a panic, a number that is
// none, a film that cannot be drawn, more than a second of work or a gigabyte of
// memory without a word of progress, an error that is no sentence, an exact ε
// below what an audit proved at α = 10⁻⁶ (the chance of a false alarm each), and a
// promise below the exact ε where Broken does not own up to it.
//
// INDISTINCT_LONG=1 opens 2,000 Specs, INDISTINCT_LONG=300:400 those with these
// numbers. The limits of time are held in the long form alone: a short one
// shares its machine with other tests.
func (w Sweep) Run(t *testing.T, l lab.Laboratory) {
	t.Helper()
	from, to := 0, w.Specs
	long := os.Getenv("INDISTINCT_LONG")
	if long != "" {
		to = 2000
		if a, b, ok := strings.Cut(long, ":"); ok {
			from, _ = strconv.Atoi(a)
			to, _ = strconv.Atoi(b)
		}
	}
	opened, refused := 0, 0
	var longest piece
	for i := from; i < to; i++ {
		s, probs := drawn(l, i)
		for _, p := range probs {
			if !sentence(p.Say) {
				t.Errorf("Spec %d: %q is no sentence", i, english.Say(p.Say))
			}
		}
		if len(probs) > 0 {
			refused++
			continue
		}
		name := fmt.Sprintf("Spec %d, %s", i, s.Link(l.Params()))
		if w.Vary != nil {
			s = w.Vary(i, s)
		}
		try := &attempt{t: t, l: l, s: s, name: name, strict: long != ""}
		if try.all(w.Broken != nil && w.Broken(s)) {
			opened++
		} else {
			refused++
		}
		if try.longest.took > longest.took {
			longest = piece{name + ": " + try.longest.doing, try.longest.took}
		}
	}
	if opened < (to-from)/4 {
		t.Errorf("only %d of %d Specs open", opened, to-from)
	}
	t.Logf("%d Specs opened, %d refused", opened, refused)
	if long != "" {
		t.Logf("longest without a word: %.2f s, %s", longest.took.Seconds(), longest.doing)
	}
}

// piece is what was done between two words of progress, and the processor time
// that it took.
type piece struct {
	doing string
	took  time.Duration
}

// attempt is one Spec's turn.
type attempt struct {
	t      *testing.T
	l      lab.Laboratory
	s      lab.Spec
	name   string
	strict bool
	// longest is that of the pieces that a page would wait for.
	longest piece

	mu    sync.Mutex
	doing string
	since time.Duration // processor time at the last word of progress
	wall  time.Time
}

func (a *attempt) fail(format string, args ...any) {
	a.t.Helper()
	a.t.Errorf("%s: %s: %s", a.name, a.doing, fmt.Sprintf(format, args...))
}

// beat is a word of progress.
func (a *attempt) beat(next string) {
	took := CPU() - a.since
	if a.strict && took > pause {
		a.fail("%.1f s without progress", took.Seconds())
	}
	if took > a.longest.took {
		a.longest = piece{a.doing, took}
	}
	a.begin(next)
}

// begin is beat where what was done before it is no page's: a test asks for whole
// densities and profiles, which a page has computed in parts.
func (a *attempt) begin(next string) {
	a.mu.Lock()
	a.doing, a.since, a.wall = next, CPU(), time.Now()
	a.mu.Unlock()
}

// guard ends the program, with every goroutine's place, where nothing has been
// heard for long or memory runs out: a hung computation cannot be stopped.
func (a *attempt) guard(done <-chan struct{}) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	high := false
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		a.mu.Lock()
		doing, quiet := a.doing, min(CPU()-a.since, time.Since(a.wall))
		a.mu.Unlock()
		if quiet > hang {
			debug.SetTraceback("all")
			panic(fmt.Sprintf("%s: %s: nothing heard for %v", a.name, doing, quiet))
		}
		metrics.Read(heap)
		if size := heap[0].Value.Uint64(); size > mostHeap && !high {
			high = true
			a.t.Errorf("%s: %s: %d MB of memory", a.name, doing, size>>20)
		}
	}
}

// all reports whether the Spec opened.
func (a *attempt) all(broken bool) (opened bool) {
	a.begin("look")
	done := make(chan struct{})
	defer close(done)
	go a.guard(done)
	defer func() {
		switch e := recover().(type) {
		case nil:
		case work.Halt: // it would end a job, whose crew says so
			if say := lang.Of(e.Err); !sentence(say) {
				a.fail("%q is no sentence", english.Say(say))
			}
		default:
			a.fail("panic: %v\n%s", e, debug.Stack())
		}
	}()
	if !a.look() {
		return false
	}
	m, err := lab.Open(a.l, a.s)
	a.beat("releases")
	if err != nil {
		a.fail("opens once, then not: %v", err)
		return true
	}
	a.releases(m.Mechanism(), broken)
	a.begin("profile")
	a.promise(m.Mechanism(), broken)
	a.begin("audit")
	a.audit(broken)
	for _, x := range a.l.Analyses() {
		if !x.Live && a.s.Applies(x) { // the look ran those that are live
			a.beat("analysis " + x.Name)
			a.analyse(x.Name)
		}
	}
	if a.l.Extras().Game {
		a.run(lab.GameTask(1, 1+int(a.s.Seed()%game.Rounds)))
	}
	return true
}

// look looks at a Spec as a page does before a run.
func (a *attempt) look() bool {
	look, err := lab.LookAt(a.l, a.s, nil)
	a.beat("look")
	if err != nil {
		if !sentence(lang.Of(err)) {
			a.fail("%q is no sentence", english.Say(lang.Of(err)))
		}
		return false
	}
	if err := filmtest.Check(look.Film); err != nil {
		a.fail("%v", err)
	}
	if err := english.Lacks(look); err != nil {
		a.fail("%v", err)
	}
	for _, f := range look.Facts {
		if s := f.Value.Say(texts.English()); s == "–" || strings.Contains(s, "NaN") {
			a.fail("%s is no number", f.Name)
		}
		if err := english.Lacks(f.Title(a.s.Lab)); err != nil {
			a.fail("%v", err)
		}
	}
	if m := look.Meter; m != nil && m.Shows == 0 && !(m.Success >= 0.5-1e-12 && m.Success <= 1+1e-12) {
		a.fail("an adversary is right %v of the time", m.Success)
	}
	for _, s := range look.Sheets {
		if len(s.Tables)+len(s.Charts) == 0 && !sentence(s.Lead) { // it says why there is nothing
			a.fail("%s: %q is no sentence", english.Say(s.Title), english.Say(s.Lead))
		}
		a.sheet(s)
	}
	return true
}

// releases draws a few.
func (a *attempt) releases(m mechanism.Mechanism, broken bool) {
	m = m.Fork()
	steps, dim := m.Shape()
	x := make([]float64, steps*dim)
	for trial := range 20 {
		in := mechanism.Input(trial % 2)
		stream := rng.New(rng.Key{Seed: 1, Phase: rng.PhaseTest, Input: uint32(in), Trial: uint64(trial)})
		m.Release(in, &stream, x)
		a.beat("density")
		for _, v := range x {
			if math.IsNaN(v) && !mechanism.IsAbsent(v) && !mechanism.IsWord(v) || math.IsInf(v, 0) {
				a.fail("a release of %v: %v", in, v)
				return
			}
		}
		if d, ok := HasDensity(m); ok && !broken {
			if f := d.LogDensity(in, x); math.IsNaN(f) || math.IsInf(f, -1) {
				a.fail("log-density %v at a release of its own", f)
				return
			}
		}
		a.begin("releases")
	}
}

// HasDensity returns a mechanism's density, where it is computable with its options.
func HasDensity(m mechanism.Mechanism) (mechanism.Densitied, bool) {
	d, ok := m.(mechanism.Densitied)
	if o, asks := m.(interface{ HasDensity() bool }); ok && asks {
		ok = o.HasDensity()
	}
	return d, ok
}

// promise holds what a mechanism claims against its exact profile, and the profile
// against what any is: δ(ε) in [0, 1] and falling, and the least ε at a δ at most the
// pure one, and ∞ only where no δ(ε) is as small.
func (a *attempt) promise(m mechanism.Mechanism, broken bool) {
	p, ok := m.(mechanism.Profiled)
	if !ok || p.Profile() == nil {
		return
	}
	profile, b := p.Profile(), m.Claim().Budget
	last := 1.0
	for _, e := range []float64{0, 0.1, 1, 100, 2000, 1e300} {
		d := profile.Delta(e)
		if !(d >= 0 && d <= 1) || d > last*(1+1e-9)+1e-12 {
			a.fail("δ(%v) = %v after %v", e, d, last)
		}
		last = d
	}
	pure := profile.Pure()
	for _, d := range []float64{b.Delta, 1e-12, 0.05, 0.999, 1} {
		e, err := privacy.EpsilonAt(profile, d)
		if err != nil || !(e >= 0 && e <= pure) || math.IsInf(e, 1) && d > 0 && last <= d {
			a.fail("ε at δ = %v is %v (%v); pure %v, δ(10³⁰⁰) = %v", d, e, err, pure, last)
		}
	}
	// ε = ∞ promises nothing.
	if d := profile.Delta(b.Epsilon); !broken && !math.IsInf(b.Epsilon, 1) && !(d <= b.Delta*(1+1e-9)+1e-12) {
		a.fail("promised (%v, %v), exact δ there is %v", b.Epsilon, b.Delta, d)
	}
}

// audit runs the test, and the look after it.
func (a *attempt) audit(broken bool) {
	data, ok := a.run(lab.Audit)
	if !ok {
		return
	}
	r, err := lab.UnmarshalReport(data, func(string) lab.Laboratory { return a.l }, a.s.Lab)
	if err != nil {
		a.fail("the report cannot be read: %v", err)
		return
	}
	proven := float64(r.Strong.Epsilon)
	above := func(e *sheet.Real) bool { return e != nil && proven > float64(*e)*(1+1e-9)+1e-9 }
	if above(r.ExactPure) || r.ExactAt == r.Delta && above(r.ExactDelta) {
		a.fail("exact ε %v, at δ %v; proven %v", known(r.ExactPure), known(r.ExactDelta), proven)
	}
	if c := r.Claimed; c != nil && r.ExactPure != nil && (r.ClaimDelta == nil || *r.ClaimDelta == 0) && !broken &&
		*c < *r.ExactPure*(1-1e-9)-1e-9 {
		a.fail("claimed by theory %v, exact ε %v", *c, *r.ExactPure)
	}
	if !(proven >= 0) || !(r.Strong.P >= 0 && r.Strong.P <= 1) || math.IsNaN(float64(r.Strong.Detectable)) {
		a.fail("proven %v, p = %v, detectable %v", proven, r.Strong.P, r.Strong.Detectable)
	}
	a.sheet(tell.Sheet(&r.Report))
	if err := english.Lacks(r); err != nil {
		a.fail("%v", err)
	}
	a.begin("the tested pair")
	a.pair(r)
	a.begin("look after a run")
	if _, err := lab.LookAt(a.l, a.s, r); err != nil {
		a.fail("%v", err)
	}
}

// pair holds what a report says of the pair that it tested against that pair's own
// mechanism.
func (a *attempt) pair(r *lab.Report) {
	m, err := lab.Open(a.l, a.s)
	if err != nil {
		return
	}
	if x := m.Extras(); len(x.Pairs) > 1 && r.Pair > 0 {
		if m, err = x.On(r.Pair); err != nil {
			a.fail("the pair that was tested: %v", err)
			return
		}
	}
	p, ok := m.Mechanism().(mechanism.Profiled)
	if !ok || p.Profile() == nil {
		return
	}
	if pure := p.Profile().Pure(); r.ExactPure == nil || float64(*r.ExactPure) != pure {
		a.fail("exact ε %v, of the pair that was tested (%d) %v", known(r.ExactPure), r.Pair, pure)
	}
}

func known(r *sheet.Real) string {
	if r == nil {
		return "unknown"
	}
	return fmt.Sprint(float64(*r))
}

// analyse does a few trials of each of an analysis' batches.
func (a *attempt) analyse(name string) {
	data, ok := a.run(name)
	if !ok {
		return
	}
	var s sheet.Sheet
	if err := json.Unmarshal(data, &s); err != nil || english.Say(s.Title) == "" || english.Say(s.Lead) == "" {
		a.fail("%v, title %q, lead %q", err, english.Say(s.Title), english.Say(s.Lead))
		return
	}
	a.sheet(s)
}

// sheet looks for numbers that are none.
func (a *attempt) sheet(s sheet.Sheet) {
	data, err := json.Marshal(s)
	if err != nil {
		a.fail("%v", err)
	}
	if err := english.Lacks(s); err != nil {
		a.fail("%v", err)
	}
	data = bytes.ReplaceAll(data, []byte(`"num":"NaN"`), nil) // a cell that says that it is not known
	for _, c := range s.Charts {
		for _, q := range c.Series {
			for i := range q.X {
				if v := float64(q.X[i]); math.IsInf(v, 0) || i < len(q.Y) && math.IsInf(float64(q.Y[i]), 0) {
					a.fail("%s, %s: the point (%v, %v)", c.ID, english.Say(q.Name), v, q.Y[i])
					break
				}
			}
		}
	}
	for _, bad := range []string{"NaN", "%!", "9223372036854775808"} {
		if i := bytes.Index(data, []byte(bad)); i >= 0 {
			a.fail("%s: …%s…", english.Say(s.Title), data[max(0, i-200):min(len(data), i+40)])
			return
		}
	}
}

// run does a task on this goroutine, with a word of progress after each piece.
func (a *attempt) run(task string) ([]byte, bool) {
	job, err := lab.Start(a.l, a.s, task)
	a.beat(task)
	if err == nil {
		var out []byte
		crew := &sweepCrew{a: a, job: job, task: task, began: CPU()}
		if out, err = job.Run(crew); err == errEnough {
			out, err = crew.seen, nil
		}
		if err == nil {
			a.beat(task)
			return out, true
		}
	}
	if !sentence(lang.Of(err)) {
		a.fail("%q is no sentence", english.Say(lang.Of(err)))
	}
	return nil, false
}

// sweepCrew does whole audits, those within an analysis too. Of other batches it does the
// first trials: three, after a quarter of a second one; and after half a second what an analysis
// shows by then is its result.
type sweepCrew struct {
	a     *attempt
	job   work.Job
	task  string
	began time.Duration // processor time
	seen  []byte        // as last shown
}

// The processor time for which three trials of a batch are done, and after which an
// analysis is left.
const (
	three  = 250 * time.Millisecond
	enough = 500 * time.Millisecond
)

var errEnough = errors.New("enough is seen")

func (c *sweepCrew) Step(name string, _, _ float64) { c.a.beat(c.task + ", " + name) }

func (c *sweepCrew) Show(kind work.Kind, data func() ([]byte, error)) (err error) {
	if c.seen, err = data(); err == nil && c.task != lab.Audit && kind == work.Partial && CPU()-c.began > enough {
		err = errEnough
	}
	c.a.beat(c.a.doing)
	return err
}

func (c *sweepCrew) Do(b work.Batch, take func([]work.Part) error) error {
	doing := c.task + ", " + b.Name
	c.a.beat(doing)
	do, err := c.job.Prepare(b)
	if err != nil {
		return err
	}
	if c.task != lab.Audit && !slices.Contains(ofAudits, b.Name) {
		if b.Trials = min(b.Trials, 3); CPU()-c.began > three {
			b.Trials = 1
		}
	}
	cut := b.Cut(0)
	for chunk, ok := cut.Next(); ok; chunk, ok = cut.Next() {
		data, err := do(chunk)
		if err != nil {
			return err
		}
		c.a.beat(doing)
		if err := take([]work.Part{{Chunk: chunk, Data: data}}); err != nil {
			return err
		}
		c.a.beat(doing)
	}
	return nil
}

// sentence reports whether an error can be shown as it is.
func sentence(m lang.Message) bool {
	if english.Lacks(m) != nil {
		return false
	}
	s := english.Say(m)
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsUpper(first) || unicode.IsDigit(first)) && strings.HasSuffix(s, ".") &&
		!strings.Contains(s, "\n") && !strings.Contains(s, "NaN")
}
