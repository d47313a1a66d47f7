package ring

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// leastGame is the fewest simulated releases to which the law at a place is fitted.
const leastGame = 20

// gameTrials is to how many it is: where they are dear, as many for all places as take
// a third of a second.
func (m *model) gameTrials() int {
	const most, long = 160, 3e5 // µs
	if p, ok := m.mech.(mechanism.Paced); ok {
		return max(leastGame, min(most, int(long/gamePlaces/p.Pace())))
	}
	return most
}

// hideout is what a game knows of its places.
type hideout struct {
	m      *model
	places []*place
	angles []float64 // degrees
	laws   []normalSteps
}

// normalSteps is a normal law for each released step by itself.
type normalSteps struct {
	mean []float64
	inv  [][3]float64 // inverse covariance (xx, xy, yy)
	log  float64      // −½ Σ ln det
}

// newHideout simulates releases at every place. A density by quadrature would
// take seconds for places that push the estimate to the edge of its set. heard is
// called before each place.
func (m *model) newHideout(heard func(left int)) (*hideout, error) {
	if err := affordable(m.mech, m.spec, leastGame*gamePlaces, 1.2e6); err != nil {
		return nil, err
	}
	s, err := m.newSpy(true, 1)
	if err != nil {
		return nil, err
	}
	s.kind = byNothing // estimates alone
	h := &hideout{m: m}
	steps, _ := m.mech.Shape()
	trials := m.gameTrials()
	for i := range gamePlaces {
		heard(gamePlaces - i)
		a := 2 * math.Pi * float64(i) / gamePlaces
		p, err := s.at(m.sc.At(a))
		if err != nil {
			return nil, err
		}
		if p.mech, err = m.build([2][]float64{p.y, p.y}); err != nil {
			return nil, err
		}
		x := mechanism.Draw(p.mech, mechanism.Record, rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseFit}, trials)
		h.places = append(h.places, p)
		h.angles = append(h.angles, 360.0/gamePlaces*float64(i))
		h.laws = append(h.laws, fitSteps(x, steps, trials))
	}
	return h, nil
}

// fitSteps returns mean and covariance of the steps of simulated releases.
func fitSteps(x []float64, steps, trials int) normalSteps {
	l := normalSteps{mean: make([]float64, 2*steps)}
	for k := range steps {
		var a, b, xx, xy, yy float64
		for t := range trials {
			a += x[(t*steps+k)*2] / float64(trials)
			b += x[(t*steps+k)*2+1] / float64(trials)
		}
		for t := range trials {
			u, v := x[(t*steps+k)*2]-a, x[(t*steps+k)*2+1]-b
			xx += u * u / float64(trials-1)
			xy += u * v / float64(trials-1)
			yy += v * v / float64(trials-1)
		}
		const floor = 1e-20 // m²: a deterministic step
		xx, yy = xx+floor, yy+floor
		det := math.Max(xx*yy-xy*xy, 1e-9*xx*yy)
		l.mean[2*k], l.mean[2*k+1] = a, b
		l.inv = append(l.inv, [3]float64{yy / det, -xy / det, xx / det})
		l.log -= 0.5 * num.Log(det)
	}
	return l
}

// logs returns the log density of a release.
func (l *normalSteps) logs(x []float64) float64 {
	sum := l.log
	for k, q := range l.inv {
		u, v := x[2*k]-l.mean[2*k], x[2*k+1]-l.mean[2*k+1]
		sum -= 0.5 * (q[0]*u*u + 2*(q[1]*u*v) + q[2]*v*v)
	}
	return sum
}

// gameMethod says how the game's adversary computes its likelihoods.
func (m *model) gameMethod() string { return fmt.Sprintf(sayLikelihoodNormalLawEach, m.gameTrials()) }

// believe returns the posterior over the places given releases.
func (h *hideout) believe(x []float64, size int) []float64 {
	out := make([]float64, len(h.places))
	high := math.Inf(-1)
	for i := range h.laws {
		for r := 0; r+size <= len(x); r += size {
			out[i] += h.laws[i].logs(x[r : r+size])
		}
		high = math.Max(high, out[i])
	}
	sum := 0.0
	for i := range out {
		out[i] = num.Exp(out[i] - high)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// guess returns the place with the least expected angular error.
func (h *hideout) guess(p []float64) int {
	best, at := math.Inf(1), 0
	for i, a := range h.angles {
		e := 0.0
		for j, b := range h.angles {
			e += p[j] * lab.AngularError(a, b)
		}
		if e < best-1e-12 {
			best, at = e, i
		}
	}
	return at
}

// play draws a place and the releases for it.
func (h *hideout) play(seed uint64, round, releases int) (truth int, x []float64, size int) {
	m := h.m
	steps, dim := m.mech.Shape()
	size = steps * dim
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseGame, Trial: uint64(round)})
	truth = s.Intn(gamePlaces)
	key := rng.Key{Seed: seed, Phase: rng.PhaseGame, Input: 1 + uint32(round)}
	return truth, mechanism.Draw(h.places[truth].mech.Fork(), mechanism.Record, key, releases), size
}

// region returns runs of places (first, last, going round) that together hold
// the level, likeliest first.
func region(p []float64, level float64) [][2]int {
	n := len(p)
	in := make([]bool, n)
	sum := 0.0
	for sum < level {
		best := -1
		for i, v := range p {
			if !in[i] && (best < 0 || v > p[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		in[best] = true
		sum += p[best]
	}
	gap := -1
	for i := range in {
		if !in[i] {
			gap = i
			break
		}
	}
	if gap < 0 {
		return [][2]int{{0, n - 1}}
	}
	var out [][2]int
	for j := 1; j <= n; j++ {
		i := (gap + j) % n
		if !in[i] {
			continue
		}
		if k := len(out); k > 0 && (out[k-1][1]+1)%n == i {
			out[k-1][1] = i
			continue
		}
		out = append(out, [2]int{i, i})
	}
	return out
}
