//go:build !one

// Package pool has work done by a set of workers: Web Workers in the page,
// anything that implements Transport in tests.
//
// The pool hands out the chunks of a job's phases, gathers the parts, lets a
// worker merge them, and goes on until the job is finished. Nothing is computed
// on the calling side. Parts are ordered by what they hold and never by when
// they came, so results do not depend on how many workers there are, on which
// of them are slow, and on which of them die: a chunk whose worker died runs
// again on its replacement.
//
// There is no goroutine that waits: whatever happens is an event that changes
// the state and hands out what can be handed out.
package pool

import (
	"slices"
	"sync"
	"time"

	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Options are the pool's sizes and times; the zero value of each field stands
// for the value that Defaults gives.
type Options struct {
	// Workers is how many workers there are, at least 1.
	Workers int
	// Reserve is how many of them only look. With one processor there are two
	// workers and one of them is reserved, so that a look never waits for a run.
	Reserve int
	// Patience is how long a busy worker may take to answer after its run was
	// cancelled, before it is replaced.
	Patience time.Duration
	// Every is the least time between two progress reports inside a phase.
	Every time.Duration
	// Target is how long a chunk should take. The phase's grain is where the
	// pool starts from.
	Target time.Duration
	// Attempts is how often one chunk may lose its worker before the run fails.
	Attempts int
}

// Defaults are the options that fit a machine with this many processors.
func Defaults(processors int) Options {
	o := Options{Workers: min(max(processors, 2), 16)}
	if processors < 2 {
		o.Reserve = 1
	}
	return o
}

func (o Options) filled() Options {
	o.Workers = max(o.Workers, 1)
	o.Reserve = min(max(o.Reserve, 0), o.Workers-1)
	if o.Patience <= 0 {
		o.Patience = 100 * time.Millisecond
	}
	if o.Every <= 0 {
		o.Every = 100 * time.Millisecond
	}
	if o.Target <= 0 {
		o.Target = 20 * time.Millisecond
	}
	if o.Attempts <= 0 {
		o.Attempts = 3
	}
	return o
}

// Sentences that are not a worker's own.
const (
	failStart = "The page could not start its workers, so nothing can be computed: "
	failDeath = "The same part of the run ended its worker several times; it may need more memory than this browser gives it."
	failLook  = "Preparing this setting ended its worker several times; it may need more memory than this browser gives it."
	failClose = "The page is closing."
)

// Pool implements wire.Pool.
type Pool struct {
	t Transport
	o Options

	mu     sync.Mutex
	hands  []*hand // one for each worker
	runs   []*run  // in the order in which they take turns
	next   *look   // waits for a worker
	now    *look   // the newest one that is with a worker
	serial int64   // the last request
	names  int64   // the last run
	sick   int     // workers that died in a row before any became ready
	broken string  // why no worker can start
	closed bool

	calls   []func() // callbacks that wait for the caller's goroutine
	calling bool
}

var _ wire.Pool = (*Pool)(nil)

// hand is the place of one worker; the worker in it may be replaced.
type hand struct {
	p     *Pool
	w     Worker
	gen   int // counts replacements: events of earlier workers are ignored
	only  bool
	ready bool
	told  map[int64]int // run → phase whose state the worker has
	tasks []*task       // sent and not yet answered, in order
}

// task is one request.
type task struct {
	id    int64
	op    wire.Op
	run   *run
	look  *look
	chunk work.Chunk
	tries int
}

type look struct {
	spec   json.RawMessage
	report Blob
	done   func(wire.Looked)
	stale  bool
	tries  int
}

type run struct {
	p        *Pool
	name     int64
	spec     json.RawMessage
	task     string
	progress func(wire.Progress)
	done     func([]byte, string)
	over     bool

	state   Blob
	phase   int // counts states
	plan    *work.Phase
	control *task // a plan or merge that waits for a worker
	redo    []*task
	input   int   // next chunk to hand out
	first   int64 //
	size    int64
	open    int // chunks that are with workers or in redo
	parts   []part
	count   int64   // trials done in this phase
	before  float64 // weight of the phases done
	shown   time.Time
	best    float64 // the largest fraction reported: a bar never goes back
}

type part struct {
	chunk work.Chunk
	data  Blob
}

// New starts the workers. Close ends them.
func New(t Transport, o Options) *Pool {
	p := &Pool{t: t, o: o.filled()}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.o.Workers {
		h := &hand{p: p, only: i < p.o.Reserve}
		p.hands = append(p.hands, h)
		h.start()
	}
	return p
}

// Workers returns how many workers there are and how many are ready.
func (p *Pool) Workers() (all, ready int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.hands {
		if h.ready {
			ready++
		}
	}
	return len(p.hands), ready
}

// Look implements wire.Pool.
func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next = nil
	l := &look{done: done}
	var err error
	if l.spec, err = s.MarshalJSON(); err != nil {
		p.call(func() { done(wire.Looked{Err: err.Error()}) })
		return
	}
	if fail := p.refusal(); fail != "" {
		p.call(func() { done(wire.Looked{Err: fail}) })
		return
	}
	if report != nil {
		l.report = p.t.Blob(report)
	}
	p.next = l
	p.deal()
}

