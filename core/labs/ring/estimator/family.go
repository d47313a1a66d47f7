package estimator

import (
	"math"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/num"
)

// Family is a W₂ moving-horizon estimator that can be handed any record: what
// an adversary needs who asks how likely a release is under many hypothetical
// records. What does not depend on the record is set up once, and the densities
// are computed by a faster quadrature than W2MHE's (see quickDisc), which takes
// some microseconds a step where the ball's edge does not matter.
type Family struct {
	model *model
	rules *quadrature.Rules
	quick *quadrature.Rules // see choose
	wide  float64           // standard deviations of the quadratic model that a window takes in on either side
}

// NewFamily prepares the set-up that all records share.
func NewFamily(sc *system.Scenario, opt W2Options) (*Family, error) {
	m, err := newModel(sc, opt)
	if err != nil {
		return nil, err
	}
	return &Family{model: m, rules: quadrature.NewRules(), quick: quadrature.RulesOf(8, 12, 16, 22), wide: 6.2}, nil
}

// Coarse returns the same family with fewer nodes and narrower windows: several
// times as fast where the ball cuts the law, with log densities good to about a
// hundredth, most of it common to neighbouring records. It is for pictures.
func (f *Family) Coarse() *Family {
	g := *f
	g.rules, g.quick, g.wide = quadrature.RulesOf(7, 10, 15, 24), quadrature.RulesOf(5, 8, 11, 14), 4.4
	return &g
}

// Computable says whether the release law has a density that can be computed:
// not at s = 1, and not where the released sample is fed back.
func (f *Family) Computable() bool { return f.model.computable() }

// Hypothesis is the estimator's law for one record.
type Hypothesis struct {
	fam    *Family
	record []float64
	law    []stepLaw // mode, gradient and β alone
	costs  *costs
	dens   []*stepDensity
}

// Hypothesis finds the deterministic estimates for a record, which is laid out
// as Scenario.Y and kept.
func (f *Family) Hypothesis(record []float64) *Hypothesis { return f.hypothesis(record, f.prior) }

// hypothesis finds the modes for a record, each step's from the prediction that
// prior gives.
func (f *Family) hypothesis(record []float64, prior func(k int, h *Hypothesis) wvec) *Hypothesis {
	m := f.model
	h := &Hypothesis{fam: f, record: record, costs: m.newCosts(), law: make([]stepLaw, len(m.beta))}
	h.costs.set(m, record)
	for k := range h.law {
		l, start := &h.law[k], prior(k, h)
		l.beta = m.beta[k]
		l.mode, l.nu, l.grad = m.minimise(&m.frames[k], h.costs, start, start)
	}
	return h
}

// Estimate returns what s = 1 would release.
func (h *Hypothesis) Estimate() []float64 {
	return h.fam.model.estimate(h.law)
}

// Prepare computes the normalisers: some microseconds a step where the law
// lies well inside the ball, up to a millisecond or two where it is cut by it.
// LogStep needs it.
func (h *Hypothesis) Prepare() {
	if h.dens != nil || !h.fam.Computable() {
		return
	}
	m := h.fam.model
	for k := range h.law {
		d := m.newDensity(&m.frames[k], h.costs, &h.law[k], h.fam.rules, h.fam.total)
		h.dens = append(h.dens, d)
	}
}

// Searched is at how many points, of all steps, the normalisers took more than the quick
// rule: some five microseconds each.
func (h *Hypothesis) Searched() (points int) {
	for _, d := range h.dens {
		points += d.searched
	}
	return points
}

// LogStep returns the log density of the position released at a step, per m²,
// to 5·10⁻⁴ (10⁻⁶ from s = 0.8 up); −∞ outside the support. It is safe for concurrent
// use once Prepare has returned.
func (h *Hypothesis) LogStep(k int, x1, x2 float64) float64 {
	d := h.dens[k]
	p1, p2 := (x1-d.pos[0])/d.scale[0], (x2-d.pos[1])/d.scale[1]
	v, _ := h.fam.logAt(d, p1, p2)
	return v - d.logZ
}

// midway returns the hypothesis whose cost is the mean of two costs: for each
// step that of the mean record and the mean prediction.
func (f *Family) midway(a, b *Hypothesis) *Hypothesis {
	y := make([]float64, len(a.record))
	for i, v := range a.record {
		y[i] = 0.5 * (v + b.record[i])
	}
	// Predictions follow linearly from the estimates before, so the law of the
	// mean record with the mean of both predictions is needed, step by step.
	return f.hypothesis(y, func(k int, _ *Hypothesis) wvec { return f.mean(k, a, b) })
}

// prior returns the prediction that step k of a hypothesis starts from.
func (f *Family) prior(k int, h *Hypothesis) wvec {
	if k == 0 {
		return wvec{}
	}
	return f.model.frames[k].predict(h.law[k-1].mode)
}

