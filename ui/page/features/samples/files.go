package samples

import (
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/ui/page/laboratory"
)

// sampleSlots are the ids of the two file fields.
var sampleSlots = [2]string{"load-record", "load-neighbour"}

// mostSample is the largest file of releases that is read, in bytes.
const mostSample = 100 << 20

// Role is what a column is taken for.
type Role int

// The roles: no part of a release, a part, which input a release is of; where both inputs
// stand side by side, a part of the record's releases and of its neighbour's.
const (
	Out Role = iota
	Part
	Which
	Record
	Neighbour
)

// Files is the visitor's files and what they show. They stay on the machine: only
// a worker of this page reads them.
type Files struct {
	Task    laboratory.Task
	Roles   []Role            // of the columns, where something was chosen
	Beside  bool              // both inputs stand side by side in one file
	Scores  bool              // they hold canary scores of one training run
	Lower   bool              // smaller scores speak for "in"
	Alone   bool              // canaries do not influence each other's scores
	Asks    string            // which notion is claimed of them; "": ε and δ
	claim   map[string]string // the claim's numbers, as typed: at first none
	Reals   bool              // their last bits and digits are not looked at
	Bets    bool              // rows are bet on one by one, until it is decided
	Found   *lab.Sampled      // what the test found
	Refused [2]lang.Message   // why a file was not taken
	files   [2]lab.File       // the record's first
	Seen    *lab.Sampled      // what they hold, and what is taken of them; nil: nothing was read yet
	due     bool              // they are to be read, once more
	held    bool              // Seen is of these files and Roles
	fresh   int               // the slot whose file has not been read yet; −1: none
	Tested  lab.Spec          // for which Found holds
	scored  [2]bool           // Lower and Alone, for which it does
}

// Offer takes a file for a field of the two, in the place of what was there; it reports
// whether there is such a field and the file is not too large.
func (o *Files) Offer(id string, f lab.File) (taken bool) {
	slot := slices.Index(sampleSlots[:], id)
	if slot < 0 {
		return false
	}
	if o.Refused[slot] = ""; f.Size > mostSample {
		o.Refused[slot] = lang.Say("samples.large", "file", lang.Clip(f.Name, 60),
			"megabytes", float64(f.Size)/(1<<20))
		return false
	}
	switch was := o.files[slot].Name; {
	case was == "" && len(o.Roles) > 0:
		o.By(-1) // a second file is the other input
	case was != f.Name:
		o.Roles, o.Beside, o.Seen = nil, false, nil
	}
	o.Choose(o.Roles)
	o.files[slot], o.fresh, o.Reals = f, slot, false
	return true
}

// Choose takes the roles of columns; the files are to be read again by them.
func (o *Files) Choose(roles []Role) {
	o.Roles, o.Found, o.Task.Fail = roles, nil, ""
	o.due, o.held, o.fresh = true, false, -1
	o.Task.Stop() // what it did was about something else
}

// Role is what a column of what was Seen is taken for: what was chosen, or what seems likely.
func (o *Files) Role(at int) Role {
	switch p := o.Seen.Preview; {
	case at < len(o.Roles):
		return o.Roles[at]
	case at == p.Which && len(o.List()) == 1:
		return Which
	case p.Columns[at].Taken:
		return Part
	}
	return Out
}

func (o *Files) Give(at int, r Role) {
	roles := make([]Role, len(o.Seen.Preview.Columns))
	for i := range roles {
		roles[i] = o.Role(i)
	}
	roles[at] = r
	o.Choose(roles)
}

// By takes the place of the column that says which input a release is of, or of none: −1. The
// place after the last says that both inputs stand side by side: until it is said otherwise,
// the record's columns come first.
func (o *Files) By(at int) {
	columns := o.Seen.Preview.Columns
	roles, parts := make([]Role, len(columns)), []int(nil)
	for i, c := range columns {
		if r := o.Role(i); i != at && r != Out && (r != Which || c.Taken && at >= 0 && at < len(columns)) {
			roles[i], parts = Part, append(parts, i)
		}
	}
	if o.Beside = at == len(columns); o.Beside {
		for k, i := range parts {
			roles[i] = Record + Role(2*k/len(parts))
		}
	} else if at >= 0 {
		roles[at] = Which
	}
	o.Choose(roles)
}

// Ask is what the roles say: no pairs where the record and its neighbour have not as many.
func (o *Files) Ask() (ask table.Ask) {
	if ask.Scores = o.Scores; o.Scores {
		ask.Lower, ask.Independent = o.Lower, o.Alone && o.Family()
	}
	var of [Neighbour + 1][]string
	if o.Seen != nil {
		for i, c := range o.Seen.Preview.Columns {
			of[o.Role(i)] = append(of[o.Role(i)], c.Name)
		}
	}
	if len(of[Which]) > 0 {
		ask.By = of[Which][0]
	}
	switch record, neighbour := of[Record], of[Neighbour]; {
	case o.Beside && len(record) == len(neighbour):
		for k, name := range record {
			ask.Pairs = append(ask.Pairs, [2]string{name, neighbour[k]})
		}
	case o.Beside:
		ask.Columns = append(record, neighbour...)
	case o.Roles != nil && of[Part] == nil: // which is refused by a sentence
		ask.Without = of[Out]
	case o.Roles != nil:
		ask.Columns = of[Part]
	}
	return ask
}

// Look takes what reading them gave. A file that is refused is left out; what was chosen of
// its columns stays where that is refused.
func (o *Files) Look(found *lab.Sampled, fail lang.Message) {
	switch o.due, o.held = false, fail == ""; {
	case o.held:
		o.Seen = found
	case o.fresh >= 0:
		o.Refused[o.fresh], o.files[o.fresh], o.due = fail, lab.File{}, true
	default:
		o.Task.Fail = fail
	}
	o.fresh = -1
}

// List is the files that were chosen, the record's first.
func (o *Files) List() []lab.File {
	return slices.DeleteFunc(slices.Clone(o.files[:]), func(f lab.File) bool { return f.Name == "" })
}

// Ready reports whether the files can be tested, by some claim.
func (o *Files) Ready() bool {
	ask := o.Ask()
	return !o.Task.Running && o.held && (o.Scores || len(o.List()) == 2 || ask.By != "" || ask.Pairs != nil)
}

// Stop ends the test of the files, or their reading: one that has not been read is then not
// taken.
func (o *Files) Stop() {
	o.Task.Stop()
	if o.due = o.fresh >= 0; o.due {
		o.files[o.fresh], o.fresh = lab.File{}, -1
	}
}

func (o *Files) Drop() {
	o.Task.Stop()
	*o = Files{Task: o.Task, claim: map[string]string{}}
	o.Task.Fail = ""
}
