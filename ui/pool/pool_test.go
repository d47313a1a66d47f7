package pool

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"indistinct/core/test/english"
	"indistinct/core/texts"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/script"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/webworker"
	"indistinct/ui/wire"
)

// testTransport is a Transport in memory: each worker is a goroutine with a
// webworker.Server.
type testTransport struct {
	lab *labtest.Lab
	// name, where set, is the laboratory's other name.
	name string
	// start, where set, says when the worker that is spawned as the nth becomes
	// ready, or why it does not.
	start func(n int) (time.Duration, error)
	// die, where set, says whether the nth worker dies on a message.
	die func(n int, q wire.Request) bool
	// garble, where set, says whether the first answer to a message arrives unreadable.
	garble func(q wire.Request) bool
	// silent workers die without a word.
	silent bool
	// held is how long after it is ready a worker's end will be an event, if it is not silent.
	held time.Duration
	// code, where set, runs what the laboratory does in an opening or a chunk as the code of a
	// program with that clock.
	code func(clock script.Clock, do func())

	mu      sync.Mutex
	spawned int
	alive   int
	batches map[string]int // worker/run/batch → how often it was sent
}

type testWorker struct {
	f     *testTransport
	n     int
	inbox chan testMessage
	stop  chan struct{}
	once  sync.Once
}

type testMessage struct {
	head  string
	blobs [][]byte
}

func (f *testTransport) Blob(b []byte) Blob  { return b }
func (f *testTransport) Bytes(b Blob) []byte { return b.([]byte) }

func (f *testTransport) Spawn(_ string, events func(Event)) Worker {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.spawned++
	f.alive++
	m := &testWorker{f: f, n: f.spawned, inbox: make(chan testMessage, 1000), stop: make(chan struct{})}
	go m.live(events)
	return m
}

func (m *testWorker) live(events func(Event)) {
	defer func() {
		m.f.mu.Lock()
		m.f.alive--
		m.f.mu.Unlock()
	}()
	if m.f.start != nil {
		d, err := m.f.start(m.n)
		time.Sleep(d)
		if err != nil {
			events(Event{Kind: Dead, Why: lang.Verbatim(err.Error()), Scarce: err == scarce})
			return
		}
	}
	l := *m.f.lab
	server := webworker.NewServer(l.Find, "coin")
	if name := m.f.name; name != "" {
		server = webworker.NewServer(named{&l, name}.Find, name)
	}
	if m.f.code != nil {
		clock, opened, before := server.Clock(), l.Opened, l.Before
		l.Opened = func() { m.f.code(clock, opened) }
		l.Before = func(c work.Chunk) (err error) {
			m.f.code(clock, func() { err = before(c) })
			return err
		}
	}
	runs := map[int64]bool{}
	defer func() { // what a Web Worker runs ends with it
		for run := range runs {
			server.Handle(wire.Head(wire.Request{Op: wire.OpForget, Run: run}), nil, nil)
		}
	}()
	events(Event{Kind: Ready})
	if !m.f.silent {
		go func() {
			time.Sleep(m.f.held)
			events(Event{Kind: Held})
		}()
	}
	for {
		select {
		case <-m.stop:
			return
		case l := <-m.inbox:
			q, err := wire.ParseRequest(l.head)
			if err != nil {
				panic(err)
			}
			runs[q.Run] = true
			if q.Batch != nil {
				m.f.mu.Lock()
				if m.f.batches == nil {
					m.f.batches = map[string]int{}
				}
				m.f.batches[fmt.Sprint(m.n, q.Run, q.Index)]++
				m.f.mu.Unlock()
			}
			if m.f.die != nil && m.f.die(m.n, q) {
				if !m.f.silent {
					events(Event{Kind: Dead, Why: "The worker ended."})
				}
				return
			}
			var garbled atomic.Bool // of several answers to one message, the first
			garbled.Store(m.f.garble != nil && m.f.garble(q))
			server.Handle(l.head, l.blobs, func(reply string, out [][]byte) {
				if garbled.CompareAndSwap(true, false) {
					reply = "{"
				}
				blobs := make([]Blob, len(out))
				for i := range out {
					blobs[i] = out[i]
				}
				select {
				case <-m.stop:
				default:
					events(Event{Kind: Message, Head: reply, Blobs: blobs})
				}
			})
		}
	}
}

func (m *testWorker) Post(head string, blobs []Blob) {
	l := testMessage{head: head}
	for _, b := range blobs {
		l.blobs = append(l.blobs, append([]byte{}, b.([]byte)...))
	}
	m.inbox <- l
}

func (m *testWorker) Terminate() { m.once.Do(func() { close(m.stop) }) }

// Close ends what goes on in a pool, and its workers.
func (p *Pool) Close() {
	p.mu.Lock()
	for _, r := range slices.Clone(p.runs) {
		r.fail(closed)
	}
	p.mu.Unlock()
	p.Rest()
}

var closed = lang.Verbatim("closed")

