package starlark

import (
	"errors"
	"strings"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/script"
	"indistinct/core/test/english"
)

// TestSame: truth values are 1 and 0 wherever Python compares, iterators are used up, and texts
// are written as Python writes them.
func TestSame(t *testing.T) {
	for _, c := range [][2]string{
		{"return True == 1 and 1.0 == True and (1, True) == (1, 1) and True in [1] and {1: 5}.get(True) == 5",
			"True"},
		{"return [True != 1, [True] < [1], True in {1: 2}, max(True, 0), sorted([True, 0])[0]]",
			"False False True True 0"},
		{"z = zip([1], [2])\n    return [len(list(z)), len(list(z))]", "1 0"},
		{"return f\"{1234567.891:,.1f}|{'a'!r}|{str(1e15)}|{123456789.123}|{x:>3}\"",
			"1,234,567.9|'a'|1000000000000000.0|123456789.123|  3"},
		{"return '%.2f %s %d' % (2.5, [1.0, 'a'], 3.7) + '{:5.1f}'.format(x)", "2.50 [1.0, 'a'] 3  3.0"},
		{"return [f'{x / 7:.6f}', str(x), '-0.5', '007', '1e3']", "0.4286 3 -0.5 007 1000"},
		{"return [1 // 0.1, -4.0 % 2.0, type(x) == int, isinstance(True, int)]", "9 0 True True"},
		{"return np.linalg.pinv([[1, 0], [0, 2], [0, 0]])", "1 0 0 0 0.5 0"},
	} {
		body, want := c[0], c[1]
		got, err := answer("import numpy as np\npairs = [(3, 4)]\ndef release(x):\n    " + body + "\n")
		if err != nil || got != want {
			t.Errorf("%s is %q, want %q, %v", body, got, want, err)
		}
	}
	for body, want := range map[string]string{
		"return np.sum(np.array([1], dtype=np.int32))":    "guest.missing",
		"return np.array([1.0], dtype='float32')":         "guest.dtype",
		"return np.sum([1], dtype='int8')":                "guest.dtype",
		"return np.array([2**53, 2**53]).sum()":           "guest.array.whole",
		"return {x > 1: 2}[1]":                            "guest.key.truth",
		"return {0: 1, 1: 2}[x > 1]":                      "guest.key.truth",
		"return x is 3":                                   "guest.same",
		"return [v for v in {1, 2}][0]":                   "guest.order",
		"return len(set([True, 0]))":                      "guest.key.truth",
		"return {(1, (x > 1, 2)): 3}[(1, (1, 2))]":        "guest.key.truth",
		"return (np.sum([1]) > 0) + (x > 1)":              "guest.truth",
		"return np.exp(np.array([True]))":                 "guest.dtype",
		"if (y := x) < 0:\n        return 1":              "guest.python.walrus",
		"a, *b = [x, 2]\n    return a":                    "guest.python.star",
		"return np.eye(2)[..., 0]":                        "guest.python.ellipsis",
		"match x:\n        case 1:\n            return 2": "guest.python.match",
		"return np.sort(np.ones((3, 1, 2)))":              "guest.array.deep",
		"return np.array([[[1]]]).sum()":                  "guest.array.rows",
	} {
		_, err := answer("import numpy as np\npairs = [(3, 4)]\ndef release(x):\n    " + body + "\n")
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != want || f.Failed {
			t.Errorf("%s: %v, want %s", body, err, want)
		} else if said := english.Say(f.Says()); strings.Contains(said, "zeros") {
			t.Errorf("%s: %s", body, said)
		}
	}
}

// TestTogether: a program's faults are told at once, each with its line, and the way that works.
func TestTogether(t *testing.T) {
	_, err := answer("import numpy as np\nimport pandas\nfrom scipy import stats\n\nclass A:\n    pass\n\n" +
		"def release(x):\n    if (y := np.expand_dims(x)) > 1:\n        return np.cumsun(y)\n")
	var f *script.Fault
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	said := english.Say(f.Says())
	for _, want := range []string{"Line 2: There is no module pandas", "Line 3: There is no module scipy",
		"Line 5: There are no classes",
		"Line 9: There is no “:=”", "Line 9: The module numpy has no “expand_dims” here.", "near it are cumsum",
		"verify -a"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	_, err = answer("pairs = [(3, 4)]\ndef release(x):\n    a = one(x)\n    return two(x)\n")
	if !errors.As(err, &f) || len(f.More) != 1 || f.More[0].Line != 4 {
		t.Errorf("%v", err)
	}
}

// TestNamedWords: words that a program makes are named, the same in each worker.
func TestNamedWords(t *testing.T) {
	const source = "pairs = [(0, 1)]\ndef release(x):\n    return 'answer %d' % (x if bernoulli(0.9) else 1 - x)\n"
	p, err := Interpreter{}.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Interpreter{}.Compile(source)
	if err != nil || strings.Join(p.Words(), "|") != strings.Join(again.Words(), "|") {
		t.Fatalf("%v and %v, %v", p.Words(), again.Words(), err)
	}
	for _, row := range draws(t, p, 0, mechanism.Record, 50) {
		if text := mechanism.CellText(row[0], p.Words()); text != "answer 0" && text != "answer 1" {
			t.Fatal(text)
		}
	}
}
