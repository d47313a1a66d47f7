package pool

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/script"
	"indistinct/core/table"
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

// alone runs the code of a program as one step.
func alone(clock script.Clock, do func()) {
	clock.Begin()
	defer clock.End()
	do()
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
					f := &testTransport{lab: &l.Lab, code: alone}
					p := newPool(f, programs(workers))
					if name == "opening" {
						var v wire.Looked
						if !within(10*time.Second, func() {
							v = <-lookAt(t, p, l, "seed=1")
						}) || v.Field != "" || v.Err == "" {
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
			f := &testTransport{lab: &l.Lab, code: alone}
			p := newPool(f, programs(n))
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
		p := newPool(&testTransport{lab: &l.Lab, code: alone}, programs(2))
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
		p := newPool(f, Options{Workers: 2})
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
				p := newPool(f, programs(1))
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

// stops has the page's own timers stand still between two times of the test's clock, as where
// the process was stopped: what is due meanwhile comes at the end.
func stops(from, to time.Duration) func(time.Duration, func()) {
	start := time.Now()
	return func(d time.Duration, do func()) {
		if at := time.Since(start) + d; at >= from && at < to {
			d += to - at
		}
		time.AfterFunc(d, do)
	}
}

// steps runs the code of a program as many steps of a time each, of all of which the clock hears.
func steps(n int, each time.Duration) func(script.Clock, func()) {
	return func(clock script.Clock, do func()) {
		clock.Begin()
		defer clock.End()
		for range n {
			time.Sleep(each)
			clock.Goes()
		}
		do()
	}
}

// TestSlowMachine: a program whose steps end is never condemned, however long a machine that
// is busy, or was stopped, takes for them; what it does beside the program is not counted.
func TestSlowMachine(t *testing.T) {
	for name, c := range map[string]struct {
		code  func(script.Clock, func())
		after func() func(time.Duration, func())
	}{
		"opening of five minutes, 3 s a thousand steps": {code: steps(100, 3*time.Second)},
		"stopped for 12 s within a step": {func(clock script.Clock, do func()) {
			// Seven seconds of work, as the test's clock begins.
			alone(clock, func() { time.Sleep(time.Until(time.Date(2000, 1, 1, 0, 0, 3+12+4, 0, time.UTC))); do() })
		}, func() func(time.Duration, func()) { return stops(3*time.Second, 15*time.Second) }},
		"twenty minutes of the laboratory's own": {code: func(clock script.Clock, do func()) {
			alone(clock, do)
			time.Sleep(20 * time.Minute)
		}},
		"many short pieces, then an hour": {code: func(clock script.Clock, do func()) {
			for range 2 * 100 {
				alone(clock, func() { time.Sleep(time.Second) })
			}
			time.Sleep(time.Hour)
			do()
		}},
		"ticks that come late": {func(clock script.Clock, do func()) {
			alone(clock, func() { time.Sleep(time.Hour); do() })
		}, func() func(time.Duration, func()) {
			return func(d time.Duration, do func()) { time.AfterFunc(d+time.Second, do) }
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newEndless()
				f := &testTransport{lab: &l.Lab, code: c.code}
				p := newPool(f, programs(2))
				if c.after != nil {
					p.after = c.after()
				}
				if v := <-lookAt(t, p, l, "seed=1"); v.Err != "" {
					t.Errorf("the look: %s", english.Say(v.Err))
				}
				if got := runOnce(p, spec(t, &l.Lab, "n=50", "seed=1"), "sum", 0); got.fail != "" {
					t.Errorf("the run: %s", got.fail)
				}
				if f.spawned != 2 {
					t.Errorf("%d workers were started", f.spawned)
				}
				shut(p)
			})
		})
	}
}

// TestStepsBeyondTheLimit: one step that takes longer than the limit ends as a matter of this
// device and moment, also among many short pieces of which not all are told, and after an
// answer of another request.
func TestStepsBeyondTheLimit(t *testing.T) {
	for _, before := range []int{0, 1, 4, 5, 6, 1000} {
		synctest.Test(t, func(t *testing.T) {
			l := newEndless()
			f := &testTransport{lab: &l.Lab, code: func(clock script.Clock, do func()) {
				for range before {
					alone(clock, func() { time.Sleep(time.Millisecond) })
				}
				alone(clock, do)
			}}
			p := newPool(f, programs(1))
			<-lookAt(t, p, l, "seed=1")
			l.opening.Store(true)
			var v wire.Looked
			in := within(10*time.Second, func() { v = <-lookAt(t, p, l, "seed=2") })
			if !in || v.Err != failLong || v.Field != "" {
				t.Errorf("after %d pieces: %+v", before, v)
			}
			shut(p)
		})
	}
}

// TestLateLocks: a worker whose lock comes after it is ready is watched from then on: it may be
// silent for as long as it computes, and is told of no program's fault.
func TestLateLocks(t *testing.T) {
	for _, held := range []time.Duration{0, 130 * time.Millisecond, 20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			l := newEndless()
			l.Before = func(work.Chunk) error { time.Sleep(time.Hour); return nil }
			f := &testTransport{lab: &l.Lab, held: held}
			p := newPool(f, programs(2))
			time.Sleep(time.Minute)
			if got := runOnce(p, spec(t, &l.Lab, "n=50"), "sum", 0); got.fail != "" || f.spawned != 2 {
				t.Errorf("held after %v: %s, %d workers", held, got.fail, f.spawned)
			}
			shut(p)
		})
	}
}

// TestSilenceIsNoFault: where no lock tells of a worker's end, one that is silent is replaced,
// each time after twice as long, and neither program nor memory is blamed.
func TestSilenceIsNoFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newEndless()
		f := &testTransport{lab: &l.Lab, silent: true}
		p := newPool(f, programs(1))
		for i := range 5 { // one that has nothing to do ends, again and again
			time.Sleep(time.Hour)
			p.mu.Lock()
			p.slots[0].worker.Terminate()
			p.mu.Unlock()
			if v := <-lookAt(t, p, l, "n=60"); v.Err != "" || f.spawned != i+2 {
				t.Errorf("look %d: %q after %d workers", i, v.Err, f.spawned)
			}
		}
		if got := runOnce(p, spec(t, &l.Lab, "n=100"), "sum", 0); got.fail != "" {
			t.Errorf("the run: %s", got.fail)
		}
		l.opening.Store(true) // an hour of silence
		if v := <-lookAt(t, p, l, "n=70"); v.Err != "" || f.spawned > 13 {
			t.Errorf("%q after %d workers", v.Err, f.spawned)
		}
		shut(p)
	})
}

// TestFilesAreNoProgram: where files are read no program is to blame for a worker's end, and
// one end is no reason to give up.
func TestFilesAreNoProgram(t *testing.T) {
	for most, want := range map[int64]lang.Message{1: "", 9: failDeath} {
		synctest.Test(t, func(t *testing.T) {
			l := newEndless()
			var deaths atomic.Int64
			f := &testTransport{lab: &l.Lab, die: func(int, wire.Request) bool { return deaths.Add(1) <= most }}
			p := newPool(f, programs(1))
			got := runOnce(p, spec(t, &l.Lab), lab.SamplesTask([]lab.File{{Name: "a.csv"}}, table.Ask{}, true), 0)
			if fail := english.Say(want); want != "" && got.fail != fail || want == "" && (deaths.Load() < 2 ||
				got.fail == english.Say(failDeath) || got.fail == english.Say(failProgram)) {
				t.Errorf("%d ends: %q", most, got.fail)
			}
			p.Close()
		})
	}
}
