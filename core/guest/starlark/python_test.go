package starlark

import (
	"errors"
	"os"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/english"
)

// answer is what a program releases for the input 3, as text.
func answer(source string) (string, error) {
	p, err := Interpreter{}.Compile(source)
	if err != nil {
		return "", err
	}
	s, out := rng.New(rng.Key{Seed: 1}), make([]float64, 16)
	n, err := p.Fork().Release(0, mechanism.Record, &s, out)
	if err != nil {
		return "", err
	}
	var cells []string
	for _, c := range out[:min(n, len(out))] {
		cells = append(cells, mechanism.CellText(c, p.Words()))
	}
	return strings.Join(cells, " "), nil
}

// cases reads programs, each with a first line that says what it comes to.
func cases(t *testing.T, file string) (out [][2]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		want, body, _ := strings.Cut(block, "\n")
		out = append(out, [2]string{strings.TrimPrefix(want, "# "), body})
	}
	return out
}

// TestPython: what Python 3 makes of these.
func TestPython(t *testing.T) {
	const head = "import math\nimport random as rnd\nimport numpy as np\nfrom math import exp, log as ln\n" +
		"from typing import List\nimport statistics\n\npairs = [(3, 4)]\n"
	for _, c := range cases(t, "testdata/python.txt") {
		source := head + "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n" +
			"def typed(a: int, b: List[float] = [1, 2], *, scale: float = 1.0) -> float:\n    return a * scale\n" +
			"def release(x: float) -> float:\n    \"\"\"Says ** and is.\"\"\"\n    " +
			strings.ReplaceAll(c[1], "\n", "\n    ") +
			"\n\nif __name__ == \"__main__\":\n    main(undefined)\n"
		if got, err := answer(source); err != nil || got != c[0] {
			t.Errorf("%s\nis %q, want %q, %v", c[1], got, c[0], err)
		}
	}
}

