// Package scene is the ebiten game that shows a stage. It computes nothing: it
// lets time pass, hands the painter's triangles to the graphics card, and its
// labels and messages to the page around it.
package scene

import (
	"image"
	"image/color"
	"time"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"indistinct/core/film"
	"indistinct/ui/palette"
	"indistinct/ui/scene/mesh"
	"indistinct/ui/scene/paint"
	"indistinct/ui/scene/say"
	"indistinct/ui/scene/stage"
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
}

// Game implements ebiten.Game. All its methods must be called on one thread,
// as a browser has only one.
type Game struct {
	Stage *stage.Stage

	host    Host
	painter *paint.Painter
	white   *ebiten.Image
	last    time.Time
	dirty   bool // the picture differs from the stage
	ready   bool // the page was told that the scene listens
	shown   bool // the page was told that a film is on the screen
	tell    bool // the page is to be told the time
	told    time.Time
	options ebiten.DrawTrianglesOptions

	drawn   bool          // the last frame drew
	drawnAt time.Time     //
	cost    time.Duration // what a drawn frame takes, smoothed
	hurry   bool          // the change is the visitor's: draw at once
}

// New returns a game without a film.
func New(h Host) *Game {
	g := &Game{Stage: stage.New(), host: h, painter: paint.New()}
	g.options.ColorScaleMode = ebiten.ColorScaleModeStraightAlpha
	return g
}

// quiet is the least time between two messages about the clock.
const quiet = 100 * time.Millisecond

// Changed asks for a new picture and for a message about the clock.
func (g *Game) Changed() { g.dirty, g.tell, g.hurry = true, true, true }

// Redraw asks for a new picture.
func (g *Game) Redraw() { g.dirty, g.hurry = true, true }

// slow is the cost of a frame from which the animation holds back: without a
// graphics card, drawing competes with the workers for the processor.
const slow = 40 * time.Millisecond

// Show puts a film on the stage if it is well formed.
func (g *Game) Show(f *film.Film, keep bool) error {
	if err := film.Check(f); err != nil {
		return err
	}
	g.Stage.Show(f, keep)
	g.Changed()
	return nil
}

// SetTheme changes the colours.
func (g *Game) SetTheme(t palette.Theme) {
	g.Stage.Theme = t
	g.host.Dress(t)
	g.Redraw()
}

// Layout asks for as many pixels as the screen has.
func (g *Game) LayoutF(w, h float64) (float64, float64) {
	s := ebiten.Monitor().DeviceScaleFactor()
	if !(s > 0) {
		s = 1
	}
	if g.Stage.Resize(w, h, s) {
		g.Redraw()
	}
	return w * s, h * s
}

// Layout is there for the interface; LayoutF is used.
func (g *Game) Layout(w, h int) (int, int) { return w, h }

// Update lets the time since the last call pass.
func (g *Game) Update() error {
	now := time.Now()
	if !g.ready {
		g.ready, g.last = true, now
		g.host.Dress(g.Stage.Theme)
		g.host.Say(say.FromScene{Type: say.Ready})
	}
	if g.drawn {
		g.drawn = false
		if dt := now.Sub(g.last); dt < time.Second {
			g.cost += (dt - g.cost) / 8
		}
	}
	// A tab that was hidden goes on where it was rather than leaping ahead.
	dt := min(now.Sub(g.last), 250*time.Millisecond)
	g.last = now
	if g.Stage.Film == nil {
		return nil
	}
	playing := g.Stage.Clock.Playing
	if g.Stage.Clock.Advance(dt.Seconds()) {
		g.dirty, g.tell = true, true
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

// Draw draws if anything changed; the screen keeps the last picture otherwise.
func (g *Game) Draw(screen *ebiten.Image) {
	if !g.dirty {
		return
	}
	now := time.Now()
	if !g.hurry && g.cost > slow && now.Sub(g.drawnAt) < min(3*g.cost, 250*time.Millisecond) {
		return
	}
	g.dirty, g.hurry, g.drawn, g.drawnAt = false, false, true, now
	r, gr, b := paint.Background(g.Stage.Theme)
	screen.Fill(color.RGBA{r, gr, b, 255})
	if g.Stage.Film == nil {
		return
	}
	if g.white == nil {
		g.white = ebiten.NewImage(3, 3)
		g.white.Fill(color.White)
	}
	batches, labels := g.painter.Frame(g.Stage)
	for _, c := range batches {
		if len(c.Mesh.I) == 0 {
			continue
		}
		dst := screen
		if k := clip(c.Clip, g.Stage.DPR); !screen.Bounds().In(k) {
			dst = screen.SubImage(k).(*ebiten.Image)
		}
		dst.DrawTriangles32(vertices(c.Mesh.V), c.Mesh.I, g.white, &g.options)
	}
	g.host.Labels(labels)
	if !g.shown {
		g.shown = true
		g.host.Say(say.FromScene{Type: say.Shown})
	}
}

func clip(r stage.Rect, s float64) image.Rectangle {
	return image.Rect(int(r.X0*s), int(r.Y0*s), int(r.X1*s+0.999), int(r.Y1*s+0.999))
}

// vertices reads the same memory as ebiten's type.
func vertices(v []mesh.Vertex) []ebiten.Vertex {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(&v[0])), len(v))
}

// Run runs the game until it fails.
func (g *Game) Run() error {
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	return ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true})
}
