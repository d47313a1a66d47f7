package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/num"
)

// standard holds the pooled centre and 1/scale of each coordinate.
type standard struct{ centre, scale []float64 }

func (l *numberSearch) standardise() standard {
	s := standard{make([]float64, l.d), make([]float64, l.d)}
	n := float64(2 * l.train)
	for in := range 2 {
		for i := range l.train {
			for j, v := range l.row(in, i) {
				s.centre[j] += v / n
			}
		}
	}
	for in := range 2 {
		for i := range l.train {
			for j, v := range l.row(in, i) {
				d := v - s.centre[j]
				s.scale[j] += d * d / n
			}
		}
	}
	for j, v := range s.scale {
		if v > 0 && !math.IsInf(v, 1) {
			s.scale[j] = 1 / math.Sqrt(v)
		} else {
			s.scale[j] = 0
		}
	}
	return s
}

// fitLinear fits a ridge logistic regression on standardised coordinates by Newton's
// method: the score is then an estimated log-likelihood ratio, discriminatively
// fitted, so that truncation and skewness of the releases do not mislead it.
func (l *numberSearch) fitLinear() []candidate {
	if l.train < 20 {
		return nil
	}
	l.begin(0.09)
	std := l.standardise()
	d, f := l.d, 1+l.d
	// Time is rows × features² × iterations; keep rows × features² near 10⁷.
	rows := min(l.train, 4000, 600*f, max(5_000_000/(f*f), 20*f), 40_000_000/(f*f))
	var w []float64
	if f > l.lim.Features {
		w = l.diagonal(std)
	} else {
		x := make([]float64, 0, 2*rows*f)
		for in := range 2 {
			for i := range rows {
				x = append(x, 1)
				for j, v := range l.row(in, i) {
					x = append(x, math.Max(-30, math.Min(30, (v-std.centre[j])*std.scale[j])))
				}
			}
		}
		w = newton(x, rows, f)
	}
	if w == nil {
		return nil
	}
	l.begin(0.05)
	build := func(t float64, flip bool) event.Event {
		sign := 1.0
		if flip { // the score of a swapped event is the inverse ratio
			sign = -1
		}
		e := event.Event{Kind: "halfspace", Step: -1, Weights: []float64{t}}
		var shift float64
		for i := range d {
			v := sign * w[1+i] * std.scale[i]
			e.Weights = append(e.Weights, v)
			shift += v * std.centre[i]
		}
		ratio := num.Exp(t - shift + sign*w[0])
		e.Name = lang.Say("event.linear", "ratio", ratio)
		return e
	}
	return l.sweep(event.ScoreOf(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// diagonal returns the linear discriminant of coordinates taken as independent,
// for releases too long for a regression: the difference of the two records'
// means over the variance within them, in standardised coordinates.
func (l *numberSearch) diagonal(std standard) []float64 {
	w := make([]float64, 1+l.d)
	n := float64(l.train)
	for j := range l.d {
		var mean [2]float64
		within := 0.0
		for in := range 2 {
			for i := range l.train {
				mean[in] += (l.row(in, i)[j] - std.centre[j]) * std.scale[j] / n
			}
			for i := range l.train {
				d := (l.row(in, i)[j]-std.centre[j])*std.scale[j] - mean[in]
				within += d * d / (2 * n)
			}
		}
		if within > 0 {
			w[1+j] = (mean[0] - mean[1]) / (within + 1e-6)
			w[0] -= 0.5 * (w[1+j] * (mean[0] + mean[1]))
		}
	}
	return w
}

// newton fits a logistic regression of f features to 2·rows rows, the first
// half labelled 1, by damped Newton steps with a small ridge. nil where it
// fails.
func newton(x []float64, rows, f int) []float64 {
	w := make([]float64, f)
	n := 2 * rows
	ridge := 0.5 + 1e-4*float64(n)
	h := make([]float64, f*f)
	g := make([]float64, f)
	loss := func(w []float64) float64 {
		s := 0.0
		for j := 1; j < f; j++ {
			s += 0.5 * ridge * (w[j] * w[j])
		}
		for i := range n {
			u := num.Dot(w, x[i*f:(i+1)*f])
			if i >= rows {
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
	last := loss(w)
	for range 12 {
		clear(h)
		clear(g)
		for i := range n {
			r := x[i*f : (i+1)*f]
			p := 1 / (1 + num.Exp(-num.Dot(w, r)))
			y := 0.0
			if i < rows {
				y = 1
			}
			k := p * (1 - p)
			for a, v := range r {
				g[a] += (y - p) * v
				kv := k * v
				row := h[a*f : a*f+a+1]
				for b := range row {
					row[b] += kv * r[b]
				}
			}
		}
		for a := range f {
			rr := ridge
			if a == 0 {
				rr = 1e-6
			}
			g[a] -= rr * w[a]
			h[a*f+a] += rr
		}
		if !num.Cholesky(h, f) {
			return nil
		}
		num.CholeskySolve(h, g, f)
		next := make([]float64, f)
		ok := false
		for damp := 1.0; damp > 0.01; damp /= 2 {
			for a := range f {
				next[a] = w[a] + damp*g[a]
			}
			if v := loss(next); v < last {
				ok = last-v > 1e-4*last
				last = v
				copy(w, next)
				break
			}
		}
		if !ok {
			break
		}
	}
	return w
}

// edges returns count − 1 quantiles of a coordinate over both inputs' training
// releases: the borders of a histogram's bins.
func (l *numberSearch) edges(j, count int) []float64 {
	probe := min(l.train, 4000)
	v := make([]float64, 0, 2*probe)
	for in := range 2 {
		for i := range probe {
			v = append(v, l.row(in, i)[j])
		}
	}
	slices.Sort(v)
	edges := make([]float64, count-1)
	for k := range edges {
		edges[k] = v[(k+1)*len(v)/count]
	}
	return edges
}

// fitRatio estimates each coordinate's density ratio by a histogram and adds the
// logarithms, as if coordinates were independent. The fewer the releases, the fewer
// the bins: the errors of all coordinates' ratios add up.
func (l *numberSearch) fitRatio() []candidate {
	if l.train < 20 {
		return nil
	}
	count := min(l.lim.Bins, max(4, l.train/l.lim.PerBin))
	w := []float64{float64(count)}
	for j := range l.d {
		edges := l.edges(j, count)
		var c [2][]float64
		for in := range 2 {
			c[in] = make([]float64, count)
			for i := range l.train {
				c[in][event.BinOf(edges, l.row(in, i)[j])]++
			}
		}
		w = append(w, edges...)
		for k := range count {
			// One pseudo-release a bin pulls empty bins to a ratio of 1.
			w = append(w, num.Log((c[0][k]+1)/(c[1][k]+1)))
		}
	}
	build := func(t float64, flip bool) event.Event {
		v := slices.Clone(w)
		if flip {
			for j := range l.d {
				row := v[1+j*(2*count-1):][count-1 : 2*count-1]
				for k := range row {
					row[k] = -row[k]
				}
			}
		}
		return event.Event{Kind: "ratio", Step: -1, Weights: append([]float64{t}, v...),
			Name: lang.Say("event.histogram", "ratio", num.Exp(t))}
	}
	return l.sweep(event.ScoreOf(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}
