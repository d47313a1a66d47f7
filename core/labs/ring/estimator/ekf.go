package estimator

import (
	"math"
	"slices"
	"sync"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// startVariance is P₀, that of each component of the start state: the paper's
// errors fit the square of half the diameter of K₀.
const startVariance = 0.0025

// EKF is the "differentially private" extended Kalman filter of Han & Martínez
// (2021, §V d): at each update, uniform noise is added to the position, the sum
// is released, and the filter goes on from it. The paper leaves open what the
// filter assumes; the reading here: start state as the centre of K₀ with
// covariance P0·I, process noise of variance W²/3 on position (that of the
// uniform law), sensor noise of the mixture's variance, an update at step 0,
// and a gain that knows nothing of the added noise.
//
// The filter works on each axis by itself, since the oscillator and the sensor
// function do; the 20 readings of a step are taken in one update. It uses no
// readings after the step it releases, and releases the steps that the moving-horizon
// estimator does, so that errors compare.
//
// Its noise is biased by (1 − ŝ)/(2ŝ) and has bounded support: the supports for
// two records differ, so no finite ε holds.
type EKF struct {
	released
	records [2][]float64
	width   float64 // (1 − ŝ)/ŝ, m
	steps   int
	r       float64 // variance of the sensor noise

	profile func() privacy.Profile // of all parts, computed when first asked for
}

// NewEKF prepares the filter for two records. With ŝ in (0, 1], noise
// (1 − ŝ)/ŝ · w, w uniform on [0, 1]², is added to the position at each update; at
// 0.9887 the error comes near the paper's.
func NewEKF(sc *system.Scenario, records [2][]float64, shat float64) *EKF {
	e := &EKF{
		released: released{sc}, records: records, width: (1 - shat) / shat,
		steps: sc.T + 1 - sc.N, r: NoiseVariance(&sc.Config),
	}
	e.profile = sync.OnceValue(func() privacy.Profile { return e.measured(ekfParts) })
	return e
}

// NoiseVariance returns the variance of the sensor noise, a truncated mixture, by quadrature. Both parts
// of the mixture have the same second moment; the nodes cover where the density of the
// right one is above e⁻⁴⁰ of its greatest, however narrow that is.
func NoiseVariance(c *system.Config) float64 {
	mu := math.Abs(c.Mu)
	top := math.Min(mu, c.Cut)
	fall := math.Sqrt((mu-top)*(mu-top)+80*c.SD*c.SD) - (mu - top)
	lo, hi := math.Max(-c.Cut, top-fall), math.Min(c.Cut, top+fall)
	var m0, m2 float64
	r := quadrature.Legendre(80)
	for i, u := range r.X {
		x := 0.5*(lo+hi) + 0.5*(hi-lo)*u
		w := r.W[i] * num.Exp(0.5*((top-mu)*(top-mu)-(x-mu)*(x-mu))/(c.SD*c.SD))
		m0 += w
		m2 += w * (x * x)
	}
	return m2 / m0
}

// ekfAxis is the filter of one axis.
type ekfAxis struct {
	x, v       float64
	xx, xv, vv float64 // covariance
}

// predict applies one step.
func (e *ekfAxis) predict(b *system.Block, q float64) {
	e.x, e.v = b.XX*e.x+b.XV*e.v, b.VX*e.x+b.VV*e.v
	// A P Aᵀ.
	a, c := b.XX*e.xx+b.XV*e.xv, b.XX*e.xv+b.XV*e.vv
	d, f := b.VX*e.xx+b.VV*e.xv, b.VX*e.xv+b.VV*e.vv
	e.xx = a*b.XX + c*b.XV + q
	e.xv = a*b.VX + c*b.VV
	e.vv = d*b.VX + f*b.VV
}

// update takes the readings of one step, two numbers a sensor.
func (e *ekfAxis) update(sc *system.Scenario, y []float64, axis int, r float64) {
	info, score := 0.0, 0.0
	for i := range sc.Sensors {
		t := num.Tanh(sc.Slope * (e.x - sc.Sensors[i][axis]))
		h := sc.Gain * sc.Slope * (1 - t*t)
		info += h * h
		score += h * (y[2*i+axis] - sc.Gain*t)
	}
	info /= r
	score /= r
	den := 1 + e.xx*info
	g := score / den
	e.x += e.xx * g
	e.v += e.xv * g
	f := info / den
	e.vv -= f * (e.xv * e.xv)
	e.xv -= f * (e.xx * e.xv)
	e.xx /= den
}

// run filters one record; next is handed the estimate of each coordinate and
// returns what is released and fed back.
func (e *EKF) run(in mechanism.Input, next func(step, axis int, x float64) float64) {
	q := e.sc.W * e.sc.W / 3
	for a := range 2 {
		f := ekfAxis{x: e.sc.Start[a], v: e.sc.Start[a+2], xx: startVariance, vv: startVariance}
		b := e.sc.Axis(a, 1)
		for k := range e.steps {
			if k > 0 {
				f.predict(&b, q)
			}
			f.update(e.sc, e.sc.Row(e.records[in&1], k), a, e.r)
			f.x = next(k, a, f.x)
		}
	}
}

func (e *EKF) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	e.run(in, func(k, a int, x float64) float64 {
		x += e.width * s.Float64()
		out[2*k+a] = x
		return x
	})
}

