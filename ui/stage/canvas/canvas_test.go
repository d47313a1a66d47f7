package canvas

import (
	"testing"
	"time"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/texts"
	"indistinct/ui/palette"
	"indistinct/ui/stage/paint"
	"indistinct/ui/stage/say"
	"indistinct/ui/stage/test/demo"
)

// host records what the canvas tells the page.
type host struct {
	said  []say.FromScene
	theme palette.Theme
	scale float64
	woken int           // at once
	waits time.Duration // the latest wait for a frame
	times float64       // fewer pixels
}

func (h *host) Say(m say.FromScene)   { h.said = append(h.said, m) }
func (h *host) Labels([]paint.Label)  {}
func (h *host) Coarsen(k float64)     { h.times = k }
func (h *host) Scale(k float64)       { h.scale = k }
func (h *host) Dress(t palette.Theme) { h.theme = t }
func (h *host) Wake(after time.Duration) {
	if h.waits = after; after == 0 {
		h.woken++
	}
}
func (h *host) count(kind string) (n int) {
	for _, m := range h.said {
		if m.Type == kind {
			n++
		}
	}
	return n
}

// speaking is a canvas that speaks English.
func speaking(h *host) *Canvas {
	g := New(h)
	g.Speak(texts.English())
	return g
}

// TestNothingIsShownBeforeALanguage: a film and a run wait at their beginning for the first
// language, undrawn, and are said anew in the next one.
func TestNothingIsShownBeforeALanguage(t *testing.T) {
	h := &host{}
	g := New(h)
	f := demo.Chart()
	f.Clock[0] = lang.Say("stage.badge.none")
	if err := g.Show(f, "", false); err != nil {
		t.Fatal(err)
	}
	if err := g.Play(demo.Show(film.Line, film.Violation, 9), nil, "", false); err != nil {
		t.Fatal(err)
	}
	g.last = time.Now().Add(-time.Second)
	if err := g.Update(); err != nil || g.Stage.Clock.At() > 0 || g.play.Now().Enter > 0 || h.count(say.Time) > 0 {
		t.Fatal("time passes that nobody can read of", err)
	}
	if g.Draw(nil); !g.dirty || h.count(say.Shown) > 0 {
		t.Fatal("something is shown that nobody can read")
	}
	g.Speak(texts.English())
	if g.Stage.Film != f || !g.OnShow() {
		t.Fatal("what came before the language is lost")
	}
	g.Stage.Clock.Seek(0)
	english := g.Stage.Time().Clock
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	g.Speak(german)
	if got := g.Stage.Time().Clock; got != german.Text("stage.badge.none") || got == english {
		t.Errorf("the clock says %q, in English %q", got, english)
	}
}

