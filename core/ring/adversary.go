package ring

import (
	"errors"
	"math"

	"indistinct/core/adversary"
	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The adversary sees releases and knows all else: the target's path, the other
// sensors, the estimator, and what the noise of the readings was. The last is
// more than a real one knows; it is what differential privacy grants its
// adversary, and it makes every attack here at least as strong as a real one.

const (
	phaseAttack  = 121 // releases that the adversary sees; trial is the release
	phaseFit     = 122 // simulated releases from which a law is fitted
	phaseGame    = 123 // places of the game's rounds
	phaseContour = 124 // releases of the measured contour
	phaseLot     = 125 // ties between guesses
)

// adversaryParams are the parameters of this part.
func adversaryParams() lab.Table {
	return lab.Table{
		{Name: "odds", Label: "Fooled at least once in", Kind: lab.Float, Min: 2.1, Max: 100, Step: 0.5, Log: true, Default: 4, Group: "Adversary", Scene: true,
			Help: "The disk holds the places among which an adversary who must choose between two errs at least once in this many times k: the error of every test is at least 1/k. For a claimed ε that is ε ≤ ln(k − 1).", Low: "hard to tell", High: "easy to tell"},
		{Name: "promise", Label: "Guarantee behind the disk", Kind: lab.Choice, Text: "law", Group: "Adversary", Scene: true, Fold: true,
			Help: "What the disk rests on.",
			Choices: []lab.Option{
				{Value: "law", Label: "the mechanism's own law", Help: "A proven bound on every test between two places, computed from the release's law: Hellinger's for W₂-MHE and Laplace noise, exact for Gaussian noise."},
				{Value: "pure", Label: "its proven ε, δ = 0", Help: "The sound bound on ε. Pure ε also bounds the rarest event, so this disk is smaller."},
				{Value: "claim", Label: "the claim you typed", Help: "Claimed ε and δ at distance d, extended to farther places by group privacy."},
			}},
		{Name: "zoom", Label: "Drawn larger by", Kind: lab.Choice, Text: "100", Group: "Adversary", Scene: true, Fold: true,
			Help:    "How much the disk and the adversary's belief are enlarged about the hidden sensor on the ring. The inset around the sensor is to scale.",
			Choices: []lab.Option{{Value: "1", Label: "1 (to scale)"}, {Value: "10", Label: "10"}, {Value: "100", Label: "100"}, {Value: "1000", Label: "1,000"}}},
		{Name: "releases", Label: "Releases the adversary sees", Kind: lab.Int, Min: 1, Max: 200, Step: 1, Log: true, Default: 10, Group: "Adversary", Scene: true, Fold: true,
			Help: "How often the same record is released anew. Each release adds to what the adversary knows, and its privacy losses add up.", Low: "one look", High: "a long history"},
		{Name: "games", Label: "Games", Kind: lab.Int, Min: 20, Max: 2000, Step: 20, Log: true, Default: 200, Group: "Adversary", Fold: true,
			Help: "How many independent attacks the attack's error is averaged over."},
	}
}

// spy knows the release's law for any place of the starred sensor.
type spy struct {
	m    *model
	fam  *mechanism.Family
	kind spyKind
	base *place
	// fisher is the information of one release about the place, per m², as
	// (xx, xy, yy): minus eight times the log of the Bhattacharyya coefficient
	// of a small displacement, over its square. lost says that it is infinite.
	fisher [3]float64
	lost   bool
	known  bool // fisher and likelihoods can be had quickly enough for a picture

	// Of a law that is fitted to simulated releases.
	trials int
	factor []float64 // lower Cholesky factor of the pooled covariance
}

type spyKind int

const (
	byDensity  spyKind = iota // W₂-MHE: quadrature
	byNormal                  // Gaussian output
	byLaplace                 // Laplace output
	bySupport                 // private EKF: its own density, of bounded support
	bySampling                // normal law fitted to simulated releases
	byNothing                 // a deterministic step: the place is given away
)

// method says how likelihoods are computed, in one sentence.
func (s *spy) method() string {
	switch s.kind {
	case byDensity:
		return "The likelihood is the release's density, computed by quadrature for each hypothetical place and interpolated between places."
	case byNormal, byLaplace:
		return "The likelihood is the noise's density about the estimate that each hypothetical place would lead to."
	case bySupport:
		return "The likelihood is the filter's density, step given step. Its noise is uniform, so a place is either possible or ruled out."
	case bySampling:
		return fmt.Sprintf("The likelihood is a normal law fitted to %d simulated releases at each hypothetical place (one covariance for all): an approximation, so a better attack may exist.", s.trials)
	}
	return "A deterministic release gives the place away: no two places lead to the same estimate."
}

// place is a hypothetical place of the starred sensor with the law that it
// leads to.
type place struct {
	q    [2]float64
	y    []float64
	hyp  *mechanism.Hypothesis
	est  []float64 // centre of the release
	mech mechanism.Mechanism
}

// newSpy prepares the adversary. trials is how many releases are simulated at
// a place where that is needed; coarse asks for speed over digits.
func (m *model) newSpy(coarse bool, trials int) (*spy, error) {
	s := &spy{m: m, trials: trials, known: true}
	opt := options(m.spec)
	switch m.spec.Text("mech") {
	case w2mhe:
		s.kind = byDensity
	case gauss:
		s.kind = byNormal
		opt.S, opt.FeedSample = []float64{1}, false
	case laplace:
		s.kind = byLaplace
		opt.S, opt.FeedSample = []float64{1}, false
	case ekf:
		s.kind = bySupport
	default:
		s.kind = bySampling
		opt.S, opt.FeedSample = []float64{1}, false
	}
	var err error
	if s.fam, err = mechanism.NewFamily(m.sc, opt); err != nil {
		return nil, err
	}
	if coarse {
		s.fam = s.fam.Coarse()
	}
	if s.kind == byDensity && !s.fam.Computable() {
		s.kind = byNothing
		if opt.FeedSample {
			s.kind = bySampling
		}
		for _, v := range opt.S {
			if v == 1 {
				s.kind = byNothing
			}
		}
	}
	if s.base, err = s.at(m.sc.Sensors[m.sc.Star]); err != nil {
		return nil, err
	}
	return s, nil
}

// at prepares the hypothesis that the starred sensor stands at q.
func (s *spy) at(q [2]float64) (*place, error) {
	p := &place{q: q, y: s.m.sc.RecordAt(q)}
	var err error
	if p.hyp, err = s.fam.Hypothesis(p.y); err != nil {
		return nil, err
	}
	p.est = p.hyp.Estimate()
	switch s.kind {
	case byDensity:
		p.hyp.Prepare()
	case bySupport, bySampling:
		if p.mech, err = s.m.build([2][]float64{p.y, p.y}); err != nil {
			return nil, err
		}
		if s.kind == bySampling {
			p.est = make([]float64, len(p.est))
			x := make([]float64, len(p.est))
			for i := range s.trials {
				r := rng.New(rng.Key{Seed: s.m.spec.Seed(), Phase: phaseFit, Trial: uint64(i)})
				p.mech.Release(mechanism.Record, &r, x)
				for j, v := range x {
					p.est[j] += v / float64(s.trials)
				}
			}
		}
	}
	return p, nil
}

// fit pools the covariance of simulated releases; common random numbers make
// the means of neighbouring places differ smoothly.
func (s *spy) fit() error {
	if s.kind != bySampling || s.factor != nil {
		return nil
	}
	d := len(s.base.est)
	c := make([]float64, d*d)
	x := make([]float64, d)
	for i := range s.trials {
		r := rng.New(rng.Key{Seed: s.m.spec.Seed(), Phase: phaseFit, Trial: uint64(i)})
		s.base.mech.Release(mechanism.Record, &r, x)
		for a := range d {
			for b := 0; b <= a; b++ {
				c[a*d+b] += float64((x[a]-s.base.est[a])*(x[b]-s.base.est[b])) / float64(s.trials-1)
			}
		}
	}
	trace := 0.0
	for a := range d {
		trace += c[a*d+a] / float64(d)
	}
	if !(trace > 0) {
		s.kind = byNothing
		return nil
	}
	// Cholesky with a floor that keeps singular fits usable.
	l := make([]float64, d*d)
	for a := range d {
		for b := 0; b <= a; b++ {
			v := c[a*d+b]
			for k := range b {
				v -= float64(l[a*d+k] * l[b*d+k])
			}
			if a == b {
				l[a*d+a] = math.Sqrt(math.Max(v, 1e-9*trace))
			} else {
				l[a*d+b] = v / l[b*d+b]
			}
		}
	}
	s.factor = l
	return nil
}

// steps writes the log likelihood of each released step, given the steps
// before, up to a constant that is the same for all places.
func (s *spy) steps(p *place, x, out []float64) {
	switch s.kind {
	case byDensity:
		for k := range out {
			out[k] = p.hyp.LogStep(k, x[2*k], x[2*k+1])
		}
	case byNormal:
		sigma := s.m.spec.Float("noise")
		for k := range out {
			a, b := (x[2*k]-p.est[2*k])/sigma, (x[2*k+1]-p.est[2*k+1])/sigma
			out[k] = -0.5 * (float64(a*a) + float64(b*b))
		}
	case byLaplace:
		b := s.m.spec.Float("noise") / math.Sqrt2
		for k := range out {
			out[k] = -(math.Abs(x[2*k]-p.est[2*k]) + math.Abs(x[2*k+1]-p.est[2*k+1])) / b
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
				v -= float64(s.factor[a*d+k] * z[k])
			}
			z[a] = v / s.factor[a*d+a]
		}
		for k := range out {
			out[k] = -0.5 * (float64(z[2*k]*z[2*k]) + float64(z[2*k+1]*z[2*k+1]))
		}
	}
}

