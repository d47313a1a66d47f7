package learn

import (
	"math"
	"slices"

	"indistinct/core/logit"
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
	n     [2]float64 // how many of either input
	lo    float64    // the least
	hi    float64    // the greatest
	z     float64    // the normal quantile of the share of scores below its middle
	value float64    // the log-ratio of the inputs' probabilities, estimated
	err   float64    // its standard error
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
		c.Evidence += bounded
		models = append(models, c)
	}
	models = append(models, steps(groups, straight)...)
	evidence := make([]float64, len(models))
	for i, c := range models {
		evidence[i] = c.Evidence
	}
	total := 0.0
	for k, share := range logit.Shares(evidence) {
		if share == 0 {
			continue
		}
		total += share
		c := models[k]
		row := make([]float64, len(c.cols))
		for i, value := range c.Ratio {
			for a, col := range c.cols {
				row[a] = col[i]
			}
			groups[i].value += share * value
			groups[i].err += share * (value*value + c.Variance(row)) // the mean square, for now
		}
	}
	for i := range groups {
		g := &groups[i]
		g.err = math.Sqrt(math.Max(g.err-g.value*g.value, 0))
	}
	return total > 0
}

// model is a regression of the groups, and what it was made of.
type model struct {
	*logit.Fit
	times     [2][]float64
	cols      [][]float64 // 1, z, and what else there is
	precision []float64
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
func line(groups []group, reach float64) model {
	c := model{cols: make([][]float64, 2), precision: []float64{free, 0}}
	for _, g := range groups {
		c.times[0], c.times[1] = append(c.times[0], g.n[0]), append(c.times[1], g.n[1])
		c.cols[0], c.cols[1] = append(c.cols[0], 1), append(c.cols[1], min(max(g.z, -reach), reach))
	}
	return c.steepest()
}

// steepest fits the regression with the slope's prior of which the evidence is largest: beyond it
// the evidence falls.
func (c model) steepest() (best model) {
	for _, sd := range slopes {
		f := c.with(sd, 1, 2)
		if best.Fit != nil && f.Evidence <= best.Evidence {
			break
		}
		best = f
	}
	return best
}

// with fits the regression with a standard deviation of the weights from … to−1.
func (c model) with(sd float64, from, to int) model {
	c.precision = slices.Clone(c.precision)
	for k := from; k < to; k++ {
		c.precision[k] = 1 / (sd * sd)
	}
	c.Fit = logit.New(c.times, c.cols, c.precision, nil)
	return c
}

// cliffs returns a line and what comes of it by adding cliffs, one after another, as long as
// they may be worth it.
func cliffs(groups []group, c model, tried int) []model {
	const hopeless = 5 // in units of the evidence's logarithm
	models := []model{c}
	const precision = 1.0 / (cliffHeight * cliffHeight)
	// Any place on any score would have done.
	choices := num.Log(float64(tried * (len(groups) - 1)))
	paid := 0.0
	for range mostCliffs {
		at, most := 0, 0.0
		g, h, allG, allH := 0.0, 0.0, 0.0, 0.0
		for i := range groups {
			allG, allH = allG+c.Residual[i], allH+c.Curve[i]
		}
		for i := range groups[1:] {
			g, h = g+c.Residual[i], h+c.Curve[i]
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
		next.cols = append(slices.Clip(c.cols), cliff)
		next.precision = append(slices.Clip(c.precision), precision)
		next = next.steepest()
		if next.Evidence += paid - choices; !(next.Evidence > c.Evidence-hopeless) {
			break
		}
		paid -= choices
		models, c = append(models, next), next
	}
	return models
}

// steps returns a line with steps between knots, each of one of some standard deviations.
func steps(groups []group, c model) (out []model) {
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
		c.cols, c.precision = append(c.cols, col), append(c.precision, 0)
	}
	for _, sd := range []float64{0.05, 0.2, 0.8, 3} {
		out = append(out, c.with(sd, 2, len(c.cols)))
	}
	return out
}
