//go:build unix

// Package cluster tests the native command on a cluster: with its own server, with workers
// as processes of their own, and with what goes wrong between machines.
package cluster

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"indistinct/core/test/check"
)

// slow is a program of the workshop whose release takes about a millisecond.
const slow = `
pairs = [(0, 1)]

def release(x):
    s = 0
    for i in range(1000):
        s += i % 7
    return x + laplace(1) + 0 * s
`

// program asks for m releases of each input of the slow program, and for as few as can be before
// them: at the usual β and γ the high-likely set alone takes eight hundred.
func program(m int) []string {
	return []string{"-lab", "workshop", "-code", slow, "-eps", "0.5", "-n", "100", "-m", strconv.Itoa(m),
		"-beta", "0.3", "-gamma", "0.1", "-json"}
}

// long is how many releases a run asks for in which something happens: it takes a second of two
// processors, while what happens takes a tenth. All such runs are the same one, so that it is done
// once alone.
const long = 1000

// runs are those that every number of workers does.
var runs = map[string][]string{
	"laboratory": {"-lab", "ring", "-m", "100000", "-json"},
	"experiment": {"-lab", "ring", "-experiment", "fig5", "-json"},
	"program":    program(200),
}

// Any number of workers gives what one machine gives, to the last bit, and the exit status.
func TestWorkers(t *testing.T) {
	t.Parallel()
	c := serve(t)
	joined := 0
	numbers := []int{1, 8}
	if testing.Short() {
		numbers = []int{3}
	}
	for _, n := range numbers {
		for ; joined < n; joined++ {
			c.worker()
		}
		for name, args := range runs {
			t.Run(fmt.Sprintf("%d/%s", n, name), func(t *testing.T) { c.on(t).same(args, "-chunk", "20ms") })
		}
	}
}

// What a killed worker held is done by others; workers come and go in a run.
func TestWorkersAreKilled(t *testing.T) {
	t.Parallel()
	kills, m := 5, long
	if check.Long() {
		kills, m = 100, 60*long
	}
	c := serve(t)
	workers := []*process{c.worker(), c.worker(), c.worker()}
	parts := c.parts(t)
	args := program(m)
	run := c.ask(args, "-chunk", "20ms")
	until(t, "the workers work", func() bool { return parts() > 0 })
	r := rand.New(rand.NewPCG(3, uint64(kills)))
	for killed := range kills {
		before, more := parts(), r.IntN(4)
		until(t, "the run goes on", func() bool { return run.ended() || parts() >= before+more })
		time.Sleep(time.Duration(r.IntN(40)) * time.Millisecond) // at any moment of a chunk
		if run.ended() {
			t.Fatalf("the run was over after %d of %d kills: status %d", killed, kills, run.status())
		}
		i := r.IntN(len(workers))
		workers[i].kill()
		workers[i] = c.worker()
	}
	same(t, run, args)
}

// A run goes on after its server was killed and has come back.
func TestServerIsRestarted(t *testing.T) {
	t.Parallel()
	c := serve(t)
	c.worker()
	c.worker()
	parts := c.parts(t)
	args := program(long)
	run := c.ask(args, "-chunk", "20ms")
	for range 2 {
		before := parts()
		until(t, "the run goes on", func() bool { return run.ended() || parts() > before })
		if run.ended() {
			t.Fatalf("the run was over before its server was restarted: status %d", run.status())
		}
		c.restart()
	}
	same(t, run, args)
}

