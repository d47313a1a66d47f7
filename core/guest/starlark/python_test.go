package starlark

import (
	"errors"
	"os"
	"strings"
	"testing"

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
	n, _, err := p.Fork().Release(0, mechanism.Record, &s, out)
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
		"from math import foo\n":            "guest.missing",
		"from scipy.stats import laplace\n": "guest.import"} {
		_, err := answer(source + head[strings.Index(head, "pairs"):] + "return 1\n")
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != want || f.Line != 1 {
			t.Errorf("%s: %v", source, err)
		}
	}
}
