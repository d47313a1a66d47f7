package chart

// label is a text that belongs to a vertical line below it. It stands in a row,
// across its line, to the right of it or to the left.
type label struct {
	x      float64 // of the line
	lined  bool    // there is a line
	x0, x1 float64 // of the text
	tx     float64 // where it begins, ends or has its middle
	anchor string
	row    int // from the picture upwards
}

// clear reports whether two labels touch neither each other nor each other's
// line.
func (a *label) clear(b *label) bool {
	switch {
	case a.row == b.row:
		return a.x1+5 < b.x0 || b.x1+5 < a.x0
	case a.row > b.row:
		return !a.lined || a.x < b.x0-2 || a.x > b.x1+2
	}
	return !b.lined || b.x < a.x0-2 || b.x > a.x1+2
}

// place finds places for labels in as few rows as possible; ways returns those
// of the label of that index.
func place(n int, ways func(i int) []label) []label {
	const most = 6
	for rows := 1; rows <= most; rows++ {
		tries := 100000
		if out := placeIn(n, rows, ways, nil, &tries); out != nil {
			return out
		}
	}
	out := make([]label, n) // they cannot all be clear: one a row
	for i := range out {
		out[i] = ways(i)[0]
		out[i].row = i
	}
	return out
}

func placeIn(n, rows int, ways func(i int) []label, placed []label, tries *int) []label {
	if len(placed) == n {
		return placed
	}
	for row := range rows {
		for _, l := range ways(len(placed)) {
			if *tries--; *tries < 0 {
				return nil
			}
			l.row = row
			free := true
			for i := range placed {
				free = free && l.clear(&placed[i])
			}
			if !free {
				continue
			}
			if out := placeIn(n, rows, ways, append(placed[:len(placed):len(placed)], l), tries); out != nil {
				return out
			}
		}
	}
	return nil
}

// ways are the places of a text of width w at a line at x, between left and
// right.
func ways(x, w, left, right float64, lined bool) []label {
	at := func(x0, tx float64, anchor string) label {
		return label{x: x, lined: lined, x0: x0, x1: x0 + w, tx: tx, anchor: anchor}
	}
	var out []label
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
	return out
}
