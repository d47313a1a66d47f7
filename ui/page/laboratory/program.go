package laboratory

import (
	"encoding/json"
	"slices"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/ui/wire"
)

// OwnProgram is the picker's value for the visitor's own program.
const OwnProgram = "mine"

// Script is a laboratory's program as the visitor has it: with what it claims of itself, and
// their own from before another replaced it.
type Script struct {
	d          *State
	OwnProgram string            // the visitor's own program, from before another replaced it
	claimed    claimed           // what the program claims of itself
	claimDue   bool              // the visitor has changed the program: its claim comes with the next look
	TestDue    bool              // the test begins when that has come
	fromFile   map[string]string // what files of the visitor's have set, by parameter
}

// CodeParam is the parameter of s that holds a program, nil if there is none.
func CodeParam(t lab.Table, s lab.Spec) *lab.Param {
	for i := range t {
		if p := &t[i]; p.Kind == lab.Code && s.Shown(p) {
			return p
		}
	}
	return nil
}

func (p *Script) codeParam() *lab.Param { return CodeParam(p.d.Table, p.d.Spec) }

// Code is the program's text, "" if there is none.
func (p *Script) Code() string {
	if q := p.codeParam(); q != nil {
		return p.d.Spec.Text(q.Name)
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
func (p *Script) KeepOwn(next lab.Spec) {
	for i := range p.d.Table {
		q := &p.d.Table[i]
		if q.Kind != lab.Code {
			continue
		}
		if text := p.d.Spec.Text(q.Name); text != next.Text(q.Name) && text != "" && !p.offered(q.Name, text) {
			p.OwnProgram = text
		}
	}
}

// FromFile remembers what a file of the visitor's sets: where next differs from the Spec.
func (p *Script) FromFile(next lab.Spec) {
	for i := range p.d.Table {
		if name := p.d.Table[i].Name; next.Lab == p.d.Spec.Lab && next.Show(name) != p.d.Spec.Show(name) {
			p.fromFile[name] = next.Show(name)
		}
	}
}

// Own are the settings in s that are the visitor's own, by name: a program that is none of
// the laboratory's, and what a file has set.
func (p *Script) Own(s lab.Spec) map[string]string {
	own := map[string]string{}
	for i := range p.d.Table {
		name := p.d.Table[i].Name
		text := s.Show(name)
		if file, ok := p.fromFile[name]; p.d.Table[i].Kind == lab.Code && !p.offered(name, text) || ok && file == text {
			own[name] = text
		}
	}
	return own
}

// offered reports whether a program is one of the laboratory's own.
func (p *Script) offered(name, text string) bool {
	return p.d.Table.Find(name).Text == text ||
		slices.ContainsFunc(p.d.Presets, func(q lab.Preset) bool { return q.Set[name] == text })
}

type keptText struct {
	Link string `json:"link"`
	Code string `json:"code"`
}

// ProgramToKeep is a program that is too long for the address, with the address that it
// belongs to; "" where the address holds all.
func (p *Script) ProgramToKeep() string {
	if q := p.codeParam(); q != nil && !p.d.Spec.Linked(p.d.Table) {
		if b, err := json.Marshal(keptText{p.d.Spec.Link(p.d.Table), p.d.Spec.Text(q.Name)}); err == nil {
			return string(b)
		}
	}
	return ""
}

// WithKept is s with the program that its address could not hold, out of what
// ProgramToKeep returned.
func (p *Script) WithKept(s lab.Spec, address, kept string) lab.Spec {
	var k keptText
	q := p.codeParam()
	if q == nil || strings.Contains(address, "&"+q.Name+"=") || json.Unmarshal([]byte(kept), &k) != nil ||
		k.Code == "" {
		return s
	}
	if next, err := s.With(p.d.Table, q.Name, k.Code); err == nil && next.Link(p.d.Table) == k.Link {
		return next
	}
	return s
}

// Edited takes note that the visitor has changed the program. whole says that another
// took its place, whose claim counts even where it is the same.
func (p *Script) Edited(whole bool) {
	if p.claimDue = p.codeParam() != nil; p.claimDue && whole {
		p.claimed = claimed{}
	}
}

// OnClaim takes what a look at asked says of the program's claim: anew reports that it
// is to be what is tested, due that the test waited for it.
func (p *Script) OnClaim(asked lab.Spec, l wire.Looked) (anew, due bool) {
	q := p.codeParam()
	if q == nil || asked.Text(q.Name) != p.d.Spec.Text(q.Name) {
		return false, false // another look is due
	}
	before := p.claimed.claim
	if l.Err == "" {
		c := l.Look.Claim
		p.claimed = claimed{asked.Text(q.Name), c}
		anew = p.claimDue && c != nil && (before == nil || *c != *before)
	}
	due = p.TestDue && l.Err == ""
	p.claimDue, p.TestDue = p.claimDue && l.Err != "", false
	return anew, due
}

// AwaitClaim reports whether what the program claims comes with the next look; the test
// is then due after it.
func (p *Script) AwaitClaim() bool {
	p.TestDue = p.TestDue || p.claimDue
	return p.claimDue
}

// EpsilonName is the parameter that stands beside the main slider.
const EpsilonName = "eps"

// OtherClaim is the (ε, δ) that the program claims where the test asks another; nil
// otherwise.
func (p *Script) OtherClaim() *privacy.Budget {
	if c := p.ownClaim(); c != nil && !c.Curved() && c.Budget != p.d.Asks() && p.CurvedClaim() == nil {
		return &c.Budget
	}
	return nil
}

// CurvedClaim is the claim of another notion than (ε, δ) that the test asks; nil where it
// asks ε and δ.
func (p *Script) CurvedClaim() *privacy.Claim {
	if c := p.d.Spec.Curved(p.ownClaim()); c.Curved() {
		return &c
	}
	return nil
}

// ownClaim is what the program as it stands claims, as far as that is known.
func (p *Script) ownClaim() *privacy.Claim {
	if q := p.codeParam(); q != nil && p.claimed.in == p.d.Spec.Text(q.Name) {
		return p.claimed.claim
	}
	return nil
}

// Asks is the claim that is tested.
func (d *State) Asks() privacy.Budget {
	b := privacy.Budget{Epsilon: d.Spec.Float(EpsilonName)}
	if d.Table.Find("delta") != nil {
		b.Delta = d.Spec.Float("delta")
	}
	return b
}

// WithClaim is the Spec with the program's own claim, as far as the table takes it.
func (p *Script) WithClaim() lab.Spec {
	if c := p.ownClaim(); c != nil {
		return p.d.Spec.WithClaim(p.d.Table, *c, nil)
	}
	return p.d.Spec
}

// TakeOwn brings the visitor's own program back; it reports whether there is one.
func (p *Script) TakeOwn() bool {
	q := p.codeParam()
	if q == nil || p.OwnProgram == "" {
		return false
	}
	next, err := p.d.Spec.With(p.d.Table, q.Name, p.OwnProgram)
	if err == nil {
		p.d.Restore(next)
		p.Edited(true)
	}
	return err == nil
}
