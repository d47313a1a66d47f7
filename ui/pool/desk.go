package pool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// kept is how many models a worker keeps: the Spec on show, the one of a run,
// and a few that a visitor goes back and forth between.
const kept = 4

// Desk is what a worker does with the messages it gets. It is not safe for
// concurrent use.
type Desk struct {
	find lab.Finder
	home string
	jobs map[int64]*jobState
	open []openModel // the latest first
}

type jobState struct {
	job       work.Job
	batch     int // the batch that do does
	do        func(work.Chunk) ([]byte, error)
	conductor *conductor // where this worker runs the job
}

type openModel struct {
	key   string
	model lab.Model
}

// NewDesk returns a desk that knows these laboratories; home is the one of a
// Spec that names none.
func NewDesk(find lab.Finder, home string) *Desk {
	return &Desk{find: find, home: home, jobs: map[int64]*jobState{}}
}

// Handle does what one message asks and says its replies, the last of which is
// the answer. It does not panic: a panic in a laboratory becomes one sentence.
func (d *Desk) Handle(head string, blobs [][]byte, say func(reply string, blobs [][]byte)) {
	start := now()
	q, err := wire.ParseRequest(head)
	if err == nil && q.Op == wire.OpForget {
		d.forget(q.Run)
		return
	}
	var a wire.Reply
	var out [][]byte
	if err == nil {
		a, out, err = d.do(q, blobs, func(a wire.Reply, blobs ...[]byte) {
			a.ID, a.More = q.ID, true
			say(wire.Head(a), blobs)
		})
	}
	if err != nil {
		a, out = wire.Reply{Fail: err.Error()}, nil
		if p := (*lab.Problem)(nil); errors.As(err, &p) {
			a.Field = p.Field
		}
	}
	a.ID = q.ID
	a.Millis = now() - start
	say(wire.Head(a), out)
}

func (d *Desk) do(q wire.Request, blobs [][]byte, more func(wire.Reply, ...[]byte)) (a wire.Reply, out [][]byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("The computation failed inside: %v. The setting that leads here can be reported with its link.", r)
			d.open = nil // a model may have been left half made
			d.forget(q.Run)
		}
	}()
	switch q.Op {
	case wire.OpPing:
		return a, nil, nil
	case wire.OpLook:
		return d.look(q, blobs)
	}
	j, err := d.job(q)
	if err != nil {
		return a, nil, err
	}
	switch q.Op {
	case wire.OpRun:
		if j.conductor != nil {
			j.conductor.stop()
		}
		j.conductor = conduct(j.job)
		return j.conductor.resume(more)
	case wire.OpGive:
		if j.conductor == nil || len(blobs) != len(q.Chunks) {
			return a, nil, fmt.Errorf("A worker got %d parts for %d chunks.", len(blobs), len(q.Chunks))
		}
		parts := make([]work.Part, len(blobs))
		for i := range blobs {
			parts[i] = work.Part{Chunk: q.Chunks[i], Data: blobs[i]}
		}
		j.conductor.parts, j.conductor.last = parts, q.Last
		return j.conductor.resume(more)
	case wire.OpDo:
		if q.Ask != nil {
			if len(blobs) != 1 {
				return a, nil, fmt.Errorf("A worker did not get the batch that its message speaks of.")
			}
			b := *q.Ask
			b.Args = blobs[0]
			if j.do, err = j.job.Prepare(b); err != nil {
				return a, nil, err
			}
			j.batch = q.Batch
		}
		if j.do == nil || j.batch != q.Batch {
			return a, nil, fmt.Errorf("A worker was asked for a part of batch %d, which it does not know.", q.Batch)
		}
		data, err := j.do(q.Chunk)
		return a, [][]byte{data}, err
	}
	return a, nil, fmt.Errorf("A worker was asked for %q, which it does not know.", q.Op)
}

// job returns the run's job.
func (d *Desk) job(q wire.Request) (*jobState, error) {
	j := d.jobs[q.Run]
	if j == nil {
		l, s, err := d.spec(q.Spec)
		if err != nil {
			return nil, err
		}
		job, err := lab.Start(l, s, q.Task)
		if err != nil {
			return nil, err
		}
		j = &jobState{job: job}
		d.jobs[q.Run] = j
	}
	return j, nil
}

func (d *Desk) forget(run int64) {
	if j := d.jobs[run]; j != nil && j.conductor != nil {
		j.conductor.stop()
	}
	delete(d.jobs, run)
}

func (d *Desk) look(q wire.Request, blobs [][]byte) (a wire.Reply, out [][]byte, err error) {
	l, s, err := d.spec(q.Spec)
	if err != nil {
		return a, nil, err
	}
	var r *lab.Report
	if q.Report && len(blobs) > 0 {
		if r, err = lab.UnmarshalReport(blobs[0], d.find, d.home); err != nil {
			return a, nil, err
		}
	}
	look, err := lab.LookAt(l, s, r)
	if err != nil {
		return a, nil, err
	}
	numbers := sheet.Detach(look.Sheets)
	text, err := json.Marshal(look)
	if err != nil {
		return a, nil, err
	}
	f, err := look.Film.MarshalBinary()
	return a, [][]byte{f, text, numbers}, err
}

// spec reads a Spec and returns its laboratory, whose Open remembers models.
func (d *Desk) spec(data []byte) (lab.Laboratory, lab.Spec, error) {
	s, probs := lab.ParseJSON(data, d.find, d.home)
	if len(probs) > 0 {
		return nil, s, &probs[0]
	}
	return &remembering{d.find(s.Lab), d}, s, nil
}

// remembering is a laboratory whose models outlive a request: looking at a
// Spec and then running it prepares it once.
type remembering struct {
	lab.Laboratory
	d *Desk
}

// Test implements lab.Sampler where the laboratory does.
func (r *remembering) Test(s lab.Spec, files []lab.File, column string, run bool) (*lab.Sampled, error) {
	if l, ok := r.Laboratory.(lab.Sampler); ok {
		return l.Test(s, files, column, run)
	}
	return nil, &lab.Problem{Say: "This laboratory tests no samples."}
}

// Bug implements lab.Reporter where the laboratory does.
func (r *remembering) Bug(report *lab.Report) (string, error) {
	if l, ok := r.Laboratory.(lab.Reporter); ok {
		return l.Bug(report)
	}
	return "", &lab.Problem{Say: "Runs of this laboratory are not sent as bug reports."}
}

// Open returns the model that is there already, or makes it.
func (r *remembering) Open(s lab.Spec) (lab.Model, error) {
	b, err := s.MarshalJSON()
	if err != nil {
		return nil, err
	}
	d, key := r.d, string(bytes.TrimSpace(b))
	if i := slices.IndexFunc(d.open, func(o openModel) bool { return o.key == key }); i >= 0 {
		o := d.open[i]
		d.open = slices.Insert(slices.Delete(d.open, i, i+1), 0, o)
		return o.model, nil
	}
	m, err := r.Laboratory.Open(s)
	if err != nil {
		return nil, err
	}
	d.open = slices.Insert(d.open, 0, openModel{key, m})
	d.open = d.open[:min(len(d.open), kept)]
	return m, nil
}
