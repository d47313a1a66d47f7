package paint

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/test/demo"
)

func set(f *film.Film, w, h, at float64) *stage.Stage {
	s := stage.New()
	s.Speak(texts.English())
	s.Resize(w, h, 2)
	s.Show(f, false)
	s.Clock.Playing = false
	s.Clock.Seek(at)
	return s
}

func TestAFrameIsAFewDrawCalls(t *testing.T) {
	for _, f := range []*film.Film{demo.Ring(true), demo.Chart()} {
		b, _ := New().Frame(set(f, 800, 500, 1.5))
		if most := len(f.Views) + 2; len(b) > most {
			t.Errorf("%d batches for %d views, want at most %d", len(b), len(f.Views), most)
		}
		for i, x := range b {
			if len(x.Mesh.I)%3 != 0 {
				t.Errorf("batch %d has %d indices", i, len(x.Mesh.I))
			}
			for _, j := range x.Mesh.I {
				if int(j) >= len(x.Mesh.V) {
					t.Fatalf("batch %d: index %d of %d", i, j, len(x.Mesh.V))
				}
			}
		}
	}
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for name, f := range map[string]*film.Film{"ring": demo.Ring(true), "chart": demo.Chart()} {
		s, p := set(f, 800, 500, 0), New()
		s.Clock.Play()
		end := float64(f.Steps)
		for at := 0.0; at < end; at += 0.19 { // see every size of frame once
			s.Clock.Seek(at)
			p.Frame(s)
		}
		at := 0.0
		n := testing.AllocsPerRun(100, func() {
			at = math.Mod(at+0.137, end-1)
			s.Clock.Seek(at)
			p.Frame(s)
		})
		if n != 0 {
			t.Errorf("%s: a frame allocates %v times, want 0", name, n)
		}
	}
}

// fingerprint adds up all that reaches the screen.
func fingerprint(s *stage.Stage) string {
	b, l := New().Frame(s)
	sum, n := 0.0, 0
	for _, x := range b {
		for i, v := range x.Mesh.V {
			sum += float64(v.DstX)*float64(i%7+1) + float64(v.DstY)*float64(i%5+1) + 50*float64(v.ColorA) +
				9*float64(v.ColorR)
			n++
		}
	}
	words := ""
	for _, x := range l {
		words += fmt.Sprintf("%s@%.2f,%.2f;", x.Text, x.X, x.Y)
	}
	return fmt.Sprintf("%d %.6f %s", n, sum, words)
}

func TestThePictureIsAFunctionOfFilmTimeAndTheme(t *testing.T) {
	a, b := set(demo.Ring(true), 800, 500, 2.6), set(demo.Ring(true), 640, 400, 0)
	b.Resize(800, 500, 2)
	b.Clock.Seek(1)
	fingerprint(b)
	b.Clock.Seek(2.6)
	if fingerprint(a) != fingerprint(b) {
		t.Error("the same film at the same time looks different after another history")
	}
	before := fingerprint(a)
	a.Theme = palette.Dark
	if fingerprint(a) == before {
		t.Error("the theme changes nothing")
	}
	a.Theme = palette.Light
	a.Clock.Seek(2.7)
	if fingerprint(a) == before {
		t.Error("time changes nothing")
	}
}

func TestEveryKindDraws(t *testing.T) {
	data := map[film.Kind][]float32{
		film.Dots: {5, 5}, film.Path: {1, 1, 9, 9}, film.Segments: {1, 1, 9, 9}, film.Disk: {5, 5, 2},
		film.Ring:    {5, 5, 2},
		film.Ellipse: {5, 5, 3, 1, .5}, film.Quads: {1, 1, 4, 1, 4, 4, 1, 4}, film.Heat: {5, 5, 20, .5},
	}
	for kind, d := range data {
		for _, equal := range []bool{true, false} {
			for _, variant := range []film.Layer{{}, {Dash: true}, {Lit: true}, {Fill: true},
				{Shape: film.Square}, {Shape: film.Star}, {Shape: film.Cross}, {Shape: film.Diamond},
				{Shape: film.Car}} {
				l := variant
				l.Kind, l.Role, l.Data = kind, sheet.Leak, d
				f := &film.Film{Steps: 1, Rate: 1,
					Views: []film.View{{Place: film.Main, Equal: equal, Box: [4]float64{0, 0, 10, 10}}}}
				s := set(f, 200, 200, 0)
				b, _ := New().Frame(s)
				empty := len(b[0].Mesh.I)
				f.Views[0].Layers = []film.Layer{l}
				b, _ = New().Frame(s)
				if len(b[0].Mesh.I) <= empty {
					t.Errorf("%s (equal %v, %+v) draws nothing", kind, equal, variant)
				}
				for _, v := range b[0].Mesh.V {
					if v.DstX != v.DstX || v.DstY != v.DstY || v.ColorA < 0 || v.ColorA > 1 {
						t.Fatalf("%s: vertex %+v", kind, v)
					}
				}
			}
		}
	}
}

