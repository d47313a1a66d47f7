package figures

import (
	"encoding/json"
	"errors"
	"math"
	"sync"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Audits is the job of many audits, one for each Spec. One that is quick is a
// worker's piece; of one whose releases are dear the crew shares the pieces.
type Audits struct {
	Name  string // the id of what the progress bar says
	Specs []lab.Spec
	curve bool
	Open  func(lab.Spec) (mechanism.Mechanism, error)
	// Show makes a sheet of what is known: a nil outcome is not.
	Show func(done []*Outcome) (sheet.Sheet, error)

	mu   sync.Mutex
	last int // the dear audit that was prepared last
	job  *audit.Job
}

const (
	kindQuick = "quick" // Args: which audits, a trial each
	kindDear  = "dear"  // Args: a piece

	QuickAudit = 2e5 // µs of releases
)

// piece is a batch of one of the audits.
type piece struct {
	Audit int    `json:"audit"`
	Kind  string `json:"kind"`
	Args  []byte `json:"args"`
}

// Cost is about how long the releases of an audit take, µs.
func Cost(mech mechanism.Mechanism, s lab.Spec) float64 {
	set := lab.Settings(s)
	return mechanism.Pace(mech) * 2 * float64(set.N+set.M)
}

// Run implements work.Job.
func (a *Audits) Run(crew work.Crew) ([]byte, error) {
	const turns = 5
	done := make([]*Outcome, len(a.Specs))
	var quick, dear []int
	costs := make([]float64, len(a.Specs))
	left := 0.0
	for i, s := range a.Specs {
		crew.Step(a.Name, 1, float64(100*len(a.Specs)))
		mech, err := a.Open(s)
		if err != nil {
			return nil, err
		}
		if costs[i] = Cost(mech, s); costs[i] > QuickAudit {
			dear, left = append(dear, i), left+costs[i]
		} else {
			quick = append(quick, i)
		}
	}
	known := 0
	show := func(o *Outcome, i int) error {
		done[i] = o
		if known++; known*turns/len(done) == (known-1)*turns/len(done) || known == len(done) {
			return nil
		}
		return crew.Show(work.Partial, func() ([]byte, error) {
			s, err := a.Show(done)
			if err != nil {
				return nil, err
			}
			return json.Marshal(s)
		})
	}
	if len(quick) > 0 {
		args, err := json.Marshal(quick)
		if err != nil {
			return nil, err
		}
		next := 0
		b := work.Batch{Name: a.Name, Kind: kindQuick, Args: args, Inputs: 1, Trials: int64(len(quick)), Grain: 1,
			Weight: QuickAudit * float64(len(quick)), Left: left}
		err = crew.Do(b, func(parts []work.Part) error {
			for _, p := range parts {
				var more []Outcome
				if err := json.Unmarshal(p.Data, &more); err != nil {
					return err
				}
				for i := range more {
					if err := show(&more[i], quick[next]); err != nil {
						return err
					}
					next++
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, i := range dear {
		job, err := a.audit(i)
		if err != nil {
			return nil, err
		}
		left -= costs[i]
		r, err := job.Report(&part{Crew: crew, a: a, index: i, share: costs[i], left: left})
		if errors.Is(err, errLeftOut) {
			continue
		}
		if err != nil {
			return nil, err
		}
		o := outcomeOf(r, a.curve)
		if err := show(&o, i); err != nil {
			return nil, err
		}
	}
	s, err := a.Show(done)
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// part is the crew of one of the audits, which has a share of the whole and so much
// after it.
type part struct {
	work.Crew
	a           *Audits
	index       int
	share, left float64
	whole       float64 // of the audit, in its own measure
}

// scaled turns a step of the audit into one of the whole.
func (p *part) scaled(weight, left float64) (w, l float64) {
	if p.whole == 0 {
		p.whole = math.Max(weight+left, 1e-9)
	}
	return weight / p.whole * p.share, left/p.whole*p.share + p.left
}

// Step implements work.Crew.
func (p *part) Step(_ string, weight, left float64) {
	weight, left = p.scaled(weight, left)
	p.Crew.Step(p.a.Name, weight, left)
}

// Show shows nothing: the experiment waits for the whole audit.
func (p *part) Show(work.Kind, func() ([]byte, error)) error { return nil }

// Do implements work.Crew.
func (p *part) Do(b work.Batch, take func([]work.Part) error) error {
	args, err := json.Marshal(piece{p.index, b.Kind, b.Args})
	if err != nil {
		return err
	}
	b.Name, b.Kind, b.Args = p.a.Name, kindDear, args
	b.Weight, b.Left = p.scaled(b.Weight, b.Left)
	trials := int64(0)
	err = p.Crew.Do(b, func(parts []work.Part) error {
		for _, q := range parts {
			trials += q.Chunk.Count
		}
		return take(parts)
	})
	if err == nil && trials < b.Total() {
		return errLeftOut
	}
	return err
}

// errLeftOut ends an audit of which the crew left parts out: nothing is known of it.
var errLeftOut = errors.New("parts of an audit were left out")

// audit readies one of the dear ones.
func (a *Audits) audit(i int) (*audit.Job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.job != nil && a.last == i {
		return a.job, nil
	}
	job, err := briefAudit(a.Open, a.Specs[i])
	if err == nil {
		a.job, a.last = job, i
	}
	return job, err
}

// Prepare implements work.Job.
func (a *Audits) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	if b.Kind == kindQuick {
		var which []int
		if err := json.Unmarshal(b.Args, &which); err != nil {
			return nil, err
		}
		return work.Trials(func(i int64) (Outcome, error) { return Measure(a.Open, a.Specs[which[i]], a.curve) }), nil
	}
	var p piece
	if err := json.Unmarshal(b.Args, &p); err != nil {
		return nil, err
	}
	if p.Audit < 0 || p.Audit >= len(a.Specs) {
		return nil, errors.New("the number of an audit came back garbled")
	}
	job, err := a.audit(p.Audit)
	if err != nil {
		return nil, err
	}
	b.Kind, b.Args = p.Kind, p.Args
	return job.Prepare(b)
}

// Outcome is what an experiment keeps of an audit.
type Outcome struct {
	EpsilonC  sheet.Real    `json:"epsilon_c"`
	Escape    sheet.Real    `json:"epsilon_c_escape"`
	Strong    sheet.Real    `json:"strong"`
	Lambda    sheet.Real    `json:"lambda"`
	Eta       sheet.Real    `json:"eta"`
	ECorrect  sheet.Real    `json:"e_correct"`
	EAdjacent sheet.Real    `json:"e_adjacent"`
	Occupied  int           `json:"occupied"`
	Events    int64         `json:"events"`
	Inside    sheet.Real    `json:"inside"` // share of the neighbour's releases inside the set
	Curve     audit.PValues `json:"curve,omitzero"`
	C1        int64         `json:"c1"`
	C2        int64         `json:"c2"`
}

func outcomeOf(r *audit.Report, curve bool) Outcome {
	o := Outcome{EpsilonC: r.EpsilonC, Escape: r.EscapeC, Strong: r.Strong.Epsilon, Lambda: r.Lambda, Eta: r.Eta,
		ECorrect: r.ECorrect, EAdjacent: r.EAdjacent, Occupied: r.Occupied, Events: r.Events, C1: r.C1, C2: r.C2}
	if r.Escape.N > 0 {
		o.Inside = sheet.Real(1 - float64(r.Escape.C2)/float64(r.Escape.N))
	}
	if curve {
		o.Curve = r.Curve
	}
	return o
}

// What experiments compare of an outcome.
func EpsilonC(o Outcome) sheet.Real      { return o.EpsilonC }
func EscapeC(o Outcome) sheet.Real       { return o.Escape }
func ProvenEpsilon(o Outcome) sheet.Real { return o.Strong }
func lambda(o Outcome) sheet.Real        { return o.Lambda }
func ECorrect(o Outcome) sheet.Real      { return o.ECorrect }
func eAdjacent(o Outcome) sheet.Real     { return o.EAdjacent }
func eta(o Outcome) sheet.Real           { return o.Eta }
func inside(o Outcome) sheet.Real        { return o.Inside }

// bare hides what a mechanism knows of its own privacy, so that an audit in an
// experiment does not spend time on the exact profile.
type bare struct {
	mechanism.Mechanism
	mechanism.Estimating
}

func hide(m mechanism.Mechanism) mechanism.Mechanism {
	if t, ok := m.(mechanism.Estimating); ok {
		return bare{m, t}
	}
	return m
}

// Fork keeps the disguise.
func (b bare) Fork() mechanism.Mechanism { return bare{b.Mechanism.Fork(), b.Estimating} }

// Pace keeps the mechanism's.
func (b bare) Pace() float64 { return mechanism.Pace(b.Mechanism) }

// briefAudit is the audit of a Spec without what a reader of one report wants.
func briefAudit(open func(lab.Spec) (mechanism.Mechanism, error), s lab.Spec) (*audit.Job, error) {
	mech, err := open(s)
	if err != nil {
		return nil, err
	}
	set := lab.Settings(s)
	set.Brief = true
	return audit.NewJob(hide(mech), set)
}

// Measure audits one Spec on the calling goroutine.
func Measure(open func(lab.Spec) (mechanism.Mechanism, error), s lab.Spec, curve bool) (o Outcome, err error) {
	job, err := briefAudit(open, s)
	if err != nil {
		return o, err
	}
	job.Encode = func(r *audit.Report) ([]byte, error) { o = outcomeOf(r, curve); return nil, nil }
	_, err = work.Serial(job, 1<<40)
	return o, err
}
