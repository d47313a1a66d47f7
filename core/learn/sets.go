package learn

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/stat"
)

// atoms handles discrete releases: where the selection holds few distinct
// releases, the event is a set of them, ordered by their estimated ratio.
func (l *numberSearch) atoms() []candidate {
	probe := min(l.n, 2000)
	rows := make([][]float64, 0, 2*probe)
	for in := range 2 {
		for i := range probe {
			rows = append(rows, l.row(in, i))
		}
	}
	rows = distinct(rows)
	if len(rows) > l.lim.Atoms || len(rows) > probe/2 {
		return nil
	}
	count := func(from, to int) (c [2][]float64) {
		for in := range 2 {
			c[in] = make([]float64, len(rows))
			for i := from; i < to; i++ {
				if k, ok := slices.BinarySearchFunc(rows, l.row(in, i), event.Compare); ok {
					c[in][k]++
				}
			}
		}
		return c
	}
	half := min(l.n, 2*l.lim.Hold) / 2
	fit := count(0, half)
	test := count(half, 2*half)
	return l.sets(fit, test, float64(half), func(chosen []int, ratio float64, swap bool) event.Event {
		slices.Sort(chosen)
		w := []float64{0.5, float64(len(chosen))}
		for _, k := range chosen {
			w = append(w, rows[k]...)
		}
		name := lang.Say("event.set", "n", len(chosen), "all", len(rows), "ratio", ratio)
		if len(chosen) == 1 {
			name = lang.Say("event.release", "release", vector(rows[chosen[0]]))
		}
		return event.Event{Kind: "atoms", Name: name, Weights: w, Step: -1, Swap: swap}
	})
}

// distinct sorts rows and returns the different ones of them.
func distinct(rows [][]float64) [][]float64 {
	slices.SortFunc(rows, event.Compare)
	return slices.CompactFunc(rows, func(a, b []float64) bool { return event.Compare(a, b) == 0 })
}

// vector writes a release of numbers, at most twelve of them.
func vector(x []float64) string {
	var b strings.Builder
	if len(x) > 1 {
		b.WriteString("(")
	}
	for i, v := range x {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 12 {
			b.WriteString("…")
			break
		}
		fmt.Fprintf(&b, "%.4g", v)
	}
	if len(x) > 1 {
		b.WriteString(")")
	}
	return b.String()
}

// sets orders disjoint pieces by the ratio of their counts in fit and returns
// the best beginning of that order by their counts in test, for either
// direction.
func (l *numberSearch) sets(fit, test [2][]float64, n float64,
	build func(chosen []int, ratio float64, swap bool) event.Event) []candidate {
	var out []candidate
	var orders [2][]int
	var halfs [2][]stat.Half
	var ends [2]func(i int) event.Event
	for dir := range 2 {
		a, b := dir, 1-dir
		var order []int
		for k := range fit[0] {
			if fit[a][k] > 0 {
				order = append(order, k)
			}
		}
		ratio := func(k int) float64 { return (fit[a][k] + 0.5) / (fit[b][k] + 1) }
		sort.SliceStable(order, func(i, j int) bool { return ratio(order[i]) > ratio(order[j]) })
		best, at := math.Inf(-1), -1
		c1, c2 := 0.0, 0.0
		for i, k := range order {
			c1 += test[a][k]
			c2 += test[b][k]
			if g := l.gain(c1, c2, n, l.lim.Set); g > best {
				best, at = g, i
			}
			halfs[dir] = append(halfs[dir], l.half(c1, c2, n, l.lim.Set))
		}
		orders[dir] = order
		if at >= 0 {
			out = append(out, candidate{event: build(slices.Clone(order[:at+1]), ratio(order[at]), dir == 1),
				gain: best})
		}
		ends[dir] = func(i int) event.Event { return build(slices.Clone(order[:i+1]), ratio(order[i]), dir == 1) }
	}
	if l.aim.Delta > 0 {
		return out
	}
	// Beginnings of the two orders are disjoint as far as none of the first's
	// pieces comes in the second.
	place := make([]int, len(fit[0]))
	for k := range place {
		place[k] = len(orders[1])
	}
	for j, k := range orders[1] {
		place[k] = j
	}
	free := make([]int, len(orders[0])) // so many of the second's
	for i, k := range orders[0] {
		if free[i] = place[k]; i > 0 {
			free[i] = min(free[i], free[i-1])
		}
	}
	if i, j, g := stat.BestOpposed(halfs[0], halfs[1], l.lim.Shrink, func(i, j int) bool {
		return j < free[i]
	}); i >= 0 {
		e, o := ends[0](i), ends[1](j)
		e.Opposite = &o
		out = append(out, candidate{event: e, gain: g, luck: stat.SelectionError(halfs[0][i], halfs[1][j], n)})
	}
	return out
}

// RatioScore is the score of which an event of a few discrete releases knows two levels
// only: the logarithm of each release's ratio in the selection. Releases that do not
// come among its first are as likely under either input.
func RatioScore(sel mechanism.Sample, e event.Event) event.Event {
	d := sel.Steps * sel.Dim
	var atoms [][]float64
	for _, r := range sel.R {
		for n := 0; len(r) >= d && n < 2000; n++ {
			atoms = append(atoms, r[:d])
			r = r[d:]
		}
	}
	atoms = distinct(atoms)
	if len(atoms) > defaultLimits.Atoms {
		return e
	}
	count := make([][2]float64, len(atoms))
	for in, r := range sel.R {
		for ; len(r) >= d; r = r[d:] {
			if k, ok := slices.BinarySearchFunc(atoms, r[:d], event.Compare); ok {
				count[k][in]++
			}
		}
	}
	out := event.Event{Kind: "levels", Step: -1, Swap: e.Swap,
		Weights: []float64{0, float64(len(atoms))}}
	for k, a := range atoms {
		level := num.Log((count[k][0] + 0.5) / (count[k][1] + 0.5))
		if e.Swap {
			level = -level
		}
		out.Weights = append(append(out.Weights, a...), level)
	}
	return out
}
