package panel

import (
	"testing"
)

// TestMend leads to the field that keeps the test from running, wherever it is.
func TestMend(t *testing.T) {
	m, s := openPage(t, "")
	m.Mend()
	if s.focus != "" {
		t.Error("nothing is wrong, and something took the focus")
	}
	m.Search("nothing has this name")
	m.Type("n", "0")
	if p := m.Desk.wrong(); p == nil || p.Name != "n" {
		t.Fatalf("wrong: %v", p)
	}
	(&Run{m, m.Desk}).press()
	if s.focus != "p-n" || !m.Desk.open["drawer"] || m.Desk.search != "" || len(s.runs) != 0 {
		t.Errorf("focus %q, drawer %v, search %q", s.focus, m.Desk.open["drawer"], m.Desk.search)
	}
	for _, g := range m.Desk.controlGroups() {
		for _, f := range g.More {
			if f.P.Name == "n" && !g.Open {
				t.Error("the field is folded away")
			}
		}
	}
	m.Type("n", "7")
	m.Type("eps", "x")
	m.Desk.open["drawer"] = false
	m.Mend()
	if s.focus != "p-eps" || m.Desk.open["drawer"] {
		t.Errorf("the claim stands at first sight: focus %q", s.focus)
	}
}
