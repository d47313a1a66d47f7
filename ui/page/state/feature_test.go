package state

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// part is a feature for tests: it notes what it hears, takes some of it, has fields of a
// link, a page and, if it plays, the stage.
type part struct {
	Plain
	name  string
	takes EventKind // what it keeps from others
	heard []Event
	read  string
	plays bool
	of    int // whose film it plays
}

func (p *part) Fields() []Field {
	return []Field{{Name: p.name}, {Name: p.name + "-beside"}}
}

// Read takes what stands beside its field only beside that.
func (p *part) Read(x *Extra) {
	if p.read = x.Take(p.name); p.read != "" {
		p.read += x.Take(p.name + "-beside")
	}
}

func (p *part) Write(x *Extra, s *lab.Spec, of Purpose) {
	if of != Framed {
		x.Add(p.name, p.read)
	}
	if p.plays {
		*x, *s = Extra{}, s.Set(test.Toy{}.Params(), "s", 2)
		x.Set(p.name, true)
	}
}

func (p *part) Pages() []Page {
	return []Page{{Name: "page-" + p.name, Stored: true, Title: func(d *laboratory.State) lang.Message {
		return lang.Verbatim(p.name + " of " + d.About.Name)
	}}}
}

func (p *part) Hear(e Event) (taken bool) {
	p.heard = append(p.heard, e)
	return e.Kind == p.takes
}

func (p *part) Plays(d *laboratory.State) bool { return p.plays && d.About.Name == "toy" }

func (p *part) Film(*laboratory.State) (film []byte, of any, anew bool) {
	if p.of == 0 {
		return nil, nil, false
	}
	return []byte("played"), p.of, false
}

// kinds are the kinds of what it has heard since it was last asked.
func (p *part) kinds() (all []EventKind) {
	for _, e := range p.heard {
		all = append(all, e.Kind)
	}
	p.heard = nil
	return all
}

// with is a page with two features.
func with(t *testing.T, link string) (*Model, *test.Browser, *part, *part) {
	t.Helper()
	s := &test.Browser{}
	m := New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	a, b := &part{name: "a", takes: Testing}, &part{name: "b", takes: -1}
	m.Use(a, b)
	m.Start("", false, link)
	a.heard, b.heard = nil, nil
	return m, s, a, b
}

// TestFieldsOfFeatures: each feature takes its fields out of a link, what nobody takes is
// told, and a link to what is shown holds what they write, in their order.
func TestFieldsOfFeatures(t *testing.T) {
	m, _, a, b := with(t, "#b=2&lab=toy&s=1&a=1&b-beside=3&page=page-b&run=1")
	if len(m.Notes) > 0 || a.read != "1" || b.read != "23" || m.Page != "page-b" {
		t.Errorf("read were %q and %q of page %q, notes %q", a.read, b.read, m.Page, m.Notes)
	}
	for of, want := range map[Purpose]string{Address: "&page=page-b&a=1&b=23", Framed: "&page=page-b",
		Joined: "&a=1&b=23"} {
		if got := m.Link(of, false, false); got != "#lab=toy&v=2&s=1&seed=1"+want {
			t.Errorf("for %d the link is %s", of, got)
		}
	}
	if got := m.Link(Shared, true, true); !strings.HasSuffix(got, "&a=1&b=23&run=1&again=1") {
		t.Errorf("with the test it is %s", got)
	}
	m, s, a, _ := with(t, "#a-beside=1&run=1")
	if !note(m, "page.link.framed", "a-beside") || len(s.Runs) > 0 || a.read != "" {
		t.Errorf("a field that counts only beside another: notes %q, %d runs", m.Notes, len(s.Runs))
	}
	if m.Open("#c=1"); len(m.Notes) != 1 || m.Notes[0].ID() == "page.link.framed" {
		t.Errorf("a field of no feature: %q", m.Notes)
	}
}

