package sheet

import (
	"cmp"

	"indistinct/core/lang"
)

// NewChart returns a chart without series, of the texts <texts>title and, for an axis that comes without
// a label, <texts>x or <texts>y.
func NewChart(id, texts string, x, y Axis, caption ...lang.Message) Chart {
	x.Label = cmp.Or(x.Label, lang.Say(texts+"x"))
	y.Label = cmp.Or(y.Label, lang.Say(texts+"y"))
	return Chart{ID: id, Title: lang.Say(texts + "title"), Caption: lang.Sentences(caption...), X: x, Y: y}
}

// Draw adds a series and returns it, to be changed before the next is added.
func (c *Chart) Draw(name lang.Message, role Role, style Style, x, y []Real) *Series {
	c.Series = append(c.Series, Series{Name: name, Role: role, Style: style, X: x, Y: y})
	return &c.Series[len(c.Series)-1]
}

// Plot adds a curve: y at each x.
func (c *Chart) Plot(name lang.Message, role Role, style Style, x []float64, y func(x float64) float64) *Series {
	return c.Draw(name, role, style, Reals(x), Each(x, y))
}

// MarkX adds a mark at one x.
func (c *Chart) MarkX(label lang.Message, role Role, at float64) {
	c.Marks = append(c.Marks, Mark{Label: label, Role: role, At: Real(at), Vertical: true})
}

// MarkY adds a mark at one y.
func (c *Chart) MarkY(label lang.Message, role Role, at float64) {
	c.Marks = append(c.Marks, Mark{Label: label, Role: role, At: Real(at)})
}

// Each returns a number of each point of a sweep.
func Each[T any, N ~float64](points []T, number func(T) N) (out []Real) {
	for _, p := range points {
		out = append(out, Real(number(p)))
	}
	return out
}

// NewTable returns a table without rows, of the texts <texts>title and <texts>column.<name>: see Columns.
func NewTable(id, texts string, caption lang.Message, columns ...any) Table {
	return Table{ID: id, Title: lang.Say(texts + "title"), Caption: caption,
		Columns: Columns(texts+"column.", columns...)}
}

// Columns returns the headings of a table: a string is the name of a text <texts><name>, a
// message stands as it is.
func Columns(texts string, names ...any) []lang.Message {
	out := make([]lang.Message, len(names))
	for i, n := range names {
		if name, ok := n.(string); ok {
			n = lang.Say(texts + name)
		}
		out[i] = n.(lang.Message)
	}
	return out
}

// Add appends a row.
func (t *Table) Add(first Cell, rest ...Cell) {
	t.Rows = append(t.Rows, append([]Cell{first}, rest...))
}

// Numbers returns cells of numbers with the same count of significant digits.
func Numbers(digits int, v ...float64) []Cell {
	out := make([]Cell, len(v))
	for i := range v {
		out[i] = Number(v[i], digits)
	}
	return out
}
