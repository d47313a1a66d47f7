package files

import (
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
)

// What is saved of a run is what it returned.
func TestSavedReport(t *testing.T) {
	m, f, s := alone(t, "")
	f.Save(false)
	if s.File != "" {
		t.Errorf("before a run %s is saved", s.File)
	}
	opened.Run(t, m, s)
	raw := test.Report(t, m.Front.Spec)
	f.Save(false)
	if s.Saved != string(raw) || s.File != "indistinct-toy-seed1.json" {
		t.Errorf("saved %s", s.File)
	}
}

// A picture is saved under the laboratory's name; where there is none, that is said.
func TestPicture(t *testing.T) {
	m, f, s := alone(t, "")
	f.TakePicture()
	if s.Last().Type == say.Picture || !noted(m, "page.stage.none", "") {
		t.Fatal("a stage that is not there is asked for a picture")
	}
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.Scene.Hear(say.FromScene{Type: say.Shown, Of: m.Laboratory("other").Subject()})
	if f.TakePicture(); s.Last().Type == say.Picture {
		t.Error("of another laboratory's stage a picture is taken")
	}
	m.Scene.Hear(say.FromScene{Type: say.Shown, Of: m.Front.Subject()})
	f.TakePicture()
	if s.Last().Type != say.Picture {
		t.Error("the scene is not asked")
	}
	if got := m.Scene.Taken(""); got != "indistinct-toy.png" {
		t.Errorf("the picture is called %s", got)
	}
	if m.Scene.Taken(lang.Verbatim("There is none.")) != "" || len(m.Notes) != 1 {
		t.Error("a failure is not told")
	}
}
