// Package ring is the laboratory of Han & Martínez (2021): sensors on a circle
// report on a moving target, an estimator releases where the target is, and an
// adversary who knows everything else wants to know where one sensor stands.
package ring

import (
	"math"

	"indistinct/core/lab"
)

// Lab is the ring laboratory.
type Lab struct{ lab.Base }

var _ lab.Laboratory = Lab{}

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name:   "ring",
		Title:  "Ring",
		Lead:   "Ten sensors watch a moving target; its estimated position is published. Does the estimate give away where one sensor stands?",
		Source: "Y. Han and S. Martínez, A Numerical Verification Framework for Differential Privacy in Estimation, 2021",
	}
}

// Params is the table of parameters, in the paper's letters.
func (Lab) Params() lab.Table {
	mhe := lab.When("mech", w2mhe)
	moving := when(func(k offer) bool { return k.window })
	solved := when(func(k offer) bool { return k.window && !k.particles })
	var mechanisms []lab.Option
	for _, k := range offers() {
		mechanisms = append(mechanisms, lab.Option{Value: k.name, Label: k.label, Help: k.help})
	}
	t := lab.Table{
		{Name: "mech", Label: "Mechanism", Kind: lab.Choice, Text: w2mhe, Group: "Mechanism", Rerun: true, Scene: true,
			Help:    "How the published estimate is made random.",
			Choices: mechanisms},
		{Name: "s", Label: "Entropy factor", Symbol: "s", Kind: lab.Float, Min: 0, Max: 1, Step: 0.01, Default: 0.8,
			Group: "Mechanism", Main: true, Rerun: true, Scene: true,
			Help: "Weight of the data against entropy. At s = 0 the estimate is uniform on its support and tells nothing; at s = 1 " +
				"that of W₂-MHE is deterministic and hides nothing, while the particles of KL-MHE still leave some chance.",
			Low: "more private", High: "more accurate", Only: dialled("s")},
		{Name: "sched", Label: "Schedule of s", Symbol: "sₖ", Kind: lab.List, Min: 0, Max: 1, MinLen: 0, MaxLen: 61,
			Group: "Mechanism", Rerun: true, Scene: true, Fold: true,
			Help: "One entropy factor for each released step, separated by commas; empty: the same s at all steps.", Only: mhe},
		{Name: "sbar", Label: "Input perturbation", Symbol: "s̄", Kind: lab.Float, Min: 0, Max: 0.9999, Step: 0.005,
			Default: 0.944, Group: "Mechanism", Main: true, Rerun: true, Scene: true,
			Help: "The record's noise has covariance (1 − s̄)(I + (R + Rᵀ)/2), one 2 × 2 block for each sensor: the " +
				"printed 20 × 20 matrix is almost never a covariance.",
			Low: "more private", High: "more accurate", Only: dialled("sbar")},
		{Name: "shat", Label: "EKF perturbation", Symbol: "ŝ", Kind: lab.Float, Min: 0.5, Max: 0.9999, Step: 0.001,
			Default: 0.9887, Group: "Mechanism", Main: true, Rerun: true, Scene: true,
			Help: "Noise (1 − ŝ)/ŝ · w with w uniform on [0, 1] is added at each update. Its support is bounded, so no finite ε holds.",
			Low:  "more noise", High: "more accurate", Only: dialled("shat")},
		{Name: "noise", Label: "Output noise", Symbol: "σ", Unit: "m", Kind: lab.Float, Min: 1e-5, Max: 10, Step: 0.001,
			Log: true, Default: 0.004, Group: "Mechanism", Main: true, Rerun: true, Scene: true,
			Help: "Standard deviation of the noise on each coordinate of each released position.",
			Low:  "more accurate", High: "more private", Only: dialled("noise")},

		{Name: "rule", Label: "Neighbour", Kind: lab.Choice, Text: "distance", Group: "Adjacency", Rerun: true,
			Scene: true,
			Help: "How far away the starred sensor stands in the neighbour. The paper's printed rule is short by a factor: its records lie " +
				"farther apart than d, and the true distance is shown.",
			Choices: []lab.Option{
				{Value: "distance", Label: "exactly d apart",
					Help: "Δθ is solved so that the two records differ by exactly d."},
				{Value: "printed", Label: "Δθ = d/(20√2)",
					Help: "The paper's printed rule; the true distance is shown."},
			}},
		{Name: "d", Label: "Adjacency distance", Symbol: "d", Kind: lab.Float, Min: 0.001, Max: 1000, Step: 0.5,
			Log: true, Default: 1, Old: "10", Group: "Adjacency", Rerun: true, Scene: true,
			Help: "Two records are adjacent when they differ by at most d in the 2-norm over all steps and sensors. A larger d asks for more to be hidden.",
			Low:  "similar records", High: "different records"},
		{Name: "star", Label: "Starred sensor", Kind: lab.Int, Min: 1, Max: 40, Step: 1, Default: 1, Group: "Adjacency",
			Rerun: true, Scene: true,
			Help: "The sensor whose place is to stay hidden, counted from the first."},

		{Name: "layout", Label: "Layout", Kind: lab.Choice, Text: "uniform", Group: "Sensors", Rerun: true, Scene: true,
			Help: "Where the sensors stand on the circle. Privacy depends on it.",
			Choices: []lab.Option{
				{Value: "uniform", Label: "Uniform"},
				{Value: "random", Label: "Random", Help: "Uniform at random, drawn with the seed."},
				{Value: "clustered", Label: "Clustered",
					Help: "Normal around angle 0 with standard deviation 0.4 rad, drawn with the seed."},
				{Value: "typed", Label: "Your own", Help: "The angles typed below, or sensors dragged in the scene."},
			}},
		{Name: "sensors", Label: "Number of sensors", Kind: lab.Int, Min: 3, Max: 40, Step: 1, Default: 10,
			Group: "Sensors", Rerun: true, Scene: true,
			Help: "More sensors make the estimate more accurate and each single one less important.", Only: lab.When("layout", "uniform", "random", "clustered")},
		{Name: "angles", Label: "Angles", Symbol: "θ", Unit: "°", Kind: lab.List, Min: -3600, Max: 3600, MinLen: 3,
			MaxLen: 40, Text: "0,36,72,108,144,180,216,252,288,324", Group: "Sensors", Rerun: true, Scene: true,
			Help: "3 to 40 angles in degrees, separated by commas.", Only: lab.When("layout", "typed")},
		{Name: "radius", Label: "Ring radius", Symbol: "R", Unit: "m", Kind: lab.Float, Min: 6, Max: 100, Step: 0.5,
			Default: 10 * math.Sqrt2, Group: "Sensors", Rerun: true, Scene: true, Fold: true,
			Help: "Radius of the circle on which the sensors stand."},

		{Name: "T", Label: "Horizon", Symbol: "T", Kind: lab.Int, Min: 1, Max: 60, Step: 1, Default: 8, Group: "System",
			Rerun: true, Scene: true, Fold: true,
			Help: "The record holds steps 0 to T. Releases are made at steps 0 to T − N."},
		{Name: "N", Label: "Window", Symbol: "N", Kind: lab.Int, Min: 1, Max: 60, Step: 1, Default: 5, Group: "System",
			Rerun: true, Scene: true, Fold: true,
			Help: "Each estimate looks at this many further steps; N ≤ T."},
		{Name: "dt", Label: "Time step", Symbol: "Δt", Unit: "s", Kind: lab.Float, Min: 0.001, Max: 0.5, Step: 0.01,
			Default: 0.05, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "Interval between two measurements; the oscillator is discretised exactly."},
		{Name: "w1", Label: "Frequency of x¹", Symbol: "ω₁", Unit: "rad/s", Kind: lab.Float, Min: 0.1, Max: 10,
			Step: 0.1, Default: 1, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "The potential is ½(ω₁²(x¹)² + ω₂²(x²)²)."},
		{Name: "w2", Label: "Frequency of x²", Symbol: "ω₂", Unit: "rad/s", Kind: lab.Float, Min: 0.1, Max: 10,
			Step: 0.1, Default: 2, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "The potential is ½(ω₁²(x¹)² + ω₂²(x²)²)."},
		{Name: "start", Label: "Start state", Symbol: "x₀", Kind: lab.List, Min: -20, Max: 20, MinLen: 4, MaxLen: 4,
			Text: "5,0,0,2.5", Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "x¹, x² in m and v¹, v² in m/s."},
		{Name: "process", Label: "Process noise", Symbol: "w", Unit: "m", Kind: lab.Float, Min: 0, Max: 0.1,
			Step: 0.001, Default: 0.001, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "Each step moves the target by a uniform number in ±w on each coordinate."},
		{Name: "mu", Label: "Sensor noise, centres", Symbol: "±μ", Kind: lab.Float, Min: 0, Max: 1, Step: 0.005,
			Default: 0.02, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "Sensor noise is an even mixture of two normal laws centred at ±μ. The paper gives no numbers; these are ours."},
		{Name: "sd", Label: "Sensor noise, spread", Symbol: "σ_v", Kind: lab.Float, Min: 1e-4, Max: 1, Step: 0.005,
			Default: 0.01, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "Standard deviation of each of the two normal laws."},
		{Name: "cut", Label: "Sensor noise, cut", Kind: lab.Float, Min: 1e-3, Max: 5, Step: 0.01, Default: 0.05,
			Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "The mixture is truncated to this many units on either side of 0."},
		{Name: "k0", Label: "Prior set, diameter", Symbol: "diam K₀", Unit: "m", Kind: lab.Float, Min: 0.001, Max: 2,
			Step: 0.01, Default: 0.1, Group: "System", Rerun: true, Scene: true, Fold: true,
			Help: "The estimator knows that the start lies in a ball of this diameter. The estimates of W₂-MHE, of KL-MHE and of noise on the record " +
				"never leave the sets that follow from it."},

		{Name: "kappa", Label: "Data weight", Symbol: "κ", Kind: lab.Float, Min: 1e-3, Max: 1e3, Log: true, Default: 1,
			Group: "Estimator", Rerun: true, Scene: true, Fold: true,
			Help: "Weight of the squared residuals in the window cost.", Only: moving},
		{Name: "prior", Label: "Prior weight", Symbol: "1/η", Kind: lab.Float, Min: 1, Max: 1e7, Log: true,
			Default: 12000, Group: "Estimator", Rerun: true, Scene: true, Fold: true,
			Help: "Weight of the squared distance to the state that was predicted from the step before. KL-MHE does not take it: " +
				"its prior enters as a Kullback–Leibler divergence, which has no unit, with η = 1.", Only: solved},
		{Name: "feed", Label: "Prediction from", Kind: lab.Choice, Text: "det", Group: "Estimator", Rerun: true,
			Scene: true, Fold: true,
			Help: "What the next step's prediction starts from. The paper does not say; the first reproduces its errors best.",
			Choices: []lab.Option{{Value: "det", Label: "the deterministic estimate"},
				{Value: "sample", Label: "the released sample"}}, Only: mhe},
		{Name: "state", Label: "State", Kind: lab.Choice, Text: "4d", Group: "Estimator", Rerun: true, Scene: true,
			Fold: true,
			Help: "Whether the window is solved for position and velocity, or for position with the velocity known.",
			Choices: []lab.Option{{Value: "4d", Label: "position and velocity"},
				{Value: "pos", Label: "position only"}}, Only: solved},
		{Name: "terms", Label: "Terms in the window", Kind: lab.Choice, Text: "n1", Group: "Estimator", Rerun: true,
			Scene: true, Fold: true,
			Help:    "The paper's sentence has N terms, its constant l has N + 1.",
			Choices: []lab.Option{{Value: "n1", Label: "N + 1"}, {Value: "n", Label: "N"}}, Only: moving},
		{Name: "particles", Label: "Particles", Kind: lab.Int, Min: 10, Max: 5000, Log: true, Default: 200,
			Group: "Estimator", Rerun: true, Scene: true, Fold: true,
			Help: "Number of particles of the KL-MHE. More particles follow the density better and take longer.", Only: when(func(k offer) bool { return k.particles })},

		{Name: "odds", Label: "Fooled at least once in", Kind: lab.Float, Min: 2.1, Max: 100, Step: 0.5, Log: true,
			Default: 4, Group: "Adversary", Scene: true,
			Help: "The disk holds the places among which an adversary who must choose between two errs at least once " +
				"in this many times k: the error of every test is at least 1/k. For a claimed ε that is ε ≤ ln(k − 1).", Low: "hard to tell", High: "easy to tell"},
		{Name: "promise", Label: "Guarantee behind the disk", Kind: lab.Choice, Text: "law", Group: "Adversary",
			Scene: true, Fold: true,
			Help: "What the disk rests on.",
			Choices: []lab.Option{
				{Value: "law", Label: "the mechanism's own law", Help: "A proven bound on every test between two " +
					"places, computed from the release's law: Hellinger's for W₂-MHE and Laplace noise, exact for " +
					"Gaussian noise."},
				{Value: "pure", Label: "its proven ε, δ = 0", Help: "The sound bound on ε. Pure ε also bounds the rarest event, so this disk is smaller."},
				{Value: "claim", Label: "the claim you typed",
					Help: "Claimed ε and δ at distance d, extended to farther places by group privacy."},
			}},
		{Name: "zoom", Label: "Drawn larger by", Kind: lab.Choice, Text: "100", Group: "Adversary", Scene: true,
			Fold: true,
			Help: "How much the disk and the adversary's belief are enlarged about the hidden sensor on the ring. The inset around the sensor is to scale.",
			Choices: []lab.Option{{Value: "1", Label: "1 (to scale)"}, {Value: "10", Label: "10"},
				{Value: "100", Label: "100"}, {Value: "1000", Label: "1,000"}}},
		{Name: "releases", Label: "Releases the adversary sees", Kind: lab.Int, Min: 1, Max: 200, Step: 1, Log: true,
			Default: 10, Group: "Adversary", Scene: true, Fold: true,
			Help: "How often the same record is released anew. Each release adds to what the adversary knows, and its " +
				"privacy losses add up.", Low: "one look", High: "a long history"},
		{Name: "games", Label: "Games", Kind: lab.Int, Min: 20, Max: 2000, Step: 20, Log: true, Default: 200,
			Group: "Adversary", Fold: true,
			Help: "How many independent attacks the attack's error is averaged over."},

		{Name: "goal", Label: "Solve for", Kind: lab.Choice, Text: "error", Group: "Solve for", Fold: true,
			Help:    "What “Solve for”, below the main slider, is to meet.",
			Choices: []lab.Option{{Value: "error", Label: "a target error"}, {Value: "epsilon", Label: "a target ε"}}},
		{Name: "target", Label: "Target", Kind: lab.Float, Min: 1e-6, Max: 100, Log: true, Default: 0.006,
			Group: "Solve for", Fold: true,
			Help: "Error in metres, or proven ε."},
	}
	test := lab.TestTable(2, 0)
	test.Find("eps").Old = "1"
	t = append(t, test...)
	return append(t, lab.SearchParam("every sensor as the starred one, moved along the ring either way"))
}

