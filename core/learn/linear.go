package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

// linear fits logistic regressions (a score is then an estimated log-likelihood ratio): on
// the features themselves; with two bounded pieces of each feature besides, so that the
// log-ratio may bend at the middle of the releases; and with the products of two features,
// where these are few. What many weak features tell adds up in them.
func (q *search) linear(t *table) (out []Found) {
	if t.n < fewest {
		return nil
	}
	columns := 0
	for _, d := range []*design{newDesign(t, plain), newDesign(t, bent), newDesign(q.products(t), whole)} {
		if len(d.cols) == columns || columns > 0 && len(d.cols) > t.n/fewRows {
			continue // nothing bends, there are no products, or too few releases for so many
		}
		columns = len(d.cols)
		if r, ok := q.regress(d); ok {
			out = append(out, q.sweep(r, 4*len(r.Pieces), true)...)
		}
	}
	return out
}

// fewRows is how many releases of each input a column takes, where there are many columns.
const fewRows = 5

// mostFactors is how many features are multiplied with each other.
const mostFactors = 24

// products returns a table of the features of single cells and of their products; an empty
// one where they are too many.
func (q *search) products(t *table) *table {
	out := &table{n: t.n}
	if q.width == 1 {
		return out // bends tell what a square does
	}
	var less []float64
	for f := range t.feats {
		if !t.feats[f].Single() {
			continue
		}
		out.feats, out.value = append(out.feats, t.feats[f]), append(out.value, t.value[f])
		n, sum := 0.0, 0.0
		for _, v := range t.value[f] {
			if v == v {
				n, sum = n+1, sum+v
			}
		}
		less = append(less, sum/max(n, 1))
	}
	k := len(out.feats)
	if k > mostFactors {
		return &table{}
	}
	if out.n = min(t.n, mostValues/(k*(k+3)+1)); out.n < t.n { // fewer rows of each input
		for f, v := range out.value {
			out.value[f] = slices.Concat(v[:out.n], v[t.n:t.n+out.n])
		}
	}
	for a := range k {
		for b := a; b < k; b++ {
			x, y := out.value[a], out.value[b]
			col := make([]float64, len(x))
			for i := range col {
				col[i] = (x[i] - less[a]) * (y[i] - less[b])
			}
			out.feats = append(out.feats, event.Product(event.Factors{A: out.feats[a], B: out.feats[b],
				LessA: less[a], LessB: less[b]}))
			out.value = append(out.value, col)
		}
	}
	return out
}

// column is one piece of a feature, as the regression sees it: its bounded value less
// mean, times scale.
type column struct {
	event.Piece
	mean, scale float64
	value       []float64 // of each row, those of the record first
}

// design is a regression's columns on the fitted rows.
type design struct {
	t    *table
	cols []column
	rows int       // for each input, of which the first are used
	w    []float64 // of the columns; the last is the intercept
}

// bends are the shares of the releases at which a piece that bends begins and ends.
var bends = [][2]float64{{0.4, 0.6}, {0.5, 1}}

// What columns there are of a feature.
const (
	whole = iota // its value within all but the outermost releases
	plain        // the same, where releases are numbers of entries alone
	bent         // and its bends, if it has as many values
)

// newDesign lists the columns.
func newDesign(t *table, how int) *design {
	const outermost = 0.0005
	d := &design{t: t, rows: t.n}
	var sorted []float64
	others := 0
	for _, f := range t.feats {
		if _, ok := f.Entry(); ok {
			continue
		} else if f.Single() {
			others++
		}
	}
	for f := range t.feats {
		if _, ok := t.feats[f].Entry(); !ok && how == plain && others == 0 || t.feats[f].SumOfEntries() {
			continue
		}
		sorted = sorted[:0]
		for i := 0; i < len(t.value[f]); i += max(t.n/2000, 1) {
			if v := t.value[f][i]; v == v {
				sorted = append(sorted, v)
			}
		}
		if len(sorted) == 0 {
			continue
		}
		slices.Sort(sorted)
		at := func(share float64) float64 {
			return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
		}
		add := func(from, to float64) {
			if from < to {
				d.add(f, from, to)
			}
		}
		add(at(outermost), at(1-outermost))
		if how == bent && sorted[0] < at(0.4) && at(0.6) < sorted[len(sorted)-1] {
			for _, b := range bends {
				add(at(b[0]), at(b[1]))
			}
		}
	}
	d.w = make([]float64, len(d.cols)+1)
	return d
}

// add appends the column of a piece, if it varies.
func (d *design) add(f int, from, to float64) {
	c := column{Piece: event.Piece{F: f, From: from, To: to}, value: make([]float64, 2*d.t.n)}
	n, sum, square := 0.0, 0.0, 0.0
	for i, v := range d.t.value[f] {
		v = min(max(v, from), to)
		c.value[i] = v
		if v == v {
			n++
			sum += v
		}
	}
	c.mean = sum / n
	for i, v := range c.value {
		c.value[i] = v - c.mean
		if v != v {
			c.value[i] = 0
		}
		square += c.value[i] * c.value[i]
	}
	if square > 0 && !math.IsInf(square, 0) {
		c.scale = 1 / math.Sqrt(square/float64(2*d.t.n))
		for i := range c.value {
			c.value[i] *= c.scale
		}
		d.cols = append(d.cols, c)
	}
}

