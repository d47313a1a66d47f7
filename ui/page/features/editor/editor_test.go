package editor

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/view"
	"indistinct/ui/wire"
)

// editor is what stands below the picture.
func editor(t *testing.T, m *state.Model) *Editor {
	t.Helper()
	for _, b := range view.Drawn(m, view.Program) {
		if c, ok := b.(*Editor); ok {
			return c
		}
	}
	t.Fatal("there is no editor")
	return nil
}

// TestFaultsLeadToTheirLine: a wrong program keeps the test from running and
// says where; a change lifts that until it has been looked at.
func TestFaultsLeadToTheirLine(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("", false, "#lab=workshop")
	s.Looks[0].Done(wire.Looked{})
	m.Type("code", "def release(x:\n")
	asked := len(s.Looks)
	s.Pass()
	if len(s.Looks) != asked+1 {
		t.Fatalf("%d looks after a pause, want 1", len(s.Looks)-asked)
	}
	wrong := lang.Verbatim("Got newline, want comma.")
	s.Looks[asked].Done(wire.Looked{Err: wrong, Field: "code", Line: 1})
	c := editor(t, m)
	if c.line() != 1 || c.F.Bad != wrong || m.Front.Trouble != "" {
		t.Errorf("line %d, %q, trouble %q", c.line(), c.F.Bad, m.Front.Trouble)
	}
	if m.Front.Ready() {
		t.Error("a wrong program may run")
	}
	m.Type("code", "def release(x): return 0\n")
	if !m.Front.Ready() {
		t.Error("a mended program still may not run")
	}
	s.Pass()
	wrong = lang.Verbatim("The program has no pairs.")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: wrong, Field: "code"})
	c = editor(t, m)
	if c.line() != 0 || c.F.Bad != wrong {
		t.Errorf("line %d, %q", c.line(), c.F.Bad)
	}
	m.Go("toy", "")
	m.Go("workshop", "")
	if got := m.Front.Program().Text; got != "def release(x): return 0\n" {
		t.Errorf("after another laboratory the program is %q", got)
	}
}

// The editor stands below the picture of a laboratory that has a program, and nowhere else.
func TestEditorIsDrawn(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("", false, "#lab=workshop")
	drawn := func(want int, where string) {
		t.Helper()
		if n := len(view.Drawn(m, view.Program)); n != want {
			t.Errorf("%s: %d editors", where, n)
		}
	}
	drawn(1, "the workshop")
	m.Presenting = true
	drawn(0, "presented")
	m.Presenting = false
	m.Go("toy", "")
	drawn(0, "a laboratory without a program")
}
