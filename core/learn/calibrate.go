package learn

import (
	"math"
	"slices"

	"indistinct/core/num"
)

// A score that tells the inputs apart is worth what it is worth on releases that it was
// not fitted to. Where releases tell little, the counts above a threshold tell still less
// about which threshold is best: the luckiest would win. The log-ratio of the inputs'
// probabilities is one curve for all thresholds, and a smooth one unless the releases say
// otherwise: calibrate estimates it, and how probable an event is under either input
// follows from all releases of both.

// group is neighbouring scores.
type group struct {
	n      [2]float64 // how many of either input
	lo, hi float64    // the least and the greatest
	z      float64    // the normal quantile of the share of scores below its middle
	value  float64    // the log-ratio of the inputs' probabilities, estimated
	err    float64    // its standard error
}

func (g *group) size() float64 { return g.n[0] + g.n[1] }

// groupShare is what part of the scores further out a group holds: single ones at both ends.
const groupShare = 1.0 / 14

// grouped puts sorted scores of both inputs in groups, never cut within a tie.
func grouped(score [2][]float64) (out []group) {
	n := len(score[0]) + len(score[1])
	for i, j := 0, 0; i+j < n; {
		in, v := 0, math.Inf(1)
		if i < len(score[0]) {
			v = score[0][i]
		}
		if j < len(score[1]) && score[1][j] < v {
			in, v = 1, score[1][j]
		}
		last := len(out) - 1
		if last < 0 || v > out[last].hi && out[last].size() >= groupShare*float64(min(i+j, n-i-j)) {
			out, last = append(out, group{lo: v}), last+1
		}
		out[last].n[in]++
		out[last].hi = v
		i, j = i+1-in, j+in
	}
	return out
}

// calibrate estimates the log-ratio of each group by logistic regressions of the input on
// z: a straight line, or one that is flat further out, as a mechanism's bounded loss is;
// besides, a few cliffs, each at any place; or steps everywhere, small or large. Each counts
// by its marginal likelihood (MacKay 1992): few releases that tell little leave a flat line, a
// corner that one input never reaches a cliff. The score is one of so many that are tried. It
// reports whether the log-ratio could be estimated.
func calibrate(groups []group, tried int) bool {
	if len(groups) < 2 {
		return false
	}
	below, all := 0.0, 0.0
	for _, g := range groups {
		all += g.size()
	}
	for i := range groups {
		g := &groups[i]
		g.z = num.NormalQuantile((below + 0.5*g.size()) / all)
		below += g.size()
	}
	straight := line(groups, math.Inf(1))
	models := cliffs(groups, straight, tried)
	for _, reach := range []float64{0.3, 1} {
		c := line(groups, reach)
		c.evidence += bounded
		models = append(models, c)
	}
	models = append(models, steps(groups, straight)...)
	most, total := math.Inf(-1), 0.0
	for _, c := range models {
		most = math.Max(most, c.evidence)
	}
	if math.IsInf(most, -1) {
		return false
	}
	for _, c := range models {
		weight := num.Exp(c.evidence - most)
		if weight < 1e-3 {
			continue
		}
		total += weight
		c.ratios()
		solved := make([]float64, 0, len(c.cols)*len(groups))
		for _, col := range c.cols {
			solved = append(solved, col.value...)
		}
		num.CholeskySolve(c.factor, solved, len(c.cols))
		for i, value := range c.value {
			c.curve[i] = value * value // the mean square, for now
		}
		for k, col := range c.cols {
			for i, v := range col.value {
				c.curve[i] += v * solved[k*len(groups)+i]
			}
		}
		for i := range groups {
			groups[i].value += weight * c.value[i]
			groups[i].err += weight * c.curve[i]
		}
	}
	for i := range groups {
		g := &groups[i]
		g.value /= total
		g.err = math.Sqrt(math.Max(g.err/total-g.value*g.value, 0))
	}
	return true
}