// TestEvents: the features hear of what happens in their order, until one takes it.
func TestEvents(t *testing.T) {
	m, s, a, b := with(t, "")
	if m.Test(); !slices.Equal(a.kinds(), []EventKind{Testing}) || b.kinds() != nil || len(s.Runs) > 0 {
		t.Errorf("a test that a feature took has begun: %d runs", len(s.Runs))
	}
	a.takes = -1
	m.Test()
	s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
	if !slices.Equal(b.kinds(), []EventKind{Testing, Verdict, Ended}) {
		t.Errorf("of a test is heard %v", b.heard)
	}
	front := m.Front
	m.Go("other", "page-a")
	if e := b.heard[0]; e.Kind != Leaving || e.D == front || e.D != m.Front || s.Title != "a of other" {
		t.Errorf("on leaving is heard %+v, the page is called %q", e, s.Title)
	}
	b.kinds()
	if m.Show(front.Spec, true); !slices.Equal(b.kinds(), []EventKind{Replacing}) || m.Front != front {
		t.Error("settings of other software come unannounced")
	}
	if got := slices.Index(s.Fetches, StoredFile); got < 0 || slices.Contains(s.Fetches[got+1:], StoredFile) {
		t.Errorf("fetched are %v", s.Fetches)
	}
}

// TestPlayer: a feature that plays has the stage and the place of the test, in its own
// laboratory alone; what a run shows and a look gives does not come between.
func TestPlayer(t *testing.T) {
	m, s, a, b := with(t, "#s=0.5")
	s.Looks[0].Done(wire.Looked{Film: []byte("own")})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	last := func() string { return string(s.Films[len(s.Films)-1]) }
	if m.Played() || m.Still() != "toy" || last() != "own" {
		t.Errorf("before: played %v, still %q, film %s", m.Played(), m.Still(), last())
	}
	b.plays = true
	if m.Scene.Film(); !m.Played() || m.Still() != "" || last() != "own" {
		t.Errorf("while its film is to come: played %v, still %q, film %s", m.Played(), m.Still(), last())
	}
	b.of = 1
	a.kinds()
	if m.Scene.Film(); last() != "played" || s.Last().KeepTime || !slices.Equal(a.kinds(), []EventKind{NewFilm}) {
		t.Errorf("its film is %s", last())
	}
	if m.Scene.Film(); !s.Last().KeepTime || a.kinds() != nil {
		t.Error("a film of the same begins anew")
	}
	b.of = 2
	if m.Scene.Film(); s.Last().KeepTime {
		t.Error("a film of another keeps the clock")
	}
	n := len(s.Films)
	m.Look()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("own 2")})
	a.takes = -1
	m.Test()
	s.Runs[0].Progress(wire.Progress{Show: []byte("show")})
	s.Pass()
	if len(s.Films) != n || m.Scene.Withheld() {
		t.Errorf("the scene shows %s, the verdict is withheld: %v", last(), m.Scene.Withheld())
	}
	if got := m.Link(Address, false, false); got != "#lab=toy&v=2&s=2&seed=1&b=1" {
		t.Errorf("the link is %s", got)
	}
	if m.Go("other", ""); m.Played() {
		t.Error("it plays in another laboratory")
	}
	m.Go("toy", "")
	b.plays = false
	if m.Scene.Film(); last() != "own 2" {
		t.Errorf("afterwards the scene shows %s", last())
	}
}

// TestMessagesOfTheScene: what a feature takes of the scene does not reach the laboratory.
func TestMessagesOfTheScene(t *testing.T) {
	m, _, a, b := with(t, "")
	a.takes = Message
	star := say.FromScene{Type: say.Drag, Handle: "star", X: 0.9}
	if m.Scene.Hear(star); m.Front.Spec.Float("s") != 0.5 || len(b.kinds()) > 0 {
		t.Error("the laboratory, or the next feature, took what the first has taken")
	}
	a.takes = -1
	if !m.Scene.Hear(star) || m.Front.Spec.Float("s") != 0.9 || b.heard[0].Scene.Handle != "star" {
		t.Errorf("s is %v, heard was %+v", m.Front.Spec.Float("s"), b.heard)
	}
	b.kinds()
	m.Scene.Hear(say.FromScene{Type: say.Time, Names: []string{"ring"}})
	taken := say.FromScene{Type: say.Pick, X: 0.4}
	if m.Scene.Hear(taken) || !slices.Equal(b.kinds(), []EventKind{Views, Message}) {
		t.Error("views or clicks are not heard")
	}
}
