//go:build cluster

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"indistinct/core/audit"
	"indistinct/core/cmd/cluster"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/work"
)

func init() {
	queue.worker, queue.runs, queue.shown = (*command).worker, (*command).ofRuns, cluster.Shown
	queue.elsewhere, queue.programs = (*command).elsewhere, (*command).programsAway
}

// secret reads an address that is in a file, as @FILE: what stands in a command line can be
// seen by everybody on the machine.
func (c *command) secret(address *string) error {
	name, ok := strings.CutPrefix(*address, "@")
	if !ok {
		return nil
	}
	data, err := c.file(name)
	if *address = strings.TrimSpace(string(data)); err == nil && *address == "" {
		err = lang.Errorf("verify.cluster.blank", "what", name)
	}
	return err
}

// request is what a worker needs of a laboratory's run, or of a test of two commands.
type request struct {
	Spec      json.RawMessage `json:"spec,omitempty"`
	Task      string          `json:"task,omitempty"`
	Estimator string          `json:"estimator,omitempty"` // of the kind Commands: what estimates
	A         string          `json:"a,omitempty"`
	B         string          `json:"b,omitempty"`
	Patience  time.Duration   `json:"patience,omitempty"`
	Audit     [][2]string     `json:"audit,omitempty"` // tells runs of the same commands apart
}

// connect connects to the cluster that the flags name.
func (c *command) connect(ctx context.Context, f *clusterFlags, within time.Duration) (*cluster.Cluster, error) {
	if err := c.secret(&f.URL); err != nil {
		return nil, err
	}
	soon, stop := context.WithTimeout(ctx, within)
	defer stop()
	return cluster.Connect(soon, cluster.Options{URL: f.URL, Creds: f.Creds, CA: f.CA, Cert: f.Cert, Key: f.Key,
		Say: c.note})
}

