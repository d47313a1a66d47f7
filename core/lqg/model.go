package lqg

import (
	"math"

	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/linalg"
	"indistinct/core/privacy"
)

// Agent is one agent's own dynamics, x⁺ = A x + B u + w, y = C x + v.
type Agent struct {
	A, B, C *linalg.Matrix
	W       *linalg.Matrix // covariance of w, ⪰ 0
	V       *linalg.Matrix // covariance of v, ⪰ 0
	Ref     []float64      // x̄, its reference
	// Place maps a state to a point of the plane: the two indices of the
	// position in the state, −1 where the plane's coordinate is fixed at Lane.
	Px, Py int
	Lane   float64
	Team   int
}

// Promise is one agent's privacy parameters.
type Promise struct {
	Epsilon, Delta float64
	B, RefB        float64 // b and b̄: ℓ₂ adjacency radii of trajectory and reference
}

// Network is the whole problem: the agents, and the quadratic cost
// (x − x̄)ᵀ Q (x − x̄) + uᵀ R u on the stacked state and input.
type Network struct {
	Agents []Agent
	Q, R   *linalg.Matrix
	// Moves lists further references, each for the stacked state; the target
	// changes from one to the next every Hold steps.
	Moves [][]float64
	Hold  int
}

// Design is the controller and everything about it that does not depend on the
// privacy noise (Hale 2019; Yazdani, Jones, Leahy & Hale).
type Design struct {
	Net     *Network
	A, B, C *linalg.Matrix // stacked
	K       *linalg.Matrix // control Riccati solution
	L, M, N *linalg.Matrix // u = L x̂ + M g, g = N Q x̄
	S       *linalg.Matrix // R + Bᵀ K B
	P       *linalg.Matrix // Lᵀ S L: what a squared estimation error costs
	M4      *linalg.Matrix // Q Nᵀ Mᵀ S M N Q: what noise on the reference costs
	TrKW    float64        // cost of the process noise under exact state
	Offset  float64        // steady cost of a reference that is no equilibrium
	at, out []int          // first state and first output of each agent, and the totals
	in      []int
}

// stack lays the agents' blocks along the diagonal.
func stack(net *Network, f func(a *Agent) *linalg.Matrix) *linalg.Matrix {
	blocks := make([]*linalg.Matrix, len(net.Agents))
	for i := range net.Agents {
		blocks[i] = f(&net.Agents[i])
	}
	return linalg.BlockDiag(blocks...)
}

// Reference returns the stacked x̄.
func (net *Network) Reference() []float64 {
	var out []float64
	for i := range net.Agents {
		out = append(out, net.Agents[i].Ref...)
	}
	return out
}

// Solve designs the controller. The error is one sentence that names the
// parameter to blame.
func Solve(net *Network) (*Design, error) {
	d := &Design{Net: net}
	d.A = stack(net, func(a *Agent) *linalg.Matrix { return a.A })
	d.B = stack(net, func(a *Agent) *linalg.Matrix { return a.B })
	d.C = stack(net, func(a *Agent) *linalg.Matrix { return a.C })
	w := stack(net, func(a *Agent) *linalg.Matrix { return a.W })
	d.at, d.in, d.out = []int{0}, []int{0}, []int{0}
	for i := range net.Agents {
		a := &net.Agents[i]
		d.at = append(d.at, d.at[i]+a.A.Rows)
		d.in = append(d.in, d.in[i]+a.B.Cols)
		d.out = append(d.out, d.out[i]+a.C.Rows)
	}
	if err := definite(net.Q, false); err != nil {
		return nil, &lab.Problem{Field: "coupling", Say: "The cost Q has a negative eigenvalue: it must be positive semidefinite; make the coupling weaker."}
	}
	if err := definite(net.R, true); err != nil {
		return nil, &lab.Problem{Field: "rweight", Say: "The cost R is not positive definite: every control must cost something."}
	}
	n := d.A.Rows
	var err error
	if d.K, err = linalg.Riccati(d.A, d.B, net.Q, net.R); err != nil {
		return nil, &lab.Problem{Field: "plant", Say: "There is no stabilising controller: each agent must be stabilisable through its B and its cost must see every unstable motion."}
	}
	if d.L, err = linalg.Gain(d.A, d.B, net.R, d.K); err != nil {
		return nil, err
	}
	d.S = net.R.Add(d.B.T().Mul(d.K).Mul(d.B))
	m, err := d.S.Solve(d.B.T())
	if err != nil {
		return nil, err
	}
	d.M = m.Scale(-1)
	closed := d.A.Add(d.B.Mul(d.L))
	ninv, err := linalg.Identity(n).Sub(closed.T()).Inverse()
	if err != nil {
		return nil, &lab.Problem{Field: "plant", Say: "The closed loop is not stable, so no constant reference can be tracked."}
	}
	d.N = ninv.Scale(-1)
	d.P = d.L.T().Mul(d.S).Mul(d.L).Symmetrise()
	mnq := d.M.Mul(d.N).Mul(net.Q)
	d.M4 = mnq.T().Mul(d.S).Mul(mnq).Symmetrise()
	d.TrKW = d.K.Mul(w).Trace()

	// Steady state under the exact reference: (I − A − BL) x* = B M g.
	ref := linalg.New(n, 1)
	copy(ref.A, net.Reference())
	bmg := d.B.Mul(mnq).Mul(ref)
	xs, err := linalg.Identity(n).Sub(closed).Solve(bmg)
	if err != nil {
		return nil, err
	}
	us := d.L.Mul(xs).Add(mnq.Mul(ref))
	e := xs.Sub(ref)
	d.Offset = e.T().Mul(net.Q).Mul(e).Trace() + us.T().Mul(net.R).Mul(us).Trace()
	return d, nil
}

