package present

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

func TestTheme(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("no such theme", true, "")
	if m.Theme != "" || m.ThemeShown != "dark" {
		t.Errorf("an unknown theme is %q, shown %q", m.Theme, m.ThemeShown)
	}
	if m.Open("#present=1&theme=light"); m.Theme != "light" || s.ShownTheme != "light" || !m.Presenting ||
		m.Notes != nil {
		t.Errorf("a presentation in light colours is shown in %q, notes %q", m.Theme, m.Notes)
	}
	m.SetTheme("projector")
	if s.ShownTheme != "projector" || s.Messages[len(s.Messages)-1].Theme != "projector" {
		t.Error("the theme was not handed on")
	}
}