// logistic is a logistic regression on groups, with normal priors of the weights.
type logistic struct {
	groups    []group
	cols      []regressor // 1, z, and what else there is
	precision []float64   // of the priors
	evidence  float64     // the logarithm of the marginal likelihood (Laplace's approximation)

	w        []float64
	gradient []float64 // of the log-likelihood
	factor   []float64 // its negative second derivatives, then Cholesky's factor of the posterior's
	value    []float64 // of each group, the log-ratio and e to the power of minus its magnitude
	small    []float64
	residual []float64 // the derivative by it, and the curvature
	curve    []float64
}

// regressor is a column of a regression: 0 of the groups before from, and 1 of those from ones on.
type regressor struct {
	value      []float64
	from, ones int
}

func newRegressor(value []float64) regressor {
	r := regressor{value: value, ones: len(value)}
	for r.from < len(value) && value[r.from] == 0 {
		r.from++
	}
	for r.ones > 0 && value[r.ones-1] == 1 {
		r.ones--
	}
	return r
}

// slopes are the standard deviations, in log-ratio for each unit of z, that are tried for the
// slope of the line.
var slopes = []float64{0.01, 0.03, 0.1, 0.3, 1, 3}

const (
	// cliffHeight is the standard deviation of a cliff's height, in log-ratio, and mostCliffs
	// how many there may be.
	cliffHeight, mostCliffs = 3, 4
	// bounded is by how much more a line that is flat further out is believed beforehand: the
	// logarithm of the odds.
	bounded = 1
	// knotEvery is how far in z one step is from the next.
	knotEvery = 0.5
	// free is the precision of the intercept's prior.
	free = 1e-4
)

// line fits a straight line that is flat further than reach from z = 0.
func line(groups []group, reach float64) logistic {
	one, z := make([]float64, len(groups)), make([]float64, len(groups))
	for i, g := range groups {
		one[i], z[i] = 1, min(max(g.z, -reach), reach)
	}
	c := logistic{groups: groups, cols: []regressor{newRegressor(one), newRegressor(z)},
		precision: []float64{free, 0}}
	return c.steepest()
}

// steepest fits the regression with the slope's prior of which the evidence is largest: beyond it
// the evidence falls.
func (c logistic) steepest() (best logistic) {
	for _, sd := range slopes {
		f := c.with(sd, 1, 2)
		if best.w != nil && f.evidence <= best.evidence {
			break
		}
		best = f
	}
	return best
}

// with fits the regression with a standard deviation of the weights from … to−1.
func (c logistic) with(sd float64, from, to int) logistic {
	p, n := len(c.cols), len(c.groups)
	c.w, c.gradient, c.factor = make([]float64, p), make([]float64, p), make([]float64, p*p)
	c.value, c.small = make([]float64, n), make([]float64, n)
	c.residual, c.curve = make([]float64, n), make([]float64, n)
	c.precision = slices.Clone(c.precision)
	for k := from; k < to; k++ {
		c.precision[k] = 1 / (sd * sd)
	}
	c.fit()
	return c
}

// cliffs returns a line and what comes of it by adding cliffs, one after another, as long as
// they may be worth it.
func cliffs(groups []group, c logistic, tried int) []logistic {
	const hopeless = 5 // in units of the evidence's logarithm
	models := []logistic{c}
	const precision = 1.0 / (cliffHeight * cliffHeight)
	// Any place on any score would have done.
	choices := num.Log(float64(tried * (len(groups) - 1)))
	paid := 0.0
	for range mostCliffs {
		at, most := 0, 0.0
		g, h, allG, allH := 0.0, 0.0, 0.0, 0.0
		for i := range groups {
			allG, allH = allG+c.residual[i], allH+c.curve[i]
		}
		for i := range groups[1:] {
			g, h = g+c.residual[i], h+c.curve[i]
			// The smaller side's, as the intercept follows the larger.
			if v := 0.5 * (g * g) * (1/(h+precision) + 1/(allH-h+precision)); v > most {
				at, most = i+1, v
			}
		}
		if at == 0 {
			break
		}
		cliff := make([]float64, len(groups))
		for i := at; i < len(cliff); i++ {
			cliff[i] = 1
		}
		next := c
		next.cols = append(slices.Clip(c.cols), newRegressor(cliff))
		next.precision = append(slices.Clip(c.precision), precision)
		next = next.steepest()
		if next.evidence += paid - choices; !(next.evidence > c.evidence-hopeless) {
			break
		}
		paid -= choices
		models, c = append(models, next), next
	}
	return models
}

