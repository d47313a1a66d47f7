// Package canvas is the Ebitengine program that shows a stage on a canvas. It lets time pass,
// gives the painter's triangles to the graphics card, and its labels and messages
// to the page around it.
package canvas

import (
	"image/color"
	"math"
	"time"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/paint"
	"indistinct/ui/stage/playback"
	"indistinct/ui/stage/say"
)

// mesh.Vertex must be ebiten.Vertex byte for byte, so that frames need no copy.
const (
	_ = -(unsafe.Sizeof(mesh.Vertex{}) ^ unsafe.Sizeof(ebiten.Vertex{}))
	_ = -(unsafe.Offsetof(mesh.Vertex{}.SrcX) ^ unsafe.Offsetof(ebiten.Vertex{}.SrcX))
	_ = -(unsafe.Offsetof(mesh.Vertex{}.ColorR) ^ unsafe.Offsetof(ebiten.Vertex{}.ColorR))
	_ = -(unsafe.Offsetof(mesh.Vertex{}.ColorA) ^ unsafe.Offsetof(ebiten.Vertex{}.ColorA))
)

// Host is the page around the canvas.
type Host interface {
	// Say sends a message to the page that embeds the scene.
	Say(say.FromScene)
	// Labels lays these texts over the canvas; the slice is reused after.
	Labels([]paint.Label)
	// Dress gives the page around the canvas the theme's colours.
	Dress(palette.Theme)
	// Wake asks for one frame, in a while: instead of one that was asked for before. A
	// scene in which nothing moves asks for none and costs nothing.
	Wake(after time.Duration)
	// Scale makes the labels so many times larger, their places with them.
	Scale(k float64)
	// Coarsen gives the canvas so many times fewer pixels a side than the screen has.
	Coarsen(k float64)
}

// Canvas implements ebiten.Game. All its methods must be called on one thread,
// as a browser has only one.
type Canvas struct {
	Stage *stage.Stage
	// Spare says that there is no graphics card and that pictures cost the
	// processor dear.
	Spare bool

	host    Host
	painter *paint.Painter
	white   *ebiten.Image
	play    playback.Playback // the run on the stage
	run     paint.Run         // draws it
	leaves  bool              // its plot becomes the film's lens again
	turn    string            // what the page was told of it last: say.ShowOn, say.ShowDone, say.ShowOff
	asked   float64           // the scale that the page asked for
	labels  []paint.Label
	last    time.Time
	dirty   bool   // the picture differs from the stage
	film    string // what the film is of, as the page named it
	showing string // and what the run on the stage is of
	shown   string // and what the page was told to be on the screen
	tell    bool   // the page is to be told the time
	told    time.Time
	options ebiten.DrawTrianglesOptions

	timed    bool // the last frame drew, and this one tells what it cost
	pictures int
	drawnAt  time.Time
	cost     time.Duration // what a drawn frame takes, smoothed
	hurry    bool          // the change is the visitor's: draw at once
	late     time.Time     // since when frames have cost too much, zero where they do not
	coarse   float64       // how many times fewer the canvas has: see coarsen
}

// New returns a canvas without a film.
func New(h Host) *Canvas {
	g := &Canvas{Stage: stage.New(), host: h, painter: paint.New(), asked: 1, coarse: 1, last: time.Now()}
	g.options.ColorScaleMode = ebiten.ColorScaleModeStraightAlpha
	return g
}

// quiet is the least time between two messages about the clock.
const quiet = 100 * time.Millisecond

// Changed asks for a new picture and for a message about the clock.
func (g *Canvas) Changed() {
	g.tell = true
	g.Redraw()
}

func (g *Canvas) Redraw() {
	g.dirty, g.hurry = true, true
	g.host.Wake(0)
}

// slow is the cost of a frame from which the animation holds back: drawing then
// competes with the workers for the processor.
const slow = 40 * time.Millisecond

// Speak says everything in a language from now on. Until the first one, time stands still
// and nothing is drawn.
func (g *Canvas) Speak(l *lang.Language) {
	g.Stage.Speak(l)
	g.Changed()
}

