package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
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

// An estimator that exists: a command that reads a record a line and answers a line of estimates.

// commanded is the mechanism that a command is.
const commanded = "command"

// estimatorFlags say which command it is; the text is empty where there is none.
type estimatorFlags struct {
	text     string
	patience time.Duration
}

// check returns the settings with the mechanism that a command is, or what is wrong with the flags.
func (f *estimatorFlags) check(l lab.Laboratory, given map[string]bool, set []setting) ([]setting, error) {
	at := slices.IndexFunc(set, func(s setting) bool { return s.name == "mech" })
	_, takes := l.(ring.Lab)
	switch {
	case !given["estimator"] && given["patience"]:
		return nil, lang.Errorf("verify.estimator.alone")
	case f.patience <= 0:
		return nil, lang.Errorf("verify.own.patience")
	case !given["estimator"]:
		return set, nil
	case strings.TrimSpace(f.text) == "":
		return nil, lang.Errorf("verify.estimator.blank")
	case !takes:
		return nil, lang.Errorf("verify.estimator.lab", "lab", l.About().Name)
	case at >= 0 && set[at].text != commanded:
		return nil, lang.Errorf("verify.estimator.mech", "mech", clip(set[at].text))
	case given["check"]:
		return nil, lang.Errorf("verify.cluster.unchecked")
	}
	return append(set, setting{"mech", commanded}), nil
}

// estimator is the command: its processes, and what a report says of them.
type estimator struct {
	estimatorFlags
	ctx  context.Context
	stop context.CancelFunc
	mark string

	mu    sync.Mutex
	pools map[string]*pool // by the environment of the processes
	all   []*process
	fault error // the first that ended the run
	past
}

// past is how an estimator's releases came to be.
type past struct {
	Processes int    `json:"processes"` // that ran at once
	Died      int    `json:"died,omitempty"`
	Why       string `json:"why,omitempty"` // the last of them did
	// Replay says what the same line is answered with: always the same, the same at the start
	// of a process alone, or something else.
	Replay string `json:"replay"`
}

// The answers to a line that is sent again.
const (
	replays = "replays"
	starts  = "starts"
	differs = "differs"
)

func newEstimator(ctx context.Context) *estimator {
	e := &estimator{pools: map[string]*pool{},
		mark: fmt.Sprintf("INDISTINCT_RUN=%d-%d", os.Getpid(), runs.Add(1))}
	e.ctx, e.stop = context.WithCancel(ctx)
	return e
}

// in returns the laboratories, of which the ring asks the command.
func (e *estimator) in(labs lab.Catalog) (out lab.Catalog) {
	for _, l := range labs {
		if r, ok := l.(ring.Lab); ok {
			r.Command = e.open
			l = r
		}
		out = append(out, l)
	}
	return out
}

// open implements the Command of ring.Lab: systems that are the same share their processes.
func (e *estimator) open(s script.System) (script.Estimator, error) {
	if e.text == "" { // no link and no file names what runs here
		return nil, lang.Errorf("verify.estimator.missing")
	}
	var sensors, rows []string
	for _, q := range s.Sensors {
		sensors = append(sensors, numbers(q[:], ","))
	}
	for _, r := range s.Transition {
		rows = append(rows, numbers(r, ","))
	}
	env := []string{e.mark, "PYTHONUNBUFFERED=1",
		"INDISTINCT_SENSORS=" + strings.Join(sensors, ";"),
		"INDISTINCT_START=" + numbers(s.Start, ","),
		"INDISTINCT_SPREAD=" + numbers([]float64{s.Spread}, ""),
		"INDISTINCT_TRANSITION=" + strings.Join(rows, ";"),
		"INDISTINCT_NOISE=" + numbers(s.Noise[:], ","),
		"INDISTINCT_DIAL=" + numbers([]float64{s.Dial}, ""),
		"INDISTINCT_STEP=" + numbers([]float64{s.Step}, ""),
		"INDISTINCT_STEPS=" + strconv.Itoa(s.Steps),
		"INDISTINCT_READING=" + strconv.Itoa(s.Reading)}
	key := strings.Join(env, "\n")
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pools[key] == nil {
		e.pools[key] = &pool{estimator: e, env: env, most: 2 * s.Steps}
	}
	return e.pools[key], nil
}

