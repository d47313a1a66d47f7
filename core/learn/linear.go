package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
)

// linear fits logistic regressions (a score is then an estimated log-likelihood ratio): on
// the features themselves; on whether they are above their middle; with both, so that the
// log-ratio may bend; and with the products of two features, or of one and another's square, where
// these are few and seem to tell something. What many weak features tell adds up in them.
func (q *search) linear(t *table) (out []Found) {
	var tried []int // columns of the designs so far
	for _, how := range []int{whole, middle, bent} {
		d := q.newDesign(t, how)
		if len(d.cols) < 2 || how == bent && slices.Contains(tried, len(d.cols)) {
			continue // a threshold does as well, or nothing bends
		}
		tried = append(tried, len(d.cols))
		out = append(out, q.regress(d)...)
	}
	const telling = 3 // standard errors
	var best *design
	which, most := 0, float64(telling)
	for _, how := range []int{products, middleProducts, squareProducts} {
		d := q.newDesign(t, how)
		if e := q.multiply(d, how, false); e > most {
			best, which, most = d, how, e
		}
	}
	if best != nil {
		q.multiply(best, which, true)
		found := q.regress(best)
		out = append(out, found...)
		if len(found) > 0 { // by itself, what matters most is a plainer reason
			out = append(out, q.thresholds(q.tableOf(found[0].Event.Rule.Features[:1], 1))...)
		}
	}
	return out
}

// What columns there are of a feature.
const (
	whole          = iota // its value within all but the outermost releases
	middle                // of entries with many values how they lie to their middle, of others the same
	bent                  // both, and a bend above the middle
	every                 // the value of every feature, as whole
	products              // the same as whole for single cells, and products of two of these
	middleProducts        // the same with middle
	squareProducts        // the same as whole and middle, squares of the former, and products of both with those
)

const (
	// mostFactors is how many columns are multiplied with each other, and mostSquared how many where some are
	// of squares.
	mostFactors, mostSquared = 24, 14
	// mostNumbers is how many numbers a design holds, and mostProducts one with products: rows
	// give way to columns.
	mostNumbers, mostProducts = 16_000_000, 6_000_000
	// fewRows is how many releases of each input a column takes, where there are many columns.
	fewRows = 5
)

// column is one piece of a feature, as the regression sees it: its bounded value less
// mean, times scale.
type column struct {
	event.Piece
	mean, scale float64
	value       []float32 // of each row, those of the record first
}

// design is a regression's columns on the first rows of each input.
type design struct {
	feats  []event.Feature
	cols   []column
	rows   int
	held   fold        // rows of either input that are not fitted to
	w      []float64   // of the columns; the last is the intercept
	ridge  []float64   // of each column: the precision of its weight's normal prior
	margin []float64   // of each row
	room   []float64   // of the column that was added last, the bounded values less their mean
	single [][]float64 // the same of the columns that are multiplied with each other
	move   []float64   // of each row, by how much a step changes its margin
}

// bounds are between which values a feature's pieces are cut.
func bounds(sorted []float64, how int) (out [][2]float64) {
	const outermost = 0.0005
	at := func(share float64) float64 {
		return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
	}
	add := func(from, to float64) {
		if from < to {
			out = append(out, [2]float64{from, to})
		}
	}
	bends := sorted[0] < at(0.4) && at(0.6) < sorted[len(sorted)-1]
	if how == whole || how >= bent || !bends {
		add(at(outermost), at(1-outermost))
	}
	if bends && how != whole && how != every {
		if low, high := at(0.4), at(0.6); low < high {
			add(low, high)
		} else { // a step below the tie, and one above it
			first, _ := slices.BinarySearch(sorted, low)
			next, _ := slices.BinarySearch(sorted, math.Nextafter(low, math.Inf(1)))
			add(sorted[first-1], low)
			add(low, sorted[next])
		}
	}
	if bends && how == bent {
		add(at(0.5), at(1))
	}
	return out
}

