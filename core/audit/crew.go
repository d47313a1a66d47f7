package audit

import (
	"encoding/json"
	"errors"
	"fmt"

	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/work"
)

// The audit as work for a crew: Run asks, Prepare answers.

// Run implements work.Job: see Report.
func (j *Job) Run(crew work.Crew) ([]byte, error) {
	r, err := j.Report(crew)
	if err != nil {
		return nil, err
	}
	return j.Encode(r)
}

// Prepare implements work.Job.
func (j *Job) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	k := &batch{}
	if err := json.Unmarshal(b.Args, k); err != nil {
		return nil, err
	}
	m, err := j.on(k.Pair)
	if err != nil {
		return nil, err
	}
	var do func(work.Chunk) []byte
	switch b.Kind {
	case kindDraw:
		do = func(c work.Chunk) []byte { return j.drawChunk(k, c) }
	case kindCount, kindCoupled:
		if err := j.fits(k.Cover); err != nil {
			return nil, err
		}
		for _, i := range k.Coordinates {
			if i < 0 || i >= j.steps*j.dim {
				return nil, fmt.Errorf("a release has no number %d", i)
			}
		}
		do = func(c work.Chunk) []byte { return j.countChunk(k, c) }
		if b.Kind == kindCoupled {
			if len(k.Events) == 0 {
				return nil, errors.New("coupled trials need an event")
			}
			do = func(c work.Chunk) []byte { return j.coupledChunk(k, c) }
		}
	case kindExact:
		p, ok := m.(mechanism.ProfiledInParts)
		if !ok {
			return nil, errors.New("the mechanism's profile has no parts")
		}
		do = func(c work.Chunk) []byte { return profileChunk(p, c) }
	default:
		return nil, fmt.Errorf("an audit has no batches of the kind %q", b.Kind)
	}
	return func(c work.Chunk) ([]byte, error) {
		if c.Count < 0 || c.First < 0 || c.Input < 0 || c.Input > 1 {
			return nil, fmt.Errorf("an audit has no trials %d to %d of input %d", c.First, c.First+c.Count-1, c.Input)
		}
		return do(c), nil
	}, nil
}

// fits refuses a cover of another audit.
func (j *Job) fits(c *paper.Cover) error {
	ok := c != nil && c.Steps == j.steps && c.Dim == j.dim && c.Grid == j.set.Grid && len(c.Ellipsoids) == j.steps
	for i := 0; ok && i < len(c.Ellipsoids); i++ {
		e := &c.Ellipsoids[i]
		ok = e.Dim == j.dim && len(e.Center) == j.dim && len(e.Axes) == j.dim*j.dim
	}
	if !ok {
		return errors.New("the high-likely set belongs to another mechanism or grid")
	}
	return nil
}