// A circle without a radius is not there: films hide with it what has not come yet.
func TestACircleWithoutARadiusIsNotThere(t *testing.T) {
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Box: [4]float64{0, 0, 10, 10},
		Layers: []film.Layer{{Kind: film.Disk, Role: sheet.Leak, Data: []float32{5, 5, 0}}}}}}
	b, _ := New().Frame(set(f, 200, 200, 0))
	with := len(b[0].Mesh.I)
	f.Views[0].Layers = nil
	b, _ = New().Frame(set(f, 200, 200, 0))
	if none := len(b[0].Mesh.I); with != none {
		t.Errorf("it draws %d triangles", (with-none)/3)
	}
}

func TestLayersLandWhereTheWorldSays(t *testing.T) {
	// One filled square in a chart's corner: its vertices must surround the
	// place that the camera gives.
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Equal: true, Box: [4]float64{0, 0, 10, 10},
		Layers: []film.Layer{
			{Kind: film.Dots, Shape: film.Square, Fill: true, Size: 10, Role: sheet.Record, Data: []float32{2, 8}}}}}}
	s := set(f, 200, 200, 0)
	b, _ := New().Frame(s)
	x, y := layout.NewCamera(&f.Views[0], s.Layout.Panels[0].Plot).Px(2, 8)
	var sx, sy float64
	for _, v := range b[0].Mesh.V {
		sx, sy = sx+float64(v.DstX), sy+float64(v.DstY)
	}
	n := float64(len(b[0].Mesh.V))
	if math.Abs(sx/n-2*x)+math.Abs(sy/n-2*y) > 0.5 { // at two device pixels each
		t.Errorf("the mark is centred on %.1f, %.1f, want %.1f, %.1f", sx/n, sy/n, 2*x, 2*y)
	}
	if x > 100 || y > 100 {
		t.Errorf("(2, 8) should be top left, is at %v, %v", x, y)
	}
}

func TestWordsUnderCardsAreLeftOut(t *testing.T) {
	f := demo.Ring(false)
	s := set(f, 800, 500, 0)
	p := s.Layout.Panels[1].Frame
	wx, wy := layout.NewCamera(&f.Views[0], s.Layout.Panels[0].Plot).World(p.X0+20, p.Y0+20)
	f.Views[0].Layers = append(f.Views[0].Layers,
		film.Layer{Kind: film.Words, Data: []float32{float32(wx), float32(wy), 0, 0},
			Text: lang.Verbatims([]string{"covered", "seen"})})
	_, labels := New().Frame(s)
	found := ""
	for _, l := range labels {
		if l.Text == "covered" || l.Text == "seen" {
			found += l.Text
		}
	}
	if found != "seen" {
		t.Errorf("shown: %q", found)
	}
}

// Names of bars end between the frame and the bars, on a phone too.
func TestNamesOfBarsFit(t *testing.T) {
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Bars: true,
		Box: [4]float64{-0.72, -2, 1.1, 0.4}, Layers: []film.Layer{
			{Kind: film.Words, Role: sheet.Ink, Size: 13, Data: []float32{-0.36, -0.4, -0.36, -1.4},
				Text: lang.Verbatims([]string{"(2 × BELOW, ABOVE, 7 × STOPPED)", "yes"})}}}}}
	for _, width := range []float64{360, 1200} {
		s := set(f, width, 300, 0)
		_, labels := New().Frame(s)
		edge, _ := layout.NewCamera(&f.Views[0], s.Layout.Panels[0].Plot).Px(0, 0)
		names := 0
		for _, l := range labels {
			if l.Style != Word {
				continue
			}
			names++
			if half := min(axis.Width(l.Text, float64(l.Size)), l.Max) / 2; l.X+half > edge || l.X-half < 0 {
				t.Errorf("at %v: %q reaches from %.0f to %.0f, the bars begin at %.0f", width, l.Text, l.X-half,
					l.X+half, edge)
			}
		}
		if names != 2 {
			t.Errorf("at %v: %d names", width, names)
		}
	}
}

