package ring

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The adversary sees releases and knows all else: the target's path, the other
// sensors, the estimator, and what the noise of the readings was. The last is
// more than a real one knows; it is what differential privacy grants its
// adversary, and it makes every attack here at least as strong as a real one.

// adversary knows the release's law for any place of the starred sensor.
type adversary struct {
	m    *setting
	fam  *estimator.Family
	by   likelihood // of the kind, or what is left of it
	base *place
	// fisher is the information of one release about the place, per m², as
	// (xx, xy, yy): minus eight times the log of the Bhattacharyya coefficient
	// of a small displacement, over its square. lost says that it is infinite.
	fisher [3]float64
	lost   bool
	silent bool // the release's law is the same wherever the sensor stands: s = 0
	known  bool // fisher and likelihoods can be had quickly enough for a picture

	// Of a law that is fitted to simulated releases: so many at a place (0: it is not
	// fitted, and only guarantees are asked for), and what came of them.
	trials   int
	simulate func(p *place) ([]float64, error)
	sample   []float64 // at the hidden sensor's place
	fitted   *fitted

	// progress, if not nil, is called before each place is looked at: over a long horizon
	// all of them take seconds.
	progress func()
}

// fitted is what another worker's adversary needs in place of simulations and quadratures of
// its own.
type fitted struct {
	Places [][2]float64
	Means  [][]float64    // of the releases at each place, where a law is fitted to them
	Norms  [][]sheet.Real // the normalisers of each place's law, where they are computed
	Fisher *[3]float64    // the adversary's; nil: not known
	Factor []float64      // lower Cholesky factor of the covariance, one for all places
	Lost   bool           // the covariance is zero: a deterministic step
}

// method says how likelihoods are computed, in one sentence.
func (s *adversary) method() string {
	switch s.by {
	case byDensity:
		return sayLikelihoodByQuadrature
	case byNoise:
		return sayLikelihoodOfNoise
	case bySampling:
		return fmt.Sprintf(sayLikelihoodFitted, s.trials)
	}
	return sayDeterministicLikelihood
}

// place is a hypothetical place of the starred sensor with the law that it
// leads to.
type place struct {
	q    [2]float64
	y    []float64
	hyp  *estimator.Hypothesis
	est  []float64 // centre of the release
	mech mechanism.Mechanism
}

// newAdversary prepares the adversary. trials is how many releases are simulated at
// a place where that is needed; coarse asks for speed over digits.
func (m *setting) newAdversary(coarse bool, trials int) (*adversary, error) {
	s := m.unpreparedAdversary(trials)
	return s, s.prepare(coarse)
}

// unpreparedAdversary returns an adversary without likelihoods; call prepare before use.
func (m *setting) unpreparedAdversary(trials int) *adversary {
	s := &adversary{m: m, trials: trials, fitted: &fitted{}, known: true}
	s.simulate = func(p *place) ([]float64, error) { return m.simulate(p, 0, int64(trials)) }
	return s
}

func (s *adversary) prepare(coarse bool) error {
	m := s.m
	opt := m.options
	s.by = m.kind.likelihood
	if s.by != byDensity && s.by != bySupport { // noise about the deterministic estimate
		opt.S, opt.FeedSample = []float64{1}, false
	}
	var err error
	if s.fam, err = estimator.NewFamily(m.sc, opt); err != nil {
		return &lab.Problem{Say: lab.Sentence(err)}
	}
	if coarse {
		s.fam = s.fam.Coarse()
	}
	if s.by == byDensity && !s.fam.Computable() {
		s.by = byNothing
		if opt.FeedSample {
			s.by = bySampling
		}
		if slices.Contains(opt.S, 1) {
			s.by = byNothing
		}
	}
	s.silent = s.by == byDensity && slices.Max(opt.S) == 0
	s.base, err = s.at(m.sc.Sensors[m.sc.Star])
	return err
}

// tick calls progress.
func (s *adversary) tick() {
	if s.progress != nil {
		s.progress()
	}
}

// at prepares the hypothesis that the starred sensor stands at q.
func (s *adversary) at(q [2]float64) (*place, error) {
	p, err := s.without(q)
	if err != nil {
		return nil, err
	}
	switch s.by {
	case byDensity:
		if i := slices.Index(s.fitted.Places, q); i >= 0 {
			p.hyp.Restore(reals(s.fitted.Norms[i]))
			break
		}
		p.hyp.Prepare()
		s.fitted.Places, s.fitted.Norms = append(s.fitted.Places, q), append(s.fitted.Norms, sheet.Reals(p.hyp.Norms()))
	case bySupport:
		if p.mech, err = s.m.build([2][]float64{p.y, p.y}); err != nil {
			return nil, err
		}
	case bySampling:
		if s.trials > 0 {
			p.est, err = s.mean(p)
		}
	}
	return p, err
}