// newDesign lists the columns; none where there are too few releases for so many.
func (q *search) newDesign(t *table, how int) *design {
	d := &design{feats: t.feats}
	bend := [...]int{whole, middle, bent, every, whole, middle, squareProducts}[how]
	if how >= products && q.width == 1 {
		return d // bends tell what a square does
	}
	words := slices.ContainsFunc(t.feats, func(f event.Feature) bool {
		_, number := f.Entry()
		return f.Single() && !number
	})
	var pieces []event.Piece
	for f := range t.feats {
		feat := &t.feats[f]
		if !feat.Single() && (how >= products || how <= middle && !words) || how <= bent && feat.SumOfEntries() {
			continue
		}
		for _, b := range bounds(t.sorted[f], bend) {
			pieces = append(pieces, event.Piece{F: f, From: b[0], To: b[1]})
		}
	}
	columns, most := len(pieces), mostNumbers
	if how >= products {
		if columns > mostFactors || how == squareProducts && columns > mostSquared {
			return d
		}
		columns, most = columns*(columns+3)/2, mostProducts
		d.feats = slices.Clone(d.feats)
	}
	d.rows = min(t.n, most/(2*max(columns, 1)))
	if columns > 20 && columns > d.rows/fewRows || how == bent && columns > mostGram {
		return d
	}
	d.room = make([]float64, 2*d.rows)
	var raw []float64
	last := -1
	for _, p := range pieces {
		if p.F != last {
			raw, last = q.column(t, p.F, d.rows), p.F
		}
		if !d.add(p, raw) || how < products {
			continue
		}
		d.single = append(d.single, slices.Clone(d.room))
		if k := len(d.cols) - 2; how == squareProducts && k >= 0 && d.cols[k].F == p.F && d.addProduct(k, k) {
			d.single = append(d.single, slices.Clone(d.room))
		}
	}
	return d
}

// multiply returns by how many standard errors the differences between the inputs of the products of two
// columns, squared and added up, exceed what chance gives. With add it appends these products.
func (q *search) multiply(d *design, how int, add bool) float64 {
	excess, n := 0.0, 0.0
	for b := range d.single {
		for a := range b + 1 {
			x, y := &d.feats[d.cols[a].F], &d.feats[d.cols[b].F]
			if how == squareProducts && (x.Single() == y.Single() || x.Of(y) || y.Of(x)) {
				continue // of two squares or of none; a number's cube differs where the number does
			}
			q.spend(4 * len(d.room))
			if add {
				d.addProduct(a, b)
				continue
			}
			values, square, sum := d.product(a, b), 0.0, [2]float64{}
			for in := range sum {
				for _, v := range values[in*d.rows : (in+1)*d.rows] {
					if v == v {
						sum[in] += v
						square += v * v
					}
				}
			}
			diff, all := sum[0]-sum[1], sum[0]+sum[1]
			if square -= all * all / float64(2*d.rows); square > 0 {
				excess += diff * diff / square
				n++
			}
		}
	}
	return (excess - n) / math.Sqrt(2*max(n, 1))
}

// product returns the product of two columns' bounded values less their means, where room is.
func (d *design) product(a, b int) []float64 {
	other := d.single[b]
	for i, v := range d.single[a] {
		d.room[i] = v * other[i]
	}
	return d.room
}

// addProduct appends the product of two columns, if it varies.
func (d *design) addProduct(a, b int) bool {
	x, y := &d.cols[a], &d.cols[b]
	f := event.Factors{A: d.feats[x.F], B: d.feats[y.F], LessA: x.mean, LessB: y.mean,
		BoundsA: [2]float64{x.From, x.To}, BoundsB: [2]float64{y.From, y.To}}
	d.feats = append(d.feats, event.Product(f))
	return d.add(event.Piece{F: len(d.feats) - 1, From: -math.MaxFloat64, To: math.MaxFloat64}, d.product(a, b))
}

// add appends the column of a piece, if it varies.
func (d *design) add(p event.Piece, raw []float64) bool {
	c := column{Piece: p, value: make([]float32, len(raw))}
	n, sum, square := 0.0, 0.0, 0.0
	room := d.room[:len(raw)]
	for i, v := range raw {
		if v < p.From {
			v = p.From
		} else if v > p.To {
			v = p.To
		}
		if room[i] = v; v == v {
			n++
			sum += v
		}
	}
	c.mean = sum / n
	for i, v := range room {
		if v == v {
			room[i] = v - c.mean
			square += room[i] * room[i]
		}
	}
	if !(square > 0) || math.IsInf(square, 0) {
		return false
	}
	c.scale = 1 / math.Sqrt(square/float64(len(raw)))
	for i, v := range room {
		if v == v {
			c.value[i] = float32(v * c.scale)
		}
	}
	d.cols = append(d.cols, c)
	return true
}

