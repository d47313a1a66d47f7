package lab

import (
	"indistinct/core/audit"
)

// TestTable is the part of every laboratory's table that sets up the audit,
// in the paper's letters. epsilon and delta are the laboratory's default
// claim.
func TestTable(epsilon, delta float64) Table {
	return Table{
		{Name: "eps", Label: "Claimed ε", Symbol: "ε", Kind: Float, Min: 0, Max: 20000, Step: 0.05, Default: epsilon,
			Group: "Claim", Rerun: true,
			Help: "The privacy loss that is claimed and held against the releases. Smaller claims promise more privacy and are easier to refute.", Low: "strong promise", High: "weak promise", Log: true},
		{Name: "delta", Label: "Claimed δ", Symbol: "δ", Kind: Float, Min: 0, Max: 0.5, Step: 0.01, Default: delta,
			Group: "Claim", Rerun: true, Fold: true,
			Help: "How much more probable an event may be than e^ε times what it is for the other input. The paper's test takes δ = 0; the lower bound respects δ."},
		{Name: "n", Label: "Selection releases", Symbol: "n", Kind: Int, Min: 50, Max: 200000, Step: 100, Log: true,
			Default: 1000, Group: "Test", Rerun: true, Fold: true,
			Help: "Releases drawn for each of the two inputs to choose the events. More of them find better events."},
		{Name: "m", Label: "Test releases", Symbol: "m", Kind: Int, Min: 50, Max: 1000000, Step: 1000, Log: true,
			Default: 10000, Group: "Test", Rerun: true,
			Help: "Fresh releases for each input on which the chosen events are tested. More of them can show larger violations.", Low: "quick", High: "sharp"},
		{Name: "r", Label: "Grid cells per axis", Symbol: "r", Kind: Int, Min: 1, Max: 50, Step: 1, Default: 2,
			Group: "Test", Rerun: true, Fold: true, Scene: true,
			Help: "The high-likely set of each step is cut into r cells along each axis (the paper takes 2). Finer grids see more and need more releases."},
		{Name: "beta", Label: "Mass left outside", Symbol: "β", Kind: Float, Min: 0.001, Max: 0.5, Step: 0.01,
			Log: true, Default: 0.05, Group: "Test", Rerun: true, Fold: true,
			Help: "Each step's high-likely set holds at least 1 − β of the record's releases, with confidence 1 − γ."},
		{Name: "gamma", Label: "Scenario confidence", Symbol: "γ", Kind: Float, Min: 1e-12, Max: 0.1, Log: true,
			Default: 1e-9, Group: "Test", Rerun: true, Fold: true,
			Help: "The high-likely set fails to hold 1 − β with probability at most γ. Together with β it fixes Γ."},
		{Name: "alpha", Label: "Significance level", Symbol: "α", Kind: Float, Min: 1e-6, Max: 0.5, Step: 0.01,
			Log: true, Default: 0.05, Group: "Test", Rerun: true, Fold: true,
			Help: "How often the test may cry violation when there is none. The stronger test shares α among all events and directions it looks at."},
		{Name: "select", Label: "Selection ε₀", Symbol: "ε₀", Kind: Float, Min: 0, Max: 20, Step: 0.1, Default: 1,
			Group: "Test", Rerun: true, Fold: true,
			Help: "The ε at which the paper's rule picks the worst event: the cell with the smallest p-value after one random thinning of its counts. " +
				"The choice changes with it, and with the seed."},
		{Name: "learn", Label: "Learn events", Kind: Flag, Min: 0, Max: 1, Default: 1, Group: "Test", Rerun: true,
			Fold: true,
			Help: "Look for better events than grid cells: unions, refined cells, and the region where the likelihood ratio is largest."},
		{Name: "seq", Label: "Draw until decided", Kind: Flag, Min: 0, Max: 1, Default: 0, Group: "Test", Rerun: true,
			Fold: true,
			Help: "Keep drawing test releases until the verdict is clear, with a bound that stays valid however often it is looked at."},
		{Name: "maxm", Label: "Most test releases", Kind: Int, Min: 1000, Max: 10000000, Log: true, Default: 1000000,
			Group: "Test", Rerun: true, Fold: true,
			Help: "Where drawing until decided stops at the latest.", Only: When("seq", "1")},
		{Name: "seed", Label: "Seed", Kind: Seed, Min: 0, Max: MaxSeed, Default: 1, Group: "Test", Rerun: true,
			Scene: true, Fold: true,
			Help: "Everything random follows from this number: the same seed gives the same numbers on every machine."},
	}
}

// CheckTest names what does not go together among the fields of TestTable: the
// start of every laboratory's Check.
func CheckTest(s Spec) (probs Problems) {
	if s.Flag("seq") && s.Int("maxm") < s.Int("m") {
		probs.Say("maxm", "Most test releases is %d and test releases m is %d: it must be at least m.", s.Int("maxm"),
			s.Int("m"))
	}
	return probs
}

// CheckNoise is CheckTest where noise, Gaussian or other, is calibrated to the
// claim.
func CheckNoise(s Spec, gaussian bool) Problems {
	probs := CheckTest(s)
	if d := s.Float("delta"); gaussian && (d <= 0 || d >= 0.5) {
		probs.Say("delta", "Claimed δ is %g: Gaussian noise needs a δ above 0 and below 0.5.", d)
	}
	if e := s.Float("eps"); e < 0.001 || e > 1000 {
		probs.Say("eps", "Claimed ε is %g: the noise is calibrated for an ε from 0.001 to 1000.", e)
	}
	return probs
}

// Settings reads the audit's settings out of a Spec whose table holds
// TestTable.
func Settings(s Spec) audit.Settings {
	return audit.Settings{
		Seed: s.Seed(), Epsilon: s.Float("eps"), Delta: s.Float("delta"), Select: s.Float("select"),
		Alpha: s.Float("alpha"), Beta: s.Float("beta"), Gamma: s.Float("gamma"), Grid: s.Int("r"),
		N: s.Int("n"), M: s.Int("m"), Sequential: s.Flag("seq"), MaxM: s.Int("maxm"), Learn: s.Flag("learn"),
	}
}
