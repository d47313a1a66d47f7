package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

// What entries tell by their remainders, spread, products, order and frequencies has many features,
// of which few tell anything beyond the entries themselves. So each kind is asked first, of some
// releases, whether it adds to what the entries tell in one linear fit (Rao 1948), and only
// then searched.

const (
	// mostRelated is how many entries a release has whose products are looked at, mostOrdered
	// whose order is, and mostPooled whose frequencies are, of at most mostAnswers values.
	mostRelated, mostOrdered, mostPooled, mostAnswers = 12, 8, 64, 16
	// mostModulus is the largest number that whole numbers are divided by, and dear by how much more than
	// chance gives each remainder has to tell.
	mostModulus, dear = 16, 3
	// leastAsked to mostAsked releases of each input, a quarter if that is in between, or as many as
	// take cheap products of columns, say whether features add anything, by adds standard errors at least.
	leastAsked, mostAsked, cheap, adds = 300, 5000, 50_000, 5
)

// related returns the best events on what numbers tell by their remainders, their spread, their products
// and quotients, their order, and on how many of them are above a value.
func (q *search) related(t *table) (out []Found) {
	var cells []int
	var entries, leaves, logs, above []event.Feature
	middle, numbers := 0.0, true // of all entries, the mean of their medians; no cell holds anything else
	for k, f := range t.feats {
		if i, ok := f.Entry(); ok {
			if len(cells) == 0 && k < len(t.edges) && len(t.edges[k]) <= mostAnswers {
				for part := range 7 { // of reports in any order all entries have one law
					above = append(above, event.Above(t.sorted[k][(part+1)*len(t.sorted[k])/8]))
				}
			}
			cells, entries = append(cells, i), append(entries, f)
			logs = append(logs, event.Feature{Kind: event.Logarithm, I: i})
			if s := t.sorted[k]; s[len(s)*9/20] > 0 || s[len(s)*11/20] < 0 { // else 0 is as near the middle
				middle += s[len(s)/2]
			}
			if len(cells) <= mostRelated && k < len(t.edges) {
				leaves = append(leaves, q.remainders(t, k, i)...)
			}
		} else if f.Single() {
			numbers = false
		}
	}
	n := len(cells)
	try := func(may bool, family []event.Feature, sums ...event.Feature) (found []Found) {
		if may && q.adds(family, entries) {
			q.loss = nil // together looks at this fit, however likely another was
			both := q.tableOf(slices.Concat(family, sums, entries), len(family)+len(sums))
			found = append(q.thresholds(both), q.regress(q.newDesign(both, every))...)
			out = append(out, found...)
		}
		return found
	}
	try(len(leaves) > 0, leaves)
	if n > 1 {
		try(numbers, event.Spreads(middle/float64(n)))
		products := q.together(try(n <= mostRelated, logs))
		if n > 2 && n <= mostOrdered {
			orders, ranks := event.Orders(cells)
			try(true, orders, ranks...)
		}
		try(len(above) > 0 && n <= mostPooled, above)
		out = append(out, products...)
	}
	return out
}

// adds reports whether features tell the inputs apart beyond what entries do: by the part of
// the inputs' difference that a linear fit explains with both and with the entries alone.
func (q *search) adds(family, entries []event.Feature) bool {
	probe := *q
	entries = entries[:min(len(entries), max(mostGram-len(family), 0))]
	columns := len(family) + len(entries)
	probe.n = min(q.n, max(q.n/4, leastAsked, fewRows*columns, cheap/(columns*columns)), mostAsked)
	d := probe.newDesign(probe.tableOf(slices.Concat(entries, family), 0), every)
	p, n := len(d.cols), float64(2*d.rows)
	sums := probe.grams(d, []fold{{0, d.rows}})
	if p == 0 || sums == nil {
		return false
	}
	g, side := sums[0], slices.Repeat([]float64{1}, 2*d.rows)
	for i := range d.rows {
		side[i] = -1
	}
	for k := range p {
		g[k*(p+1)+k] *= 1 + 1e-6 // remainders add up to 1
	}
	// The factor's last row holds what each column explains that those before it do not.
	explained := g[p*(p+1):]
	d.transposed(side, explained)
	explained[p] = 2 * n
	if !num.Cholesky(g, p+1) {
		return false
	}
	more, left, freedom := 0.0, n, 0.0
	for k, c := range d.cols {
		square := explained[k] * explained[k]
		left -= square
		if _, ok := d.feats[c.F].Entry(); !ok {
			more += square
			freedom++
		}
	}
	// About χ² where the features add nothing.
	return more*(n-float64(p)-1)/left-freedom > adds*math.Sqrt(2*freedom)
}

// remainders lists the remainders of an entry that holds many whole numbers, by the modulus by
// which those of the two inputs differ most.
func (q *search) remainders(t *table, f, i int) (out []event.Feature) {
	broken := func(x float64) bool { return x != math.Trunc(x) }
	if len(t.edges[f]) < len(cuts) || slices.ContainsFunc(t.sorted[f], broken) {
		return nil
	}
	col, best, most := q.column(t, f, t.n), 0, 0.0
	for m := 2; m <= mostModulus; m++ {
		q.spend(2 * len(col))
		var count [2][mostModulus]float64
		for k, x := range col {
			if r, ok := event.Remainder(x, m); ok {
				count[k/t.n][r]++
			}
		}
		excess, freedom := float64(1-m), float64(m-1)
		for r := range m {
			a, b := count[0][r], count[1][r]
			excess += (a - b) * (a - b) / max(a+b, 1)
		}
		if more := excess - dear*freedom; more > most && excess > adds*math.Sqrt(2*freedom) {
			best, most = m, more
		}
	}
	for r := range best {
		out = append(out, event.Leaves(i, best, r))
	}
	return out
}

// together returns the best events on the quotient, or the product, of the two entries whose
// logarithms matter most in a fit.
func (q *search) together(found []Found) []Found {
	for _, f := range found {
		r := f.Event.Rule
		var of []int
		weight := 1.0
		for _, p := range r.Pieces {
			if f := r.Features[p.F]; f.Kind == event.Logarithm && len(of) < 2 {
				of, weight = append(of, f.I), weight*p.Weight
			}
		}
		if len(of) == 2 {
			return q.thresholds(q.tableOf([]event.Feature{event.Together(of[0], of[1], weight < 0)}, 1))
		}
	}
	return nil
}