func (g *Canvas) mute() bool { return g.Stage.Words.Language == nil }

// Show puts a film on the stage if it is well formed. It takes the stage from a run of
// something else.
func (g *Canvas) Show(f *film.Film, of string, keep bool) error {
	if err := f.Whole(); err != nil {
		return err
	}
	g.Stage.Show(f, keep)
	if g.film = of; of != g.showing {
		g.Back()
		g.leaves = false // nothing of something else stays
	}
	g.Changed()
	return nil
}

// Play puts a run on the stage if it is well formed. With keep it is the run
// that is there already, which has come further. a is the run that it is held
// against, nil if none.
func (g *Canvas) Play(s *film.Show, a *playback.Kept, of string, keep bool) error {
	if err := s.Whole(); err != nil {
		return err
	}
	keep = keep && g.OnShow()
	g.play.Kept, g.showing = a, of
	g.play.Load(s, keep)
	if g.turn = say.ShowOn; !keep {
		g.tellTurn(say.ShowOn)
	}
	g.Redraw()
	return nil
}

func (g *Canvas) Skip() { g.play.Skip() }

// Again plays the last run from the beginning.
func (g *Canvas) Again() {
	if g.play.Show != nil {
		g.play.Load(g.play.Show, false)
		g.tellTurn(say.ShowOn)
	}
}

// tellTurn tells the page that a run begins, is over, or makes way for the film.
func (g *Canvas) tellTurn(to string) {
	g.turn = to
	g.host.Say(say.FromScene{Type: to})
}

// Back gives the stage back to the film.
func (g *Canvas) Back() {
	if g.OnShow() {
		g.tellTurn(say.ShowOff)
		g.leaves = g.showing == g.film && g.play.Leave(0)
	}
}

// Of is what the stage shows something of, as the page named it.
func (g *Canvas) Of() string {
	if g.OnShow() {
		return g.showing
	}
	return g.film
}

// OnShow reports whether a run is on the stage.
func (g *Canvas) OnShow() bool { return g.turn == say.ShowOn || g.turn == say.ShowDone }

// Look takes how everything looks from now on: a theme, as far as it is one, how many times
// larger than usual, for a room, from a half to 8, and whether motion is reduced.
func (g *Canvas) Look(theme string, scale float64, reduced bool) {
	if t, ok := palette.Parse(theme); ok {
		g.Stage.Theme = t
		g.host.Dress(t)
	}
	if scale >= 0.5 && scale <= 8 {
		g.asked = scale
	}
	g.Stage.Clock.SetReduced(reduced)
	if g.play.Reduced = reduced; reduced {
		g.play.Skip()
	}
}

// Skips reports whether a click on the stage would skip the rest of a show.
func (g *Canvas) Skips() bool { return g.OnShow() && !g.play.Done() }

// LayoutF asks for as many pixels as the screen has, see coarsen.
func (g *Canvas) LayoutF(w, h float64) (float64, float64) {
	s := ebiten.Monitor().DeviceScaleFactor()
	if !(s > 0) {
		s = 1
	}
	s /= g.coarse
	g.enlarge(w, h)
	k := g.Stage.Scale
	if g.Stage.Resize(w/k, h/k, s*k) {
		g.Changed()
	}
	return w * s, h * s
}

// natural is how many times larger everything is on a large stage: who sets a
// page up for a room sits further from it. Steps of a twentieth, so that a window
// that is being dragged does not make everything swim.
func natural(w, h float64) float64 {
	return math.Floor(20*min(max(min(w/1100, h/700), 1), 1.6)) / 20
}

// enlarge takes the scale that was asked for, less what the theme's type has of
// it already, or that of a stage of this size.
func (g *Canvas) enlarge(w, h float64) {
	k := g.asked
	if k > 1 {
		k = max(k/g.Stage.Theme.Type(), 1)
	}
	if k = max(k, natural(w, h)); k != g.Stage.Scale {
		g.Stage.Scale = k
		g.host.Scale(k)
	}
}