// affinity returns ln ∫√(p₁p₂) of the release at two places or a bound below
// it; NaN where none is known.
func (s *spy) affinity(a, b *place) float64 {
	if a.q == b.q {
		return 0
	}
	switch s.m.spec.Text("mech") {
	case w2mhe:
		return s.fam.Affinity(a.hyp, b.hyp)
	case gauss:
		mu := s.shift(a, b)
		return -float64(mu*mu) / 8
	case laplace:
		sum := 0.0
		for i, v := range a.est {
			sum += adversary.LaplaceAffinity((v - b.est[i]) * math.Sqrt2 / s.m.spec.Float("noise"))
		}
		return sum
	case input:
		mu := s.shift(a, b)
		return -float64(mu*mu) / 8
	}
	return math.NaN()
}

// shift is the distance of two Gaussian mechanisms in standard deviations, NaN
// for others: of the release for Gaussian output, of the noisy record for input
// perturbation, from which the release is computed.
func (s *spy) shift(a, b *place) float64 {
	sum := 0.0
	switch s.m.spec.Text("mech") {
	case gauss:
		for i, v := range a.est {
			d := (v - b.est[i]) / s.m.spec.Float("noise")
			sum += float64(d * d)
		}
	case input:
		p, ok := s.m.mech.(*mechanism.InputPerturbation)
		if !ok {
			return math.NaN()
		}
		q := p.Blocks()[s.m.sc.Star]
		det := float64(q[0]*q[2]) - float64(q[1]*q[1])
		n := 2 * len(s.m.sc.Sensors)
		for j := 2 * s.m.sc.Star; j < len(a.y); j += n {
			x, y := a.y[j]-b.y[j], a.y[j+1]-b.y[j+1]
			sum += (float64(q[2]*x*x) - 2*float64(q[1]*x*y) + float64(q[0]*y*y)) / det
		}
	default:
		return math.NaN()
	}
	return math.Sqrt(sum)
}

