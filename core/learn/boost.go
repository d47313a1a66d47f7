package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

const (
	rounds    = 60  // of boosting: trees
	depth     = 3   // of each tree
	shrinkage = 0.3 // of each tree's step
	ridge     = 1.0 // added to second derivatives
	// leastGain is the log-likelihood that a split must bring on the fitted
	// releases: chance alone gives about 5 at the best of a thousand splits.
	leastGain = 5.0
)

// boost fits gradient-boosted trees to the log-likelihood ratio of the two inputs (Friedman 2001;
// Newton steps on the logistic loss) and returns the best level sets: to what a fit, without each
// fold and to all releases, leaves; nil: from nothing. The fit to all releases has as many trees as
// those that left a fold out had on average when the releases held out were likeliest.
func (q *search) boost(t *table, begun []event.Rule) []Found {
	n, most := 2*t.n, 0
	x := &booster{b: t, margin: make([]float64, n), slope: make([]sums, n), node: make([]uint8, n)}
	for _, e := range t.edges {
		x.width = max(x.width, len(e)+2)
	}
	x.hist = make([]sums, (1<<(depth-1))*len(t.edges)*x.width)
	return q.fitted(t.n, func(k int, f fold) []float64 {
		clear(x.margin)
		if begun != nil {
			q.spend(len(x.margin) * (5 + 2*len(begun[k].Pieces)))
			q.compute(begun[k].Score(), x.margin)
		}
		if k < foldsOf {
			trees, margin := q.fitTrees(x, f, rounds)
			most += trees
			return margin
		}
		_, margin := q.fitTrees(x, f, max(most/foldsOf, 1))
		return margin
	}, func() (event.Rule, bool) {
		r := event.Rule{Kind: event.Ratio, Trees: x.trees, Features: slices.Clip(t.feats), Sign: 1}
		if begun != nil {
			r.Add(begun[foldsOf])
		}
		asked := make([]float64, len(r.Features))
		for _, p := range r.Pieces {
			asked[p.F]++
		}
		for _, t := range r.Trees {
			for _, f := range t.Feature {
				if f >= 0 {
					asked[f]++
				}
			}
		}
		r.Keep(asked)
		return r, most > 0
	})
}

// patient is after how many trees that make the held releases no likelier a fit ends.
const patient = 3

// fitTrees fits at most so many trees, one after another, until none is worth its splits or
// the held releases have been no likelier for a while. It returns how many made them
// likeliest, and the margins of all releases after those.
func (q *search) fitTrees(x *booster, held fold, most int) (best int, margin []float64) {
	x.trees, x.held = nil, held
	margin = slices.Clone(x.margin)
	least := x.heldLoss()
	for k := 1; k <= most && k <= best+patient; k++ {
		q.spend(10 * len(x.margin))
		x.derive()
		t, ok := x.grow(q.spend)
		if !ok {
			break
		}
		x.fillLeaves(&t)
		x.trees = append(x.trees, t)
		if loss := x.heldLoss(); loss < least || held.size() == 0 {
			best, least = k, loss
			copy(margin, x.margin)
		}
	}
	return best, margin
}

// sums are of the log-likelihood's first derivatives and of its negative second ones.
type sums struct{ g, h float64 }

// booster is the state of a fit. Its rows are those of the record, then the neighbour's.
type booster struct {
	b      *table
	held   fold // rows of either input that are not fitted to
	trees  []event.Tree
	width  int       // bins of the feature that has most
	margin []float64 // of each row, the sum of the trees so far
	slope  []sums    // the log-likelihood's derivatives by it, of the rows that are fitted to
	node   []uint8   // in which node of the level that grows it is
	hist   []sums    // [feature][node][bin] of that level
}

// heldLoss is minus the held rows' log-likelihood.
func (x *booster) heldLoss() (loss float64) {
	for i := x.held.from; i < x.held.to; i++ {
		loss += lossOf(x.margin[i], x.margin[x.b.n+i])
	}
	return loss
}