func (f *Family) mean(k int, a, b *Hypothesis) (out wvec) {
	p, q := f.prior(k, a), f.prior(k, b)
	for i := range out {
		out[i] = 0.5 * (p[i] + q[i])
	}
	return out
}

// cost returns Φ_k(w) up to a constant of the record: the sum of the window's
// polynomials and ½(w − w̄)ᵀP(w − w̄) without ½w̄ᵀPw̄.
func (f *Family) cost(k int, h *Hypothesis, prior, w wvec) float64 {
	fr := &f.model.frames[k]
	sum := 0.0
	for a := range 2 {
		for i, j := range fr.times {
			e := fr.dir[a][i]
			sum += quadrature.Horner(h.costs.g[a][j], e[0]*w[2*a]+e[1]*w[2*a+1])
		}
		p := fr.prior[a]
		x, v := w[2*a], w[2*a+1]
		bx, bv := prior[2*a], prior[2*a+1]
		sum += 0.5*(p[0]*x*x+2*(p[1]*x*v)+p[2]*v*v) -
			(p[0]*x*bx + p[1]*(x*bv+v*bx) + p[2]*v*bv)
	}
	return sum
}

// Affinity returns a lower bound of ln ∫√(p₁p₂) over whole releases for two
// records, both prepared: the Bhattacharyya coefficient of the laws of the
// states z_k of all steps. Of these the release shows the positions, so by the
// data-processing inequality the release's own coefficient is at least that.
// The laws are exponential: ∫√(p₁p₂) = Z̄/√(Z₁Z₂) with the normaliser Z̄ of the
// mean cost. It is −∞ where a step is deterministic and its estimate differs,
// NaN where the released sample is fed back.
func (f *Family) Affinity(a, b *Hypothesis) float64 {
	if f.model.opt.FeedSample {
		return math.NaN()
	}
	if !f.Computable() {
		for k, beta := range f.model.beta {
			if math.IsInf(beta, 1) && a.law[k].mode != b.law[k].mode {
				return math.Inf(-1)
			}
		}
		return 0
	}
	c := f.midway(a, b)
	c.Prepare()
	sum := 0.0
	for k, beta := range f.model.beta {
		// ln Z of exp(−β cost) is logZ − β cost(mode); scales cancel.
		z := func(h *Hypothesis, prior wvec) float64 {
			return h.dens[k].logZ - beta*f.cost(k, h, prior, h.law[k].mode)
		}
		step := z(c, f.mean(k, a, b)) - 0.5*(z(a, f.prior(k, a))+z(b, f.prior(k, b)))
		sum += math.Min(0, step)
	}
	return sum
}

// SoundEpsilon bounds the pure ε between the laws of two records, as
// W2MHE.SoundEpsilon does. Where the released sample is fed back, the
// prediction is the same for both records given the sample of the step before,
// so its term falls away (adaptive composition); otherwise the record moves the
// prediction and the term stays.
func (f *Family) SoundEpsilon(a, b *Hypothesis) float64 {
	w := W2MHE{model: f.model, records: [2][]float64{a.record, b.record}, law: [2][]stepLaw{a.law, b.law}}
	return w.SoundEpsilon(!f.model.opt.FeedSample)
}

// logAt is stepDensity.logAt by the quick rule, and says whether that had to hand over.
func (f *Family) logAt(d *stepDensity, p1, p2 float64) (v float64, searched bool) {
	if d.flat {
		return d.logAt(p1, p2), false
	}
	room := 1 - p1*p1 - p2*p2
	if room <= 0 {
		return math.Inf(-1), false
	}
	u, w := d.across(0, p1), d.across(1, p2)
	return f.quickDisc(&u, &w, math.Sqrt(room))
}

// choose picks a rule by the number of standard deviations that it spans.
func (f *Family) choose(spans float64) *quadrature.Rule {
	switch {
	case spans < 2:
		return &f.quick.Few
	case spans < 5:
		return &f.quick.Some
	case spans < 9:
		return &f.quick.Many
	}
	return &f.quick.Dense
}

// gentle says whether a window about the free minimum x takes in all of
// ±radius, and whether the exponent falls by so little across it that few nodes
// resolve it. Where the ball cuts the law off on its slope, neither holds: the
// mass then lies against the edge, not about the free minimum.
func (fam *Family) gentle(x, sd, radius float64) bool {
	return math.Abs(x)+radius <= fam.wide*sd && 2*radius*math.Abs(x) <= 4*sd*sd
}