// pure bounds ε at δ = 0 between two places; +Inf where no bound is known.
func (s *spy) pure(a, b *place) float64 {
	if a.q == b.q {
		return 0
	}
	switch s.m.spec.Text("mech") {
	case w2mhe:
		e := s.fam.SoundEpsilon(a.hyp, b.hyp)
		if math.IsNaN(e) { // ∞ · 0
			return math.Inf(1)
		}
		return e
	case laplace:
		l1 := 0.0
		for i, v := range a.est {
			l1 += math.Abs(v - b.est[i])
		}
		return l1 * math.Sqrt2 / s.m.spec.Float("noise")
	}
	return math.Inf(1)
}

// advantage bounds the total variation distance of the releases at two places
// by the mechanism's own law.
func (s *spy) advantage(a, b *place) float64 {
	if mu := s.shift(a, b); !math.IsNaN(mu) {
		return adversary.GaussianAdvantage(mu)
	}
	if l := s.affinity(a, b); !math.IsNaN(l) {
		return adversary.HellingerAdvantage(l)
	}
	return privacy.Advantage(privacy.Budget{Epsilon: s.pure(a, b)})
}

// strength measures what a guarantee allows between the hidden sensor's place
// and another, on a scale that grows about as a power of the displacement, and
// says where that scale stands at the visitor's odds.
func (s *spy) strength(promise string, p *place) float64 {
	switch promise {
	case "pure":
		return s.pure(s.base, p)
	case "claim":
		b, err := adversary.GroupEpsilon(privacy.Budget{Epsilon: s.m.spec.Float("eps"), Delta: s.m.spec.Float("delta")}, s.m.spec.Float("d"), s.m.sc.Distance(p.q))
		if err != nil {
			return math.Inf(1)
		}
		return bend(privacy.Advantage(b))
	}
	return bend(s.advantage(s.base, p))
}