// Forward brings a view forward on a canvas that shows one at a time: one of
// the names that the page was told, from 0.
func (g *Canvas) Forward(tab int) {
	if t := g.Stage.Layout.Tabs; tab >= 0 && tab < len(t) {
		g.Stage.Forward(t[tab].View)
	}
}

// Layout is there for the interface; LayoutF is used.
func (g *Canvas) Layout(w, h int) (int, int) { return w, h }

// Update lets the time since the last call pass.
func (g *Canvas) Update() error {
	now := time.Now()
	passed := now.Sub(g.last)
	if g.timed && passed < time.Second {
		g.cost += (passed - g.cost) / 8
		g.coarsen(now)
	}
	g.timed = false
	// A tab that was hidden goes on where it was rather than leaping ahead.
	dt := min(passed, 250*time.Millisecond)
	if g.last = now; g.mute() {
		return nil
	}
	if g.OnShow() {
		// A run keeps to the clock on the wall, however slow the pictures are.
		if g.play.Advance(min(passed, time.Second).Seconds()) {
			g.dirty = true
		}
		if g.play.Told() && g.turn == say.ShowOn {
			g.tellTurn(say.ShowDone)
		}
	}
	if g.Stage.Film == nil {
		return nil
	}
	playing := g.Stage.Clock.Playing
	// Behind a run the film stands still.
	if before := g.Stage.Clock.Shown(); !g.OnShow() {
		moved, round := g.Stage.Advance(dt.Seconds())
		if moved {
			g.tell = true
			g.dirty = g.dirty || g.Stage.Differs(before, g.Stage.Clock.Shown())
		}
		if round {
			g.host.Say(say.FromScene{Type: say.Round})
		}
	}
	if g.leaves {
		g.leaves, g.dirty = !g.OnShow() && g.play.Leave(dt.Seconds()), true
	}
	if m := g.Stage.Pulling(dt.Seconds()); m.Type != "" {
		g.host.Say(m)
		g.Redraw()
	}
	if g.Stage.Zoom(dt.Seconds()) {
		g.Redraw()
	}
	if playing != g.Stage.Clock.Playing {
		g.tell, g.told = true, time.Time{}
	}
	if g.tell && now.Sub(g.told) >= quiet {
		g.tell, g.told = false, now
		g.host.Say(g.Stage.Time())
	}
	return nil
}

// coarsen halves the pixels a side of a dense screen where frames have been slow for longer
// than a start, whose frames are slow everywhere; labels stay as sharp. It stays so: what
// became fast by it would become slow again.
func (g *Canvas) coarsen(now time.Time) {
	screen := g.Stage.DPR / g.Stage.Scale
	switch {
	case g.coarse > 1 || screen <= 1 || g.cost < slow:
		g.late = time.Time{}
	case g.late.IsZero():
		g.late = now
	case now.Sub(g.late) > 2*time.Second && g.cost > slow*5/4:
		g.coarse = min(screen, 2)
		g.host.Coarsen(g.coarse)
	}
}

// Draw draws if anything changed; the screen keeps the last picture otherwise.
func (g *Canvas) Draw(screen *ebiten.Image) {
	if g.mute() {
		return
	}
	now := time.Now()
	due := g.dirty && (g.hurry || now.Sub(g.drawnAt) >= g.frame())
	defer g.rest(due)
	if !due {
		return
	}
	g.dirty, g.hurry, g.drawnAt = false, false, now
	page := palette.Of(g.Stage.Theme, palette.Page)
	if g.white == nil {
		g.white = ebiten.NewImage(3, 3)
		g.white.Fill(color.White)
	}
	screen.Fill(color.RGBA{page.R, page.G, page.B, 255})
	g.labels = g.labels[:0]
	entered, run := float32(0), g.OnShow() || g.leaves
	if run {
		entered = g.play.Now().Enter
	}
	if g.Stage.Film != nil && entered < 1 && g.film == g.Of() {
		batches, labels := g.painter.Frame(g.Stage)
		g.draw(screen, batches)
		for _, l := range labels {
			l.Alpha *= 1 - entered
			g.labels = append(g.labels, l)
		}
	}
	if run {
		batches, labels := g.run.Frame(g.Stage, &g.play)
		g.draw(screen, batches)
		g.labels = append(g.labels, labels...)
	}
	g.host.Labels(g.labels)
	if of := g.Of(); of != g.shown {
		g.shown = of
		g.host.Say(say.FromScene{Type: say.Shown, Of: of})
	}
}