// times sets out to the product of the design with w, row by row, of the rows from … to−1.
func (d *design) times(w, out []float64, from, to int) {
	out = out[from:to]
	for i := range out {
		out[i] = w[len(d.cols)]
	}
	for k := range d.cols {
		if w[k] != 0 {
			for i, v := range d.cols[k].value[from:to] {
				out[i] += w[k] * float64(v)
			}
		}
	}
}

// transposed sets out to the product of the transposed design with r.
func (d *design) transposed(r, out []float64) {
	clear(out)
	d.held.others(d.rows, func(from, to int) {
		r := r[from:to]
		for _, v := range r {
			out[len(d.cols)] += v
		}
		for k := range d.cols {
			out[k] += paired(d.cols[k].value[from:to], r)
		}
	})
}

// paired returns the product of two vectors by two sums, neither of which waits for the other.
func paired[T float32 | float64](x []float32, y []T) float64 {
	var a, b float64
	n := len(x) &^ 1
	y = y[:len(x)]
	for i := 0; i < n; i += 2 {
		a += float64(x[i]) * float64(y[i])
		b += float64(x[i+1]) * float64(y[i+1])
	}
	if n < len(x) {
		a += float64(x[n]) * float64(y[n])
	}
	return a + b
}

// regress fits the weights and returns the best events.
func (q *search) regress(d *design) []Found {
	d.w, d.ridge = make([]float64, len(d.cols)+1), make([]float64, len(d.cols)+1)
	d.margin, d.move = make([]float64, 2*d.rows), make([]float64, 2*d.rows)
	grams := q.grams(d, folds(d.rows))
	return q.fitted(d.rows, func(k int, f fold) []float64 {
		d.held = f
		q.adapt(d, grams, k)
		d.times(d.w, d.margin, 0, 2*d.rows)
		return d.margin
	}, d.rule)
}

// mostGram is how many columns' products with each other are added up.
const mostGram = 128

// grams returns of each part of the rows the sums of the products of any two columns, the last
// of which is 1; nil where there are too many columns.
func (q *search) grams(d *design, parts []fold) (out [][]float64) {
	const block = 512 // rows that stay in a processor's cache
	p := len(d.cols)
	if p > mostGram {
		return nil
	}
	for _, part := range parts {
		g := make([]float64, (p+1)*(p+1))
		for in := range 2 {
			for from := in*d.rows + part.from; from < in*d.rows+part.to; from += block {
				to := min(from+block, in*d.rows+part.to)
				q.spend((to - from) * p * p / 2)
				for a := range p {
					x := d.cols[a].value[from:to]
					for b := range a + 1 {
						g[a*(p+1)+b] += paired(x, d.cols[b].value[from:to])
					}
					for _, v := range x {
						g[p*(p+1)+a] += float64(v)
					}
				}
				g[p*(p+1)+p] += float64(to - from)
			}
		}
		out = append(out, g)
	}
	return out
}

// adapt fits the weights, to all parts of the rows but one, with one penalty for all weights
// first, and then with one for each, as a t-law for them implies: weights that tell nothing
// shrink, those that tell much hardly do.
func (q *search) adapt(d *design, grams [][]float64, but int) {
	n := float64(2*d.rows - 2*d.held.size())
	p := len(d.cols)
	var gram []float64
	for k, g := range grams {
		if gram == nil {
			gram = make([]float64, len(g))
		}
		for i, v := range g {
			if k != but {
				gram[i] += v
			}
		}
	}
	clear(d.w)
	for k := range p {
		d.ridge[k] = 0.5 + 1e-4*n
	}
	d.ridge[p] = 1e-6 * n
	q.newton(d, gram, 8)
	if p < 4 {
		return
	}
	const freedom, rounds = 2, 2
	noise := 4 / n         // the variance of a weight that tells nothing
	kind := make([]int, p) // weights of single cells have a law of their own: the cells may all tell alike
	for k, c := range d.cols {
		if d.feats[c.F].Single() {
			kind[k] = 1
		}
	}
	for range rounds {
		var square, same [2]float64
		for k, w := range d.w[:p] {
			square[kind[k]] += w * w
			same[kind[k]]++
		}
		for k, w := range d.w[:p] {
			common := math.Max(square[kind[k]]/same[kind[k]]-noise, 0.1*noise)
			d.ridge[k] = (freedom + 1) / (freedom*common + w*w)
		}
		q.newton(d, gram, 4)
	}
}

