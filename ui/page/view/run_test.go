package view

import (
	"testing"
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
	if s.Focused != "p-eps" || m.Front.Open["drawer"] {
		t.Errorf("the claim stands at first sight: focus %q", s.Focused)
	}
}
