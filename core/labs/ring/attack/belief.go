package attack

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// hypotheses are places where the hidden sensor might stand, with scratch.
type hypotheses struct {
	adv    *Adversary
	places []*Place
	steps  []float64
	logs   []float64 // of each place
}

func (s *Adversary) hypotheses() hypotheses {
	n, _ := s.Setting.Mech.Shape()
	return hypotheses{adv: s, steps: make([]float64, n)}
}

// include adds a place.
func (h *hypotheses) include(q [2]float64) error {
	p, err := h.adv.At(q)
	h.places, h.logs = append(h.places, p), append(h.logs, 0)
	return err
}

// Read returns the log likelihood at every place of the steps from ≤ k < to of a
// release.
func (h *hypotheses) Read(x []float64, from, to int) []float64 {
	for i, p := range h.places {
		h.adv.LogSteps(p, x, h.steps)
		h.logs[i] = floats.Sum(h.steps[from:to])
	}
	return h.logs
}

// belief is a posterior along the ring: angles relative to the hidden sensor.
type belief struct {
	hypotheses
	Grid *Grid
	Half float64 // the grid covers ±half, rad
}

// newBelief computes the laws at some nodes. The window holds seven standard
// deviations of what one release tells on either side, and at most the whole
// ring; the prior is uniform on the ring, and what lies outside the window has
// a posterior of about 10⁻⁶ or less.
func (s *Adversary) newBelief() (*belief, error) {
	b := &belief{hypotheses: s.hypotheses()}
	angle := s.Setting.Scenario.Angles[s.Setting.Scenario.Star]
	sin, cos := num.Sincos(angle)
	f := s.fisher
	info := f[0]*sin*sin - 2*(f[1]*sin*cos) + f[2]*cos*cos
	nodes := 13
	b.Half = math.Pi
	if sd := 1 / (s.Setting.Scenario.Radius * math.Sqrt(math.Max(info, 1e-12))); 7*sd < math.Pi {
		b.Half = 7 * sd
	} else {
		nodes = 25 // a whole turn is not a parabola
	}
	b.Grid = newGrid(-b.Half, b.Half, nodes, attackCells)
	for _, x := range b.Grid.Nodes {
		if err := b.include(s.Setting.Scenario.At(angle + x)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// Guess returns the adversary's guess: the posterior mean where the posterior is
// narrow against the ring; where it may go all round, the place of least
// expected angular distance, by lot among places that are as good.
func (b *belief) Guess(p *Posterior, lot *rng.Stream) float64 {
	if b.Half < math.Pi {
		return p.Mean()
	}
	n := len(p.P)
	cost := make([]float64, n)
	least := math.Inf(1)
	for i := range n {
		for j, v := range p.P {
			d := max(i-j, j-i)
			cost[i] += v * float64(min(d, n-d))
		}
		least = math.Min(least, cost[i])
	}
	ties, at := 0, 0
	for i, c := range cost {
		if c <= least*(1+1e-9) {
			if ties++; lot.Intn(ties) == 0 {
				at = i
			}
		}
	}
	return b.Grid.X[at]
}

const planeCells = 15 // cells along the side of a square of belief

// plane is a posterior over a rectangle about the hidden sensor, turned to the
// directions in which a release tells most and least.
type plane struct {
	hypotheses
	Post     *Posterior
	sin, cos float64 // of the first side
}

// At returns the place at coordinates along the two sides.
func (p *plane) At(u, v float64) [2]float64 {
	q := p.adv.Base.Position
	return [2]float64{q[0] + p.cos*u - p.sin*v, q[1] + p.sin*u + p.cos*v}
}

// NewPlane computes the laws at nodes over 3.5 standard deviations of what one
// release tells on either side, and at most so many metres: what a picture
// shows.
func (s *Adversary) NewPlane(nodes int, most float64) (*plane, error) {
	high, low, angle := s.Eigen()
	p := &plane{hypotheses: s.hypotheses()}
	p.sin, p.cos = num.Sincos(angle)
	half := func(info float64) float64 {
		return math.Min(3.5/math.Sqrt(math.Max(info, 1e-12)), most)
	}
	// About planeCells² cells, near to square.
	u, v := half(high), half(low)
	long := math.Min(3, math.Max(1, math.Sqrt(v/u)))
	side := func(half, cells float64) *Grid {
		return newGrid(-half, half, nodes, int(math.Round(cells)))
	}
	p.Post = newPlane(side(u, planeCells/long), side(v, planeCells*long))
	for _, v := range p.Post.Y.Nodes {
		for _, u := range p.Post.X.Nodes {
			if err := p.include(p.At(u, v)); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}
