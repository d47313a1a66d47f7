package mesh

import (
	"fmt"
	"math"
	"testing"
)

// coverage integrates alpha over the triangles, in square units.
func coverage(m *Mesh) float64 {
	sum := 0.0
	for i := 0; i < len(m.I); i += 3 {
		a, b, c := m.V[m.I[i]], m.V[m.I[i+1]], m.V[m.I[i+2]]
		area := math.Abs(float64((b.DstX-a.DstX)*(c.DstY-a.DstY)-(c.DstX-a.DstX)*(b.DstY-a.DstY))) / 2
		sum += area * float64(a.ColorA+b.ColorA+c.ColorA) / 3
	}
	return sum / float64(m.scale) / float64(m.scale)
}

func line(w float32, xy ...float32) []Point {
	var p []Point
	for i := 0; i < len(xy); i += 2 {
		p = append(p, Point{xy[i], xy[i+1], w, 1})
	}
	return p
}

func TestCoverageIsArea(t *testing.T) {
	c := Color{1, 0, 0, 0.5}
	for _, k := range []struct {
		name string
		draw func(m *Mesh)
		area float64
		tol  float64 // relative
	}{
		{"disc", func(m *Mesh) { m.Disc(50, 50, 20, c) }, math.Pi * 400, .011},
		{"small disc", func(m *Mesh) { m.Disc(50, 50, 1.5, c) }, math.Pi * 2.25, .13},
		{"tiny disc", func(m *Mesh) { m.Disc(50, 50, .2, c) }, math.Pi * .04, .12},
		{"circle", func(m *Mesh) { m.Circle(50, 50, 30, 2, c) }, math.Pi * (31*31 - 29*29), .01},
		{"line", func(m *Mesh) { m.Line(10, 10, 40, 50, 3, c) }, 150, 1e-5},
		{"hairline", func(m *Mesh) { m.Line(10, 10, 40, 50, .25, c) }, 12.5, 1e-5},
		{"stroke", func(m *Mesh) { m.Stroke(line(2, 0, 0, 10, 0, 20, 0), c, false) }, 40, 1e-5},
		{"right angle", func(m *Mesh) { m.Stroke(line(2, 0, 0, 100, 0, 100, 100), c, false) }, 400, .002},
		{"closed", func(m *Mesh) { m.Stroke(line(2, 0, 0, 100, 0, 100, 100, 0, 100), c, true) }, 800, 1e-5},
		{"square", func(m *Mesh) { m.Fill(5, 5, line(1, 0, 0, 10, 0, 10, 10, 0, 10), c) }, 100, .005},
		{"square the other way", func(m *Mesh) { m.Fill(5, 5, line(1, 0, 0, 0, 10, 10, 10, 10, 0), c) }, 100, .005},
		{"ellipse", func(m *Mesh) { m.Fill(50, 50, m.Ellipse(50, 50, 30, 10, .4, 1), c) }, math.Pi * 300, .01},
		{"rounded", func(m *Mesh) {
			m.Fill(50, 50, m.RoundRect(0, 0, 100, 100, 10, 1), c)
		}, 1e4 - (4-math.Pi)*100, .001},
		{"star", func(m *Mesh) {
			m.Fill(50, 50, m.Star(50, 50, 20, 10, 5, 1), c)
		}, 5 * 20 * 10 * math.Sin(math.Pi/5), .02},
		{"half dashed", func(m *Mesh) { m.Dashed(line(2, 0, 0, 1000, 0), 5, 5, c, false) }, 1000, .01},
	} {
		for _, scale := range []float32{1, 2, 3} {
			var m Mesh
			m.Reset(scale)
			k.draw(&m)
			got := coverage(&m) / .5
			tol := k.tol
			if math.Abs(got-k.area) > tol*k.area {
				t.Errorf("%s at %v: coverage %.4f, want %.4f ± %.1f %%", k.name, scale, got, k.area, 100*tol)
			}
		}
	}
}

