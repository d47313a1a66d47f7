package lab

import (
	"cmp"
	"maps"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/privacy"
)

// TestTable is the part of every laboratory's table that sets up the audit,
// in the paper's letters. epsilon and delta are the laboratory's default
// claim.
func TestTable(epsilon, delta float64) Table {
	out := Table{
		{Name: "eps", Symbol: "ε", Told: true, Kind: Float, Max: 20000, Reach: 20, Step: 0.05, Log: true,
			Default: epsilon, Group: "claim"},
		{Name: "delta", Symbol: "δ", Told: true, Kind: Float, Max: 0.5, Step: 0.01, Default: delta, Group: "claim"},
		{Name: "n", Symbol: "n", Kind: Int, Min: 50, Max: 200000, Step: 100, Log: true, Default: 1000},
		{Name: "m", Symbol: "m", Kind: Int, Min: 50, Max: 1000000, Step: 1000, Log: true, Default: 10000},
		{Name: "r", Symbol: "r", Kind: Int, Min: 1, Max: 50, Step: 1, Default: 2, Scene: true},
		{Name: "beta", Symbol: "β", Kind: Float, Min: 0.001, Max: 0.5, Step: 0.01, Log: true, Default: 0.05},
		{Name: "gamma", Symbol: "γ", Kind: Float, Min: 1e-12, Max: 0.1, Log: true, Default: 1e-9},
		{Name: "alpha", Symbol: "α", Kind: Float, Min: 1e-6, Max: 0.5, Step: 0.01, Log: true, Default: 0.05},
		{Name: "select", Symbol: "ε₀", Told: true, Kind: Float, Max: 20, Step: 0.1, Default: 1},
		{Name: "learn", Kind: Flag, Max: 1, Default: 1},
		{Name: "settle", Kind: Flag, Max: 1},
		{Name: "seq", Kind: Flag, Max: 1},
		{Name: "maxm", Kind: Int, Min: 1000, Max: 10000000, Log: true, Default: 1000000, Only: When("seq", "1")},
		{Name: "seed", Kind: Seed, Max: MaxSeed, Default: 1, Scene: true},
	}
	for i := range out {
		p := &out[i]
		p.Group, p.Rerun, p.Fold = cmp.Or(p.Group, "test"), true, p.Name != "eps" && p.Name != "m"
	}
	return out.Of("lab")
}

// Bits is the parameter of laboratories whose releases are numbers as a program computed
// them: whether their representation is looked at.
func Bits() Param {
	return Param{Name: "bits", Room: "lab", Kind: Flag, Max: 1, Default: 1, Group: "test", Rerun: true, Fold: true}
}

// Asks are the parameters of laboratories whose programs claim something of themselves:
// what of it is tested, or a claim of another notion than (ε, δ).
func Asks() Table {
	out := Table{{Name: "asks", Kind: Choice, Choices: []string{"program", "eps"}, Text: "program", Group: "claim",
		Rerun: true, Fold: true}}
	for _, d := range privacy.Notions {
		out[0].Choices = append(out[0].Choices, d.Param())
		for _, q := range d.Params {
			p := Param{Name: q.Name, Symbol: q.Symbol, Told: true, Kind: Float, Min: q.Min, Max: q.Max, Reach: 10,
				Step: 0.05, Default: q.Default, Group: "claim", Rerun: true, Fold: true, Only: When("asks", d.Param())}
			if q.Min > 0 {
				p.Log, p.Reach = true, 0
			}
			if q.Whole {
				p.Kind, p.Step = Int, 1
			}
			out = append(out, p)
		}
	}
	return out.Of("lab")
}

// Curved is the claim of another notion than (ε, δ) that is tested of a program that
// claims own, nil for nothing; it is zero where ε and δ are.
func (s Spec) Curved(own *privacy.Claim) (c privacy.Claim) {
	asks := ""
	if s.Has("asks") {
		asks = s.Text("asks")
	}
	for _, d := range privacy.Notions {
		if asks == d.Param() {
			var params []float64
			for _, q := range d.Params {
				params = append(params, s.Float(q.Name))
			}
			return d.Claim(params)
		}
	}
	if asks != "eps" && own != nil && own.Curved() {
		return *own
	}
	return c
}

// WithClaim returns the Spec that tests what a program claims of itself, as far as the table
// takes it, but for the parameters in kept.
func (s Spec) WithClaim(t Table, c privacy.Claim, kept map[string]bool) Spec {
	set := map[string]string{"asks": "program"}
	if !c.Curved() {
		for name, v := range map[string]float64{"eps": c.Epsilon, "delta": c.Delta} {
			set[name] = strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	maps.DeleteFunc(set, func(name, _ string) bool { return kept[name] })
	return s.WithAll(t, set)
}

// CheckTest names what does not go together among the fields of TestTable: the
// start of every laboratory's Check.
func CheckTest(s Spec) (probs Problems) {
	most, m := s.Int("maxm"), s.Int("m")
	probs.If(s.Flag("seq") && most < m, "maxm", "lab.below", "most", most, "m", m)
	return probs
}

// CheckNoise is CheckTest where noise, Gaussian or other, is calibrated to the
// claim.
func CheckNoise(s Spec, gaussian bool) Problems {
	probs, e, d := CheckTest(s), s.Float("eps"), s.Float("delta")
	probs.If(gaussian && (d <= 0 || d >= 0.5), "delta", "lab.gaussian", "delta", d)
	probs.If(e < 0.001 || e > 1000, "eps", "lab.uncalibrated", "eps", e)
	return probs
}

// Settings reads the audit's settings out of a Spec whose table holds
// TestTable.
func Settings(s Spec) audit.Settings {
	set := audit.Settings{
		Seed: s.Seed(), Epsilon: s.Float("eps"), Delta: s.Float("delta"), Select: s.Float("select"),
		Alpha: s.Float("alpha"), Beta: s.Float("beta"), Gamma: s.Float("gamma"), Grid: s.Int("r"),
		N: s.Int("n"), M: s.Int("m"), Sequential: s.Flag("seq"), MaxM: s.Int("maxm"), Learn: s.Flag("learn"),
		Bits: s.Has("bits") && s.Flag("bits"), Shells: s.Has("partition") && s.Text("partition") == "scenario",
	}
	if s.Flag("settle") {
		set.MaxN = set.M
	}
	return set
}

// settings are those of an audit of a Model, of the claim that is tested of its program.
func settings(s Spec, m Model) audit.Settings {
	set := Settings(s)
	set.Claim = s.Curved(m.Extras().Claim)
	return set
}
