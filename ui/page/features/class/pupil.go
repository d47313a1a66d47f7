package class

import (
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Pupil is a phone's part in a class; nil is a page that is in none.
type Pupil struct {
	Mark   int
	Spec   lab.Spec // the class's settings with the phone's seed, as its link was opened
	Riddle bool     // the program is hidden: who finds its fault with the fewest releases?
	Used   int      // releases of a riddle so far
	m      *state.Model
}

// Enrol draws the phone's seed, or takes the one that it drew before, and puts it into the
// settings in front. It returns nil where the mark of the link is none.
func Enrol(m *state.Model, mark string) *Pupil {
	n, ok := ParseMark(mark)
	d := m.Front
	p := d.Table.Find("seed")
	if !ok || p == nil {
		return nil
	}
	before, text, _ := strings.Cut(m.Host.Recall(seedKey), ":")
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || before != mark || seed >= seeds {
		seed = m.Host.Random() % seeds
		m.Host.Remember(seedKey, mark+":"+strconv.FormatUint(seed, 10))
	}
	d.SetValue(p, float64(seed))
	return &Pupil{Mark: n, Spec: d.Spec, m: m}
}

// In reports whether the page is in a class, and d its laboratory. At a lesson's task there
// is no class: each is to find settings of its own.
func (p *Pupil) In(d *laboratory.State) bool {
	return p != nil && d.About.Name == p.Spec.Lab && !(p.lesson() && p.m.Course.At().Task != nil)
}

func (p *Pupil) lesson() bool { return p.m.Course.In(p.Spec.Lab) && p.m.Course.Quiet }

// Asked are the settings that the class runs, with the phone's seed: in a lesson those of
// its step.
func (p *Pupil) Asked(d *laboratory.State) lab.Spec {
	if p.lesson() {
		return p.m.Course.Opening(d.Table, d.Defaults).Set(d.Table, "seed", float64(p.Spec.Seed()))
	}
	return p.Spec
}

// same reports whether s are these settings. At a riddle each draws as many releases, and
// with which seed, as it likes.
func (p *Pupil) same(d *laboratory.State, s lab.Spec) bool {
	for _, free := range []string{"n", "m", "seed"} {
		if p.Riddle && s.Has(free) {
			s = s.Set(d.Table, free, p.Spec.Float(free))
		}
	}
	return Mark(d.Table, s) == Mark(d.Table, p.Asked(d)) && s.Seed() == p.Spec.Seed()
}

// Strays reports whether d has left the class's settings, to which there is a way back: a run
// of it has no code.
func (p *Pupil) Strays(d *laboratory.State) bool {
	return p.In(d) && p.Known(d.Table) && !p.same(d, d.Spec)
}

// Asks reports whether the run of d is to have a code for the class.
func (p *Pupil) Asks(d *laboratory.State) bool {
	return p.In(d) && d.Judged() && d.Report.Pending != audit.PendingReleases &&
		(d.Report.Found() || !p.Riddle)
}

// count counts the releases that a riddle's run drew, and keeps how many there are.
func (p *Pupil) count(d *laboratory.State) {
	if p.In(d) && p.Riddle && p.same(d, d.Report.Spec) {
		p.Used += int(2 * (d.Report.N + d.Report.M))
		p.m.Host.Remember(usedKey, strconv.Itoa(p.Mark)+":"+strconv.Itoa(p.Used))
	}
}

// pose makes the class's settings a riddle, of which so many releases were drawn here before.
func (p *Pupil) pose() {
	p.Riddle = true
	if mark, used, ok := strings.Cut(p.m.Host.Recall(usedKey), ":"); ok && mark == strconv.Itoa(p.Mark) {
		p.Used, _ = strconv.Atoi(used)
	}
}

// Code is the run's code, "" where it is not the run that the class asks for.
func (p *Pupil) Code(d *laboratory.State) string {
	s := d.Report.Spec
	if !p.Known(d.Table) || !p.same(d, s) {
		return ""
	}
	c := Code{Mark: Mark(d.Table, s), Outcome: lab.NewOutcome(s.Seed(), &d.Report.Report)}
	if p.Riddle {
		c.Mark, c.Seed = p.Mark, uint64(min((p.Used+used-1)/used, seeds-1))
	}
	if k := p.m.Course; p.lesson() && k.Asks() && !k.Late {
		c.Choice = k.Option + 1
	}
	return c.String()
}

// Known reports whether the class's settings are known: a link that says others than its
// mark is of none.
func (p *Pupil) Known(t lab.Table) bool { return p.Riddle || Mark(t, p.Spec) == p.Mark }
