package main

import (
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	about "indistinct/core/about/library"
	"indistinct/core/lab"
	"indistinct/core/labs/library"
	"indistinct/core/labs/ring"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
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

// Begin implements script.Clock.
func (c *clock) Begin() { c.since.Store(int64(time.Since(c.epoch)) + 1) }

// Goes implements script.Clock.
func (c *clock) Goes() {}

// End implements script.Clock.
func (c *clock) End() { c.since.Store(0) }

// clock returns one that is looked at as long as somebody has it.
func (w *watchdog) clock(slow string) *clock {
	c := &clock{epoch: w.epoch, slow: slow}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runs = append(w.runs, weak.Make(c))
	return c
}

// program returns the clock of a program's run.
func (w *watchdog) program() script.Clock {
	w.start.Do(func() { go w.look() })
	return w.clock("verify.slow")
}

// watch returns laboratories whose programs are watched until stop is called.
func watch(labs lab.Catalog, l limits) (watched lab.Catalog, over <-chan lang.Message, stop func()) {
	w := &watchdog{limits: l, over: make(chan lang.Message, 1), done: make(chan struct{}), epoch: time.Now()}
	for _, l := range labs {
		switch guest := l.(type) {
		case workshop.Lab:
			guest.Interpreter = guest.Interpreter.Watched(w.program)
			l = guest
		case ring.Lab:
			guest.Interpreter = guest.Interpreter.Watched(w.program)
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

// watchedNoise is a library's, which draws one at a time: all share a clock.
type watchedNoise struct {
	library.Noise
	w     *watchdog
	clock *clock
}

// Add implements library.Noise.
func (n watchedNoise) Add(law about.Law, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error) {
	n.w.start.Do(func() { go n.w.look() })
	n.clock.Begin()
	defer n.clock.End()
	return n.Noise.Add(law, x, sensitivity, epsilon, delta, s)
}