// lookAway gives up the looks in progress: their callbacks never come.
func (p *Pool) lookAway() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next = nil
}

// Run implements wire.Pool.
func (p *Pool) Run(s lab.Spec, name string, progress func(wire.Progress), done func(result []byte, fail string)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names++
	r := &run{p: p, name: p.names, task: name, progress: progress, done: done}
	var err error
	if r.spec, err = s.MarshalJSON(); err != nil {
		p.call(func() { done(nil, err.Error()) })
		return func() {}
	}
	if fail := p.refusal(); fail != "" {
		p.call(func() { done(nil, fail) })
		return func() {}
	}
	r.control = &task{op: wire.OpPlan, run: r}
	p.runs = append(p.runs, r)
	p.deal()
	return func() { p.cancel(r) }
}

// Close ends all workers; runs in progress end with a sentence.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.drop(failClose)
	for _, h := range p.hands {
		h.gen++
		h.ready = false
		h.tasks = nil
		if h.w != nil {
			h.w.Terminate()
			h.w = nil
		}
	}
}

func (p *Pool) refusal() string {
	if p.closed {
		return failClose
	}
	return p.broken
}

// drop ends every run and look with a sentence.
func (p *Pool) drop(fail string) {
	for _, r := range slices.Clone(p.runs) {
		r.end(nil, fail)
	}
	for _, l := range []*look{p.next, p.now} {
		if l != nil && !l.stale {
			p.call(func() { l.done(wire.Looked{Err: fail}) })
		}
	}
	p.next, p.now = nil, nil
}

func (p *Pool) cancel(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.over {
		return
	}
	r.end(nil, wire.Cancelled)
	busy := false
	for _, h := range p.hands {
		busy = busy || h.has(r)
	}
	if busy {
		time.AfterFunc(p.o.Patience, func() { p.dismiss(r) })
	}
	p.deal()
}

// dismiss replaces the workers that are still busy with a cancelled run.
func (p *Pool) dismiss(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.hands {
		if h.has(r) && !p.closed {
			h.lose(false)
			h.start()
		}
	}
	p.deal()
}

// call queues a callback. Callbacks run one after the other on a goroutine
// that ends when none is left.
func (p *Pool) call(f func()) {
	p.calls = append(p.calls, f)
	if p.calling {
		return
	}
	p.calling = true
	go func() {
		for {
			p.mu.Lock()
			if len(p.calls) == 0 {
				p.calling = false
				p.mu.Unlock()
				return
			}
			f := p.calls[0]
			p.calls = p.calls[1:]
			p.mu.Unlock()
			f()
		}
	}()
}

// deal hands out what can be handed out.
func (p *Pool) deal() {
	if p.closed || p.broken != "" {
		return
	}
	// A look does not wait for the one that it supersedes, but two at a time
	// are enough while a handle is dragged.
	if p.next != nil && p.looking() < 2 {
		if h := p.idlest(func(h *hand) bool { return len(h.tasks) == 0 }); h != nil {
			p.now, p.next = p.next, nil
			h.send(&task{op: wire.OpLook, look: p.now})
		}
	}
	for {
		h := p.idlest(func(h *hand) bool { return !h.only && !h.looks() && len(h.tasks) < p.depth(h) })
		if h == nil {
			return
		}
		t := p.take(h)
		if t == nil {
			return
		}
		h.send(t)
	}
}

// depth is how many requests may be with a worker. The second one waits in
// its queue, so that it does not idle while the page is busy drawing.
func (p *Pool) depth(h *hand) int {
	if p.next != nil && h == p.hands[0] {
		return 0 // let it drain for the look
	}
	if h == p.hands[0] {
		return 1
	}
	return 2
}

func (p *Pool) looking() int {
	n := 0
	for _, h := range p.hands {
		if h.looks() {
			n++
		}
	}
	return n
}

func (p *Pool) idlest(ok func(*hand) bool) *hand {
	var best *hand
	for _, h := range p.hands {
		if h.ready && ok(h) && (best == nil || len(h.tasks) < len(best.tasks)) {
			best = h
		}
	}
	return best
}