// numbers writes numbers that are read back as they are.
func numbers(v []float64, between string) string {
	var b []byte
	for i, x := range v {
		if i > 0 {
			b = append(b, between...)
		}
		b = strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return string(b)
}

// close ends all processes and returns what is wrong with the run: so far, or that a process
// had answers left.
func (e *estimator) close() error {
	limit := time.NewTimer(finishing)
	defer limit.Stop()
	e.mu.Lock()
	all, fault := e.all, e.fault
	e.mu.Unlock()
	for _, x := range all {
		if fault == nil {
			fault = x.finish(limit.C)
		}
	}
	endMarked(e.mark)
	e.stop()
	for _, x := range all {
		x.ended()
	}
	return fault
}

// finishing is how long a process may take to end when no more lines come.
const finishing = 2 * time.Second

// said says what a report should of the releases.
func (p *past) said(text string) []aside {
	if text == "" {
		return nil
	}
	out := []aside{{"estimator", lang.Say("verify.estimator.ran", "command", text, "n", p.Processes, "replay",
		p.Replay)}}
	if p.Died > 0 {
		out = append(out, aside{"died", lang.Say("verify.estimator.died", "n", p.Died, "why", p.Why)})
	}
	return out
}

// pool are the processes for one system: one for each record that is estimated at the same time.
type pool struct {
	*estimator
	env   []string
	most  int // numbers of an answer
	width int // that answers have; 0: none came yet
	free  []*process
	once  sync.Once
	tried error // of the first lines
}

// Claim implements script.Estimator: a command says nothing of itself.
func (*pool) Claim() (privacy.Claim, bool) { return privacy.Claim{}, false }

// Plant implements script.Estimator.
func (*pool) Plant() script.Plant { return nil }

// Bind implements script.Estimator.
func (p *pool) Bind(records [2][]float64) script.Bound {
	b := &boundCommand{pool: p}
	for i, r := range records {
		b.lines[i] = " " + numbers(r, " ") + "\n"
	}
	return b
}

// boundCommand is a command with its records as it reads them, behind a seed.
type boundCommand struct {
	*pool
	lines [2]string
}

// Fork implements script.Bound. It starts nothing, since each estimate is of a process that is free.
func (b *boundCommand) Fork() (script.EstimatorRun, error) { return b, nil }

// Pace implements script.EstimatorRun: that of a filter in an interpreted language.
func (*boundCommand) Pace() float64 { return 2000 }

// Estimate implements script.EstimatorRun.
func (b *boundCommand) Estimate(in mechanism.Input, s *rng.Stream, publish func(step int, x []float64)) error {
	out, err := b.estimate(strconv.FormatUint(s.Uint64()>>11, 10) + b.lines[in&1])
	if err != nil {
		return err
	}
	for k := 0; 2*k < len(out); k++ {
		publish(k, out[2*k:2*k+2])
	}
	return nil
}

// estimate returns the answer to a line. Its error is a *script.Fault.
func (p *pool) estimate(line string) ([]float64, error) {
	p.once.Do(func() { p.tried = p.try(line) })
	if p.tried != nil {
		return nil, p.failed(p.tried)
	}
	x := p.take()
	defer p.give(x)
	_, out, err := x.ask(line)
	if err != nil {
		return nil, p.failed(err)
	} else if out == nil {
		return nil, &script.Fault{Say: lang.Say("verify.estimator.nan"), Failed: true}
	}
	return out, nil
}

// take returns a process that is free, or one more, which is started when it is asked.
func (p *pool) take() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		x := p.free[n-1]
		p.free = p.free[:n-1]
		return x
	}
	x := &process{pool: p, number: len(p.all)}
	p.all = append(p.all, x)
	p.Processes++
	return x
}

func (p *pool) give(x *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, x)
}

// failed keeps the first error and returns it as a fault.
func (e *estimator) failed(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.fault == nil {
		e.fault = err
	}
	return &script.Fault{Say: lang.Of(err)}
}

// parse returns the numbers of the answer to a line of so many, nil where one is no number: then
// the estimate failed.
func (p *pool) parse(answer string, line int) ([]float64, error) {
	text := strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]()", r) {
			return ' '
		}
		return r
	}, answer)
	fields := strings.Fields(text)
	if strings.Contains(text, ",") {
		fields = strings.Split(text, ",")
	}
	out, fails := make([]float64, len(fields)), false
	for i, f := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
		if err != nil && !math.IsInf(v, 0) {
			return nil, lang.Errorf("verify.estimator.word", "line", line, "got", clip(f))
		}
		out[i], fails = v, fails || math.IsNaN(v) || math.IsInf(v, 0)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch n := len(out); {
	case fails:
		return nil, nil
	case n == 0 || n%2 > 0 || n > p.most:
		return nil, lang.Errorf("verify.estimator.length", "line", line, "n", n, "most", p.most)
	case p.width > 0 && n != p.width:
		return nil, lang.Errorf("verify.estimator.width", "line", line, "n", n, "width", p.width)
	default:
		p.width = n
	}
	return out, nil
}

