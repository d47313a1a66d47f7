package state

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/stage/say"
)

// A picture is saved under the laboratory's name; where there is none, that is said.
func TestPicture(t *testing.T) {
	m, s := open(t, "")
	m.TakePicture()
	if s.Last().Type == say.Picture || !note(m, "page.stage.none", "") {
		t.Fatal("a stage that is not there is asked for a picture")
	}
	m.FromScene(say.FromScene{Type: say.Ready})
	m.TakePicture()
	if s.Last().Type != say.Picture {
		t.Error("the scene is not asked")
	}
	if got := m.Taken(""); got != "indistinct-toy.png" {
		t.Errorf("the picture is called %s", got)
	}
	if m.Taken(lang.Verbatim("There is none.")) != "" || len(m.Notes) != 1 {
		t.Error("a failure is not told")
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
	if m.Taken("") != "" || s.Printed != 1 {
		t.Error("the sheet did not wait for its picture")
	}
	m.Pictured()
	m.Pictured()
	if s.Printed != 2 {
		t.Errorf("printed %d times", s.Printed)
	}
}
