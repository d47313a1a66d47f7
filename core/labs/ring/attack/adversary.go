package attack

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/about/ring/system"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Setting is an opened laboratory as an adversary knows it: all but the hidden sensor's
// place. That the place is among its fields serves to draw releases and to hold guesses
// against the truth.
type Setting struct {
	Spec     lab.Spec
	Options  estimator.W2Options // of the Spec
	Scenario *system.Scenario
	Mech     mechanism.Mechanism // between the hidden sensor's place and the neighbour's
	Law      Law                 // of the mechanism
	Foreign  bool                // it is a visitor's: no family of ours has its law
}

// Law is what is known of a mechanism's releases.
type Law struct {
	// Build makes the mechanism for two records.
	Build func(s *Setting, records [2][]float64) (mechanism.Mechanism, error)

	// Likelihood is how the adversary computes how likely a release is at a place;
	// LogNoise, for ByNoise, is the log density, up to a constant, of one step's noise.
	Likelihood likelihood
	LogNoise   func(dx, dy, sigma float64) float64

	// What is known of the releases at two places; nil where nothing is. Shift is their
	// distance in standard deviations, of a Gaussian law; Affinity is ln ∫√(p₁p₂) or a
	// bound below it; Pure bounds ε at δ = 0.
	Shift, Affinity, Pure func(s *Adversary, a, b *Place) float64
	// Why no guarantee is known, or none at δ = 0; empty where there is one.
	NoLaw, NoPure lang.Message
}

// likelihood is a way to compute how likely a release is at a place.
type likelihood int

const (
	ByDensity  likelihood = 1 + iota // W₂-MHE: quadrature
	ByNoise                          // the density of noise about the deterministic estimate
	BySupport                        // none: its support gives the place away, and nothing is tried
	BySampling                       // normal law fitted to simulated releases
	byNothing                        // of a deterministic step: the place is given away
)

// Build makes the mechanism for two records. What it refuses is a sentence.
func (m *Setting) Build(records [2][]float64) (mechanism.Mechanism, error) {
	return m.Law.Build(m, records)
}

// Affordable refuses to draw so many releases of a visitor's mechanism where that takes longer, in
// µs, than somebody would wait for it.
func (m *Setting) Affordable(mech mechanism.Mechanism, releases int, long float64) error {
	if pace := mechanism.Pace(mech); m.Foreign && float64(releases)*pace > long {
		return &lab.Problem{Field: "mech", Say: lang.Say("ring.attack.slow", "n", releases, "pace", pace/1000)}
	}
	return nil
}

// The adversary sees releases and knows all else: the target's path, the other
// sensors, the estimator, and what the noise of the readings was. The last is
// more than a real one knows; it is what differential privacy grants its
// adversary, and it makes every attack here at least as strong as a real one.

// Adversary knows the release's law for any place of the starred sensor.
type Adversary struct {
	Setting *Setting
	Family  *estimator.Family
	By      likelihood // of the kind, or what is left of it
	Base    *Place
	// fisher is the information of one release about the place, per m², as
	// (xx, xy, yy): minus eight times the log of the Bhattacharyya coefficient
	// of a small displacement, over its square. lost says that it is infinite.
	fisher [3]float64
	Lost   bool
	Silent bool // the release's law is the same wherever the sensor stands: s = 0
	Known  bool // fisher and likelihoods can be had quickly enough for a picture

	// Of a law that is fitted to simulated releases: so many at a place (0: it is not
	// fitted, and only guarantees are asked for), and what came of them.
	trials   int
	simulate func(p *Place) ([]float64, error)
	sample   []float64 // at the hidden sensor's place
	fitted   *fitted

	// progress is called before each place is looked at: over a long horizon all of them take
	// seconds.
	progress func()
}

// fitted is what another worker's adversary needs in place of simulations of its own.
type fitted struct {
	Places [][2]float64
	Means  [][]float64 // of the releases at each place, where a law is fitted to them
	Fisher *[3]float64 // the adversary's; nil: not known
	Factor []float64   // upper Cholesky factor of the covariance, one for all places
	Lost   bool        // the covariance is zero: a deterministic step
}

// method says how the likelihoods of an attack are computed, in one sentence.
func (s *Adversary) method() lang.Message {
	switch s.By {
	case ByNoise:
		return lang.Say("ring.attack.method.noise")
	case BySampling:
		return lang.Say("ring.attack.method.fitted", "n", s.trials)
	}
	return lang.Say("ring.attack.method.density")
}

// Place is a hypothetical place of the starred sensor with the law that it
// leads to.
type Place struct {
	Position   [2]float64
	Record     []float64
	Hypothesis *estimator.Hypothesis
	Centre     []float64 // centre of the release
}

// NewAdversary prepares the adversary. trials is how many releases are simulated at
// a place where that is needed; coarse asks for speed over digits.
func (m *Setting) NewAdversary(coarse bool, trials int) (*Adversary, error) {
	s := m.unpreparedAdversary(trials)
	return s, s.prepare(coarse)
}

// unpreparedAdversary returns an adversary without likelihoods; call prepare before use.
func (m *Setting) unpreparedAdversary(trials int) *Adversary {
	s := &Adversary{Setting: m, trials: trials, fitted: &fitted{}, Known: true, progress: func() {}}
	s.simulate = func(p *Place) ([]float64, error) { return m.simulate(p, 0, int64(trials)) }
	return s
}