func TestTimeIsToldAtMostTenTimesASecond(t *testing.T) {
	h := &host{}
	g := speaking(h)
	g.Update()
	if err := g.Show(demo.Chart(), "", false); err != nil {
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
	g := speaking(&host{})
	good := demo.Ring(false)
	if err := g.Show(good, "", false); err != nil {
		t.Fatal(err)
	}
	bad := demo.Ring(false)
	bad.Views = nil
	if g.Show(bad, "", false) == nil || g.Stage.Film != good {
		t.Error("a malformed film replaced the good one")
	}
}

func TestThemesReachThePage(t *testing.T) {
	h := &host{}
	New(h).Look("dark", 0, false)
	if h.theme != palette.Dark {
		t.Errorf("dressed in %q", h.theme)
	}
}

// TestAStillSceneAsksForNoFrame: a paused film lets the scene sleep, a playing
// one wakes it, a visitor's change wakes it at once.
func TestAStillSceneAsksForNoFrame(t *testing.T) {
	h := &host{}
	g := speaking(h)
	g.Update()
	if err := g.Show(demo.Chart(), "", false); err != nil {
		t.Fatal(err)
	}
	g.Stage.Clock.Playing = false
	g.dirty, g.tell = false, false // the frame has been drawn
	h.woken, h.waits = 0, 0
	g.rest(false)
	if h.woken != 0 || h.waits > 0 {
		t.Error("a paused film keeps the scene awake")
	}
	if g.Redraw(); h.woken != 1 {
		t.Error("a change does not wake the scene")
	}
	g.dirty = false
	g.Stage.Clock.Play()
	if g.rest(false); h.waits == 0 {
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
		g.Look("", c.asked, false)
		g.enlarge(c.w, c.h)
		if g.Stage.Scale != c.want || h.scale != c.want && c.want != 1 {
			t.Errorf("%v × %v, asked for %v: everything is %v times larger, the labels %v times; want %v", c.w, c.h,
				c.asked, g.Stage.Scale, h.scale, c.want)
		}
	}
}

// TestCoarse: a dense screen is drawn at half its density once frames have been slow for a
// while, and stays so; a start, a stall and a screen of one pixel a pixel change nothing.
func TestCoarse(t *testing.T) {
	frames := func(n int, ms time.Duration) (all []time.Duration) {
		for range n {
			all = append(all, ms*time.Millisecond)
		}
		return all
	}
	for name, c := range map[string]struct {
		screen, want float64
		frames       []time.Duration
	}{
		"a graphics card":      {2, 0, frames(600, 17)},
		"a slow start":         {2, 0, append(frames(15, 120), frames(300, 17)...)},
		"a stall now and then": {2, 0, append(append(frames(200, 17), frames(2, 900)...), frames(200, 17)...)},
		"near the limit":       {2, 0, frames(200, 45)},
		"a processor":          {2, 2, frames(60, 90)},
		"a denser screen":      {3, 2, frames(60, 90)},
		"one pixel and a half": {1.5, 1.5, frames(60, 90)},
		"fast once it is":      {2, 2, append(frames(60, 90), frames(300, 17)...)},
		"one pixel a pixel":    {1, 0, frames(100, 200)},
	} {
		h := &host{}
		g := New(h)
		g.Stage.DPR = c.screen
		now := time.Now()
		for _, d := range c.frames {
			now = now.Add(d)
			g.cost += (d - g.cost) / 8
			if g.coarsen(now); h.times > 0 && c.want == 0 {
				break
			}
		}
		if h.times != c.want || g.coarse != max(c.want, 1) {
			t.Errorf("%s: %v times fewer pixels, want %v", name, h.times, c.want)
		}
	}
}

// TestOfWhat: the stage knows of what it shows something; a film of something else takes it
// from a run, and its own does not.
func TestOfWhat(t *testing.T) {
	h := &host{}
	g := speaking(h)
	picture := func(of string) func() error { return func() error { return g.Show(demo.Chart(), of, false) } }
	run := func(of string) func() error {
		return func() error { return g.Play(demo.Show(film.Line, film.Violation, 9), nil, of, false) }
	}
	for i, c := range []struct {
		do     func() error
		of     string
		onShow bool
	}{{picture("a"), "a", false}, {run("a"), "a", true}, {picture("a"), "a", true}, {run("b"), "b", true},
		{picture("b"), "b", true}, {picture("c"), "c", false}, {run("d"), "d", true},
		{func() error { g.Back(); return nil }, "c", false}} {
		if err := c.do(); err != nil || g.Of() != c.of || g.OnShow() != c.onShow {
			t.Errorf("step %d: %v; the stage is of %q, a run is on it: %v; want %q, %v", i, err, g.Of(),
				g.OnShow(), c.of, c.onShow)
		}
	}
}

// TestPlaybackIsTold: the page hears once each that a run begins and
// that it is over, and anew when it is played again.
func TestPlaybackIsTold(t *testing.T) {
	h := &host{}
	g := speaking(h)
	if err := g.Play(demo.Show(film.Line, film.Violation, 9), nil, "", false); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 2; n++ {
		g.Skip()
		for range 3 {
			if err := g.Update(); err != nil {
				t.Fatal(err)
			}
		}
		for _, kind := range []string{say.ShowOn, say.ShowDone} {
			if h.count(kind) != n {
				t.Errorf("%s is told %d times, want %d", kind, h.count(kind), n)
			}
		}
		g.Again()
	}
}

// TestNothingOfAnotherStays: a run that becomes the film's lens again goes at once where a film of
// something else comes.
func TestNothingOfAnotherStays(t *testing.T) {
	for _, other := range []string{"a", "b"} {
		g := speaking(&host{})
		run := demo.Show(film.Plane, film.Violation, 9)
		run.About = []float64{0, 0}
		if g.Show(demo.Labelled(), "a", false) != nil || g.Play(run, nil, "a", false) != nil {
			t.Fatal("refused")
		}
		if g.Back(); !g.leaves {
			t.Fatal("the run does not become the lens again")
		}
		if err := g.Show(demo.Chart(), other, true); err != nil || g.leaves != (other == "a") {
			t.Errorf("%v; beside the film of %s the run of a is seen: %v", err, other, g.leaves)
		}
	}
}
