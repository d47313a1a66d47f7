package film

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// A laboratory's film is a table: a view's layers one after another, each with what it looks
// like and with its numbers, or what they are at each key frame.

// Add adds a layer with these numbers to a view, where there are any.
func (v *View) Add(l Layer, data ...float64) {
	if l.Data = Numbers(data...); len(data) > 0 {
		v.Layers = append(v.Layers, l)
	}
}

// Jump adds a layer whose numbers at gives for each of so many steps. They stay until the
// next step.
func (v *View) Jump(steps int, l Layer, at func(k int) []float64) {
	l.Moving = true
	for k := range steps {
		l.Data = append(l.Data, Numbers(at(k)...)...)
	}
	if len(l.Data) > 0 {
		v.Layers = append(v.Layers, l)
	}
}

// Glide adds a layer as Jump does, which glides from step to step.
func (v *View) Glide(steps int, l Layer, at func(k int) []float64) {
	l.Ease = true
	v.Jump(steps, l, at)
}

// Call writes a text beside the marks that were added last, in their colour: in letters of a
// height in px, 0 for the default, and with a leader that ends r px from each; of a curve that
// grows with the steps, from its end.
func (v *View) Call(text lang.Message, height, r float32) {
	l := v.Layers[len(v.Layers)-1]
	name := Layer{Kind: Labels, Role: l.Role, Size: height, Moving: l.Moving, Ease: l.Ease, Wrap: l.Wrap, When: l.When}
	if l.Kind == Path && l.Trail < 0 {
		name.Moving, name.Ease = true, true
	}
	for i := 0; i < len(l.Data); i += l.Kind.Stride() {
		name.Data = append(name.Data, l.Data[i], l.Data[i+1], r)
	}
	name.Text = []lang.Message{text}
	v.Layers = append(v.Layers, name)
}

// Label is a layer of one text, in letters of a height in px, 0 for the default.
func Label(text lang.Message, role sheet.Role, height float32) Layer {
	return Layer{Kind: Labels, Role: role, Size: height, Text: []lang.Message{text}}
}

// Rect is a rectangle as the numbers of Quads.
func Rect(x0, y0, x1, y1 float64) []float64 { return []float64{x0, y0, x1, y0, x1, y1, x0, y1} }

// Curve adds to a chart a path through values that are apart by so much.
func (v *View) Curve(l Layer, apart float64, y []float64) {
	l.Kind = Path
	var line []float64
	for k, y := range y {
		line = append(line, float64(k)*apart, y)
	}
	v.Add(l, line...)
}

// Cursor adds to a chart of curves over so many steps, apart by so much, a line at the step that
// is shown.
func (v *View) Cursor(steps int, apart, y0, y1 float64) {
	v.Glide(steps, Layer{Kind: Segments, Role: sheet.Muted, Size: 1}, func(k int) []float64 {
		return []float64{float64(k) * apart, y0, float64(k) * apart, y1}
	})
}

// Arrow is an arrow from (x0, y0) to (x1, y1) as the numbers of Segments.
func Arrow(x0, y0, x1, y1 float64) []float64 {
	dx, dy := x1-x0, y1-y0
	return []float64{x0, y0, x1, y1,
		x1, y1, x1 - 0.2*dx - 0.1*dy, y1 - 0.2*dy + 0.1*dx,
		x1, y1, x1 - 0.2*dx + 0.1*dy, y1 - 0.2*dy - 0.1*dx}
}

// Cut returns a film of the key frames from … to alone, both included and within
// the film. The arrays of f are shared.
func (f *Film) Cut(from, to int) *Film {
	out := *f
	out.Steps, out.Loop, out.Hold = to-from+1, false, to-from
	if len(f.Clock) == f.Steps {
		out.Clock = f.Clock[from : to+1]
	}
	out.Views = slices.Clone(f.Views)
	for i := range out.Views {
		v := &out.Views[i]
		v.Layers = slices.Clone(v.Layers)
		for j := range v.Layers {
			v.Layers[j].cut(f.Steps, from, to)
		}
	}
	return &out
}

func (l *Layer) cut(steps, from, to int) {
	if !l.Moving {
		return
	}
	var data []float32
	for k := from; k <= to; k++ {
		data = append(data, l.block(steps, k)...)
	}
	l.Data, l.Blocks = data, nil
	if len(l.Shown) > 0 {
		l.Shown = l.Shown[from : to+1]
	}
}