// derive computes the derivatives at the margins.
func (x *booster) derive() {
	x.held.others(x.b.n, func(from, to int) {
		for i := from; i < to; i++ {
			p := 1 / (1 + num.Exp(-x.margin[i]))
			y := 0.0
			if i < x.b.n {
				y = 1
			}
			x.slope[i] = sums{y - p, p * (1 - p)}
		}
	})
}

// grow returns the next tree, without the values of its leaves, level by level, and
// puts each row in its leaf; false where no split is worth it. spend is told how many
// numbers are looked at.
func (x *booster) grow(spend func(looks int)) (t event.Tree, ok bool) {
	b, inner := x.b, 1<<depth-1
	t = event.Tree{Feature: make([]int, inner), Split: make([]float64, inner), Leaf: make([]float64, inner+1)}
	bins, cols := make([]int, inner), make([][]uint8, inner)
	clear(x.node)
	for level := range depth {
		firstNode, nodes := 1<<level-1, 1<<level
		x.addUp(nodes, spend)
		for k := firstNode; k < firstNode+nodes; k++ {
			f, bin := x.split(k-firstNode, nodes)
			t.Feature[k], bins[k], cols[k] = f, bin, b.bin[max(f, 0)]
			if f < 0 {
				bins[k] = math.MaxUint8 // all go left
				continue
			}
			ok = true
			if bin > 0 {
				t.Split[k] = b.edges[f][bin-1]
			} else {
				t.Split[k] = -math.MaxFloat64 // NaN against numbers
			}
		}
		if !ok {
			return t, false
		}
		for i, n := range x.node {
			k := firstNode + int(n)
			right := uint64(bins[k]-int(cols[k][i])) >> 63 // 1 where the bin is beyond
			x.node[i] = 2*n + uint8(right)
		}
	}
	return t, ok
}

// addUp adds the derivatives up: of each feature, for each of a level's nodes and
// each bin.
func (x *booster) addUp(nodes int, spend func(looks int)) {
	clear(x.hist)
	width := x.width
	for f := range x.b.edges {
		spend(len(x.node))
		at := x.hist[f*nodes*width : (f+1)*nodes*width]
		x.held.others(x.b.n, func(from, to int) {
			node, col, slope := x.node[from:to], x.b.bin[f][from:to], x.slope[from:to]
			for i, k := range node {
				s := &at[int(k)*width+int(col[i])]
				s.g += slope[i].g
				s.h += slope[i].h
			}
		})
	}
}

// split returns the feature on which a node of a level is split best, and the last bin
// that goes left; −1 where no split is worth it.
func (x *booster) split(k, nodes int) (feature, bin int) {
	feature = -1
	best := leastGain
	for f := range x.b.edges {
		at := x.hist[(f*nodes+k)*x.width : (f*nodes+k+1)*x.width]
		var all sums
		for _, s := range at {
			all.g += s.g
			all.h += s.h
		}
		var left sums
		whole := all.g * all.g / (all.h + ridge)
		for c := range len(x.b.edges[f]) + 1 {
			left.g += at[c].g
			left.h += at[c].h
			right := sums{all.g - left.g, all.h - left.h}
			if left.h < 5 || right.h < 5 {
				continue
			}
			gain := 0.5 * (left.g*left.g/(left.h+ridge) + right.g*right.g/(right.h+ridge) - whole)
			if gain > best {
				best, feature, bin = gain, f, c
			}
		}
	}
	return feature, bin
}

// fillLeaves sets the leaves' values, a shortened Newton step each, and adds them to the
// margins.
func (x *booster) fillLeaves(t *event.Tree) {
	leaf := make([]sums, len(t.Leaf))
	x.held.others(x.b.n, func(from, to int) {
		for i := from; i < to; i++ {
			leaf[x.node[i]].g += x.slope[i].g
			leaf[x.node[i]].h += x.slope[i].h
		}
	})
	for k, s := range leaf {
		t.Leaf[k] = shrinkage * s.g / (s.h + ridge)
	}
	for i, k := range x.node {
		x.margin[i] += t.Leaf[k]
	}
}