// steps returns a line with steps between knots, each of one of some standard deviations.
func steps(groups []group, c logistic) (out []logistic) {
	c.cols, c.precision = slices.Clip(c.cols), slices.Clip(c.precision)
	var knots []float64
	last := groups[len(groups)-1].z
	for _, g := range groups {
		if k := len(knots); len(groups) <= 16 || k == 0 || g.z >= knots[k-1]+knotEvery || g.z == last {
			knots = append(knots, g.z)
		}
	}
	for k := 1; k < len(knots); k++ {
		from, to := knots[k-1], knots[k]
		col := make([]float64, len(groups))
		for i, g := range groups {
			col[i] = (min(max(g.z, from), to) - from) / (to - from)
		}
		c.cols, c.precision = append(c.cols, newRegressor(col)), append(c.precision, 0)
	}
	for _, sd := range []float64{0.05, 0.2, 0.8, 3} {
		out = append(out, c.with(sd, 2, len(c.cols)))
	}
	return out
}

// ratios computes the log-ratios at w.
func (c *logistic) ratios() {
	clear(c.value)
	for k, col := range c.cols {
		w, value := c.w[k], c.value[col.from:]
		for i, v := range col.value[col.from:] {
			value[i] += w * v
		}
	}
}

// derive computes the log-ratios at w, and the log-likelihood's derivatives.
func (c *logistic) derive() {
	c.ratios()
	for i, s := range c.value {
		g := &c.groups[i].n
		c.small[i] = num.Exp(-math.Abs(s))
		all, y := g[0]+g[1], 1/(1+c.small[i])
		if s < 0 {
			y = 1 - y
		}
		c.residual[i], c.curve[i] = g[0]-all*y, all*y*(1-y)
	}
	p := len(c.cols)
	for a, x := range c.cols {
		slope, sum, square := 0.0, 0.0, 0.0
		residual, curve := c.residual[x.from:], c.curve[x.from:]
		for i, v := range x.value[x.from:] {
			slope += v * residual[i]
			sum += v * curve[i]
			square += curve[i] * (v * v)
		}
		c.gradient[a] = slope
		row := c.factor[a*p:][:a+1]
		row[a] = square
		for b, y := range c.cols[:a] {
			if y.ones <= x.from {
				row[b] = sum
				continue
			}
			from, s := max(x.from, y.from), 0.0
			x, y := x.value[from:], y.value[from:]
			for i, h := range c.curve[from:] {
				s += h * (x[i] * y[i])
			}
			row[b] = s
		}
	}
}

// fit finds the weights by Newton's method, from 0.
func (c *logistic) fit() {
	const most = 20
	p := len(c.cols)
	move := make([]float64, p)
	for range most {
		c.derive()
		for a, w := range c.w {
			move[a] = c.gradient[a] - c.precision[a]*w
			c.factor[a*p+a] += c.precision[a]
		}
		if !num.Cholesky(c.factor, p) {
			c.evidence = math.Inf(-1)
			return
		}
		num.CholeskySolve(c.factor, move, p)
		size := 0.0
		for _, g := range move {
			size = math.Max(size, math.Abs(g))
		}
		if size < 1e-4 {
			break
		}
		for k, g := range move {
			c.w[k] += g * math.Min(1, 3/size) // a step that is not too far
		}
	}
	c.evidence = 0
	for i, s := range c.value {
		g := &c.groups[i].n
		c.evidence += min(s, 0)*g[0] - max(s, 0)*g[1] - (g[0]+g[1])*num.Log1p(c.small[i])
	}
	for k, w := range c.w {
		c.evidence += 0.5*num.Log(c.precision[k]) - 0.5*c.precision[k]*(w*w) - num.Log(c.factor[k*p+k])
	}
	if c.evidence != c.evidence {
		c.evidence = math.Inf(-1)
	}
}
