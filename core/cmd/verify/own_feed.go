package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
)

// mostLine is the longest release that is read, in bytes.
const mostLine = 64 << 10

// mostAlways is how many releases of each command may fail before one does not, where failures
// count.
const mostAlways = 20

// mostAhead is how many releases of a command may wait to be taken.
const mostAhead = 4096

// feeder starts the copies of both commands and hands their releases to a series.
//
// Of an input's copies it takes a release each in turn, not the first that comes: then
// which draws are counted is settled before they are drawn. The first to come are those
// that took least time, and the time that a release takes may depend on what it is.
type feeder struct {
	*command
	ctx    context.Context
	o      *ownOptions
	copies [2][]*instance
	number int // that copies are told, of the first
	turn   [2]int

	samples.Series
	prints [2][]string // of starts, hashes of their first releases
	died   [2]int      // copies that ended with an error, which counts, and were started again
	why    [2]string   // the last of them did
}

// instance is one copy of a command, which may be started several times.
type instance struct {
	*running
	again int // how often, after the first time
	taken int // lines, since its last start, and of those that were not as the one before:
	seen  int
	last  string
	begun hash.Hash64 // of them until they are openingSeen
}

// openingSeen is by how many changes of what they print two starts hardly begin alike by chance.
const openingSeen = 20

// programs tests the two commands, and ends them when the test is done.
func (c *command) programs(ctx context.Context, o *ownOptions) (*samples.Judgement, error) {
	ctx, stop := context.WithCancel(ctx)
	f := &feeder{command: c, ctx: ctx, o: o}
	defer c.commands.Wait()
	defer stop()
	for in := range f.copies {
		for range o.workers {
			if err := f.add(in); err != nil {
				return nil, err
			}
		}
	}
	return f.judge(f.next)
}

// judge tests the releases that come from next.
func (f *feeder) judge(next samples.Feed) (*samples.Judgement, error) {
	names := [2]lang.Message{lang.Say("verify.own.command", "flag", "-a"), lang.Say("verify.own.command", "flag", "-b")}
	j, err := f.Judge(next, names, f.o.ask, f.o.set)
	if err != nil {
		return nil, err
	}
	for in, n := range f.died {
		if n > 0 {
			j.Warnings = append(j.Warnings, lang.Say("verify.own.counted", "flag", flagOf(in), "n", n,
				"why", f.why[in]))
		}
	}
	for in, prints := range f.prints {
		different := slices.Compact(slices.Sorted(slices.Values(prints)))
		if n := len(prints) - len(different); n > 0 {
			j.Warnings = append(j.Warnings, lang.Say("verify.own.repeated", "flag", flagOf(in), "n", n))
		}
	}
	return j, nil
}

// workAt is, in the environment of a worker's process, the address of its cluster: a command line
// can be seen by everybody on the machine.
const workAt = "INDISTINCT_WORK_AT"

// flagOf is the flag of an input's command.
func flagOf(in int) string { return "-" + string("ab"[in]) }

// add starts one more copy of a command.
func (f *feeder) add(in int) error {
	f.copies[in] = append(f.copies[in], &instance{})
	return f.start(in, len(f.copies[in])-1)
}

// start starts a copy of a command, for the first time or once more.
func (f *feeder) start(in, k int) error {
	x := f.copies[in][k]
	var err error
	x.taken, x.seen, x.begun = 0, 0, fnv.New64a()
	x.running, err = start(f.ctx, []string{f.o.a, f.o.b}[in], mostAhead/f.o.workers, nil, f.commands,
		"INDISTINCT_INPUT="+string("ab"[in]), "INDISTINCT_WORKER="+strconv.Itoa(f.number+k),
		"INDISTINCT_ATTEMPT="+strconv.Itoa(x.again))
	if err != nil {
		return lang.Errorf("verify.own.start", "flag", flagOf(in), "why", err)
	}
	return nil
}

func (f *feeder) next(in int) (line string, err error) {
	k := f.turn[in]
	x := f.copies[in][k]
	line, ok, err := f.line(in, x)
	if err == nil && ok {
		f.look(in, x, line)
	} else if err == nil {
		line, err = samples.Failed, f.restart(in, k)
	}
	f.turn[in] = (k + 1) % len(f.copies[in])
	return line, err
}

// look takes a copy's line for what it begins with.
func (f *feeder) look(in int, x *instance, line string) {
	changed := x.taken == 0 || line != x.last
	if x.taken++; x.seen == openingSeen {
		return
	}
	io.WriteString(x.begun, line+"\n")
	if x.last = line; changed {
		x.seen++
	}
	if x.seen == openingSeen {
		f.prints[in] = append(f.prints[in], strconv.FormatUint(x.begun.Sum64(), 16))
	}
}

