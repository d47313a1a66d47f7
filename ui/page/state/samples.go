package state

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// SampleFiles is the visitor's files and what they show. They stay on the machine: only
// a worker of this page reads them.
type SampleFiles struct {
	Task    Task
	Column  string          // of one file: the column that says which input
	Claim   [2]string       // the ε and δ that are claimed of them, as typed: at first no ε
	Found   *lab.Sampled    // what the test found
	Refused [2]string       // why a file was not taken
	files   [2]lab.File     // the record's first
	Read    [2]*lab.Sampled // what each holds, once it has been read
	Tested  lab.Spec        // for which Found holds
}

// sampleSlots are the ids of the two file fields.
var sampleSlots = [2]string{"load-record", "load-neighbour"}

// mostSample is the largest file of releases that is read, in bytes.
const mostSample = 100 << 20

// IsSample reports whether a file field is for releases.
func IsSample(id string) bool { return slices.Contains(sampleSlots[:], id) }

// TakeSample takes a file for a field of the two. It is not read here: who computes
// knows it by its key.
func (m *Model) TakeSample(id, name string, size int64, key string) {
	d := m.Front
	if d.Samples.Offer(id, lab.File{Name: name, Size: size, Key: key}) {
		m.readSamples(d)
	}
}

// TakesSamples reports whether the laboratory tests releases from files.
func (d *Laboratory) TakesSamples() bool { return d.Lab.Extras().Tests }

// List is the files that were chosen, the record's first.
func (o *SampleFiles) List() []lab.File {
	var out []lab.File
	for _, f := range o.files {
		if f.Name != "" {
			out = append(out, f)
		}
	}
	return out
}

// Offer takes a file for a field of the two, in the place of what was there; it reports
// whether there is such a field and the file is not too large.
func (o *SampleFiles) Offer(id string, f lab.File) (taken bool) {
	slot := slices.Index(sampleSlots[:], id)
	if slot < 0 {
		return false
	}
	if o.Refused[slot] = ""; f.Size > mostSample {
		o.Refused[slot] = fmt.Sprintf("%s holds %s MB: files of releases of up to 100 MB are read here, larger ones by the native command.",
			sheet.Clip(f.Name, 60), sheet.Format(float64(f.Size)/(1<<20), 3))
		return false
	}
	o.files[slot], o.Read[slot] = f, nil
	o.Found, o.Task.Fail, o.Column = nil, "", ""
	o.Task.Stop() // what it did was about other files
	return true
}

// Unread returns the next file that has not been read; slot −1 if there is none.
func (o *SampleFiles) Unread() (slot int, f lab.File) {
	for slot, f := range o.files {
		if f.Name != "" && o.Read[slot] == nil {
			return slot, f
		}
	}
	return -1, f
}

// Take takes what reading a file gave, unless another has taken its place.
func (o *SampleFiles) Take(slot int, f lab.File, found *lab.Sampled, fail string) {
	switch {
	case o.files[slot].Key != f.Key:
	case fail != "":
		o.Refused[slot], o.files[slot] = fail, lab.File{}
	default:
		if o.Read[slot] = found; o.Column == "" && len(found.Columns) > 1 {
			o.Column = found.Columns[0]
		}
	}
}

// Stop ends the test of the files, or the reading of one, which is then not taken.
func (o *SampleFiles) Stop() {
	o.Task.Stop()
	for slot := range o.files {
		if o.Read[slot] == nil {
			o.files[slot] = lab.File{}
		}
	}
}

// Drop forgets the files.
func (o *SampleFiles) Drop() {
	o.Task.Stop()
	*o = SampleFiles{Task: o.Task}
	o.Task.Fail = ""
}

// readSamples reads the next file that has not been read.
func (m *Model) readSamples(d *Laboratory) {
	o := &d.Samples
	if slot, f := o.Unread(); slot >= 0 {
		m.sample(d, d.Defaults, []lab.File{f}, "", false, func(found *lab.Sampled, fail string) { o.Take(slot, f, found, fail) })
	}
}

// sample has files read, and tested where run says so. Files that wait to be read come
// next.
func (m *Model) sample(d *Laboratory, s lab.Spec, files []lab.File, column string, run bool, done func(found *lab.Sampled, fail string)) {
	o := &d.Samples
	if o.Task.Running {
		return
	}
	o.Task.Of = &s
	m.start(d, lab.SamplesTask(files, column, run), &o.Task, func([]byte) {}, func(t *Task, result []byte, fail string) {
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

// Ready reports whether the files can be tested, by some claim.
func (o *SampleFiles) Ready() bool {
	n := 0
	for slot, f := range o.files {
		if f.Name != "" && o.Read[slot] == nil {
			return false
		}
		if f.Name != "" {
			n++
		}
	}
	return !o.Task.Running && (n == 2 || n == 1 && o.Column != "")
}

// SampleSpec is what the files are tested by: the claim that was typed for them, with
// the level and the seed of the laboratory. say is what is wrong with that claim, or asks
// for one.
func (d *Laboratory) SampleSpec() (s lab.Spec, say string) {
	s = d.Defaults
	for _, name := range []string{"alpha", "seed"} {
		s = s.Set(d.Table, name, d.Spec.Float(name))
	}
	for i, name := range []string{EpsilonName, "delta"} {
		text := strings.TrimSpace(d.Samples.Claim[i])
		if text == "" && i == 0 {
			return s, "Which ε was claimed of these releases? They come without a claim."
		} else if text == "" {
			continue
		}
		next, err := s.With(d.Table, name, text)
		if err != nil {
			return s, err.Error()
		}
		s = next
	}
	return s, ""
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

// Reports reports whether runs of the laboratory can be sent as bug reports.
func (d *Laboratory) Reports() bool { return d.Lab.Extras().Reports }

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