// spec returns a Spec of the test laboratory.
func spec(t *testing.T, l *labtest.Lab, set ...string) lab.Spec {
	t.Helper()
	s, probs := lab.ParseLink("#lab=coin&"+strings.Join(set, "&"), l.Find, "coin")
	if len(probs) > 0 {
		t.Fatal(probs)
	}
	return s
}

type outcome struct {
	result []byte
	fail   string
	at     time.Duration
	steps  []wire.Progress
}

// runOnce has one task done and waits for it.
func runOnce(p *Pool, s lab.Spec, task string, cancelAfter time.Duration) outcome {
	var o outcome
	start := time.Now()
	done := make(chan struct{})
	cancel := p.Run(s, task, func(g wire.Progress) { o.steps = append(o.steps, g) },
		func(result []byte, fail lang.Message) {
			o.result, o.fail, o.at = result, english.Say(fail), time.Since(start)
			close(done)
		})
	if cancelAfter > 0 {
		time.Sleep(cancelAfter)
		cancel()
		cancel() // a second one does nothing
	}
	<-done
	return o
}

// slow makes each trial take a millisecond of the test's clock.
func slow(c work.Chunk) error {
	time.Sleep(time.Duration(c.Count) * time.Millisecond)
	return nil
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	l := &labtest.Lab{Before: slow}
	s := spec(t, l, "n=777", "seed=3")
	want := serial(t, s)
	for _, o := range []struct {
		workers int
		chunk   time.Duration
	}{{1, chunkTime}, {2, chunkTime}, {5, chunkTime}, {16, 3 * time.Millisecond}, {3, time.Second}} {
		t.Run(fmt.Sprintf("%d workers, %v", o.workers, o.chunk), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &testTransport{lab: l, start: func(n int) (time.Duration, error) {
					return time.Duration(n) * 7 * time.Millisecond, nil
				}}
				p := newPool(f, Options{Workers: o.workers})
				p.chunk = o.chunk
				got := runOnce(p, s, "sum", 0)
				if got.fail != "" || string(got.result) != string(want) {
					t.Errorf("got %s %q\nwant %s", got.result, got.fail, want)
				}
				for key, n := range f.batches {
					if n > 1 {
						t.Errorf("the batch of (worker, run, batch) %s was sent %d times", key, n)
					}
				}
				check(t, got.steps)
				p.Close()
			})
		})
	}
}

// check holds what progress must be: ordered, complete at each phase's end, and
// not more than ten a second inside a phase.
func check(t *testing.T, steps []wire.Progress) {
	t.Helper()
	ends := 0
	for i, g := range steps {
		if g.Total > 0 && g.Done == g.Total && g.Partial == nil { // a partial result comes by itself
			ends++
		}
		if i > 0 && g.Fraction < steps[i-1].Fraction {
			t.Errorf("progress went back: %+v after %+v", g, steps[i-1])
		}
	}
	if ends != 3 {
		t.Errorf("%d phase ends were reported, want 3", ends)
	}
	if last := steps[len(steps)-1]; last.Fraction < 0.999 {
		t.Errorf("the last progress was %+v", last)
	}
}

func TestProgressRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		p := newPool(&testTransport{lab: l}, Options{Workers: 4})
		got := runOnce(p, spec(t, l, "n=4000"), "sum", 0)
		// 3 phases of 2 × 4000 ms over 4 workers are 6 s: at most 120 reports and
		// two at each phase's ends.
		if n := len(got.steps); n > 128 || n < 60 {
			t.Errorf("%d progress reports in %v", n, got.at)
		}
		if got.at > 7*time.Second {
			t.Errorf("four workers took %v for 24 s of work", got.at)
		}
		partial := 0
		for _, g := range got.steps {
			if g.Partial != nil {
				partial++
			}
		}
		if partial != 2 {
			t.Errorf("%d partial results, want one after each of the first two phases", partial)
		}
		p.Close()
	})
}

// serial is what a job gives without a pool.
func serial(t *testing.T, s lab.Spec) []byte {
	t.Helper()
	job, err := lab.Start(&labtest.Lab{}, s, "sum")
	if err != nil {
		t.Fatal(err)
	}
	want, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func TestDyingWorkers(t *testing.T) {
	l := &labtest.Lab{Before: slow}
	s := spec(t, l, "n=500")
	want := serial(t, s)
	for name, deadly := range map[string]func(n int, q wire.Request) bool{
		"some while they draw": func(n int, q wire.Request) bool {
			return q.Op == wire.OpChunk && q.Chunk.First > 0
		},
		"two that start the job":      func(n int, q wire.Request) bool { return q.Op == wire.OpRun },
		"two that get the last parts": func(n int, q wire.Request) bool { return q.Op == wire.OpParts && q.Last },
		"two that get some parts":     func(n int, q wire.Request) bool { return q.Op == wire.OpParts && !q.Last },
		"all of them in the second batch": func(n int, q wire.Request) bool {
			return n <= 3 && q.Op == wire.OpChunk && q.Index == 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				deaths := 0
				f := &testTransport{lab: l, die: func(n int, q wire.Request) bool {
					mu.Lock()
					defer mu.Unlock()
					if !deadly(n, q) || name[0] != 'a' && deaths == 2 {
						return false
					}
					deaths++
					return true
				}}
				p := newPool(f, Options{Workers: 3})
				got := runOnce(p, s, "sum", 0)
				if got.fail != "" || string(got.result) != string(want) {
					t.Errorf("got %s %q\nwant %s", got.result, got.fail, want)
				}
				if f.spawned <= 3 {
					t.Errorf("no worker was replaced")
				}
				synctest.Wait()
				if all, ready := workers(p); all != 3 || ready != 3 {
					t.Errorf("%d of %d workers are ready after replacements", ready, all)
				}
				p.Close()
			})
		})
	}
}

