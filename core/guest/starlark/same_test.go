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
		"return [y for v in [1] if (y := v) > 1]":         "guest.python.walrus",
		"return x > 1 and (y := x)":                       "guest.python.walrus",
		"return [*[1], 2]":                                "guest.python.star",
		"return {}.get(np.array([1, 2]), 0)":              "guest.hash",
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
	_, err := answer("import numpy as np\nimport pandas\nfrom scipy import signal\n\nclass A(B):\n    pass\n\n" +
		"def release(x):\n    with pandas.x(y) as z:\n        return np.cumsun(z) + unknown\n")
	var f *script.Fault
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	said := english.Say(f.Says())
	for _, want := range []string{"Line 2: There is no module pandas", "Line 3: There is no module scipy",
		"Line 5: A class here", "Line 9: There is no “with”",
		"Line 10: The module numpy has no “cumsun” here; near it are cumsum",
		"Line 10: Nothing has the name “unknown”", "verify -a"} {
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

// TestClasses: objects, data classes, assignments within expressions and what the collections hold, as
// Python 3 has them.
func TestClasses(t *testing.T) {
	const source = `import numpy as np
from collections import Counter, deque
from dataclasses import dataclass, field
pairs = [(3, 4)]

class A(object):
    """Counts."""
    g = 2
    h = g * 3

    def __init__(self, x, P=None):
        self.x = x
        self.P = np.eye(2) if P is None else P

    def predict(self, u: float = 1.0) -> None:
        self.x = self.x + u
        self.P += 1
        self.P[0, 0] *= 2

    @property
    def norm(self):
        return self.x ** 2

    @staticmethod
    def twice(x): return 2 * x

    def update(self, z):
        self.predict(z)
        return self

@dataclass
class S:
    a: int
    b: float = 2.0
    c: list = field(default_factory=list)

    def total(self): return self.a + self.b + len(self.c)

def release(x):
    f = A(x)
    P = f.P
    f.update(2).update(3)
    d = deque([1, 2, 3], maxlen=2)
    d.append(9)
    n = Counter("abcab")
    t = [c for c in "xyz"]
    a, *b, c = range(5)
    if (y := f.x + 1) > 3 and y < 100:
        t.append(y)
    while (k := len(t)) < 6:
        t.append(k)
    return [f.norm, A.twice(3), f.h, P[0, 0], S(1, c=[4, 5]).total(), len(d), d[0], sum([v for v in d]), n["a"], n["q"],
            n.most_common(1)[0][0], len(b), "".join(t[:3]), t[3], isinstance(f, A), 2 in d]
`
	const want = "64 6 6 10 5 2 3 12 2 0 a 3 xyz 9 True False"
	if got, err := answer(source); got != want || err != nil {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
	for body, want := range map[string]string{
		"a = A(3)\n\ndef release(x):\n    a.x += 1\n    return a.x\n": "guest.frozen",
		"def release(x):\n    A.g = 4\n    return A.g\n":              "guest.assign",
		"def release(x):\n    return A(3).y\n":                        "guest.attribute",
		"def release(x):\n    return S(1) == S(1)\n":                  "guest.same",
		"def release(x):\n    return S()\n":                           "guest.call.takes",
		"class B(A):\n    pass\n\ndef release(x):\n    return 1\n":    "guest.python.class",
		"class B:\n    def __add__(self, o):\n        return 1\n":     "guest.python.class",
		"class B:\n    for i in range(3):\n        pass\n":            "guest.python.class",
		"@dataclass\nclass B:\n    c: list = []\n":                    "guest.default",
		"@property\ndef release(x):\n    return 1\n":                  "guest.python.decorator",
		"@dataclass(order=True)\nclass B:\n    c: int = 1\n":          "guest.python.decorator",
	} {
		_, err := answer(source[:strings.Index(source, "def release")] + body)
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != want || f.Line == 0 {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}
