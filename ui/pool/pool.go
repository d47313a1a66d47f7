// Package pool has work done by a set of workers: Web Workers in the page,
// anything that implements Transport in tests.
//
// Each run has one worker, its runner, that runs the job from top to bottom. Where the
// job asks for a batch, the runner sends that to the pool and suspends the job; the pool
// has a work.Deal of the batch, whose hands are all workers, the runner too, and sends the
// runner the parts in order. Nothing is computed on the calling side. Results do not
// depend on how many workers there are, on which of them are slow, and on which of them
// die: a chunk whose worker died is done again, and where the runner died another worker
// runs the job again from the start. A look is a run without batches.
//
// No goroutine waits: every event changes the state and then assigns what requests can
// be assigned.
//
// The files, each of which uses those before it: options.go; transport.go, what a worker
// is; pool.go, what is asked of a pool; run.go, the course of a run; slots.go, what a worker
// is asked for, and who is asked; events.go, what follows whatever a worker does; web_js.go,
// the browser's workers.
package pool

import (
	"slices"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Pool implements wire.Pool.
type Pool struct {
	transport Transport
	options   Options
	after     func(time.Duration, func()) // calls a function later
	chunk     time.Duration               // how long one should take

	mu      sync.Mutex
	slots   []*slot // one for each worker, of all binaries
	runs    []*run  // that are not over: the look, then the others in the order in which they take turns
	last    int64   // id of a run or a request
	shown   string  // the binary of the laboratory that was looked at last; "": nobody looks
	running bool    // what options.Running was told

	callbacks []func() // not yet called
	calling   bool     // a goroutine calls them
}

var (
	_ wire.Pool   = (*Pool)(nil)
	_ wire.Rester = (*Pool)(nil)
)

// New starts the workers of the first binary.
func New(t Transport, o Options) *Pool {
	p := &Pool{transport: t, options: o, chunk: chunkTime}
	p.after = func(d time.Duration, do func()) { time.AfterFunc(d, do) }
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = p.options.First
	p.need(p.shown)
	return p
}

// need starts the workers of a binary, where there are none or none can start, at once.
func (p *Pool) need(binary string) {
	if p.has(binary, func(s *slot) bool { return s.failures < manyFailures }) {
		return
	}
	if !p.has(binary, func(*slot) bool { return true }) {
		for i := range p.options.Workers {
			p.slots = append(p.slots, &slot{pool: p, binary: binary, first: i == 0})
		}
	}
	for _, s := range p.slots {
		if s.binary == binary {
			if s.failures = 0; s.worker == nil {
				s.spawn()
			}
		}
	}
}

// has reports whether one of a binary's slots is as asked.
func (p *Pool) has(binary string, is func(*slot) bool) bool {
	return slices.ContainsFunc(p.slots, func(s *slot) bool { return s.binary == binary && is(s) })
}

func (p *Pool) Run(s lab.Spec, name string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	r := &run{op: wire.OpRun, task: name, progress: progress, done: func(a wire.Reply, blobs []Blob) {
		var result []byte
		if a.Fail == "" {
			result = p.transport.Bytes(blobs[0])
		}
		done(result, a.Fail)
	}}
	p.begin(r, s)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !r.over {
			r.stop(wire.Cancelled)
			p.assign()
		}
	}
}

func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	r := &run{op: wire.OpLook, done: func(a wire.Reply, blobs []Blob) {
		out := wire.Looked{Err: a.Fail, Field: a.Field, Line: a.Line}
		if out.Err == "" {
			arrays := func(do func(*[]sheet.Real)) { sheet.EachArray(out.Look.Sheets, do) }
			if err := sheet.Unpack("LOOK", p.transport.Bytes(blobs[1]), &out.Look, arrays); err != nil {
				out.Err = lang.Say("pool.unread", "why", err)
			} else {
				out.Film = p.transport.Bytes(blobs[0])
			}
		}
		done(out)
	}}
	if report != nil {
		r.report = p.transport.Blob(report)
	}
	p.begin(r, s)
}

// begin has a run wait for a worker. A look supersedes another one, and a worker in which
// code of a program runs is replaced for it, if there is none else.
func (p *Pool) begin(r *run, s lab.Spec) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	r.pool, r.id, r.program, r.binary = p, p.last, p.options.Program(s), p.options.Binary(s)
	r.waits, r.index, r.furthest = true, -1, -1
	r.pace = work.Pace{ChunkMillis: 1000 * p.chunk.Seconds(), Workers: p.options.Workers, Caution: 8}
	if lab.ReadsFiles(r.task) { // and runs no program
		r.program = ""
	}
	if r.program != "" { // a visitor's program can be slow
		r.pace.Caution *= 8
	}
	at := len(p.runs)
	if r.op == wire.OpLook {
		if at > 0 && p.runs[0].op == wire.OpLook { // its callback never comes
			p.runs[0].over, p.runs[0].waits = true, false
			p.runs = p.runs[1:]
		}
		p.shown, at = r.binary, 0
	}
	p.runs = slices.Insert(p.runs, at, r)
	var err error
	if r.spec, err = s.MarshalJSON(); err != nil {
		r.fail(lang.Of(err))
		return
	}
	p.need(r.binary)
	p.assign()
	if r.op == wire.OpLook && r.waits {
		p.later(lookTimeout, func() {
			i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.code != nil && s.binary == r.binary })
			if r.waits && i >= 0 {
				p.slots[i].replace(false)
			}
		})
	}
}

func (p *Pool) Rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = ""
	p.assign()
}

// later calls a function after a time, and assigns what can be assigned then.
func (p *Pool) later(d time.Duration, do func()) {
	p.after(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		do()
		p.assign()
	})
}

// callback queues a call of f. Queued calls run one after the other on a goroutine that
// ends when none is left.
func (p *Pool) callback(f func()) {
	p.callbacks = append(p.callbacks, f)
	if p.calling {
		return
	}
	p.calling = true
	go func() {
		for {
			p.mu.Lock()
			if len(p.callbacks) == 0 {
				p.calling = false
				p.mu.Unlock()
				return
			}
			f := p.callbacks[0]
			p.callbacks = p.callbacks[1:]
			p.mu.Unlock()
			f()
		}
	}()
}
