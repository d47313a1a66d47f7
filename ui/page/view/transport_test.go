package view

import (
	"testing"

	"indistinct/core/lab"
)

// After a search for the worst pair the stage shows another sensor than the settings
// name: there is none to move until they change.
func TestNoStarOfAFoundPair(t *testing.T) {
	m, _ := openPage(t, "")
	c := &Transport{M: m}
	if len(c.stars()) == 0 {
		t.Fatal("the toy has a star")
	}
	m.Front.Report = &lab.Report{Spec: m.Front.Spec}
	if m.Front.Report.Pair = 2; len(c.stars()) > 0 {
		t.Error("the settings' own star can be moved, which is not on the stage")
	}
	if m.Front.Report.Pair = 0; len(c.stars()) == 0 {
		t.Error("the first pair is the settings' own")
	}
}