// unproven says why a guarantee is not known or cannot hold for this mechanism;
// empty where there is one.
func (s *spy) unproven(promise string) string {
	mech := s.m.spec.Text("mech")
	switch {
	case promise == "claim":
		return ""
	case mech == klmhe:
		return "No guarantee is known for the particle estimator, so there is no disk to draw."
	case mech == ekf:
		return "Uniform noise has bounded support: no finite ε holds, no other guarantee is known here, and there is no disk to draw."
	case promise == "pure" && (mech == gauss || mech == input):
		return "With Gaussian noise no finite ε holds at δ = 0: choose the mechanism's own law as the guarantee."
	}
	return ""
}

// bend turns a total variation distance into −½ ln(1 − TV²), which grows as
// the square of a small displacement.
func bend(tv float64) float64 {
	return -0.5 * num.Log(math.Max(1e-300, (1-tv)*(1+tv)))
}

// limit is the strength at the visitor's odds.
func (s *spy) limit(promise string) float64 {
	k := s.m.spec.Float("odds")
	if promise == "pure" {
		return num.Log(k - 1)
	}
	return bend(adversary.AdvantageAtOdds(k))
}

// around returns the place at a displacement from the hidden sensor.
func (s *spy) around(r, angle float64) (*place, error) {
	sin, cos := num.Sincos(angle)
	return s.at([2]float64{s.base.q[0] + float64(r*cos), s.base.q[1] + float64(r*sin)})
}

// everywhere is the displacement from which on a guarantee holds all over the
// ring: its diameter.
func (s *spy) everywhere() float64 { return 2 * s.m.sc.Radius }

// learn measures the information that a release carries about the place.
func (s *spy) learn() error {
	if s.kind == byNothing {
		s.lost = true
		return nil
	}
	if s.kind == bySupport {
		s.known = false
		return nil
	}
	if err := s.fit(); err != nil {
		return err
	}
	h := 0.01
	small := func(angle float64) (float64, error) {
		p, err := s.around(h, angle)
		if err != nil {
			return 0, err
		}
		if s.kind == bySampling {
			x := make([]float64, len(s.base.est)/2)
			s.steps(p, s.base.est, x)
			sum := 0.0
			for _, v := range x {
				sum -= 2 * v
			}
			return sum / float64(h*h), nil
		}
		return -8 * s.affinity(s.base, p) / float64(h*h), nil
	}
	// Two passes: the first finds a displacement that can be measured well.
	for pass := range 2 {
		v, err := small(0)
		if err != nil {
			return err
		}
		if pass == 0 {
			if math.IsInf(v, 1) || math.IsNaN(v) {
				s.lost = true
				return nil
			}
			h = min(0.5*s.m.sc.Radius, 1/math.Sqrt(math.Max(v, 1e-9)))
			continue
		}
		u, err := small(math.Pi / 3)
		if err != nil {
			return err
		}
		w, err := small(2 * math.Pi / 3)
		if err != nil {
			return err
		}
		// v = xx; u, w = xx/4 ± (√3/2) xy + 3/4 yy.
		s.fisher = [3]float64{v, (u - w) / math.Sqrt(3), (2*(u+w) - v) / 3}
	}
	return nil
}