func TestProjectorIsHeavier(t *testing.T) {
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Equal: true, Box: [4]float64{0, 0, 10, 10},
		Layers: []film.Layer{{Kind: film.Segments, Role: sheet.Record, Data: []float32{0, 5, 10, 5}}}}}}
	width := func(th palette.Theme) float64 {
		s := set(f, 200, 200, 0)
		s.Theme = th
		b, _ := New().Frame(s)
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range b[0].Mesh.V {
			lo, hi = min(lo, float64(v.DstY)), max(hi, float64(v.DstY))
		}
		return hi - lo
	}
	if width(palette.Projector) <= width(palette.Light) {
		t.Error("lines are not heavier on a projector")
	}
}

func ExamplePainter() {
	s := stage.New()
	s.Speak(texts.English())
	s.Resize(400, 300, 1)
	s.Show(&film.Film{Steps: 1, Rate: 1, Views: []film.View{{
		Name: lang.Verbatim("map"), Place: film.Main, Equal: true, Unit: lang.Verbatim("m"),
		Box: [4]float64{0, 0, 4, 3},
	}}}, false)
	_, labels := New().Frame(s)
	for _, l := range labels {
		fmt.Println(l.Style, l.Text)
	}
	// Output:
	// tick 50 cm
	// caption map
}

var english = &layout.Words{Language: texts.English()}

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{{2, "m", "2 m"}, {0.5, "m", "50 cm"}, {0.005, "m", "5 mm"}, {2e-5, "m", "20 µm"}, {5e-9, "m", "5 nm"},
		{2000, "m", "2 km"}, {0.2, "bit", "0.2 bit"}} {
		if got := withUnit(english, c.v, lang.Verbatim(c.unit)); got != c.want {
			t.Errorf("withUnit(%v, %q) = %q, want %q", c.v, c.unit, got, c.want)
		}
	}
	for v, want := range map[float64]string{314: "×310", 960.4: "×960", 1.26: "×1.3", 12.7: "×13", 99.7: "×100",
		1266: "×1,300", 1.3e6: "×1,300,000"} {
		if got := english.Times(v); got != want {
			t.Errorf("times(%v) = %q, want %q", v, got, want)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	s, p := set(demo.Ring(true), 800, 500, 1.3), New()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		batches, _ := p.Frame(s)
		n = 0
		for _, x := range batches {
			n += len(x.Mesh.V)
		}
	}
	b.ReportMetric(float64(n), "vertices")
}

// TestDotsFall: a dot that a key frame adds to a lens flies there from the mark that this enlarges
// about, in so many key frames; then it is of the lens, and none flies.
func TestDotsFall(t *testing.T) {
	f := demo.Labelled()
	lens := slices.IndexFunc(f.Views, func(v film.View) bool { return v.Place == film.Lens })
	v := &f.Views[lens]
	l := film.Layer{Kind: film.Dots, Role: sheet.Bad, Size: 6, Fill: true, Moving: true, Fall: 3,
		Blocks: make([]int, f.Steps), Shown: make([]int, f.Steps), Data: make([]float32, 2)}
	for k := 2; k < f.Steps; k++ {
		l.Shown[k] = 1
	}
	v.Layers = []film.Layer{l}
	s := set(f, 1000, 700, 0)
	p := New()
	bad := palette.Of(s.Theme, sheet.Bad)
	at := func(m *mesh.Mesh) (x float64, n int) {
		for _, v := range m.V {
			if v.ColorR == float32(bad.R)/255 && v.ColorG == float32(bad.G)/255 && v.ColorB == float32(bad.B)/255 {
				x, n = x+float64(v.DstX)/s.DPR, n+1
			}
		}
		return x / float64(max(n, 1)), n
	}
	last := math.Inf(-1)
	for _, time := range []float64{1.9, 2.2, 3.5, 4.8, 5} {
		s.Clock.Seek(time)
		p.Frame(s)
		x, flying := at(&p.top)
		_, landed := at(&p.cards[lens])
		if (flying > 0) != (time > 2 && time < 5) || (landed > 0) != (time >= 5) {
			t.Errorf("at %v %d corners fly and %d have landed", time, flying, landed)
		}
		if flying > 0 && x <= last {
			t.Errorf("at %v it is at %v, before at %v", time, x, last)
		}
		if flying > 0 {
			last = x
		}
	}
}
