package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

// What entries tell by their remainders, products, order and frequencies has many features, of
// which few tell anything beyond the entries themselves. So each kind is asked first, of some
// releases, whether it adds to what the entries tell in one linear fit (Rao 1948), and only
// then searched.

const (
	// mostRelated is how many entries a release has whose products are looked at, mostOrdered
	// whose order is, and mostPooled whose frequencies are.
	mostRelated, mostOrdered, mostPooled = 12, 8, 64
	// asked is how many releases of each input say whether features add anything, by adds
	// standard errors at least.
	asked, adds = 5000, 5
)

// moduli are what whole numbers are divided by.
var moduli = []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 16}

// related returns the best events on what numbers tell by their remainders, their products and
// quotients, their order, and on how many of them are above a value.
func (q *search) related(t *table) (out []Found) {
	var cells []int
	var entries, leaves, logs, above []event.Feature
	for k, f := range t.feats {
		if i, ok := f.Entry(); ok {
			cells, entries = append(cells, i), append(entries, f)
			logs = append(logs, event.Feature{Kind: event.Logarithm, I: i})
			if len(cells) <= mostRelated && k < len(t.edges) {
				leaves = append(leaves, q.remainders(t, k, i)...)
			}
		}
	}
	n := len(cells)
	try := func(family []event.Feature, may bool) (found []Found) {
		if may && q.adds(family, entries) {
			q.loss = nil // together looks at this fit, however likely another was
			both := q.tableOf(slices.Concat(family, entries), len(family))
			found = append(q.thresholds(both), q.regress(q.newDesign(both, every))...)
			out = append(out, found...)
		}
		return found
	}
	try(leaves, n <= mostRelated)
	if n > 1 {
		const parts = 8
		for k := 1; k < parts; k++ { // of reports in any order all entries have one law
			above = append(above, event.Above(t.sorted[0][k*len(t.sorted[0])/parts]))
		}
		products := q.together(try(logs, n <= mostRelated))
		try(event.Orders(cells), n > 2 && n <= mostOrdered)
		try(above, n <= mostPooled)
		out = append(out, products...)
	}
	return out
}

// adds reports whether features tell the inputs apart beyond what entries do: by the part of
// the inputs' difference that a linear fit explains with both and with the entries alone.
func (q *search) adds(family, entries []event.Feature) bool {
	probe := *q
	probe.n = min(q.n, asked)
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
		g[k*(p+1)+k] *= 1 + 1e-6 // ranks are sums of orders
	}
	// The factor's last row holds what each column explains that those before it do not.
	explained := g[p*(p+1):]
	d.transposed(side, explained)
	explained[p] = 2 * n
	if !num.Cholesky(g, p+1) {
		return false
	}
	more, left, columns := 0.0, n, 0.0
	for k, c := range d.cols {
		square := explained[k] * explained[k]
		left -= square
		if _, ok := d.feats[c.F].Entry(); !ok {
			more += square
			columns++
		}
	}
	// About χ² where the features add nothing.
	return more*(n-float64(p)-1)/left-columns > adds*math.Sqrt(2*columns)
}

// remainders lists the remainders of an entry that holds many whole numbers, by the modulus by
// which those of the two inputs differ most.
func (q *search) remainders(t *table, f, i int) (out []event.Feature) {
	broken := func(x float64) bool { return x != math.Trunc(x) }
	if len(t.edges[f]) < len(cuts) || slices.ContainsFunc(t.sorted[f], broken) {
		return nil
	}
	col, best, most := q.column(t, f, t.n), 0, float64(adds)
	for _, m := range moduli {
		q.spend(2 * len(col))
		var count [2][16]float64
		for k, x := range col {
			if r, ok := event.Remainder(x, m); ok {
				count[k/t.n][r]++
			}
		}
		excess := float64(1 - m)
		for r := range m {
			a, b := count[0][r], count[1][r]
			excess += (a - b) * (a - b) / max(a+b, 1)
		}
		if excess /= math.Sqrt(2 * float64(m-1)); excess > most {
			best, most = m, excess
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