// eigen returns the largest and smallest eigenvalue of the information and the
// direction of the largest.
func (s *spy) eigen() (high, low, angle float64) {
	f := s.fisher
	mid, diff := float64(0.5*(f[0]+f[2])), float64(0.5*(f[0]-f[2]))
	r := math.Sqrt(float64(diff*diff) + float64(f[1]*f[1]))
	return mid + r, math.Max(0, mid-r), 0.5 * num.Atan2(f[1], diff)
}

// disk returns the radius about the hidden sensor within which the guarantee
// holds at the visitor's odds, and whether that is all of the ring. The worst
// direction is found from the information, or from four directions where there
// is none; the radius is then solved in that direction and its opposite.
func (s *spy) disk(promise string) (r float64, all bool, err error) {
	most, want := s.everywhere(), s.limit(promise)
	power := 2.0
	if promise == "pure" {
		power = 1
	}
	worst := 0.0
	switch {
	case promise == "law" && s.lost, s.kind == byNothing && promise != "claim":
		return 0, false, nil
	case promise == "law" && s.known && s.kind != bySampling:
		_, _, worst = s.eigen()
	default:
		top := -1.0
		for i := range 4 {
			p, err := s.around(0.01, float64(i)*math.Pi/4)
			if err != nil {
				return 0, false, err
			}
			v := s.strength(promise, p)
			if promise == "claim" {
				v = s.m.sc.Distance(p.q)
			}
			if v > top {
				top, worst = v, float64(i)*math.Pi/4
			}
		}
	}
	at := func(r float64) (float64, error) {
		high := 0.0
		for side := range 2 {
			p, err := s.around(r, worst+float64(float64(side)*math.Pi))
			if err != nil {
				return 0, err
			}
			high = math.Max(high, s.strength(promise, p))
		}
		return high, nil
	}
	if promise == "claim" {
		r = adversary.Radius(0.1, most, 1e-3, func(r float64) bool {
			v, e := at(r)
			err = errors.Join(err, e)
			return v <= want
		})
		return r, r >= most, err
	}
	// Follow the power law, which holds for small displacements and bends for
	// large ones; end 2 to 5 % inside, which covers the quick rules' error.
	r = 0.01
	for range 12 {
		v, err := at(r)
		if err != nil {
			return 0, false, err
		}
		if v <= want && r >= most {
			return most, true, nil
		}
		if v <= 0.97*want && v >= 0.91*want {
			return r, false, nil
		}
		ratio := 0.94 * want / v
		step := math.Sqrt(ratio)
		if power == 1 {
			step = ratio
		}
		if !(step < 32) {
			step = 32
		}
		r = math.Min(most, r*math.Max(step, 1.0/32))
		if r < 1e-9 {
			return 0, false, nil
		}
	}
	// It did not settle: fall back on halving.
	r = adversary.Radius(r, most, 0.01, func(r float64) bool {
		v, e := at(r)
		err = errors.Join(err, e)
		return v <= want
	})
	return r, r >= most, err
}

// zoomed is how much the disk and the belief are enlarged on the ring.
func (m *model) zoomed() float64 {
	switch m.spec.Text("zoom") {
	case "1":
		return 1
	case "10":
		return 10
	case "1000":
		return 1000
	}
	return 100
}

func (m *model) enlarged() string {
	if z := m.spec.Text("zoom"); z == "1000" {
		return ", drawn 1,000× larger"
	} else if z != "1" {
		return ", drawn " + z + "× larger"
	}
	return ""
}

// metres writes a length with a unit that suits it.
func metres(r float64) string {
	switch {
	case r < 1e-3:
		return sheet.Format(1e6*r, 3) + " µm"
	case r < 1:
		return sheet.Format(1e3*r, 3) + " mm"
	}
	return sheet.Format(r, 3) + " m"
}

// belief is a posterior along the ring: angles relative to the hidden sensor.
type belief struct {
	spy    *spy
	nodes  *adversary.Nodes
	grid   *adversary.Grid
	places []*place
	half   float64 // the grid covers ±half, rad
	steps  []float64
	logs   []float64
}

