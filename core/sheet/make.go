package sheet

import (
	"cmp"
	"slices"

	"indistinct/core/lang"
)

// A sheet is made of charts and tables whose words are texts named by convention: those of a
// chart or a table begin alike, <texts>title, <texts>x, <texts>series.<name>. What is handed out
// to be filled keeps its place: a list that is full does not move, which would lose what is added
// to those before.
const room = 64

// added appends to a list of at most room elements and returns where it stands.
func added[T any](list *[]T, one T) *T {
	switch {
	case cap(*list) < room: // none has been handed out yet
		*list = append(make([]T, 0, room), *list...)
	case len(*list) == cap(*list):
		panic("package sheet: a list is full") // a mistake of who makes the sheet: the tests make all
	}
	*list = append(*list, one)
	return &(*list)[len(*list)-1]
}

// Plot is a chart in the making.
type Plot struct {
	*Chart
	texts string
}

// Chart adds a chart without series, of the texts <texts>title and, for an axis that comes without
// a label, <texts>x or <texts>y.
func (s *Sheet) Chart(id, texts string, x, y Axis, caption ...lang.Message) Plot {
	x.Label = cmp.Or(x.Label, lang.Say(texts+"x"))
	y.Label = cmp.Or(y.Label, lang.Say(texts+"y"))
	return Plot{added(&s.Charts, Chart{ID: id, Title: lang.Say(texts + "title"),
		Caption: lang.Sentences(caption...), X: x, Y: y}), texts}
}

// Draw adds a series, of the text <texts>series.<name> where its name is a string, and returns it.
func (p Plot) Draw(name any, role Role, style Style, x, y []Real) *Series {
	return added(&p.Series, Series{Name: say(p.texts+"series.", name), Role: role, Style: style, X: x, Y: y})
}

// Add appends a point, with the ends of an interval along y where there are any.
func (s *Series) Add(x, y float64, ends ...float64) {
	s.X, s.Y = append(s.X, Real(x)), append(s.Y, Real(y))
	if len(ends) > 0 {
		s.Lo, s.Hi = append(s.Lo, Real(ends[0])), append(s.Hi, Real(ends[1]))
	}
}

// Sweep is what was computed at each x of a chart.
type Sweep[T any] struct {
	plot   Plot
	x      []Real
	points []T
}

// Over returns the sweep of points, one at each x.
func Over[T any, N ~float64 | ~int](p Plot, x []N, points []T) Sweep[T] {
	return Sweep[T]{p, Reals(x), points}
}

// Line draws what each point has for y; its name is as in Draw.
func (w Sweep[T]) Line(name any, role Role, style Style, y func(point T) float64) *Series {
	return w.plot.Draw(name, role, style, w.x, Each(w.points, y))
}

// Even returns count numbers from a to b in equal steps.
func Even(a, b float64, count int) (out []float64) {
	for i := range count {
		out = append(out, a+(b-a)*float64(i)/float64(count-1))
	}
	return out
}

// MarkX adds a mark at one x, of the text <texts>mark.<name> where its name is a string.
func (p Plot) MarkX(name any, role Role, at float64, places ...any) {
	p.MarkY(name, role, at, places...)
	p.Marks[len(p.Marks)-1].Vertical = true
}

// MarkY adds a mark at one y likewise.
func (p Plot) MarkY(name any, role Role, at float64, places ...any) {
	p.Marks = append(p.Marks, Mark{Label: say(p.texts+"mark.", name, places...), Role: role, At: Real(at)})
}

// Drop removes series without points.
func (p Plot) Drop() {
	p.Series = slices.DeleteFunc(p.Series, func(s Series) bool { return len(s.X) == 0 })
}

// say is a message as it stands, or the text of a name.
func say(texts string, name any, places ...any) lang.Message {
	if m, ok := name.(lang.Message); ok {
		return m
	}
	return lang.Say(texts+name.(string), places...)
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

// Table adds a NewTable.
func (s *Sheet) Table(id, texts string, caption lang.Message, columns ...any) *Table {
	return added(&s.Tables, NewTable(id, texts, caption, columns...))
}

// Columns returns the headings of a table: a string is the name of a text <texts><name>, a
// message stands as it is.
func Columns[T any](texts string, names ...T) []lang.Message {
	out := make([]lang.Message, len(names))
	for i, n := range names {
		out[i] = say(texts, n)
	}
	return out
}

// Texts are the headings of a table in a language and its rows below, each cell as show says it.
func (t *Table) Texts(l *lang.Language, show func(Cell) string) [][]string {
	var head []string
	for _, c := range t.Columns {
		head = append(head, l.Say(c))
	}
	rows := [][]string{head}
	for _, r := range t.Rows {
		var row []string
		for _, c := range r {
			row = append(row, show(c))
		}
		rows = append(rows, row)
	}
	return rows
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
