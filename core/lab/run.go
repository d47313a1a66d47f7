package lab

import (
	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Audit is the task that Run test starts; other tasks are names of Analyses and
// what GameTask returns.
const Audit = "audit"

// Start returns the job of a task for a Spec. Its Output is a Report in JSON
// for Audit, a Play for a GameTask, a sheet.Sheet in JSON otherwise.
func Start(l Laboratory, s Spec, task string) (work.Job, error) {
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, &probs[0]
	}
	if job, ok := playJob(l, s, task); ok {
		return job, nil
	}
	m, err := l.Open(s)
	if err != nil {
		return nil, err
	}
	if task == Audit {
		return auditJob(s, m)
	}
	for _, a := range l.Analyses() {
		if a.Name == task {
			return m.Analyse(task)
		}
	}
	return nil, &Problem{"", fmt.Sprintf("The laboratory %s has no analysis %q.", l.About().Title, clip(task))}
}

// Validate returns one problem for each field of s that is out of range or
// does not go with the others.
func Validate(l Laboratory, s Spec) []Problem {
	var probs []Problem
	t := l.Params()
	for i := range t {
		if _, err := t[i].Parse(s.Show(t[i].Name)); err != nil {
			probs = append(probs, asProblem(err))
		}
	}
	if len(probs) == 0 {
		probs = l.Check(s)
	}
	return probs
}

func auditJob(s Spec, m Model) (work.Job, error) {
	inner, err := audit.NewJob(m.Mechanism(), Settings(s))
	if err != nil {
		return nil, err
	}
	return &reporter{inner, s, m}, nil
}

// reporter turns the audit's result into a laboratory's Report.
type reporter struct {
	work.Job
	spec  Spec
	model Model
}

// Output encodes the Report, nil before the audit has one.
func (r *reporter) Output(state []byte) ([]byte, error) {
	data, err := r.Job.Output(state)
	if err != nil || data == nil {
		return nil, err
	}
	out := Report{Program: "indistinct", Version: Version, Spec: r.spec}
	if err := json.Unmarshal(data, &out.Report); err != nil {
		return nil, err
	}
	out.Facts = r.model.Facts()
	r.model.Complete(&out)
	if out.Warnings == nil {
		out.Warnings = []string{}
	}
	out.Sheet = audit.Sheet(&out.Report)
	return json.Marshal(&out)
}

// Look is what a page shows of a Spec before and between runs.
type Look struct {
	Facts  []Fact        `json:"facts"`
	Film   *film.Film    `json:"-"` // goes to the scene, not to the panel
	Sheets []sheet.Sheet `json:"sheets"`
}

// LookAt opens a Spec and returns its facts, its film and its live sheets. r
// is the last Report that holds for it, or nil.
func LookAt(l Laboratory, s Spec, r *Report) (*Look, error) {
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, &probs[0]
	}
	m, err := l.Open(s)
	if err != nil {
		return nil, err
	}
	look := &Look{Facts: m.Facts(), Sheets: []sheet.Sheet{}}
	if look.Film, err = m.Film(r); err != nil {
		return nil, err
	}
	for _, a := range l.Analyses() {
		if !a.Live || !s.holds(a.Only) {
			continue
		}
		job, err := m.Analyse(a.Name)
		if err != nil {
			return nil, err
		}
		data, err := work.Serial(job, 0)
		if err != nil {
			return nil, err
		}
		var sh sheet.Sheet
		if err := json.Unmarshal(data, &sh); err != nil {
			return nil, err
		}
		look.Sheets = append(look.Sheets, sh)
	}
	return look, nil
}

// Applies reports whether an analysis applies to s.
func (s Spec) Applies(a Analysis) bool { return s.holds(a.Only) }

func (s Spec) holds(only []Only) bool { return s.Shown(&Param{Only: only}) }