// newBelief computes the laws at the nodes. The window holds seven standard
// deviations of what one release tells on either side, and at most the whole
// ring; the prior is uniform on the ring, and what lies outside the window has
// a posterior of about 10⁻⁶ or less.
func (s *spy) newBelief(nodes, cells int) (*belief, error) {
	b := &belief{spy: s}
	n, _ := s.m.mech.Shape()
	b.steps = make([]float64, n)
	angle := s.m.sc.Angles[s.m.sc.Star]
	if s.kind == bySupport {
		return nil, nil
	}
	sin, cos := num.Sincos(angle)
	f := s.fisher
	info := float64(f[0]*sin*sin) - 2*float64(f[1]*sin*cos) + float64(f[2]*cos*cos)
	b.half = math.Pi
	if sd := 1 / (s.m.sc.Radius * math.Sqrt(math.Max(info, 1e-12))); 7*sd < math.Pi {
		b.half = 7 * sd
	} else {
		nodes = max(nodes, 25) // a whole turn is not a parabola
	}
	b.nodes = adversary.Chebyshev(-b.half, b.half, nodes)
	b.grid = adversary.NewGrid(b.nodes, cells)
	b.logs = make([]float64, len(b.nodes.X))
	for _, x := range b.nodes.X {
		p, err := s.at(s.m.sc.At(angle + x))
		if err != nil {
			return nil, err
		}
		b.places = append(b.places, p)
	}
	return b, nil
}

// add takes in the steps from ≤ k < to of a release.
func (b *belief) add(p *adversary.Posterior, x []float64, from, to int) {
	for i, h := range b.places {
		b.spy.steps(h, x, b.steps)
		b.logs[i] = 0
		for _, v := range b.steps[from:to] {
			b.logs[i] += v
		}
	}
	p.Add(b.logs)
}

// guess returns the adversary's guess: the posterior mean where the posterior is
// narrow against the ring; where it may go all round, the place of least
// expected angular distance, by lot among places that are as good.
func (b *belief) guess(p *adversary.Posterior, lot *rng.Stream) float64 {
	if b.half < math.Pi {
		return p.Mean()
	}
	n := len(p.P)
	cost := make([]float64, n)
	least := math.Inf(1)
	for i := range n {
		for j, v := range p.P {
			d := i - j
			if d < 0 {
				d = -d
			}
			cost[i] += float64(v * float64(min(d, n-d)))
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
	return b.grid.X[at]
}

// plane is a posterior over a rectangle about the hidden sensor, turned to the
// directions in which a release tells most and least.
type plane struct {
	spy      *spy
	post     *adversary.Plane
	places   []*place
	sin, cos float64 // of the first side
	steps    []float64
	logs     []float64
}

// at returns the place at coordinates along the two sides.
func (p *plane) at(u, v float64) [2]float64 {
	q := p.spy.base.q
	return [2]float64{q[0] + float64(p.cos*u) - float64(p.sin*v), q[1] + float64(p.sin*u) + float64(p.cos*v)}
}

// newPlane computes the laws at nodes over 3.5 standard deviations of what one
// release tells on either side.
func (s *spy) newPlane(nodes int) (*plane, error) {
	high, low, angle := s.eigen()
	p := &plane{spy: s}
	p.sin, p.cos = num.Sincos(angle)
	n, _ := s.m.mech.Shape()
	p.steps = make([]float64, n)
	half := func(info float64) float64 {
		return math.Min(3.5/math.Sqrt(math.Max(info, 1e-12)), s.everywhere())
	}
	// About planeCells² cells, near to square.
	u, v := half(high), half(low)
	long := math.Min(3, math.Max(1, math.Sqrt(v/u)))
	side := func(half, cells float64) *adversary.Grid {
		return adversary.NewGrid(adversary.Chebyshev(-half, half, nodes), int(math.Round(cells)))
	}
	p.post = adversary.NewPlane(side(u, planeCells/long), side(v, planeCells*long))
	for _, v := range p.post.Y.Nodes.X {
		for _, u := range p.post.X.Nodes.X {
			h, err := s.at(p.at(u, v))
			if err != nil {
				return nil, err
			}
			p.places = append(p.places, h)
		}
	}
	p.logs = make([]float64, len(p.places))
	return p, nil
}

func (p *plane) add(x []float64, from, to int) {
	for i, h := range p.places {
		p.spy.steps(h, x, p.steps)
		p.logs[i] = 0
		for _, v := range p.steps[from:to] {
			p.logs[i] += v
		}
	}
	p.post.Add(p.logs)
}

// seen draws the i-th release that the adversary sees.
func (m *model) seen(mech mechanism.Mechanism, i int, out []float64) {
	r := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseAttack, Trial: uint64(i)})
	mech.Release(mechanism.Record, &r, out)
}