// Pace implements mechanism.Paced: about 30 ns for each sensor and step.
func (e *EKF) Pace() float64 { return 0.03 * float64(e.steps*(2+len(e.sc.Sensors))) }

func (e *EKF) Fork() mechanism.Mechanism { return e }

// HasDensity says whether there is noise at all.
func (e *EKF) HasDensity() bool { return e.width > 0 }

// LogDensity returns the log density of a release (per m² and step): the noise
// of every step can be read off the release, since the filter goes on from what
// it released. −∞ outside the support, NaN without noise.
func (e *EKF) LogDensity(in mechanism.Input, release []float64) float64 {
	if e.width == 0 {
		return math.NaN()
	}
	inside := true
	e.run(in, func(k, a int, x float64) float64 {
		// One rounding of the release is forgiven.
		w := (release[2*k+a] - x) / e.width
		if slack := 1e-13 * math.Abs(x) / e.width; !(w >= -slack && w <= 1+slack) {
			inside = false
		}
		return release[2*k+a]
	})
	if !inside {
		return math.Inf(-1)
	}
	return -2 * float64(e.steps) * num.Log(e.width)
}

// What measures the mass outside: so many parts for each record, of so many releases.
const (
	ekfParts   = 256
	ekfPart    = 16
	quickParts = 32 // parts that are enough beside a slider
)

// outside counts in part i of the releases for one record, of a fixed stream, those
// that lie outside the support of the other's. Their share is the δ that holds at every
// ε in that direction, because within the common support both densities are equal; over
// all parts its standard error is at most 0.8 %.
func (e *EKF) outside(in mechanism.Input, part int) (n int) {
	out := make([]float64, 2*e.steps)
	for i := part * ekfPart; i < (part+1)*ekfPart; i++ {
		s := rng.New(rng.Key{Seed: e.sc.Seed, Phase: rng.PhaseMeasure, Input: uint32(in & 1), Trial: uint64(i)})
		e.Release(in, &s, out)
		if math.IsInf(e.LogDensity(1-in&1, out), -1) {
			n++
		}
	}
	return n
}

// same says whether both records give the same estimate without noise.
func (e *EKF) same() bool {
	var est [2][]float64
	for in := range est {
		est[in] = make([]float64, 2*e.steps)
		e.run(mechanism.Input(in), func(k, a int, x float64) float64 { est[in][2*k+a] = x; return x })
	}
	return slices.Equal(est[0], est[1])
}

// Profile is δ(ε) = the larger of the two masses outside the common support,
// whatever ε is.
func (e *EKF) Profile() privacy.Profile { return e.profile() }

// QuickProfile is Profile from fewer releases, for a number beside a slider.
func (e *EKF) QuickProfile() privacy.Profile { return e.measured(quickParts) }

// measured is the profile from so many parts of each record's releases.
func (e *EKF) measured(parts int) privacy.Profile {
	var done [][]float64
	if e.ProfileParts() > 0 {
		for i := range parts {
			done = append(done, e.ProfilePart(i))
		}
	}
	return e.JoinProfile(done)
}

func (e *EKF) ProfileParts() int {
	if e.width == 0 || e.same() {
		return 0
	}
	return ekfParts
}

// ProfilePart implements mechanism.ProfiledInParts: how many of some releases lie outside,
// for either record, some tenths of a millisecond to some.
func (e *EKF) ProfilePart(i int) []float64 {
	return []float64{float64(e.outside(mechanism.Record, i)), float64(e.outside(mechanism.Adjacent, i))}
}

// JoinProfile implements mechanism.ProfiledInParts; without parts the releases are points.
func (e *EKF) JoinProfile(parts [][]float64) privacy.Profile {
	d, pure, how := 1.0, math.Inf(1), lang.Say("ring.estimator.exact.points")
	if len(parts) > 0 {
		var n [2]float64
		for _, p := range parts {
			n[0] += p[0]
			n[1] += p[1]
		}
		drawn := float64(ekfPart * len(parts))
		d = math.Max(n[0], n[1]) / drawn
		how = lang.Say("ring.estimator.exact.support", "n", drawn, "error", math.Sqrt(d*(1-d)/drawn))
	} else if e.same() {
		d, pure = 0, 0
	}
	return privacy.Curve{At: func(float64) float64 { return d }, PureEpsilon: pure, How: how}
}

// Claim says that no finite ε holds.
func (e *EKF) Claim() mechanism.Claim {
	return mechanism.Claim{
		Budget: privacy.Budget{Epsilon: math.Inf(1)},
		Note:   lang.Say("ring.estimator.ekf.note"),
	}
}
