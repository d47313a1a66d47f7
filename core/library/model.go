package library

import (
	"errors"
	"fmt"
	"math"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Streams; the audit's phases are below 10.
const (
	streamData = 400
	streamFilm = 401
)

// model is an opened Spec.
type model struct {
	spec lab.Spec
	mech *mean
}

// Open averages the data and asks the library once, so that a refusal is known
// before a run.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	if add == nil {
		return nil, errors.New("This worker was built without the library: the laboratory has a worker of its own.")
	}
	lo, hi := s.Float("lower"), s.Float("upper")
	n := s.Int("people")
	r := rng.New(rng.Key{Seed: s.Seed(), Phase: streamData})
	sum := 0.0
	for range n - 1 {
		sum += r.Uniform(lo, hi)
	}
	m := &mean{law: s.Text("law"), epsilon: s.Float("eps"), delta: s.Float("delta"), sensitivity: (hi - lo) / float64(n)}
	m.value = [2]float64{(sum + lo) / float64(n), (sum + hi) / float64(n)}
	m.told = m.sensitivity * s.Float("scale")
	probe := rng.New(rng.Key{Seed: s.Seed(), Phase: streamFilm, Input: 2})
	if _, err := add(m.law, 0, m.told, m.epsilon, m.delta, &probe); err != nil {
		return nil, fmt.Errorf("The library refuses: %w.", err)
	}
	m.sd = m.told / m.epsilon * math.Sqrt2
	m.profile = privacy.LaplaceProfile{Shift: m.sensitivity / (m.told / m.epsilon)}
	if m.law == gauss {
		m.sd = sigma(1, m.told, m.epsilon, m.delta)
		m.profile = privacy.GaussianProfile{Mu: m.sensitivity / m.sd}
	}
	return &model{s, m}, nil
}

// mean is the bounded mean with the library's noise. The two inputs differ in
// one person's value, at the lower and at the upper bound.
type mean struct {
	law            string
	value          [2]float64
	sensitivity    float64 // true
	told           float64 // passed to the library
	epsilon, delta float64
	sd             float64
	profile        privacy.Profile
}

// Shape is a single number.
func (m *mean) Shape() (int, int) { return 1, 1 }

// Release asks the library for one noisy mean. The library's own allocations
// are not counted; after Open it cannot refuse.
func (m *mean) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	v, err := add(m.law, m.value[in], m.told, m.epsilon, m.delta, s)
	if err != nil {
		v = math.NaN()
	}
	out[0] = v
}

// Fork returns m: the library's state is global and locked.
func (m *mean) Fork() mechanism.Mechanism { return m }

// Truth is the mean itself.
func (m *mean) Truth() []float64 { return m.value[:1] }

// Claim is what the library documents.
func (m *mean) Claim() mechanism.Claim {
	b := privacy.Budget{Epsilon: m.epsilon, Delta: m.delta}
	if m.law == laplace {
		b.Delta = 0
	}
	return mechanism.Claim{Budget: b, Source: "documentation of the library's noise package", Note: "It holds when the library is told the true sensitivity."}
}

// Profile is that of the continuous law.
func (m *mean) Profile() privacy.Profile { return m.profile }

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Facts are the sensitivities and the noise.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 5) }
	return []lab.Fact{
		{Name: "sensitivity", Label: "True sensitivity", Value: n(m.mech.sensitivity), Key: true, Help: "How far one person can move the mean: (upper − lower)/n."},
		{Name: "told", Label: "Sensitivity told to it", Value: n(m.mech.told), Key: true, Help: "What is passed to the library."},
		{Name: "noise", Label: "Noise", Value: n(m.mech.sd), Key: true, Help: "Standard deviation of the noise by the library's documentation."},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	r.Meaning = append(r.Meaning, "Tested: one pair of data sets that differ in one person's value, at the lower and at the upper bound.")
	if s := m.spec.Float("scale"); s < 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("The library was told %g times the true sensitivity: its claim is only meant for at least 1.", s))
	}
}

// Analyse has nothing beside the audit.
func (m *model) Analyse(name string) (work.Job, error) {
	return nil, &lab.Problem{Say: fmt.Sprintf("The library laboratory has no analysis %q.", name)}
}

// Film lets two histograms of released means build up, one for each data set,
// with the densities that the library documents.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	const steps, perStep, bins = 60, 20, 48
	c := (m.mech.value[0] + m.mech.value[1]) / 2
	half := math.Abs(m.mech.value[1]-m.mech.value[0])/2 + 3.6*m.mech.sd
	lo := c - half
	width := 2 * half / bins
	var bars [2][]float32
	top := 0.0
	density := func(in int, x float64) float64 {
		z := (x - m.mech.value[in]) / m.mech.sd
		if m.mech.law == gauss {
			return num.NormalPDF(z) / m.mech.sd
		}
		b := m.mech.sd / math.Sqrt2
		return num.Exp(-math.Abs(x-m.mech.value[in])/b) / (2 * b)
	}
	peak := density(0, m.mech.value[0])
	var clock []string
	var count [2][bins]int
	total := 0
	out := make([]float64, 1)
	for range steps {
		for range perStep {
			for in := range count {
				s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: streamFilm, Input: uint32(in), Trial: uint64(total)})
				m.mech.Release(mechanism.Input(in), &s, out)
				b := int(math.Floor((out[0] - lo) / width))
				if b >= 0 && b < bins {
					count[in][b]++
				}
			}
			total++
		}
		for in := range count {
			for b := range count[in] {
				h := float64(count[in][b]) / float64(total) / width
				top = max(top, min(h, 3*peak))
				x0, x1 := float32(lo+float64(b)*width), float32(lo+float64(b+1)*width)
				y := float32(h)
				if in == 1 {
					y = -y
				}
				bars[in] = append(bars[in], x0, 0, x1, 0, x1, y, x0, y)
			}
		}
		clock = append(clock, fmt.Sprintf("%d releases of each", total))
	}
	top = max(top, peak) * 1.1
	var curve [2][]float32
	for i := range 241 {
		x := lo + 2*half*float64(i)/240
		curve[0] = append(curve[0], float32(x), float32(density(0, x)))
		curve[1] = append(curve[1], float32(x), float32(-density(1, x)))
	}
	v0, v1 := float32(m.mech.value[0]), float32(m.mech.value[1])
	layers := []film.Layer{
		{Name: "released, data set 1", Kind: film.Quads, Role: sheet.Record, Alpha: 0.45, Moving: true, Ease: true, Data: bars[0]},
		{Name: "released, adjacent data set", Kind: film.Quads, Role: sheet.Adjacent, Alpha: 0.45, Moving: true, Ease: true, Data: bars[1]},
		{Name: "documented density", Kind: film.Path, Role: sheet.Truth, Size: 2, Data: curve[0]},
		{Kind: film.Path, Role: sheet.Truth, Size: 2, Data: curve[1]},
		{Name: "true mean", Kind: film.Segments, Role: sheet.Target, Size: 2, Dash: true, Data: []float32{v0, 0, v0, float32(top), v1, 0, v1, float32(-top)}},
	}
	return &film.Film{Steps: steps, Rate: 8, Hold: steps - 1, Clock: clock,
		Views: []film.View{{Name: "released means", Place: film.Main, Box: [4]float64{lo, -top, lo + 2*half, top}, XLabel: "released mean", YLabel: "density", Layers: layers}},
		Alt:   "Two histograms of released means build up, one above the axis for the data as they are, one below for the adjacent data set, with the documented densities."}, nil
}