// workers returns how many workers there are and how many are ready.
func workers(p *Pool) (all, ready int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.slots {
		if h.ready {
			ready++
		}
	}
	return len(p.slots), ready
}

// Whenever a runner dies, the run starts again and has the same result.
func TestDyingRunner(t *testing.T) {
	l := &labtest.Lab{Before: slow}
	s := spec(t, l, "n=500")
	want := serial(t, s)
	for at := range 12 {
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int32
			f := &testTransport{lab: l, die: func(n int, q wire.Request) bool {
				return q.Op == wire.OpParts && sent.Add(1) == int32(at+1)
			}}
			p := newPool(f, Options{Workers: 3})
			got := runOnce(p, s, "sum", 0)
			if got.fail != "" || string(got.result) != string(want) {
				t.Errorf("the runner died at message %d with parts: got %s %q\nwant %s", at, got.result, got.fail, want)
			}
			if f.spawned != 4 {
				t.Errorf("%d workers were spawned; want 4", f.spawned)
			}
			partial, told := 0, 0
			for _, g := range got.steps {
				if g.Partial != nil {
					partial++
				}
				if g.Phase.ID() == "pool.again" {
					told++
				}
			}
			if partial != 2 || told != 1 {
				t.Errorf("the runner died at message %d with parts: %d partial results, want 2, none twice; told %d times", at, partial, told)
			}
			p.Close()
		})
	}
}

// An answer that cannot be read ends what it was for with a sentence; what comes
// after is as if nothing had been.
func TestUnreadableAnswers(t *testing.T) {
	l := &labtest.Lab{}
	s := spec(t, l, "n=500")
	want := serial(t, s)
	for _, op := range []wire.Op{wire.OpRun, wire.OpChunk, wire.OpParts, wire.OpLook} {
		synctest.Test(t, func(t *testing.T) {
			var once atomic.Bool
			f := &testTransport{lab: l, garble: func(q wire.Request) bool {
				return q.Op == op && once.CompareAndSwap(false, true)
			}}
			p := newPool(f, Options{Workers: 2})
			looks := make(chan wire.Looked, 1)
			p.Look(s, nil, func(l wire.Looked) { looks <- l })
			looked, got := <-looks, runOnce(p, s, "sum", 0)
			fail := got.fail
			if op == wire.OpLook {
				fail = english.Say(looked.Err)
			}
			if !strings.Contains(fail, "could not read a worker's message") {
				t.Errorf("%s: the answer was unreadable, the page says %q", op, fail)
			}
			if got := runOnce(p, s, "sum", 0); got.fail != "" || string(got.result) != string(want) {
				t.Errorf("%s: the run after says %q and gives %s", op, got.fail, got.result)
			}
			p.Close()
		})
	}
}

// Chunks come to take about the target time, however long a trial takes, and
// again when that changes.
func TestChunksTakeTheTargetTime(t *testing.T) {
	for _, c := range []struct {
		trials      int64
		early, late time.Duration // what a trial of the first or second half takes
	}{
		{20000, 30 * time.Microsecond, 30 * time.Microsecond},
		{1000, time.Millisecond, time.Millisecond},
		{1000, 500 * time.Microsecond, 4 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			all, fitting := time.Duration(0), time.Duration(0)
			l := &labtest.Lab{Before: func(chunk work.Chunk) error {
				d := time.Duration(chunk.Count) * c.early
				if chunk.First >= c.trials/2 {
					d = time.Duration(chunk.Count) * c.late
				}
				time.Sleep(d)
				mu.Lock()
				defer mu.Unlock()
				all += d
				if d > chunkTime/2 && d < 2*chunkTime {
					fitting += d
				}
				return nil
			}}
			p := newPool(&testTransport{lab: l}, Options{Workers: 2})
			if got := runOnce(p, spec(t, l, fmt.Sprintf("n=%d", c.trials)), "sum", 0); got.fail != "" {
				t.Error(got.fail)
			}
			if fitting < all*2/3 {
				t.Errorf("trials of %v, then %v: of %v in chunks, %v were in chunks of about %v", c.early, c.late, all,
					fitting, chunkTime)
			}
			p.Close()
		})
	}
}

