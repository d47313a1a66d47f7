package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/work"
)

// Job is the audit of one mechanism as work for a crew. Its result is a Report,
// and so is what it shows on the way: in sequential mode after each batch, and
// before the exact profile where there is one.
type Job struct {
	// Encode writes a report; nil is JSON.
	Encode func(*Report) ([]byte, error)
	// Watch, if not nil, follows the test.
	Watch *Watch

	m          mechanism.Mechanism // on the first of its pairs of inputs
	paired     mechanism.Paired    // nil where there is one pair alone
	set        Settings
	steps, dim int
	gamma      int
	asked      int // selection releases of each input that were asked for
}

// NewJob readies the audit of a mechanism.
func NewJob(m mechanism.Mechanism, set Settings) (*Job, error) {
	if m == nil {
		return nil, errors.New("there is no mechanism to audit")
	}
	if err := set.Check(); err != nil {
		return nil, err
	}
	var paired mechanism.Paired
	if p, ok := m.(mechanism.Paired); ok && len(p.Pairs()) > 1 {
		first, err := p.On(0)
		if err != nil {
			return nil, err
		}
		m, paired = first, p
	}
	steps, dim := m.Shape()
	switch {
	case steps < 1 || steps > mostSteps:
		return nil, fmt.Errorf("the mechanism's releases have %d steps; 1 to %d can be audited", steps, mostSteps)
	case dim < 1 || dim > mostDim:
		return nil, fmt.Errorf("the mechanism's releases have %d numbers a step; 1 to %d can be audited", dim, mostDim)
	case set.N > mostSelection/(steps*dim):
		return nil, fmt.Errorf("n = %d releases of %d numbers are more than memory holds; at most %d releases", set.N, steps*dim, mostSelection/(steps*dim))
	}
	if (&paper.Cover{Steps: steps, Dim: dim, Grid: set.Grid}).PerStep() > math.MaxInt32 {
		return nil, fmt.Errorf("r = %d in %d dimensions gives more than 2³¹ cells a step; choose r^%d below that", set.Grid, dim, dim)
	}
	gamma, err := paper.Scenarios(set.Beta, set.Gamma, dim)
	if err != nil {
		return nil, err
	}
	if gamma > mostSelection/(steps*dim) {
		return nil, fmt.Errorf("β = %v and γ = %v ask for Γ = %d releases of %d numbers, more than memory holds; choose a larger β", set.Beta, set.Gamma, gamma, steps*dim)
	}
	if t, ok := m.(mechanism.Truther); ok && len(t.Truth()) != steps*dim {
		return nil, fmt.Errorf("the mechanism's truth has %d numbers where a release has %d", len(t.Truth()), steps*dim)
	}
	j := &Job{m: m, paired: paired, set: set, steps: steps, dim: dim, gamma: gamma, asked: set.N}
	j.set.N = min(set.N, heldSelection/(steps*dim))
	return j, nil
}

// Run implements work.Job: see Report.
func (j *Job) Run(crew work.Crew) ([]byte, error) {
	r, err := j.Report(crew)
	if err != nil {
		return nil, err
	}
	return j.encode(r)
}

func (j *Job) encode(r *Report) ([]byte, error) {
	if j.Encode == nil {
		return json.Marshal(r)
	}
	return j.Encode(r)
}

// The kinds of batches.
const (
	kindDraw  = "draw"
	kindCount = "count"
	kindExact = "exact"
)

// Prepare implements work.Job.
func (j *Job) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	if do, ok, err := j.hunt().Prepare(b); ok {
		return do, err
	}
	var do func(work.Chunk) []byte
	switch b.Kind {
	case kindDraw:
		var d drawing
		if err := json.Unmarshal(b.Args, &d); err != nil {
			return nil, err
		}
		if _, err := j.on(d.Pair); err != nil {
			return nil, err
		}
		do = func(c work.Chunk) []byte { return j.drawChunk(d, c) }
	case kindCount:
		var k counting
		if err := json.Unmarshal(b.Args, &k); err != nil {
			return nil, err
		}
		if _, err := j.on(k.Pair); err != nil {
			return nil, err
		}
		if err := j.fits(k.Cover); err != nil {
			return nil, err
		}
		if k.Levels != nil && learn.ScoreOf(k.Levels.Score, j.steps, j.dim) == nil {
			return nil, errors.New("the score belongs to another mechanism")
		}
		for _, i := range k.Coordinates {
			if i < 0 || i >= j.steps*j.dim {
				return nil, fmt.Errorf("a release has no number %d", i)
			}
		}
		do = func(c work.Chunk) []byte { return j.countChunk(&k, c) }
	case kindExact:
		var x profiling
		if err := json.Unmarshal(b.Args, &x); err != nil {
			return nil, err
		}
		m, err := j.on(x.Pair)
		if err != nil {
			return nil, err
		}
		p, ok := m.(mechanism.Laborious)
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
