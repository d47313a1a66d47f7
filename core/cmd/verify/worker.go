//go:build cluster

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"indistinct/core/cmd/cluster"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// A machine's share of a cluster's work, and a server beside it.

// workerFlags are the flags of verify worker.
type workerFlags struct {
	clusterFlags
	workers       int
	commands      bool
	serve         bool
	listen, store string
}

const (
	joinWithin = time.Minute // that the first connection may take
	mostLanes  = 4096        // chunks that a worker may do at a time
)

// stuck is the exit status of a worker's process in which something runs that nothing else stops.
const stuck = 4

func (c *command) workerFlags(args []string) (*workerFlags, error) {
	w := &workerFlags{}
	fs := newFlags()
	w.reach(fs)
	fs.IntVar(&w.workers, "workers", runtime.GOMAXPROCS(0), "")
	fs.BoolVar(&w.commands, "allow-commands", false, "")
	fs.BoolVar(&w.serve, "serve", false, "")
	fs.StringVar(&w.listen, "listen", "127.0.0.1:4222", "")
	fs.StringVar(&w.store, "store", "", "")
	if err := fs.Parse(args); err != nil {
		return nil, misread(err, fs, nil, "")
	}
	given := given(fs)
	if at := os.Getenv(workAt); at != "" { // the process that does the work
		if w.URL = at; w.serve && w.CA == "" { // a certificate that signs itself is its own authority
			w.CA, w.Cert, w.Key = w.Cert, "", ""
		}
		return w, nil
	}
	if fs.NArg() > 0 {
		return nil, unexpected(fs, args, "verify.word")
	}
	return w, cmp.Or(w.joins(given),
		lang.ErrorIf(w.workers < 0 || w.workers > mostLanes || w.workers == 0 && !w.serve,
			"verify.worker.workers", "got", w.workers, "most", mostLanes),
		lang.ErrorIf(w.serve == (w.URL != ""), "verify.worker.which"),
		lang.ErrorIf(!w.serve && (given["listen"] || given["store"]), "verify.worker.listen"),
		lang.ErrorIf(w.serve && given["creds"], "verify.worker.creds"),
		lang.ErrorIf(w.serve && w.CA != "" && w.Cert == "", "verify.worker.ca"))
}

// worker is verify worker; it returns the exit status.
func (c *command) worker(ctx context.Context, args []string) int {
	w, err := c.workerFlags(args)
	switch {
	case errors.Is(err, flag.ErrHelp) || len(args) > 0 && strings.TrimLeft(args[0], "-") == "help":
		fmt.Fprintln(c.out, c.say.Text("verify.worker.help"))
		return ran
	case err != nil:
		return c.bad(lang.Of(err))
	case w.serve && os.Getenv(workAt) == "":
		return c.serve(ctx, w, args)
	case os.Getenv(workAt) == "":
		if err := c.secret(&w.URL); err != nil {
			return c.bad(lang.Of(err))
		}
		return c.keep(ctx, w, args)
	}
	ctx, stop := context.WithCancel(ctx) // it ends with the process that began it
	defer stop()
	go func() {
		io.Copy(io.Discard, c.in)
		stop()
	}()
	conn, err := c.connect(ctx, &w.clusterFlags, joinWithin)
	switch {
	case ctx.Err() != nil:
		return ran
	case err != nil:
		return c.fail(lang.Of(err))
	}
	defer conn.Close()
	labs, over, unwatch := watch(c.labs, usual)
	defer unwatch()
	inner := *c
	inner.labs, inner.ticks, inner.commands = labs, nil, new(sync.WaitGroup)
	defer inner.commands.Wait() // those of all jobs
	defer stop()
	c.note(lang.Say("verify.worker.ready", "address", cluster.Shown(w.URL), "n", w.workers, "build", conn.Build))
	err = conn.Work(ctx, cluster.Working{Lanes: w.workers, Commands: w.commands, Over: over,
		Open: func(kind string, data []byte) (work.Job, error) { return inner.open(ctx, kind, data) }})
	switch {
	case errors.Is(err, cluster.ErrStuck):
		c.note(lang.Say("verify.worker.stuck"))
		return stuck
	case errors.Is(err, cluster.ErrLost):
		return c.fail(lang.Say("verify.worker.lost", "address", cluster.Shown(w.URL), "minutes",
			cluster.MostAway.Minutes()))
	case err != nil:
		return c.fail(lang.Say("verify.failed", "why", err))
	}
	return ran
}

