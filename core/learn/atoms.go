package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/mechanism"
)

// mostAtoms is the most distinct releases that are told apart one by one.
const mostAtoms = 4096

// atom is one release that occurred, with its counts among the fitted rows.
type atom struct {
	key uint64
	row []float64
	c   [2]float64
}

// atoms ranks single releases by their estimated ratio and returns the best
// unions; all says that hardly any release occurs that is not among them.
func (q *cellSearch) atoms() (out []Found, all bool) {
	table := map[uint64]*atom{}
	var list []*atom
	for in := range 2 {
		for i := range q.fit {
			q.spend(10 + q.s.Width())
			row := q.row(in, i)
			k := mechanism.RowHash(row)
			a := table[k]
			if a == nil {
				if len(list) == 8*mostAtoms || len(list) > 1000 && len(list) > i+in*q.fit-10 {
					return nil, false // numbers, nearly all different
				}
				a = &atom{key: k, row: row}
				table[k] = a
				list = append(list, a)
			}
			a.c[in]++
		}
	}
	// What occurs once can tell nothing: it is neither listed nor counted.
	kept := list[:0:0]
	covered := 0.0
	for _, a := range list {
		if n := a.c[0] + a.c[1]; n >= 4 || len(list) <= 64 {
			kept = append(kept, a)
			covered += n
		}
	}
	slices.SortStableFunc(kept, func(a, b *atom) int { return int(b.c[0] + b.c[1] - a.c[0] - a.c[1]) })
	if len(kept) > mostAtoms {
		kept = kept[:mostAtoms]
	}
	if len(kept) == 0 {
		return nil, false
	}
	for dir := range 2 {
		ratio := make(map[uint64]float64, len(kept))
		for _, a := range kept {
			r := (a.c[dir] + 0.5) / (a.c[1-dir] + 0.5)
			if a.c[1-dir] == 0 {
				// Never under the other input: the more often, the surer.
				r = a.c[dir] + 0.5
			}
			ratio[a.key] = r
		}
		score := func(row []float64) float64 {
			if r, ok := ratio[mechanism.RowHash(row)]; ok {
				return r
			}
			return 0
		}
		f, t := q.judge(score, 40, dir, true)
		if math.IsInf(f.Gain, -1) {
			continue
		}
		r := event.Rule{Kind: event.Atoms}
		var chosen []*atom
		for _, a := range kept {
			if ratio[a.key] > t {
				chosen = append(chosen, a)
			}
		}
		for _, a := range chosen {
			r.Keys = append(r.Keys, a.key)
		}
		slices.Sort(r.Keys)
		slices.SortStableFunc(chosen, func(a, b *atom) int { return cmp.Compare(b.c[dir], a.c[dir]) })
		for _, a := range chosen[:min(3, len(chosen))] {
			r.Shown = append(r.Shown, slices.Clone(a.row))
		}
		f.Rule = r
		out = append(out, f)
	}
	return out, len(list) <= 64 && covered > 1.99*float64(q.fit)
}
