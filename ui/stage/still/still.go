// Package still draws a stage without a graphics card: the same triangles and
// labels as the animated scene, into an image. The build makes the picture that
// stands on the page before the scene has loaded, thumbnails and the figures of
// the reference with it. It is not linked into the page.
package still

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/paint"
)

// Options are how a still is drawn.
type Options struct {
	W, H     float64 // in CSS pixels
	DPR      float64 // device pixels for each of them
	Theme    palette.Theme
	Language *lang.Language
}

// Draw draws a film, which must be whole (film.Film.Whole).
func Draw(f *film.Film, o Options) (*image.NRGBA, error) {
	s := stage.New()
	s.Speak(o.Language)
	s.Theme = o.Theme
	s.Resize(o.W, o.H, o.DPR)
	s.Show(f, true) // as when it has come round
	s.Clock.Playing = false
	s.Clock.Seek(float64(f.Hold)) // where it says most
	batches, labels := paint.New().Frame(s)

	img := image.NewNRGBA(image.Rect(0, 0, int(math.Round(o.W*o.DPR)), int(math.Round(o.H*o.DPR))))
	page := palette.Of(o.Theme, palette.Page)
	draw.Draw(img, img.Rect, image.NewUniform(color.NRGBA{page.R, page.G, page.B, 255}), image.Point{}, draw.Src)
	for _, c := range batches {
		clip := c.Clip.Pixels(o.DPR).Intersect(img.Rect)
		for t := 0; t+2 < len(c.Mesh.I); t += 3 {
			triangle(img, clip, &c.Mesh.V[c.Mesh.I[t]], &c.Mesh.V[c.Mesh.I[t+1]], &c.Mesh.V[c.Mesh.I[t+2]])
		}
	}
	plain, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	for _, l := range labels {
		if err := o.label(img, plain, l); err != nil {
			return nil, err
		}
	}
	return img, nil
}

// triangle blends a triangle over the image, its colours and alphas shaded from
// corner to corner; a pixel belongs to it if its middle does, to one of two
// triangles that share an edge.
func triangle(img *image.NRGBA, clip image.Rectangle, a, b, c *mesh.Vertex) {
	area := (b.DstX-a.DstX)*(c.DstY-a.DstY) - (b.DstY-a.DstY)*(c.DstX-a.DstX)
	if area == 0 {
		return
	}
	if area < 0 {
		b, c, area = c, b, -area
	}
	x0 := max(int(min(a.DstX, b.DstX, c.DstX)), clip.Min.X)
	x1 := min(int(max(a.DstX, b.DstX, c.DstX))+1, clip.Max.X)
	y0 := max(int(min(a.DstY, b.DstY, c.DstY)), clip.Min.Y)
	y1 := min(int(max(a.DstY, b.DstY, c.DstY))+1, clip.Max.Y)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			px, py := float32(x)+0.5, float32(y)+0.5
			u := side(b, c, px, py)
			v := side(c, a, px, py)
			w := side(a, b, px, py)
			if !in(u, b, c) || !in(v, c, a) || !in(w, a, b) {
				continue
			}
			u, v, w = u/area, v/area, w/area
			alpha := u*a.ColorA + v*b.ColorA + w*c.ColorA
			i := img.PixOffset(x, y)
			mix(&img.Pix[i], u*a.ColorR+v*b.ColorR+w*c.ColorR, alpha)
			mix(&img.Pix[i+1], u*a.ColorG+v*b.ColorG+w*c.ColorG, alpha)
			mix(&img.Pix[i+2], u*a.ColorB+v*b.ColorB+w*c.ColorB, alpha)
		}
	}
}

// side is twice the area of the triangle (p, q, point): positive inside.
func side(p, q *mesh.Vertex, x, y float32) float32 {
	return (q.DstX-p.DstX)*(y-p.DstY) - (q.DstY-p.DstY)*(x-p.DstX)
}

// in decides for points on an edge by the edge's direction.
func in(s float32, p, q *mesh.Vertex) bool {
	return s > 0 || s == 0 && (q.DstY > p.DstY || q.DstY == p.DstY && q.DstX > p.DstX)
}

func mix(p *uint8, v, alpha float32) {
	*p = uint8(min(max(float32(*p)+(255*v-float32(*p))*min(max(alpha, 0), 1)+0.5, 0), 255))
}

// sizes are the heights of the styles' letters in CSS pixels, as in the scene's
// style sheet.
var sizes = map[paint.Style]float64{
	paint.Caption: 12.5, paint.Clock: 13.5, paint.Tick: 11, paint.Axis: 12, paint.Button: 12.5, paint.Name: 12.5,
	paint.Word: 12.5, paint.Tag: 13,
}

func (o Options) label(img *image.NRGBA, plain *opentype.Font, l paint.Label) error {
	size := cmp.Or(float64(l.Size), sizes[l.Style]*o.Theme.Type())
	face, err := opentype.NewFace(plain, &opentype.FaceOptions{Size: size * o.DPR, DPI: 72,
		Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	defer face.Close()
	text := layout.Plain(l.Text)
	d := font.Drawer{Dst: img, Face: face}
	width := func(s string) float64 { return float64(d.MeasureString(s)) / 64 / o.DPR }
	if l.Max > 0 && width(text) > l.Max {
		r := []rune(text)
		for len(r) > 1 && width(string(r)+"…") > l.Max {
			r = r[:len(r)-1]
		}
		text = string(r) + "…"
	}
	c := palette.Of(o.Theme, sheet.Role(l.Role))
	d.Src = image.NewUniform(color.NRGBA{c.R, c.G, c.B, uint8(255*min(max(l.Alpha, 0), 1) + 0.5)})
	x := l.X - width(text)*0.5*float64(l.Align+1)
	y := l.Y + 0.34*size
	if l.Style == paint.Clock {
		y = l.Y + size
	}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * o.DPR * 64), Y: fixed.Int26_6(y * o.DPR * 64)}
	d.DrawString(text)
	return nil
}