// Presets are the paper's runs, at its distance d = 10, and settings that show
// one thing each.
func (Lab) Presets() []lab.Preset {
	paper := func(set ...string) map[string]string {
		out := map[string]string{"d": "10", "eps": "1", "m": "1000"}
		for i := 0; i < len(set); i += 2 {
			out[set[i]] = set[i+1]
		}
		return out
	}
	return []lab.Preset{
		{Name: "Paper, s = 0.8", Note: "Figure 5, left: W₂-MHE with entropy factor 0.8 at distance d = 10.",
			Set: paper()},
		{Name: "Paper, s = 0.7", Note: "Figure 5, right: more entropy, more error.", Set: paper("s", "0.7")},
		{Name: "s = 1: no privacy", Note: "Figure 4: the deterministic estimator gives every difference away.",
			Set: paper("s", "1")},
		{Name: "A nearly private setting",
			Note: "Records only 0.3 apart: the exact ε is known and the test comes close to it.",
			Set:  map[string]string{"d": "0.3", "state": "pos", "m": "20000", "delta": "0.05"}},
		{Name: "Noise on the record", Note: "Figure 6: input perturbation with s̄ = 0.944.",
			Set: paper("mech", "input", "sbar", "0.944")},
		{Name: "Private EKF", Note: "Table II: uniform noise on a Kalman filter; no finite ε can hold.",
			Set: paper("mech", "ekf")},
		{Name: "Your layout", Note: "Drag the sensors, or type their angles.",
			Set: map[string]string{"layout": "typed", "angles": "0,20,45,90,130,180,200,240,300,330"}},
	}
}

