package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/check"
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
		{"", "-eps 0.25", 0.25, 0, "", 0, true, false},
		{"", "-asks mu -mu 0.25", 0.1, 0, "gdp", 0.25, true, false},
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
	// What claims nothing is held to no claim that nobody made, but a flag's or a permalink's.
	for _, flags := range []string{"", "-delta 0.1", "-asks program", "-asks eps", "-asks rho", "-asks mu -eps 1",
		"-experiment again"} {
		status, out, errs := verify(t, nil, "", append([]string{"-lab", "workshop", "-code", rest},
			strings.Fields(flags)...)...)
		if status != badInput || out != "" || errs != "[verify.claims.none]\n" {
			t.Errorf("no claim, %s: status %d, %s", flags, status, errs)
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

// faults are mistakes of the kinds that public bug reports are about, with what mends them.
var faults = map[string]struct {
	program, wrong, right string // the program has a place %s
	size                  string // flags, where 3,000 and 6,000 releases are too few
}{
	"scale for shares on counts": {`
claim = 0.8
pairs = [({"red": 9, "blue": 5, "green": 6}, {"red": 8, "blue": 6, "green": 6})]
def release(bins):
    noisy = {k: max(bins[k] + laplace(%s), 0) for k in bins}
    whole = noisy["red"] + noisy["blue"] + noisy["green"]
    return [noisy[k] / max(whole, 0.001) for k in noisy]
`, "2 / (0.8 * 20)", "2 / 0.8", ""},
	"variance for deviation": {`
claim = (0.9, 0.00001)
pairs = [(2.0, 2.1)]
deviation = 0.1 * sqrt(2 * log(1.25 / 0.00001)) / 0.9
def release(mean):
    return mean + normal(%s)
`, "deviation * deviation", "deviation", "-n 10000 -m 20000"},
	"unary encoding whose bit is drawn twice": {`
claim = 0.6
keep, flip = 0.5, 1 / (exp(0.6) + 1)
pairs = [(0, 3)]
def release(v):
    bits = [bernoulli(flip) for k in range(5)]
    %s
    return bits
`, "bits[v] = True if bernoulli(keep) else bits[v]", "bits[v] = bernoulli(keep)", ""},
	"threshold one too low": {`
ratio = exp(-0.7)
claim = (0.7, pow(ratio, 4) / (1 + ratio))
pairs = [([("rye", 30)], [("oat", 1), ("rye", 30)])]
def release(table):
    out = []
    for name, n in table:
        noisy = n + geometric(1 - ratio) - geometric(1 - ratio)
        out += [name, noisy] if noisy %s 4 else []
    return out
`, ">=", ">", ""},
	"permute and flip at the exponential mechanism's rho": {`
eps = 2.4
claim = zcdp(eps * eps / 8)
pairs = [([1, 1], [2, 0])]
def release(votes):
    %s
`, `k = 1 if bernoulli(0.5) else 0
    return "ab"[k] if bernoulli(exp(-eps / 2 * (max(votes) - votes[k]))) else "ab"[1 - k]`,
		`odds = [exp(eps / 2 * v) for v in votes]
    return "a" if bernoulli(odds[0] / sum(odds)) else "b"`, ""},
	"entries past the noise": {`
claim = 1
pairs = [([4, 0, 7], [4, 0, 6])]
def release(x):
    at = [v + laplace(2) for v in x]
    out = %s
    out[at.index(max(at))] = round(max(x) - 0.5) * 0
    return out
`, "[float(v) for v in x]", "[0.0 for v in x]", ""},
	"edges that the data have": {`
claim = 1
wages = [21, 25, 33, 40, 41]
pairs = [(wages + [95], wages)]
def release(data):
    top = %s
    low = len([w for w in data if 2 * w < top])
    return [top, low + geometric(1 - exp(-0.5)) - geometric(1 - exp(-0.5))]
`, "max(data)", "100", ""},
	"clip thrown away": {`
claim = 1
pairs = [([0.2, 0.5, 0.9], [0.2, 0.5, 40.0])]
def clip(list):
    return [min(max(v, 0.0), 1.0) for v in list]
def release(list):
    clipped = clip(list)
    return sum(%s) + laplace(1)
`, "list", "clipped", ""},
	"NaN past a clamp": {`
claim = 1
pairs = [([4.0, 1.0], [4.0, inf - inf])]
low, high = 0.0, 5.0
def release(list):
    total = laplace(5)
    for v in list:
        if v < low%s:
            v = low
        if v > high:
            v = high
        total += v
    return total
`, "", " or v != v", ""},
	"an infinite value stops the program": {`
claim = 1
pairs = [([8, 300], [8, inf])]
def size(v):
    %s
    return len(str(int(v)))
def release(list):
    return max([size(v) for v in list]) + geometric(0.5) * 0 + round(laplace(6))
`, "v = v + 0.0", "v = min(v, 1000)", ""},
	"noise of Wishart's law": {`
claim = 1
pairs = [([1.0, 0.5], [1.0, 1.5])]
def release(diagonal):
    return [d + %s for d in diagonal]
`, "sum([pow(normal(1.2), 2.0) for k in range(3)])", "laplace(1)", ""},
	"a total near 2^60": {`
claim = 1
pairs = [(7, 8)]
p = 1 - exp(%s)
def release(x):
    return ["total", 1152921504606846000 + x + geometric(p) - geometric(p)]
`, "-2", "-0.8", ""},
	"rounded Laplace noise for the geometric": {`
claim = 1
pairs = [(40, 41)]
def release(x):
    return x + int(round(laplace(%s)))
`, "0.5", "1.1", ""},
	"a draw that fails for one input": {`
claim = 1
pairs = [(0, 1)]
def release(x):
    if x == 1 and bernoulli(%s):
        fail("lost")
    return round(laplace(2))
`, "0.01", "0", ""},
}

// TestPublicFaults: of each kind the wrong program is refuted at its own claim, the mended
// one is not.
func TestPublicFaults(t *testing.T) {
	check.Full(t)
	for name, f := range faults {
		for part, found := range map[string]bool{f.wrong: true, f.right: false} {
			code := strings.Replace(f.program, "%s", part, 1)
			status, r := asProgram(t, code, strings.Fields(cmp.Or(f.size, "-n 3000 -m 6000"))...)
			if (status == violation) != found {
				t.Errorf("%s, with %q: status %d, ε ≥ %v", name, part, status, r.Strong.Epsilon)
			}
		}
	}
}

// TestTypedFlags: numbers among the flags are read as people write them.
func TestTypedFlags(t *testing.T) {
	_, r := asProgram(t, "claim = 1\npairs = [(0, 1)]\ndef release(x):\n    return round(x + laplace(1))\n", "-n", "2,000",
		"-m", "1 500", "-eps", "1,25", "-maxm", "1e5", "-seed", "+7")
	s := r.Spec
	if s.Int("n") != 2000 || s.Int("m") != 1500 || s.Float("eps") != 1.25 || s.Int("maxm") != 100000 || s.Seed() != 7 {
		t.Errorf("%v", s.Link(guest.All().Find("workshop").Params()))
	}
	j := audited(t, ran, "-a", "yes 0", "-b", "yes 0", "-n", "1'000", "-m", "2,000", "-eps", "1,25", "-seed",
		"9,007,199,254,740,991")
	if j.N != 1000 || j.M != 2000 || j.Report.Epsilon != 1.25 || j.Seed != lab.MaxSeed {
		t.Errorf("%+v", j)
	}
}
