// Package attack is the adversary's side: what someone who sees the releases
// and knows all else can conclude about the hidden sensor's place.
//
// guarantee.go and posterior.go know nothing of sensors, likelihoods come in as
// numbers: the best that any test between two hypotheses can do, how privacy losses
// add up over releases, Bayesian posteriors over a line and over a plane and their
// regions of highest density. A Setting is an opened laboratory, an Adversary has the
// releases' law for any place (adversary.go, information.go, belief.go). From it come
// the promised disk (disk.go), the measured radius (measured.go), the attack over many
// games (attack.go), and the guessing game's places (places.go).
//
// The package believes that an attack which fails shows nothing, that one which
// succeeds is a fact, and that a region of 95 % must hold the truth 95 times in
// a hundred when the truth is drawn from the prior.
package attack

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/num"
)

// Grid divides an interval into cells of equal width, with a flat prior. Likelihoods are computed at
// its nodes; between them they are interpolated by the polynomial through all nodes.
type Grid struct {
	Nodes  []float64
	X      []float64 // midpoints of the cells
	Width  float64
	weight []float64 // of the nodes, barycentric
	rows   []float64 // cells × nodes
}

// newGrid returns a grid of an interval with n ≥ 2 Chebyshev points of the second kind, ends included:
// the interpolant of a smooth function converges geometrically.
func newGrid(lo, hi float64, n, cells int) *Grid {
	g := &Grid{X: make([]float64, cells), Width: (hi - lo) / float64(cells), rows: make([]float64, cells*n)}
	for i := range n {
		t, weight := -num.Cos(math.Pi*float64(i)/float64(n-1)), 1.0
		if i == 0 || i == n-1 {
			weight = 0.5
		}
		if i%2 == 1 {
			weight = -weight
		}
		g.Nodes, g.weight = append(g.Nodes, 0.5*(lo+hi)+0.5*(hi-lo)*t), append(g.weight, weight)
	}
	for i := range g.X {
		g.X[i] = lo + (float64(i)+0.5)*g.Width
		quadrature.Barycentric(g.Nodes, g.weight, g.X[i], g.rows[i*n:(i+1)*n])
	}
	return g
}

// Posterior is what the adversary believes: a probability for each cell of a grid over the
// plane, or over a line. It is for one goroutine.
type Posterior struct {
	X, Y *Grid
	P    []float64 // row by row: P[j·len(X.X) + i] at (X.X[i], Y.X[j])
	node []float64 // log likelihood of all releases so far at the product of the nodes
	half []float64 // the same, interpolated along X
}

// NewPosterior returns a posterior over a line, with a flat prior and no release yet; call
// Refresh before its probabilities are read.
func NewPosterior(x *Grid) *Posterior {
	return newPlane(x, &Grid{Nodes: []float64{0}, X: []float64{0}, rows: []float64{1}})
}

// newPlane is NewPosterior over the plane.
func newPlane(x, y *Grid) *Posterior {
	return &Posterior{X: x, Y: y, P: make([]float64, len(x.X)*len(y.X)),
		node: make([]float64, len(x.Nodes)*len(y.Nodes)), half: make([]float64, len(x.X)*len(y.Nodes))}
}

// Add takes the log likelihoods of one more release, or step of one, at the product of the
// nodes, row by row as P.
func (p *Posterior) Add(loglik []float64) {
	for i, v := range loglik {
		p.node[i] += v
	}
}

// Refresh recomputes the probabilities. It allocates nothing.
func (p *Posterior) Refresh() {
	nx, ny, cx, cy := len(p.X.Nodes), len(p.Y.Nodes), len(p.X.X), len(p.Y.X)
	// Interpolate differences from the largest value: they are what matters, and
	// lose no digits.
	top := slices.Max(p.node)
	for j := range ny {
		node := p.node[j*nx : (j+1)*nx]
		for i := range cx {
			row, s := p.X.rows[i*nx:(i+1)*nx], 0.0
			for k, v := range node {
				s += row[k] * (v - top)
			}
			p.half[j*cx+i] = s
		}
	}
	for j := range cy {
		for i := range cx {
			s := 0.0
			for k := range ny {
				s += p.Y.rows[j*ny+k] * p.half[k*cx+i]
			}
			p.P[j*cx+i] = s
		}
	}
	normalise(p.P)
}

// normalise turns log probabilities, up to a constant, into probabilities. Where
// no hypothesis explains the releases nothing was learned.
func normalise(p []float64) {
	high, sum := slices.Max(p), 0.0
	lost := math.IsInf(high, -1) || math.IsNaN(high)
	for i, v := range p {
		if p[i] = 1; !lost {
			p[i] = num.Exp(v - high)
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// Mean returns the posterior mean over a line: the guess with the least mean squared error.
func (p *Posterior) Mean() float64 { return num.Dot(p.P, p.X.X) }

// Interval is a closed interval.
type Interval struct {
	Lo, Hi float64
}

// highest returns which share of each cell is in the region of highest probability that
// holds the level: whole cells, taken by falling probability, the last of them cut so
// that no more than the level is held.
func highest(p []float64, level float64) (shares []float64) {
	order := num.Indices(len(p))
	sort.SliceStable(order, func(a, b int) bool { return p[order[a]] > p[order[b]] })
	shares = make([]float64, len(p))
	sum := 0.0
	for _, c := range order {
		if sum >= level {
			break
		}
		shares[c] = 1
		if p[c] > level-sum {
			shares[c] = (level - sum) / p[c]
		}
		sum += p[c]
	}
	return shares
}

// Credible returns the region of highest posterior density over a line that holds the
// level, as intervals from left to right.
func (p *Posterior) Credible(level float64) []Interval {
	in := highest(p.P, level)
	var out []Interval
	h := 0.5 * p.X.Width
	for c := 0; c < len(in); c++ {
		if in[c] == 0 {
			continue
		}
		lo := p.X.X[c] - h
		hi := lo + in[c]*p.X.Width
		// A cut cell keeps the side that touches the region.
		if in[c] < 1 && c+1 < len(in) && in[c+1] > 0 {
			hi = p.X.X[c] + h
			lo = hi - in[c]*p.X.Width
		}
		if n := len(out); n > 0 && lo-out[n-1].Hi < 1e-9*p.X.Width {
			out[n-1].Hi = hi
			continue
		}
		out = append(out, Interval{lo, hi})
	}
	return out
}

// Covers reports whether x lies in one of the intervals.
func Covers(region []Interval, x float64) bool {
	return slices.ContainsFunc(region, func(r Interval) bool { return x >= r.Lo && x <= r.Hi })
}

// length returns the total length.
func length(region []Interval) float64 {
	s := 0.0
	for _, r := range region {
		s += r.Hi - r.Lo
	}
	return s
}
