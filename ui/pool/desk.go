package pool

import (
	"bytes"
	"slices"

	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/lab"
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
	job   work.Job
	phase int
	state []byte
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

// Handle does what one message asks. answer is false where none is due. It
// does not panic: a panic in a laboratory becomes one sentence.
func (d *Desk) Handle(head string, blobs [][]byte) (reply string, out [][]byte, answer bool) {
	start := now()
	q, err := wire.ParseRequest(head)
	if err == nil && q.Op == wire.OpForget {
		delete(d.jobs, q.Run)
		return "", nil, false
	}
	var a wire.Reply
	if err == nil {
		a, out, err = d.do(q, blobs)
	}
	if err != nil {
		a, out = wire.Reply{Fail: err.Error()}, nil
	}
	a.ID = q.ID
	a.Millis = now() - start
	return wire.Head(a), out, true
}

func (d *Desk) do(q wire.Request, blobs [][]byte) (a wire.Reply, out [][]byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("The computation failed inside: %v. The setting that leads here can be reported with its link.", r)
			d.open = nil // a model may have been left half made
			delete(d.jobs, q.Run)
		}
	}()
	if q.Op == wire.OpLook {
		return d.look(q, blobs)
	}
	j, rest, err := d.job(q, blobs)
	if err != nil {
		return a, nil, err
	}
	switch q.Op {
	case wire.OpPlan:
		return d.plan(j, nil)
	case wire.OpDo:
		data, err := j.job.Do(j.state, q.Chunk)
		return a, [][]byte{data}, err
	case wire.OpMerge:
		if len(rest) != len(q.Chunks) {
			return a, nil, fmt.Errorf("A worker got %d parts for %d chunks.", len(rest), len(q.Chunks))
		}
		parts := make([]work.Part, len(rest))
		for i := range rest {
			parts[i] = work.Part{Chunk: q.Chunks[i], Data: rest[i]}
		}
		work.Sort(parts)
		if j.state, err = j.job.Merge(j.state, parts); err != nil {
			return a, nil, err
		}
		j.phase++
		return d.plan(j, [][]byte{j.state})
	}
	return a, nil, fmt.Errorf("A worker was asked for %q, which it does not know.", q.Op)
}

// plan adds what a state leads into and what can be shown at it.
func (d *Desk) plan(j *jobState, out [][]byte) (a wire.Reply, _ [][]byte, err error) {
	if p, ok := j.job.Plan(j.state); ok {
		a.Next = &p
		if j.state == nil {
			return a, out, nil
		}
	}
	shown, err := j.job.Output(j.state)
	if err != nil {
		return a, nil, err
	}
	if shown != nil {
		a.Output, out = true, append(out, shown)
	}
	return a, out, nil
}

// job returns the run's job at the request's state, and the other blobs.
func (d *Desk) job(q wire.Request, blobs [][]byte) (*jobState, [][]byte, error) {
	j := d.jobs[q.Run]
	if j == nil {
		l, s, err := d.spec(q.Spec)
		if err != nil {
			return nil, nil, err
		}
		job, err := lab.Start(l, s, q.Task)
		if err != nil {
			return nil, nil, err
		}
		j = &jobState{job: job}
		d.jobs[q.Run] = j
	}
	if q.State {
		if len(blobs) == 0 {
			return nil, nil, fmt.Errorf("A worker did not get the state that its message speaks of.")
		}
		j.phase, j.state, blobs = q.Phase, blobs[0], blobs[1:]
	}
	if j.phase != q.Phase {
		return nil, nil, fmt.Errorf("A worker is at phase %d of a run whose phase is %d.", j.phase, q.Phase)
	}
	return j, blobs, nil
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
	if a.Look, err = json.Marshal(look); err != nil {
		return a, nil, err
	}
	f, err := json.Marshal(look.Film)
	return a, [][]byte{f}, err
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
