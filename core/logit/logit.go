// Package logit is Bayesian logistic regression: of which of two inputs a row is, from its
// columns, with a normal prior of mean 0 on each weight. Regressions of the same rows are weighed
// by their marginal likelihood (MacKay 1992), by Laplace's approximation: few rows that tell little
// leave the simplest.
//
// It is ours because what it says decides which events are counted and what is bet on them, so its
// bits have to be the same everywhere.
package logit

import (
	"math"
	"slices"

	"indistinct/core/num"
)

// Fit is a fitted regression. Its slices are of the rows but for Weights and Factor.
type Fit struct {
	Weights  []float64 // of the columns: the posterior's mode
	Factor   []float64 // Cholesky's of the posterior's precision, row by row
	Evidence float64   // the logarithm of the marginal likelihood; −Inf where there is none
	Ratio    []float64 // the logarithm of the odds that a row is the first input's
	Residual []float64 // the derivative of the log-likelihood by it
	Curve    []float64 // and minus the second one

	times    [2][]float64
	columns  []column
	gradient []float64
	small    []float64 // e to the power of minus the ratio's magnitude
}

// column is a column: 0 in the rows before from, and 1 in those from ones on.
type column struct {
	value      []float64
	from, ones int
}

// New fits a regression on columns of rows that came so often of either input, with these
// precisions of the weights' priors. It starts from weights; nil is 0.
func New(times [2][]float64, columns [][]float64, precision, weights []float64) *Fit {
	p, n := len(columns), len(times[0])
	f := &Fit{times: times, Weights: make([]float64, p), Factor: make([]float64, p*p), gradient: make([]float64, p),
		Ratio: make([]float64, n), small: make([]float64, n), Residual: make([]float64, n), Curve: make([]float64, n)}
	copy(f.Weights, weights)
	for _, value := range columns {
		c := column{value: value, ones: n}
		for c.from < n && value[c.from] == 0 {
			c.from++
		}
		for c.ones > 0 && value[c.ones-1] == 1 {
			c.ones--
		}
		f.columns = append(f.columns, c)
	}
	f.climb(precision)
	return f
}

// climb finds the weights by Newton's method.
func (f *Fit) climb(precision []float64) {
	const most, longest, close = 20, 3, 1e-4
	p := len(f.columns)
	move := make([]float64, p)
	for range most {
		f.derive()
		for a, w := range f.Weights {
			move[a] = f.gradient[a] - precision[a]*w
			f.Factor[a*p+a] += precision[a]
		}
		if !num.Cholesky(f.Factor, p) {
			f.Evidence = math.Inf(-1)
			return
		}
		num.CholeskySolve(f.Factor, move, p)
		size := 0.0
		for _, g := range move {
			size = math.Max(size, math.Abs(g))
		}
		if size < close {
			break
		}
		for k, g := range move {
			f.Weights[k] += g * math.Min(1, longest/size)
		}
	}
	for i, s := range f.Ratio {
		a, b := f.times[0][i], f.times[1][i]
		f.Evidence += min(s, 0)*a - max(s, 0)*b - (a+b)*num.Log1p(f.small[i])
	}
	for k, w := range f.Weights {
		f.Evidence += 0.5*num.Log(precision[k]) - 0.5*precision[k]*(w*w) - num.Log(f.Factor[k*p+k])
	}
	if f.Evidence != f.Evidence {
		f.Evidence = math.Inf(-1)
	}
}

// derive computes the ratios at the weights, the log-likelihood's gradient, and in Factor minus its
// second derivatives.
func (f *Fit) derive() {
	clear(f.Ratio)
	for k, col := range f.columns {
		w, ratio := f.Weights[k], f.Ratio[col.from:]
		for i, v := range col.value[col.from:] {
			ratio[i] += w * v
		}
	}
	for i, s := range f.Ratio {
		f.small[i] = num.Exp(-math.Abs(s))
		first := f.times[0][i]
		all, y := first+f.times[1][i], 1/(1+f.small[i])
		if s < 0 {
			y = 1 - y
		}
		f.Residual[i], f.Curve[i] = first-all*y, all*y*(1-y)
	}
	p := len(f.columns)
	for a, x := range f.columns {
		slope, sum, square := 0.0, 0.0, 0.0
		residual, curve := f.Residual[x.from:], f.Curve[x.from:]
		for i, v := range x.value[x.from:] {
			slope += v * residual[i]
			sum += v * curve[i]
			square += curve[i] * (v * v)
		}
		f.gradient[a] = slope
		row := f.Factor[a*p:][:a+1]
		row[a] = square
		for b, y := range f.columns[:a] {
			if y.ones <= x.from {
				row[b] = sum
				continue
			}
			from, s := max(x.from, y.from), 0.0
			x, y := x.value[from:], y.value[from:]
			for i, h := range f.Curve[from:] {
				s += h * (x[i] * y[i])
			}
			row[b] = s
		}
	}
}

// Variance is the posterior's of the ratio of a row, which need not be one of those that were fitted to.
func (f *Fit) Variance(row []float64) (variance float64) {
	p := len(row)
	u := make([]float64, p)
	for k := range p {
		u[k] = (row[k] - num.Dot(f.Factor[k*p:][:k], u)) / f.Factor[k*p+k]
		variance += u[k] * u[k]
	}
	return variance
}

// Shares are the probabilities of regressions with such evidences, which were equally likely
// before; all are 0 where there is no evidence of any.
func Shares(evidence []float64) []float64 {
	const least = 1e-3 // of the likeliest's
	most, total, shares := slices.Max(evidence), 0.0, make([]float64, len(evidence))
	if math.IsInf(most, -1) {
		return shares
	}
	for i, e := range evidence {
		if w := num.Exp(e - most); w >= least {
			shares[i], total = w, total+w
		}
	}
	for i := range shares {
		shares[i] /= total
	}
	return shares
}
