package ring

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// gamePlaces is the number of places on the ring among which the sensor hides,
// all equally likely.
const gamePlaces = 72

var (
	_ lab.Gamer  = (*model)(nil)
	_ lab.Player = Lab{}
)

// Game implements lab.Player.
func (Lab) Game() lab.Game {
	return lab.Game{
		Title:  "Where is the sensor?",
		Lead:   "Play the adversary: see the released estimates only, guess where the starred sensor hides, and compare with the Bayes adversary after ten rounds.",
		Params: []string{"mech", "s", "sbar", "shat", "noise", "releases"},
	}
}

// gameTrials is the number of simulated releases from which the law at a place
// is fitted.
const gameTrials = 160

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
// take seconds for places that push the estimate to the edge of its set.
func (m *model) newHideout() (*hideout, error) {
	s, err := m.newSpy(true, 1)
	if err != nil {
		return nil, err
	}
	s.kind = byNothing // estimates alone
	h := &hideout{m: m}
	steps, dim := m.mech.Shape()
	x := make([]float64, gameTrials*steps*dim)
	trials := gameTrials
	if m.spec.Text("mech") == klmhe {
		trials /= 4 // particles take their time
	}
	for i := range gamePlaces {
		a := 2 * math.Pi * float64(i) / gamePlaces
		p, err := s.at(m.sc.At(a))
		if err != nil {
			return nil, err
		}
		if p.mech, err = m.build([2][]float64{p.y, p.y}); err != nil {
			return nil, err
		}
		for t := range trials {
			r := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseFit, Trial: uint64(t)})
			p.mech.Release(mechanism.Record, &r, x[t*steps*dim:(t+1)*steps*dim])
		}
		h.places = append(h.places, p)
		h.angles = append(h.angles, 360.0/gamePlaces*float64(i))
		h.laws = append(h.laws, fitSteps(x[:trials*steps*dim], steps, trials))
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
			xx += float64(u*u) / float64(trials-1)
			xy += float64(u*v) / float64(trials-1)
			yy += float64(v*v) / float64(trials-1)
		}
		const floor = 1e-20 // m²: a deterministic step
		xx, yy = xx+floor, yy+floor
		det := math.Max(float64(xx*yy)-float64(xy*xy), float64(1e-9*xx)*yy)
		l.mean[2*k], l.mean[2*k+1] = a, b
		l.inv = append(l.inv, [3]float64{yy / det, -xy / det, xx / det})
		l.log -= float64(0.5 * num.Log(det))
	}
	return l
}

// logs returns the log density of a release.
func (l *normalSteps) logs(x []float64) float64 {
	sum := l.log
	for k, q := range l.inv {
		u, v := x[2*k]-l.mean[2*k], x[2*k+1]-l.mean[2*k+1]
		sum -= float64(0.5 * (float64(q[0]*u*u) + 2*float64(q[1]*u*v) + float64(q[2]*v*v)))
	}
	return sum
}

// gameMethod says how the game's adversary computes its likelihoods.
const gameMethod = "The likelihood is a normal law for each released step, fitted to 160 simulated releases at each place (40 for KL-MHE): an approximation, so a better adversary may exist."

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
			e += float64(p[j] * lab.AngularError(a, b))
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
	s := rng.New(rng.Key{Seed: seed, Phase: phaseGame, Trial: uint64(round)})
	truth = s.Intn(gamePlaces)
	mech := h.places[truth].mech.Fork()
	x = make([]float64, releases*size)
	for i := range releases {
		r := rng.New(rng.Key{Seed: seed, Phase: phaseGame, Input: 1 + uint32(round), Trial: uint64(i)})
		mech.Release(mechanism.Record, &r, x[i*size:(i+1)*size])
	}
	return truth, x, size
}

// Round draws a round of “Where is the sensor?”: the starred sensor hides at
// one of 72 places on the ring, the player sees releases beside the estimates
// that each place would lead to.
func (m *model) Round(seed uint64, round int) (*lab.Round, error) {
	h, err := m.newHideout()
	if err != nil {
		return nil, err
	}
	n := m.spec.Int("releases")
	truth, x, size := h.play(seed, round, n)
	p := h.believe(x, size)
	at := h.guess(p)
	r := &lab.Round{
		Number: round, Truth: h.angles[truth], Bayes: h.angles[at], Places: gamePlaces, Method: gameMethod,
		Prompt: fmt.Sprintf("The starred sensor hides at one of %d places on the ring. The small pictures show %d released estimates, and on a curve what the estimate would be for each place. Click the place that fits best, or type its angle.", gamePlaces, n),
	}
	for _, c := range region(p, 0.95) {
		half := 180.0 / gamePlaces
		r.Credible = append(r.Credible, [2]float64{h.angles[c[0]] - half, h.angles[c[1]] + half})
	}
	r.Film = m.gameFilm(h, x, size, n)
	r.Clues = h.clues(x, size, n)
	return r, nil
}

