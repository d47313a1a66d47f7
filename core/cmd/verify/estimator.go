package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/labs/ring"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// estimator is a command that reads a record a line and answers a line of estimates.
type estimator struct {
	text     string // empty: there is none
	patience time.Duration
	ctx      context.Context
	stop     context.CancelFunc
	commands *sync.WaitGroup // that were started

	mu    sync.Mutex
	all   []*process
	alike bool // two processes answered their first lines alike: see try
}

func newEstimator(ctx context.Context, commands *sync.WaitGroup) *estimator {
	e := &estimator{commands: commands}
	e.ctx, e.stop = context.WithCancel(ctx)
	return e
}

// in returns the laboratories, of which the ring asks the command.
func (e *estimator) in(labs lab.Catalog) (out lab.Catalog) {
	for _, l := range labs {
		if r, ok := l.(ring.Lab); ok {
			r.Commands, r.Command = true, e.open
			l = r
		}
		out = append(out, l)
	}
	return out
}

// open implements the Command of ring.Lab.
func (e *estimator) open(s script.System) (script.Estimator, error) {
	if e.text == "" { // no link and no file names what runs here
		return nil, lang.Errorf("verify.estimator.missing")
	}
	c := &commanded{estimator: e, steps: s.Steps, free: make(chan *process, 1<<16),
		env: []string{"PYTHONUNBUFFERED=1"}}
	list := strings.NewReplacer("] [", ";", " ", ",", "[", "", "]", "")
	for _, v := range [][2]any{{"SENSORS", s.Sensors}, {"START", s.Start}, {"SPREAD", s.Spread},
		{"TRANSITION", s.Transition}, {"NOISE", s.Noise}, {"STEP", s.Step}, {"STEPS", s.Steps},
		{"READING", s.Reading}, {"DIAL", s.Dial}, {"DISTANCE", s.Distance}} {
		c.env = append(c.env, fmt.Sprintf("INDISTINCT_%s=%s", v[0], list.Replace(fmt.Sprint(v[1]))))
	}
	return c, nil
}

// blamed reports whether an error is the command's.
func (e *estimator) blamed(err error) bool {
	return e.text != "" && err != nil && strings.HasPrefix(lang.Of(err).ID(), "verify.")
}

// finish ends all processes, which nobody asks any more; the error is that one had answers left.
func (e *estimator) finish() (err error) {
	limit, stop := context.WithTimeout(e.ctx, finishing)
	defer stop()
	for _, x := range e.all {
		if err == nil {
			err = x.finish(limit)
		}
	}
	e.Close()
	return err
}

// Close ends all processes, also while they are asked.
func (e *estimator) Close() error {
	e.stop()
	e.commands.Wait()
	return nil
}

// finishing is how long a process may take to end when no more lines come.
const finishing = 2 * time.Second

// said says what a report should of the releases; away: they are of other machines' processes.
func (e *estimator) said(away bool) lang.Message {
	if e.text == "" {
		return ""
	}
	n := len(e.all)
	if away {
		n = 0
	}
	return lang.Say("verify.estimator.ran", "command", e.text, "n", n, "alike", strconv.FormatBool(e.alike))
}

// commanded is the command for one system: a process for each record that is estimated at a time.
type commanded struct {
	*estimator
	env   []string
	steps int // of a record
	free  chan *process
	once  sync.Once
	fault error // of the first lines
}

// Claim, Warning, Plant and Bind implement script.Estimator: a command says nothing of itself.
func (*commanded) Claim() *privacy.Claim { return nil }
func (*commanded) Warning() lang.Message { return "" }
func (*commanded) Plant() script.Plant   { return nil }
func (c *commanded) Bind(records [2][]float64) script.Bound {
	b := &boundCommand{commanded: c}
	for i, r := range records {
		b.records[i] = strings.Trim(fmt.Sprint(r), "[]")
	}
	return b
}

// boundCommand is a command with its records as it reads them. It starts nothing: an estimate is
// that of a process that is free.
type boundCommand struct {
	*commanded
	records [2]string
}

