package pool

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// endless is a laboratory whose next openings or chunks, while hung says so, take an hour.
type endless struct {
	labtest.Lab
	opening, chunk atomic.Bool
}

func newEndless() *endless {
	e := &endless{}
	e.Opened = func() {
		if e.opening.Load() {
			time.Sleep(time.Hour)
		}
	}
	e.Before = func(c work.Chunk) error {
		if e.chunk.Load() {
			time.Sleep(time.Hour)
		}
		return slow(c)
	}
	return e
}

// programs are options of a pool whose laboratory runs programs.
func programs(workers int) Options {
	return Options{Workers: workers, Program: func(lab.Spec) string { return "s" }}
}

// lookAt begins a look; the answer comes on the channel.
func lookAt(t *testing.T, p *Pool, l *endless, set string) <-chan wire.Looked {
	looks := make(chan wire.Looked, 1)
	p.Look(spec(t, &l.Lab, set), nil, func(v wire.Looked) { looks <- v })
	return looks
}

// within reports whether what is done ends before the time is over.
func within(limit time.Duration, do func()) bool {
	start := time.Now()
	do()
	return time.Since(start) <= limit
}

// shut ends a pool and waits for what its workers still do.
func shut(p *Pool) {
	p.Close()
	time.Sleep(2 * time.Hour)
}

// A program that never ends is told as the fault of its text, and what comes after it
// is as if it had not been.
func TestEndlessPrograms(t *testing.T) {
	for name, part := range map[string]func(l *endless) *atomic.Bool{
		"opening": func(l *endless) *atomic.Bool { return &l.opening },
		"release": func(l *endless) *atomic.Bool { return &l.chunk },
	} {
		for _, workers := range []int{1, 2, 5} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newEndless()
					hung := part(l)
					hung.Store(true)
					f := &testTransport{lab: &l.Lab}
					p := New(f, programs(workers))
					if name == "opening" {
						var v wire.Looked
						if !within(10*time.Second, func() {
							v = <-lookAt(t, p, l, "seed=1")
						}) || v.Field != "s" || v.Err == "" {
							t.Errorf("the look gave %+v", v)
						}
					}
					var got outcome
					if !within(10*time.Second, func() {
						got = runOnce(p, spec(t, &l.Lab, "n=500", "seed=1"), "sum", 0)
					}) || got.fail == "" {
						t.Errorf("the run gave %+v", got)
					}
					hung.Store(false)
					want := serial(t, spec(t, &l.Lab, "n=50", "seed=2"))
					if !within(time.Second, func() {
						got = runOnce(p, spec(t, &l.Lab, "n=50", "seed=2"), "sum", 0)
					}) || string(got.result) != string(want) {
						t.Errorf("the next run after %v: %s %q", got.at, got.result, got.fail)
					}
					var v wire.Looked
					if !within(time.Second, func() { v = <-lookAt(t, p, l, "seed=2") }) || v.Err != "" {
						t.Errorf("the next look: %+v", v)
					}
					shut(p)
				})
			})
		}
	}
}

// Looks at programs that never end keep those at others waiting for a moment only.
func TestEndlessLooksAreForsaken(t *testing.T) {
	for _, n := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			l := newEndless()
			f := &testTransport{lab: &l.Lab}
			p := New(f, programs(n))
			l.opening.Store(true)
			for _, set := range []string{"seed=1", "seed=2", "seed=3"} { // typed one after the other
				lookAt(t, p, l, set)
				time.Sleep(300 * time.Millisecond)
			}
			l.opening.Store(false)
			var v wire.Looked
			if !within(2*time.Second, func() { v = <-lookAt(t, p, l, "seed=4") }) || v.Err != "" {
				t.Errorf("%d workers: the look at another program gave %+v", n, v)
			}
			time.Sleep(5 * time.Second)
			if all, ready := workers(p); ready != all {
				t.Errorf("%d workers: %d of %d are ready", n, ready, all)
			}
			shut(p)
		})
	}
}

// A look does not wait for a run whose program has all workers to itself.
func TestLookDuringAnEndlessRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newEndless()
		p := New(&testTransport{lab: &l.Lab}, programs(2))
		l.chunk.Store(true)
		ended := make(chan lang.Message, 1)
		p.Run(spec(t, &l.Lab, "n=500"), "sum", nil, func(_ []byte, fail lang.Message) { ended <- fail })
		time.Sleep(time.Second)
		var v wire.Looked
		if !within(2*time.Second, func() { v = <-lookAt(t, p, l, "seed=2") }) || v.Err != "" {
			t.Errorf("the look gave %+v", v)
		}
		if fail := <-ended; fail == "" {
			t.Error("the run ended without a word")
		}
		shut(p)
	})
}

// What takes long in a laboratory without programs is waited for.
func TestLongLookWithoutAProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newEndless()
		f := &testTransport{lab: &l.Lab}
		p := New(f, Options{Workers: 2})
		l.opening.Store(true)
		if v := <-lookAt(t, p, l, "seed=1"); v.Err != "" || f.spawned != 2 {
			t.Errorf("%+v, %d workers", v, f.spawned)
		}
		shut(p)
	})
}

// TestDeadlyPrograms: a program that ends its worker, as for want of memory, ends no second
// one: its look or run ends in a sentence, and the next one is done.
func TestDeadlyPrograms(t *testing.T) {
	for name, op := range map[string]wire.Op{"look": wire.OpLook, "run": wire.OpRun, "chunk": wire.OpChunk,
		"parts": wire.OpParts} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newEndless()
				var calm atomic.Bool
				var deaths atomic.Int64
				f := &testTransport{lab: &l.Lab, die: func(_ int, q wire.Request) bool {
					if calm.Load() || q.Op != op {
						return false
					}
					deaths.Add(1)
					return true
				}}
				p := New(f, programs(1))
				if op == wire.OpLook {
					if v := <-lookAt(t, p, l, "n=60"); v.Err != failProgram {
						t.Errorf("%+v", v)
					}
				} else if got := runOnce(p, spec(t, &l.Lab, "n=200"), "sum", 0); got.fail != english.Say(failProgram) {
					t.Errorf("fail = %q", got.fail)
				}
				if n := deaths.Load(); n != 1 {
					t.Errorf("%d workers ended", n)
				}
				calm.Store(true)
				if got := runOnce(p, spec(t, &l.Lab, "n=100"), "sum", 0); got.fail != "" {
					t.Errorf("the next run: %s", got.fail)
				}
				p.Close()
			})
		})
	}
}
