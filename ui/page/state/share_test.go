package state

import (
	"testing"

	"indistinct/core/lang"
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
