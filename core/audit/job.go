package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Job is the audit of one mechanism as work for a crew. Its result is a Report,
// and so is what it shows on the way: in sequential mode after each batch, and
// before the exact profile where there is one.
type Job struct {
	// Encode writes a report: as JSON, if nobody sets another.
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
		return nil, lang.Errorf("audit.steps", "steps", steps, "most", mostSteps)
	case dim < 1 || dim > mostDim:
		return nil, lang.Errorf("audit.dim", "dim", dim, "most", mostDim)
	case set.N > mostSelection/(steps*dim):
		return nil, lang.Errorf("audit.memory", "n", set.N, "numbers", steps*dim, "most", mostSelection/(steps*dim))
	}
	if (&paper.Cover{Steps: steps, Dim: dim, Grid: set.Grid}).PerStep() > math.MaxInt32 {
		return nil, lang.Errorf("audit.cells", "r", set.Grid, "dim", dim)
	}
	gamma, err := paper.Scenarios(set.Beta, set.Gamma, dim)
	if err != nil {
		return nil, err
	}
	if gamma > mostSelection/(steps*dim) {
		return nil, lang.Errorf("audit.scenarios", "beta", set.Beta, "gamma", set.Gamma, "releases", gamma,
			"numbers", steps*dim)
	}
	if t, ok := m.(mechanism.Estimating); ok && len(t.Truth()) != steps*dim {
		return nil, fmt.Errorf("the mechanism's truth has %d numbers where a release has %d", len(t.Truth()), steps*dim)
	}
	j := &Job{m: m, paired: paired, set: set, steps: steps, dim: dim, gamma: gamma, asked: set.N}
	j.Encode = func(r *Report) ([]byte, error) { return json.Marshal(r) }
	j.set.N, j.set.MaxN = min(set.N, heldSelection/(steps*dim)), min(set.MaxN, heldSelection/(steps*dim))
	names, _ := j.names()
	for pair := range max(len(names), 1) {
		if err := j.grouped(pair).set.Check(); err != nil { // a claim may promise a group nothing
			return nil, err
		}
	}
	return j, nil
}

// The kinds of batches.
const (
	kindDraw  = "draw"
	kindCount = "count"
	kindExact = "exact"
)

// names are those of the pairs that are tried, and how many more there are; nil
// where there is one pair alone.
func (j *Job) names() (tried []lang.Message, left int) {
	if j.paired == nil {
		return nil, 0
	}
	all := j.paired.Pairs()
	n := min(len(all), mostPairs)
	return all[:n], len(all) - n
}

// on returns the mechanism on a pair.
func (j *Job) on(pair int) (mechanism.Mechanism, error) {
	if pair == 0 {
		return j.m, nil
	}
	if names, _ := j.names(); pair < 0 || pair >= len(names) {
		return nil, fmt.Errorf("the mechanism has no pair %d", pair)
	}
	return j.paired.On(pair)
}

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
	var do func(work.Chunk) ([]byte, error)
	switch b.Kind {
	case kindDraw:
		do = func(c work.Chunk) ([]byte, error) { return j.drawChunk(k, c), nil }
	case kindCount:
		if err := j.fits(k.Cover); err != nil {
			return nil, err
		}
		for _, i := range k.Coordinates {
			if i < 0 || i >= j.steps*j.dim {
				return nil, fmt.Errorf("a release has no number %d", i)
			}
		}
		if k.Coupled && len(k.Events) == 0 {
			return nil, errors.New("coupled trials need an event")
		}
		do = func(c work.Chunk) ([]byte, error) { return j.countChunk(k, c), nil }
	case kindExact:
		p, ok := m.(mechanism.ProfiledInParts)
		if !ok {
			return nil, errors.New("the mechanism's profile has no parts")
		}
		do = work.Trials(func(i int64) ([]sheet.Real, error) { return sheet.Reals(p.ProfilePart(int(i))), nil })
	default:
		return nil, fmt.Errorf("an audit has no batches of the kind %q", b.Kind)
	}
	return func(c work.Chunk) ([]byte, error) {
		if c.Count < 0 || c.First < 0 || c.Input < 0 || c.Input > 1 {
			return nil, fmt.Errorf("an audit has no trials %d to %d of input %d", c.First, c.First+c.Count-1, c.Input)
		}
		return do(c)
	}, nil
}

// fits refuses a cover of another audit.
func (j *Job) fits(c *paper.Cover) error {
	ok := c != nil && c.Steps == j.steps && c.Dim == j.dim && c.Grid == j.set.Grid && len(c.Ellipsoids) == j.steps &&
		(c.Shells != nil) == j.set.Shells
	for i := 0; ok && i < len(c.Ellipsoids); i++ {
		e := &c.Ellipsoids[i]
		ok = e.Dim == j.dim && len(e.Center) == j.dim && len(e.Axes) == j.dim*j.dim
	}
	if !ok {
		return errors.New("the high-likely set belongs to another mechanism or grid")
	}
	return nil
}