// take returns the next task of the runs, which take turns. Plans and merges
// go to workers that have nothing else to do: the whole run waits for them.
func (p *Pool) take(h *hand) *task {
	for range p.runs {
		r := p.runs[0]
		p.runs = append(p.runs[1:], r)
		if r.control != nil {
			if len(h.tasks) > 0 {
				continue
			}
			t := r.control
			r.control = nil
			return t
		}
		if t := r.chunk(); t != nil {
			return t
		}
	}
	return nil
}

// chunk returns the run's next chunk, nil if all have been handed out.
func (r *run) chunk() *task {
	if len(r.redo) > 0 {
		t := r.redo[0]
		r.redo = r.redo[1:]
		return t
	}
	if r.plan == nil || r.input >= r.plan.Inputs {
		return nil
	}
	c := work.Chunk{Phase: r.phase, Input: r.input, First: r.first, Count: min(r.size, r.plan.Trials-r.first)}
	if r.first += c.Count; r.first >= r.plan.Trials {
		r.input, r.first = r.input+1, 0
	}
	r.open++
	return &task{op: wire.OpDo, run: r, chunk: c}
}

// start puts a worker in the hand's place.
func (h *hand) start() {
	h.gen++
	h.ready = false
	h.told = map[int64]int{}
	gen := h.gen
	h.w = h.p.t.Spawn(func(e Event) {
		h.p.mu.Lock()
		defer h.p.mu.Unlock()
		if gen == h.gen {
			h.event(e)
		}
	})
}

func (h *hand) has(r *run) bool {
	return slices.ContainsFunc(h.tasks, func(t *task) bool { return t.run == r })
}

func (h *hand) looks() bool {
	return slices.ContainsFunc(h.tasks, func(t *task) bool { return t.look != nil })
}

func (h *hand) event(e Event) {
	p := h.p
	switch e.Kind {
	case Ready:
		h.ready = true
		p.sick = 0
	case Said:
		h.said(e)
	case Dead:
		if !h.ready {
			if p.sick++; p.sick > 2*len(p.hands) {
				// Go on with those that did start, if any.
				if !slices.ContainsFunc(p.hands, func(h *hand) bool { return h.ready }) && p.broken == "" {
					p.broken = failStart + e.Why
					p.drop(p.broken)
				}
				return
			}
		}
		h.lose(true)
		h.start()
	}
	p.deal()
}

// lose gives up the hand's worker and takes its tasks back. blame says that
// the first of them may be why it died.
func (h *hand) lose(blame bool) {
	h.gen++
	h.ready = false
	if h.w != nil {
		h.w.Terminate()
		h.w = nil
	}
	tasks := h.tasks
	h.tasks = nil
	for i, t := range tasks {
		if blame && i == 0 {
			t.tries++
		}
		h.p.again(t)
	}
}

// again has a task done once more.
func (p *Pool) again(t *task) {
	if l := t.look; l != nil {
		if p.now == l {
			p.now = nil
		}
		if l.stale {
			return
		}
		if l.tries++; l.tries >= p.o.Attempts {
			p.call(func() { l.done(wire.Looked{Err: failLook}) })
			return
		}
		p.next = l
		return
	}
	r := t.run
	switch {
	case r.over:
	case t.tries >= p.o.Attempts:
		r.end(nil, failDeath)
	case t.op == wire.OpDo:
		r.redo = append(r.redo, t)
	default:
		r.control = t
	}
}

// send posts a task with whatever its worker has not heard yet.
func (h *hand) send(t *task) {
	p := h.p
	p.serial++
	t.id = p.serial
	h.tasks = append(h.tasks, t)
	q := wire.Request{ID: t.id, Op: t.op}
	var blobs []Blob
	if l := t.look; l != nil {
		q.Spec = l.spec
		if l.report != nil {
			q.Report, blobs = true, append(blobs, l.report)
		}
		h.w.Post(wire.Head(q), blobs)
		return
	}
	r := t.run
	q.Run, q.Phase = r.name, r.phase
	known, ok := h.told[r.name]
	if !ok {
		q.Spec, q.Task = r.spec, r.task
	}
	if r.state != nil && (!ok || known != r.phase) {
		q.State, blobs = true, append(blobs, r.state)
	}
	h.told[r.name] = r.phase
	switch t.op {
	case wire.OpDo:
		q.Chunk = t.chunk
	case wire.OpMerge:
		for _, pt := range r.parts {
			q.Chunks = append(q.Chunks, pt.chunk)
			blobs = append(blobs, pt.data)
		}
	}
	h.w.Post(wire.Head(q), blobs)
}