// A run whose asking side was killed goes on where it was, from another folder too: what
// was done is not done again.
func TestAskingSideIsKilled(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker()
	parts := c.parts(t)
	args := program(long)
	run := c.ask(args, "-chunk", "20ms")
	until(t, "some of the run is done", func() bool { return run.ended() || parts() > 20 }) // a percent
	run.kill()
	worker.kill()
	if run.out.Len() > 0 {
		t.Fatal("the run was over before it was killed")
	}
	kept := parts()
	if status, _, errs := c.tell(args...); status != 3 || !strings.Contains(errs, "-resume") {
		t.Errorf("without -resume: status %d, %s", status, errs)
	}
	again := c.askIn(t.TempDir(), args, "-resume")
	until(t, "the run is where it was", func() bool { return again.ended() || c.running().share > 0 })
	if again.ended() || parts() != kept {
		t.Errorf("%d parts are kept of %d: %s", parts(), kept, again.said())
	}
	c.worker()
	same(t, again, args)
	if rows := c.list(); len(rows) != 1 || !strings.Contains(rows[0].all, "finished") {
		t.Errorf("afterwards -list says %v", rows)
	}
}

// A worker that stands still for so long that another does its chunk, and then goes on,
// counts once.
func TestSlowWorker(t *testing.T) {
	t.Parallel()
	c := serve(t)
	first := c.worker()
	parts := c.parts(t)
	args := program(2 * long) // chunk after chunk of one batch: it is always at one
	run := c.ask(args, "-chunk", "500ms")
	until(t, "the worker is at work", func() bool { return parts() > 3 })
	first.signal(syscall.SIGSTOP)
	before := parts()
	c.worker()
	// Nothing but the stopped worker's chunk is left where no more parts come for longer than a
	// server waits for a sign of life.
	js := c.stream(t)
	until(t, "its chunk was given to another", func() bool { return redelivered(t, js) || run.ended() })
	first.signal(syscall.SIGCONT)
	same(t, run, args)
	if before < 0 {
		t.Error("the server was not there")
	}
}

// Connections that break at random moments, of all that take part, change nothing.
func TestNetworkDrops(t *testing.T) {
	t.Parallel()
	c := serve(t)
	p := newProxy(t, c.addr, 400_000)
	far := c.through(p.addr())
	far.worker()
	far.worker()
	args := program(long)
	same(t, far.ask(args, "-chunk", "20ms"), args)
	t.Logf("%d connections were cut", p.cuts.Load())
	if n := p.cuts.Load(); n < 3 {
		t.Errorf("only %d connections were cut", n)
	}
}

// A run that is cancelled ends everywhere, and nothing more is computed of it two seconds later.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker()
	parts := c.parts(t)
	run := c.ask(program(500000))
	until(t, "the run is at work", func() bool { return parts() > 0 })
	row := c.running()
	start, before := time.Now(), ticks(t, worker)
	status, out, errs := c.tell("-cancel", row.run)
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	if run.wait() != 3 || run.out.Len() > 0 || strings.Count(run.said(), "\n") != 2 {
		t.Errorf("the asking side: status %d, %q", run.status(), run.said())
	}
	t.Logf("the asking side ended after %v", time.Since(start))
	// What the worker takes of the processor after that is what it takes to do nothing.
	time.Sleep(time.Until(start.Add(2 * time.Second)))
	at := ticks(t, worker)
	time.Sleep(time.Second)
	if more := ticks(t, worker) - at; more > 20 || worker.ended() {
		t.Errorf("the worker took %d hundredths of a second for the run, and %d later", at-before, more)
	}
	args := program(100)
	same(t, c.ask(args), args)
}

// A worker of another build does nothing, of which the asking side says one sentence.
func TestAnotherBuild(t *testing.T) {
	t.Parallel()
	c := serve(t)
	other := *c
	other.file = command(t, rebuilt)
	worker := other.worker()
	args := program(100)
	run := c.ask(args)
	until(t, "it is refused", func() bool {
		return strings.Contains(run.said(), "of this build")
	})
	if run.ended() {
		t.Error("a worker of another build did the run")
	}
	c.worker()
	same(t, run, args)
	if n := strings.Count(run.said(), "of this build"); n != 1 || worker.ended() {
		t.Errorf("it was refused %d times: %s", n, run.said())
	}
}

