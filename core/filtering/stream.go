package filtering

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// stream releases a signal plus white noise at a few steps, for two adjacent
// signals.
type stream struct {
	mean    [2][]float64
	sd      float64 // standard deviation of the noise
	laplace bool
	claim   mechanism.Claim
}

// Shape returns the audited steps and one dimension.
func (s *stream) Shape() (int, int) { return len(s.mean[0]), 1 }

// Release writes one noisy signal.
func (s *stream) Release(in mechanism.Input, r *rng.Stream, out []float64) {
	if s.laplace {
		b := s.sd / math.Sqrt2
		for i, v := range s.mean[in] {
			out[i] = v + r.Laplace(b)
		}
		return
	}
	for i, v := range s.mean[in] {
		out[i] = v + s.sd*r.Norm()
	}
}

// Fork returns s: it has no scratch.
func (s *stream) Fork() mechanism.Mechanism { return s }

// Claim returns the theorem's promise.
func (s *stream) Claim() mechanism.Claim { return s.claim }

// Truth is the signal without noise.
func (s *stream) Truth() []float64 { return s.mean[0] }

// LogDensity is that of independent noise.
func (s *stream) LogDensity(in mechanism.Input, x []float64) float64 {
	sum := 0.0
	if s.laplace {
		b := s.sd / math.Sqrt2
		for i, v := range s.mean[in] {
			sum -= math.Abs(x[i]-v)/b + num.Log(2*b)
		}
		return sum
	}
	for i, v := range s.mean[in] {
		z := (x[i] - v) / s.sd
		sum -= 0.5*z*z + num.Log(s.sd) + num.HalfLog2Pi
	}
	return sum
}

// profiled adds an exact privacy profile.
type profiled struct {
	*stream
	profile privacy.Profile
}

// Fork keeps the profile.
func (p profiled) Fork() mechanism.Mechanism { return p }

// Profile returns it.
func (p profiled) Profile() privacy.Profile { return p.profile }

// exactly wraps a stream with its profile: a closed form for Gaussian noise and
// for Laplace noise where the signals differ at one step, composed where they
// differ at several.
func (s *stream) exactly() mechanism.Mechanism {
	sq, at := 0.0, []float64{}
	for i, v := range s.mean[0] {
		d := s.mean[1][i] - v
		sq += d * d
		if d != 0 {
			at = append(at, d*math.Sqrt2/s.sd)
		}
	}
	switch {
	case s.sd == 0:
		return s
	case !s.laplace:
		return profiled{s, privacy.GaussianProfile{Mu: math.Sqrt(sq) / s.sd}}
	case len(at) == 0:
		return profiled{s, privacy.LaplaceProfile{}}
	case len(at) == 1:
		return profiled{s, privacy.LaplaceProfile{Shift: at[0]}}
	}
	if p := composed(at); p != nil {
		return profiled{s, p}
	}
	return s
}

// toeplitz is the map from the first n inputs of a filter to its outputs.
func toeplitz(h []float64) *mat.Dense {
	n := len(h)
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			m.Set(i, j, h[i-j])
		}
	}
	return m
}

// displacement is how a stream differs over the audited steps.
type displacement struct {
	shape string // worst, bump or flat
	at    int    // the step of a bump
}

// memory reports whether a release depends on more than one report.
func memory(h []float64) bool {
	return slices.ContainsFunc(h[1:], func(v float64) bool { return v != 0 })
}

// settled returns what the worst displacement is where that is known without
// computing: in ℓ₁ a single step is the worst, and the first leaves most time to
// show; without memory no step is worse than another.
func (p displacement) settled(h []float64, laplace bool) displacement {
	if p.shape == "worst" && (laplace || !memory(h)) {
		return displacement{shape: "bump"}
	}
	return p
}

// difference returns a change of the input over n steps with norm 1 (ℓ₂, or ℓ₁
// for Laplace noise); h is the impulse response it will pass through.
func (p displacement) difference(h []float64, laplace bool) []float64 {
	n := len(h)
	d := make([]float64, n)
	p = p.settled(h, laplace)
	var svd mat.SVD
	switch {
	case p.shape == "flat":
		for i := range d {
			d[i] = 1 / math.Sqrt(float64(n))
			if laplace {
				d[i] = 1 / float64(n)
			}
		}
	case p.shape == "bump" || !svd.Factorize(toeplitz(h), mat.SVDThinV):
		d[p.at] = 1
	default:
		var v mat.Dense
		svd.VTo(&v)
		mat.Col(d, 0, &v)
		if d[0] < 0 {
			for i := range d {
				d[i] = -d[i]
			}
		}
	}
	return d
}