func TestEdgesFadeOverOneDevicePixel(t *testing.T) {
	for _, scale := range []float32{1, 2, 3} {
		var m Mesh
		m.Reset(scale)
		m.Disc(0, 0, 40, Color{0, 0, 0, 1})
		inner, outer := 0.0, 1e9
		for _, v := range m.V {
			r := math.Hypot(float64(v.DstX), float64(v.DstY))
			if v.ColorA == 1 {
				inner = max(inner, r)
			} else {
				outer = min(outer, r)
			}
		}
		if w := outer - inner; w < 0.9 || w > 1.3 {
			t.Errorf("at %v: the edge fades over %.2f device pixels, want about 1.1", scale, w)
		}
		if mid := (inner + outer) / 2; math.Abs(mid-40*float64(scale)) > 1e-3 {
			t.Errorf("at %v: the edge is centred on %.3f, want %v", scale, mid, 40*scale)
		}
	}
}

func TestIndicesAreValid(t *testing.T) {
	var m Mesh
	m.Reset(2)
	nan := float32(math.NaN())
	c := Color{1, 1, 1, 1}
	m.Disc(0, 0, 0, c)
	m.Disc(0, 0, -1, c)
	m.Circle(0, 0, 0, 1, c)
	m.Radial(0, 0, c, nil)
	m.Line(1, 1, 1, 1, 1, c)
	m.Line(nan, 1, 1, 1, 1, c)
	m.Stroke(nil, c, true)
	m.Stroke(line(1, 3, 3, 3, 3), c, false)
	m.Stroke(line(1, 0, 0, 10, 0, 0, 0), c, false) // a hairpin
	m.Dashed(line(1, 0, 0, 1e9, 0), 1, 1, c, false)
	m.Fill(0, 0, line(1, 0, 0, 1, 0, 2, 0), c)
	m.Fill(0, 0, line(1, 0, 0), c)
	m.Circle(1e30, -1e30, 1e30, 1, c)
	if len(m.I)%3 != 0 {
		t.Fatalf("%d indices", len(m.I))
	}
	for _, i := range m.I {
		if int(i) >= len(m.V) {
			t.Fatalf("index %d of %d vertices", i, len(m.V))
		}
	}
	for _, v := range m.V {
		if v.ColorA < 0 || v.ColorA > 1 {
			t.Fatalf("alpha %v", v.ColorA)
		}
	}
}

// picture draws a bit of everything, with a cloud like the laboratory's.
func picture(m *Mesh) {
	m.Reset(2)
	c := Color{.2, .4, .6, .5}
	for i := 0; i < 1628; i++ {
		m.Disc(float32(i%97)*5, float32(i%61)*5, 1.8, c)
	}
	for i := 0; i < 20; i++ {
		m.Line(200, 200, float32(40*i), 10, 1.2, c)
	}
	m.Glow(100, 100, 30, c)
	m.Stroke(m.Ellipse(100, 100, 80, 40, .3, 1.5), c, true)
	m.Dashed(m.Ellipse(100, 100, 80, 40, .3, 1.5), 6, 4, c, true)
	m.Fill(100, 100, m.Star(100, 100, 9, 4, 5, 1), c)
	m.Fill(50, 50, m.RoundRect(0, 0, 100, 100, 8, 1), c)
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	var m Mesh
	picture(&m)
	if n := testing.AllocsPerRun(20, func() { picture(&m) }); n != 0 {
		t.Errorf("a frame allocates %v times, want 0", n)
	}
}

func BenchmarkPicture(b *testing.B) {
	var m Mesh
	b.ReportAllocs()
	for b.Loop() {
		picture(&m)
	}
	b.ReportMetric(float64(len(m.V)), "vertices")
}

func Example() {
	var m Mesh
	m.Reset(1)
	m.Line(0, 0, 10, 0, 2, Color{A: 1})
	fmt.Println(len(m.V), "vertices,", len(m.I)/3, "triangles")
	// Output: 16 vertices, 18 triangles
}
