package panel

import (
	"encoding/json"
	"strings"

	"indistinct/core/lab"
	"indistinct/ui/wire"
)

// Samples tests releases that were drawn elsewhere, from the visitor's files.
type Samples struct {
	M *Model
	D *Desk
}

// own is the visitor's files and what they show. They stay on the machine: only
// a worker of this page reads them.
type own struct {
	Task   Task
	Column string // of one file: the column that says which input
	Found  *lab.Sampled
	files  [2]lab.File
	tested lab.Spec // for which Found holds
}

// sampleSlots are the ids of the two file fields.
var sampleSlots = [2]string{"load-record", "load-neighbour"}

// TakeFile takes a file from one of the page's file fields.
func (m *Model) TakeFile(id, name string, data []byte) {
	for i, slot := range sampleSlots {
		if id == slot {
			m.takeSample(i, lab.File{Name: name, Data: string(data)})
			return
		}
	}
	m.Load(name, data)
}

// samples reports whether the laboratory tests releases from files.
func (d *Desk) samples() bool { return d.Lab.Extras().Test != nil }

// list is the files that were chosen, the record's first.
func (o *own) list() []lab.File {
	var out []lab.File
	for _, f := range o.files {
		if f.Name != "" {
			out = append(out, f)
		}
	}
	return out
}

func (m *Model) takeSample(slot int, f lab.File) {
	o := &m.Desk.own
	o.files[slot] = f
	o.Found, o.Column = nil, ""
	m.sample(false)
}

// DropSamples forgets the files.
func (m *Model) DropSamples() {
	stop(&m.Desk.own.Task)
	m.Desk.own = own{}
}

// Sample tests the files.
func (m *Model) Sample() {
	if m.Desk.own.ready() {
		m.sample(true)
	}
}

func (m *Model) sample(run bool) {
	d := m.Desk
	o := &d.own
	if o.Task.Running || len(d.Cross) > 0 {
		return
	}
	m.start(d, lab.SamplesTask(o.list(), o.Column, run), &o.Task, func([]byte) {}, func(t *Task, result []byte, fail string) {
		t.Fail = fail
		var found lab.Sampled
		if fail == "" && json.Unmarshal(result, &found) != nil {
			t.Fail = "The result could not be read."
		}
		if t.Fail != "" {
			return
		}
		o.Found, o.tested = &found, t.Spec
		if o.Column == "" && len(found.Columns) > 1 {
			o.Column = found.Columns[0]
		}
	})
}

// ready reports whether the files can be tested.
func (o *own) ready() bool {
	n := len(o.list())
	return !o.Task.Running && o.Found != nil && (n == 2 || n == 1 && o.Column != "")
}

// stale reports whether the claim has changed since the test.
func (c *Samples) stale() bool {
	o := &c.D.own
	return o.Found.Sheet != nil && !o.tested.Equal(c.D.Spec)
}

// SaveSamples downloads what the test found: hashes and counts.
func (m *Model) SaveSamples() {
	if f := m.Desk.own.Found; f != nil && f.Report != nil {
		m.Host.Download("indistinct-samples.json", "application/json", string(f.Report))
	}
}

// CopySampleBug copies the test of the files as a bug report.
func (m *Model) CopySampleBug() {
	if f := m.Desk.own.Found; f != nil {
		m.copyBug(f.Bug)
	}
}

func (m *Model) copyBug(text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.say("Bug report copied")
		} else {
			m.say("The browser refused to copy")
		}
	})
}

// reports reports whether runs of the laboratory can be sent as bug reports.
func (d *Desk) reports() bool { return d.Lab.Extras().Bug != nil }

// CopyBug copies the run as a bug report. A worker writes it, and browsers let
// a page copy only soon after a click: it is there before the second one at the
// latest.
func (m *Model) CopyBug() {
	d := m.Desk
	if d.Report == nil {
		return
	}
	if d.bug != "" && d.bugOf == d.Report {
		m.copyBug(d.bug)
		return
	}
	of := d.Report
	m.Pool.Run(of.Spec, lab.BugTask(d.raw), func(wire.Progress) {}, func(result []byte, fail string) {
		m.Host.Update(func() {
			var text string
			if fail == "" && json.Unmarshal(result, &text) != nil {
				fail = "The bug report could not be written."
			}
			if fail != "" {
				m.Notes = []string{strings.TrimSuffix(fail, ".") + "."}
				return
			}
			d.bug, d.bugOf = text, of
			m.copyBug(text)
		})
	})
}

// SampleColumn takes the column that says which input a release is of.
func (m *Model) SampleColumn(name string) { m.Desk.own.Column = name }

// columns are those of a file that stands alone.
func (c *Samples) columns() []string {
	if o := &c.D.own; o.Found != nil && len(o.list()) == 1 {
		return o.Found.Columns
	}
	return nil
}

// verb says what is tested: the claim beside the controls.
func (c *Samples) verb() string {
	return "Test ε = " + shown(c.D.Spec, c.D.Table.Find(claim)) + " on them"
}

func (c *Samples) badgeIcon() string  { i, _ := badged(c.D.own.Found.Verdict); return i }
func (c *Samples) badgeClass() string { _, k := badged(c.D.own.Found.Verdict); return k }
