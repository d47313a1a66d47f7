package betting

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"indistinct/core/logit"
	"indistinct/core/num"
)

// Fit says of a release, from its scores, which input it is of: logistic regressions on
// functions of the scores' normal quantiles, each with a normal prior on its weights. What they
// predict is averaged over what the weights may be, and over the regressions by the probability that
// each gave to what came (MacKay 1992), so that few releases are not taken at their word.
type Fit struct {
	Law    [2][]float64 // the estimated probabilities of the cells, for releases of each input
	ranks  []Ranks      // of each score; nil, but of the first, where all are equal
	models []*regression
	edges  []float64 // of the cells, of predictions
}

// basis are the functions of a score's normal quantile that a regression sums, with the
// variances of the normal prior on their weights.
type basis struct {
	variances []float64
	of        func(out []float64, z float64) []float64
}

// bases are of one function where the laws differ in scale, or are shifted as Gauss's or
// Laplace's, which is learned from few releases; of lines that bend, for other laws that differ more
// the further out; and of functions near the middle, for laws that differ there alone: by a shift, or anyhow.
var bases = [...]basis{
	{[]float64{1}, func(out []float64, z float64) []float64 { return append(out, z*z-1) }},
	{[]float64{1}, func(out []float64, z float64) []float64 { return append(out, z) }},
	{[]float64{1}, func(out []float64, z float64) []float64 { return append(out, math.Max(-0.7, math.Min(z, 0.7))) }},
	{slices.Repeat([]float64{1}, 8), func(out []float64, z float64) []float64 {
		out = append(out, z, math.Abs(z)-0.8)
		for _, bend := range []float64{0.3, 0.7, 1.5} {
			out = append(out, math.Max(z-bend, 0), math.Max(-z-bend, 0))
		}
		return out
	}},
	{[]float64{0.5, 0.5}, func(out []float64, z float64) []float64 {
		for _, width := range []float64{0.1, 0.3} {
			u := z / width
			out = append(out, u*num.Exp(-u*u/2))
		}
		return out
	}},
	{slices.Repeat([]float64{0.3}, 7), func(out []float64, z float64) []float64 {
		for k := -3.0; k <= 3; k++ {
			u := (z - 0.2*k) / 0.2
			out = append(out, num.Exp(-u*u/2))
		}
		return out
	}},
}

// constantVariance is that of the prior on the constant's weight.
const constantVariance = 0.02

// regression is one of the logistic regressions.
type regression struct {
	basis
	*logit.Fit
	share float64
}

// Scored are scores of releases of each input, rows of Width numbers, and how often each row
// came; nil is once.
type Scored struct {
	Width int
	Rows  [2][]float64
	Times [2][]float64
}

// Ranks are sorted numbers.
type Ranks []float64

// Normal returns the normal quantile of a number's rank among them.
func (r Ranks) Normal(x float64) float64 {
	if x != x {
		x = math.Inf(-1)
	}
	lo := sort.SearchFloat64s(r, x)
	hi := lo + sort.Search(len(r)-lo, func(i int) bool { return r[lo+i] > x })
	return num.NormalQuantile((float64(lo+hi)/2 + 0.5) / float64(len(r)+1))
}

// normals returns the normal quantiles of rows of scores.
func (f *Fit) normals(scores []float64) (out []float64) {
	for i, s := range scores {
		if r := f.ranks[i%len(f.ranks)]; r != nil {
			out = append(out, r.Normal(s))
		}
	}
	return out
}

// row is what a regression sees of a release.
func (b *basis) row(normals []float64) []float64 {
	out := append(make([]float64, 0, 1+len(normals)*len(b.variances)), 1)
	for _, z := range normals {
		out = b.of(out, z)
	}
	return out
}

// NewFit fits to scores; it starts from before, which may be nil.
func NewFit(s Scored, before *Fit) *Fit {
	f, width := &Fit{}, s.Width
	for k := range s.Width {
		all := Ranks{}
		for _, rows := range s.Rows {
			for i := k; i < len(rows); i += s.Width {
				if rows[i] == rows[i] {
					all = append(all, rows[i])
				}
			}
		}
		slices.Sort(all)
		if k > 0 && len(all) > 0 && all[0] == all[len(all)-1] {
			all, width = nil, width-1
		}
		f.ranks = append(f.ranks, all)
	}
	var normals [2][]float64
	for in, rows := range s.Rows {
		normals[in] = f.normals(rows)
		if s.Times[in] == nil {
			s.Times[in] = slices.Repeat([]float64{1}, len(rows)/s.Width)
		}
	}
	times := [2][]float64{ // of the record's rows, then the neighbour's
		slices.Concat(s.Times[0], make([]float64, len(s.Times[1]))),
		slices.Concat(make([]float64, len(s.Times[0])), s.Times[1])}
	all, evidence := slices.Concat(normals[0], normals[1]), []float64(nil)
	for i, b := range bases {
		var start []float64
		if before != nil && len(before.models[i].Weights) == 1+width*len(b.variances) {
			start = before.models[i].Weights
		}
		r := &regression{basis: b, Fit: b.fit(times, all, width, start)}
		f.models, evidence = append(f.models, r), append(evidence, r.Evidence)
	}
	for i, share := range logit.Shares(evidence) {
		f.models[i].share = share
	}
	f.cells(normals, s.Times, width)
	return f
}

