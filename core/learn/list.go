package learn

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

const (
	// mostListed is the most distinct releases that are told apart one by one.
	mostListed = 4096
	// rarest is how often at least a value comes that is told apart from others.
	rarest = 4
	// fewListed is how many releases are all listed, however rare, and veryFew how many
	// can be told apart so well one by one that no other score is looked for.
	fewListed, veryFew = 64, 6
)

// count is how often a value comes under either input, in each fold and in all.
type count struct {
	key uint64
	c   [foldsOf + 1][2]float64
}

// tally is how often values come.
type tally struct {
	list            []count    // sorted
	at              [2][]int32 // of each release, where its value is listed, from 1 on; 0 where it is not
	whole           bool       // all are listed, as they are few
	known, releases float64    // how many come often enough to be told apart, and in how many releases
}

// tally counts the values that cells from … to−1 of a release have together, and lists those that
// come often. Of numbers nearly all are left out before anything is held of them: counters that
// values share say how often each comes at most.
func (q *search) tally(from, to int) (t tally) {
	shift := bits.LeadingZeros64(uint64(4 * q.n))
	seen, distinct := make([]uint8, 1<<(64-shift)), 0
	key := func(in, i int) (key uint64, ok bool) {
		row := q.s.Row(in, i)[from:to]
		return event.Key(row), !q.words || !slices.ContainsFunc(row, func(x float64) bool { return x == x })
	}
	counter := func(key uint64) *uint8 { return &seen[key*0x9e3779b97f4a7c15>>shift] }
	for in := range 2 {
		q.spend(q.n * (6 + to - from))
		for i := range q.n {
			if key, ok := key(in, i); ok {
				n := counter(key)
				if *n == 0 {
					distinct++
				}
				*n = min(*n+1, rarest)
			}
		}
	}
	table := map[uint64]int32{}
	var list []count
	for in := range 2 {
		t.at[in] = make([]int32, q.n)
		for f, part := range folds(q.n) {
			q.spend(part.size() * (10 + to - from))
			for i := part.from; i < part.to; i++ {
				key, ok := key(in, i)
				if !ok || distinct > fewListed && *counter(key) < rarest {
					continue
				}
				k, ok := table[key]
				if !ok {
					k = int32(len(list))
					table[key] = k
					list = append(list, count{key: key})
				}
				list[k].c[f][in]++
				list[k].c[foldsOf][in]++
				t.at[in][i] = k + 1
			}
		}
	}
	t.whole = max(distinct, len(list)) <= fewListed
	// What occurs once can tell nothing: it is neither listed nor counted.
	var kept []int
	for k, a := range list {
		n := a.c[foldsOf][0] + a.c[foldsOf][1]
		if n >= rarest {
			t.known, t.releases = t.known+1, t.releases+n
		}
		if n >= rarest || t.whole {
			kept = append(kept, k)
		}
	}
	slices.SortStableFunc(kept, func(a, b int) int {
		x, y := list[a].c[foldsOf], list[b].c[foldsOf]
		return int(y[0] + y[1] - x[0] - x[1])
	})
	kept = kept[:min(len(kept), mostListed)]
	slices.SortFunc(kept, func(a, b int) int { return cmp.Compare(list[a].key, list[b].key) })
	place := make([]int32, len(list)+1)
	for i, k := range kept {
		place[k+1] = int32(i + 1)
		t.list = append(t.list, list[k])
	}
	for _, at := range t.at {
		for i, k := range at {
			at[i] = place[k]
		}
	}
	return t
}

// rare says that most values come too rarely to be told apart.
func (t *tally) rare() bool {
	const times = 16 // as many releases of those as there are others
	return float64(len(t.at[0])+len(t.at[1]))-t.releases > times*t.known
}

// list ranks single releases by their estimated ratio; all says that hardly any release
// occurs that is not listed.
func (q *search) list() (out []Found, all bool) {
	t := q.tally(0, q.width)
	if q.width == 1 && t.rare() {
		return nil, false // see frequent
	}
	return q.ranked(event.Rule{Kind: event.Atoms}, t),
		t.whole && len(t.list) <= veryFew && !q.aim.Bits && t.releases > 1.99*float64(q.n)
}

