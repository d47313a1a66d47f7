package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/tell"
	"indistinct/core/test/check"
	"indistinct/core/texts"
)

// toy is τ at a margin that the claim fixes: no set of releases is more than e^margin times as likely,
// and τ more. That is (margin, τ).
var toy = &privacy.Definition{Name: "tv", Symbol: "τ",
	Params: []privacy.Parameter{{Name: "tau", Symbol: "τ", Max: 1, Default: 1}, {Name: "margin", Symbol: "m", Max: 5}},
	Scale:  func(k float64) float64 { return k },
	At: func(d *privacy.Definition, given privacy.Given) {
		margin := given[0]
		d.Group = func(int) (privacy.Given, bool) { return given, margin == 0 }
		d.TradeOff = func(tau, alpha float64) float64 {
			return privacy.Budget{Epsilon: margin, Delta: tau}.TradeOff(alpha)
		}
		d.Least = func(falseAlarms, misses []float64) (value, at, missed float64) {
			for i, x := range falseAlarms {
				y := misses[i]
				if tau := 1 - min(math.Exp(margin)*x+y, x+math.Exp(margin)*y); tau > value {
					value, at, missed = tau, x, y
				}
			}
			return value, at, missed
		}
		d.OfNoise = func(mu float64) float64 { return privacy.GaussianProfile{Mu: mu}.Delta(margin) }
		d.Noise = func(tau float64) float64 {
			return num.Bisect(0, 100, 1e-9, func(mu float64) bool { return d.OfNoise(mu) >= tau })
		}
		d.Profile = func(tau float64) privacy.Profile {
			return privacy.Curve{PureEpsilon: math.Inf(1), At: func(epsilon float64) float64 {
				if epsilon >= margin {
					return tau
				}
				return 1
			}}
		}
	},
}

