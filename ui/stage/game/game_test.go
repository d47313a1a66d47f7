package game

import (
	"testing"
	"time"

	"indistinct/ui/palette"
	"indistinct/ui/stage/paint"
	"indistinct/ui/stage/say"
	"indistinct/ui/stage/test/demo"
)

// host records what the game tells the page.
type host struct {
	said  []say.FromScene
	theme palette.Theme
	scale float64
	woken int
}

func (h *host) Say(m say.FromScene)   { h.said = append(h.said, m) }
func (h *host) Labels([]paint.Label)  {}
func (h *host) Wake()                 { h.woken++ }
func (h *host) Scale(k float64)       { h.scale = k }
func (h *host) Dress(t palette.Theme) { h.theme = t }
func (h *host) count(kind string) (n int) {
	for _, m := range h.said {
		if m.Type == kind {
			n++
		}
	}
	return n
}

func TestUpdateSaysReadyOnce(t *testing.T) {
	h := &host{}
	g := New(h)
	for i := 0; i < 3; i++ {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.said) != 1 || h.said[0].Type != say.Ready {
		t.Errorf("said %v", h.said)
	}
}

func TestTimeIsToldAtMostTenTimesASecond(t *testing.T) {
	h := &host{}
	g := New(h)
	g.Update()
	if err := g.Show(demo.Chart(), false); err != nil {
		t.Fatal(err)
	}
	g.Update()
	if h.count(say.Time) != 1 {
		t.Fatalf("a new film should be told at once: %v", h.said)
	}
	g.told = time.Now().Add(time.Hour) // however long this test takes, no tenth of a second has passed
	for range 50 {
		g.Changed()
		g.Update()
	}
	if n := h.count(say.Time); n != 1 {
		t.Errorf("told %d times within a tenth of a second, want once", n)
	}
	g.told = time.Now().Add(-quiet)
	g.Update()
	if n := h.count(say.Time); n != 2 {
		t.Errorf("told %d times after it, want twice", n)
	}
}

func TestShowRefusesAndKeepsTheOldFilm(t *testing.T) {
	g := New(&host{})
	good := demo.Ring(false)
	if err := g.Show(good, false); err != nil {
		t.Fatal(err)
	}
	bad := demo.Ring(false)
	bad.Views = nil
	if g.Show(bad, false) == nil || g.Stage.Film != good {
		t.Error("a malformed film replaced the good one")
	}
}

func TestThemesReachThePage(t *testing.T) {
	h := &host{}
	New(h).SetTheme(palette.Dark)
	if h.theme != palette.Dark {
		t.Errorf("dressed in %q", h.theme)
	}
}

// TestAStillSceneAsksForNoFrame: a paused film lets the scene sleep, a playing
// one wakes it, a visitor's change wakes it at once.
func TestAStillSceneAsksForNoFrame(t *testing.T) {
	h := &host{}
	g := New(h)
	g.Update()
	if err := g.Show(demo.Chart(), false); err != nil {
		t.Fatal(err)
	}
	g.Stage.Clock.Pause()
	g.dirty, g.tell = false, false // the frame has been drawn
	h.woken = 0
	g.rest()
	if h.woken != 0 || g.asleep {
		t.Error("a paused film keeps the scene awake")
	}
	if g.Redraw(); h.woken != 1 {
		t.Error("a change does not wake the scene")
	}
	g.dirty = false
	g.Stage.Clock.Play()
	if g.rest(); !g.asleep {
		t.Error("a playing film lets the scene sleep")
	}
}

// TestALargeStage: letters grow with a stage that is larger than a laptop's, and
// the page's wish goes on top.
func TestALargeStage(t *testing.T) {
	h := &host{}
	g := New(h)
	for _, c := range []struct{ w, h, asked, want float64 }{
		{390, 335, 1, 1}, {982, 710, 1, 1}, {1462, 890, 1, 1.25}, {4000, 3000, 1, 1.6}, {1290, 970, 2.2, 2.2},
	} {
		g.natural = natural(c.w, c.h)
		g.SetScale(c.asked)
		if g.Stage.Scale != c.want || h.scale != c.want && c.want != 1 {
			t.Errorf("%v × %v, asked for %v: everything is %v times larger, the labels %v times; want %v", c.w, c.h, c.asked, g.Stage.Scale, h.scale, c.want)
		}
	}
}