// onCluster has a run done by a cluster, of the kind Commands where nothing here can check it. do
// gets the run; what it returns is the result.
func (c *command) onCluster(ctx context.Context, f *clusterFlags, label string, about request, local work.Job,
	do func(*cluster.Run) error) error {
	job := cluster.Job{Kind: cluster.Plain, Label: label, Patience: about.Patience}
	if local == nil {
		job.Kind = cluster.Commands
	}
	var err error
	if job.Data, err = json.Marshal(about); err != nil {
		return err
	}
	conn, err := c.connect(ctx, f, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	run, err := conn.Ask(ctx, job, cluster.Asking{Resume: f.resume, Chunk: f.chunk, Check: f.share, Local: local})
	if err != nil {
		return err
	}
	c.away.Store(true)
	c.note(lang.Say("verify.cluster.run", "run", run.ID))
	done := make(chan error, 1)
	go func() { done <- do(run) }()
	select {
	case err = <-done:
	case <-run.Context().Done(): // between its batches a job hears of nothing
		select {
		case err = <-done:
		case <-time.After(patience / 2):
			err = context.Cause(run.Context())
		}
	}
	if cause := context.Cause(run.Context()); err != nil && cause != nil {
		err = cause
	}
	run.Close(err)
	if errors.Is(err, context.Canceled) {
		return lang.Errorf("verify.cluster.kept", "run", run.ID)
	}
	return err
}

func (c *command) note(m lang.Message) {
	fmt.Fprintln(visible{c.err}, c.say.Say(m))
}

// elsewhere does a laboratory's job on a cluster, with a command e if that is one; beside says
// what of it was done twice, or that nothing was.
func (c *command) elsewhere(ctx context.Context, f *clusterFlags, s lab.Spec, task string, job work.Job,
	e *estimator, progress func(work.Progress)) (data []byte, beside lang.Message, err error) {
	about, local := request{Task: task}, job
	if e.text != "" {
		about.Estimator, about.Patience, local = e.text, e.patience, nil
	}
	if about.Spec, err = json.Marshal(s); err != nil {
		return nil, beside, err
	}
	err = c.onCluster(ctx, f, s.Lab+" "+task, about, local,
		func(run *cluster.Run) (err error) {
			for {
				data, err = work.RunBy(run.Context(), job, run, func(p work.Progress) {
					run.Progress(p.Fraction)
					progress(p)
				})
				var r audit.Report // of another task than an audit it has no verdict
				if beside = run.Checked(lang.Say("cluster.open.to")); err != nil || json.Unmarshal(data, &r) != nil ||
					r.Verdict != audit.Violation || f.share == 0 {
					break
				}
				// A violation that wrong trials could have made up is no result.
				past, most := run.Past(), r.Bears()
				if past <= most {
					left := lang.Above(r.Left(past), float64(r.Epsilon))
					beside = run.Checked(lang.Say("cluster.left", "epsilon", r.Proven(), "left", left))
					break
				}
				c.note(lang.Say("cluster.again", "past", past))
				if err = run.Again(audit.Counted, most); err != nil {
					break
				}
			}
			if local == nil {
				beside = lang.Say("verify.estimator.believed", "n", run.Claims)
			}
			return err
		})
	return data, beside, err
}

// ofRuns lists the runs of a cluster, or cancels one.
func (c *command) ofRuns(ctx context.Context, f *clusterFlags) int {
	soon, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	conn, err := c.connect(ctx, f, 10*time.Second)
	if err != nil {
		return c.fail(lang.Of(err))
	}
	defer conn.Close()
	if f.cancel != "" {
		if err := conn.Cancel(soon, f.cancel); err != nil {
			return c.bad(lang.Of(err))
		}
		fmt.Fprintln(c.out, c.say.Text("verify.cluster.cancelled", "run", f.cancel))
		return ran
	}
	runs, err := conn.List(soon)
	if err != nil {
		return c.fail(lang.Of(err))
	}
	if len(runs) == 0 {
		fmt.Fprintln(c.out, c.say.Text("verify.cluster.empty"))
		return ran
	}
	var rows [][]string
	for _, e := range runs {
		row := []string{e.Run, e.Label, c.say.Text("verify.cluster.state", "state", e.State), "", ""}
		if e.State == cluster.Running {
			row[3] = c.say.Text("verify.cluster.done", "share", 100*e.Fraction)
			if !e.Asked {
				row[4] = c.say.Text("verify.cluster.unasked")
			}
		}
		rows = append(rows, row)
	}
	c.printer().align(rows)
	return ran
}

// releases are a part of a test of two commands: what one copy of one of them printed.
type releases struct {
	Lines  []string `json:"lines"`
	Prints []string `json:"prints,omitempty"` // as in feeder
}

// programsAway tests two commands by the copies of a cluster's workers.
func (c *command) programsAway(ctx context.Context, o *ownOptions) (j *samples.Judgement, err error) {
	about := request{A: o.a, B: o.b, Patience: o.patience, Audit: o.audit}
	label := lang.Clip(clip(o.a), 30) + " | " + lang.Clip(clip(o.b), 30)
	err = c.onCluster(ctx, &o.cluster, label, about, nil, func(run *cluster.Run) (err error) {
		f := &awayFeed{feeder: feeder{command: c, o: o}, run: run, stop: func() {}}
		defer func() { f.stop() }()
		if j, err = f.judge(f.next); err != nil {
			return err
		}
		j.Warnings = append(j.Warnings, lang.Say("verify.cluster.drawn"))
		if n := run.Claims; n > 0 {
			j.Warnings = append(j.Warnings, lang.Say("verify.cluster.claims", "n", n))
		}
		return nil
	})
	return j, err
}

// awayFeed hands the releases of a cluster to a series: those of the chunks in their order.
type awayFeed struct {
	feeder
	run   *cluster.Run
	more  func() (work.Part, error, bool) // of a batch; nil: there is none
	stop  func()
	lines [2][]string
	asked int // releases of each input
}

func (f *awayFeed) next(in int) (line string, err error) {
	for len(f.lines[in]) == 0 {
		if f.more == nil {
			n := max(f.Goal-f.asked, 1) // some lines may have been headers
			f.asked += n
			f.more, f.stop = iter.Pull2(f.run.Parts(work.Batch{Name: "verify.own.command", Kind: cluster.Commands,
				Inputs: 2, Trials: int64(n), Grain: 1}))
		}
		p, err, ok := f.more()
		switch {
		case !ok:
			f.more = nil
			continue
		case err != nil:
			return "", err
		}
		if err := f.take(p); err != nil {
			return "", err
		}
		f.run.Progress(float64(f.Taken[0]+f.Taken[1]) / float64(max(2*f.Goal, 1)))
		select {
		case <-f.ticks:
			f.far()
		default:
		}
	}
	line, f.lines[in] = f.lines[in][0], f.lines[in][1:]
	return line, nil
}

// take adds a part's releases.
func (f *awayFeed) take(p work.Part) error {
	var r releases
	in := p.Chunk.Input
	if err := json.Unmarshal(p.Data, &r); err != nil || int64(len(r.Lines)) != p.Chunk.Count || in < 0 || in > 1 {
		return lang.Errorf("verify.cluster.part")
	}
	f.lines[in] = append(f.lines[in], r.Lines...)
	f.prints[in] = append(f.prints[in], r.Prints...)
	return nil
}