// TestWrongPython: each is one sentence of ours, at its line.
func TestWrongPython(t *testing.T) {
	head := "import numpy as np\nimport math\npairs = [(3, 4)]\ndef release(x):\n    "
	for _, c := range cases(t, "testdata/wrong.txt") {
		_, err := answer(head + c[1] + "\n")
		var f *script.Fault
		if !errors.As(err, &f) {
			t.Errorf("%s: %v", c[1], err)
			continue
		}
		said := english.Say(f.Says())
		if f.Say.ID() != c[0] || strings.Contains(said, "⟨") || strings.Contains(said, "Starlark") || f.Line < 4 {
			t.Errorf("%s: %s, want %s: %s", c[1], f.Say.ID(), c[0], said)
		}
	}
	for source, want := range map[string]string{"import pandas as pd\n": "guest.import",
		"from math import foo\n":           "guest.missing",
		"from scipy.signal import welch\n": "guest.import"} {
		_, err := answer(source + head[strings.Index(head, "pairs"):] + "return 1\n")
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != want || f.Line != 1 {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestLines: a fault stands in the program's line, whatever was rewritten before it.
func TestLines(t *testing.T) {
	for _, line := range []string{
		"return x ** 2 + @zz", "y: float = 1_000 ** 2 + @zz", "return 1 < x ** 2 < @zz", "return x is not None and @zz",
		"return sum(v ** 2 for v in [1, @zz])", "return {1, 2} == @zz", "a = b = x + @zz", "return x[1:, @zz]",
		"return 'ä' + f'{x}' + @zz", "raise ValueError(@zz)", "assert x == 1, @zz",
		"return x @ x @ @zz", "return (x ** 2) ** (3 ** @zz)", "return 'a' 'b' + @zz", "import math; return @zz",
		"from math import (exp,\n        log as ln)\n    return @zz",
		"def g(a: List[\n        int]):\n        return @zz",
	} {
		at := strings.LastIndex(line, "@")
		_, err := answer("pairs = [(3, 4)]\ndef release(x: float) -> float:\n    " + line[:at] + line[at+1:] + "\n")
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != "guest.name" || f.Line != 3+strings.Count(line[:at], "\n") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A generator has a state of its own: a seed within a release makes what it draws the same in
// each, in another generator of that kind too, and in no other; one outside is warned of.
func TestSeeds(t *testing.T) {
	const head = "import numpy as np\nimport random\npairs = [(3, 4)]\n"
	for body, same := range map[string][]bool{
		"np.random.seed(1)\n    return [np.random.laplace(), random.random()]":     {true, false},
		"a = random.random()\n    random.seed(x)\n    return [a, random.random()]": {false, true},
		"r = np.random.default_rng(7)\n    a = r.normal()\n    return [a, np.random.default_rng().normal(), r.normal()]": {
			true, false, true},
		"return [np.random.default_rng().normal(), np.random.RandomState().rand()]": {false, false},
		"np.random.seed(1)\n    np.random.seed()\n    return np.random.rand()":      {false},
		"random.seed(1)\n    return [random.Random().random(), random.SystemRandom(1).random(), random.choice(range(99999))]": {
			false, false, true},
	} {
		p, err := Interpreter{}.Compile(head + "def release(x):\n    " + body + "\n")
		if err != nil {
			t.Fatal(err)
		}
		got := draws(t, p, 0, mechanism.Record, 2)
		for i, want := range same {
			if (got[0][i] == got[1][i]) != want {
				t.Errorf("%s: entry %d is %v and %v", body, i, got[0][i], got[1][i])
			}
		}
		if p.Warning() != "" {
			t.Errorf("%s: %s", body, p.Warning())
		}
	}
	for body, equal := range map[string]bool{
		"s = np.random.randint(0, 2**31)\n    a, b = np.random.default_rng(s), np.random.default_rng(s)": true,
		"s = np.random.randint(0, 2**31)\n    a, b = np.random.RandomState(s), np.random.RandomState(s)": true,
		"np.random.seed(5)\n    a, b = np.random, np.random.RandomState(5)":                              true,
		"random.seed(-5)\n    a, b = random, random.Random(5)":                                           true,
		"a, b = np.random.default_rng(5), np.random.RandomState(5)":                                      false,
		"a, b = np.random.default_rng(5), np.random.default_rng(6)":                                      false,
		"a, b = np.random.default_rng(), np.random.default_rng()":                                        false,
		"a, b = random.Random(), random":                                                                 false,
	} {
		p, err := Interpreter{}.Compile(head + "def release(x):\n    " + body +
			"\n    a = [a.uniform(0, 1) for i in range(3)]\n" +
			"    return a + [b.uniform(0, 1) for i in range(3)]\n")
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range draws(t, p, 0, mechanism.Record, 3) {
			for k := range 3 {
				if got[k] == got[(k+1)%3] || (got[k] == got[k+3]) != equal {
					t.Errorf("%s: release %d is %v", body, i, got)
				}
			}
		}
	}
	for outside, equal := range map[string]bool{"a, b = np.random.default_rng(42), np.random.default_rng(42)": true,
		"np.random.seed(0)\na, b = np.random, random": false} {
		p, err := Interpreter{}.Compile(head + outside +
			"\ndef release(x):\n    return [a.uniform(0, 1), b.uniform(0, 1)]\n")
		if err != nil || p.Warning() != lang.Say("guest.seeded", "line", 4) {
			t.Fatalf("%v, %v", p, err)
		}
		if got := draws(t, p, 0, mechanism.Record, 2); got[0][0] == got[1][0] || (got[0][0] == got[0][1]) != equal {
			t.Errorf("%s: %v", outside, got)
		}
	}
	for _, wrong := range []string{"np.random.seed(-1)", "random.seed('a')", "np.random.default_rng(1.5)",
		"np.random.RandomState(2**32)"} {
		_, err := answer(head + "def release(x):\n    " + wrong + "\n    return 1\n")
		if err == nil || script.Failed(err) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