// newton maximises the penalised logistic likelihood. Its second derivatives are at most a
// quarter of the columns' products (Böhning & Lindsay 1988), which are the same in every step:
// so a step never goes too far. Where margins are large it may be longer, by as much as the
// slope at its end says.
func (q *search) newton(d *design, gram []float64, steps int) {
	const longest = 8
	n, p := 2*d.rows, len(d.w)
	r, move := d.room, d.move
	g, step := make([]float64, p), make([]float64, p)
	var factor []float64
	if gram != nil {
		factor = slices.Clone(gram)
		for k := range factor {
			factor[k] *= 0.25
		}
		for k := range p {
			factor[k*p+k] += d.ridge[k]
		}
		if !num.Cholesky(factor, p) {
			return
		}
	}
	q.spend(3 * n * p)
	d.held.others(d.rows, func(from, to int) { d.times(d.w, d.margin, from, to) })
	for range steps {
		q.spend(2 * n * (p + 3))
		d.held.others(d.rows, func(from, to int) {
			for i := from; i < to; i++ {
				r[i] = d.slope(i, d.margin[i])
			}
		})
		d.transposed(r, g)
		for k, w := range d.w {
			g[k] -= d.ridge[k] * w
		}
		if factor != nil {
			copy(step, g)
			num.CholeskySolve(factor, step, p)
		} else {
			q.solve(d, g, step)
		}
		d.held.others(d.rows, func(from, to int) { d.times(step, move, from, to) })
		// The likelihood's slope along the step, at its beginning and at its end.
		first, last := num.Dot(g, step), 0.0
		d.held.others(d.rows, func(from, to int) {
			for i := from; i < to; i++ {
				last += move[i] * d.slope(i, d.margin[i]+move[i])
			}
		})
		for k, s := range step {
			last -= d.ridge[k] * (d.w[k] + s) * s
		}
		far := 1.0
		if last > 0 {
			far = min(first/(first-last), longest)
		}
		if !(far >= 1) {
			return
		}
		for k := range d.w {
			d.w[k] += far * step[k]
		}
		d.held.others(d.rows, func(from, to int) {
			for i := from; i < to; i++ {
				d.margin[i] += far * move[i]
			}
		})
		if 0.5*first*far < 0.1 { // what the step was worth, in log-likelihood
			return
		}
	}
}

// slope is the derivative of a row's log-likelihood by its margin.
func (d *design) slope(row int, margin float64) float64 {
	y := 1 / (1 + num.Exp(margin)) // 1 − the probability of the record
	if row >= d.rows {
		y--
	}
	return y
}

// solve sets x to about the solution of (Dᵀ D/4 + ridge) x = g by conjugate gradients.
func (q *search) solve(d *design, g, x []float64) {
	const most, close = 10, 0.1 // the next step mends what this one leaves
	p := len(g)
	rows, ax := make([]float64, 2*d.rows), make([]float64, p)
	clear(x)
	r, dir := slices.Clone(g), slices.Clone(g)
	square := num.Dot(r, r)
	goal := close * close * square
	for range most {
		if !(square > goal) {
			return
		}
		q.spend(4 * d.rows * p)
		d.held.others(d.rows, func(from, to int) { d.times(dir, rows, from, to) })
		d.transposed(rows, ax)
		for k := range p {
			ax[k] = 0.25*ax[k] + d.ridge[k]*dir[k]
		}
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
	largest, weight := 0.0, make([]float64, len(d.feats))
	for _, w := range d.w[:len(d.cols)] {
		largest = math.Max(largest, math.Abs(w))
	}
	r = event.Rule{Kind: event.Linear, Sign: 1, Features: d.feats, Bias: d.w[len(d.cols)]}
	for k, c := range d.cols {
		if w := math.Abs(d.w[k]); w > 0 && w >= least*largest {
			weight[c.F] += w
			c.Piece.Else, c.Piece.Weight = c.mean, d.w[k]*c.scale
			r.Pieces = append(r.Pieces, c.Piece)
			r.Bias -= c.Piece.Weight * c.mean
		}
	}
	r.Keep(weight)
	return r, largest > 0 && !math.IsInf(largest, 0)
}
