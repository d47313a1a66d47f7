package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// Epsilon is one value on the axis under a verdict. Make one by Claim, Proven, Real or Exact.
type Epsilon struct {
	At    float64 // ≥ 0, may be ∞
	kind  kind
	ghost bool // of another run: hollow, with a dashed line
}

// kind is what a value is, and so how it is marked: a claim is a wall, a proven bound
// an arrow to what lies above it, an exact value a diamond.
type kind string

const (
	claimed kind = "claim"
	proven  kind = "proven"
	real    kind = "real"
	exact   kind = "exact"
)

// Claim is the claimed ε.
func Claim(eps float64) Epsilon { return Epsilon{At: eps, kind: claimed} }

// Proven is a lower bound on ε, with digits that hold it against the claim; 0 where
// nothing is proven.
func Proven(bound, claim float64) Epsilon {
	return Epsilon{At: max(lang.Above(bound, claim), 0), kind: proven}
}

// Real is what is proven of the releases as real numbers, beside what their digits prove.
func Real(bound, claim float64) Epsilon {
	return Epsilon{At: max(lang.Above(bound, claim), 0), kind: real}
}

// Exact is the known ε.
func Exact(eps float64) Epsilon { return Epsilon{At: eps, kind: exact} }

// OfA is the value as that of the run that is kept to compare with, run A.
func (e Epsilon) OfA() Epsilon {
	e.ghost = true
	return e
}

// role is the value's colour.
func (e Epsilon) role() sheet.Role {
	return map[kind]sheet.Role{claimed: sheet.Ink, proven: sheet.Strong, real: sheet.Strong, exact: sheet.Truth}[e.kind]
}

// name is what the value is.
func (e Epsilon) name() lang.Message {
	name := lang.Say("chart.epsilon." + string(e.kind))
	if e.nothing() {
		name = lang.Say("chart.epsilon.nothing")
	}
	if e.ghost {
		return lang.Say("chart.epsilon.of-a", "name", name)
	}
	return name
}

// nothing reports whether it is a bound that says nothing.
func (e Epsilon) nothing() bool { return e.kind == proven && e.At == 0 }

// value is the number as a language writes it, "" where there is none.
func (e Epsilon) value(l *lang.Language) string {
	switch {
	case e.nothing():
		return ""
	case e.kind == proven || e.kind == real:
		return "≥ " + l.Number(e.At, "12")
	}
	return l.Number(e.At, "")
}

// named is a value with what stands over it.
type named struct {
	Epsilon
	label string
	size  float64 // of its letters: smaller where it is wider than the axis
}

// The axis is drawn in these units and scaled to its place.
const (
	axisLeft = 12.0
	axisRow  = 15.0
	axisText = 12.0
)

// Epsilons draws values of ε, or of what symbol stands for, in a language on one axis from 0, even in small ones and
// logarithmic in large ones, so that 0.1 and 7,000 both have their place; ∞
// lies beyond a gap at the right end. Labels stand above in as many rows as
// they need not to touch one another or another's line. The letters have 12 of
// the units of which the picture is so many wide.
func Epsilons(l *lang.Language, values []Epsilon, symbol string, width float64, paint Paint) *Node {
	scale := newEpsScale(values, width)
	list := slices.Clone(values)
	slices.SortStableFunc(list, func(a, b Epsilon) int { return cmp.Compare(a.At, b.At) })
	labels := mergeEqual(l, list, width)
	flags := epsLabels(labels, scale)
	rows := 1
	for _, f := range flags {
		rows = max(rows, f.Row+1)
	}
	y := 8 + axisRow*float64(rows) + 12
	h := y + 30
	root := El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(width)+" "+num(h), "width", "100%",
		"font-family", sans, "font-size", num(axisText))
	ink, muted := paint(sheet.Ink), paint(sheet.Muted)
	end := scale.right
	if scale.infinite {
		end = scale.last + 8
		root.Add(El("line", "x1", num(end+3), "x2", num(width-4), "y1", num(y), "y2", num(y), "stroke", ink,
			"stroke-width", "1.4", "stroke-dasharray", "2 4"))
	}
	// What the claim allows, and what is proven.
	for _, v := range list {
		x := scale.at(v.At)
		switch {
		case v.ghost:
		case v.kind == claimed && x > axisLeft:
			root.Add(El("rect", "x", num(axisLeft), "y", num(y-5), "width", num(x-axisLeft), "height", "10", "fill",
				paint(v.role()), "fill-opacity", "0.12"))
		case v.kind == proven && v.At > 0:
			root.Add(El("rect", "x", num(x), "y", num(y-5), "width", num(math.Max(width-4-x, 4)), "height", "10",
				"fill", paint(v.role()), "fill-opacity", "0.2"))
		}
	}
	root.Add(El("line", "x1", num(axisLeft), "x2", num(end), "y1", num(y), "y2", num(y), "stroke", ink,
		"stroke-width", "1.4"))
	ticks := El("g", "fill", ink, "fill-opacity", "0.75", "font-size", num(axisText), "text-anchor", "middle")
	for _, t := range scale.ticks(l) {
		x := scale.at(t.At)
		root.Add(El("line", "x1", num(x), "x2", num(x), "y1", num(y), "y2", num(y+5), "stroke", muted))
		ticks.Add(text(t.Label, x, y+18))
	}
	ticks.Add(runs([]axis.Run{{Text: symbol, Italic: true}}, width-8, y+19, "fill-opacity", "1", "font-size", "13"))
	root.Add(ticks)
	for i, f := range flags {
		v := labels[i]
		colour := paint(v.role())
		ly := y - 12 - axisRow*float64(f.Row)
		top := ly + 3
		if f.X < f.X0 || f.X > f.X1 { // the text stands beside its line
			top = ly - 9
		}
		dashes, weight := "none", "600"
		if v.ghost {
			dashes, weight = "2 2", "400"
		}
		root.Add(El("line", "x1", num(f.X), "x2", num(f.X), "y1", num(top), "y2", num(y-6), "stroke", colour,
			"stroke-width", "1", "stroke-dasharray", dashes))
		root.Add(text(v.label, f.TextX, ly, "text-anchor", f.Anchor, "fill", colour, "font-weight", weight,
			"font-size", num(v.size)))
	}
	for _, v := range list {
		root.Add(mark(v, scale.at(v.At), y, paint))
	}
	return root
}