// fit is the regression on rows of so many normal quantiles.
func (b *basis) fit(times [2][]float64, normals []float64, width int, start []float64) *logit.Fit {
	columns, precision := make([][]float64, 1+width*len(b.variances)), []float64{1 / constantVariance}
	for range width {
		for _, v := range b.variances {
			precision = append(precision, 1/v)
		}
	}
	for ; len(normals) > 0; normals = normals[width:] {
		for k, v := range b.row(normals[:width]) {
			columns[k] = append(columns[k], v)
		}
	}
	return logit.New(times, columns, precision, start)
}

// predict returns the probability that a release is the record's.
func (f *Fit) predict(normals []float64) (p float64) {
	for _, r := range f.models {
		if r.share > 0 {
			row := r.row(normals)
			ratio := num.Dot(r.Weights, row) / math.Sqrt(1+math.Pi/8*r.Variance(row))
			p += r.share / (1 + num.Exp(-ratio))
		}
	}
	return p
}

// There are at most mostCells cells, of perCell releases or more.
const mostCells, perCell = 64, 2

// cells divides predictions into cells of about as many releases.
func (f *Fit) cells(normals, times [2][]float64, width int) {
	type release struct{ p, times float64 }
	var all []release
	total := 0.0
	for in := range normals {
		for i, n := range times[in] {
			all = append(all, release{f.predict(normals[in][i*width:][:width]), n})
			total += n
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].p < all[j].p })
	size, seen := total/math.Max(math.Min(total/perCell, mostCells), 2), 0.0
	for i, r := range all {
		if i > 0 && seen >= size && r.p > all[i-1].p {
			f.edges, seen = append(f.edges, r.p), 0
		}
		seen += r.times
	}
	sum := [2]float64{}
	for in := range f.Law {
		f.Law[in] = make([]float64, len(f.edges)+1)
	}
	for _, r := range all {
		c := f.cell(r.p)
		for in, p := range [2]float64{r.p, 1 - r.p} {
			f.Law[in][c] += r.times * p
			sum[in] += r.times * p
		}
	}
	for in := range f.Law {
		for c := range f.Law[in] {
			f.Law[in][c] /= sum[in]
		}
	}
}

// cell returns the cell of a prediction.
func (f *Fit) cell(p float64) int {
	return sort.Search(len(f.edges), func(k int) bool { return p < f.edges[k] })
}

// Cell returns the cell of a release with these scores.
func (f *Fit) Cell(scores []float64) int { return f.cell(f.predict(f.normals(scores))) }

// Rows whose predicted log-odds differ by at most widest of their standard deviation are counted together, and the fit
// weighs as much as priorCounts releases of each input.
const widest, priorCounts = 0.5, 500

// Counted makes cells of the rows of counts that the fit was made of, rows that it predicts much the same of. Their law
// is what was counted, which a fit to many releases falls short of, with the fit as its prior. It returns the cell
// of each row.
func (f *Fit) Counted(s Scored) (cells []int) {
	var odds []float64
	var total, sum, squares float64
	for i := range s.Times[0] {
		p := f.predict(f.normals(s.Rows[0][i*s.Width:][:s.Width]))
		l, n := num.Log(p/(1-p)), s.Times[0][i]+s.Times[1][i]
		odds = append(odds, l)
		total, sum, squares = total+n, sum+n*l, squares+n*l*l
	}
	width := widest * math.Sqrt(max(squares/total-sum*sum/(total*total), 0))
	order := num.Indices(len(odds))
	sort.SliceStable(order, func(i, j int) bool { return odds[order[i]] < odds[order[j]] })
	cells, f.Law = make([]int, len(odds)), [2][]float64{}
	begin, cell := math.Inf(-1), -1
	for _, i := range order {
		if odds[i]-begin > width || cell < 0 {
			begin, cell = odds[i], cell+1
			f.Law[0], f.Law[1] = append(f.Law[0], 0), append(f.Law[1], 0)
		}
		cells[i] = cell
		p := 1 / (1 + num.Exp(-odds[i]))
		share := 2 * (s.Times[0][i] + s.Times[1][i]) / total
		f.Law[0][cell] += s.Times[0][i] + priorCounts*p*share
		f.Law[1][cell] += s.Times[1][i] + priorCounts*(1-p)*share
	}
	for _, law := range f.Law {
		floats.Scale(1/floats.Sum(law), law)
	}
	return cells
}
