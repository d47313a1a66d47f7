package learn

import (
	"cmp"
	"math"
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
		c   [foldsOf + 1][2]float64 // of each fold, and of all
	}
	table := map[uint64]int{}
	var list []count
	var at [2][]int // of each row, where its release is listed
	parts := folds(q.n)
	for in := range 2 {
		for f, part := range parts {
			for i := part.from; i < part.to; i++ {
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
				list[k].c[f][in]++
				list[k].c[foldsOf][in]++
				at[in] = append(at[in], k)
			}
		}
	}
	// What occurs once can tell nothing: it is neither listed nor counted.
	level := func(c [2]float64) float64 { return num.Log((c[0] + 0.5) / (c[1] + 0.5)) }
	covered := 0.0
	var kept []int
	for k, a := range list {
		if n := a.c[foldsOf][0] + a.c[foldsOf][1]; n >= 4 || len(list) <= fewListed {
			kept = append(kept, k)
			covered += n
		}
	}
	slices.SortStableFunc(kept, func(a, b int) int {
		x, y := list[a].c[foldsOf], list[b].c[foldsOf]
		return int(y[0] + y[1] - x[0] - x[1])
	})
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
		s.rule.Levels = append(s.rule.Levels, level(list[k].c[foldsOf]))
	}
	for in := range 2 {
		s.own[in], s.out[in] = make([]float64, q.n), make([]float64, q.n)
	}
	for f, part := range parts {
		held := make([]float64, len(kept))
		for i, k := range kept {
			all, of := list[k].c[foldsOf], list[k].c[f]
			held[i] = level([2]float64{all[0] - of[0], all[1] - of[1]})
		}
		held = reordered(s.rule.Levels, held)
		for in := range 2 {
			for i := part.from; i < part.to; i++ {
				if k := place[at[in][i]]; k > 0 {
					s.own[in][i], s.out[in][i] = s.rule.Levels[k-1], held[k-1]
				}
			}
		}
	}
	return q.sweep(s, kinds), len(list) <= veryFew && !q.aim.Bits && covered > 1.99*float64(q.n)
}

// frequent returns the best events on the value that one cell of a list has, of those that come
// often: the plainest reasons.
func (q *search) frequent() (out []Found) {
	const probe, most = 500, 64 // rows of each input that show what comes often, and cells
	for i := range min(q.width, most) {
		if q.width == 1 || q.n < probe {
			break // of a single cell the list tells the same
		}
		q.spend(4 * q.n)
		seen := map[uint64]int{}
		ends := [2]Found{{Gain: math.Inf(-1)}, {Gain: math.Inf(-1)}}
		for k := range 2 * probe {
			value := event.Key(q.row(k%2, k/2)[i : i+1])
			if seen[value]++; seen[value] != probe/25 {
				continue
			}
			r := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Is(i, value)}, Sign: 1}
			for in := range ends {
				if f := q.counted(event.Learned(r, in == 1)); f.Gain > ends[in].Gain {
					ends[in] = f
				}
			}
		}
		a, b := ends[0], ends[1]
		if q.aim.Delta == 0 && a.Event.Rule != nil && b.Event.Rule != nil && !a.Event.Rule.Same(b.Event.Rule) {
			both := a.Event
			both.Opposite = &b.Event
			out = append(out, q.counted(both))
		}
		for _, end := range ends {
			if end.Event.Rule != nil { // none comes often, or none under this input
				out = append(out, end)
			}
		}
	}
	return bestOfEach(slices.DeleteFunc(out, func(f Found) bool { return f.Gain < sure*f.Error }))
}

// counted is an event with what its counts alone promise, of many that are tried.
func (q *search) counted(e event.Event) Found {
	g := q.worth(e, part+1)
	return Found{Event: e, Gain: g, Error: g - q.worth(e, part+2)}
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
