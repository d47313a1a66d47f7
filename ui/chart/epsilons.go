package chart

import (
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
)

// Epsilon is one value on the ruler under a verdict. Make one by Claim, Proven or Real.
type Epsilon struct {
	At    float64 // ≥ 0, may be ∞
	kind  kind
	ghost bool // of another run: hollow, with a dashed line
}

// kind is what a value is, and so how it is marked: a claim is a wall, a proven bound
// an arrow to what lies above it.
type kind string

const (
	claimed kind = "claim"
	proven  kind = "proven"
	real    kind = "real"
	nothing kind = "nothing" // a bound that says nothing
)

// Claim is the ε that is promised.
func Claim(eps float64) Epsilon { return Epsilon{At: eps, kind: claimed} }

// Proven is a lower bound on ε, with digits that hold it against the claim; 0 where
// nothing is proven.
func Proven(bound, claim float64) Epsilon {
	if !(bound > 0) {
		return Epsilon{kind: nothing}
	}
	return Epsilon{At: lang.AboveBy(bound, claim, 2), kind: proven}
}

// Real is what is proven of the releases as real numbers, beside what their digits prove.
func Real(bound, claim float64) Epsilon {
	return Epsilon{At: lang.AboveBy(bound, claim, 2), kind: real}
}

// OfA is the value as that of the run that is kept to compare with, run A.
func (e Epsilon) OfA() Epsilon {
	e.ghost = true
	return e
}

func (e Epsilon) role() sheet.Role {
	if e.kind == claimed {
		return sheet.Ink
	}
	return sheet.Strong
}

func (e Epsilon) label(l *lang.Language) string {
	said := lang.Say("chart.epsilon."+string(e.kind), "value", e.At)
	if e.ghost {
		said = lang.Say("chart.epsilon.of-a", "name", said)
	}
	return l.Say(said)
}

// The ruler is drawn in these units and scaled to its place.
const (
	rulerEnd  = 12.0 // how far its ends lie from those of the picture
	rulerRow  = 15.0
	rulerText = 12.0
	rulerTop  = 0.75 // where on it the largest value lies
)

// Epsilons draws values of ε, or of what symbol stands for, in a language on one even ruler from 0; ∞ is its right end.
// Labels stand above in as many rows as they need not to touch one another or another's line. The letters have 12 of
// the units of which the picture is so many wide.
func Epsilons(l *lang.Language, values []Epsilon, symbol string, width float64, paint Paint) *Node {
	right, at := width-rulerEnd, ruler(values, width)
	flags := epsLabels(l, values, width, at)
	rows := 1
	for _, f := range flags {
		rows = max(rows, f.Row+1)
	}
	y := 8 + rulerRow*float64(rows) + 12
	h := y + 30
	root := El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(width)+" "+num(h), "width", "100%",
		"font-family", sans, "font-size", num(rulerText))
	ink := paint(sheet.Ink)
	bar := func(from, to float64, v Epsilon, opacity string) {
		root.Add(El("rect", "x", num(from), "y", num(y-5), "width", num(to-from), "height", "10", "fill",
			paint(v.role()), "fill-opacity", opacity))
	}
	for _, v := range values { // what is promised, and what is proven
		switch {
		case v.ghost:
		case v.kind == claimed:
			bar(rulerEnd, at(v), v, "0.12")
		case v.kind == proven:
			bar(at(v), right, v, "0.2")
		}
	}
	root.Add(El("line", "x1", num(rulerEnd), "x2", num(right), "y1", num(y), "y2", num(y), "stroke", ink,
		"stroke-width", "1.4"), text("0", rulerEnd, y+19, "text-anchor", "middle", "fill", ink))
	root.Add(runs(axis.Runs(l, lang.Say("chart.epsilon.axis", "symbol", symbol)), right, y+19, "text-anchor", "end",
		"fill", ink))
	for i, f := range flags {
		v := values[i]
		colour := paint(v.role())
		ly := y - 12 - rulerRow*float64(f.Row)
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
		root.Add(text(v.label(l), f.TextX, ly, "text-anchor", f.Anchor, "fill", colour, "font-weight", weight))
	}
	for _, v := range values {
		root.Add(mark(v, at(v), y, paint))
	}
	return root
}

// ruler returns where each of the values lies.
func ruler(values []Epsilon, width float64) func(Epsilon) float64 {
	top := 0.0
	for _, v := range values {
		if finite(v.At) {
			top = max(top, v.At)
		}
	}
	return func(v Epsilon) float64 {
		if !(v.At > 0) {
			return rulerEnd
		}
		return rulerEnd + (width-2*rulerEnd)*min(rulerTop*v.At/top, 1)
	}
}

// mark is a value's shape on the ruler.
func mark(v Epsilon, x, y float64, paint Paint) *Node {
	colour, ground := paint(v.role()), paint(palette.Card)
	if v.kind == claimed {
		return El("rect", "x", num(x-2), "y", num(y-10), "width", "4", "height", "20", "fill", colour)
	}
	at := func(dx, dy float64) string { return num(x+dx) + " " + num(y+dy) }
	d := "M" + at(-1, -6) + "L" + at(9, 0) + "L" + at(-1, 6) + "Z"
	if v.ghost || v.kind == real {
		return El("path", "d", d, "fill", ground, "stroke", colour, "stroke-width", "1.4")
	}
	return El("path", "d", d, "fill", colour, "stroke", ground, "stroke-width", "1")
}

// epsLabels finds places for the labels of values in a face that runs wide; all but a ghost's is bold.
func epsLabels(l *lang.Language, list []Epsilon, width float64, at func(Epsilon) float64) []axis.Label {
	return axis.Place(len(list), func(i int) []axis.Label {
		wide := 1.06 * axis.Width(list[i].label(l), rulerText)
		if !list[i].ghost {
			wide *= 1.2
		}
		return axis.Ways(at(list[i]), wide, 1, width-1, true)
	})
}
