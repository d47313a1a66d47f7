package shell

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/features/game"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// The link at the page's top leads to the test while there is one.
func TestSkipTo(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	g := game.New(m)
	m.Use(g)
	m.Start("", false, "")
	c := &Root{M: m}
	if c.skipTo() != "run" {
		t.Errorf("beside a laboratory it leads to %s", c.skipTo())
	}
	if g.Play(); c.skipTo() != "main" {
		t.Errorf("beside a game it leads to %s", c.skipTo())
	}
	g.Stop()
	if m.Page = "learn"; c.skipTo() != "main" {
		t.Errorf("on another page it leads to %s", c.skipTo())
	}
}
