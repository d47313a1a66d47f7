package betting

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/num"
)

// Fit is a logistic regression on scores of releases that says which input a release is of,
// with a normal prior on its weights. What it predicts is averaged over what the weights may be
// (MacKay 1992), so that few releases are not taken at their word.
type Fit struct {
	ranks     []Ranks // of each score
	weights   []float64
	precision []float64    // of the weights, its Cholesky factor
	edges     []float64    // of the cells, of predictions
	law       [2][]float64 // of the cells
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

// bends are where the logarithm of the odds may bend as a function of a score's normal quantile.
var bends = [...]float64{0.3, 0.7, 1.5}

// features is how many features a score has, and the variances of the normal prior.
const (
	features      = 2 + 2*len(bends)
	priorConstant = 0.25
	priorVariance = 1
	mostSteps     = 12 // of Newton's method
)

// row appends what the regression sees of a row of scores.
func (f *Fit) row(out, scores []float64) []float64 {
	out = append(out, 1)
	for k, s := range scores {
		z := f.ranks[k].Normal(s)
		out = append(out, z, math.Abs(z)-0.8)
		for _, b := range bends {
			out = append(out, math.Max(z-b, 0), math.Max(-z-b, 0))
		}
	}
	return out
}

// NewFit fits to scores; it starts from before, which may be nil.
func NewFit(s Scored, before *Fit) *Fit {
	f := &Fit{}
	size := 1 + features*s.Width
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
	var x [2][]float64
	for in, rows := range s.Rows {
		for ; len(rows) > 0; rows = rows[s.Width:] {
			x[in] = f.row(x[in], rows[:s.Width])
		}
		if s.Times[in] == nil {
			s.Times[in] = slices.Repeat([]float64{1}, len(x[in])/size)
		}
	}
	f.weights, f.precision = make([]float64, size), make([]float64, size*size)
	if before != nil && len(before.weights) == size {
		copy(f.weights, before.weights)
	}
	for range mostSteps {
		if f.step(x, s.Times) < 1e-3 {
			break
		}
	}
	f.cells(x, s.Times)
	return f
}

// step is one of Newton's method; it returns the largest change of a weight.
func (f *Fit) step(x, times [2][]float64) (far float64) {
	size := len(f.weights)
	step := make([]float64, size)
	clear(f.precision)
	for k, w := range f.weights {
		v := float64(priorVariance)
		if k == 0 {
			v = priorConstant
		}
		step[k], f.precision[k*size+k] = -w/v, 1/v
	}
	for in := range x {
		for i, n := range times[in] {
			row := x[in][i*size:][:size]
			p := sigmoid(num.Dot(f.weights, row))
			d, v := n*(float64(1-in)-p), n*p*(1-p)
			for k, a := range row {
				step[k] += d * a
				for l, b := range row[:k+1] {
					f.precision[k*size+l] += v * a * b
				}
			}
		}
	}
	num.Cholesky(f.precision, size) // positive definite: the prior alone is
	num.CholeskySolve(f.precision, step, size)
	for k, d := range step {
		f.weights[k] += d
		far = math.Max(far, math.Abs(d))
	}
	return far
}

func sigmoid(x float64) float64 { return 1 / (1 + num.Exp(-x)) }

// predict returns the probability that a release is the record's.
func (f *Fit) predict(row []float64) float64 {
	size := len(row)
	variance, u := 0.0, make([]float64, size)
	for k := range size {
		u[k] = (row[k] - num.Dot(f.precision[k*size:][:k], u)) / f.precision[k*size+k]
		variance += u[k] * u[k]
	}
	return sigmoid(num.Dot(f.weights, row) / math.Sqrt(1+math.Pi/8*variance))
}

// There are at most mostCells cells, of perCell releases or more.
const mostCells, perCell = 64, 4

// cells divides predictions into cells of about as many releases.
func (f *Fit) cells(x, times [2][]float64) {
	type release struct{ p, times float64 }
	var all []release
	total := 0.0
	for in := range x {
		for i, n := range times[in] {
			all = append(all, release{f.predict(x[in][i*len(f.weights):][:len(f.weights)]), n})
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
func (f *Fit) Cell(scores []float64) int { return f.cell(f.predict(f.row(nil, scores))) }

// Law returns the estimated probabilities of the cells for releases of each input.
func (f *Fit) Law() [2][]float64 { return f.law }
