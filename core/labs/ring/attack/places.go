package attack

import (
	"math"
	"slices"

	"indistinct/core/lab/game"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// GamePlaces is the number of places on the ring among which the sensor hides,
// all equally likely.
const GamePlaces = 72

// PlaceLaws holds the places of a game and the law of the releases at each.
type PlaceLaws struct {
	At     [][2]float64 // m
	Angles []float64    // degrees
	laws   []normalSteps
	mechs  []mechanism.Mechanism
}

// normalSteps is a normal law for each released step by itself: for each its mean (x, y)
// and inverse covariance (xx, xy, yy), and at the end −½ Σ ln det.
type normalSteps []float64

// NewPlaceLaws simulates releases at every place of a game and fits its law to them: a
// density by quadrature would take seconds for places that push the estimate to the edge
// of its set. progress is called before each.
func (m *Setting) NewPlaceLaws(progress func(left int)) (*PlaceLaws, error) {
	const least, most = 20, 160 // releases at a place
	const long = 3e5            // µs that those for all places take where they are dear
	if err := m.Affordable(m.Mech, least*GamePlaces, 1.2e6); err != nil {
		return nil, err
	}
	h := &PlaceLaws{}
	trials := max(least, min(most, int(long/GamePlaces/mechanism.Pace(m.Mech))))
	key := rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhaseFit}
	for i := range GamePlaces {
		progress(GamePlaces - i)
		q := m.Scenario.At(2 * math.Pi * float64(i) / GamePlaces)
		y := m.Scenario.RecordAt(q)
		mech, err := m.Build([2][]float64{y, y})
		if err != nil {
			return nil, err
		}
		steps, _ := mech.Shape()
		h.At, h.Angles = append(h.At, q), append(h.Angles, 360.0/GamePlaces*float64(i))
		h.mechs = append(h.mechs, mech)
		h.laws = append(h.laws, fitSteps(mechanism.Draw(mech.Fork(), mechanism.Record, key, trials), steps, trials))
	}
	return h, nil
}

// fitSteps returns the law of simulated releases.
func fitSteps(x []float64, steps, trials int) (l normalSteps) {
	log := 0.0
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
		l = append(l, a, b, yy/det, -xy/det, xx/det)
		log -= 0.5 * num.Log(det)
	}
	return append(l, log)
}

// logs returns the log density of a release.
func (l normalSteps) logs(x []float64) float64 {
	sum := l[len(l)-1]
	for ; len(l) > 5; l, x = l[5:], x[2:] {
		u, v := x[0]-l[0], x[1]-l[1]
		sum -= 0.5 * (l[2]*u*u + 2*(l[3]*u*v) + l[4]*v*v)
	}
	return sum
}

// Believe returns the posterior over the places given releases.
func (h *PlaceLaws) Believe(x []float64, size int) []float64 {
	out := make([]float64, GamePlaces)
	for i := range h.laws {
		for r := 0; r+size <= len(x); r += size {
			out[i] += h.laws[i].logs(x[r : r+size])
		}
	}
	normalise(out)
	return out
}

// Guess returns the place with the least expected angular error.
func (h *PlaceLaws) Guess(p []float64) int {
	best, at := math.Inf(1), 0
	for i, a := range h.Angles {
		e := 0.0
		for j, b := range h.Angles {
			e += p[j] * game.AngularError(a, b)
		}
		if e < best-1e-12 {
			best, at = e, i
		}
	}
	return at
}

// Play draws a place and the releases for it.
func (h *PlaceLaws) Play(seed uint64, round, releases int) (truth int, x []float64, size int) {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseGame, Trial: uint64(round)})
	truth = s.Intn(GamePlaces)
	steps, dim := h.mechs[truth].Shape()
	key := rng.Key{Seed: seed, Phase: rng.PhaseGame, Input: 1 + uint32(round)}
	return truth, mechanism.Draw(h.mechs[truth].Fork(), mechanism.Record, key, releases), steps * dim
}

// Region returns runs of places (first, last, going round) that together are the fewest to
// hold the level.
func Region(p []float64, level float64) [][2]int {
	n, in := len(p), highest(p, level)
	gap := slices.Index(in, 0)
	if gap < 0 {
		return [][2]int{{0, n - 1}}
	}
	var out [][2]int
	for j := 1; j <= n; j++ {
		i := (gap + j) % n
		if in[i] == 0 {
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
