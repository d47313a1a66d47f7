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
	var entries []event.Feature
	for _, f := range t.feats {
		if i, ok := f.Entry(); ok {
			cells, entries = append(cells, i), append(entries, f)
		}
	}
	n := len(cells)
	if n == 0 || n > mostPooled {
		return nil
	}
	try := func(family []event.Feature) []Found {
		if len(family) == 0 || !q.adds(family, entries) {
			return nil
		}
		return q.fitted(family, entries)
	}
	if n <= mostRelated {
		out = append(out, try(q.remainders(t))...)
	}
	if n == 1 {
		return out
	}
	if n <= mostRelated {
		found := try(event.Logarithms(cells))
		out = append(append(out, found...), q.together(found)...)
	}
	if n <= mostOrdered && n > 2 {
		out = append(out, try(event.Orders(cells))...)
	}
	return append(out, try(event.Above(q.pooled(t)))...)
}

// fitted returns the best events on features beside entries.
func (q *search) fitted(family, entries []event.Feature) []Found {
	t := q.tableOf(slices.Concat(family, entries), len(family))
	return append(q.thresholds(t), q.regress(q.newDesign(t, every))...)
}

// adds reports whether features tell the inputs apart beyond what entries do: by the part of
// the inputs' difference that a linear fit explains with both and with the entries alone.
func (q *search) adds(family, entries []event.Feature) bool {
	probe := *q
	probe.n = min(q.n, asked)
	t := probe.tableOf(slices.Concat(entries, family), 0)
	if len(t.feats) == 0 {
		return false
	}
	d := probe.newDesign(t, every)
	sums := probe.grams(d, []fold{{0, d.rows}})
	p, n := len(d.cols), float64(2*d.rows)
	if sums == nil || p == 0 {
		return false
	}
	g := sums[0]
	for k, c := range d.cols {
		g[k*(p+1)+k] *= 1 + 1e-6 // ranks are sums of orders
		sum := 0.0
		for i, v := range c.value {
			if i < d.rows {
				sum += float64(v)
			} else {
				sum -= float64(v)
			}
		}
		g[p*(p+1)+k] = sum
	}
	// The factor's last row holds what each column explains that those before it do not.
	g[p*(p+1)+p] = 2 * n
	if !num.Cholesky(g, p+1) {
		return false
	}
	more, less, columns := 0.0, n, 0.0
	for k, c := range d.cols {
		square := g[p*(p+1)+k] * g[p*(p+1)+k]
		less -= square
		if _, ok := d.feats[c.F].Entry(); !ok {
			more += square
			columns++
		}
	}
	ratio := more * (n - float64(p) - 1) / less // about χ² where the features add nothing
	return columns > 0 && ratio-columns > adds*math.Sqrt(2*columns)
}

// remainders lists the remainders of entries that hold many whole numbers, by the modulus by
// which those of the two inputs differ most.
func (q *search) remainders(t *table) (out []event.Feature) {
	for f := range t.edges {
		i, ok := t.feats[f].Entry()
		if !ok || len(t.edges[f]) < len(cuts) || slices.ContainsFunc(t.sorted[f], func(x float64) bool {
			_, whole := event.Remainder(x, 1)
			return !whole
		}) {
			continue
		}
		col, best, most := q.column(t, f, t.n), 0, 0.0
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
		if most > adds {
			out = append(out, event.Remainders(i, best)...)
		}
	}
	return out
}

// together returns the best events on the quotient, or the product, of the two entries whose
// logarithms matter most in a fit.
func (q *search) together(found []Found) []Found {
	for _, f := range found {
		r := f.Event.Rule
		if r.Kind != event.Linear {
			continue
		}
		var logs []int
		for k := range r.Features {
			if !r.Features[k].Single() {
				logs = append(logs, k)
			}
		}
		if len(logs) < 2 {
			return nil
		}
		a, b := logs[0], logs[1]
		weight := func(f int) float64 {
			k := slices.IndexFunc(r.Pieces, func(p event.Piece) bool { return p.F == f })
			return r.Pieces[k].Weight
		}
		t := q.tableOf([]event.Feature{event.Together(r.Features[a], r.Features[b], weight(a)*weight(b) < 0)}, 1)
		return q.thresholds(t)
	}
	return nil
}

// pooled are values between those of all entries together, which part them evenly.
func (q *search) pooled(t *table) (out []float64) {
	const parts = 8
	var all []float64
	for f, values := range t.sorted {
		if _, ok := t.feats[f].Entry(); ok {
			for i := 0; i < len(values); i += max(len(values)/100, 1) {
				all = append(all, values[i])
			}
		}
	}
	slices.Sort(all)
	distinct := slices.Compact(slices.Clone(all))
	if len(distinct) <= parts {
		return distinct[:max(len(distinct)-1, 0)]
	}
	for k := 1; k < parts; k++ {
		out = append(out, all[k*len(all)/parts])
	}
	return slices.Compact(out)
}
