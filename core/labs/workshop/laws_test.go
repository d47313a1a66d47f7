package workshop_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	about "indistinct/core/about/workshop"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// TestTails: the digits that are shown are those of the releases that lie between 0 and ½, eight up to
// that of 2⁻⁵³ and six after it, by exact arithmetic; of longer releases there are none.
func TestTails(t *testing.T) {
	tenth := 0.1 // a variable: constants would be added exactly
	digits := func(x float64) (until, after string) {
		exact, _ := new(big.Float).SetMantExp(big.NewFloat(x), 59).Int(nil)
		of := fmt.Sprintf("%014b", exact.And(exact, big.NewInt(1<<14-1)))
		return of[:8], of[8:]
	}
	for body, want := range map[string][2]float64{ // a release of each input, 0: none is shown
		"return [0.3, 0.1 + 0.2][x]":                      {0.3, tenth + 0.2},
		"return [0.0123, 0.7][x]":                         {0.0123, 0},
		"return [-0.3, 0.499][x]":                         {0, 0.499},
		"return [0.5, 0.1][x]":                            {0, 0.1},
		"return [0, 1e-9][x]":                             {0, 1e-9},
		"return [0.3, 0.1][x] if bernoulli(0.5) else 0.7": {0.3, 0.1},
		"return [0.3, 0.1]":                               {},
		"return 1 + x":                                    {},
	} {
		job, err := lab.Start(shop, labtest.Spec(t, shop, "bits", "1", "code",
			"pairs = [(0, 1)]\ndef release(x):\n    "+body+"\n"), "tails")
		if err != nil {
			t.Fatal(err)
		}
		s := labtest.Sheet(t, body, run(t, job))
		if want == [2]float64{} {
			if len(s.Tables) > 0 {
				t.Errorf("%s: a table of %d rows", body, len(s.Tables[0].Rows))
			}
			continue
		}
		if len(s.Tables) != 1 || len(s.Tables[0].Rows) != 6 {
			t.Errorf("%s: %+v", body, s.Tables)
			continue
		}
		for _, row := range s.Tables[0].Rows {
			for in, x := range want {
				if x == 0 {
					if said := english.Say(row[in].Text); said != "" {
						t.Errorf("%s: of input %d %q is shown", body, in, said)
					}
					continue
				}
				until, after := digits(x)
				check.Places(t, body, row[in].Text, "workshop.tails.digits", "until", until, "after", after)
			}
		}
	}
}

// TestClaimOther: that something else is tested than the program claims is said where it is so.
func TestClaimOther(t *testing.T) {
	for _, c := range []struct {
		claim string
		set   []string
		other bool
	}{
		{"1", []string{"eps", "1"}, false},
		{"1", []string{"eps", "1.001"}, true},
		{"1", []string{"eps", "0.999"}, true},
		{"1", []string{"eps", "1", "delta", "1e-6"}, true},
		{"(1, 1e-6)", []string{"eps", "1", "delta", "1e-6"}, false},
		{"(1, 1e-6)", []string{"eps", "1", "delta", "0"}, true},
		{"1", []string{"eps", "1", "asks", "mu", "mu", "1"}, true},
		{"gdp(1)", nil, false},
		{"gdp(1)", []string{"asks", "mu", "mu", "1"}, false},
		{"gdp(1)", []string{"asks", "mu", "mu", "2"}, true},
		{"gdp(1)", []string{"asks", "rho", "rho", "1"}, true},
		{"gdp(1)", []string{"asks", "eps", "eps", "1"}, true},
		{"rdp(8, 1)", []string{"asks", "renyi", "order", "8", "renyi", "1"}, false},
		{"rdp(8, 1)", []string{"asks", "renyi", "order", "9", "renyi", "1"}, true},
		{"None", []string{"eps", "1"}, false},
	} {
		code := "claim = " + c.claim + "\npairs = [(0, 1)]\ndef release(x):\n    return x + laplace(1)\n"
		m, err := lab.Open(shop, labtest.Spec(t, shop, append(c.set, "code", code)...))
		if err != nil {
			t.Errorf("%s: %v", c.claim, err)
			continue
		}
		var r lab.Report
		m.Complete(&r)
		if slices.Contains(r.Notes, "") || slices.Contains(r.Warnings, "") {
			t.Errorf("the claim %s: notes %q, warnings %q", c.claim, r.Notes, r.Warnings)
		}
		said := slices.ContainsFunc(r.Warnings, func(w lang.Message) bool { return w.ID() == "workshop.claim.other" })
		if said != c.other {
			t.Errorf("the claim %s, tested is %v: it is said %v", c.claim, c.set, said)
		}
		if said && !strings.Contains(c.claim, "dp") && !check.Says(r.Warnings[0], "workshop.claim") {
			t.Errorf("the claim %s is not said: %v", c.claim, r.Warnings)
		}
	}
}

// TestFactOfClassic: a classic's true ε is said of its own program, where it is known, and of a law on real
// numbers only where their representation is not looked at.
func TestFactOfClassic(t *testing.T) {
	for _, c := range about.Classics() {
		if !slices.Contains([]string{"laplace", "noisy_max", "sparse_vector_3", "laplace_inversion"}, c.Name) {
			continue
		}
		for _, bits := range []string{"0", "1"} {
			for _, changed := range []bool{false, true} {
				code := c.Program()
				if changed {
					code += "# changed\n"
				}
				m, err := lab.Open(shop, labtest.Spec(t, shop, "code", code, "bits", bits))
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				var found []lab.Fact
				for _, f := range m.Facts() {
					if f.Name == "true" {
						found = append(found, f)
					}
				}
				if len(found) != map[bool]int{false: 1}[changed] {
					t.Errorf("%s, changed %v: %d facts", c.Name, changed, len(found))
				}
				if len(found) == 0 {
					continue
				}
				v := found[0].Value
				switch {
				case math.IsNaN(c.Epsilon) || bits == "1" && c.Shelf != about.Digits:
					check.Places(t, c.Name, v.Text, "workshop.exact.unknown")
				case math.IsInf(c.Epsilon, 1):
					check.Places(t, c.Name, v.Text, "workshop.exact.none")
				case v.Num == nil || *v.Num != sheet.Real(c.Epsilon):
					t.Errorf("%s: ε = %v, want %v", c.Name, *v.Num, c.Epsilon)
				}
			}
		}
	}
}
