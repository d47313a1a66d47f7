package learn

import (
	"math"

	"indistinct/core/event"
	"indistinct/core/num"
)

const (
	// patience is the share of the releases left that a peel takes at least.
	patience = 0.1
	// leastHits is how many fitted releases a box holds of the likelier input.
	leastHits = 20
	// sameFeature is by how much another side on a feature that a box has already is
	// preferred: it takes no more words to say.
	sameFeature = 1.25
)

// boxes returns the best boxes: events that several features decide together,
// such as a low number late in a list. What tells most is often a corner that few
// releases fall into, and trees, which fit the bulk, hardly cut there.
func (q *search) boxes(t *table) []Found {
	var out []Found
	for dir := range 2 {
		r := q.peel(t, dir)
		if len(r.Sides) == 0 {
			continue
		}
		if r.Sign = 1; dir == 1 {
			r.Sign = -1 // high where the record is likelier, as other scores
		}
		for _, f := range q.sweep(r, 30*len(r.Features), true) {
			if f.Event.Rule.Sign > 0 && f.Event.Opposite == nil { // the inside of the box
				out = append(out, f)
			}
		}
	}
	return out
}

// peel cuts slices off the space of releases, one after another (Friedman & Fisher
// 1999, the patient rule induction method): always the one after which the
// log-ratio of the inputs' counts has grown most for what it cost, which is here
// the logarithm of what is left. The boxes are nested: how many of its sides hold,
// counted until one does not, is the rule's score.
func (q *search) peel(b *table, dir int) event.Rule {
	r := event.Rule{Kind: event.Box}
	index := map[int]int{} // of b's features, where they stand among r's
	var rows [2][]int32
	for in := range rows {
		rows[in] = make([]int32, b.n)
		for i := range rows[in] {
			rows[in][i] = int32(i)
		}
	}
	ratio := func(c [2]float64) float64 { return num.Log((c[dir] + 0.5) / (c[1-dir] + 0.5)) }
	for {
		all := [2]float64{float64(len(rows[0])), float64(len(rows[1]))}
		total := all[0] + all[1]
		best, at, low, high, side := 0.0, -1, 0, 0, event.Side{}
		for f, edges := range b.edges {
			q.spend(int(total))
			var count [66][2]float64
			for in := range rows {
				col := b.bin[f][in*b.n : (in+1)*b.n]
				for _, i := range rows[in] {
					count[col[i]][in]++
				}
			}
			gain := 1.0
			if _, ok := index[f]; ok {
				gain = sameFeature
			}
			// try weighs what is left within bins lo … hi, once so much is gone that it
			// is a peel.
			try := func(kept [2]float64, lo, hi int, s event.Side) bool {
				left := kept[0] + kept[1]
				if total-left < patience*total {
					return false
				}
				if kept[dir] >= leastHits {
					if slope := gain * (ratio(kept) - ratio(all)) / num.Log(total/left); slope > best {
						best, at, low, high, side = slope, f, lo, hi, s
					}
				}
				return true
			}
			top := len(edges) + 1
			kept := all
			for k := range top {
				kept[0], kept[1] = kept[0]-count[k][0], kept[1]-count[k][1]
				s := event.Side{Sign: 1, Above: -math.MaxFloat64} // NaN against numbers
				if k > 0 {
					s.Above = edges[k-1]
				}
				if try(kept, k+1, top, s) {
					break
				}
			}
			kept = [2]float64{all[0] - count[0][0], all[1] - count[0][1]}
			for k := top; k > 1; k-- {
				kept[0], kept[1] = kept[0]-count[k][0], kept[1]-count[k][1]
				if try(kept, 1, k-1, event.Side{Sign: -1, Above: -edges[k-2]}) {
					break
				}
			}
		}
		if at < 0 {
			return r
		}
		if _, ok := index[at]; !ok {
			index[at] = len(r.Features)
			r.Features = append(r.Features, b.feats[at])
		}
		side.F = index[at]
		r.Sides = append(r.Sides, side)
		for in := range rows {
			col := b.bin[at][in*b.n : (in+1)*b.n]
			kept := rows[in][:0]
			for _, i := range rows[in] {
				if k := int(col[i]); low <= k && k <= high {
					kept = append(kept, i)
				}
			}
			rows[in] = kept
		}
	}
}