// without is a place without its law, which takes longest: record and estimate alone.
func (s *adversary) without(q [2]float64) (*place, error) {
	s.tick()
	p := &place{q: q, y: s.m.sc.RecordAt(q)}
	var err error
	if p.hyp, err = s.fam.Hypothesis(p.y); err != nil {
		return nil, &lab.Problem{Say: lab.Sentence(err)}
	}
	p.est = p.hyp.Estimate()
	return p, nil
}

// simulate draws trials first … first+count−1 of the releases to which a place's law
// is fitted.
func (m *setting) simulate(p *place, first, count int64) ([]float64, error) {
	mech, err := m.build([2][]float64{p.y, p.y})
	if err != nil {
		return nil, err
	}
	return mechanism.Draw(mech, mechanism.Record, rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseFit, Trial: uint64(first)}, int(count)), nil
}

// mean returns that of the releases at a place.
func (s *adversary) mean(p *place) ([]float64, error) {
	if i := slices.Index(s.fitted.Places, p.q); i >= 0 {
		return s.fitted.Means[i], nil
	}
	x, err := s.simulate(p)
	if err != nil {
		return nil, err
	}
	if s.sample == nil {
		s.sample = x
	}
	mean := make([]float64, len(p.est))
	for i, v := range x {
		mean[i%len(mean)] += v / float64(len(x)/len(mean))
	}
	s.fitted.Places, s.fitted.Means = append(s.fitted.Places, p.q), append(s.fitted.Means, mean)
	return mean, nil
}

// fit pools the covariance of simulated releases; common random numbers make
// the means of neighbouring places differ smoothly.
func (s *adversary) fit() error {
	if s.fitted.Lost {
		s.by = byNothing
	}
	if s.by != bySampling || s.fitted.Factor != nil {
		return nil
	}
	d := len(s.base.est)
	c := mat.NewSymDense(d, nil)
	n := float64(len(s.sample) / d)
	for x := s.sample; len(x) >= d; x = x[d:] {
		for a := range d {
			for b := 0; b <= a; b++ {
				c.SetSym(a, b, c.At(a, b)+(x[a]-s.base.est[a])*(x[b]-s.base.est[b])/(n-1))
			}
		}
	}
	trace := mat.Trace(c) / float64(d)
	if !(trace > 0) {
		s.by, s.fitted.Lost = byNothing, true
		return nil
	}
	// A ridge keeps singular fits usable.
	var chol mat.Cholesky
	for ridge := 1e-9 * trace; !chol.Factorize(c); ridge *= 100 {
		if ridge > 1e9*trace {
			s.by, s.fitted.Lost = byNothing, true
			return nil
		}
		for a := range d {
			c.SetSym(a, a, c.At(a, a)+ridge)
		}
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	s.fitted.Factor = make([]float64, d*d)
	for a := range d {
		for b := range a + 1 {
			s.fitted.Factor[a*d+b] = lower.At(a, b)
		}
	}
	return nil
}

// log returns the log likelihood of a release, with room for that of each step.
func (s *adversary) log(p *place, x, steps []float64) (sum float64) {
	s.steps(p, x, steps)
	for _, v := range steps {
		sum += v
	}
	return sum
}

// steps writes the log likelihood of each released step, given the steps
// before, up to a constant that is the same for all places.
func (s *adversary) steps(p *place, x, out []float64) {
	switch s.by {
	case byDensity:
		for k := range out {
			out[k] = p.hyp.LogStep(k, x[2*k], x[2*k+1])
		}
	case byNoise:
		sigma := s.m.spec.Float("noise")
		for k := range out {
			out[k] = s.m.kind.logNoise(x[2*k]-p.est[2*k], x[2*k+1]-p.est[2*k+1], sigma)
		}
	case bySupport:
		clear(out)
		d, ok := mechanism.HasDensity(p.mech)
		if ok {
			out[len(out)-1] = d.LogDensity(mechanism.Record, x)
		}
	case bySampling:
		d := len(x)
		var buf [128]float64
		z := buf[:d]
		for a := range d {
			v := x[a] - p.est[a]
			for k := range a {
				v -= s.fitted.Factor[a*d+k] * z[k]
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
func (m *setting) fits() int {
	steps, dim := m.mech.Shape()
	const dear = 2e5 // µs
	return int(math.Max(math.Max(50, float64(2*steps*dim)), math.Min(400, dear/mechanism.Pace(m.mech))))
}

// newBoundingAdversary returns an adversary for guarantees alone: no law is fitted. progress is
// called before each place is looked at.
func (m *setting) newBoundingAdversary(coarse bool, progress func()) (*adversary, error) {
	s := m.unpreparedAdversary(0)
	s.progress = progress
	if err := s.prepare(coarse); err != nil {
		return nil, err
	}
	return s, s.learn()
}

// seen draws the i-th release that the adversary sees.
func (m *setting) seen(mech mechanism.Mechanism, i int, out []float64) {
	r := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseAttack, Trial: uint64(i)})
	mech.Release(mechanism.Record, &r, out)
}

func reals(x []sheet.Real) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}
