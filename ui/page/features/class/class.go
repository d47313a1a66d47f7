package class

import (
	"cmp"
	"encoding/base64"
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// page is the teacher's, which collects what the phones of a class found.
const page = "class"

// Feature is a class: the teacher's page, and on a phone a pupil's part.
type Feature struct {
	state.Plain
	Desk  *Desk
	Pupil *Pupil // nil where the page is in no class
	Pose  bool   // the phones' link hides the program
	qr    view.QR
}

func (f *Feature) Pages() []state.Page {
	return []state.Page{{Name: page, Title: state.Titled("class.head")}}
}

// Draw adds the teacher's page and the way to it; on a phone the run's code, and where the
// settings are those of the class or not.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	m, d := f.M, f.M.Front
	switch {
	case at == view.Below && m.Page == page:
		return []vugu.Builder{&Teacher{M: m, F: f}}
	case m.Page != "":
	case at == view.Options:
		return []vugu.Builder{&view.Button{M: m, Class: "plain", ID: "share-pupils", Text: "class.head",
			Click: func() { m.Go("", page) }}}
	case at == view.Glance && f.Pupil.Asks(d):
		return []vugu.Builder{&Phone{M: m, F: f}}
	case at == view.Why && f.Pupil.Strays(d):
		return []vugu.Builder{&view.Button{M: m, Class: "link", Text: "class.strays", Click: f.ToClass}}
	case at == view.Asked && f.Pupil.In(d) && (f.Pupil.Riddle || !f.Pupil.Asks(d)):
		return []vugu.Builder{&Where{F: f}}
	}
	return nil
}

// Fields is the mark of a class's settings: a phone that opens the link draws a seed.
func (f *Feature) Fields() []state.Field {
	return []state.Field{{Name: "riddle", Accepts: func(hidden string) lang.Message {
		if _, err := base64.RawURLEncoding.DecodeString(hidden); err != nil {
			return lang.Say("class.riddle.mark")
		}
		return ""
	}}, {Name: "class", Accepts: func(mark string) lang.Message {
		if _, ok := ParseMark(mark); !ok {
			return lang.Say("class.mark")
		}
		return ""
	}}}
}

// Read has the phone take part in the class of a link; a lesson whose answers are kept back
// is one for a class.
func (f *Feature) Read(x *state.Extra) {
	m, mark := f.M, x.Take("class")
	if c := m.Course; mark == "" && c != nil && c.Quiet {
		mark = strconv.Itoa(Mark(m.Front.Table, m.Front.Spec))
	}
	hidden, err := base64.RawURLEncoding.DecodeString(x.Take("riddle"))
	d, s := m.Front, m.Front.Spec
	was := d.Hidden
	d.Hidden = false
	if err == nil && len(hidden) > 0 && d.Program() != nil {
		s, err = d.Spec.With(d.Table, d.Program().P.Name, string(hidden))
		d.Hidden = err == nil
	}
	if d.Hidden || was {
		d.Restore(s)
	}
	if f.Pupil = Enrol(m, mark); f.Pupil != nil && d.Hidden {
		f.Pupil.pose()
	}
}

// Hear counts the releases of a riddle.
func (f *Feature) Hear(e state.Event) (taken bool) {
	if e.Kind == state.Verdict {
		f.Pupil.count(e.D)
	}
	return false
}

// Write names the class, in the link for its phones that of the settings in front.
func (f *Feature) Write(x *state.Extra, s *lab.Spec, of state.Purpose) {
	d := f.M.Front
	if program := d.Program(); program != nil && (d.Hidden || f.Pose && of == state.Joined) {
		name := program.P.Name
		x.Add("riddle", base64.RawURLEncoding.EncodeToString([]byte(d.Spec.Text(name))))
		if open, err := s.With(d.Table, name, cmp.Or(program.P.Was, d.Defaults.Text(name))); err == nil {
			*s = open
		}
	}
	switch {
	case of == state.Joined:
		x.Add("class", strconv.Itoa(Mark(d.Table, d.Spec)))
		x.Add("lang", f.M.L.Tag)
	case of != state.Framed && f.M.Page == "" && f.Pupil.In(d):
		x.Add("class", strconv.Itoa(f.Pupil.Mark))
	}
}

// Link is what every phone opens: the settings on show and their mark, in the language of
// the page; with a lesson, without its answers.
func (f *Feature) Link() string { return f.M.Host.Address() + f.M.Link(state.Joined, false, false) }

// ToClass goes back to the settings that the class has, with the phone's own seed.
func (f *Feature) ToClass() {
	f.M.Front.Restore(f.Pupil.Asked(f.M.Front))
	f.M.Changed()
}