// said takes a worker's answer.
func (h *hand) said(e Event) {
	p := h.p
	a, err := wire.ParseReply(e.Head)
	if err != nil {
		a = wire.Reply{Fail: err.Error()}
		if len(h.tasks) > 0 {
			a.ID = h.tasks[0].id
		}
	}
	i := slices.IndexFunc(h.tasks, func(t *task) bool { return t.id == a.ID })
	if i < 0 {
		return
	}
	t := h.tasks[i]
	h.tasks = slices.Delete(h.tasks, i, i+1)
	if t.look != nil {
		p.looked(t.look, a, e.Blobs)
		return
	}
	r := t.run
	if r.over {
		return
	}
	if a.Fail != "" {
		r.end(nil, a.Fail)
		return
	}
	want := 1
	if t.op == wire.OpPlan {
		want = 0
	}
	if a.Output {
		want++
	}
	if len(e.Blobs) != want {
		r.end(nil, "A worker's answer was incomplete.")
		return
	}
	switch t.op {
	case wire.OpPlan:
		r.enter(a, e.Blobs)
	case wire.OpMerge:
		if r.plan.Weight > 0 {
			r.before += r.plan.Weight
		} else {
			r.before++
		}
		r.phase++
		r.state = e.Blobs[0]
		h.told[r.name] = r.phase
		r.enter(a, e.Blobs[1:])
	case wire.OpDo:
		r.parts = append(r.parts, part{t.chunk, e.Blobs[0]})
		r.count += t.chunk.Count
		r.open--
		r.tune(t.chunk, a.Millis)
		r.finishPhase()
	}
}

// enter begins the phase that a state leads into, or ends the run.
func (r *run) enter(a wire.Reply, output []Blob) {
	p := r.p
	var shown []byte
	if a.Output {
		shown = p.t.Bytes(output[0])
	}
	if a.Next == nil {
		if shown == nil {
			r.end(nil, "The run finished without a result.")
			return
		}
		r.end(shown, "")
		return
	}
	r.plan = a.Next
	r.plan.Inputs = max(r.plan.Inputs, 1)
	r.input, r.first, r.count, r.parts = 0, 0, 0, nil
	grain := max(r.plan.Grain, 1)
	hands := int64(len(p.hands) - p.o.Reserve)
	// Every worker gets something to do, even in a small phase.
	r.size = max(min(grain, r.plan.Trials*int64(r.plan.Inputs)/hands), 1)
	if r.plan.Trials <= 0 {
		r.input = r.plan.Inputs
	}
	r.report(shown, true)
	r.finishPhase()
}

// tune moves the chunk size towards the target time, at most by a factor of two.
func (r *run) tune(c work.Chunk, ms float64) {
	if c.Count < r.size || ms <= 0 { // the last chunk of an input says little
		return
	}
	f := min(max(float64(r.p.o.Target.Microseconds())/1000/ms, 0.5), 2)
	if f < 0.7 || f > 1.4 {
		r.size = max(int64(float64(c.Count)*f), 1)
	}
}

// finishPhase has the phase merged once all of its chunks are back.
func (r *run) finishPhase() {
	if r.open > 0 || r.input < r.plan.Inputs {
		r.report(nil, false)
		return
	}
	r.report(nil, true)
	r.control = &task{op: wire.OpMerge, run: r}
}

// report tells how far the run has come; inside a phase not too often.
func (r *run) report(partial []byte, always bool) {
	now := time.Now()
	if r.progress == nil || !always && now.Sub(r.shown) < r.p.o.Every {
		return
	}
	r.shown = now
	total := r.plan.Trials * int64(r.plan.Inputs)
	r.best = max(r.best, work.Fraction(r.before, *r.plan, r.count, total))
	g := wire.Progress{Phase: r.plan.Name, Done: r.count, Total: total, Fraction: r.best, Partial: partial}
	r.p.call(func() { r.progress(g) })
}

// end takes the run out of the pool and gives its result.
func (r *run) end(result []byte, fail string) {
	if r.over {
		return
	}
	r.over = true
	p := r.p
	p.runs = slices.DeleteFunc(p.runs, func(o *run) bool { return o == r })
	r.state, r.parts, r.redo, r.control = nil, nil, nil, nil
	for _, h := range p.hands {
		if _, ok := h.told[r.name]; ok {
			delete(h.told, r.name)
			if h.w != nil {
				h.w.Post(wire.Head(wire.Request{Op: wire.OpForget, Run: r.name}), nil)
			}
		}
	}
	p.call(func() { r.done(result, fail) })
}

// looked takes the answer to a look.
func (p *Pool) looked(l *look, a wire.Reply, blobs []Blob) {
	if p.now == l {
		p.now = nil
	}
	if l.stale {
		return
	}
	out := wire.Looked{Err: a.Fail}
	if out.Err == "" {
		if err := json.Unmarshal(a.Look, &out.Look); err != nil {
			out.Err = "The page could not read what a worker computed: " + err.Error() + "."
		} else if len(blobs) > 0 {
			out.Film = p.t.Bytes(blobs[0])
		}
	}
	p.call(func() { l.done(out) })
}