// count returns the number of sensors of a Spec.
func count(s lab.Spec) int {
	if s.Text("layout") == "typed" {
		return len(s.List("angles"))
	}
	return s.Int("sensors")
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckTest(s)
	if s.Int("N") > s.Int("T") {
		out.Say("N", "Window N is %d and horizon T is %d: N must be at most T.", s.Int("N"), s.Int("T"))
	}
	if s.Int("star") > count(s) {
		out.Say("star", "There is no sensor %d: this layout has %d.", s.Int("star"), count(s))
	}
	if sched := s.List("sched"); len(sched) > 0 && s.Int("N") <= s.Int("T") && len(sched) != s.Int("T")-s.Int("N")+1 {
		out.Say("sched", "The schedule of s has %d values: it takes one for each of the %d released steps, or none.", len(sched), s.Int("T")-s.Int("N")+1)
	}
	if s.Float("mu") > s.Float("cut") {
		out.Say("mu", "The sensor noise is centred at ±%g and cut at ±%g: the centres must lie within the cut.", s.Float("mu"), s.Float("cut"))
	}
	if x := s.List("start"); len(x) == 4 && reach(x, s) > 0.9*s.Float("radius") {
		out.Say("start", "The orbit reaches %.3g m from the centre and the ring has a radius of %.3g m: it must stay "+
			"within nine tenths of it.", reach(x, s), s.Float("radius"))
	}
	return out
}

// reach bounds the distance of the orbit from the centre.
func reach(x []float64, s lab.Spec) float64 {
	a := math.Hypot(x[0], x[2]/s.Float("w1"))
	b := math.Hypot(x[1], x[3]/s.Float("w2"))
	return math.Sqrt(a*a + b*b)
}
