package ring

import (
	"math"

	"gonum.org/v1/gonum/floats"

	about "indistinct/core/about/ring"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// kind is all that this laboratory knows of one mechanism beyond its own package: to
// add one is to write its law, its offer and its entry in kinds.
type kind struct {
	about.Offer
	attack.Law
}

// laws are what is known of the offered mechanisms' releases.
var laws = map[string]attack.Law{
	about.W2MHE: {
		Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
			return estimator.NewW2MHE(s.Scenario, records, s.Options)
		},
		Likelihood: attack.ByDensity,
		Affinity: func(s *attack.Adversary, a, b *attack.Place) float64 {
			return s.Family.Affinity(a.Hypothesis, b.Hypothesis)
		},
		Pure: func(s *attack.Adversary, a, b *attack.Place) float64 {
			e := s.Family.SoundEpsilon(a.Hypothesis, b.Hypothesis)
			if math.IsNaN(e) { // ∞ · 0
				return math.Inf(1)
			}
			return e
		},
	},
	about.Mixture: {
		Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
			return estimator.NewMixture(s.Scenario, records, s.Options)
		},
		Likelihood: attack.BySupport,
		NoLaw:      lang.Say("ring.unproven.support"),
	},
	about.Input: {
		Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
			return estimator.NewInputPerturbation(s.Scenario, records, s.Options, s.Spec.Float("sbar"),
				s.Spec.Text("draws") == "window")
		},
		Likelihood: attack.BySampling,
		Shift: func(s *attack.Adversary, a, b *attack.Place) float64 {
			p, ok := s.Setting.Mech.(*estimator.InputPerturbation)
			if !ok {
				return math.NaN()
			}
			return p.Shift([2][]float64{a.Record, b.Record},
				[2][]float64{a.Hypothesis.Estimate(), b.Hypothesis.Estimate()})
		},
		NoPure: lang.Say("ring.unproven.gaussian"),
	},
	about.EKF: {
		Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
			return estimator.NewEKF(s.Scenario, records, s.Spec.Float("shat")), nil
		},
		Likelihood: attack.BySupport,
		NoLaw:      lang.Say("ring.unproven.support"),
	},
	about.Laplace: {
		Build: output(estimator.Laplace), Likelihood: attack.ByNoise,
		LogNoise: func(dx, dy, sigma float64) float64 {
			return -(math.Abs(dx) + math.Abs(dy)) / (sigma / math.Sqrt2)
		},
		Affinity: func(s *attack.Adversary, a, b *attack.Place) (sum float64) {
			for i, v := range a.Centre {
				sum += attack.LaplaceAffinity((v - b.Centre[i]) * math.Sqrt2 / s.Setting.Spec.Float("noise"))
			}
			return sum
		},
		Pure: func(s *attack.Adversary, a, b *attack.Place) float64 {
			return floats.Distance(a.Centre, b.Centre, 1) * math.Sqrt2 / s.Setting.Spec.Float("noise")
		},
	},
	about.Gauss: {
		Build: output(estimator.Normal), Likelihood: attack.ByNoise,
		LogNoise: func(dx, dy, sigma float64) float64 {
			dx, dy = dx/sigma, dy/sigma
			return -0.5 * (dx*dx + dy*dy)
		},
		Shift: func(s *attack.Adversary, a, b *attack.Place) float64 {
			sum := 0.0
			for i, v := range a.Centre {
				d := (v - b.Centre[i]) / s.Setting.Spec.Float("noise")
				sum += d * d
			}
			return math.Sqrt(sum)
		},
		NoPure: lang.Say("ring.unproven.gaussian"),
	},
	about.Own:     sampled,
	about.Command: sampled,
}

// sampled is the law of a visitor's estimator: nothing is known but what it releases.
var sampled = attack.Law{Likelihood: attack.BySampling, NoLaw: lang.Say("ring.unproven.program")}

// output builds the deterministic estimate with noise of a law.
func output(law estimator.OutputNoise) func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
	return func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
		return estimator.NewOutput(s.Scenario, records, s.Options, law, s.Spec.Float("noise"))
	}
}

// kindOf returns the mechanism of a Spec.
func kindOf(s lab.Spec) *kind {
	for _, o := range about.Offers() {
		if o.Name != s.Text("mech") {
			continue
		}
		law := o.Name
		if law == about.W2MHE && s.Text("law") == about.Mixture {
			law = about.Mixture
		}
		return &kind{o, laws[law]}
	}
	return nil
}
