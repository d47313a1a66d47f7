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
		c   [2]float64
	}
	table := map[uint64]int{}
	var list []count
	for in := range 2 {
		for i := range q.fit {
			q.spend(10 + q.width)
			key := event.Key(q.row(in, i))
			k, ok := table[key]
			if !ok {
				if len(list) == 8*mostListed || len(list) > 1000 && len(list) > i+in*q.fit-10 {
					return nil, false // numbers, nearly all different
				}
				k = len(list)
				table[key] = k
				list = append(list, count{key: key})
			}
			list[k].c[in]++
		}
	}
	// What occurs once can tell nothing: it is neither listed nor counted.
	covered, distinct := 0.0, len(list)
	kept := list[:0:0]
	for _, a := range list {
		if n := a.c[0] + a.c[1]; n >= 4 || distinct <= fewListed {
			kept = append(kept, a)
			covered += n
		}
	}
	slices.SortStableFunc(kept, func(a, b count) int { return int(b.c[0] + b.c[1] - a.c[0] - a.c[1]) })
	kept = kept[:min(len(kept), mostListed)]
	if len(kept) == 0 {
		return nil, false
	}
	slices.SortFunc(kept, func(a, b count) int { return cmp.Compare(a.key, b.key) })
	r := event.Rule{Kind: event.Atoms}
	for _, a := range kept {
		r.Keys = append(r.Keys, a.key)
		r.Levels = append(r.Levels, num.Log((a.c[0]+0.5)/(a.c[1]+0.5)))
	}
	return q.sweep(r, 40, true), distinct <= veryFew && !q.aim.Bits && covered > 1.99*float64(q.fit)
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