// mark is a value's shape on the axis.
func mark(v Epsilon, x, y float64, paint Paint) *Node {
	colour, ground := paint(v.role()), paint(Ground)
	at := func(dx, dy float64) string { return num(x+dx) + " " + num(y+dy) }
	var d string
	switch v.kind {
	case claimed:
		return El("rect", "x", num(x-2), "y", num(y-10), "width", "4", "height", "20", "fill", colour)
	case proven, real:
		d = "M" + at(-1, -6) + "L" + at(9, 0) + "L" + at(-1, 6) + "Z"
	default:
		d = "M" + at(0, -7) + "L" + at(6, 0) + "L" + at(0, 7) + "L" + at(-6, 0) + "Z"
	}
	if v.ghost || v.kind == real {
		return El("path", "d", d, "fill", ground, "stroke", colour, "stroke-width", "1.4")
	}
	return El("path", "d", d, "fill", colour, "stroke", ground, "stroke-width", "1")
}

// epsScale maps ε to the axis.
type epsScale struct {
	width     float64
	right     float64 // where ∞ lies
	knee, top float64 // even up to the knee, logarithmic beyond
	last      float64 // where top lies
	infinite  bool
}

func newEpsScale(values []Epsilon, width float64) epsScale {
	s := epsScale{width: width, right: width - 22, last: width - 28}
	least := math.Inf(1)
	for _, v := range values {
		switch {
		case math.IsInf(v.At, 1):
			s.infinite = true
			s.last = width - 82
		case v.At > 0 && finite(v.At):
			s.top, least = math.Max(s.top, v.At), math.Min(least, v.At)
		}
	}
	if s.top == 0 {
		s.top, least = 1, 1
	}
	s.knee = math.Max(least, s.top/1e5)
	return s
}

func (s epsScale) at(v float64) float64 {
	switch {
	case math.IsInf(v, 1):
		return s.right
	case !(v > 0):
		return axisLeft
	}
	return axisLeft + (s.last-axisLeft)*math.Log1p(v/s.knee)/math.Log1p(s.top/s.knee)
}

// ticks are 0 and round values with room between them.
func (s epsScale) ticks(l *lang.Language) []axis.Tick {
	out := []axis.Tick{{Label: "0"}}
	taken := []box{{axisLeft - 6, axisLeft + 8, 0}}
	add := func(v float64) {
		label := l.Number(significant(v), "2")
		x, w := s.at(v), axis.Width(label, axisText)
		b := box{x - w/2, x + w/2, 0}
		if x > s.last+1 || b.x1 > s.width-18 {
			return
		}
		if slices.ContainsFunc(taken, func(o box) bool { return b.x0 < o.x1+8 && o.x0 < b.x1+8 }) {
			return
		}
		taken = append(taken, b)
		out = append(out, axis.Tick{At: v, Label: label})
	}
	// Powers of ten first; between them only where there is room.
	for _, factors := range [][]float64{{1}, {2, 5}} {
		for k := math.Floor(math.Log10(s.knee)) - 1; k <= math.Ceil(math.Log10(s.top)); k++ {
			for _, f := range factors {
				add(f * math.Pow(10, k))
			}
		}
	}
	if s.infinite {
		out = append(out, axis.Tick{At: math.Inf(1), Label: "∞"})
	}
	return out
}

// significant takes the dust off a power of ten.
func significant(v float64) float64 {
	e := math.Floor(math.Log10(v) + 1e-9)
	return math.Round(v/math.Pow(10, e)) * math.Pow(10, e)
}

// mergeEqual joins neighbours that print alike under one label: "claim = exact 1".
func mergeEqual(l *lang.Language, list []Epsilon, width float64) []named {
	var out []named
	var names [][]string
	for _, v := range list {
		if n := len(out); n > 0 && out[n-1].value(l) == v.value(l) &&
			(out[n-1].At == v.At || math.Abs(out[n-1].At-v.At) < 1e-9*v.At) {
			names[n-1] = append(names[n-1], l.Say(v.name()))
			continue
		}
		out, names = append(out, named{Epsilon: v}), append(names, []string{l.Say(v.name())})
	}
	for i := range out {
		out[i].label = strings.TrimSpace(strings.Join(names[i], " = ") + " " + out[i].value(l))
		out[i].size = axisText
		out[i].size *= min(1, (width-2)/out[i].wide())
	}
	return out
}

// wide is how wide the label is in a face that runs wide; all but a ghost's is bold.
func (v *named) wide() float64 {
	w := 1.06 * axis.Width(v.label, v.size)
	if !v.ghost {
		w *= 1.2
	}
	return w
}

// epsLabels finds places for the labels of values.
func epsLabels(list []named, s epsScale) []axis.Label {
	return axis.Place(len(list), func(i int) []axis.Label {
		return axis.Ways(s.at(list[i].At), list[i].wide(), 1, s.width-1, true)
	})
}