// definite reports whether a symmetric matrix is positive semidefinite, or
// definite when strict.
func definite(m *linalg.Matrix, strict bool) error {
	v, _ := m.SymEigen()
	low := v[len(v)-1]
	if low < -1e-10*m.MaxAbs() || strict && low <= 1e-12*m.MaxAbs() {
		return fmt.Errorf("smallest eigenvalue %g", low)
	}
	return nil
}

// Noise is what a promise costs in noise: standard deviations on each output
// and on each reference coordinate.
type Noise struct{ Out, Ref float64 }

// Calibrate returns the noise of a promise for an agent: κ(δ, ε) s₁(C) b on
// outputs and κ(δ, ε) b̄ on the reference (Hale 2019; Le Ny & Pappas 2014).
// With exact, κ is the least multiplier that gives (ε, δ) exactly (Balle &
// Wang 2018).
func Calibrate(a *Agent, p Promise, exact bool) (Noise, error) {
	k, err := multiplier(p.Epsilon, p.Delta, exact)
	if err != nil {
		return Noise{}, err
	}
	return Noise{Out: k * a.C.MaxSingular() * p.B, Ref: k * p.RefB}, nil
}

func multiplier(eps, delta float64, exact bool) (float64, error) {
	if exact {
		return privacy.GaussianSigma(delta, eps)
	}
	return privacy.Kappa(delta, eps)
}

// Cost is the price of privacy in the units of J, split.
type Cost struct {
	State, Ref   float64   // ΔJ = State + Ref
	ByState      []float64 // by agent: whose state is uncertain
	ByRef        []float64 // by agent: whose reference is noisy
	Base         float64   // J without privacy
	Error        []float64 // by agent: filtered error covariance's trace
	Slope        []float64 // by agent: ∂ΔJ/∂(noise variance on its outputs)
	SlopeRef     []float64 // by agent: ∂ΔJ/∂(noise variance on its reference)
	Sigma        []*linalg.Matrix
	Filtered     []*linalg.Matrix
	Smoothed     []*linalg.Matrix
	Gains        []*linalg.Matrix // Kalman gains
	Identity     float64          // residual of tr(KΣ+(Q−K)Σ̄) = tr(KW) + tr(LᵀSLΣ̄), relative
	KSigma       float64          // tr(KΣ + (Q − K)Σ̄)
	Multiplier   []float64
	SensorNoises []Noise
}

// filter returns the steady prediction covariance Σ, the filtered Σ̄ and the
// Kalman gain of one agent under output noise of covariance v.
func filter(a *Agent, v *linalg.Matrix) (sigma, bar, gain *linalg.Matrix, err error) {
	if v.MaxAbs() == 0 {
		v = linalg.Identity(v.Rows).Scale(1e-18) // exact readings
	}
	sigma, err = linalg.Riccati(a.A.T(), a.C.T(), a.W, v)
	if err != nil {
		return nil, nil, nil, &lab.Problem{Field: "plant", Say: "There is no steady Kalman filter: each agent must be detectable through its C."}
	}
	cs := a.C.Mul(sigma)
	g, err := cs.Mul(a.C.T()).Add(v).Solve(cs)
	if err != nil {
		return nil, nil, nil, err
	}
	gain = g.T()
	bar = sigma.Sub(gain.Mul(cs)).Symmetrise()
	return sigma, bar, gain, nil
}

