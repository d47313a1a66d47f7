package state

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/stage/say"
)

// A film ends a moment after the run has been played; a browser that cannot
// record says so.
func TestFilm(t *testing.T) {
	m, s := open(t, "")
	m.Film()
	if m.Filming || !note(m, "page.stage.none", "") {
		t.Fatal("a stage that is not there is recorded")
	}
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Notes = nil
	m.Film()
	m.FromScene(say.FromScene{Type: say.ShowDone})
	s.Pass()
	if m.Filming {
		t.Error("the film goes on after the run")
	}
	if got := m.Taken("video/webm;codecs=vp9", ""); got != "indistinct-toy.webm" {
		t.Errorf("the film is called %s", got)
	}
	m.Film()
	if m.Taken("", lang.Verbatim("This browser cannot record.")); m.Filming || len(m.Notes) != 1 {
		t.Error("a refusal is not told")
	}
}

// The sheet is printed when its picture has come, and without one where there
// is none to be had.
func TestPrint(t *testing.T) {
	m, s := open(t, "")
	m.Print()
	if s.Printed != 0 {
		t.Fatal("a page without a run was printed")
	}
	m.Front.Result = laboratory.Result{Report: &lab.Report{Spec: m.Front.Spec}}
	m.Print()
	if s.Printed != 1 {
		t.Fatal("nothing was printed")
	}
	m.Printed()
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Print()
	if m.Taken("image/png", "") != "" || s.Printed != 1 {
		t.Error("the sheet did not wait for its picture")
	}
	m.Pictured()
	m.Pictured()
	if s.Printed != 2 {
		t.Errorf("printed %d times", s.Printed)
	}
}
