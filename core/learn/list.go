package learn

import (
	"cmp"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

const (
	// mostListed is the most distinct releases that are told apart one by one.
	mostListed = 4096
	// fewListed is how many releases are all listed, however rare, and veryFew how many
	// can be told apart so well one by one that no other score is looked for.
	fewListed, veryFew = 64, 6
)

// list ranks single releases by their estimated ratio; all says that hardly any release
// occurs that is not listed.
func (q *search) list() (out []Found, all bool) {
	type count struct {
		key uint64
		n   int // of both inputs
	}
	table := map[uint64]int{}
	var list []count
	var at [2][]int // of each row, where its release is listed
	for in := range 2 {
		for i := range q.n {
			q.spend(10 + q.width)
			key := event.Key(q.row(in, i))
			k, ok := table[key]
			if !ok {
				if len(list) == 8*mostListed || len(list) > 1000 && len(list) > i+in*q.n-10 {
					return nil, false // numbers, nearly all different
				}
				k = len(list)
				table[key] = k
				list = append(list, count{key: key})
			}
			list[k].n++
			at[in] = append(at[in], k)
		}
	}
	// What occurs once can tell nothing: it is neither listed nor counted.
	covered := 0
	var kept []int
	for k, a := range list {
		if a.n >= 4 || len(list) <= fewListed {
			kept = append(kept, k)
			covered += a.n
		}
	}
	slices.SortStableFunc(kept, func(a, b int) int { return list[b].n - list[a].n })
	kept = kept[:min(len(kept), mostListed)]
	if len(kept) == 0 {
		return nil, false
	}
	slices.SortFunc(kept, func(a, b int) int { return cmp.Compare(list[a].key, list[b].key) })
	s := scored{rule: event.Rule{Kind: event.Atoms}}
	place := make([]int, len(list)) // among those kept, from 1 on
	for i, k := range kept {
		place[k] = i + 1
		s.rule.Keys = append(s.rule.Keys, list[k].key)
	}
	for in := range 2 {
		for i, k := range at[in] {
			at[in][i] = place[k] - 1
		}
	}
	s.rule.Levels = q.level(&s, at, len(kept))
	return q.sweep(s, kinds), len(list) <= veryFew && !q.aim.Bits && float64(covered) > 1.99*float64(q.n)
}

// level scores rows by which of n things they hold; −1 is none. The levels are the estimated
// log-ratios of the inputs' probabilities.
func (q *search) level(s *scored, at [2][]int, n int) (levels []float64) {
	parts := folds(q.n)
	counts := make([][foldsOf + 1][2]float64, n) // of each fold, and of all
	for in := range 2 {
		s.own[in], s.out[in] = make([]float64, q.n), make([]float64, q.n)
		for f, part := range parts {
			for _, k := range at[in][part.from:part.to] {
				if k >= 0 {
					counts[k][f][in]++
					counts[k][foldsOf][in]++
				}
			}
		}
	}
	level := func(c [2]float64) float64 { return num.Log((c[0] + 0.5) / (c[1] + 0.5)) }
	for _, c := range counts {
		levels = append(levels, level(c[foldsOf]))
	}
	for f, part := range parts {
		held := make([]float64, n)
		for k, c := range counts {
			held[k] = level([2]float64{c[foldsOf][0] - c[f][0], c[foldsOf][1] - c[f][1]})
		}
		held = reordered(levels, held)
		for in := range 2 {
			for i := part.from; i < part.to; i++ {
				if k := at[in][i]; k >= 0 {
					s.own[in][i], s.out[in][i] = levels[k], held[k]
				}
			}
		}
	}
	return levels
}

// cells returns the best events on the value that one cell of a list has.
func (q *search) cells() (out []Found) {
	if q.width == 1 {
		return nil // a list of releases tells the same
	}
	cells := event.Values(q.width, q.n, q.row)
	for _, f := range cells[:min(mostThresholds, len(cells))] {
		var at [2][]int
		n := len(f.Cells)
		for in := range 2 {
			for i := range q.n {
				k := f.Index(q.row(in, i))
				at[in], n = append(at[in], k), max(n, k+1)
			}
		}
		s := scored{}
		f.Levels = q.level(&s, at, n)
		s.rule = event.Rule{Kind: event.Threshold, Features: []event.Feature{f}, Sign: 1}
		out = append(out, q.sweep(s, kinds)...)
	}
	return bestOfEach(out)
}

// reordered returns the levels in the order that others put them in, and among them 0, the
// level of what is not listed: where both agree, all is as it was. So a fit to other releases
// is judged by its order, and each release stays one group of scores. Ties are not broken by
// the levels themselves, which know the releases that were left out.
func reordered(levels, others []float64) []float64 {
	sorted, others := append(slices.Clone(levels), 0), append(slices.Clone(others), 0)
	slices.Sort(sorted)
	order := make([]int, len(sorted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(others[a], others[b]) })
	out := make([]float64, len(sorted))
	for k, i := range order {
		out[i] = sorted[k]
	}
	return out
}

// shown gives a list those of its releases that its event holds most often: its name has
// some of them.
func (q *search) shown(r event.Rule) event.Rule {
	if r.Kind != event.Atoms {
		return r
	}
	match := r.Matcher()
	type shown struct {
		row []float64
		n   int
	}
	var rows []shown
	at := map[uint64]int{}
	for i := range min(q.n, 2000) {
		for in := range 2 {
			row := q.row(in, i)
			if !match(row) {
				continue
			}
			key := event.Key(row)
			k, ok := at[key]
			if !ok {
				k = len(rows)
				at[key] = k
				rows = append(rows, shown{row: slices.Clone(row)})
			}
			rows[k].n++
		}
	}
	slices.SortStableFunc(rows, func(a, b shown) int { return b.n - a.n })
	r.Shown = nil
	for _, s := range rows[:min(len(rows), 3)] {
		r.Shown = append(r.Shown, s.row)
	}
	return r
}