// Callbacks come one at a time, whatever they are of and however long each takes.
func TestCallbacksComeOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		p := newPool(&testTransport{lab: l}, Options{Workers: 4})
		var inside, calls atomic.Int32
		called := func() {
			if n := inside.Add(1); n > 1 {
				t.Errorf("%d callbacks at a time", n)
			}
			calls.Add(1)
			time.Sleep(time.Second)
			inside.Add(-1)
		}
		ended := make(chan lang.Message, 2)
		for _, set := range []string{"n=3000", "n=2000"} {
			p.Run(spec(t, l, set), "sum", func(wire.Progress) { called() }, func(_ []byte, fail lang.Message) {
				called()
				ended <- fail
			})
		}
		p.Look(spec(t, l), nil, func(wire.Looked) { called() })
		for range 2 {
			if fail := <-ended; fail != "" {
				t.Error(fail)
			}
		}
		if calls.Load() < 10 {
			t.Errorf("only %d callbacks came", calls.Load())
		}
		p.Close()
	})
}

// A worker that ends without a word, in a run or before it, costs time and
// nothing else.
func TestWorkersThatVanishSilently(t *testing.T) {
	l := &labtest.Lab{Before: slow}
	s := spec(t, l, "n=500")
	want := serial(t, s)
	for name, c := range map[string]struct {
		idle  int // this many end before the run
		die   func(n int, q wire.Request) bool
		extra time.Duration // what noticing may take
	}{
		"one of three while idle": {idle: 1, extra: time.Minute},
		"all while idle":          {idle: 3, extra: 3 * time.Minute},
		"one while it draws": {die: func(n int, q wire.Request) bool {
			return n == 2 && q.Op == wire.OpChunk && q.Chunk.First > 50
		}, extra: time.Minute},
		"the runner": {die: func(n int, q wire.Request) bool {
			return n <= 3 && q.Op == wire.OpParts
		}, extra: 3 * time.Minute},
		"one that starts the job": {die: func(n int, q wire.Request) bool {
			return n <= 3 && q.Op == wire.OpRun
		}, extra: 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &testTransport{lab: l, silent: true, die: c.die}
				p := newPool(f, Options{Workers: 3})
				synctest.Wait()
				for _, h := range p.slots[:c.idle] {
					h.worker.Terminate()
				}
				time.Sleep(time.Hour)
				got := runOnce(p, s, "sum", 0)
				if got.fail != "" || string(got.result) != string(want) {
					t.Errorf("got %s %q\nwant %s", got.result, got.fail, want)
				}
				if got.at > 3*time.Second+c.extra {
					t.Errorf("the run took %v", got.at)
				}
				if f.spawned == 3 {
					t.Error("no worker was replaced")
				}
				again := runOnce(p, s, "sum", 0)
				if again.fail != "" || again.at > 3*time.Second {
					t.Errorf("the next run: %q after %v", again.fail, again.at)
				}
				p.Close()
				time.Sleep(time.Hour)
			})
		})
	}
}

// A worker that computes for long without a word is left alone, if its end
// would be told or it stays within the limit.
func TestSlowWorkersAreLeftAlone(t *testing.T) {
	for name, c := range map[string]struct {
		silent bool
		takes  time.Duration
	}{"watched": {false, time.Hour}, "silent": {true, 25 * time.Second}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &labtest.Lab{Before: func(work.Chunk) error { time.Sleep(c.takes); return nil }}
				f := &testTransport{lab: l, silent: c.silent}
				p := newPool(f, Options{Workers: 2})
				if got := runOnce(p, spec(t, l, "n=50"), "sum", 0); got.fail != "" {
					t.Error(got.fail)
				}
				if f.spawned != 2 {
					t.Errorf("%d workers were spawned", f.spawned)
				}
				p.Close()
				time.Sleep(time.Hour)
			})
		})
	}
}

// A moment without a network delays what was asked meanwhile; a longer one is
// told, and made up for once it is over.
func TestOfflineForAMoment(t *testing.T) {
	for name, away := range map[string]time.Duration{"a second": time.Second, "a minute": time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &labtest.Lab{Before: slow}
				back := time.Now().Add(away)
				f := &testTransport{lab: l, start: func(int) (time.Duration, error) {
					if time.Now().Before(back) {
						return 10 * time.Millisecond, errors.New("The network did not answer.")
					}
					return 10 * time.Millisecond, nil
				}}
				p := newPool(f, Options{Workers: 2})
				looked := make(chan wire.Looked, 9)
				p.Look(spec(t, l), nil, func(v wire.Looked) { looked <- v })
				got := runOnce(p, spec(t, l, "n=50"), "sum", 0)
				for _, g := range got.steps { // some before there was any worker
					if !(g.Fraction >= 0 && g.Fraction <= 1) {
						t.Errorf("progress is told as %v", g.Fraction)
					}
				}
				if away == time.Second {
					if got.fail != "" {
						t.Errorf("a run during a second without a network failed: %s", got.fail)
					}
					told := false
					for _, g := range got.steps {
						told = told || g.Phase.ID() == "pool.retry"
					}
					if !told {
						t.Error("the visitor was not told why the run waits")
					}
				} else if !strings.Contains(got.fail, "network did not answer") {
					t.Errorf("fail = %q", got.fail)
				}
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				var last wire.Looked
				for len(looked) > 0 {
					last = <-looked
				}
				if last.Err != "" || len(last.Look.Facts) == 0 {
					t.Errorf("the look was not made up for: %+v", last)
				}
				if got := runOnce(p, spec(t, l, "n=50"), "sum", 0); got.fail != "" {
					t.Errorf("the next run: %s", got.fail)
				}
				p.Close()
				time.Sleep(time.Hour)
			})
		})
	}
}

func TestDeadlyChunkEndsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		var calm atomic.Bool
		f := &testTransport{lab: l, die: func(n int, q wire.Request) bool {
			return q.Op == wire.OpChunk && q.Chunk.First == 0 && q.Chunk.Input == 1 && !calm.Load()
		}}
		p := newPool(f, Options{Workers: 3})
		got := runOnce(p, spec(t, l, "n=100"), "sum", 0)
		if got.fail != english.Say(failDeath) {
			t.Errorf("fail = %q", got.fail)
		}
		calm.Store(true)
		if got := runOnce(p, spec(t, l, "n=100"), "sum", 0); got.fail != "" {
			t.Errorf("the next run failed: %s", got.fail)
		}
		p.Close()
	})
}

// A run whose runners die one after the other at the same point ends with a
// sentence.
func TestDeadlyJobEndsTheRun(t *testing.T) {
	for name, deadly := range map[string]func(q wire.Request) bool{
		"at its beginning":      func(q wire.Request) bool { return q.Op == wire.OpRun },
		"at its first parts":    func(q wire.Request) bool { return q.Op == wire.OpParts },
		"at the end of a batch": func(q wire.Request) bool { return q.Op == wire.OpParts && q.Last },
		"at some batch's end": func() func(q wire.Request) bool {
			ends := 0
			return func(q wire.Request) bool {
				if q.Op == wire.OpParts && q.Last {
					ends++
					return ends > 1
				}
				return false
			}
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &labtest.Lab{Before: slow}
				var calm atomic.Bool
				var mu sync.Mutex
				f := &testTransport{lab: l, die: func(_ int, q wire.Request) bool {
					mu.Lock()
					defer mu.Unlock()
					return !calm.Load() && deadly(q)
				}}
				p := newPool(f, Options{Workers: 3})
				if got := runOnce(p, spec(t, l, "n=200"), "sum", 0); got.fail != english.Say(failDeath) {
					t.Errorf("fail = %q", got.fail)
				}
				if f.spawned > 7 {
					t.Errorf("%d workers were spawned", f.spawned)
				}
				calm.Store(true)
				if got := runOnce(p, spec(t, l, "n=200"), "sum", 0); got.fail != "" {
					t.Errorf("the next run failed: %s", got.fail)
				}
				p.Close()
			})
		})
	}
}

func TestWorkersThatCannotStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{}
		f := &testTransport{lab: l, start: func(int) (time.Duration, error) {
			return time.Millisecond, errors.New("worker.wasm could not be loaded.")
		}}
		p := newPool(f, Options{Workers: 2})
		got := runOnce(p, spec(t, l), "sum", 0)
		if !strings.Contains(got.fail, "worker.wasm could not be loaded") {
			t.Errorf("fail = %q", got.fail)
		}
		if got := runOnce(p, spec(t, l), "sum", 0); got.fail == "" {
			t.Error("a run without workers did not fail")
		}
		looked := make(chan wire.Looked, 1)
		p.Look(spec(t, l), nil, func(v wire.Looked) { looked <- v })
		if v := <-looked; v.Err == "" {
			t.Error("a look without workers did not fail")
		}
		p.Close()
	})
}

// Who asks again after no worker could start does not wait for the next try.
func TestAskingAgainTriesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{}
		away := true
		f := &testTransport{lab: l, start: func(int) (time.Duration, error) {
			if away {
				return 0, errors.New("the network did not answer.")
			}
			return 0, nil
		}}
		p := newPool(f, Options{Workers: 2})
		if got := runOnce(p, spec(t, l), "sum", 0); got.fail == "" {
			t.Error("a run without workers did not fail")
		}
		synctest.Wait()
		away = false
		if got := runOnce(p, spec(t, l), "sum", 0); got.fail != "" || got.at > firstRetry {
			t.Errorf("a run after the network came back took %v: %s", got.at, got.fail)
		}
		p.Close()
	})
}

func TestOneWorkerCannotStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		f := &testTransport{lab: l, start: func(n int) (time.Duration, error) {
			if n == 1 {
				return 0, nil
			}
			return time.Millisecond, errors.New("no memory")
		}}
		p := newPool(f, Options{Workers: 3})
		if got := runOnce(p, spec(t, l, "n=100"), "sum", 0); got.fail != "" {
			t.Errorf("one worker of three was there, and the run failed: %s", got.fail)
		}
		if f.spawned > 12 {
			t.Errorf("%d workers were spawned", f.spawned)
		}
		p.Close()
	})
}