// A server goes on when the process of the worker beside it is killed, as where memory is short,
// and so does a worker; without a folder of its own it keeps its runs in memory.
func TestServerOutlivesItsWorker(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left := func() []string { names, _ := filepath.Glob(dir + "/*"); return names }
	c := &network{t: t, file: command(t, built)}
	c.server = start(t, "server", "/usr/bin/env", "", "TMPDIR="+dir, c.file, "worker", "-serve", "-workers", "1",
		"-listen", "127.0.0.1:0")
	c.ready()
	parts, args := c.parts(t), program(long)
	run := c.ask(args, "-chunk", "20ms")
	far := c.worker()
	for _, p := range []*process{c.server, far} {
		until(t, "the worker works", func() bool { return parts() > 0 && len(p.group()) == 2 })
		syscall.Kill(p.group()[1], syscall.SIGKILL)
		until(t, "another one begins", func() bool {
			return strings.Contains(p.said(), "signal: killed") && len(p.group()) == 2
		})
	}
	same(t, run, args)
	if c.server.ended() || far.ended() || len(left()) != 0 {
		t.Errorf("ended: the server %v, the worker %v; there are %q", c.server.ended(), far.ended(), left())
	}
	c.server.signal(syscall.SIGTERM)
	if c.server.wait() != 0 || len(left()) != 0 {
		t.Errorf("an orderly end: status %d, there is %q", c.server.status(), left())
	}
}

// Two servers do not keep their runs in one folder, and what is no folder is refused.
func TestStores(t *testing.T) {
	t.Parallel()
	c := serve(t)
	for store, why := range map[string]string{c.store: "another server", c.file: "not a directory"} {
		p := start(t, "second server", c.file, "", "worker", "-serve", "-listen", "127.0.0.1:0", "-store", store)
		if p.wait() != 2 || !strings.Contains(p.said(), why) || strings.Count(p.said(), "\n") != 1 {
			t.Errorf("%s: status %d, %q", store, p.status(), p.said())
		}
	}
}

// A run that is over and is asked for again after a restart of the server is done, by workers that
// outlived the server.
func TestAskedAgainAfterRestart(t *testing.T) {
	t.Parallel()
	c := serve(t)
	c.worker()
	args := program(100)
	alone(t, args)
	began := time.Now()
	c.same(args)
	first := time.Since(began)
	c.restart()
	began = time.Now()
	c.same(args)
	t.Logf("it took %v, and %v the first time", time.Since(began), first)
}

// A server that is gone is said on both sides; the asking side, told to end
// then, says that its run is kept.
func TestServerIsGone(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker()
	parts := c.parts(t)
	run := c.ask(program(20000))
	until(t, "the run is at work", func() bool { return parts() > 0 })
	c.server.kill()
	until(t, "both sides say so", func() bool {
		return strings.Contains(run.said(), "no connection") && strings.Contains(worker.said(), "no connection")
	})
	run.signal(syscall.SIGTERM)
	if run.wait() != 3 || !strings.Contains(run.said(), "-resume") {
		t.Errorf("status %d: %s", run.status(), run.said())
	}
}

// At fifty milliseconds from everybody to the server and back a run takes at most twice as long as
// without, and two seconds for the round trips of its beginning and its end.
func TestFarAway(t *testing.T) {
	t.Parallel()
	args := []string{"-lab", "ring", "-m", "400000", "-n", "20000", "-json"}
	took := func(delay time.Duration) time.Duration {
		c := serve(t)
		far := c.through(delayed(t, c.addr, 1, delay).addr())
		workers := []*process{far.worker(), far.worker()}
		for _, w := range workers {
			until(t, "it is ready", func() bool { return strings.Contains(w.said(), "Working") })
		}
		began := time.Now()
		same(t, far.ask(args), args)
		for _, w := range workers {
			w.kill()
		}
		return time.Since(began)
	}
	alone(t, args)
	near, far := took(time.Microsecond), took(25*time.Millisecond)
	t.Logf("%v without, %v with", near, far)
	if far > 2*near+20*time.Second { // two seconds, and what else the machine does
		t.Errorf("it took %v, and %v without the round trips", far, near)
	}
}