// Fork implements script.Bound, and what follows script.EstimatorRun: with the pace of a filter in an interpreted
// language, and without a trace, since nobody knows what a command draws.
func (b *boundCommand) Fork() (script.EstimatorRun, error)             { return b, nil }
func (*boundCommand) Pace() (took, undrawn float64)                    { return 2000, 0 }
func (*boundCommand) Trace(mechanism.Input, *rng.Stream) []script.Draw { return nil }
func (b *boundCommand) Estimate(in mechanism.Input, s *rng.Stream, publish func(step int, x []float64)) error {
	line := func() string { return fmt.Sprintf("%d %s\n", s.Uint64()>>11, b.records[in&1]) }
	first := line()
	b.once.Do(func() { b.fault = b.try([2]string{first, line()}) })
	var out []float64
	x, err := b.take()
	if err = cmp.Or(b.fault, err); err == nil {
		defer func() { b.free <- x }()
		_, out, err = x.ask(first)
	}
	switch {
	case err != nil:
		return &script.Fault{Say: lang.Of(err)}
	case out == nil:
		return &script.Fault{Say: lang.Say("verify.estimator.nan"), Failed: true}
	}
	for k := 0; 2*k < len(out); k++ {
		publish(k, out[2*k:2*k+2])
	}
	return nil
}

// take returns a process that is free, or one more.
func (c *commanded) take() (x *process, err error) {
	select {
	case x = <-c.free:
		return x, nil
	default:
	}
	if x, err = c.start(); err == nil {
		c.mu.Lock()
		c.all = append(c.all, x)
		c.mu.Unlock()
	}
	return x, err
}

func (c *commanded) start() (*process, error) {
	asks := make(chan string)
	r, err := start(c.ctx, c.text, 1, asks, c.commands, c.env...)
	if err != nil {
		return nil, lang.Errorf("verify.own.start", "flag", "-estimator", "why", err)
	}
	return &process{c, r, asks, 0}, nil
}

// try asks two new processes, with two seeds, and tells them that there are no more lines: one whose
// answers come late has one left.
func (c *commanded) try(lines [2]string) error {
	limit, stop := context.WithTimeout(c.ctx, c.patience+finishing)
	defer stop()
	var answers [2]string
	for i, line := range lines {
		x, err := c.start()
		if err == nil {
			answers[i], _, err = x.ask(line)
		}
		if err == nil {
			err = x.finish(limit)
		}
		if err != nil {
			return err
		}
	}
	c.alike = answers[0] == answers[1]
	return nil
}

// parse returns the numbers of an answer to a process's last line, nil where one is not finite
// or too large: then the estimate failed.
func (x *process) parse(answer string) (out []float64, err error) {
	text := strings.NewReplacer("np.float64(", " ", "[", " ", "]", " ", "(", " ", ")", " ").Replace(answer)
	fields, finite := strings.Fields(text), true
	if strings.Contains(text, ",") {
		fields = strings.Split(text, ",")
	}
	for _, f := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
		if err != nil {
			return nil, lang.Errorf("verify.estimator.word", "line", x.asked, "got", clip(f))
		}
		out, finite = append(out, v), finite && math.Abs(v) <= 1e150
	}
	if !finite {
		return nil, nil
	} else if n := len(out); n == 0 || n%2 > 0 || n > 2*x.steps {
		return nil, lang.Errorf("verify.estimator.length", "line", x.asked, "n", n, "most", 2*x.steps)
	}
	return out, nil
}

// process is one process of the command.
type process struct {
	*commanded
	*running
	asks  chan<- string // lines that it is to read; closed: there are no more
	asked int           // lines
}

// ask sends a line to a process and returns its answer, as it is and as parse reads it.
func (x *process) ask(line string) (answer string, out []float64, err error) {
	limit := time.NewTimer(x.patience)
	defer limit.Stop()
	x.asked++
	asks, alive, early := x.asks, true, len(x.lines) > 0
	for alive && !early {
		select {
		case asks <- line:
			asks = nil
		case answer, alive = <-x.lines:
			if early = alive && asks != nil; alive && !early {
				out, err = x.parse(answer)
				return answer, out, err
			}
		case <-limit.C:
			return "", nil, lang.Errorf("verify.estimator.silent", "line", x.asked, "patience", x.patience)
		case <-x.ctx.Done():
			alive = false
		}
	}
	switch {
	case x.ctx.Err() != nil:
		err = lang.Errorf("verify.interrupted")
	case early:
		err = lang.Errorf("verify.estimator.more", "n", x.asked-1)
	case x.long:
		err = lang.Errorf("verify.own.line", "flag", "-estimator", "bytes", mostLine, "line", x.asked)
	default:
		err = lang.Errorf("verify.estimator.failed", "line", x.asked, "why", cmp.Or(x.died, "exit status 0"))
	}
	return "", nil, err
}

// finish tells a process that no more lines come; the error is that it had more answers than
// lines: then each may have been taken for that of another record.
func (x *process) finish(limit context.Context) error {
	close(x.asks)
	select {
	case answer, more := <-x.lines:
		if out, err := x.parse(answer); more && err == nil && out != nil {
			return lang.Errorf("verify.estimator.more", "n", x.asked)
		}
	case <-limit.Done():
	}
	return nil
}
