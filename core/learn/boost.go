package learn

import (
	"math"

	"indistinct/core/event"
	"indistinct/core/num"
)

// MostRounds is how many trees are fitted where an event is chosen that will be
// tested.
const MostRounds = 60

const (
	shrinkage = 0.3 // of each tree's step
	ridge     = 1.0 // added to second derivatives
	// leastGain is the log-likelihood that a split must bring on the fitted
	// releases: chance alone gives about 5 at the best of a thousand splits.
	leastGain = 5.0
)

// boosted fits gradient-boosted trees to the log-likelihood ratio of the two
// inputs (Friedman 2001; Newton steps on the logistic loss) and returns the
// best level sets.
func (q *cellSearch) boosted(b *binned, depth int) []Found {
	n := 2 * b.n
	margin := make([]float64, n)
	g, h := make([]float64, n), make([]float64, n)
	node := make([]uint8, n)
	inner := 1<<depth - 1
	width := 0
	for _, e := range b.edges {
		width = max(width, len(e)+2)
	}
	type sums struct{ g, h float64 }
	hist := make([]sums, (1<<(depth-1))*len(b.feats)*width)
	var trees []event.Tree
	for range q.opt.Rounds {
		q.spend(10 * n)
		for i := range n {
			p := 1 / (1 + num.Exp(-margin[i]))
			y := 0.0
			if i < b.n {
				y = 1
			}
			g[i], h[i] = y-p, p*(1-p)
			node[i] = 0
		}
		t := event.Tree{Feature: make([]int, inner), Split: make([]float64, inner), Leaf: make([]float64, inner+1)}
		bins := make([]int, inner)
		any := false
		for level := range depth {
			firstNode, nodes := 1<<level-1, 1<<level
			clear(hist)
			for f := range b.feats {
				q.spend(n)
				col := b.bin[f]
				at := hist[f*nodes*width : (f+1)*nodes*width]
				for i := range n {
					s := &at[int(node[i])*width+int(col[i])]
					s.g += g[i]
					s.h += h[i]
				}
			}
			for k := range nodes {
				t.Feature[firstNode+k] = -1
				best := leastGain
				for f := range b.feats {
					at := hist[(f*nodes+k)*width : (f*nodes+k+1)*width]
					var all sums
					for _, s := range at {
						all.g += s.g
						all.h += s.h
					}
					var left sums
					for c := range len(b.edges[f]) + 1 {
						left.g += at[c].g
						left.h += at[c].h
						right := sums{all.g - left.g, all.h - left.h}
						if left.h < 5 || right.h < 5 {
							continue
						}
						gain := 0.5 * (left.g*left.g/(left.h+ridge) + right.g*right.g/(right.h+ridge) - all.g*all.g/(all.h+ridge))
						if gain > best {
							best = gain
							t.Feature[firstNode+k] = f
							bins[firstNode+k] = c
							if c > 0 {
								t.Split[firstNode+k] = b.edges[f][c-1]
							} else {
								t.Split[firstNode+k] = -math.MaxFloat64 // NaN against numbers
							}
							any = true
						}
					}
				}
			}
			for i := range n {
				k := firstNode + int(node[i])
				node[i] *= 2
				if f := t.Feature[k]; f >= 0 && int(b.bin[f][i]) > bins[k] {
					node[i]++
				}
			}
		}
		if !any {
			break
		}
		leaf := make([]sums, inner+1)
		for i := range n {
			leaf[node[i]].g += g[i]
			leaf[node[i]].h += h[i]
		}
		for k, s := range leaf {
			t.Leaf[k] = shrinkage * s.g / (s.h + ridge)
		}
		for i := range n {
			margin[i] += t.Leaf[node[i]]
		}
		trees = append(trees, t)
	}
	if len(trees) == 0 {
		return nil
	}
	var out []Found
	for dir := range 2 {
		r := event.Rule{Kind: event.Ratio, Trees: trees, Features: b.feats, Sign: 1}
		if dir == 1 {
			r.Sign = -1
		}
		r.DropUnused()
		if f := q.judged(r, 30+5*len(trees), dir, true); !math.IsInf(f.Gain, -1) {
			out = append(out, f)
		}
	}
	return out
}
