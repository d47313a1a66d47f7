package axis

import "slices"

// Label is a text that belongs to a vertical line below it. It stands in a row,
// across its line, to the right of it or to the left.
type Label struct {
	X      float64 // of the line
	Lined  bool    // there is a line
	X0, X1 float64 // of the text
	TextX  float64 // where it begins, ends or has its middle
	Anchor string  // which of them, as SVG's text-anchor
	Row    int     // from the picture upwards
}

// Clear reports whether two labels touch neither each other nor each other's
// line.
func (a *Label) Clear(b *Label) bool {
	switch {
	case a.Row == b.Row:
		return a.X1+5 < b.X0 || b.X1+5 < a.X0
	case a.Row > b.Row:
		return !a.Lined || a.X < b.X0-2 || a.X > b.X1+2
	}
	return !b.Lined || b.X < a.X0-2 || b.X > a.X1+2
}

// Place returns places for n labels in as few rows as possible so that none touches
// another or another's line; ways returns the places that label i may take. Where six
// rows are too few, each label has one of its own.
func Place(n int, ways func(i int) []Label) []Label {
	const highest = 6
	for rows := 1; rows <= highest; rows++ {
		tries := 100000
		if out := placeIn(n, rows, ways, nil, &tries); out != nil {
			return out
		}
	}
	out := make([]Label, n) // they cannot all be clear: one a row
	for i := range out {
		out[i] = ways(i)[0]
		out[i].Row = i
	}
	return out
}

func placeIn(n, rows int, ways func(i int) []Label, placed []Label, tries *int) []Label {
	if len(placed) == n {
		return placed
	}
	for row := range rows {
		for _, l := range ways(len(placed)) {
			if *tries--; *tries < 0 {
				return nil
			}
			l.Row = row
			if slices.ContainsFunc(placed, func(other Label) bool { return !l.Clear(&other) }) {
				continue
			}
			if out := placeIn(n, rows, ways, append(placed[:len(placed):len(placed)], l), tries); out != nil {
				return out
			}
		}
	}
	return nil
}

// Ways returns the places that a text of width w may take at a line at x, between
// left and right.
func Ways(x, w, left, right float64, lined bool) []Label {
	at := func(x0, tx float64, anchor string) Label {
		return Label{X: x, Lined: lined, X0: x0, X1: x0 + w, TextX: tx, Anchor: anchor}
	}
	var out []Label
	switch {
	case x-w/2 < left:
		out = append(out, at(left, left, "start"))
	case x+w/2 > right:
		out = append(out, at(right-w, right, "end"))
	default:
		out = append(out, at(x-w/2, x, "middle"))
	}
	if x+4+w < right {
		out = append(out, at(x+4, x+4, "start"))
	}
	if x-4-w > left {
		out = append(out, at(x-4-w, x-4, "end"))
	}
	// Across its line, but as far aside as there is room.
	if x0 := min(x-6, right-w); x0 > left && x0+w > x+6 {
		out = append(out, at(x0, x0, "start"))
	}
	if x1 := max(x+6, left+w); x1 < right && x1-w < x-6 {
		out = append(out, at(x1-w, x1, "end"))
	}
	return out
}
