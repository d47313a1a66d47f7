package audit

import (
	"fmt"
	"math"
	"slices"

	"indistinct/core/num"
)

// standard holds the pooled centre and 1/scale of each coordinate.
type standard struct{ centre, scale []float64 }

func (l *learner) standardise() standard {
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

// fitLogistic fits a ridge logistic regression on standardised coordinates
// (and, beyond "halfspace", their products) by Newton's method: the score is
// then an estimated log-likelihood ratio, discriminatively fitted, so that
// truncation and skewness of the releases do not mislead it.
func (l *learner) fitLogistic(std standard, kind string) []candidate {
	if l.train < 20 {
		return nil
	}
	l.begin(0.09)
	d, block := l.d, 0
	switch kind {
	case "quadratic":
		block = d
	case "stepwise":
		block = l.dim
	}
	f := 1 + d
	if block > 0 {
		f += d / block * block * (block + 1) / 2
	}
	// Time is rows × features² × iterations; keep rows × features² near 10⁷.
	rows := min(l.train, 4000, 600*f, max(5_000_000/(f*f), 20*f), 40_000_000/(f*f))
	features := func(x, out []float64) {
		out[0] = 1
		z := out[1 : 1+d]
		for i, v := range x {
			z[i] = math.Max(-30, math.Min(30, (v-std.centre[i])*std.scale[i]))
		}
		q := 1 + d
		for b := 0; block > 0 && b < d; b += block {
			for i := b; i < b+block; i++ {
				for j := i; j < b+block; j++ {
					out[q] = z[i] * z[j]
					q++
				}
			}
		}
	}
	var w []float64
	if f > l.lim.Features {
		w = l.diagonal(std)
	} else {
		x := make([]float64, 2*rows*f)
		for in := range 2 {
			for i := range rows {
				features(l.row(in, i), x[(in*rows+i)*f:(in*rows+i+1)*f])
			}
		}
		w = newton(x, rows, f)
	}
	if w == nil {
		return nil
	}
	l.begin(0.05)
	build := func(t float64, flip bool) Event {
		sign := 1.0
		if flip { // the score of a swapped event is the inverse ratio
			sign = -1
		}
		e := Event{Kind: kind, Step: -1, Weights: []float64{t}}
		var shift float64
		if kind == "halfspace" {
			for i := range d {
				v := sign * w[1+i] * std.scale[i]
				e.Weights = append(e.Weights, v)
				shift += v * std.centre[i]
			}
		} else {
			e.Weights = append(e.Weights, std.centre...)
			e.Weights = append(e.Weights, std.scale...)
			for _, v := range w[1:] {
				e.Weights = append(e.Weights, sign*v)
			}
		}
		ratio := num.Exp(t - shift + sign*w[0])
		form := map[string]string{"halfspace": "linear fit", "quadratic": "quadratic fit", "stepwise": "quadratic fit for each step"}[kind]
		e.Name = fmt.Sprintf("likelihood ratio of the whole release above %.3g (%s)", ratio, form)
		return e
	}
	probe := build(0, false)
	return l.sweep(newScore(probe, l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// diagonal returns the linear discriminant of coordinates taken as independent,
// for releases too long for a regression: the difference of the two records'
// means over the variance within them, in standardised coordinates.
func (l *learner) diagonal(std standard) []float64 {
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
			u := dot(w, x[i*f:(i+1)*f])
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
			p := 1 / (1 + num.Exp(-dot(w, r)))
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
		if !cholesky(h, f) {
			return nil
		}
		choleskySolve(h, g, f)
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

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// bins are pooled quantile edges and every training release's bins.
type bins struct {
	edges [][]float64
	code  [2][]uint8 // [input][release·d + coordinate]
	b     int
}

func (l *learner) binned() bins {
	b := bins{b: l.lim.Bins}
	probe := min(l.train, 4000)
	v := make([]float64, 0, 2*probe)
	for j := range l.d {
		v = v[:0]
		for in := range 2 {
			for i := range probe {
				v = append(v, l.row(in, i)[j])
			}
		}
		slices.Sort(v)
		edges := make([]float64, b.b-1)
		for k := range edges {
			edges[k] = v[(k+1)*len(v)/b.b]
		}
		b.edges = append(b.edges, edges)
	}
	for in := range 2 {
		b.code[in] = make([]uint8, l.train*l.d)
		for i := range l.train {
			for j, x := range l.row(in, i) {
				b.code[in][i*l.d+j] = uint8(binOf(b.edges[j], x))
			}
		}
	}
	return b
}

// fitRatio estimates each coordinate's density ratio by a smoothed histogram
// and adds the logarithms, as if coordinates were independent.
func (l *learner) fitRatio(b bins) []candidate {
	if l.train < 20 {
		return nil
	}
	w := []float64{float64(b.b)}
	for j := range l.d {
		var c [2][]float64
		for in := range 2 {
			c[in] = make([]float64, b.b)
			for i := range l.train {
				c[in][b.code[in][i*l.d+j]]++
			}
		}
		w = append(w, b.edges[j]...)
		for k := range b.b {
			// One pseudo-release a bin pulls empty bins to a ratio of 1.
			w = append(w, num.Log((c[0][k]+1)/(c[1][k]+1)))
		}
	}
	build := func(t float64, flip bool) Event {
		v := slices.Clone(w)
		if flip {
			for j := range l.d {
				row := v[1+j*(2*b.b-1):][b.b-1 : 2*b.b-1]
				for k := range row {
					row[k] = -row[k]
				}
			}
		}
		return Event{Kind: "ratio", Step: -1, Weights: append([]float64{t}, v...),
			Name: fmt.Sprintf("likelihood ratio of the whole release above %.3g (histogram of each coordinate)", num.Exp(t))}
	}
	return l.sweep(newScore(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// fitTree grows an adaptive partition into boxes, splitting where the two
// records' releases differ most (largest gain of the likelihood of the
// labels), and takes the union of the boxes with the largest ratio.
func (l *learner) fitTree(b bins) []candidate {
	if l.train < 2*l.lim.Leaf {
		return nil
	}
	idx := make([]int32, 0, 2*l.train) // releases: i for input 0, train+i for input 1
	for i := range 2 * l.train {
		idx = append(idx, int32(i))
	}
	code := func(r int32) []uint8 {
		if int(r) < l.train {
			return b.code[0][int(r)*l.d : (int(r)+1)*l.d]
		}
		r -= int32(l.train)
		return b.code[1][int(r)*l.d : (int(r)+1)*l.d]
	}
	var nodes []float64
	hist := make([]float64, l.d*b.b*2)
	var grow func(idx []int32, depth int) int
	grow = func(idx []int32, depth int) int {
		me := len(nodes) / 4
		clear(hist)
		var tot [2]float64
		for _, r := range idx {
			in := 0
			if int(r) >= l.train {
				in = 1
			}
			tot[in]++
			for j, k := range code(r) {
				hist[(j*b.b+int(k))*2+in]++
			}
		}
		nodes = append(nodes, -1, num.Log((tot[0]+0.5)/(tot[1]+0.5)), 0, 0)
		if depth == 0 || len(idx) < 2*l.lim.Leaf {
			return me
		}
		bestGain, bj, bk := 3.0, -1, 0 // nats: about what noise gives among this many splits
		base := entropy(tot[0], tot[1])
		for j := range l.d {
			var left [2]float64
			for k := 0; k < b.b-1; k++ {
				left[0] += hist[(j*b.b+k)*2]
				left[1] += hist[(j*b.b+k)*2+1]
				nl := left[0] + left[1]
				if nl < float64(l.lim.Leaf) || float64(len(idx))-nl < float64(l.lim.Leaf) {
					continue
				}
				g := base - entropy(left[0], left[1]) - entropy(tot[0]-left[0], tot[1]-left[1])
				if g > bestGain {
					bestGain, bj, bk = g, j, k
				}
			}
		}
		if bj < 0 {
			return me
		}
		// Stable partition keeps the order independent of anything else.
		left := make([]int32, 0, len(idx))
		right := make([]int32, 0, len(idx))
		for _, r := range idx {
			if int(code(r)[bj]) <= bk {
				left = append(left, r)
			} else {
				right = append(right, r)
			}
		}
		nodes[4*me], nodes[4*me+1] = float64(bj), b.edges[bj][bk]
		nodes[4*me+2] = float64(grow(left, depth-1))
		nodes[4*me+3] = float64(grow(right, depth-1))
		return me
	}
	grow(idx, l.lim.Depth)
	if len(nodes) == 4 {
		return nil
	}
	build := func(t float64, flip bool) Event {
		v := slices.Clone(nodes)
		leaves := 0
		for k := 0; k < len(v); k += 4 {
			if v[k] < 0 {
				if flip {
					v[k+1] = -v[k+1]
				}
				if v[k+1] > t {
					leaves++
				}
			}
		}
		return Event{Kind: "tree", Step: -1, Weights: append([]float64{t}, v...),
			Name: fmt.Sprintf("%d boxes of an adaptive partition, those with a likelihood ratio above %.3g", leaves, num.Exp(t))}
	}
	return l.sweep(newScore(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// entropy returns n·H of two counts, in nats.
func entropy(a, b float64) float64 {
	n := a + b
	s := 0.0
	if a > 0 {
		s -= a * num.Log(a/n)
	}
	if b > 0 {
		s -= b * num.Log(b/n)
	}
	return s
}
