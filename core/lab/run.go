package lab

import (
	"cmp"
	"encoding/json"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/replay"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/work"
)

// Audit is the task that Run test starts; other tasks are Again, names of Analyses and
// what GameTask, SamplesTask and BugTask return.
const Audit = "audit"

// Start returns the job of a task for a Spec. Its result, in JSON, is a Report for Audit, a
// game.Play for a GameTask, a Sampled for a SamplesTask, and a sheet.Sheet for Again and the
// Analyses. The error is a Problem: of the Spec, or that there is no such task.
func Start(l Laboratory, s Spec, task string) (work.Job, error) {
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, &probs[0]
	}
	if job := cmp.Or(playJob(l, s, task), samplesJob(l, s, task)); job != nil {
		return job, nil
	}
	m, err := Open(l, s)
	if err != nil {
		return nil, err
	}
	switch task {
	case Audit:
		return auditJob(s, m)
	case Again:
		return again(s, m), nil
	}
	for _, a := range l.Analyses() {
		switch {
		case a.Name != task || !s.Applies(a):
		case task == Ledger:
			return ledger(s, m, a.Whole)
		case task == Replay:
			b := privacy.Budget{Epsilon: s.Float("eps"), Delta: s.Float("delta")}
			return work.Once("work.working", func() (sheet.Sheet, error) {
				return replay.Sheet(m.Mechanism(), s.Seed(), b)
			}), nil
		default:
			if job, err := m.Analyse(task); job != nil || err != nil {
				return job, err
			}
		}
	}
	return nil, &Problem{Say: lang.Say("lab.none.analysis", "lab", l.About().Title(), "analysis", lang.Clip(task, 40))}
}

// auditJob is the audit of a model's mechanism; its reports are the
// laboratory's. Where the worst pair is looked for they are of the model on it.
func auditJob(s Spec, m Model) (work.Job, error) {
	mech, search := audited(m)
	set := settings(s, m)
	job, err := audit.NewJob(mech, set)
	if err != nil {
		return nil, err
	}
	job.Watch = show.Watch(m.Mechanism(), m.Description())
	job.Encode = func(r *audit.Report) ([]byte, error) {
		m := m
		if search != nil {
			var err error
			if m, err = search.model(r.Pair); err != nil {
				return nil, err
			}
		}
		out := Report{Program: "indistinct", Version: reportVersion, Spec: s, Report: *r, Facts: m.Facts()}
		out.Inputs = m.Description().Inputs
		out.Warnings = tell.Warnings(&out.Report)
		m.Complete(&out)
		if s.Searches() && search == nil {
			out.Warnings = append(out.Warnings, lang.Say("lab.searchless"))
		}
		return json.Marshal(&out)
	}
	return job, nil
}

// meter is nil where the mechanism's law is not known.
func meter(m Model) *Meter {
	if quick := m.Extras().Meter; quick != nil {
		return quick()
	}
	profile := mechanism.ProfileOf(m.Mechanism())
	if profile == nil {
		return nil
	}
	return &Meter{Success: sheet.Real(0.5 + 0.5*profile.Delta(0)), How: profile.Exact()}
}

// Look is what a page shows of a Spec before and between runs.
type Look struct {
	Facts  []Fact        `json:"facts"`
	Meter  *Meter        `json:"meter,omitempty"`
	Film   *film.Film    `json:"-"`   // goes to the scene, not to the panel
	Alt    lang.Message  `json:"alt"` // the film in a sentence, for who does not see it
	Sheets []sheet.Sheet `json:"sheets"`
	// Inputs are what the two inputs are called, as far as that is known, and By is who promises what is
	// tested: "theory", "program", or nobody.
	Inputs mechanism.Names `json:"inputs,omitzero"`
	By     string          `json:"by,omitempty"`
	// Claim is what the visitor's program claims of itself; nil where there is none.
	Claim *privacy.Claim `json:"claim,omitempty"`
}

// LookAt opens a Spec and returns its facts, its film and its live sheets. r
// is the last Report that holds for it, or nil; where that looked for the worst
// pair, they are of the pair that it tested.
func LookAt(l Laboratory, s Spec, r *Report) (look *Look, err error) {
	defer work.Halted(&err)
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, &probs[0]
	}
	m, err := Open(l, s)
	if err != nil {
		return nil, err
	}
	m, pair, err := testedModel(m, r)
	if err != nil {
		return nil, err
	}
	look = &Look{Facts: m.Facts(), Meter: meter(m), Sheets: []sheet.Sheet{}, Inputs: m.Description().Inputs,
		Claim: m.Extras().Claim}
	for i := range look.Facts {
		f := &look.Facts[i]
		f.Label, f.Help = f.Title(l.About().Name), f.About(l.About().Name)
	}
	asked := privacy.Budget{Epsilon: s.Float("eps"), Delta: s.Float("delta")}
	if c := m.Mechanism().Claim(); c.Source != "" && c.Budget == asked {
		look.By = cmp.Or(c.By, "theory")
	}
	if look.Film, err = m.Film(r); err != nil {
		return nil, err
	}
	if look.Film == nil {
		look.Film = show.Film(m.Mechanism(), m.Description(), s.Seed())
	}
	if pair != lang.Verbatim("") {
		look.Film.Alt = lang.Sentences(lang.Say("lab.tested", "pair", pair), look.Film.Alt)
		if v := look.Film.Views; len(v) > 0 {
			note := lang.Say("lab.pair", "pair", pair)
			if v[0].Note != lang.Verbatim("") {
				note = lang.Say("lab.notes", "first", note, "second", v[0].Note)
			}
			v[0].Note = note
		}
	}
	look.Alt = look.Film.Alt
	for _, a := range l.Analyses() {
		if !a.Live || !s.holds(a.Only) {
			continue
		}
		sh, err := live(m, a.Name)
		if err != nil { // the rest can be seen all the same
			sh = sheet.Sheet{Title: a.Title(l.About().Name), Lead: lang.Of(err)}
		}
		sh.Lesson = a.Page == "lesson"
		look.Sheets = append(look.Sheets, sh)
	}
	return look, nil
}

// live computes a sheet that is shown without being asked for.
func live(m Model, name string) (sh sheet.Sheet, err error) {
	job, err := m.Analyse(name)
	if err != nil {
		return sh, err
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		return sh, err
	}
	return sh, json.Unmarshal(data, &sh)
}
