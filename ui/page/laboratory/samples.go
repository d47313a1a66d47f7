package laboratory

import (
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// sampleSlots are the ids of the two file fields.
var sampleSlots = [2]string{"load-record", "load-neighbour"}

// mostSample is the largest file of releases that is read, in bytes.
const mostSample = 100 << 20

// IsSample reports whether a file field is for releases.
func IsSample(id string) bool { return slices.Contains(sampleSlots[:], id) }

// SampleFiles is the visitor's files and what they show. They stay on the machine: only
// a worker of this page reads them.
type SampleFiles struct {
	Task    Task
	Column  string          // of one file: the column that says which input
	Claim   [2]string       // the ε and δ that are claimed of them, as typed: at first no ε
	Reals   bool            // their last bits and digits are not looked at
	Found   *lab.Sampled    // what the test found
	Refused [2]lang.Message // why a file was not taken
	files   [2]lab.File     // the record's first
	Read    [2]*lab.Sampled // what each holds, once it has been read
	Tested  lab.Spec        // for which Found holds
}

// Offer takes a file for a field of the two, in the place of what was there; it reports
// whether there is such a field and the file is not too large.
func (o *SampleFiles) Offer(id string, f lab.File) (taken bool) {
	slot := slices.Index(sampleSlots[:], id)
	if slot < 0 {
		return false
	}
	if o.Refused[slot] = ""; f.Size > mostSample {
		o.Refused[slot] = lang.Say("page.samples.large", "file", lang.Clip(f.Name, 60),
			"megabytes", float64(f.Size)/(1<<20))
		return false
	}
	o.files[slot], o.Read[slot] = f, nil
	o.Found, o.Task.Fail, o.Column, o.Reals = nil, "", "", false
	o.Task.Stop() // what it did was about other files
	return true
}

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
func (o *SampleFiles) Take(slot int, f lab.File, found *lab.Sampled, fail lang.Message) {
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