// Where the browser has no room for one worker more, one is enough; where it has none for
// that one either, a sentence comes, and nothing is tried before somebody asks.
func TestScarceWorkers(t *testing.T) {
	for name, c := range map[string]struct {
		room    int // for how many workers at a time
		spawned int // at most
		fail    string
	}{
		"for two of four": {2, 5, ""}, "for one": {1, 5, ""}, "for none": {0, 5, "has no room"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &labtest.Lab{Before: slow}
				s := spec(t, l, "n=100", "seed=3")
				f := &testTransport{lab: l}
				f.start = func(int) (time.Duration, error) {
					f.mu.Lock()
					defer f.mu.Unlock()
					if f.alive > c.room {
						return time.Millisecond, scarce
					}
					return time.Millisecond, nil
				}
				shrunk := 0
				p := newPool(f, Options{Workers: 4, Shrunk: func() { shrunk++ }})
				got := runOnce(p, s, "sum", 0)
				if c.fail == "" && string(got.result) != string(serial(t, s)) || !strings.Contains(got.fail, c.fail) {
					t.Errorf("got %s %q", got.result, got.fail)
				}
				time.Sleep(time.Hour)
				f.mu.Lock()
				if f.spawned > c.spawned || f.alive > 1 || shrunk != 1 || len(p.slots) != 1 {
					t.Errorf("%d workers were made, %d live, %d times one took their place", f.spawned, f.alive, shrunk)
				}
				c.room = 1 // a tab has been closed
				f.mu.Unlock()
				if got := runOnce(p, s, "sum", 0); got.fail != "" {
					t.Errorf("with room for one worker: %s", got.fail)
				}
				p.Close()
			})
		})
	}
}

// TestScarceDuringARun: what other workers had to do when there was no room for one more is
// done by the one that is kept.
func TestScarceDuringARun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		s := spec(t, l, "n=400", "seed=3")
		f := &testTransport{lab: l, start: func(n int) (time.Duration, error) {
			if n == 3 {
				return 150 * time.Millisecond, scarce
			}
			return time.Millisecond, nil
		}}
		p := newPool(f, Options{Workers: 3})
		got := runOnce(p, s, "sum", 0)
		if got.fail != "" || string(got.result) != string(serial(t, s)) {
			t.Errorf("got %s %q", got.result, got.fail)
		}
		f.mu.Lock()
		if f.spawned != 4 || f.alive != 1 {
			t.Errorf("%d workers were made, %d live", f.spawned, f.alive)
		}
		f.mu.Unlock()
		p.Close()
	})
}

// scarce is why a worker does not start where the browser has no memory for it.
var scarce = errors.New("out of memory")

func TestCancel(t *testing.T) {
	for name, trial := range map[string]time.Duration{"prompt chunks": time.Millisecond,
		"a chunk that takes a minute": time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calm atomic.Bool
				l := &labtest.Lab{Before: func(c work.Chunk) error {
					if !calm.Load() {
						time.Sleep(trial * time.Duration(c.Count))
					}
					return nil
				}}
				f := &testTransport{lab: l}
				p := newPool(f, Options{Workers: 4})
				got := runOnce(p, spec(t, l, "n=100000"), "sum", 50*time.Millisecond)
				if got.fail != english.Say(wire.Cancelled) || got.result != nil {
					t.Errorf("fail = %q", got.fail)
				}
				if got.at > 150*time.Millisecond {
					t.Errorf("cancelled after 50 ms, done after %v", got.at)
				}
				// The pool is free again within the patience, whatever the workers do.
				time.Sleep(110 * time.Millisecond)
				synctest.Wait()
				calm.Store(true)
				next := runOnce(p, spec(t, l, "n=50"), "sum", 0)
				if next.fail != "" || next.at > 10*time.Millisecond {
					t.Errorf("the run after a cancel: %q after %v", next.fail, next.at)
				}
				want := 4
				if trial == time.Minute {
					want = 8
				}
				if f.spawned != want {
					t.Errorf("%d workers were spawned, want %d", f.spawned, want)
				}
				p.Close()
				time.Sleep(time.Hour) // a goroutine, unlike a Web Worker, finishes its chunk
			})
		})
	}
}

// Cancelling one run, whose chunks take long, does not start another one again.
func TestCancelLeavesOtherRunsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: func(work.Chunk) error { time.Sleep(700 * time.Millisecond); return nil }}
		var starts atomic.Int32
		p := newPool(&testTransport{lab: l, die: func(_ int, q wire.Request) bool {
			if q.Op == wire.OpRun {
				starts.Add(1)
			}
			return false
		}}, Options{Workers: 2})
		fails := make(chan lang.Message, 2)
		cancel := p.Run(spec(t, l, "n=100"), "sum", nil, func(_ []byte, fail lang.Message) { fails <- fail })
		s := spec(t, l, "n=50")
		time.AfterFunc(2*time.Second, cancel)
		got := runOnce(p, s, "sum", 0)
		if fail := <-fails; fail != wire.Cancelled || got.fail != "" || string(got.result) != string(serial(t, s)) {
			t.Errorf("the cancelled run: %q, the other one: %q", fail, got.fail)
		}
		if n := starts.Load(); n != 2 {
			t.Errorf("two runs were started %d times", n)
		}
		p.Close()
		time.Sleep(time.Minute)
	})
}

func TestCancelBeforeAnyWorkerIsReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{}
		p := newPool(&testTransport{lab: l, start: func(int) (time.Duration, error) {
			return time.Second, nil
		}}, Options{Workers: 2})
		if got := runOnce(p, spec(t, l), "sum", time.Millisecond); got.fail != english.Say(wire.Cancelled) {
			t.Errorf("fail = %q", got.fail)
		}
		p.Close()
		time.Sleep(time.Minute)
	})
}

func TestErrorsAndPanicsEndTheRunWithOneSentence(t *testing.T) {
	for name, c := range map[string]struct {
		before func(work.Chunk) error
		task   string
		set    string
		want   string
	}{
		"error": {func(work.Chunk) error {
			return errors.New("The sum is too large.")
		}, "sum", "seed=1", "The sum is too large."},
		"panic": {func(work.Chunk) error {
			panic("index out of range")
		}, "sum", "seed=1", "The computation failed inside: index out of range"},
		"unknown task": {nil, "dance", "seed=1", "has no analysis “dance”"},
		"one bad chunk": {func(c work.Chunk) error {
			return map[bool]error{true: errors.New("No.")}[c.First > 0]
		}, "sum", "n=500", "No."},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calm atomic.Bool
				l := &labtest.Lab{Before: func(k work.Chunk) error {
					if calm.Load() || c.before == nil {
						return nil
					}
					return c.before(k)
				}}
				f := &testTransport{lab: l}
				p := newPool(f, Options{Workers: 2})
				got := runOnce(p, spec(t, l, c.set), c.task, 0)
				if !strings.Contains(got.fail, c.want) || got.result != nil {
					t.Errorf("fail = %q, want %q", got.fail, c.want)
				}
				calm.Store(true)
				if got := runOnce(p, spec(t, l), "sum", 0); got.fail != "" {
					t.Errorf("the next run: %q", got.fail)
				}
				if f.spawned != 2 {
					t.Errorf("%d workers were spawned: an error must not end a worker", f.spawned)
				}
				p.Close()
			})
		})
	}
}

func TestLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{}
		p := newPool(&testTransport{lab: l}, Options{Workers: 2})
		got := make(chan wire.Looked, 9)
		p.Look(spec(t, l, "s=0.25"), nil, func(v wire.Looked) { got <- v })
		v := <-got
		if v.Err != "" || len(v.Look.Facts) != 1 || v.Look.Facts[0].Value.Say(texts.English()) != "0.250" ||
			len(v.Look.Sheets) != 1 {
			t.Errorf("%+v", v)
		}
		if !strings.Contains(string(v.Film), `"A coin."`) {
			t.Errorf("film: %s", v.Film)
		}
		s := spec(t, l, "s=0.5")
		b, _ := s.MarshalJSON()
		p.Look(s, []byte(`{"version":3,"spec":`+string(b)+`}`), func(v wire.Looked) { got <- v })
		if v := <-got; !strings.Contains(string(v.Film), "after a run") {
			t.Errorf("film with a report: %s %s", v.Film, v.Err)
		}
		p.Close()
	})
}

func TestLookSupersedes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Opened: func() { time.Sleep(50 * time.Millisecond) }}
		f := &testTransport{lab: l}
		p := newPool(f, Options{Workers: 4})
		var got []string
		for i := range 30 {
			p.Look(spec(t, l, fmt.Sprintf("seed=%d", i)), nil, func(v wire.Looked) {
				got = append(got, fmt.Sprint(i, v.Err))
			})
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(got) != 1 || got[0] != "29" {
			t.Errorf("answers: %q, want that of the last look alone", got)
		}
		p.Close()
	})
}

func TestLookDuringARun(t *testing.T) {
	for _, o := range []Options{{Workers: 1}, {Workers: 2}, {Workers: 8}} {
		t.Run(fmt.Sprint(o.Workers), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &labtest.Lab{Before: slow}
				p := newPool(&testTransport{lab: l}, o)
				done := make(chan lang.Message)
				p.Run(spec(t, l, "n=20000"), "sum", nil, func(_ []byte, fail lang.Message) { done <- fail })
				for range 20 {
					time.Sleep(37 * time.Millisecond)
					start := time.Now()
					looked := make(chan wire.Looked)
					p.Look(spec(t, l), nil, func(v wire.Looked) { looked <- v })
					<-looked
					if d := time.Since(start); d > 60*time.Millisecond {
						t.Errorf("a look took %v", d)
					}
				}
				if fail := <-done; fail != "" {
					t.Error(fail)
				}
				p.Close()
			})
		})
	}
}

func TestModelIsMadeOnceForAWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		l := &labtest.Lab{Opened: func() { n++ }}
		p := newPool(&testTransport{lab: l}, Options{Workers: 1})
		for range 3 {
			done := make(chan struct{})
			p.Look(spec(t, l), nil, func(wire.Looked) { close(done) })
			<-done
			runOnce(p, spec(t, l), "sum", 0)
		}
		if n != 1 {
			t.Errorf("one Spec was opened %d times in one worker", n)
		}
		p.Close()
	})
}

func TestTwoRunsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		p := newPool(&testTransport{lab: l}, Options{Workers: 3})
		order := make(chan lang.Message, 2)
		p.Run(spec(t, l, "n=5000"), "sum", nil, func(_ []byte, fail lang.Message) { order <- "long" + fail })
		p.Run(spec(t, l, "n=100"), "sum", nil, func(_ []byte, fail lang.Message) { order <- "short" + fail })
		if a, b := <-order, <-order; a != "short" || b != "long" {
			t.Errorf("ended in the order %s, %s", a, b)
		}
		p.Close()
	})
}

// TestCloseLeavesNothing relies on synctest, which fails when a goroutine of
// its bubble is left.
func TestCloseLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &labtest.Lab{Before: slow}
		f := &testTransport{lab: l}
		p := newPool(f, Options{Workers: 4})
		fails := make(chan lang.Message, 1)
		p.Run(spec(t, l, "n=5000"), "sum", nil, func(_ []byte, fail lang.Message) { fails <- fail })
		time.Sleep(30 * time.Millisecond)
		p.Close()
		if got := <-fails; got != closed {
			t.Errorf("fail = %q", got)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if f.alive != 0 {
			t.Errorf("%d workers live on", f.alive)
		}
	})
}

// newPool returns a pool; what its options do not say is that nobody hears of it, that one worker
// is enough, and that all laboratories are in one binary and run no program of a visitor's.
func newPool(t Transport, o Options) *Pool {
	o.Workers, o.First = max(o.Workers, 1), cmp.Or(o.First, "worker")
	if o.Binary == nil {
		o.Binary = func(lab.Spec) string { return o.First }
	}
	if o.Shrunk == nil {
		o.Shrunk = func() {}
	}
	if o.Running == nil {
		o.Running = func(bool) {}
	}
	if o.Program == nil {
		o.Program = func(lab.Spec) string { return "" }
	}
	return New(t, o)
}

// TestDefaults: as many workers as processors, but no more than the memory is likely to hold.
func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		processors int
		memory     float64
		touch      bool
		workers    int
	}{
		{0, 0, false, 2}, {1, 8, false, 2}, {2, 0, false, 2}, {8, 0, false, 8}, {64, 0, false, 16}, {64, 32, false, 16},
		{8, 0.25, true, 1}, {8, 0.5, true, 1}, {8, 1, true, 2}, {8, 2, true, 4}, {4, 4, true, 4}, {8, 4, true, 8},
		{4, 1, false, 2}, {12, 8, false, 12}, {6, 0, true, 4}, {2, 0, true, 2},
	} {
		if o := Defaults(c.processors, c.memory, c.touch); o.Workers != c.workers {
			t.Errorf("Defaults(%d, %v, %v) = %+v", c.processors, c.memory, c.touch, o)
		}
	}
}

func BenchmarkPoolOverhead(b *testing.B) {
	l := &labtest.Lab{}
	s, _ := lab.ParseLink("#lab=coin&n=20000", l.Find, "coin")
	p := newPool(&testTransport{lab: l}, Options{Workers: 2})
	defer p.Close()
	for b.Loop() {
		runOnce(p, s, "sum", 0)
	}
}

// TestCapacity: a worker may have a second request, but for the first one, and none behind what starts a run, a
// look or the last parts, with which a run goes on.
func TestCapacity(t *testing.T) {
	for _, c := range []struct {
		requests    []*request
		first, many int // how many the first worker may have, and another
	}{
		{nil, 1, 2},
		{[]*request{{op: wire.OpChunk}}, 1, 2},
		{[]*request{{op: wire.OpParts}}, 1, 2},
		{[]*request{{op: wire.OpParts, last: true}}, 0, 0},
		{[]*request{{op: wire.OpChunk}, {op: wire.OpParts, last: true}}, 0, 0},
		{[]*request{{op: wire.OpRun}}, 0, 0},
		{[]*request{{op: wire.OpLook}}, 0, 0},
	} {
		for _, s := range []slot{{first: true}, {}} {
			s.requests = c.requests
			if n := s.capacity(); n != 0 {
				t.Errorf("a worker that is not ready may have %d requests", n)
			}
			s.ready = true
			want := c.many
			if s.first {
				want = c.first
			}
			if n := s.capacity(); n != want {
				t.Errorf("a worker (the first: %v) with %d requests may have %d, want %d", s.first, len(c.requests), n,
					want)
			}
		}
	}
}
