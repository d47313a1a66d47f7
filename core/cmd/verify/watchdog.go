package main

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/workshop"
)

// limits are what a program of the workshop may take. One step of its language can
// take any time and memory and nothing can stop it there, so that the command ends.
type limits struct {
	time   time.Duration // of an opening or a release
	memory uint64        // bytes, of the whole command
}

// usual are the limits of the command.
var usual = limits{10 * time.Second, 2 << 30}

// watchdog watches programs against limits.
type watchdog struct {
	limits
	over  chan string   // one sentence, when a program is beyond them
	start sync.Once     // with the first program
	done  chan struct{} // closed when nothing is to be watched any more

	mu      sync.Mutex
	running map[any]time.Time // since when
}

// watch returns laboratories whose programs are watched until stop is called.
func watch(labs lab.Catalog, l limits) (watched lab.Catalog, over <-chan string, stop func()) {
	w := &watchdog{limits: l, over: make(chan string, 1), done: make(chan struct{}), running: map[any]time.Time{}}
	for _, l := range labs {
		if shop, ok := l.(workshop.Lab); ok && shop.Interpreter != nil {
			shop.Interpreter = watchedInterpreter{shop.Interpreter, w}
			l = shop
		}
		watched = append(watched, l)
	}
	before := debug.SetMemoryLimit(-1)
	return watched, w.over, func() {
		close(w.done)
		debug.SetMemoryLimit(before)
	}
}

// look compares now and then what the programs take with the limits.
func (w *watchdog) look() {
	debug.SetMemoryLimit(int64(w.memory) / 2) // garbage is no fault of a program
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
		if say := w.beyond(heap[0].Value.Uint64()); say != "" {
			w.over <- say
			return
		}
	}
}

// beyond says which limit is passed, "" for none.
func (w *watchdog) beyond(memory uint64) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, since := range w.running {
		if time.Since(since) > w.time {
			return fmt.Sprintf("This program takes too long: a release, or what stands outside release, took more than %v. Look for a step that does very much work.", w.time)
		}
	}
	if len(w.running) > 0 && memory > w.memory {
		return fmt.Sprintf("This program takes too much memory: more than %d MB. Look for a list, word or number that grows.", w.memory>>20)
	}
	return ""
}

// begin notes that a program runs; whose names the run until end is called.
func (w *watchdog) begin(whose any) {
	w.mu.Lock()
	w.running[whose] = time.Now()
	w.mu.Unlock()
}

func (w *watchdog) end(whose any) {
	w.mu.Lock()
	delete(w.running, whose)
	w.mu.Unlock()
}

type watchedInterpreter struct {
	workshop.Interpreter
	w *watchdog
}

// Compile implements workshop.Interpreter.
func (i watchedInterpreter) Compile(source string) (workshop.Program, error) {
	i.w.start.Do(func() { go i.w.look() })
	i.w.begin(&source)
	defer i.w.end(&source)
	p, err := i.Interpreter.Compile(source)
	if err != nil {
		return nil, err
	}
	return watchedProgram{p, i.w}, nil
}

type watchedProgram struct {
	workshop.Program
	w *watchdog
}

// Fork implements workshop.Program.
func (p watchedProgram) Fork() workshop.Run {
	r := &watchedRun{w: p.w}
	p.w.begin(r)
	defer p.w.end(r)
	r.Run = p.Program.Fork()
	return r
}

type watchedRun struct {
	workshop.Run
	w *watchdog
}

// Release implements workshop.Run.
func (r *watchedRun) Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (int, bool, error) {
	r.w.begin(r)
	defer r.w.end(r)
	return r.Run.Release(pair, in, s, out)
}