// A notion of privacy is one definition and its words: with these alone a program claims
// it, flags and settings ask for it, groups and the curve follow its rules, and the report
// says it.
func TestNotionIsOneFile(t *testing.T) {
	check.Full(t)
	before := privacy.Notions
	privacy.Notions = append(before[:len(before):len(before)], toy)
	defer func() { privacy.Notions = before }()
	words := texts.English().Texts()
	for what, s := range map[string]string{"symbol": "*τ*", "scale": "*k*", "named": "*τ* = {value} (total variation)",
		"allowed": "{group} times its *τ*", "meaning": "total variation"} {
		words["privacy."+what+".tv"] = s
	}
	words["lab.param.tau"], words["lab.param.asks.tau"], words["lab.param.margin"] = "Claimed *τ*", "*τ*", "Margin"
	say, err := lang.New("en", words)
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (status int, out string) {
		var o, e bytes.Buffer
		c := command{labs: guest.All(), home: labs.Home, in: strings.NewReader(""), out: &o, err: &e, say: say}
		status = c.run(t.Context(), args)
		return status, o.String() + e.String()
	}
	program := func(claim, members string) string {
		return claim + "\npairs = [(0, 1, \"p\"" + members + ")]\ndef release(x):\n    return x + normal(1)\n"
	}
	dir := t.TempDir()
	var files [2]string
	for in := range files {
		var b strings.Builder
		s := rng.New(rng.Key{Input: uint32(in)})
		for range 20000 {
			fmt.Fprintln(&b, float64(in)+s.Norm())
		}
		files[in] = filepath.Join(dir, fmt.Sprint(in))
		if err := os.WriteFile(files[in], []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	workshop := []string{"-lab", "workshop", "-n", "3000", "-m", "20000", "-code"}
	own := []string{"-samples", files[0], files[1]}
	for _, c := range []struct { // the true τ is 0.383
		args   []string
		status int
		says   string
	}{
		{append(workshop, program("claim = tv(0.3, 0)", "")), violation, "*τ* = 0.3 (total variation)"},
		{append(workshop, program("claim = tv(0.39, 0)", "")), ran, "τ = 0.39 is promised"},
		{append(workshop, program("claim = tv(0.15, 0)", ", 2")), violation, "τ = 0.3 promises to a group of 2"},
		{append(workshop, program("claim = tv(0.2, 0)", ", 2")), ran, "τ = 0.4 for a group of 2 is promised"},
		{append(workshop, program("claim = 5", ""), "-tau", "0.2"), violation, "τ ≥ 0.3"},
		{append(workshop, program("claim = 5", ""), "-asks", "tau", "-tau", "0.2"), violation, "τ ≥ 0.3"},
		{append(workshop, program("claim = tv(-1, 0)", "")), badInput, "claim is neither"},
		{append(workshop, program("claim = tv(0.2, 0)", ""), "-delta", "0.1"), badInput, "claims τ = 0.2"},
		{append(workshop, program("", ""), "-tau", "0.2", "-mu", "1"), badInput, ""},
		{append(workshop, program("claim = tv(0.15, 0.5)", "")), violation, "τ ≥ 0.2"}, // 0.238
		{append(workshop, program("claim = tv(0.25, 0.5)", "")), ran, "τ = 0.25 is promised"},
		{append(workshop, program("claim = tv(0.25, 6)", "")), badInput, "tv(τ, m)"},
		{append(workshop, program("claim = tv(0.25)", "")), badInput, "(tau, margin)"},
		{append(workshop, program("", ""), "-tau", "0.15", "-margin", "0.5"), violation, "τ ≥ 0.2"},
		{append(own, "-tau", "0.15", "-margin", "0.5"), violation, "τ ≥ 0.2"},
		{append(own, "-margin", "0.5", "-eps", "1"), badInput, "-tau and -margin make one claim"},
		{append(own, "-tau", "0.2", "-margin", "6"), badInput, "from 0 to 5"},
		{append(own, "-tau", "0.3", "-margin", "0"), violation, "τ ≥ 0.3"},
		{append(own, "-tau", "0.2", "-margin", "0", "-group", "2"), ran, "τ = 0.4 for a group of 2 is promised"},
		{append(own, "-tau", "0.3"), badInput, "-tau and -margin make one claim"},
		{append(own, "-tau", "-1", "-margin", "0"), badInput, "Claimed τ cannot be “-1”"},
	} {
		status, out := run(c.args...)
		out = strings.Join(strings.Fields(out), " ") // wherever its lines end
		if want := strings.ReplaceAll(c.says, "*", ""); status != c.status || !strings.Contains(out, want) ||
			strings.Contains(out, "⟨") || strings.Contains(out, "<nil>") {
			t.Errorf("%q: status %d, want %d; %q is not in\n%s", c.args, status, c.status, want, out)
		}
	}
	_, out := run(append(workshop, program("claim = tv(0.39, 0)", ""), "-json")...)
	r, err := lab.UnmarshalReport([]byte(out), guest.All().Find, "workshop")
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if c := r.Curved; r.Claim() != (privacy.Claim{Notion: "tv", Value: 0.39}) || !(c.Least > 0.33 && c.Least < 0.383) ||
		!(c.Gross > c.Value && c.Limit > c.Value && c.Limit < 0.5) {
		t.Errorf("the report has %+v", *c)
	}
	claimed := privacy.Claim{Notion: "tv", Value: 0.39}
	sheet := tell.Sheet(&r.Report)
	said, err := json.Marshal(sheet)
	if err != nil || !strings.Contains(string(said), `"τ ≥"`) {
		t.Errorf("the sheet lacks τ (%v): %s", err, said)
	}
	for _, chart := range sheet.Charts {
		for _, s := range chart.Series {
			for i := range s.X {
				if want := claimed.TradeOff(float64(s.X[i])); chart.ID == "region" && s.X[i] > 0 &&
					s.Name.ID() == "tell.region.series.claim" && math.Abs(float64(s.Y[i])-want) > 1e-12 {
					t.Errorf("the claim's curve is %v at %v, want %v", s.Y[i], s.X[i], want)
				}
			}
		}
	}
	claim := privacy.Claim{Notion: "tv", Value: 0.3}
	if b := claim.Tangent(0.2); math.Abs(b.Epsilon) > 1e-9 || math.Abs(b.Delta-0.3) > 1e-9 {
		t.Errorf("the tangent is %+v, want (0, 0.3)", b)
	}
}
