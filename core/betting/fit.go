package betting

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/num"
)

// Fit says of a release, from its scores, which input it is of: logistic regressions on
// functions of the scores' normal quantiles, each with a normal prior on its weights. What they
// predict is averaged over what the weights may be, and over the regressions by the probability that
// each gave to what came (MacKay 1992), so that few releases are not taken at their word.
type Fit struct {
	ranks  []Ranks // of each score
	models []*regression
	edges  []float64    // of the cells, of predictions
	law    [2][]float64 // of the cells
}

// basis are the functions of a score's normal quantile that a regression sums, with the
// variances of the normal prior on their weights.
type basis struct {
	variances []float64
	of        func(out []float64, z float64) []float64
}

// bases are of few functions where the laws differ in scale or are shifted, which is learned
// from few releases; of lines that bend, for other laws that differ more the further out; and of
// functions near the middle, for laws that differ there alone: by a shift, or anyhow.
var bases = [...]basis{
	{[]float64{1, 1}, func(out []float64, z float64) []float64 {
		return append(out, math.Abs(z)-0.8, math.Max(math.Abs(z)-1, 0))
	}},
	{[]float64{1, 1}, func(out []float64, z float64) []float64 {
		return append(out, z, z-math.Max(-0.5, math.Min(z, 0.5)))
	}},
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

const (
	constantVariance = 0.02
	mostSteps        = 12 // of Newton's method
)

// regression is one of the logistic regressions.
type regression struct {
	basis
	weights   []float64
	precision []float64 // of the weights, its Cholesky factor
	evidence  float64   // the logarithm of the probability of what came, by Laplace's approximation
	share     float64
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
		out = append(out, f.ranks[i%len(f.ranks)].Normal(s))
	}
	return out
}

// row is what a regression sees of a release.
func (r *regression) row(normals []float64) []float64 {
	out := append(make([]float64, 0, len(r.weights)), 1)
	for _, z := range normals {
		out = r.of(out, z)
	}
	return out
}

// NewFit fits to scores; it starts from before, which may be nil.
func NewFit(s Scored, before *Fit) *Fit {
	f := &Fit{}
	for k := range s.Width {
		var all []float64
		for _, rows := range s.Rows {
			for i := k; i < len(rows); i += s.Width {
				if rows[i] == rows[i] {
					all = append(all, rows[i])
				}
			}
		}
		slices.Sort(all)
		f.ranks = append(f.ranks, all)
	}
	var normals [2][]float64
	for in, rows := range s.Rows {
		normals[in] = f.normals(rows)
		if s.Times[in] == nil {
			s.Times[in] = slices.Repeat([]float64{1}, len(rows)/s.Width)
		}
	}
	most := math.Inf(-1)
	for i, b := range bases {
		r := &regression{basis: b, weights: make([]float64, 1+s.Width*len(b.variances))}
		if before != nil && len(before.models[i].weights) == len(r.weights) {
			copy(r.weights, before.models[i].weights)
		}
		r.fit(normals, s)
		f.models = append(f.models, r)
		most = math.Max(most, r.evidence)
	}
	sum := 0.0
	for _, r := range f.models {
		r.share = num.Exp(r.evidence - most)
		sum += r.share
	}
	for _, r := range f.models {
		r.share /= sum
	}
	f.cells(normals, s)
	return f
}

// fit fits the weights, from those that are set on.
func (r *regression) fit(normals [2][]float64, s Scored) {
	var x [2][]float64
	for in, all := range normals {
		for ; len(all) > 0; all = all[s.Width:] {
			x[in] = append(x[in], r.row(all[:s.Width])...)
		}
	}
	for range mostSteps {
		if r.step(x, s.Times) < 1e-3 {
			return
		}
	}
}

// step is one of Newton's method; it returns the largest change of a weight.
func (r *regression) step(x, times [2][]float64) (far float64) {
	size := len(r.weights)
	step := make([]float64, size)
	r.precision = make([]float64, size*size)
	r.evidence = 0
	for k, w := range r.weights {
		v := constantVariance
		if k > 0 {
			v = r.variances[(k-1)%len(r.variances)]
		}
		step[k], r.precision[k*size+k] = -w/v, 1/v
		r.evidence -= (w*w/v + num.Log(v)) / 2
	}
	for in := range x {
		for i, n := range times[in] {
			row := x[in][i*size:][:size]
			p := sigmoid(num.Dot(r.weights, row))
			r.evidence += n * num.Log([2]float64{p, 1 - p}[in])
			d, v := n*(float64(1-in)-p), n*p*(1-p)
			for k, a := range row {
				step[k] += d * a
				for l, b := range row[:k+1] {
					r.precision[k*size+l] += v * a * b
				}
			}
		}
	}
	num.Cholesky(r.precision, size) // positive definite: the prior alone is
	num.CholeskySolve(r.precision, step, size)
	for k, d := range step {
		r.weights[k] += d
		r.evidence -= num.Log(r.precision[k*size+k])
		far = math.Max(far, math.Abs(d))
	}
	return far
}

func sigmoid(x float64) float64 { return 1 / (1 + num.Exp(-x)) }

// predict returns the probability that a release is the record's.
func (f *Fit) predict(normals []float64) (p float64) {
	for _, r := range f.models {
		if r.share > 0.001 {
			p += r.share * r.predict(r.row(normals))
		}
	}
	return p
}

func (r *regression) predict(row []float64) float64 {
	size := len(row)
	variance, u := 0.0, make([]float64, size)
	for k := range size {
		u[k] = (row[k] - num.Dot(r.precision[k*size:][:k], u)) / r.precision[k*size+k]
		variance += u[k] * u[k]
	}
	return sigmoid(num.Dot(r.weights, row) / math.Sqrt(1+math.Pi/8*variance))
}

// There are at most mostCells cells, of perCell releases or more.
const mostCells, perCell = 64, 4

// cells divides predictions into cells of about as many releases.
func (f *Fit) cells(normals [2][]float64, s Scored) {
	type release struct{ p, times float64 }
	var all []release
	total := 0.0
	for in := range normals {
		for i, n := range s.Times[in] {
			all = append(all, release{f.predict(normals[in][i*s.Width:][:s.Width]), n})
			total += n
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].p < all[j].p })
	size, seen := total/math.Max(math.Min(total/perCell, mostCells), 2), 0.0
	for _, r := range all {
		n := len(f.edges)
		if seen >= float64(n+1)*size && (n == 0 || r.p > f.edges[n-1]) {
			f.edges = append(f.edges, r.p)
		}
		seen += r.times
	}
	sum := [2]float64{}
	for in := range f.law {
		f.law[in] = make([]float64, len(f.edges)+1)
	}
	for _, r := range all {
		c := f.cell(r.p)
		for in, p := range [2]float64{r.p, 1 - r.p} {
			f.law[in][c] += r.times * p
			sum[in] += r.times * p
		}
	}
	for in := range f.law {
		for c := range f.law[in] {
			f.law[in][c] /= sum[in]
		}
	}
}

// cell returns the cell of a prediction.
func (f *Fit) cell(p float64) int {
	return sort.Search(len(f.edges), func(k int) bool { return p < f.edges[k] })
}

// Cell returns the cell of a release with these scores.
func (f *Fit) Cell(scores []float64) int { return f.cell(f.predict(f.normals(scores))) }

// Law returns the estimated probabilities of the cells for releases of each input.
func (f *Fit) Law() [2][]float64 { return f.law }
