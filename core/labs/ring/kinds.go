package ring

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
)

// offer is what a visitor is told of one mechanism before it is opened. It is apart
// from kind so that the page, which opens none, links nothing that computes one.
type offer struct {
	name      string // as it stands in links
	dial      dial
	role      sheet.Role // of its line where all mechanisms are compared
	values    []float64  // of the dial, in that comparison
	window    bool       // minimises a window's cost, or draws by it
	measuring int        // releases of each record that measure a displacement for the scene
}

// title is what the mechanism is called.
func (o *offer) title() lang.Message { return lang.Say("ring.param.mech." + o.name) }

// kind is all that this laboratory knows of one mechanism beyond its own package: to
// add one is to write its law, its offer and its entry in kinds.
type kind struct {
	offer
	attack.Law
}

// dial is the parameter that trades privacy for accuracy.
type dial struct {
	param  string
	lo, hi float64 // between which “Solve for” searches
	log    bool    // in equal ratios; otherwise finer towards 1, where the noise vanishes
	// rounds are the values in a game's rounds, from little privacy to as much as there
	// is. Places far from the sensor's own are told apart at settings at which
	// neighbouring ones are not, so that W₂-MHE has to go to s = 0 for the machine to fail.
	rounds [game.Rounds]float64
}

// at says a setting: "s = 0.5".
func (d *dial) at(value float64) lang.Message {
	return lang.Say("ring.setting", "symbol", d.in().Symbol, "value", value)
}

// in is the parameter in the table.
func (d *dial) in() *lab.Param { return Lab{}.Params().Find(d.param) }

var (
	entropy = dial{"s", 0.001, 0.9999, false, [game.Rounds]float64{0.95, 0.6, 0.3, 0.15, 0.07, 0.03, 0.012,
		0.005, 0.002, 0}}
	perturbed = dial{"sbar", 0, 0.9999, false, [game.Rounds]float64{0.9999, 0.999, 0.99, 0.98, 0.96, 0.92, 0.85,
		0.7, 0.4, 0}}
	updated = dial{"shat", 0.5, 0.9999, false, [game.Rounds]float64{0.9999, 0.999, 0.998, 0.995, 0.99, 0.98, 0.95,
		0.9, 0.75, 0.5}}
	deviation = dial{"noise", 1e-4, 5, true, [game.Rounds]float64{0.001, 0.004, 0.01, 0.02, 0.04, 0.08, 0.16,
		0.4, 1.5, 10}}
	deviations = []float64{0.002, 0.004, 0.008, 0.02, 0.05, 0.1}
)

// The mechanisms that experiments name, as they stand in links.
const (
	w2mhe = "w2mhe"
	input = "input"
	ekf   = "ekf"
)

// offers are the mechanisms, in the order in which they are offered.
func offers() []offer {
	return []offer{
		{
			name: w2mhe, dial: entropy, role: sheet.Record,
			values: []float64{0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}, window: true, measuring: 1000,
		},
		{
			name: input, dial: perturbed, role: sheet.Adjacent, values: []float64{0.2, 0.5, 0.7, 0.894, 0.944, 0.98},
			window: true, measuring: 300,
		},
		{
			name: ekf, dial: updated, role: sheet.Muted, values: []float64{0.95, 0.97, 0.98, 0.9887, 0.995},
			measuring: 1000,
		},
		{
			name: "laplace", dial: deviation, role: sheet.Leak, values: deviations, window: true, measuring: 1000,
		},
		{
			name: "gauss", dial: deviation, role: sheet.Target, values: deviations, window: true, measuring: 1000,
		},
		{name: own, dial: deviation, role: sheet.Muted, measuring: 300},
		{name: command, dial: deviation, role: sheet.Muted},
	}
}

// kinds are the mechanisms of offers, in the same order.
func kinds() []kind {
	o := offers()
	return []kind{
		{
			offer: o[0], // w2mhe
			Law: attack.Law{
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
		},
		{
			offer: o[1], // input
			Law: attack.Law{
				Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
					return estimator.NewInputPerturbation(s.Scenario, records, s.Options, s.Spec.Float("sbar"))
				},
				Likelihood: attack.BySampling,
				Shift:      recordShift,
				NoPure:     lang.Say("ring.unproven.gaussian"),
			},
		},
		{
			offer: o[2], // ekf
			Law: attack.Law{
				Build: func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
					return estimator.NewEKF(s.Scenario, records, s.Spec.Float("shat")), nil
				},
				Likelihood: attack.BySupport,
				NoLaw:      lang.Say("ring.unproven.support"),
			},
		},
		{
			offer: o[3], // laplace
			Law: attack.Law{
				Build: output(mechanism.LaplaceNoise{}), Likelihood: attack.ByNoise,
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
					l1 := 0.0
					for i, v := range a.Centre {
						l1 += math.Abs(v - b.Centre[i])
					}
					return l1 * math.Sqrt2 / s.Setting.Spec.Float("noise")
				},
			},
		},
		{
			offer: o[4], // gauss
			Law: attack.Law{
				Build: output(mechanism.NormalNoise{}), Likelihood: attack.ByNoise,
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
		},
		{offer: o[5], Law: sampled}, // own
		{offer: o[6], Law: sampled}, // command
	}
}

// sampled is the law of a visitor's estimator: nothing is known but what it releases.
var sampled = attack.Law{Likelihood: attack.BySampling, NoLaw: lang.Say("ring.unproven.program")}

// output builds the deterministic estimate with noise of a law.
func output(law mechanism.Noise) func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
	return func(s *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
		return estimator.NewOutput(s.Scenario, records, s.Options, law, s.Spec.Float("noise"))
	}
}

// recordShift is the distance of the noisy records, from which input perturbation
// computes its releases.
func recordShift(s *attack.Adversary, a, b *attack.Place) float64 {
	p, ok := s.Setting.Mech.(*estimator.InputPerturbation)
	if !ok {
		return math.NaN()
	}
	sum := 0.0
	q := p.Blocks()[s.Setting.Scenario.Star]
	det := q[0]*q[2] - q[1]*q[1]
	n := 2 * len(s.Setting.Scenario.Sensors)
	for j := 2 * s.Setting.Scenario.Star; j < len(a.Record); j += n {
		x, y := a.Record[j]-b.Record[j], a.Record[j+1]-b.Record[j+1]
		sum += (q[2]*x*x - 2*(q[1]*x*y) + q[0]*y*y) / det
	}
	return math.Sqrt(sum)
}

// kindOf returns the mechanism of a Spec.
func kindOf(s lab.Spec) *kind {
	all := kinds()
	for i := range all {
		if all[i].name == s.Text("mech") {
			return &all[i]
		}
	}
	return nil
}

// when shows a parameter for the mechanisms of which something holds.
func when(is func(o offer) bool) []lab.Only {
	var names []string
	for _, o := range offers() {
		if is(o) {
			names = append(names, o.name)
		}
	}
	return lab.When("mech", names...)
}

// dialled shows a parameter for the mechanisms whose dial it is.
func dialled(param string) []lab.Only {
	return when(func(o offer) bool { return o.dial.param == param })
}
