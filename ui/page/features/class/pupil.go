package class

import (
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
)

// Pupil is a phone's part in a class; nil is a page that is in none.
type Pupil struct {
	Mark int
	Spec lab.Spec // the class's settings with the phone's seed, as its link was opened
}

// Enrol draws the phone's seed, or takes the one that it drew before, and puts it into the
// settings of d. It returns nil where the mark of the link is none.
func Enrol(m Machine, d *laboratory.State, mark string) *Pupil {
	n, ok := ParseMark(mark)
	p := d.Table.Find("seed")
	if !ok || p == nil {
		return nil
	}
	before, text, _ := strings.Cut(m.Recall(seedKey), ":")
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || before != mark || seed >= seeds {
		seed = m.Random() % seeds
		m.Remember(seedKey, mark+":"+strconv.FormatUint(seed, 10))
	}
	d.SetValue(p, float64(seed))
	return &Pupil{n, d.Spec}
}

// In reports whether the page is in a class, and d its laboratory.
func (p *Pupil) In(d *laboratory.State) bool { return p != nil && d.About.Name == p.Spec.Lab }

// Strays reports whether d has left the class's settings, to which there is a way back: a run
// of it has no code.
func (p *Pupil) Strays(d *laboratory.State) bool {
	return p.In(d) && p.Known(d.Table) && (Mark(d.Table, d.Spec) != p.Mark || d.Spec.Seed() != p.Spec.Seed())
}

// Link is the class's mark for a link; "" where d is not the class's laboratory.
func (p *Pupil) Link(d *laboratory.State) string {
	if !p.In(d) {
		return ""
	}
	return strconv.Itoa(p.Mark)
}

// Asks reports whether the run of d is to have a code for the class.
func (p *Pupil) Asks(d *laboratory.State) bool {
	return p.In(d) && d.Report != nil && !d.Stale() && d.Report.Pending != audit.PendingReleases
}

// Code is the run's code, "" where it is not the run that the class asks for.
func (p *Pupil) Code(d *laboratory.State) string {
	s := d.Report.Spec
	if Mark(d.Table, s) != p.Mark || s.Seed() != p.Spec.Seed() {
		return ""
	}
	return Code{Mark: p.Mark, Outcome: lab.NewOutcome(s.Seed(), &d.Report.Report)}.String()
}

// Known reports whether the class's settings are known: a link that says others than its
// mark is of none.
func (p *Pupil) Known(t lab.Table) bool { return Mark(t, p.Spec) == p.Mark }