// each calls f for both inputs with a column's values and where the input's rows begin
// among the 2·rows that are used.
func (d *design) each(k int, f func(col []float64, at int)) {
	v := d.cols[k].value
	for in := range 2 {
		f(v[in*d.t.n:in*d.t.n+d.rows], in*d.rows)
	}
}

// times sets out to the product of the design with w, row by row.
func (d *design) times(w, out []float64) {
	for i := range out {
		out[i] = w[len(d.cols)]
	}
	for k := range d.cols {
		if x := w[k]; x != 0 {
			d.each(k, func(col []float64, at int) {
				to := out[at : at+len(col)]
				for i, v := range col {
					to[i] += x * v
				}
			})
		}
	}
}

// transposed sets out to the product of the transposed design with r.
func (d *design) transposed(r, out []float64) {
	s := 0.0
	for _, v := range r {
		s += v
	}
	out[len(d.cols)] = s
	for k := range d.cols {
		out[k] = 0
		d.each(k, func(col []float64, at int) {
			out[k] += num.Dot(col, r[at:at+len(col)])
		})
	}
}

// regress fits the weights on few rows first, then on all of them, and returns the rule;
// ok is false where nothing has a weight.
func (q *search) regress(d *design) (r event.Rule, ok bool) {
	const few = 5000
	if d.t.n > 2*few {
		d.rows = few
		q.newton(d, 8)
		d.rows = d.t.n
	}
	q.newton(d, 8)
	return d.rule()
}

// newton makes some damped Newton steps on the penalised logistic loss, whose equations
// are solved by conjugate gradients: the number of features is not limited.
func (q *search) newton(d *design, steps int) {
	n := 2 * d.rows
	p, kept := len(d.w), 0.0
	ridge := 0.5 + 1e-4*float64(n)
	margin, r, h := make([]float64, n), make([]float64, n), make([]float64, n)
	g, step, next := make([]float64, p), make([]float64, p), make([]float64, p)
	loss := func(w []float64) float64 {
		d.times(w, margin)
		q.spend(n * (p + 5))
		s := 0.0
		for _, v := range w[:p-1] {
			s += 0.5 * ridge * (v * v)
		}
		for i, u := range margin {
			if i >= d.rows {
				u = -u
			}
			if u > 0 {
				s += num.Log1p(num.Exp(-u))
			} else {
				s += num.Log1p(num.Exp(u)) - u
			}
		}
		return s
	}
	last := loss(d.w)
	for range steps {
		for i, m := range margin {
			y, e := 0.0, 1/(1+num.Exp(-m))
			if i < d.rows {
				y = 1
			}
			r[i], h[i] = y-e, e*(1-e)
		}
		d.transposed(r, g)
		for k, w := range d.w[:p-1] {
			g[k] -= ridge * w
		}
		q.solve(d, h, ridge, g, step)
		better := false
		for damp := 1.0; damp > 0.01; damp /= 2 {
			for k := range next {
				next[k] = d.w[k] + damp*step[k]
			}
			if v := loss(next); v < last {
				better, kept, last = true, last-v, v
				copy(d.w, next)
				break
			}
		}
		if !better || kept < 1e-5*last {
			break
		}
	}
}

// solve sets x to about the solution of (Dᵀ H D + ridge) x = g by conjugate gradients.
func (q *search) solve(d *design, h []float64, ridge float64, g, x []float64) {
	const most, close = 20, 0.1 // the next step mends what this one leaves
	p := len(g)
	rows, ax := make([]float64, len(h)), make([]float64, p)
	curve := 0.0
	for _, v := range h {
		curve += v
	}
	clear(x)
	r, dir := slices.Clone(g), slices.Clone(g)
	square := num.Dot(r, r)
	goal := close * close * square
	for range most {
		if !(square > goal) {
			return
		}
		q.spend(2 * len(h) * p)
		d.times(dir, rows)
		for i := range rows {
			rows[i] *= h[i]
		}
		d.transposed(rows, ax)
		for k := range p - 1 {
			ax[k] += ridge * dir[k]
		}
		ax[p-1] += 1e-6 * curve * dir[p-1]
		a := square / num.Dot(dir, ax)
		for k := range p {
			x[k] += a * dir[k]
			r[k] -= a * ax[k]
		}
		next := num.Dot(r, r)
		for k := range p {
			dir[k] = r[k] + next/square*dir[k]
		}
		square = next
	}
}

// rule is the fitted score, of the pieces that matter at all; the features that matter
// most come first.
func (d *design) rule() (r event.Rule, ok bool) {
	const least = 0.002 // of the largest weight
	weight := make([]float64, len(d.t.feats))
	largest := 0.0
	for k, c := range d.cols {
		weight[c.F] += math.Abs(d.w[k])
		largest = math.Max(largest, math.Abs(d.w[k]))
	}
	if !(largest > 0) || math.IsInf(largest, 0) {
		return r, false
	}
	order := make([]int, len(d.t.feats))
	for f := range order {
		order[f] = f
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	r = event.Rule{Kind: event.Linear, Sign: 1, Bias: d.w[len(d.cols)]}
	for _, f := range order {
		used := false
		for k, c := range d.cols {
			if c.F != f || math.Abs(d.w[k]) < least*largest {
				continue
			}
			if !used {
				used = true
				r.Features = append(r.Features, d.t.feats[f])
			}
			c.Piece.F, c.Piece.Else, c.Piece.Weight = len(r.Features)-1, c.mean, d.w[k]*c.scale
			r.Pieces = append(r.Pieces, c.Piece)
			r.Bias -= c.Piece.Weight * c.mean
		}
	}
	return r, true
}
