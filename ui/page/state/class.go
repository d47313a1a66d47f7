package state

import (
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/class"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
)

// Class is what the teacher's page holds beside the codes: what is typed of them, and
// what of that was refused.
type Class struct {
	Draft    string
	Refused  []lang.Message // one sentence for each
	Scanning bool           // the camera is on
	roll     *class.Roll
	before   string // the roll before codes were forgotten
}

// Where a machine keeps the codes that it was given, and a phone the seed that it drew,
// "mark:seed".
const (
	rollKey = "indistinct-class"
	seedKey = "indistinct-class-seed"
)

// pupil is a phone's part in a class.
type pupil struct {
	mark int
	spec lab.Spec // the class's settings with the phone's seed, as its link was opened
}

// enrol draws the phone's seed, or takes the one that it drew before, where a link is that
// of a class.
func (m *Model) enrol(mark string) {
	m.pupil = nil
	n, ok := class.ParseMark(mark)
	d := m.Front
	if p := d.Table.Find("seed"); !ok || p == nil {
		return
	} else {
		before, text, _ := strings.Cut(m.Host.Recall(seedKey), ":")
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil || before != mark || seed >= class.Seeds {
			seed = m.Host.Random() % class.Seeds
			m.Host.Remember(seedKey, mark+":"+strconv.FormatUint(seed, 10))
		}
		d.SetValue(p, float64(seed))
	}
	m.pupil = &pupil{n, d.Spec}
}

// classIn is the class that the address belongs to, for a link; "" where it is none.
func (m *Model) classIn() string {
	if m.pupil == nil || m.Front.About.Name != m.pupil.spec.Lab || m.Page != links.PageLaboratory {
		return ""
	}
	return strconv.Itoa(m.pupil.mark)
}

// Pupil reports whether a laboratory's run is to have a code for a class.
func (m *Model) Pupil(d *laboratory.State) bool {
	return m.pupil != nil && d.About.Name == m.pupil.spec.Lab && d.Report != nil && !d.Stale() &&
		d.Report.Pending != audit.PendingReleases
}

// ClassCode is the run's code, "" where it is not the run that the class asks for.
func (m *Model) ClassCode(d *laboratory.State) string {
	r := d.Report
	if mark := class.Mark(d.Table, r.Spec); mark != m.pupil.mark || r.Spec.Seed() != m.pupil.spec.Seed() {
		return ""
	}
	return class.Code{Mark: m.pupil.mark, Outcome: lab.NewOutcome(r.Spec.Seed(), &r.Report)}.String()
}

// CopyClassCode copies the run's code.
func (m *Model) CopyClassCode() { m.Copy(lang.Say("page.copied.code"), m.ClassCode(m.Front)) }

// ToClass goes back to the settings that the class has, with the phone's own seed.
func (m *Model) ToClass() {
	m.Front.Restore(m.pupil.spec)
	m.changed()
}

// CanReturn reports whether the class's settings are known: a link that says others than
// its mark is of none.
func (m *Model) CanReturn() bool { return class.Mark(m.Front.Table, m.pupil.spec) == m.pupil.mark }

// ClassLink is what every phone opens: the settings on show and their mark; with a lesson,
// without its answers.
func (m *Model) ClassLink() string {
	d := m.Front
	return m.Host.Address() + links.JoinLink(d.Spec.Link(d.Table), links.Extra{Lesson: m.Course.Link(),
		Quiet: m.Course != nil, Class: strconv.Itoa(m.mark())})
}

// CopyClassLink copies it.
func (m *Model) CopyClassLink() { m.Copy(lang.Say("page.copied.link"), m.ClassLink()) }

// mark is that of the settings on show.
func (m *Model) mark() int { return class.Mark(m.Front.Table, m.Front.Spec) }

// roll is the codes that this machine was given.
func (m *Model) roll() *class.Roll {
	if m.Class.roll == nil {
		m.Class.roll = class.Read(m.Host.Recall(rollKey))
	}
	return m.Class.roll
}

// ClassFound is what the class with the settings on show has found.
func (m *Model) ClassFound() []lab.Outcome { return m.roll().Of(m.mark()) }

// ClassSheet draws it; nil before the first code.
func (m *Model) ClassSheet() *sheet.Sheet {
	d := m.Front
	set := audit.Settings{Epsilon: d.Spec.Float(laboratory.EpsilonName)}
	if d.Spec.Has("delta") {
		set.Delta = d.Spec.Float("delta")
	}
	if c := d.CurvedClaim(); c != nil {
		set.Claim = *c
	}
	var again *sheet.Sheet
	if t := d.Task(lab.Again); !t.Running && t.Sheet != nil && class.Mark(d.Table, t.Spec) == m.mark() {
		again = t.Sheet
	}
	return class.Sheet(set, m.ClassFound(), again)
}

// TypeCodes takes what is typed or pasted; codes that are whole are added at once.
func (m *Model) TypeCodes(text string) {
	m.Class.Draft, m.Class.Refused = text, nil
	if class.Whole(text) {
		m.AddCodes()
	}
}

// AddCodes adds the codes that were typed. What is refused stays in the field, with a
// sentence for each.
func (m *Model) AddCodes() {
	refused := m.takeCodes(m.Class.Draft)
	m.Class.Draft = strings.Join(refused, "\n")
	m.Host.Put("class-codes", m.Class.Draft)
}

// SeeCode takes what the camera reads, again and again while it is in sight.
func (m *Model) SeeCode(text string) { m.takeCodes(text) }

// takeCodes adds the codes in a text and returns what was refused.
func (m *Model) takeCodes(text string) (refused []string) {
	c := &m.Class
	taken, refused, why, known := m.roll().Add(text, m.mark())
	if c.Refused = why; len(taken) > 0 {
		c.before = ""
		m.Host.Remember(rollKey, m.roll().Text())
		m.Confirm(lang.Say("class.taken", "n", len(taken), "code", taken[0]))
	} else if known > 0 {
		m.Confirm(lang.Say("class.known", "n", known))
	}
	return refused
}

// ForgetCodes forgets the codes of the settings on show; BringBack undoes it.
func (m *Model) ForgetCodes() {
	m.Class.before = m.roll().Text()
	m.roll().Forget(m.mark())
	m.Host.Remember(rollKey, m.roll().Text())
}

// Forgotten reports whether codes were forgotten last.
func (m *Model) Forgotten() bool { return m.Class.before != "" }

// BringBack brings the forgotten codes back.
func (m *Model) BringBack() {
	m.Class.roll, m.Class.before = class.Read(m.Class.before), ""
	m.Host.Remember(rollKey, m.roll().Text())
}

// Scan turns the camera on or off.
func (m *Model) Scan() {
	if m.Class.Scanning = !m.Class.Scanning; m.Class.Scanning {
		m.Host.Scan()
	}
}

// Unseen says that the camera could not be used.
func (m *Model) Unseen() {
	m.Class.Scanning = false
	m.Class.Refused = []lang.Message{lang.Say("class.camera.refused")}
}
