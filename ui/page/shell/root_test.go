package shell

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// player is a feature that has the stage.
type player struct {
	state.Plain
	plays bool
}

func (p *player) Plays(*laboratory.State) bool               { return p.plays }
func (p *player) Film(*laboratory.State) ([]byte, any, bool) { return nil, nil, false }

// The link at the page's top leads to the test while there is one.
func TestSkipTo(t *testing.T) {
	s, p := &test.Browser{}, &player{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Use(p)
	m.Start("", false, "")
	c := &Root{M: m}
	if c.skipTo() != "run" {
		t.Errorf("beside a laboratory it leads to %s", c.skipTo())
	}
	if p.plays = true; c.skipTo() != "main" {
		t.Errorf("beside a game it leads to %s", c.skipTo())
	}
	p.plays, m.Page = false, "learn"
	if c.skipTo() != "main" {
		t.Errorf("on another page it leads to %s", c.skipTo())
	}
}
