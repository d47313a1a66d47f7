package game_test

import (
	"strings"
	"testing"

	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/features/game"
	"indistinct/ui/page/features/share"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestLinkOfAGame: the address of a game leads to its rounds and to nothing else, whatever
// else is on; a link that is given away keeps the game.
func TestLinkOfAGame(t *testing.T) {
	m, s := opened.Page("#lab=toy&s=1.5&seed=9&lesson=toys:1", features.Use)
	g := opened.Feature[*game.Feature](m)
	if m.Course == nil {
		t.Fatal("the link was not taken")
	}
	g.Play()
	want := "#" + strings.TrimPrefix(g.Of(m.Front).Rules(m.Front.Table).Link(m.Front.Table), "#") + "&game=1"
	if s.LastHash != want {
		t.Errorf("the address is %s, want %s", s.LastHash, want)
	}
	other, o := opened.Page(s.LastHash, features.Use)
	if len(o.Runs) != 1 || !strings.HasPrefix(o.Runs[0].Task, "game:9:1") || len(other.Notes) > 0 {
		t.Errorf("%s begins %+v, notes %q", s.LastHash, o.Runs, other.Notes)
	}
	click.Press(t, m, "#share")
	click.Act(t, m, "change", "#share-room", "1")
	click.Act(t, m, "change", "#share-language", "1")
	for _, part := range []string{strings.TrimSuffix(want, "&game=1"), "&game=1", "&lang=en", "&present=1"} {
		if link := opened.Feature[*share.Feature](m).Link(); !strings.Contains(link, part) {
			t.Errorf("the link that is given away is %s, without %s", link, part)
		}
	}
	click.Press(t, m, "#share-close")
	g.Stop()
	if !strings.Contains(s.LastHash, "&lesson=toys:1") {
		t.Errorf("after the game the address is %s", s.LastHash)
	}
	if m, _ := opened.Page("#game=x", features.Use); len(m.Notes) != 1 || m.Notes[0].ID() != "page.link.field" {
		t.Errorf("of a game that is neither begun nor not the page says %q", m.Notes)
	}
}

// TestDragInAGame: a drag that a game takes changes nothing before its end, and asks for no
// render.
func TestDragInAGame(t *testing.T) {
	m, s := opened.Page("", features.Use)
	s.Looks[0].Done(wire.Looked{Film: []byte("own")})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	opened.Feature[*game.Feature](m).Play()
	test.Round(t, s.Runs[0])
	drag := say.FromScene{Type: say.Drag, Handle: "guess:30", X: 1, Y: 1}
	if m.Scene.Hear(drag) {
		t.Error("a drag under way asks for a render")
	}
	drag.Ended = true
	if !m.Scene.Hear(drag) {
		t.Error("its end is not shown")
	}
}

// Whoever opens the link of a game that is played plays it, and runs no test beside it.
func TestGamesLinkRunsNoTest(t *testing.T) {
	m, s := opened.Page("", features.Use)
	opened.Run(t, m, s)
	opened.Feature[*game.Feature](m).Play()
	test.Round(t, s.Runs[len(s.Runs)-1])
	if link := opened.Feature[*share.Feature](m).Link(); strings.Contains(link, "run=1") {
		t.Error(link)
	}
}

// A frame shows a game without the table of its levels.
func TestFramedGame(t *testing.T) {
	m, _ := opened.Page("#lab=toy&game=1&embed=1", features.Use)
	page := dom.Markup(click.Build(t, m), func(string) string { return "" })
	if !m.Played() || strings.Contains(page, `class="levels"`) {
		t.Error("the table of levels stands in a frame")
	}
}