// clues are the small pictures in numbers.
func (h *hideout) clues(x []float64, size, n int) *sheet.Table {
	t := &sheet.Table{ID: "clues", Title: "The small pictures in numbers", Columns: []string{"estimate, m"},
		Caption: "The first row is what was released; the others are what the estimate would be without noise if the sensor were there."}
	steps := shownSteps(size)
	released := []sheet.Cell{sheet.Text(fmt.Sprintf("mean of %d releases", n))}
	for _, k := range steps {
		t.Columns = append(t.Columns, fmt.Sprintf("step %d: x", k), "y")
		for c := range 2 {
			mean := 0.0
			for i := range n {
				mean += x[i*size+2*k+c] / float64(n)
			}
			released = append(released, tenths(mean))
		}
	}
	t.Rows = append(t.Rows, released)
	for i := 0; i < gamePlaces; i += gamePlaces / 24 {
		row := []sheet.Cell{sheet.Text(fmt.Sprintf("sensor at %g°", h.angles[i]))}
		for _, k := range steps {
			row = append(row, tenths(h.places[i].est[2*k]), tenths(h.places[i].est[2*k+1]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// tenths shows a place in metres to a tenth of a millimetre.
func tenths(v float64) sheet.Cell {
	r := sheet.Real(v)
	return sheet.Cell{Text: fmt.Sprintf("%.4f", math.Round(1e4*v)/1e4+0), Num: &r}
}

// shownSteps are the released steps that a round shows: the first and the last.
func shownSteps(size int) []int {
	if size == 2 {
		return []int{0}
	}
	return []int{0, size/2 - 1}
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

// gameFilm shows the ring with its places and the releases of the first and
// the last released step, one release after another.
func (m *model) gameFilm(h *hideout, x []float64, size, n int) *film.Film {
	f := &film.Film{Steps: n, Rate: 3, Hold: n - 1, Alt: "A ring with marked places where the sensor may hide, and released estimates beside the estimates that each place would lead to."}
	var places, sensors []float32
	var handles []string
	for i, p := range h.places {
		places = append(places, float32(p.q[0]), float32(p.q[1]))
		handles = append(handles, fmt.Sprintf("%s%g", lab.GuessHandle, h.angles[i]))
	}
	for i, q := range m.sc.Sensors {
		if i != m.sc.Star {
			sensors = append(sensors, float32(q[0]), float32(q[1]))
		}
	}
	var orbit []float32
	for i := range 91 {
		q := m.at(float64(i) / 90 * 2 * math.Pi / min(m.sc.Omega[0], m.sc.Omega[1]) / m.sc.Dt)
		orbit = append(orbit, float32(q[0]), float32(q[1]))
	}
	for i := range n {
		f.Clock = append(f.Clock, fmt.Sprintf("release %d of %d", i+1, n))
	}
	var words []float32
	var text []string
	for i := 0; i < gamePlaces; i += gamePlaces / 12 {
		p := m.sc.At(h.angles[i] * math.Pi / 180)
		words = append(words, float32(1.13*p[0]), float32(1.13*p[1]))
		text = append(text, fmt.Sprintf("%.0f°", h.angles[i]))
	}
	box := 1.25 * m.sc.Radius
	f.Views = []film.View{{Name: "where is the sensor?", Place: film.Main, Box: [4]float64{-box, -box, box, box}, Equal: true, Unit: "m", Layers: []film.Layer{
		{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6, Data: []float32{0, 0, float32(m.sc.Radius)}},
		{Kind: film.Path, Role: sheet.Target, Size: 1.2, Alpha: 0.45, Dash: true, Data: orbit},
		{Name: "other sensor", Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.5, Data: sensors},
		{Name: "place to guess", Kind: film.Dots, Role: sheet.Leak, Shape: film.Circle, Size: 9, Data: places, Handles: handles},
		{Kind: film.Words, Role: sheet.Muted, Size: 12, Data: words, Text: text},
	}}}
	for _, k := range shownSteps(size) {
		lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		grow := func(a, b float64) {
			lo[0], lo[1] = math.Min(lo[0], a), math.Min(lo[1], b)
			hi[0], hi[1] = math.Max(hi[0], a), math.Max(hi[1], b)
		}
		var curve, marks, cloud []float32
		var at []float64
		var names []string
		for i, p := range h.places {
			a, b := p.est[2*k], p.est[2*k+1]
			grow(a, b)
			curve = append(curve, float32(a), float32(b))
			if i%(gamePlaces/6) == 0 {
				at = append(at, a, b)
				names = append(names, fmt.Sprintf("%.0f°", h.angles[i]))
			}
		}
		curve = append(curve, curve[0], curve[1])
		for i := range n {
			grow(x[i*size+2*k], x[i*size+2*k+1])
		}
		for i := range n {
			for j := range n {
				r := min(i, j)
				cloud = append(cloud, float32(x[r*size+2*k]), float32(x[r*size+2*k+1]))
			}
		}
		mx, my := float64(0.5*(lo[0]+hi[0])), float64(0.5*(lo[1]+hi[1]))
		half := math.Max(float64(0.66*math.Max(hi[0]-lo[0], hi[1]-lo[1])), 1e-4)
		// Angles stand outside the curve, so that no release hides below them.
		for i := 0; i < len(at); i += 2 {
			u, v := at[i]-mx, at[i+1]-my
			far := 1 + 0.17*half/math.Max(math.Hypot(u, v), 0.17*half)
			marks = append(marks, float32(mx+float64(u*far)), float32(my+float64(v*far)))
		}
		f.Views = append(f.Views, film.View{Name: fmt.Sprintf("released estimates, step %d", k), Place: film.Inset, Equal: true, Link: k == 0, Unit: "m",
			Box: [4]float64{mx - half, my - half, mx + half, my + half}, Layers: []film.Layer{
				{Name: "estimate for each place, without noise", Kind: film.Path, Role: sheet.Leak, Size: 1.2, Alpha: 0.7, Data: curve},
				{Kind: film.Words, Role: sheet.Leak, Size: 11, Data: marks, Text: names},
				{Name: "released", Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 5, Fill: true, Alpha: 0.8, Moving: true, Data: cloud},
			}})
	}
	return f
}