// Price computes ΔJ(ε, δ) by the theorem
//
//	ΔJ = tr(M₁Σ + M₂Σ̄) − tr(M₃) + tr(M₄W̄),  M₁ = K, M₂ = Q − K,
//	M₃ = KW (KΣ₀ + (Q−K)Σ̄₀ against sensor noise only), M₄ = QNᵀMᵀSMNQ.
//
// Agents are dynamically independent, so each runs a filter of its own.
func (d *Design) Price(promises []Promise, exact bool) (*Cost, error) {
	c := &Cost{}
	n := len(d.Net.Agents)
	sigma := linalg.New(d.A.Rows, d.A.Rows)
	bar := linalg.New(d.A.Rows, d.A.Rows)
	base := 0.0
	for i := range n {
		a := &d.Net.Agents[i]
		noise, err := Calibrate(a, promises[i], exact)
		if err != nil {
			return nil, err
		}
		k, _ := multiplier(promises[i].Epsilon, promises[i].Delta, exact)
		c.Multiplier = append(c.Multiplier, k)
		c.SensorNoises = append(c.SensorNoises, noise)
		v := a.V.Add(linalg.Identity(a.C.Rows).Scale(noise.Out * noise.Out))
		s, f, g, err := filter(a, v)
		if err != nil {
			return nil, err
		}
		c.Sigma, c.Filtered, c.Gains = append(c.Sigma, s), append(c.Filtered, f), append(c.Gains, g)
		c.Error = append(c.Error, f.Trace())
		sigma.SetBlock(d.at[i], d.at[i], s)
		bar.SetBlock(d.at[i], d.at[i], f)
		sm, err := smooth(a, s, f)
		if err != nil {
			return nil, err
		}
		c.Smoothed = append(c.Smoothed, sm)

		// What this agent's uncertainty costs, without and with privacy noise.
		p := d.P.Block(d.at[i], d.at[i], a.A.Rows, a.A.Rows)
		plain := 0.0
		if a.V.MaxAbs() > 0 {
			_, f0, _, err := filter(a, a.V)
			if err != nil {
				return nil, err
			}
			plain = p.Mul(f0).Trace()
		}
		base += plain
		c.ByState = append(c.ByState, p.Mul(f).Trace()-plain)
		m4 := 0.0
		for j := d.at[i]; j < d.at[i+1]; j++ {
			m4 += d.M4.At(j, j)
		}
		c.ByRef = append(c.ByRef, m4*noise.Ref*noise.Ref)
		c.SlopeRef = append(c.SlopeRef, m4)
		// Adjoint of the filter: ∂tr(PΣ̄)/∂V = GᵀZG with Z = FᵀZF + P.
		fa := linalg.Identity(a.A.Rows).Sub(g.Mul(a.C)).Mul(a.A)
		z, err := linalg.Lyapunov(fa.T(), p)
		if err != nil {
			return nil, err
		}
		c.Slope = append(c.Slope, g.T().Mul(z).Mul(g).Trace())
	}
	for i := range n {
		c.State += c.ByState[i]
		c.Ref += c.ByRef[i]
	}
	c.Base = d.TrKW + base + d.Offset
	c.KSigma = d.K.Mul(sigma).Trace() + d.Net.Q.Sub(d.K).Mul(bar).Trace()
	c.Identity = math.Abs(c.KSigma-d.TrKW-d.P.Mul(bar).Trace()) / math.Abs(c.KSigma)
	return c, nil
}

// Total returns ΔJ.
func (c *Cost) Total() float64 { return c.State + c.Ref }