// serve runs a server, with a worker beside it. It ends when it is told to, and not with the worker.
func (c *command) serve(ctx context.Context, w *workerFlags, args []string) int {
	if err := c.secret(&w.listen); err != nil {
		return c.bad(lang.Of(err))
	}
	s, err := cluster.Serve(cluster.Serving{Listen: w.listen, Store: w.store, CA: w.CA, Cert: w.Cert, Key: w.Key})
	if err != nil {
		return c.bad(lang.Of(err))
	}
	defer s.Close()
	if s.Plain {
		c.note(lang.Say("verify.worker.plain"))
	}
	c.note(lang.Say("verify.worker.serving", "command", "verify worker -cluster "+s.Shown))
	if w.workers > 0 {
		w.URL = s.URL
		c.keep(ctx, w, args)
	}
	<-ctx.Done()
	return ran
}

// keep has a process of its own, of the same arguments, work for a cluster and begins it anew, after longer and
// longer pauses, when it dies: what a worker does may end its process, as by too much memory.
func (c *command) keep(ctx context.Context, w *workerFlags, args []string) int {
	path, err := os.Executable()
	if err != nil {
		return c.fail(lang.Say("verify.failed", "why", err))
	}
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		began := time.Now()
		child := exec.CommandContext(ctx, path, append([]string{"worker"}, args...)...)
		child.Env = append(os.Environ(), workAt+"="+w.URL, "GOTRACEBACK=none")
		child.Stdout, child.Stderr = c.out, c.err
		child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
		child.WaitDelay = 5 * time.Second
		in, err := child.StdinPipe() // closed when this process ends, however it does
		if err == nil {
			err = child.Run()
			in.Close()
		}
		if ctx.Err() != nil {
			return ran
		}
		status := child.ProcessState.ExitCode() // −1 where it did not start
		if !w.serve && (status == ran || status == failed || status == badInput) {
			return status
		}
		if time.Since(began) > time.Minute {
			pause = time.Second
		}
		if status != stuck {
			c.note(lang.Say("verify.worker.again", "why", fmt.Sprint(err), "seconds", pause.Seconds()))
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// open implements cluster.Working's Open.
func (c *command) open(ctx context.Context, kind string, data []byte) (work.Job, error) {
	var about request
	if err := json.Unmarshal(data, &about); err != nil {
		return nil, err
	}
	switch {
	case kind == cluster.Plain || kind == cluster.Commands && about.Estimator != "":
		labs, e := c.labs, newEstimator(ctx, new(sync.WaitGroup))
		c.commands.Go(func() { <-e.ctx.Done(); e.commands.Wait() })
		if kind == cluster.Commands {
			e.text, e.patience = about.Estimator, about.Patience
			labs = e.in(labs)
		}
		s, probs := lab.ParseJSON(about.Spec, labs.Find, c.home)
		if len(probs) > 0 {
			return nil, &probs[0]
		}
		job, err := lab.Start(labs.Find(s.Lab), s, about.Task)
		if err != nil {
			e.Close()
		}
		return struct {
			work.Job
			*estimator
		}{job, e}, err
	case kind == cluster.Commands:
		own := *c
		own.commands = new(sync.WaitGroup)
		j := &copies{command: &own, o: &ownOptions{a: about.A, b: about.B, patience: about.Patience, workers: 1},
			free: make(chan *feeder, mostLanes)}
		j.ctx, j.stop = context.WithCancel(ctx)
		c.commands.Go(func() { <-j.ctx.Done(); own.commands.Wait() })
		return j, nil
	}
	return nil, lang.Errorf("verify.cluster.part")
}

// copies are a worker's copies of both commands: of each one for every chunk that is done at
// the same time. A chunk reads its releases from one copy alone.
type copies struct {
	*command
	o    *ownOptions
	ctx  context.Context
	stop context.CancelFunc
	free chan *feeder // those that nobody reads from
}

// Run and Prepare implement work.Job. Run is never called: the asking side takes the releases as a series does.
func (j *copies) Run(work.Crew) ([]byte, error)                                { return nil, nil }
func (j *copies) Prepare(work.Batch) (func(work.Chunk) ([]byte, error), error) { return j.do, nil }

func (j *copies) Close() error {
	j.stop()
	j.commands.Wait()
	return nil
}

// do reads the releases of a chunk.
func (j *copies) do(k work.Chunk) ([]byte, error) {
	if k.Input < 0 || k.Input > 1 || k.Count < 1 {
		return nil, lang.Errorf("verify.cluster.part")
	}
	in := k.Input
	var f *feeder
	select {
	case f = <-j.free:
	default: // INDISTINCT_WORKER: hardly another copy of a cluster has this number
		f = &feeder{command: j.command, ctx: j.ctx, o: j.o, number: int(rand.Int32())}
	}
	if len(f.copies[in]) == 0 {
		if err := f.add(in); err != nil {
			return nil, err
		}
	}
	out := releases{}
	for range k.Count {
		line, err := f.next(in)
		if err != nil {
			return nil, err
		}
		f.Taken[in]++
		out.Lines = append(out.Lines, line)
	}
	out.Prints, f.prints[in] = f.prints[in], nil
	j.free <- f
	return json.Marshal(out)
}
