package main

import (
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"indistinct/core/lab"
	"indistinct/core/labs/library"
	"indistinct/core/labs/ring"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// limits are what a program of the workshop may take, or one noise of another's library.
// One step can take any time and memory and nothing can stop it there, so that the command
// ends.
type limits struct {
	time   time.Duration // of an opening or a release
	memory uint64        // bytes, of the whole command
}

// usual are the limits of the command.
var usual = limits{10 * time.Second, 2 << 30}

// watchdog watches programs against limits.
type watchdog struct {
	limits
	over  chan lang.Message // one sentence, when a program is beyond them
	start sync.Once         // with the first program
	done  chan struct{}     // closed when nothing is to be watched any more

	epoch time.Time
	mu    sync.Mutex
	runs  []weak.Pointer[clock] // of all that may run; those that are gone are nil
}

// clock says since when something of a program runs.
type clock struct {
	epoch time.Time
	slow  string       // the sentence where that is too long ago
	since atomic.Int64 // nanoseconds after the epoch; 0: it does not run
}

func (c *clock) begin() { c.since.Store(int64(time.Since(c.epoch)) + 1) }

func (c *clock) end() { c.since.Store(0) }

// clock returns one that is looked at as long as somebody has it.
func (w *watchdog) clock(slow string) *clock {
	c := &clock{epoch: w.epoch, slow: slow}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runs = append(w.runs, weak.Make(c))
	return c
}

// watch returns laboratories whose programs are watched until stop is called.
func watch(labs lab.Catalog, l limits) (watched lab.Catalog, over <-chan lang.Message, stop func()) {
	w := &watchdog{limits: l, over: make(chan lang.Message, 1), done: make(chan struct{}), epoch: time.Now()}
	for _, l := range labs {
		switch guest := l.(type) {
		case workshop.Lab:
			guest.Interpreter = watchedInterpreter{guest.Interpreter, w}
			l = guest
		case ring.Lab:
			guest.Interpreter = watchedInterpreter{guest.Interpreter, w}
			l = guest
		case library.Lab:
			guest.Noise = watchedNoise{guest.Noise, w, w.clock("verify.slow.noise")}
			l = guest
		}
		watched = append(watched, l)
	}
	return watched, w.over, func() { close(w.done) }
}

// look compares now and then what the programs take with the limits.
func (w *watchdog) look() {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
		metrics.Read(heap)
		if say, ok := w.beyond(heap[0].Value.Uint64()); ok {
			w.over <- say
			return
		}
	}
}

// beyond says which limit is passed; ok is false for none.
func (w *watchdog) beyond(memory uint64) (say lang.Message, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runs = slices.DeleteFunc(w.runs, func(p weak.Pointer[clock]) bool { return p.Value() == nil })
	running, now := false, int64(time.Since(w.epoch))
	for _, p := range w.runs {
		c := p.Value()
		if c == nil {
			continue
		}
		since := c.since.Load()
		if since > 0 && now-since > int64(w.time) {
			return lang.Say(c.slow, "seconds", w.time.Seconds()), true
		}
		running = running || since > 0
	}
	if running && memory > w.memory {
		return lang.Say("verify.large", "megabytes", float64(w.memory>>20)), true
	}
	return say, false
}

type watchedInterpreter struct {
	script.Interpreter
	w *watchdog
}

// Compile implements script.Interpreter.
func (i watchedInterpreter) Compile(source string) (script.Program, error) {
	i.w.start.Do(func() { go i.w.look() })
	c := i.w.clock("verify.slow")
	c.begin()
	defer c.end()
	p, err := i.Interpreter.Compile(source)
	if err != nil {
		return nil, err
	}
	return watchedProgram{p, i.w}, nil
}

// CompileEstimator implements script.Interpreter.
func (i watchedInterpreter) CompileEstimator(source string, s script.System) (script.Estimator, error) {
	i.w.start.Do(func() { go i.w.look() })
	c := i.w.clock("verify.slow")
	c.begin()
	defer c.end()
	e, err := i.Interpreter.CompileEstimator(source, s)
	if err != nil {
		return nil, err
	}
	return watchedEstimator{e, i.w, c}, nil
}

// watchedEstimator has a clock for the functions of its plant, of which one runs at a time.
type watchedEstimator struct {
	script.Estimator
	w     *watchdog
	clock *clock
}

// Plant implements script.Estimator.
func (e watchedEstimator) Plant() script.Plant {
	if p := e.Estimator.Plant(); p != nil {
		return watchedPlant{p, e.clock}
	}
	return nil
}

// Bind implements script.Estimator.
func (e watchedEstimator) Bind(records [2][]float64) script.Bound {
	return watchedBound{e.Estimator.Bind(records), e.w}
}

type watchedPlant struct {
	script.Plant
	clock *clock
}

// Path implements script.Plant.
func (p watchedPlant) Path(steps int, s *rng.Stream) ([][]float64, error) {
	p.clock.begin()
	defer p.clock.end()
	return p.Plant.Path(steps, s)
}

// Measure implements script.Plant.
func (p watchedPlant) Measure(state []float64, q [2]float64, v []float64) ([]float64, error) {
	p.clock.begin()
	defer p.clock.end()
	return p.Plant.Measure(state, q, v)
}

type watchedBound struct {
	script.Bound
	w *watchdog
}

// Fork implements script.Bound.
func (b watchedBound) Fork() (script.EstimatorRun, error) {
	c := b.w.clock("verify.slow")
	c.begin()
	defer c.end()
	r, err := b.Bound.Fork()
	return watchedEstimate{r, c}, err
}

type watchedEstimate struct {
	script.EstimatorRun
	clock *clock
}

// Estimate implements script.EstimatorRun.
func (r watchedEstimate) Estimate(in mechanism.Input, s *rng.Stream, publish func(step int, x []float64)) error {
	r.clock.begin()
	defer r.clock.end()
	return r.EstimatorRun.Estimate(in, s, publish)
}

type watchedProgram struct {
	script.Program
	w *watchdog
}

// Fork implements script.Program.
func (p watchedProgram) Fork() script.Run {
	c := p.w.clock("verify.slow")
	c.begin()
	defer c.end()
	return &watchedRun{p.Program.Fork(), c}
}

type watchedRun struct {
	script.Run
	clock *clock
}

// Release implements script.Run.
func (r *watchedRun) Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (int, bool, error) {
	r.clock.begin()
	defer r.clock.end()
	return r.Run.Release(pair, in, s, out)
}

// watchedNoise is a library's, which draws one at a time: all share a clock.
type watchedNoise struct {
	library.Noise
	w     *watchdog
	clock *clock
}

// Add implements library.Noise.
func (n watchedNoise) Add(law library.Law, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error) {
	n.w.start.Do(func() { go n.w.look() })
	n.clock.begin()
	defer n.clock.end()
	return n.Noise.Add(law, x, sensitivity, epsilon, delta, s)
}