// smooth returns the steady covariance of the fixed-interval smoother (Rauch,
// Tung & Striebel 1965), far from both ends: what an eavesdropper who waits
// knows.
func smooth(a *Agent, sigma, bar *linalg.Matrix) (*linalg.Matrix, error) {
	// G = Σ̄ Aᵀ Σ⁻¹;  P = G P Gᵀ + Σ̄ − G Σ Gᵀ.
	gt, err := sigma.Solve(a.A.Mul(bar))
	if err != nil {
		return bar, nil // a direction without any uncertainty: nothing to smooth
	}
	g := gt.T()
	q := bar.Sub(g.Mul(sigma).Mul(g.T())).Symmetrise()
	if r, err := g.SpectralRadius(); err != nil || r >= 1-1e-12 {
		return bar, nil
	}
	return linalg.Lyapunov(g, q)
}

// Equal returns the one ε for all agents at which ΔJ equals a budget, by
// bisection on ln ε: ΔJ falls as ε grows.
func (d *Design) Equal(promises []Promise, exact bool, budget float64) (float64, error) {
	cost := func(eps float64) (float64, error) {
		ps := append([]Promise(nil), promises...)
		for i := range ps {
			ps[i].Epsilon = eps
		}
		c, err := d.Price(ps, exact)
		if err != nil {
			return 0, err
		}
		return c.Total(), nil
	}
	lo, hi := 1e-3, 1e3
	if c, err := cost(hi); err != nil || c > budget {
		return math.NaN(), err
	}
	if c, err := cost(lo); err != nil || c <= budget {
		return lo, err
	}
	for range 100 {
		mid := math.Sqrt(lo * hi)
		c, err := cost(mid)
		if err != nil {
			return 0, err
		}
		if c > budget {
			lo = mid
		} else {
			hi = mid
		}
		if hi-lo <= 1e-10*hi {
			break
		}
	}
	return hi, nil
}

// Share returns one ε for each agent that meets a budget for ΔJ with the least
// sum of ε: at the optimum the marginal cost ∂ΔJ/∂εᵢ is the same for every
// agent. The inner problem is solved by fixed point on the noise variances'
// prices (Cost.Slope), the common marginal cost by bisection. The result meets
// the budget to a relative 10⁻⁶; NaN where no ε up to 1000 does.
func (d *Design) Share(promises []Promise, exact bool, budget float64) ([]float64, error) {
	n := len(promises)
	start, err := d.Equal(promises, exact, budget)
	if err != nil || math.IsNaN(start) {
		return nil, err
	}
	// variance is k²·scale, with k the multiplier at ε.
	ps := append([]Promise(nil), promises...)
	solve := func(mu float64) (float64, error) { // returns ΔJ and leaves ps at the optimum
		for i := range ps {
			ps[i].Epsilon = start
		}
		total := 0.0
		for range 25 {
			c, err := d.Price(ps, exact)
			if err != nil {
				return 0, err
			}
			total = c.Total()
			change := 0.0
			for i := range n {
				a := &d.Net.Agents[i]
				sc := a.C.MaxSingular() * promises[i].B
				weight := float64(c.Slope[i]*sc*sc) + float64(c.SlopeRef[i]*promises[i].RefB*promises[i].RefB)
				e, err := marginal(weight, mu, promises[i].Delta, exact)
				if err != nil {
					return 0, err
				}
				change = max(change, math.Abs(e-ps[i].Epsilon)/e)
				ps[i].Epsilon = e
			}
			if change < 1e-9 {
				break
			}
		}
		c, err := d.Price(ps, exact)
		if err != nil {
			return 0, err
		}
		total = c.Total()
		return total, nil
	}
	lo, hi := 1e-12, 1e12 // the price of one unit of ε
	for range 120 {
		mid := math.Sqrt(lo * hi)
		c, err := solve(mid)
		if err != nil {
			return nil, err
		}
		if c > budget {
			hi = mid
		} else {
			lo = mid
		}
		if hi-lo <= 1e-9*hi {
			break
		}
	}
	if _, err := solve(lo); err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = ps[i].Epsilon
	}
	return out, nil
}

// marginal returns the ε at which −d(weight·k(ε)²)/dε = mu; the derivative
// falls as ε grows.
func marginal(weight, mu, delta float64, exact bool) (float64, error) {
	lo, hi := 1e-3, 1e3
	for range 60 {
		mid := math.Sqrt(lo * hi)
		h := float64(mid * 1e-4)
		a, err := multiplier(mid-h, delta, exact)
		if err != nil {
			return 0, err
		}
		b, err := multiplier(mid+h, delta, exact)
		if err != nil {
			return 0, err
		}
		if weight*(float64(a*a)-float64(b*b))/(2*h) > mu {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Sqrt(lo * hi), nil
}