// frame is the least time between two pictures that nobody asked for. Films are
// slow: sixty pictures a second are enough. A processor that draws by itself, which
// a picture of 1280 × 900 takes 0.1 s of, spends half a core on a film, that its motion
// is seen, and less while workers compute the run on the stage.
func (g *Canvas) frame() time.Duration {
	least, share, most := 15*time.Millisecond, time.Duration(3), 250*time.Millisecond
	switch {
	case g.Spare && g.OnShow() && g.play.Waiting():
		least, share, most = 420*time.Millisecond, 7, 700*time.Millisecond
	case g.Spare && !g.OnShow():
		least, most = 240*time.Millisecond, 700*time.Millisecond
	case g.Spare:
		least = 60 * time.Millisecond
	}
	if g.cost > slow {
		least = max(least, min(share*g.cost, most))
	}
	return least
}

// timings is after how many pictures the next one is timed. Each timing is a frame
// more, which costs a processor that draws by itself nearly as much as a picture.
const timings = 8

// rest asks for the next frame: at once after some pictures, to see what they
// cost; in a while where something moves; never where nothing does.
func (g *Canvas) rest(drawn bool) {
	if drawn {
		g.pictures++
		g.timed = g.pictures <= timings || g.pictures%timings == 0 || !g.late.IsZero()
	}
	moves := g.Stage.Film != nil && g.Stage.Clock.Playing
	if g.OnShow() {
		moves = !g.play.Done() && !g.play.Reduced
	}
	moves = moves || g.leaves || g.Stage.Pulls()
	switch {
	case g.timed:
		g.host.Wake(0)
	case moves || g.dirty || g.tell:
		wait := max(g.frame()-time.Since(g.drawnAt), 8*time.Millisecond)
		switch {
		case moves && !g.dirty: // the time is told with the next picture
			wait = max(wait, g.frame())
		case g.tell:
			wait = min(wait, quiet)
		}
		g.host.Wake(wait)
	}
}

// draw hands batches to the graphics card, one call for each.
func (g *Canvas) draw(screen *ebiten.Image, batches []paint.Batch) {
	for _, c := range batches {
		if len(c.Mesh.I) == 0 {
			continue
		}
		dst := screen
		if k := c.Clip.Pixels(g.Stage.DPR); !screen.Bounds().In(k) {
			dst = screen.SubImage(k).(*ebiten.Image)
		}
		g.options.Blend = blends[c.Blend]
		v := unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(&c.Mesh.V[0])), len(c.Mesh.V)) // the same memory
		dst.DrawTriangles32(v, c.Mesh.I, g.white, &g.options)
	}
}

// blends are how batches meet what lies below them.
var blends = [...]ebiten.Blend{paint.Over: ebiten.BlendSourceOver, paint.Lighten: ebiten.BlendLighter,
	paint.Darken: {
		BlendFactorSourceRGB:        ebiten.BlendFactorDestinationColor,
		BlendFactorDestinationRGB:   ebiten.BlendFactorOneMinusSourceAlpha,
		BlendFactorSourceAlpha:      ebiten.BlendFactorOne,
		BlendFactorDestinationAlpha: ebiten.BlendFactorOneMinusSourceAlpha,
		BlendOperationRGB:           ebiten.BlendOperationAdd, BlendOperationAlpha: ebiten.BlendOperationAdd,
	}}

func (g *Canvas) Run() error {
	ebiten.SetScreenClearedEveryFrame(false)
	return ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true})
}
