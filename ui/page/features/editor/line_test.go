package editor

import (
	"net/url"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/ring"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// TestLineOfTheProgram: a line is marked where the program is wrong, not where another field is.
func TestLineOfTheProgram(t *testing.T) {
	for field, want := range map[string]int{"code": 3, "pair": 0} {
		s := &test.Browser{}
		m := state.New(s, s, []lab.Laboratory{workshop.Lab{}}, "workshop", test.Language())
		m.Use(&Feature{Plain: state.Plain{M: m}})
		m.Start("", false, "#lab=workshop")
		s.Looks[0].Done(wire.Looked{Err: lang.Verbatim("It is wrong."), Field: field, Line: 3})
		if got := editor(t, m).line(); got != want {
			t.Errorf("%s is wrong, line %d is marked", field, got)
		}
	}
}

// TestSaveCommand: a program of an estimator that Python alone runs is saved as a command.
func TestSaveCommand(t *testing.T) {
	for fault, want := range map[lang.Message]bool{
		lang.Sentences(lang.Say("guest.python.with"), lang.Say("guest.native")): true,
		lang.Say("guest.name", "name", "x"):                                     false,
	} {
		s := &test.Browser{}
		m := state.New(s, s, []lab.Laboratory{ring.Lab{}}, "ring", test.Language())
		m.Use(&Feature{Plain: state.Plain{M: m}})
		m.Start("", false, "#lab=ring&mech=own&code="+url.QueryEscape("x = 1\n"))
		s.Looks[0].Done(wire.Looked{Err: fault, Field: "code", Line: 1})
		if got := editor(t, m).command(); got != want {
			t.Errorf("%v offers the command: %v", fault, got)
		}
	}
}