// process is one process of the command, which may be started several times.
type process struct {
	*pool
	*running
	number int
	end    context.CancelFunc
	asks   chan string // lines that it is to read
	asked  int         // lines, since its first start
	again  int         // how often it was started after the first time
}

// start starts a process, for the first time or once more.
func (x *process) start() error {
	r, w, err := os.Pipe()
	if err == nil {
		var ctx context.Context
		ctx, x.end = context.WithCancel(x.ctx)
		x.running, err = start(ctx, x.text, 1, r, append(slices.Clone(x.env),
			"INDISTINCT_WORKER="+strconv.Itoa(x.number), "INDISTINCT_ATTEMPT="+strconv.Itoa(x.again))...)
		r.Close()
		if err != nil {
			w.Close()
		}
	}
	if err != nil {
		return lang.Errorf("verify.own.start", "flag", "-estimator", "why", err)
	}
	asks := make(chan string)
	x.asks = asks
	go func() {
		defer w.Close()
		for line := range asks {
			io.WriteString(w, line)
		}
	}()
	return nil
}

// try sends the first line to a process twice, and to another one that is told then that there
// are no more: what says more than it was asked for says it then.
func (p *pool) try(line string) (err error) {
	x, y := p.take(), p.take()
	defer p.give(x)
	var said [3]string
	for i, to := range []*process{x, x, y} {
		if said[i], _, err = to.ask(line); err != nil {
			return err
		}
	}
	limit := time.NewTimer(finishing)
	defer limit.Stop()
	err = y.finish(limit.C)
	y.end()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Processes-- // y
	switch {
	case said[0] != said[2]:
		p.Replay = differs
	case said[0] != said[1]:
		p.Replay = starts
	default:
		p.Replay = replays
	}
	return err
}

// ask sends a line to a process and returns its answer, as it is and as parse reads it. A process
// that dies is started again.
func (x *process) ask(line string) (answer string, out []float64, err error) {
	timer := time.NewTimer(x.patience)
	defer timer.Stop()
	x.asked++
	for {
		if x.running == nil {
			if err := x.start(); err != nil {
				return "", nil, err
			}
		}
		asks, alive, more := x.asks, true, len(x.lines) > 0
		for alive && !more {
			select {
			case asks <- line:
				asks = nil
			case answer, alive = <-x.lines:
				if more = alive && asks != nil; alive && !more {
					out, err = x.parse(answer, x.asked)
					return answer, out, err
				}
			case <-timer.C:
				return "", nil, lang.Errorf("verify.estimator.silent", "line", x.asked, "patience", x.patience)
			case <-x.ctx.Done():
				return "", nil, x.ctx.Err()
			}
		}
		if more {
			return "", nil, lang.Errorf("verify.estimator.more", "n", x.asked-1)
		}
		if err := x.ready(); err != nil {
			return "", nil, err
		}
	}
}

// ready prepares a process that ended for another start, or says why there is none: one that died
// at its first line or often will do so again.
func (x *process) ready() error {
	switch {
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	case x.long:
		return lang.Errorf("verify.own.line", "flag", "-estimator", "bytes", mostLine, "line", x.asked)
	case x.died == "":
		return lang.Errorf("verify.estimator.ended", "line", x.asked)
	case x.again == mostAgain || x.again == 0 && x.asked == 1:
		return lang.Errorf("verify.estimator.failed", "line", x.asked, "why", x.died, "again", x.again)
	}
	x.mu.Lock()
	x.Died++
	x.Why = x.died
	x.mu.Unlock()
	close(x.asks)
	x.again++
	x.running, x.asks = nil, nil
	return nil
}

// finish tells a process that no more lines come; the error is that it had more answers than
// lines: then each may have been taken for that of another record.
func (x *process) finish(limit <-chan time.Time) error {
	if x.asks == nil {
		return nil
	}
	close(x.asks)
	x.asks = nil
	select {
	case answer, more := <-x.lines:
		if out, err := x.parse(answer, x.asked); more && err == nil && out != nil {
			return lang.Errorf("verify.estimator.more", "n", x.asked)
		}
	case <-limit:
	case <-x.ctx.Done():
	}
	return nil
}
