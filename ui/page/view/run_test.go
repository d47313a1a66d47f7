package view

import (
	"testing"

	"indistinct/core/lab"
)

// TestMend leads to the field that keeps the test from running, wherever it is.
func TestMend(t *testing.T) {
	m, s := openPage(t, "")
	m.Mend()
	if s.Focused != "" {
		t.Error("nothing is wrong, and something took the focus")
	}
	m.Front.Search = "nothing has this name"
	m.Type("n", "0")
	if p := m.Front.Wrong(); p == nil || p.Name != "n" {
		t.Fatalf("wrong: %v", p)
	}
	begin(m, m.Test)
	if s.Focused != "p-n" || !m.Front.Open["drawer"] || m.Front.Search != "" || len(s.Runs) != 0 {
		t.Errorf("focus %q, drawer %v, search %q", s.Focused, m.Front.Open["drawer"], m.Front.Search)
	}
	for _, g := range m.Front.ControlGroups(m.L) {
		for _, f := range g.More {
			if f.P.Name == "n" && !g.Open {
				t.Error("the field is folded away")
			}
		}
	}
	m.Type("n", "7")
	m.Type("eps", "x")
	m.Front.Open["drawer"] = false
	m.Mend()
	if s.Focused != "p-eps" || m.Front.Open["drawer"] || !m.Front.Open["claim"] {
		t.Errorf("the claim has a fold of its own: focus %q, open %v", s.Focused, m.Front.Open)
	}
}

// An experiment is a picture until it is pressed: then it is computed, with the focus on what
// comes in the place of the picture.
func TestCardIsAPicture(t *testing.T) {
	m, s := openPage(t, "#lab=toy")
	m.ThemeShown = "projector"
	c := &Card{Part{m, m.Front}, m.Front.Analyses("")[0]}
	if !c.closed() || c.picture() != "still/toy-sweep-light.svg" {
		t.Errorf("closed: %v, the picture is %s", c.closed(), c.picture())
	}
	if c.open(); len(s.Runs) != 1 || s.Runs[0].Task != "sweep" || c.closed() || s.Focused != c.D.AnalysisID(c.A.Name) {
		t.Errorf("%d runs, closed: %v, focus %q", len(s.Runs), c.closed(), s.Focused)
	}
	again := &Card{Part{m, m.Front}, lab.Repetition()}
	if again.closed() {
		t.Error("the repetition waits behind a picture")
	}
}