func (s *Adversary) prepare(coarse bool) error {
	m := s.Setting
	opt := m.Options
	s.By = m.Law.Likelihood
	if s.By != ByDensity && s.By != BySupport { // noise about the deterministic estimate
		opt.S, opt.FeedSample = []float64{1}, false
	}
	var err error
	if !m.Foreign {
		if s.Family, err = estimator.NewFamily(m.Scenario, opt); err != nil {
			return err
		}
		if coarse {
			s.Family = s.Family.Coarse()
		}
	}
	if s.By == ByDensity && !s.Family.Computable() {
		s.By = byNothing
		if opt.FeedSample && !slices.Contains(opt.S, 1) {
			s.By = BySampling
		}
	}
	s.Silent = s.By == ByDensity && slices.Max(opt.S) == 0
	s.Base, err = s.At(m.Scenario.Sensors[m.Scenario.Star])
	return err
}

// At prepares the hypothesis that the starred sensor stands at q.
func (s *Adversary) At(q [2]float64) (p *Place, err error) {
	p = s.without(q)
	switch s.By {
	case ByDensity:
		p.Hypothesis.Prepare()
	case BySampling:
		if s.trials > 0 {
			p.Centre, err = s.mean(p)
		}
	}
	return p, err
}

// without is a place without its law, which takes longest: record and estimate alone.
func (s *Adversary) without(q [2]float64) *Place {
	s.progress()
	p := &Place{Position: q, Record: s.Setting.Scenario.RecordAt(q)}
	if s.Family == nil {
		return p
	}
	p.Hypothesis = s.Family.Hypothesis(p.Record)
	p.Centre = p.Hypothesis.Estimate()
	return p
}

// simulate draws trials first … first+count−1 of the releases to which a place's law
// is fitted.
func (m *Setting) simulate(p *Place, first, count int64) ([]float64, error) {
	mech, err := m.Build([2][]float64{p.Record, p.Record})
	if err != nil {
		return nil, err
	}
	return mechanism.Draw(mech.Fork(), mechanism.Record, rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhaseFit,
		Trial: uint64(first)}, int(count)), nil
}

// mean returns that of the releases at a place.
func (s *Adversary) mean(p *Place) ([]float64, error) {
	if i := slices.Index(s.fitted.Places, p.Position); i >= 0 {
		return s.fitted.Means[i], nil
	}
	x, err := s.simulate(p)
	if err != nil {
		return nil, err
	}
	if s.sample == nil {
		s.sample = x
	}
	steps, dim := s.Setting.Mech.Shape()
	mean := make([]float64, steps*dim)
	for i, v := range x {
		mean[i%len(mean)] += v / float64(len(x)/len(mean))
	}
	s.fitted.Places, s.fitted.Means = append(s.fitted.Places, p.Position), append(s.fitted.Means, mean)
	return mean, nil
}

// fit pools the covariance of simulated releases; common random numbers make
// the means of neighbouring places differ smoothly.
func (s *Adversary) fit() {
	if s.fitted.Lost {
		s.By = byNothing
	}
	d := len(s.Base.Centre) // 0 where nothing was simulated
	if s.By != BySampling || s.fitted.Factor != nil || d == 0 {
		return
	}
	c := mat.NewSymDense(d, nil)
	n := float64(len(s.sample) / d)
	for x := s.sample; len(x) >= d; x = x[d:] {
		for a := range d {
			for b := 0; b <= a; b++ {
				c.SetSym(a, b, c.At(a, b)+(x[a]-s.Base.Centre[a])*(x[b]-s.Base.Centre[b])/(n-1))
			}
		}
	}
	trace := mat.Trace(c) / float64(d)
	// A ridge keeps singular fits usable.
	var chol mat.Cholesky
	for ridge := 1e-9 * trace; !chol.Factorize(c); ridge *= 100 {
		if !(trace > 0) || ridge > 1e9*trace {
			s.By, s.fitted.Lost = byNothing, true
			return
		}
		for a := range d {
			c.SetSym(a, a, c.At(a, a)+ridge)
		}
	}
	var upper mat.TriDense
	chol.UTo(&upper)
	s.fitted.Factor = upper.RawTriangular().Data
}

// Log returns the log likelihood of a release, with room for that of each step.
func (s *Adversary) Log(p *Place, x, steps []float64) float64 {
	s.LogSteps(p, x, steps)
	return floats.Sum(steps)
}

// LogSteps writes the log likelihood of each released step, given the steps
// before, up to a constant that is the same for all places.
func (s *Adversary) LogSteps(p *Place, x, out []float64) {
	switch s.By {
	case ByDensity:
		for k := range out {
			out[k] = p.Hypothesis.LogStep(k, x[2*k], x[2*k+1])
		}
	case ByNoise:
		sigma := s.Setting.Spec.Float("noise")
		for k := range out {
			out[k] = s.Setting.Law.LogNoise(x[2*k]-p.Centre[2*k], x[2*k+1]-p.Centre[2*k+1], sigma)
		}
	case BySampling:
		d := len(x)
		var buf [128]float64
		z := buf[:d]
		for a := range d {
			v := x[a] - p.Centre[a]
			for k := range a {
				v -= s.fitted.Factor[k*d+a] * z[k]
			}
			z[a] = v / s.fitted.Factor[a*d+a]
		}
		for k := range out {
			out[k] = -0.5 * (z[2*k]*z[2*k] + z[2*k+1]*z[2*k+1])
		}
	}
}

// fits is how many releases are simulated at each place to which a law is fitted.
// Where they are dear as many as take a fifth of a second, and never fewer than a law
// can be fitted to.
func (m *Setting) fits() int {
	steps, dim := m.Mech.Shape()
	const dear = 2e5 // µs
	return int(math.Max(math.Max(50, float64(2*steps*dim)), math.Min(400, dear/mechanism.Pace(m.Mech))))
}

// Seen draws the i-th release that the adversary sees.
func (m *Setting) Seen(mech mechanism.Mechanism, i int, out []float64) {
	r := rng.New(rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhaseAttack, Trial: uint64(i)})
	mech.Release(mechanism.Record, &r, out)
}
