package main

import (
	"runtime/metrics"
	"sync"
	"time"

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
	over chan lang.Message // one sentence, when a program is beyond them
	done chan struct{}     // closed when nothing is to be watched any more
	runs sync.Map          // of *clock: what runs, and a time.Time since when
}

// clock is that of one program's run, with the sentence where it takes too long.
type clock struct {
	*watchdog
	slow string
}

// Begin, Goes and End implement script.Clock.
func (c *clock) Begin() { c.runs.Store(c, time.Now()) }
func (c *clock) Goes()  {}
func (c *clock) End()   { c.runs.Delete(c) }

// watch returns laboratories whose programs are watched until stop is called.
func watch(labs lab.Catalog, l limits) (watched lab.Catalog, over <-chan lang.Message, stop func()) {
	w := &watchdog{limits: l, over: make(chan lang.Message, 1), done: make(chan struct{})}
	go w.look()
	program := func() script.Clock { return &clock{w, "verify.slow"} }
	for _, l := range labs {
		switch guest := l.(type) {
		case workshop.Lab:
			guest.Interpreter = guest.Interpreter.Watched(program)
			l = guest
		case ring.Lab:
			guest.Interpreter = guest.Interpreter.Watched(program)
			l = guest
		case library.Lab:
			guest.Noise = watchedNoise{guest.Noise, w}
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
	for c, since := range w.runs.Range {
		if time.Since(since.(time.Time)) > w.time {
			return lang.Say(c.(*clock).slow, "seconds", w.time.Seconds()), true
		}
		if memory > w.memory {
			say, ok = lang.Say("verify.large", "megabytes", float64(w.memory>>20)), true
		}
	}
	return say, ok
}

// watchedNoise is a library's, which draws one at a time.
type watchedNoise struct {
	library.Noise
	w *watchdog
}

func (n watchedNoise) Add(law about.Law, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error) {
	c := &clock{n.w, "verify.slow.noise"}
	c.Begin()
	defer c.End()
	return n.Noise.Add(law, x, sensitivity, epsilon, delta, s)
}