// quickDisc is quadrature.Rules.Disc with windows from the quadratic model about the free
// minimum in place of searched ones. Where that minimum lies near the disc's
// edge or outside, it hands over to that, which searches for them.
func (fam *Family) quickDisc(f, g *quadrature.Convex, radius float64) (v float64, searched bool) {
	xf, sf, ok1 := quadrature.Summit(f)
	xg, sg, ok2 := quadrature.Summit(g)
	if !ok1 || !ok2 {
		return fam.rules.Disc(f, g, radius), true
	}
	norm := func(x, y float64) float64 { return math.Sqrt(x*x + y*y) }
	if norm(math.Abs(xf)+fam.wide*sf, math.Abs(xg)+fam.wide*sg) <= radius {
		a, va := quadrature.Trapezoid(f, xf, sf)
		b, vb := quadrature.Trapezoid(g, xg, sg)
		return num.Log(a*b) - va - vb, false
	}
	if norm(xf, xg) > 0.8*radius && !(fam.gentle(xf, sf, radius) && fam.gentle(xg, sg, radius)) {
		return fam.rules.Disc(f, g, radius), true
	}
	lo, hi := math.Max(-radius, xf-fam.wide*sf), math.Min(radius, xf+fam.wide*sf)
	u := fam.choose((hi - lo) / sf)
	outer := quadrature.NewArc(lo, hi, radius)
	clamp := func(x, q float64) float64 { return math.Max(-q, math.Min(q, x)) }
	vf, vg := f.At(clamp(xf, radius)), g.At(clamp(xg, radius))
	sum := 0.0
	for i, t := range u.X {
		x, half, w := outer.At(t)
		a, b := math.Max(-half, xg-fam.wide*sg), math.Min(half, xg+fam.wide*sg)
		if !(b > a) {
			continue
		}
		v := fam.choose((b - a) / sg)
		m, s := 0.5*(a+b), 0.5*(b-a)
		in := 0.0
		for j, y := range v.X {
			in += v.W[j] * num.Exp(vg-g.At(m+s*y))
		}
		sum += u.W[i] * w * (in * s * num.Exp(vf-f.At(x)))
	}
	if !(sum > 0) {
		return fam.rules.Disc(f, g, radius), true
	}
	return num.Log(sum) - vf - vg, false
}

// total is stepDensity.total by the quick rules.
func (fam *Family) total(d *stepDensity) float64 {
	h, rhs := d.quadratic()
	// The quadratic model's free minimum and the marginal deviations of p.
	var mean, sd, all [2]float64
	reach, size := 0.0, 0.0
	for a := range 2 {
		det := h[a][0]*h[a][2] - h[a][1]*h[a][1]
		if !(det > 0 && h[a][0] > 0) {
			return d.total()
		}
		x, v := rhs[2*a], rhs[2*a+1]
		mean[a] = (h[a][2]*x - h[a][1]*v) / det
		q := (h[a][0]*v - h[a][1]*x) / det
		sd[a] = math.Sqrt(h[a][2] / det)
		all[a] = math.Sqrt(h[a][0] / det)
		reach = math.Max(reach, math.Max(sd[a], all[a]))
		size += mean[a]*mean[a] + q*q
	}
	size = math.Sqrt(size)
	if size+(fam.wide+0.6)*reach <= 1 {
		// It is inside, where the axes are independent: two integrals over the plane.
		out := 0.0
		for a := range 2 {
			var logs [13]float64
			high := math.Inf(-1)
			for i := range logs {
				f := d.across(a, mean[a]+float64(i-6)*sd[a])
				x, s, ok := quadrature.Summit(&f)
				if !ok {
					return d.total()
				}
				sum, v := quadrature.Trapezoid(&f, x, s)
				logs[i] = num.Log(sum) - v
				high = math.Max(high, logs[i])
			}
			sum := 0.0
			for _, v := range logs {
				sum += num.Exp(v - high)
			}
			out += num.Log(sum*sd[a]) + high
		}
		return out
	}
	var terms []float64
	visit := func(x, y, w float64) {
		if w > 0 {
			v, searched := fam.logAt(d, x, y)
			if terms = append(terms, v+num.Log(w)); searched {
				d.searched++
			}
		}
	}
	if size > 0.8 && !(fam.gentle(mean[0], sd[0], 1) && fam.gentle(mean[1], sd[1], 1)) {
		few := quadrature.Rules{Few: fam.rules.Few, Some: fam.rules.Some, Many: fam.rules.Many}
		d.nodes(&few, func(x, y, logw float64) { visit(x, y, num.Exp(logw)) })
	} else {
		lo, hi := math.Max(-1, mean[0]-fam.wide*sd[0]), math.Min(1, mean[0]+fam.wide*sd[0])
		u := fam.choose((hi - lo) / sd[0])
		outer := quadrature.NewArc(lo, hi, 1)
		for i, t := range u.X {
			x, half, wx := outer.At(t)
			lo, hi := math.Max(-half, mean[1]-fam.wide*sd[1]), math.Min(half, mean[1]+fam.wide*sd[1])
			if !(hi > lo) {
				continue
			}
			v := fam.choose((hi - lo) / sd[1])
			inner := quadrature.NewArc(lo, hi, half)
			for j, t := range v.X {
				y, _, wy := inner.At(t)
				visit(x, y, u.W[i]*wx*v.W[j]*wy)
			}
		}
	}
	return quadrature.LogSum(terms)
}
