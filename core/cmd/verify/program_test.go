package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
)

// asProgram tests a program as a person does, by the command, and returns its report.
func asProgram(t *testing.T, code string, more ...string) (status int, r *lab.Report) {
	t.Helper()
	status, out, errs := verify(t, nil, "", append([]string{"-lab", "workshop", "-code", code, "-json"}, more...)...)
	if status > violation {
		t.Fatalf("%q ends with status %d: %s", code, status, errs)
	}
	r, err := lab.UnmarshalReport([]byte(out), guest.All().Find, "workshop")
	if err != nil {
		t.Fatal(err)
	}
	return status, r
}

// TestProgramsOwnClaim: a program that is given as a flag is held to the claim that it makes
// of itself, a flag that says what is claimed wins, and the report says so.
func TestProgramsOwnClaim(t *testing.T) {
	const rest = "\npairs = [(0, 1)]\ndef release(x):\n    return x + laplace(1)\n"
	small := []string{"-n", "2000", "-m", "2000"}
	for _, c := range []struct {
		claim, flags string
		eps, delta   float64
		notion       string
		value        float64
		found, said  bool
	}{
		{"claim = 1", "", 1, 0, "", 0, false, false},
		{"claim = (0.25, 0.001)", "", 0.25, 0.001, "", 0, true, false},
		{"claim = (1, 0.001)", "-eps 0.25", 0.25, 0.001, "", 0, true, true},
		{"claim = (1, 0.001)", "-delta 0", 1, 0, "", 0, false, true},
		{"claim = 1", "-eps 1", 1, 0, "", 0, false, false},
		{"claim = gdp(0.25)", "", 0.1, 0, "gdp", 0.25, true, false},
		{"claim = gdp(0.25)", "-eps 1", 1, 0, "", 0, false, true},
		{"claim = gdp(0.25)", "-eps 1 -delta 0.001", 1, 0.001, "", 0, false, true},
		{"claim = zcdp(8)", "-mu 3", 0.1, 0, "gdp", 3, false, true},
		{"claim = 1", "-rho 0.01", 0.1, 0, "zcdp", 0.01, true, true},
		{"", "-mu 0.25", 0.1, 0, "gdp", 0.25, true, false},
		{"", "", 0.1, 0, "", 0, true, false},
	} {
		status, r := asProgram(t, c.claim+rest, append(strings.Fields(c.flags), small...)...)
		if got := r.Spec.Float("eps"); got != c.eps || r.Spec.Float("delta") != c.delta {
			t.Errorf("%s %s: tested is ε = %v, δ = %v", c.claim, c.flags, got, r.Spec.Float("delta"))
		}
		notion, value := "", 0.0
		if r.Curved != nil {
			notion, value = string(r.Curved.Notion), float64(r.Curved.Value)
		}
		if notion != c.notion || value != c.value || (status == violation) != c.found {
			t.Errorf("%s %s: status %d, tested is %s %v", c.claim, c.flags, status, notion, value)
		}
		said := false
		for _, w := range r.Warnings {
			said = said || w.ID() == "workshop.claim.other"
		}
		if said != c.said {
			t.Errorf("%s %s: that another claim is tested is said: %t", c.claim, c.flags, said)
		}
		// The link of the report gives the same report.
		again, out, errs := verify(t, nil, "", "-link", r.Spec.Link(guest.All().Find("workshop").Params()), "-json")
		if again != status || !strings.Contains(out, `"eps":`+r.Spec.Show("eps")) {
			t.Errorf("%s %s: the link ends with status %d, %s", c.claim, c.flags, again, errs)
		}
	}
	for flags, want := range map[string]string{"-delta 0.1": "verify.claims.delta", "-eps 1 -mu 1": "verify.claims"} {
		status, _, errs := verify(t, nil, "", append([]string{"-lab", "workshop", "-code", "claim = gdp(1)" + rest},
			strings.Fields(flags)...)...)
		if status != badInput || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s", flags, status, errs)
		}
	}
}

// TestProgramFromFile: -file FILE, -code @FILE and -code FILE read a program.
func TestProgramFromFile(t *testing.T) {
	const code = "claim = 1\npairs = [(0, 1)]\ndef release(x):\n    return x + randint(0, 9)\n"
	dir := t.TempDir()
	star, plain := filepath.Join(dir, "mech.star"), filepath.Join(dir, "mech")
	for _, name := range []string{star, plain} {
		if err := os.WriteFile(name, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var first string
	for _, args := range [][]string{{"-code", code}, {"-code", star}, {"-code", plain}, {"-code", "@" + plain},
		{"-file", star}, {"-file=" + plain}} {
		status, out, errs := verify(t, nil, "", append([]string{"-lab", "workshop", "-n", "500", "-m", "500", "-json"},
			args...)...)
		if first == "" {
			first = out
		}
		if status != violation || out != first {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
	for _, args := range [][]string{{"-code", filepath.Join(dir, "none.star")}, {"-file", "none"}, {"-code", "@none"}} {
		status, _, errs := verify(t, nil, "", append([]string{"-lab", "workshop"}, args...)...)
		if status != badInput || !strings.Contains(errs, "verify.file.open") {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
}
