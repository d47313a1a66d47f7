package state

import (
	"slices"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lab/teach"
	"indistinct/core/sheet"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/sheets"
)

// Laboratory is one laboratory as the visitor left it.
type Laboratory struct {
	Lab   lab.Laboratory
	About lab.About
	Table lab.Table
	Spec  lab.Spec // always one that can be run, or nearly: see Cross

	Defaults lab.Spec
	Presets  []lab.Preset
	Preset   int // the index of the preset that Spec equals, −1 if none

	drafts map[string]string // text of fields as typed, until it is left
	bad    map[string]string // what is wrong with a draft
	Open   map[string]bool   // folds
	helps  map[string]bool   // explanations

	// Cross is what does not go together, from Laboratory.Check.
	Cross []lab.Problem

	Search string // in the drawer

	Facts   []lab.Fact
	Meter   *lab.Meter // what moves with the main slider, nil where nobody knows
	Live    []*sheet.Sheet
	Trouble string // why the last look failed
	Film    []byte // of the last look
	Alt     string
	Opened  bool // a worker has answered: its program is there

	starred *string // what star says of Spec, "" where there is none; nil: not asked yet

	Fault      *fault      // what is wrong with the program, as of the last look
	Samples    SampleFiles // the visitor's samples
	OwnProgram string      // the visitor's own program, from before another replaced it

	claimed claimed // what the program claims of itself
	unread  bool    // the visitor has changed the program: its claim comes with the next look
	due     bool    // the test begins when that has come

	Run    *Task // the running test, or nil
	Failed string
	Result
	A       *Kept  // the run to compare with, nil where there is none
	Played  []byte // what the stage plays of the last run: film.Show
	SaveDue bool   // the report is to be downloaded when the run is complete

	Tasks map[string]*Task // analyses by name
	Game  *guess.Game      // nil where the laboratory has none
}

// Result is what a test gave.
type Result struct {
	Report *lab.Report
	Raw    []byte // Report as it came
	Source string // where the report came from, if not from here
	Built  bool   // it was computed when the page was built

	first, Rest *sheet.Sheet // what is seen of it first, and what the evidence holds
}

// newResult divides a report for the page.
func newResult(r *lab.Report, raw []byte, source string) Result {
	first, rest := sheets.Split(&r.Sheet)
	return Result{Report: r, Raw: raw, Source: source, first: first, Rest: rest}
}

func newLaboratory(l lab.Laboratory) *Laboratory {
	d := &Laboratory{Lab: l, About: l.About(), Table: l.Params(), drafts: map[string]string{}, bad: map[string]string{},
		Open: map[string]bool{}, helps: map[string]bool{}, Tasks: map[string]*Task{}}
	d.Defaults = d.Table.Defaults(d.About.Name)
	d.Presets = l.Presets()
	d.Game = guess.New(l)
	d.take(d.Defaults)
	return d
}

// problem is the sentence shown under a field.
func (d *Laboratory) problem(name string) string {
	if s := d.bad[name]; s != "" {
		return s
	}
	for _, p := range d.Cross {
		if p.Field == name {
			return p.Say
		}
	}
	if d.Faulty(name) {
		return d.Fault.Say
	}
	return ""
}

// Wrong is the first field that keeps the test from running, nil if none.
func (d *Laboratory) Wrong() *lab.Param {
	for i := range d.Table {
		if p := &d.Table[i]; d.Spec.Shown(p) && d.problem(p.Name) != "" {
			return p
		}
	}
	return nil
}

// Unplaced is what is wrong with the Spec and stands under no field on show.
func (d *Laboratory) Unplaced() []string {
	var out []string
	for _, p := range d.Cross {
		if q := d.Table.Find(p.Field); q == nil || !d.Spec.Shown(q) {
			out = append(out, p.Say)
		}
	}
	return out
}

// Ready reports whether the Spec can be run.
func (d *Laboratory) Ready() bool { return len(d.Cross) == 0 && len(d.bad) == 0 && !d.Faulty("") }

// Stale reports whether the report is from before a change.
func (d *Laboratory) Stale() bool { return d.Report != nil && !d.Report.Spec.SameRun(d.Table, d.Spec) }

// Pending says what a report that is not complete waits for, or did.
func (d *Laboratory) Pending() string {
	switch {
	case d.Report == nil || d.Report.Pending == "":
		return ""
	case d.Report.Pending == audit.PendingReleases:
		return "More releases are being drawn; the bound holds at every moment."
	case d.Run != nil:
		return "This verdict is final; only the exact ε is still being computed."
	}
	return "The run ended before the exact ε was computed."
}

// Drawing reports whether the verdict may still change.
func (d *Laboratory) Drawing() bool {
	return d.Run != nil && d.Report != nil && d.Report.Pending == audit.PendingReleases
}

// take replaces the Spec; drafts of other fields stay.
func (d *Laboratory) take(s lab.Spec) {
	d.Spec, d.starred = s, nil
	d.Cross = d.Lab.Check(s)
	d.Preset = -1
	for i, p := range d.Presets {
		if d.PresetSpec(p).Equal(s) || d.sameProgram(p, s) {
			d.Preset = i
			break
		}
	}
}

// Restore replaces the Spec and forgets what was typed.
func (d *Laboratory) Restore(s lab.Spec) {
	d.KeepOwn(s)
	clear(d.drafts)
	clear(d.bad)
	d.unread, d.due = false, false
	d.take(s)
}

