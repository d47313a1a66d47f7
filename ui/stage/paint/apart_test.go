package paint

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/pseudo"
	"indistinct/core/texts"
	"indistinct/ui/axis"
	"indistinct/ui/stage"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/test/demo"
)

// sizes are the heights of the styles' letters in CSS pixels, as in public/scene.css.
var sizes = map[Style]float32{Caption: 12, Clock: 14, Tick: 12, Axis: 12, Button: 12, Word: 13, Tag: 13}

// apart fails a test in which texts lie on each other, are cut or leave the canvas. Remarks and
// names of bars may be cut: they are as long as a laboratory or a visitor makes them.
func apart(t *testing.T, what string, labels []Label, size [2]float64) {
	t.Helper()
	var boxes []layout.Rect
	for _, l := range labels {
		if l.Size == 0 {
			l.Size = sizes[l.Style]
		}
		w, h := axis.Width(l.Text, float64(l.Size)), 0.8*float64(l.Size)
		x, y := l.X-w/2*float64(l.Align+1), l.Y-h/2
		switch {
		case l.Style == Clock: // breaks into lines
			y = l.Y
			if l.Max > 0 && w > l.Max {
				h, w = h+1.2*float64(l.Size)*math.Floor(w/l.Max), l.Max
				x = l.X - w/2*float64(l.Align+1)
			}
		case l.Max > 0 && (l.Style == Tick || l.Style == Word):
			w = min(w, l.Max)
			x = l.X - w/2*float64(l.Align+1)
		case l.Max > 0 && w > l.Max+0.01:
			t.Errorf("%s: %q is cut: %.0f wide, there is room for %.0f", what, l.Text, w, l.Max)
		}
		boxes = append(boxes, layout.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h})
	}
	for a, r := range boxes {
		if r.X0 < 0 || r.X1 > size[0] || r.Y0 < 0 || r.Y1 > size[1] {
			t.Errorf("%s: %q leaves the canvas: %+v", what, labels[a].Text, r)
		}
		for b, o := range boxes[:a] {
			if min(r.X1, o.X1) > max(r.X0, o.X0) && min(r.Y1, o.Y1) > max(r.Y0, o.Y0) {
				t.Errorf("%s: %q and %q lie on each other", what, labels[a].Text, labels[b].Text)
			}
		}
	}
}

// TestTextsOfFilmsKeepApart: no two texts of a film lie on each other, none is cut and
// none leaves the canvas, in English and in words two fifths longer.
func TestTextsOfFilmsKeepApart(t *testing.T) {
	for name, f := range map[string]*film.Film{"ring": demo.Ring(true), "chart": demo.Chart(),
		"labelled": demo.Labelled(), "long ring": demo.Long(demo.Ring(true)), "long chart": demo.Long(demo.Chart()),
		"long and labelled": demo.Long(demo.Labelled())} {
		for _, size := range [][2]float64{{1280, 800}, {760, 480}, {390, 335}, {390, 700}, {320, 269}} {
			for tab := range f.Views {
				s := stage.New()
				s.Speak(texts.English())
				if name[:2] == "lo" {
					s.Speak(pseudo.Language(t, texts.English()))
				}
				s.Resize(size[0], size[1], 2)
				s.Show(f, false)
				s.Forward(tab)
				_, labels := New().Frame(s)
				apart(t, fmt.Sprintf("%s at %v, view %d", name, size, tab), labels, size)
			}
		}
	}
}

// TestLaboratoriesInEveryLanguage: the films that the laboratories open with, on a
// screen and on phones.
func TestLaboratoriesInEveryLanguage(t *testing.T) {
	for _, l := range guest.All() {
		look, err := lab.LookAt(l, l.Params().Defaults(l.About().Name), nil)
		if err != nil || look.Film == nil { // its program or its library is not there
			continue
		}
		program := l.About().Name == "workshop" // whose own words may be of any length
		for _, language := range languages(t) {
			for _, size := range [][2]float64{{1280, 800}, {822, 610}, {390, 335}, {320, 269}} {
				for tab := range look.Film.Views {
					s := stage.New()
					s.Speak(language)
					s.Resize(size[0], size[1], 2)
					s.Show(look.Film, false)
					s.Forward(tab)
					_, labels := New().Frame(s)
					what := fmt.Sprintf("%s: %s at %v, view %d", language.Tag, l.About().Name, size, tab)
					apart(t, what, labels, size)
					for _, l := range labels {
						if strings.HasSuffix(l.Text, "…") && language.Tag != pseudo.Tag && !program {
							t.Errorf("%s: %q is cut", what, l.Text)
						}
					}
				}
			}
		}
	}
}
