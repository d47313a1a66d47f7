package starlark

import (
	"strings"
	"testing"

	about "indistinct/core/about/workshop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/english"
)

// compared is what the draws for the two inputs of a pair on one stream differ in.
func compared(t *testing.T, source string, pair int, trial uint64) lang.Message {
	t.Helper()
	p, err := Interpreter{}.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	r := p.Fork()
	var draws [2][]script.Draw
	for in := range draws {
		s := rng.New(rng.Key{Seed: 1, Trial: trial})
		draws[in] = r.Trace(pair, mechanism.Input(in), &s)
		again := rng.New(rng.Key{Seed: 1, Trial: trial})
		if _, err := r.Release(pair, mechanism.Input(in), &again, nil); err != nil || again != s {
			t.Fatalf("traced to %v, else to %v, %v", s, again, err)
		}
	}
	return script.Compare(draws[0], draws[1])
}

// A trace names what differs between the inputs.
func TestTrace(t *testing.T) {
	const head = "import numpy as np\npairs = [(2, 3)]\ndef release(x):\n    "
	for body, want := range map[string]string{
		"return x + laplace(1)":                                     "",
		"return laplace(x, 1)":                                      "",
		"return np.random.laplace(x, 1) + uniform(x, x + 1)":        "",
		"return np.random.laplace([x, 1], 2)":                       "",
		"return x + laplace(x / 2)":                                 "differ: Line 4: laplace(1) for",
		"return x + laplace(1 + x * 1e-8)":                          "differ: Line 4: laplace(1.00000002)",
		"return normal(1) if x > 2 else laplace(1)":                 "differ: Line 4: laplace(1) for",
		"if x > 2:\n        return normal(1)\n    return normal(1)": "branch: The two inputs take different branches",
		"if x > 2:\n        x += laplace(4)\n    return x":          "only: Line 5: only for the neighbour",
		"return bernoulli(1 / x)":                                   "chance: Line 4: the chances differ",
		"b = bernoulli(1 / x)\n    return laplace(x)":               "differ: Line 5",
		"return np.random.choice(2, p=[1 / x, 1 - 1 / x])":          "chance: Line 4: the chances differ",
		"return np.random.normal(0, x, size=3)":                     "differ: Line 4: normal(2)",
		"return uniform(0, x)":                                      "differ: Line 4: uniform(0, 2)",
	} {
		d, got := compared(t, head+body+"\n", 0, 0), ""
		if d != "" {
			got = strings.TrimPrefix(d.ID(), "workshop.draws.") + ": " + english.Say(d)
		}
		if want == "" != (got == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// Of the classics some take branches, or chances, that depend on the data, which twenty seeds
// show; of none does a scale.
func TestTraceOfClassics(t *testing.T) {
	found := map[string]string{}
	for _, c := range about.Classics() {
		p, err := Interpreter{}.Compile(c.Program())
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]bool{}
		for pair := range p.Pairs() {
			for trial := range 20 {
				if d := compared(t, c.Program(), pair, uint64(trial)); d != "" {
					kinds[strings.TrimPrefix(d.ID(), "workshop.draws.")] = true
				}
			}
		}
		for _, k := range []string{"differ", "branch", "only", "chance"} {
			if kinds[k] {
				found[c.Name] = k
				break
			}
		}
	}
	for name, kind := range found {
		if kind == "differ" {
			t.Errorf("%s: %s", name, kind)
		}
	}
	if found["rappor"] != "chance" || found["sparse_vector_3"] != "only" || found["laplace"] != "" {
		t.Error(found)
	}
}