// Typed takes text for one field. The text stays as it was typed; the Spec
// changes only if it is good.
func (d *Laboratory) Typed(name, text string) (changed bool) {
	p := d.Table.Find(name)
	if p == nil {
		return false
	}
	d.drafts[name] = text
	next, err := d.Spec.With(d.Table, name, text)
	if err != nil {
		d.bad[name] = err.Error()
		return false
	}
	delete(d.bad, name)
	if next.Equal(d.Spec) {
		return false
	}
	d.take(next)
	return true
}

// Leave ends the typing in a field: good text becomes the value's own form.
func (d *Laboratory) Leave(name string) {
	if d.bad[name] == "" {
		delete(d.drafts, name)
	}
}

// Set takes a value from a slider, a button or a drag.
func (d *Laboratory) Set(s lab.Spec) (changed bool) {
	if s.Equal(d.Spec) {
		return false
	}
	for i := range d.Table {
		if n := d.Table[i].Name; s.Show(n) != d.Spec.Show(n) {
			delete(d.drafts, n)
			delete(d.bad, n)
		}
	}
	d.take(s)
	return true
}

// keepSeed returns s with the seed of the present Spec.
func (d *Laboratory) keepSeed(s lab.Spec) lab.Spec {
	if d.Table.Find("seed") == nil {
		return s
	}
	return s.Set(d.Table, "seed", d.Spec.Float("seed"))
}

// Opening is the Spec that the laboratory opens with, with the present seed.
func (d *Laboratory) Opening() lab.Spec { return d.keepSeed(d.Defaults) }

// PresetSpec is a preset's Spec. Values that the table refuses are left out.
func (d *Laboratory) PresetSpec(p lab.Preset) lab.Spec {
	s := d.Defaults
	for i := range d.Table {
		if text, ok := p.Set[d.Table[i].Name]; ok {
			if next, err := s.With(d.Table, d.Table[i].Name, text); err == nil {
				s = next
			}
		}
	}
	if _, ok := p.Set["seed"]; !ok {
		s = d.keepSeed(s)
	}
	return s
}

// Round is the round of its game that is played, nil if none.
func (d *Laboratory) Round() *teach.Round {
	if d.Game == nil {
		return nil
	}
	return d.Game.Round
}

// found reports whether the stage shows a pair that a search has found, which is not
// the one that the settings name.
func (d *Laboratory) found() bool { return d.Report != nil && d.Report.Pair > 0 && !d.Stale() }

// Star reports whether the laboratory has a handle to move by arrow keys, and
// what to call it. Of a pair that a search has found it has none: the settings' own
// star is not on the stage.
func (d *Laboratory) Star() (label string, ok bool) {
	if d.found() {
		return "", false
	}
	if d.starred == nil {
		label := ""
		if _, ok := d.Lab.Edit(d.Spec, "star:key", 0, 0); ok {
			label = "starred sensor"
		}
		d.starred = &label
	}
	return *d.starred, *d.starred != ""
}

// Repetition is the repetition of the test, alone, once it was asked for.
func (d *Laboratory) Repetition() []lab.Analysis {
	if t := d.Tasks[lab.Again]; t == nil || !t.Running && t.Sheet == nil && t.Fail == "" {
		return nil
	}
	return []lab.Analysis{lab.Repetition()}
}

// Analyses lists those that wait for a button, on the given page.
func (d *Laboratory) Analyses(page string) []lab.Analysis {
	var out []lab.Analysis
	for _, a := range d.Lab.Analyses() {
		if !a.Live && a.Page == page && d.Spec.Applies(a) {
			out = append(out, a)
		}
	}
	return out
}

// What is still to come has its place kept, so that nothing that stands moves when
// it does: the verdict of the run that is on, what the first look tells, and live
// sheets.

func (d *Laboratory) AwaitsReport() bool { return d.Run != nil && d.Report == nil }

func (d *Laboratory) AwaitsFacts() bool { return !d.Opened && len(d.Facts) == 0 }

func (d *Laboratory) AwaitsLive() bool {
	return len(d.Live) == 0 && d.Trouble == "" && slices.ContainsFunc(d.Lab.Analyses(), func(a lab.Analysis) bool { return a.Live && d.Spec.Applies(a) })
}

// Binary is the file with the program that computes for the laboratory.
func (d *Laboratory) Binary() string {
	if d.About.Guest {
		return "guest.wasm"
	}
	return "worker.wasm"
}

// ReadsData reports whether the laboratory takes a visitor's own data.
func (d *Laboratory) ReadsData() bool { return d.Lab.Extras().Read != nil }

// Task returns the state of an analysis.
func (d *Laboratory) Task(name string) *Task {
	t := d.Tasks[name]
	if t == nil {
		t = &Task{Name: name}
		d.Tasks[name] = t
	}
	return t
}

// Groups are the headings of the presets, in their order.
func (d *Laboratory) Groups() []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, p := range d.Presets {
		if !seen[p.Group] {
			seen[p.Group] = true
			out = append(out, p.Group)
		}
	}
	return out
}

// Grouped are the presets under a heading, by index; "" those under none.
func (d *Laboratory) Grouped(group string) []int {
	var out []int
	for i, p := range d.Presets {
		if p.Group == group {
			out = append(out, i)
		}
	}
	return out
}

// sameProgram reports whether a preset's program is that of s: a classic is the
// same whatever is claimed and however it is tested.
func (d *Laboratory) sameProgram(p lab.Preset, s lab.Spec) bool {
	for i := range d.Table {
		if q := &d.Table[i]; q.Kind == lab.Code && p.Set[q.Name] != "" && p.Set[q.Name] == s.Text(q.Name) {
			return true
		}
	}
	return false
}
