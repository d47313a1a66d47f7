package laboratory

import (
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/read"
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
	Ask     read.Ask        // what is said of the columns
	Sides   []int           // of one file with both inputs side by side, by column: 1 the record's, 2 its neighbour's
	Claim   [2]string       // the ε and δ that are claimed of them, as typed: at first no ε
	Reals   bool            // their last bits and digits are not looked at
	Found   *lab.Sampled    // what the test found
	Refused [2]lang.Message // why a file was not taken
	files   [2]lab.File     // the record's first
	Read    [2]*lab.Sampled // what each holds, once it has been read
	Seen    *lab.Sampled    // what is taken of them together, as Ask says
	asks    int             // how often Ask or a file has changed
	looked  int             // at which of those the files were read together
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
	o.Seen, o.Sides, o.Ask.By, o.Ask.Pairs, o.Reals = nil, nil, "", nil, false
	o.Choose(o.Ask)
	return true
}

// Choose takes what is said of the columns; the files are to be read again by it.
func (o *SampleFiles) Choose(ask read.Ask) {
	o.Ask, o.Found, o.Task.Fail = ask, nil, ""
	o.asks++
	o.Task.Stop() // what it did was about something else
}

// By takes the place of the column that says which input a release is of, or of none; one
// that is no column's says that both inputs stand side by side.
func (o *SampleFiles) By(at int) {
	p, ask := o.Preview(), read.Ask{Columns: o.Ask.Columns}
	o.Sides = nil
	switch {
	case p == nil:
	case at == len(p.Columns): // until it is said otherwise, the record's columns come first
		o.Sides = make([]int, at)
		var taken []int
		for i, c := range p.Columns {
			if c.Taken && i != p.Which {
				taken = append(taken, i)
			}
		}
		for k := range len(taken) / 2 {
			o.Sides[taken[k]], o.Sides[taken[len(taken)/2+k]] = 1, 2
		}
		ask = read.Ask{Pairs: o.pairs()}
	case at >= 0:
		ask.By = p.Columns[at].Name
		ask.Columns = slices.DeleteFunc(slices.Clone(ask.Columns), func(s string) bool { return s == ask.By })
	}
	o.Choose(ask)
}

// Side says which input a column is of, where both stand side by side: 0 neither.
func (o *SampleFiles) Side(at, side int) {
	o.Sides[at] = side
	o.Choose(read.Ask{Pairs: o.pairs()})
}

// pairs are the columns of the record, each with its neighbour's in the same order; nil
// where there are not as many.
func (o *SampleFiles) pairs() (out [][2]string) {
	var of [3][]string
	for i, c := range o.Preview().Columns {
		of[o.Sides[i]] = append(of[o.Sides[i]], c.Name)
	}
	if len(of[1]) != len(of[2]) {
		return nil
	}
	for k, name := range of[1] {
		out = append(out, [2]string{name, of[2][k]})
	}
	return out
}

// Takes reports whether a column is taken as a part of the releases.
func (o *SampleFiles) Takes(at int) bool {
	switch c := o.Preview().Columns[at]; {
	case len(o.Ask.Columns) > 0:
		return slices.Contains(o.Ask.Columns, c.Name)
	default:
		return c.Taken && !slices.Contains(o.Ask.Without, c.Name)
	}
}

// Tick takes a column, or leaves it out.
func (o *SampleFiles) Tick(at int, take bool) {
	ask, all := read.Ask{By: o.Ask.By}, o.Preview().Columns
	for i, c := range all {
		if c.Name != ask.By && (i == at && take || i != at && o.Takes(i)) {
			ask.Columns = append(ask.Columns, c.Name)
		}
	}
	if len(ask.Columns) == 0 {
		ask.Without = []string{all[at].Name}
	}
	o.Choose(ask)
}

// Preview is what the first of the files holds; nil: nothing is known of it.
func (o *SampleFiles) Preview() *read.Preview {
	for _, r := range append([]*lab.Sampled{o.Seen}, o.Read[:]...) {
		if r != nil {
			return r.Preview
		}
	}
	return nil
}

// Unseen reports whether the files, each of which has been read, are to be read together,
// as Ask says.
func (o *SampleFiles) Unseen() bool {
	return o.looked != o.asks && (len(o.List()) == 2 || o.Ask.By != "" || o.Ask.Pairs != nil)
}

// Look returns who takes what reading them together gives, unless something else was chosen
// meanwhile. What was chosen stays where it is refused.
func (o *SampleFiles) Look() func(found *lab.Sampled, fail lang.Message) {
	asks := o.asks
	return func(found *lab.Sampled, fail lang.Message) {
		if asks != o.asks {
			return
		}
		o.looked, o.Task.Fail = asks, fail
		if o.Seen = found; fail != "" {
			o.Seen = nil
		}
	}
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
		p := found.Preview
		known := func(name string) bool {
			return p == nil || slices.ContainsFunc(p.Columns, func(c read.PreviewColumn) bool { return c.Name == name })
		}
		for _, name := range o.Ask.Columns {
			if !known(name) { // of another file, which was there before
				o.Ask.Columns = nil
			}
		}
		if o.Read[slot] = found; len(o.List()) == 1 && p != nil && p.Which >= 0 {
			o.Ask.By = p.Columns[p.Which].Name
		}
	}
}

// Ready reports whether the files can be tested, by some claim.
func (o *SampleFiles) Ready() bool {
	return !o.Task.Running && o.looked == o.asks && o.Seen != nil
}

// Stop ends the test of the files, or the reading of one, which is then not taken.
func (o *SampleFiles) Stop() {
	if o.Task.Stop(); o.looked != o.asks {
		o.looked, o.Seen = o.asks, nil
	}
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