// leak is what the scene shows of the adversary: layers of the main view and
// the inset around the hidden sensor.
type leak struct {
	layers []film.Layer
	inset  film.View
}

const (
	ringSpots  = 73 // spots of the belief along the ring
	planeCells = 15 // and along the side of a square
)

// leakLayers draw where the starred sensor could as well stand: the disk of
// the guarantee, and what the adversary believes as releases arrive.
func (m *model) leakLayers(ts []float64) (*leak, error) {
	s, err := m.newSpy(true, 60)
	if err != nil {
		return nil, err
	}
	slow := s.kind == bySampling && m.spec.Text("mech") == klmhe
	if !slow {
		if err := s.learn(); err != nil {
			return nil, err
		}
	} else {
		s.known = false
	}
	promise := m.spec.Text("promise")
	r, all, err := s.disk(promise)
	if err != nil {
		return nil, err
	}
	q, zoom := s.base.q, m.zoomed()
	out := &leak{}
	drawn := math.Min(r*zoom, s.everywhere())
	name := "hypothesis disk, radius " + metres(r) + m.enlarged()
	if all {
		name = "hypothesis disk: everywhere on the ring"
	}
	if s.unproven(promise) != "" {
		name = "no guarantee, no disk"
	} else if r == 0 {
		name = "hypothesis disk: a point"
	}
	disk := func(r float64) []float32 { return []float32{float32(q[0]), float32(q[1]), float32(r)} }
	out.layers = []film.Layer{
		{Name: name, Kind: film.Disk, Role: sheet.Leak, Alpha: 0.2, Breathe: true, Data: disk(drawn)},
		{Kind: film.Ring, Role: sheet.Leak, Size: 1.5, Alpha: 0.7, Breathe: true, Data: disk(drawn)},
	}
	half := math.Max(1.5*r, 1e-3)
	var spread float64
	if _, low, _ := s.eigen(); s.known && !s.lost && low > 0 {
		spread = 3 / math.Sqrt(low)
	}
	half = math.Min(math.Max(half, spread), 1.25*s.everywhere())
	v := film.View{Name: "near the hidden sensor", Place: film.Inset, Equal: true, Link: true, Unit: "m"}
	v.Box = [4]float64{q[0] - half, q[1] - half, q[0] + half, q[1] + half}
	if s.known && !s.lost {
		ringHeat, region, guess, square, err := m.beliefLayers(s, ts)
		if err != nil {
			return nil, err
		}
		out.layers = append(out.layers, ringHeat, region, guess)
		v.Layers = append(v.Layers, square)
	}
	if s.lost {
		out.layers = append(out.layers, film.Layer{Name: "what the adversary believes: a point", Kind: film.Heat, Role: sheet.Leak, Data: []float32{float32(q[0]), float32(q[1]), 9, 1}})
	}
	// The circle near the sensor.
	var arc []float32
	span := math.Min(math.Pi, 2*half/m.sc.Radius)
	for i := range 41 {
		p := m.sc.At(m.sc.Angles[m.sc.Star] + float64(span*(float64(i)/20-1)))
		arc = append(arc, float32(p[0]), float32(p[1]))
	}
	v.Layers = append(v.Layers,
		film.Layer{Kind: film.Path, Role: sheet.Muted, Size: 1, Alpha: 0.7, Data: arc},
		film.Layer{Kind: film.Ring, Role: sheet.Leak, Size: 1.6, Alpha: 0.9, Data: disk(r)},
		film.Layer{Kind: film.Disk, Role: sheet.Leak, Alpha: 0.18, Data: disk(r)},
		film.Layer{Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 14, Fill: true, Data: []float32{float32(q[0]), float32(q[1])}},
	)
	out.inset = v
	return out, nil
}