// line waits for a copy's next line; ok is false when it has ended.
func (f *feeder) line(in int, x *instance) (line string, ok bool, err error) {
	timer := time.NewTimer(f.o.patience)
	defer timer.Stop()
	for {
		select {
		case line, ok = <-x.lines:
			return line, ok, nil
		case <-f.ticks:
			f.far()
		case <-timer.C:
			return "", false, lang.Errorf("verify.own.silent", "flag", flagOf(in), "patience", f.o.patience,
				"n", f.Taken[in])
		case <-f.ctx.Done():
			return "", false, f.ctx.Err()
		}
	}
}

func (f *feeder) far() {
	fmt.Fprintln(f.err, f.say.Text("verify.own.far", "record", f.Taken[0], "neighbour", f.Taken[1], "needed", f.Goal))
}

// restart starts a copy again that has ended with an error where failures count, or says why not: that all
// releases of both commands failed, that there is no command, that it ended as it should.
func (f *feeder) restart(in, k int) error {
	x := f.copies[in][k]
	none := strings.HasPrefix(x.died, "exit status 126") || strings.HasPrefix(x.died, "exit status 127") // of a shell
	always := f.died == f.Taken && min(f.died[0], f.died[1]) >= mostAlways
	if err := cmp.Or(f.ctx.Err(),
		lang.ErrorIf(x.long, "verify.own.line", "flag", flagOf(in), "bytes", mostLine, "line", x.taken+1),
		lang.ErrorIf(x.died == "", "verify.own.ended", "flag", flagOf(in), "n", f.Taken[in], "goal", f.Goal),
		lang.ErrorIf(!f.o.failures || none || always, "verify.own.failed", "flag", flagOf(in), "n", f.Taken[in],
			"why", x.died, "advice", strconv.FormatBool(!f.o.failures && !none))); err != nil {
		return err
	}
	x.again++
	f.died[in]++
	f.why[in] = x.died
	return f.start(in, k)
}

// running is a command that was started.
type running struct {
	lines chan string // closed when no more come, and then:
	died  string      // why it ended, if not by itself
	long  bool        // a line was longer than mostLine
}

// start runs a command by the shell, as one of commands, with more in its environment. ahead is how many lines
// may wait. If asks is not nil, it reads these lines until the channel is closed. When it ends, or ctx does, all
// of its process group is ended.
func start(ctx context.Context, text string, ahead int, asks <-chan string, commands *sync.WaitGroup,
	more ...string) (*running, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", text)
	cmd.Env = append(append(os.Environ(), workAt+"="), more...) // a password may stand in it
	cmd.WaitDelay = time.Second
	together(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if asks != nil {
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		go func() {
			defer in.Close()
			for line := range asks {
				io.WriteString(in, line)
			}
		}()
	}
	said := &tail{}
	cmd.Stderr = said
	commands.Add(1)
	if err := cmd.Start(); err != nil {
		commands.Done()
		return nil, err
	}
	r := &running{lines: make(chan string, ahead)}
	stop := context.AfterFunc(ctx, func() { out.Close() }) // which one that left the group may have open, too
	go func() {
		defer commands.Done()
		defer cmd.Cancel()
		defer stop()
		defer close(r.lines)
		rest, err := r.read(ctx, out)
		if r.long = err == bufio.ErrBufferFull; r.long {
			cmd.Cancel()
		}
		if err := cmd.Wait(); err != nil {
			r.died = err.Error()
			if last := said.last(); last != "" {
				r.died += ": " + last
			}
		} else if rest != "" && !r.long { // of a command that died it may be half a release
			r.send(ctx, rest)
		}
	}()
	return r, nil
}

// read passes lines on, empty ones among them, and returns what stands after the last.
func (r *running) read(ctx context.Context, out io.Reader) (rest string, err error) {
	in := bufio.NewReaderSize(out, mostLine)
	for {
		line, err := in.ReadSlice('\n')
		text := strings.TrimRight(string(line), "\r\n")
		if err != nil {
			return text, err
		}
		if !r.send(ctx, text) {
			return "", ctx.Err()
		}
	}
}

// send passes on one line; it reports whether anybody still wants it.
func (r *running) send(ctx context.Context, line string) bool {
	select {
	case r.lines <- line:
		return true
	case <-ctx.Done():
		return false
	}
}

// tail keeps the end of what a command says on standard error.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > 4096 {
		t.b = t.b[len(t.b)-4096:]
	}
	return len(p), nil
}

func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.b)), "\n")
	return lang.Clip(strings.ToValidUTF8(strings.TrimSpace(lines[len(lines)-1]), "?"), 100)
}
