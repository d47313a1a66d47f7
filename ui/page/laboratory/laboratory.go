// Package laboratory holds one laboratory of the page as the visitor left it: its settings
// with what was typed, its program and files, its runs and the run that later ones are
// compared with. It starts nothing itself: package state does.
package laboratory

import (
	"reflect"
	"slices"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// State is one laboratory as the visitor left it.
type State struct {
	Lab   lab.Laboratory
	About lab.About
	Table lab.Table
	Spec  lab.Spec // always one that can be run, or nearly: see Cross

	Defaults lab.Spec
	Presets  []lab.Preset
	Preset   int  // the index of the preset that Spec equals, −1 if none or its program is hidden
	Hidden   bool // the program is not to be seen

	drafts map[string]string       // text of fields as typed, until it is left
	bad    map[string]lang.Message // what is wrong with a draft
	Open   map[string]bool         // folds, and explanations

	// Cross is what does not go together, from lab.Laboratory.Check.
	Cross []lab.Problem

	Search string   // in the drawer
	Lifted []string // the controls that a lesson has taken out of it

	Facts   []lab.Fact
	Meter   *lab.Meter // what moves with the main slider, nil where nobody knows
	Inputs  mechanism.Names
	By      string // who promises what is tested: lab.Look's
	Live    []*sheet.Sheet
	Trouble lang.Message // why the last look failed
	Film    []byte       // of the last look, nil where all settings were replaced since
	Alt     lang.Message
	subject int  // how often they were, so that the stage had to show something else
	Opened  bool // a worker has answered: its program is there

	Script *Script
	Fault  *fault // what is wrong with a parameter, as of the last look

	Run    *Task // the running test, or nil
	Failed lang.Message
	Result
	A      *Kept  // the run to compare with, nil where there is none
	Played []byte // what the stage plays of the last run: film.Show
	// Unstaged is its end as a chart, where there is no stage.
	Unstaged *sheet.Sheet

	Tasks map[string]*Task // analyses by name
}

// fault is what is wrong with a parameter that only who opens the laboratory knows.
type fault struct {
	Say   lang.Message
	Line  int // of a program, from 1; 0: nowhere in particular
	field string
	in    string // its value
}

// newFault reads what a look at asked found, nil if it blames no parameter on show.
func (d *State) newFault(asked lab.Spec, l wire.Looked) *fault {
	p := d.Table.Find(l.Field)
	if l.Err == "" || p == nil || !asked.Shown(p) || d.Hidden && p.Kind == lab.Code {
		return nil
	}
	return &fault{Say: l.Err, Line: l.Line, field: p.Name, in: asked.Show(p.Name)}
}

// A program may claim an ε and δ of itself; only who runs it knows them, so that they
// come with a look. A claim that is new in a program which the visitor wrote, pasted or
// opened is what is tested. A link and a preset say for themselves what is tested.

// claimed is what a program claims of itself, as of the last look.
type claimed struct {
	in    string // the program
	claim *privacy.Claim
}

// OnLook takes the answer to a look at asked.
func (d *State) OnLook(asked lab.Spec, l wire.Looked) {
	d.Trouble, d.Fault, d.Opened = l.Err, d.newFault(asked, l), true
	if d.Fault != nil {
		d.Trouble = ""
	}
	if l.Err != "" {
		return
	}
	d.ShowLook(&l.Look)
	if l.Film != nil {
		d.Film, d.Alt = l.Film, l.Look.Alt
	}
}

// ShowLook takes what a look says beside the stage.
func (d *State) ShowLook(l *lab.Look) {
	d.Facts, d.Meter, d.Inputs, d.By = l.Facts, l.Meter, l.Inputs, l.By
	before := d.Live
	d.Live = nil
	for i := range l.Sheets {
		s := &l.Sheets[i]
		if i < len(before) && reflect.DeepEqual(s, before[i]) {
			s = before[i] // its charts need not be drawn again
		}
		d.Live = append(d.Live, s)
	}
}

// What is still to come has its place kept, so that nothing that stands moves when
// it does: the verdict of the run that is on, what the first look tells, and live
// sheets.

// AwaitsFacts reports whether the first look's facts are.
func (d *State) AwaitsFacts() bool { return !d.Opened && len(d.Facts) == 0 }

// LiveSheets are those that stand beside a lesson, or the others.
func (d *State) LiveSheets(lesson bool) []*sheet.Sheet {
	return slices.DeleteFunc(slices.Clone(d.Live), func(s *sheet.Sheet) bool { return s.Lesson != lesson })
}

// AwaitsLive reports whether the live sheets are.
func (d *State) AwaitsLive() bool {
	return len(d.Live) == 0 && d.Trouble == "" && slices.ContainsFunc(d.Lab.Analyses(), func(a lab.Analysis) bool {
		return a.Live && a.Page == "" && d.Spec.Applies(a)
	})
}

// Subject names what the stage shows of the laboratory: a film or a run of another subject
// has nothing to do with the settings in front. A hand on a setting leaves the subject.
func (d *State) Subject() string { return d.About.Name + strconv.Itoa(d.subject) }

// Renew makes another subject of what the stage shows, where the laboratory comes to the front
// again: what the scene still says of the time before is not of this one.
func (d *State) Renew() { d.subject++ }

// Stale reports whether the report is from before a change.
func (d *State) Stale() bool { return d.Report != nil && !d.Report.Spec.SameRun(d.Table, d.Spec) }

// Judged reports whether there is a report of the settings on show.
func (d *State) Judged() bool { return d.Report != nil && !d.Stale() }

// Pending says what a report that is not complete waits for, or did.
func (d *State) Pending() lang.Message {
	switch {
	case d.Report == nil || d.Report.Pending == "":
		return ""
	case d.Report.Pending == audit.PendingReleases:
		return lang.Say("page.pending.releases")
	case d.Run != nil:
		return lang.Say("page.pending.exact")
	}
	return lang.Say("page.pending.ended")
}

// VerdictPending reports whether the verdict may still change.
func (d *State) VerdictPending() bool {
	return d.Run != nil && d.Report != nil && d.Report.Pending == audit.PendingReleases
}

// Task returns the state of an analysis.
func (d *State) Task(name string) *Task {
	t := d.Tasks[name]
	if t == nil {
		t = &Task{Name: name}
		d.Tasks[name] = t
	}
	return t
}

// Analyses lists those that wait for a button, on the given page.
func (d *State) Analyses(page string) []lab.Analysis {
	return slices.DeleteFunc(d.Experiments(), func(a lab.Analysis) bool { return a.Page != page })
}

// Experiments lists what waits for a button, wherever else it stands.
func (d *State) Experiments() []lab.Analysis {
	all := slices.Clone(d.Lab.Analyses())
	return slices.DeleteFunc(all, func(a lab.Analysis) bool { return a.Live || !d.Spec.Applies(a) })
}

// Repetition is the repetition of the test, alone, once it was asked for.
func (d *State) Repetition() []lab.Analysis {
	if t := d.Tasks[lab.Again]; t == nil || !t.Running && t.Sheet == nil && t.Fail == "" {
		return nil
	}
	return []lab.Analysis{lab.Repetition()}
}

// AnalysisID is the element in which an analysis stands.
func (d *State) AnalysisID(name string) string { return "analysis-" + d.About.Name + "-" + name }

// Star reports whether the laboratory has a handle to move by arrow keys. Of a pair that
// a search has found it has none: the settings' own star is not on the stage.
func (d *State) Star() bool {
	_, ok := d.Lab.Edit(d.Spec, "star:key", 0, 0)
	return ok && !(d.Judged() && d.Report.Pair > 0)
}

// Binary is the file with the program that computes for a laboratory.
func Binary(about lab.About, s lab.Spec) string {
	if about.RunsGuest(s) {
		return "guest.wasm"
	}
	return "worker.wasm"
}

func (d *State) ReadsData() bool { return d.Lab.Extras().Read != nil }