// ranked returns the best events on values that were counted, ranked by their estimated ratio.
func (q *search) ranked(r event.Rule, t tally) []Found {
	if len(t.list) == 0 {
		return nil
	}
	level := func(c [2]float64) float64 { return num.Log((c[0] + 0.5) / (c[1] + 0.5)) }
	s := scored{rule: r}
	for _, a := range t.list {
		s.rule.Keys = append(s.rule.Keys, a.key)
		s.rule.Levels = append(s.rule.Levels, level(a.c[foldsOf]))
	}
	for in := range 2 {
		s.own[in], s.out[in] = make([]float64, q.n), make([]float64, q.n)
	}
	for f, part := range folds(q.n) {
		held := make([]float64, len(t.list))
		for i, a := range t.list {
			all, of := a.c[foldsOf], a.c[f]
			held[i] = level([2]float64{all[0] - of[0], all[1] - of[1]})
		}
		held = reordered(s.rule.Levels, held)
		for in := range 2 {
			for i := part.from; i < part.to; i++ {
				if k := t.at[in][i]; k > 0 {
					s.own[in][i], s.out[in][i] = s.rule.Levels[k-1], held[k-1]
				}
			}
		}
	}
	out := q.sweep(s, kinds)
	if t.rare() { // what is not listed has no name, and of single values the counts tell more
		out = slices.DeleteFunc(out, func(f Found) bool {
			o := f.Event.Opposite
			return f.Event.Rule.Above < 0 || o != nil && o.Rule.Above < 0 || o == nil && f.Event.Plain()
		})
	}
	return out
}

// frequent returns the best events on the value that one cell has: the plainest reasons.
// Beside numbers that hardly ever come again those that do are ranked as releases are, too.
func (q *search) frequent() []Found {
	const few = 500
	var ranked, out []Found
	for i := range min(q.width, mostEntries) {
		t, more := q.tally(i, i+1), 1.0
		r := event.Rule{Kind: event.Atoms, Features: []event.Feature{event.Entry(i)}}
		if t.rare() {
			more = min(more, num.Log(t.known)/4) // few are tried
			ranked = append(ranked, q.ranked(r, t)...)
		} else if q.width == 1 || q.n < few {
			continue // the list tells the same, or the counts little
		}
		ends, counts := [2]Found{{Gain: math.Inf(-1)}, {Gain: math.Inf(-1)}}, [2][2]float64{}
		for _, a := range t.list {
			c := a.c[foldsOf]
			r.Keys, r.Levels = []uint64{a.key}, []float64{1}
			for in := range ends {
				if f := q.counted(event.Learned(r, in == 1), more, c); f.Gain > ends[in].Gain {
					ends[in], counts[in] = f, c
				}
				c[0], c[1] = c[1], c[0]
			}
		}
		a, b, pair := ends[0].Event, ends[1].Event, Found{}
		if q.aim.Delta == 0 && a.Rule != nil && b.Rule != nil && !a.Rule.Same(b.Rule) {
			a.Opposite = &b
			pair = q.counted(a, more, counts[0], counts[1])
		}
		for _, f := range append(ends[:], pair) {
			if f.Event.Rule != nil && f.Gain >= sure*more*f.Error {
				out = append(out, f)
			}
		}
	}
	return append(bestOfEach(ranked), bestOfEach(out)...)
}

// counted is an event with what its counts, and its opposite's, alone promise, each under the
// likelier input first: less by so many more of their standard errors where many are tried.
func (q *search) counted(e event.Event, more float64, c ...[2]float64) Found {
	g := q.promised(part+more, c...)
	return Found{Event: e, Gain: g, Error: g - q.promised(part+more+1, c...)}
}

// reordered returns the levels in the order that others put them in, and among them 0, the
// level of what is not listed: where both agree, all is as it was. So a fit to other releases
// is judged by its order, and each release stays one group of scores. Ties are not broken by
// the levels themselves, which know the releases that were left out.
func reordered(levels, others []float64) []float64 {
	sorted, others := append(slices.Clone(levels), 0), append(slices.Clone(others), 0)
	slices.Sort(sorted)
	order := num.Indices(len(sorted))
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
	match, n := r.Matcher(), map[uint64]int{}
	r.Shown = nil
	for i := 0; i < q.n && (i < 2000 || len(r.Shown) == 0); i++ {
		for in := range 2 {
			if row := q.s.Row(in, i); match(row) {
				row = r.Listed(row)
				key := event.Key(row)
				if n[key]++; n[key] == 1 {
					r.Shown = append(r.Shown, slices.Clone(row))
				}
			}
		}
	}
	slices.SortStableFunc(r.Shown, func(a, b []float64) int { return n[event.Key(b)] - n[event.Key(a)] })
	r.Shown = r.Shown[:min(len(r.Shown), 3)]
	return r
}
