package laboratory

import (
	"encoding/json"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/ui/wire"
)

// OwnProgram is the picker's value for the visitor's own program.
const OwnProgram = "mine"

// codeParam is the parameter that holds the program, nil if there is none.
func (d *State) codeParam() *lab.Param {
	for i := range d.Table {
		if p := &d.Table[i]; p.Kind == lab.Code && d.Spec.Shown(p) {
			return p
		}
	}
	return nil
}

// Code is the program's text, "" if there is none.
func (d *State) Code() string {
	if p := d.codeParam(); p != nil {
		return d.Spec.Text(p.Name)
	}
	return ""
}

// Faulty reports whether a parameter as it stands was found wrong; name "" is
// that of any.
func (d *State) Faulty(name string) bool {
	f := d.Fault
	return f != nil && (name == "" || f.field == name) && d.Spec.Show(f.field) == f.in
}

// KeepOwn remembers the visitor's own program when another comes in its place.
func (d *State) KeepOwn(next lab.Spec) {
	for i := range d.Table {
		p := &d.Table[i]
		if p.Kind != lab.Code {
			continue
		}
		if text := d.Spec.Text(p.Name); text != next.Text(p.Name) && text != "" && !d.offered(p.Name, text) {
			d.OwnProgram = text
		}
	}
}

// FromFile remembers what a file of the visitor's sets: where next differs from the Spec.
func (d *State) FromFile(next lab.Spec) {
	for i := range d.Table {
		if name := d.Table[i].Name; next.Lab == d.Spec.Lab && next.Show(name) != d.Spec.Show(name) {
			d.fromFile[name] = next.Show(name)
		}
	}
}

// Own are the settings in s that are the visitor's own, by name: a program that is none of
// the laboratory's, and what a file has set.
func (d *State) Own(s lab.Spec) map[string]string {
	own := map[string]string{}
	for i := range d.Table {
		name := d.Table[i].Name
		text := s.Show(name)
		if file, ok := d.fromFile[name]; d.Table[i].Kind == lab.Code && !d.offered(name, text) || ok && file == text {
			own[name] = text
		}
	}
	return own
}

// offered reports whether a program is one of the laboratory's own.
func (d *State) offered(name, text string) bool {
	return d.Table.Find(name).Text == text ||
		slices.ContainsFunc(d.Presets, func(p lab.Preset) bool { return p.Set[name] == text })
}

// keptText is a program and the address that it belongs to.
type keptText struct {
	Link string `json:"link"`
	Code string `json:"code"`
}

// ProgramToKeep is a program that is too long for the address, with the address that it
// belongs to; "" where the address holds all.
func (d *State) ProgramToKeep() string {
	if p := d.codeParam(); p != nil && !d.Spec.Linked(d.Table) {
		if b, err := json.Marshal(keptText{d.Spec.Link(d.Table), d.Spec.Text(p.Name)}); err == nil {
			return string(b)
		}
	}
	return ""
}

// WithKept is s with the program that its address could not hold, out of what
// ProgramToKeep returned.
func (d *State) WithKept(s lab.Spec, kept string) lab.Spec {
	p := d.codeParam()
	if p == nil {
		return s
	}
	var k keptText
	if json.Unmarshal([]byte(kept), &k) != nil || k.Code == "" || k.Link != s.Link(d.Table) {
		return s
	}
	if next, err := s.With(d.Table, p.Name, k.Code); err == nil {
		return next
	}
	return s
}

// Edited takes note that the visitor has changed the program. whole says that another
// took its place, whose claim counts even where it is the same.
func (d *State) Edited(whole bool) {
	if d.claimDue = d.codeParam() != nil; d.claimDue && whole {
		d.claimed = claimed{}
	}
}

// OnClaim takes what a look at asked says of the program's claim: anew reports that it
// is to be what is tested, due that the test waited for it.
func (d *State) OnClaim(asked lab.Spec, l wire.Looked) (anew, due bool) {
	p := d.codeParam()
	if p == nil || asked.Text(p.Name) != d.Spec.Text(p.Name) {
		return false, false // another look is due
	}
	before := d.claimed.claim
	if l.Err == "" {
		c := l.Look.Claim
		d.claimed = claimed{asked.Text(p.Name), c}
		anew = d.claimDue && c != nil && (before == nil || *c != *before)
	}
	due = d.TestDue
	d.claimDue, d.TestDue = false, false
	return anew, due
}

// AwaitClaim reports whether what the program claims comes with the next look; the test
// is then due after it.
func (d *State) AwaitClaim() bool {
	d.TestDue = d.TestDue || d.claimDue
	return d.claimDue
}

// EpsilonName is the parameter that stands beside the main slider.
const EpsilonName = "eps"

// OtherClaim is the (ε, δ) that the program claims where the test asks another; nil
// otherwise.
func (d *State) OtherClaim() *privacy.Budget {
	if c := d.ownClaim(); c != nil && !c.Curved() && c.Budget != d.Asks() && d.CurvedClaim() == nil {
		return &c.Budget
	}
	return nil
}

// CurvedClaim is the claim of another notion than (ε, δ) that the test asks; nil where it
// asks ε and δ.
func (d *State) CurvedClaim() *privacy.Claim {
	if c := d.Spec.Curved(d.ownClaim()); c.Curved() {
		return &c
	}
	return nil
}

// ownClaim is what the program as it stands claims, as far as that is known.
func (d *State) ownClaim() *privacy.Claim {
	if p := d.codeParam(); p != nil && d.claimed.in == d.Spec.Text(p.Name) {
		return d.claimed.claim
	}
	return nil
}

// Asks is the claim that is tested.
func (d *State) Asks() privacy.Budget {
	return privacy.Budget{Epsilon: d.Spec.Float(EpsilonName), Delta: d.Spec.Float("delta")}
}

// WithClaim is the Spec with the program's own claim, as far as the table takes it.
func (d *State) WithClaim() lab.Spec {
	if c := d.ownClaim(); c != nil {
		return d.Spec.WithClaim(d.Table, *c, nil)
	}
	return d.Spec
}
