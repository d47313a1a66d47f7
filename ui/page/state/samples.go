package state

import (
	"encoding/json"
	"strings"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

// TakeSample takes a file for a field of the two. It is not read here: who computes
// knows it by its key.
func (m *Model) TakeSample(id, name string, size int64, key string) {
	d := m.Front
	if d.Samples.Offer(id, lab.File{Name: name, Size: size, Key: key}) {
		m.readSamples(d)
	}
}

// readSamples reads the next file that has not been read.
func (m *Model) readSamples(d *laboratory.State) {
	o := &d.Samples
	if slot, f := o.Unread(); slot >= 0 {
		m.sample(d, d.Defaults, []lab.File{f}, "", false, func(found *lab.Sampled, fail string) { o.Take(slot, f, found, fail) })
	}
}

// sample has files read, and tested where run says so. Files that wait to be read come
// next.
func (m *Model) sample(d *laboratory.State, s lab.Spec, files []lab.File, column string, run bool, done func(found *lab.Sampled, fail string)) {
	o := &d.Samples
	if o.Task.Running {
		return
	}
	o.Task.Of = &s
	m.start(d, lab.SamplesTask(files, column, run), &o.Task, func([]byte) {}, func(t *laboratory.Task, result []byte, fail string) {
		var found lab.Sampled
		if fail == "" && json.Unmarshal(result, &found) != nil {
			fail = "The result could not be read."
		}
		if fail != wire.Cancelled {
			done(&found, fail)
		}
		m.readSamples(d)
	})
}

// StopSamples ends the test of the files, or the reading of one, which is then not
// taken.
func (m *Model) StopSamples() {
	m.Front.Samples.Stop()
}

// DropSamples forgets the files.
func (m *Model) DropSamples() {
	m.Front.Samples.Drop()
}

// SampleColumn takes the column that says which input a release is of.
func (m *Model) SampleColumn(name string) { m.Front.Samples.Column = name }

// SampleClaim takes what is claimed of the files: 0 ε, 1 δ.
func (m *Model) SampleClaim(i int, text string) { m.Front.Samples.Claim[i] = text }

// Sample tests the files.
func (m *Model) Sample() {
	d := m.Front
	o := &d.Samples
	s, say := d.SampleSpec()
	if !o.Ready() || say != "" {
		return
	}
	o.Found = nil
	m.sample(d, s, o.List(), o.Column, true, func(found *lab.Sampled, fail string) {
		if o.Task.Fail = fail; fail == "" {
			o.Found, o.Tested = found, s
		}
	})
}

// SaveSamples downloads what the test found: hashes and counts.
func (m *Model) SaveSamples() {
	if f := m.Front.Samples.Found; f != nil && f.Report != nil {
		m.Host.Download("indistinct-samples.json", "application/json", string(f.Report))
	}
}

// CopySampleBug copies the test of the files as a bug report.
func (m *Model) CopySampleBug() {
	if f := m.Front.Samples.Found; f != nil {
		m.copyBug(f.Bug)
	}
}

func (m *Model) copyBug(text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.Say("Bug report copied")
		} else {
			m.Say("The browser refused to copy")
		}
	})
}

// CopyBug copies the run as a bug report. A worker writes it, and browsers let
// a page copy only soon after a click: it is there before the second one at the
// latest.
func (m *Model) CopyBug() {
	d := m.Front
	if d.Report == nil {
		return
	}
	if m.bug != "" && m.bugOf == d.Report {
		m.copyBug(m.bug)
		return
	}
	of := d.Report
	m.Pool.Run(of.Spec, lab.BugTask(d.Raw), func(wire.Progress) {}, func(result []byte, fail string) {
		m.Host.Update(func() {
			var text string
			if fail == "" && json.Unmarshal(result, &text) != nil {
				fail = "The bug report could not be written."
			}
			if fail != "" {
				m.Notes = []string{strings.TrimSuffix(fail, ".") + "."}
				return
			}
			m.bug, m.bugOf = text, of
			m.copyBug(text)
		})
	})
}
