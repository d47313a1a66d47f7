package show

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/mechanism"
)

// mostCompared is among how many entries, spread over the list, numericPair chooses.
const mostCompared = 24

// tellingEntries returns up to two entries that are numbers in most releases and take
// many values: of more, the two that tell the inputs apart best together.
func tellingEntries(s mechanism.Sample) []int {
	var cols []int
	for i := range s.Width() {
		x := numbers(s, i)
		slices.Sort(x)
		if len(x) >= s.Count() && len(slices.Compact(x)) > 2*mostRows {
			cols = append(cols, i)
		}
	}
	if len(cols) <= 2 {
		return cols
	}
	x, y, _ := numericPair(s, cols)
	return []int{x, y}
}

// numbers returns those that an entry holds in the releases of both inputs.
func numbers(s mechanism.Sample, col int) []float64 {
	return slices.DeleteFunc(append(column(s, 0, col), column(s, 1, col)...), func(c float64) bool { return c-c != 0 })
}

// column returns what an entry holds in the releases of an input.
func column(s mechanism.Sample, in, col int) (x []float64) {
	for at := col; at < len(s.R[in]); at += s.Width() {
		x = append(x, s.R[in][at])
	}
	return x
}

// span is where nearly all numbers of an entry lie.
func span(s mechanism.Sample, col int) (lo, hi float64) { return film.Span(numbers(s, col), far) }

// numericPair returns the two of at least two entries whose numbers tell the inputs
// apart best together, in their order, and how far apart.
func numericPair(s mechanism.Sample, cols []int) (a, b int, most float64) {
	if n := len(cols); n > mostCompared {
		some := make([]int, mostCompared)
		for i := range some {
			some[i] = cols[i*(n-1)/(mostCompared-1)]
		}
		cols = some
	}
	a, b, most = cols[0], cols[1], math.Inf(-1)
	for i, x := range cols {
		for _, y := range cols[i+1:] {
			// A tie in all but rounding goes to the first.
			if d := bhattacharyya(s, x, y); d > most+1e-9*math.Abs(most) || math.IsInf(most, -1) {
				a, b, most = x, y, d
			}
		}
	}
	return a, b, most
}

// mostCategories is how many different cells an entry holds at most for its values to be
// bars together with another's.
const mostCategories = 3

// categoricalPair returns the two entries that tell most by what they hold together, where
// nearly all lists differ though no entry takes many values, as the bits of a
// filter: whole lists are then too rare to be looked at. It returns nil elsewhere.
func categoricalPair(s mechanism.Sample) []int {
	if s.Width() < 3 {
		return nil
	}
	rows := map[string]bool{}
	for in := range s.R {
		for i := range s.Count() {
			rows[key(s.Row(in, i))] = true
		}
	}
	if 4*len(rows) < s.Count() {
		return nil
	}
	coded := mechanism.Sample{Steps: s.Width(), Dim: 1} // which of an entry's cells a release holds
	for in := range s.R {
		coded.R[in] = make([]float64, len(s.R[in]))
	}
	var cols []int
	for i := range s.Width() {
		cells := categories(s, i)
		if len(cells) > mostCategories {
			return nil
		}
		if len(cells) > 1 {
			cols = append(cols, i)
		}
		for in := range s.R {
			for j := range s.Count() {
				bits := math.Float64bits(s.Row(in, j)[i])
				coded.Row(in, j)[i] = float64(slices.IndexFunc(cells, func(c float64) bool {
					return math.Float64bits(c) == bits
				}))
			}
		}
	}
	if len(cols) < 2 {
		return nil
	}
	a, b, _ := numericPair(coded, cols)
	return []int{a, b}
}

// categories lists the different cells of an entry: numbers in order, then words. It
// stops after more than mostCategories.
func categories(s mechanism.Sample, i int) []float64 {
	var out []float64
	for in := range s.R {
		for k := range s.Count() {
			c := s.Row(in, k)[i]
			if !slices.ContainsFunc(out, func(o float64) bool { return math.Float64bits(o) == math.Float64bits(c) }) {
				if out = append(out, c); len(out) > mostCategories {
					return out
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b float64) int {
		if (a == a) != (b == b) {
			return cmp.Compare(b, a) // which puts NaN first
		}
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(math.Float64bits(a), math.Float64bits(b)))
	})
	return out
}

// bhattacharyya returns the Bhattacharyya distance between the inputs' releases in two
// entries, as if they were normally distributed: means count, and so does how the
// entries vary together.
func bhattacharyya(s mechanism.Sample, a, b int) float64 {
	type moments struct{ n, x, y, xx, xy, yy float64 }
	var m [2]moments
	for in := range 2 {
		// About the first pair of numbers, so that little cancels.
		x0, y0, k := 0.0, 0.0, &m[in]
		for at := 0; at < len(s.R[in]); at += s.Width() {
			x, y := s.R[in][at+a], s.R[in][at+b]
			if x != x || y != y {
				continue
			}
			if k.n == 0 {
				x0, y0 = x, y
			}
			x, y = x-x0, y-y0
			k.n, k.x, k.y, k.xx, k.xy, k.yy = k.n+1, k.x+x, k.y+y, k.xx+x*x, k.xy+x*y, k.yy+y*y
		}
		if k.n < 3 {
			return math.Inf(-1)
		}
		k.x, k.y = k.x/k.n, k.y/k.n
		k.xx, k.xy, k.yy = k.xx/k.n-k.x*k.x, k.xy/k.n-k.x*k.y, k.yy/k.n-k.y*k.y
		k.x, k.y = k.x+x0, k.y+y0
	}
	// Numbers that hang together exactly have no area: a little is added.
	vx, vy := m[0].xx+m[1].xx, m[0].yy+m[1].yy
	if !(vx > 0 && vy > 0) {
		return math.Inf(-1)
	}
	const little = 1e-6
	det := func(xx, xy, yy float64) float64 { return xx*yy - xy*xy }
	for in := range m {
		m[in].xx, m[in].yy = m[in].xx+little*vx, m[in].yy+little*vy
	}
	xx, xy, yy := (m[0].xx+m[1].xx)/2, (m[0].xy+m[1].xy)/2, (m[0].yy+m[1].yy)/2
	all := det(xx, xy, yy)
	dx, dy := m[0].x-m[1].x, m[0].y-m[1].y
	return (dx*dx*yy-2*dx*dy*xy+dy*dy*xx)/all/8 +
		0.5*math.Log(all/math.Sqrt(det(m[0].xx, m[0].xy, m[0].yy)*det(m[1].xx, m[1].xy, m[1].yy)))
}
