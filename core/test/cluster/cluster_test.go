//go:build unix

// Package cluster tests the native command on a cluster: with its own server, with workers
// as processes of their own, and with what goes wrong between machines.
package cluster

import (
	"fmt"
	"math/rand/v2"
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
    for i in range(20000):
        s += i % 7
    return x + laplace(1) + 0 * s
`

// program asks for m releases of each input of the slow program, so that a run takes about
// m/250 s of a core.
func program(m int) []string {
	return []string{"-lab", "workshop", "-code", slow, "-eps", "0.5", "-n", "200", "-m", strconv.Itoa(m), "-json"}
}

// runs are those that every number of workers does.
var runs = map[string][]string{
	"laboratory": {"-lab", "ring", "-m", "100000", "-json"},
	"experiment": {"-lab", "ring", "-experiment", "fig5", "-json"},
	"program":    program(300),
}

// Any number of workers gives what one machine gives, to the last bit, and the exit status.
func TestWorkers(t *testing.T) {
	t.Parallel()
	c := serve(t)
	joined := 0
	for _, n := range []int{1, 3, 8} {
		for ; joined < n; joined++ {
			c.worker()
		}
		for name, args := range runs {
			t.Run(fmt.Sprintf("%d/%s", n, name), func(t *testing.T) { same(t, c.ask(args...), args...) })
		}
	}
}

// What a killed worker held is done by others; workers come and go in a run.
func TestWorkersAreKilled(t *testing.T) {
	t.Parallel()
	kills, m := 5, 1000
	if check.Long() {
		kills, m = 100, 12000
	}
	c := serve(t)
	workers := []*process{c.worker(), c.worker(), c.worker()}
	args := program(m)
	run := c.ask(args...)
	r := rand.New(rand.NewPCG(3, uint64(kills)))
	killed := 0
	for killed < kills {
		select {
		case <-run.gone:
			t.Fatalf("the run was over after %d of %d kills: status %d", killed, kills, run.status())
		case <-time.After(time.Duration(r.IntN(300)) * time.Millisecond): // at a random moment
		}
		i := r.IntN(len(workers))
		workers[i].kill()
		workers[i] = c.worker()
		killed++
	}
	same(t, run, args...)
}

// A run goes on after its server was killed and has come back.
func TestServerIsRestarted(t *testing.T) {
	t.Parallel()
	c := serve(t)
	c.worker()
	c.worker()
	args := program(800)
	run := c.ask(args...)
	for range 2 {
		before := c.done(t)
		until(t, "the run goes on", func() bool { return run.ended() || c.done(t) > before })
		if run.ended() {
			t.Fatal("the run was over before its server was restarted")
		}
		c.restart()
	}
	same(t, run, args...)
}

// A run whose asking side was killed goes on where it was, from another folder too, and
// even while no worker is there.
func TestAskingSideIsKilled(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker()
	args := program(800)
	run := c.ask(args...)
	until(t, "half of the run is done", func() bool { return run.ended() || c.done(t) >= 50 })
	run.kill()
	worker.kill()
	if run.out.Len() > 0 {
		t.Fatal("the run was over before it was killed")
	}
	before := c.done(t)
	again := c.askIn(t.TempDir(), append(args, "-resume")...)
	until(t, "the run is where it was", func() bool { return again.ended() || c.done(t) >= before })
	if again.ended() {
		t.Fatal("the run ended without workers")
	}
	c.worker()
	same(t, again, args...)
}

// A worker that stands still for so long that another does its chunk, and then goes on,
// counts once.
func TestSlowWorker(t *testing.T) {
	t.Parallel()
	c := serve(t)
	first := c.worker()
	args := program(300)
	run := c.ask(args...)
	until(t, "the worker is at work", func() bool { return c.done(t) > 0 })
	first.signal(syscall.SIGSTOP)
	before := c.done(t)
	c.worker()
	until(t, "another does its chunks", func() bool { return run.ended() || c.done(t) > before })
	first.signal(syscall.SIGCONT)
	same(t, run, args...)
}

// Connections that break at random moments, of all that take part, change nothing.
func TestNetworkDrops(t *testing.T) {
	t.Parallel()
	c := serve(t)
	p := newProxy(t, c.addr, 200_000)
	far := c.through(p.addr())
	far.worker()
	far.worker()
	args := program(600)
	run := far.ask(args...)
	same(t, run, args...)
	if n := p.cuts.Load(); n < 5 {
		t.Errorf("only %d connections were cut", n)
	}
}

// A run that is ended ends everywhere within two seconds.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker()
	run := c.ask(program(100000)...)
	until(t, "the run is listed", func() bool { return c.done(t) > 0 })
	start := time.Now()
	status, out, errs := c.tell("-cancel", c.run(t))
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	if run.wait() != 3 || run.out.Len() > 0 || strings.Count(run.said(), "\n") > 1 {
		t.Errorf("the asking side: status %d, %q", run.status(), run.said())
	}
	until(t, "the worker rests", func() bool { return resting(t, worker) })
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	if worker.ended() {
		t.Error("the worker has ended with the run")
	}
	args := program(100)
	same(t, c.ask(args...), args...)
}

// A worker of another build is refused with one sentence, and does nothing.
func TestAnotherBuild(t *testing.T) {
	t.Parallel()
	c := serve(t)
	args := program(100)
	run := c.ask(args...)
	other := *c
	other.file = command(t, rebuilt)
	worker := other.worker()
	until(t, "it is refused", func() bool { return strings.Contains(worker.said()+run.said(), "build") })
	if run.ended() || run.out.Len() > 0 {
		t.Error("a worker of another build did the run")
	}
	c.worker()
	same(t, run, args...)
}