// beliefLayers animate the posterior: over the steps of the first release as
// they arrive, then release by release over the rest of the turn.
func (m *model) beliefLayers(s *spy, ts []float64) (heat, region, guess, square film.Layer, err error) {
	b, err := s.newBelief(5, 241)
	if err != nil {
		return
	}
	pl, err := s.newPlane(3)
	if err != nil {
		return
	}
	steps, dim := m.mech.Shape()
	mech := m.mech.Fork()
	x := make([]float64, steps*dim)
	post := adversary.NewPosterior(b.grid)
	zoom, angle := m.zoomed(), m.sc.Angles[m.sc.Star]
	// Spots cover what the first release leaves likely.
	span := math.Min(b.half*5/7, math.Pi/zoom)
	heat = film.Layer{Name: "what the adversary believes" + m.enlarged(), Kind: film.Heat, Role: sheet.Leak, Moving: true}
	region = film.Layer{Name: "95 % region", Kind: film.Path, Role: sheet.Leak, Size: 3, Alpha: 0.9, Moving: true}
	guess = film.Layer{Name: "adversary's guess", Kind: film.Dots, Role: sheet.Leak, Shape: film.Diamond, Size: 9, Moving: true}
	square = film.Layer{Name: "what the adversary believes, over the plane", Kind: film.Heat, Role: sheet.Leak, Moving: true}
	at := func(phi, out float64) (float32, float32) {
		turn := math.Max(-math.Pi, math.Min(math.Pi, float64(phi*zoom)))
		sin, cos := num.Sincos(angle + turn)
		r := m.sc.Radius + out
		return float32(r * cos), float32(r * sin)
	}
	lot := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseLot})
	var ringBlock, regionBlock, guessBlock, planeBlock []float32
	paint := func() {
		post.Refresh()
		pl.post.Refresh()
		ringBlock, regionBlock, guessBlock, planeBlock = ringBlock[:0], regionBlock[:0], guessBlock[:0], planeBlock[:0]
		top := 0.0
		for _, p := range post.P {
			top = math.Max(top, p)
		}
		for i := range ringSpots {
			phi := float64(span * (2*float64(i)/(ringSpots-1) - 1))
			c := int((phi - b.nodes.Lo) / b.grid.Width)
			c = min(max(c, 0), len(post.P)-1)
			hx, hy := at(phi, 0)
			ringBlock = append(ringBlock, hx, hy, 11, float32(0.7*post.P[c]/top))
		}
		lo, hi := b.half, -b.half
		for _, r := range post.Credible(0.95) {
			lo, hi = math.Min(lo, r.Lo), math.Max(hi, r.Hi)
		}
		// Enlarged, the region may go all round; it is cut there.
		lo, hi = math.Max(lo, -math.Pi/zoom), math.Min(hi, math.Pi/zoom)
		for i := range 61 {
			hx, hy := at(lo+float64((hi-lo)*float64(i)/60), 0.05*m.sc.Radius)
			regionBlock = append(regionBlock, hx, hy)
		}
		hx, hy := at(b.guess(post, &lot), 0.05*m.sc.Radius)
		guessBlock = append(guessBlock, hx, hy)
		peak := pl.post.Peak()
		for j, y := range pl.post.Y.X {
			for i, x := range pl.post.X.X {
				v := pl.post.P[j*len(pl.post.X.X)+i] / peak
				at := pl.at(x, y)
				planeBlock = append(planeBlock, float32(at[0]), float32(at[1]), 13, float32(0.4*v))
			}
		}
	}
	paint()
	n := m.spec.Int("releases")
	done, count := 0, 0 // steps of the first release, whole releases
	m.seen(mech, 0, x)
	last := len(ts) - 1
	for i, t := range ts {
		changed := false
		for done < steps && t >= float64(done) {
			b.add(post, x, done, done+1)
			pl.add(x, done, done+1)
			done++
			changed = true
			count = 1
		}
		if done == steps {
			// The rest of the releases, evenly over the rest of the film.
			first := min(steps*slow, last)
			want := 1 + int(float64(n-1)*float64(i-first)/math.Max(1, 0.8*float64(last-first)))
			for want = min(want, n); count < want; count++ {
				m.seen(mech, count, x)
				b.add(post, x, 0, steps)
				pl.add(x, 0, steps)
				changed = true
			}
		}
		if changed {
			paint()
		}
		heat.Data = append(heat.Data, ringBlock...)
		region.Data = append(region.Data, regionBlock...)
		guess.Data = append(guess.Data, guessBlock...)
		square.Data = append(square.Data, planeBlock...)
	}
	return heat, region, guess, square, nil
}
