package starlark

import (
	"errors"
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

// TestPython: what Python 3 makes of these.
func TestPython(t *testing.T) {
	const head = "import math\nimport random as rnd\nimport numpy as np\nfrom math import exp, log as ln\n" +
		"from typing import List\nimport statistics\n\npairs = [(3, 4)]\n"
	for body, want := range map[string]string{
		"return 2 ** 3 ** 2": "512",
		"return -x ** 2":     "-9",
		"return 2 ** -1":     "0.5",
		"return [x ** 2 * 2, (1 + x) ** 2 + 1, x.real ** 1 if 0 else 7]":                                                      "18 17 7",
		"return 'a ** b # c' + \"is\" '@' == 'a \\x2a* b # cis@' # ** is @":                                                   "True",
		"return '''a ** b\n is @ {x}'''":                                                                                      "a ** b\n is @ {x}",
		"return [x is None, x is not None, None is None]":                                                                     "False True True",
		"y: float = 2\n    z: List[int]\n    return y":                                                                        "2",
		"a = b = x + 1\n    return [a, b]":                                                                                    "4 4",
		"return [1 < x < 5, 1 < x <= 2, not 1 < x < 2, x == 3 == 3]":                                                          "True False True True",
		"return [v for v in range(9) if 2 <= v % 5 < 4 and v in [2, 3, 8]]":                                                   "2 3 8",
		"return sum(v > 1 for v in [1, 2, 3]) + sum((v for v in [1]), 5)":                                                     "8",
		"return max(v ** 2 for v in [1, -3])":                                                                                 "9",
		"return [len({1, 2, 2}), len({v % 2 for v in range(5)}), len({})]":                                                    "2 2 0",
		"return 1_000 + 0x_f":                                                                                                 "1015",
		"return f'{x}|{x / 2:.2f}|{x:03d}|{{}}|{\"a\"}|{x > 1}|{x/4:.0%}' == '3|1.50|003|{}|a|True|75%'":                      "True",
		"print(f\"{x!r} {undefined_in_text if 0 else 1}\" if 0 else 1)\n    undefined_in_text = 1\n    return 1":              "1",
		"assert x == 3, 'not three'\n    return 1":                                                                            "1",
		"f = lambda a, b=2: a ** b\n    return f(x) if x > 2 else 0":                                                          "9",
		"d = {k: v ** 2 for k, v in zip('ab'.elems(), [1, 2])}\n    return d['b']":                                            "4",
		"return [math.exp(0), math.floor(2.5), math.log(8, 2), math.hypot(3, 4), math.copysign(1, -2)]":                       "1 2 3 5 -1",
		"return [exp(0), ln(1), math.isinf(math.inf), math.pi > 3, math.log2(8), math.log10(1000)]":                           "1 0 True True 3 3",
		"return statistics.mean([1, 2, 3, 4])":                                                                                "2.5",
		"return np.clip([1, 5, 9], 2, 6)":                                                                                     "2 5 6",
		"return np.array([1, 2]) * 2.5 + [1, 1]":                                                                              "3.5 6",
		"a = np.array([[1, 2], [3, 4]])\n    return [a[1, 0], a[:, 0][1], a[0][1], a[-1, -1], a[1:, ::-1][0, 0], a.shape[0]]": "3 3 2 4 4 2",
		"a = np.array([[1, 2], [3, 4]])\n    return a @ [1, 1]":                                                               "3 7",
		"a = np.array([[1, 2], [3, 4]])\n    return a.T @ a @ np.eye(2) - a":                                                  "9 12 11 16",
		"a = np.arange(5)\n    a[a > 2] = 0\n    a[0] += 7\n    return a":                                                     "7 1 2 0 0",
		"a = np.zeros(3)\n    b = a\n    b += 1\n    return a":                                                                "1 1 1",
		"a = np.array([3, 1, 2])\n    return [np.argmax(a), a.sum(), a.mean(), np.median(a), int(a.max()), a.std() < 1]":      "0 6 2 2 3 True",
		"return np.sort([3, 1, 2])[::-1]":                                                                                     "3 2 1",
		"h, e = np.histogram([1, 2, 2, 3], bins=2, range=(1, 3))\n    return list(h) + list(e)":                               "1 3 1 2 3",
		"return np.bincount([0, 1, 1, 3])":                                                                                    "1 2 0 1",
		"return np.where(np.array([1, 5]) > 2, 1, 0)":                                                                         "0 1",
		"return np.linalg.solve([[2, 0], [0, 4]], [2, 4])":                                                                    "1 1",
		"return [np.linalg.norm([3, 4]), np.linalg.det([[2, 0], [0, 3]]), np.dot([1, 2], [3, 4])]":                            "5 6 11",
		"w, v = np.linalg.eigh([[2, 0], [0, 1]])\n    return w":                                                               "1 2",
		"return [np.quantile([1, 2, 3], 0.25), np.percentile([1, 2, 3], 50)]":                                                 "1.5 2",
		"return np.concatenate([[1], np.ones(2)]).astype(int).tolist()":                                                       "1 1 1",
		"return np.array([[1, 2], [3, 4]]).sum(axis=0)":                                                                       "4 6",
		"return np.array([[1, 2], [3, 4]]).mean(axis=1)":                                                                      "1.5 3.5",
		"return [1 if np.any(np.array([0, 1]) == 1) else 0, len(np.unique([1, 1, 2]))]":                                       "1 2",
		"return {'b': 1, 'a': np.sum([1, 2])}":                                                                                "1 3",
		"return [len(np.random.laplace(0, 1, size=4)), len(np.random.normal(size=(2, 3))), len(np.random.rand(2))]":           "4 2 2",
		"return [np.random.geometric(1), rnd.randint(2, 2), np.random.randint(2, 3), rnd.choice([5])]":                        "1 2 2 5",
		"return np.random.choice(['a', 'b'], p=[0, 1])":                                                                       "b",
		"rng = np.random.default_rng()\n    return rng.integers(0, 1, size=2)":                                                "0 0",
		"return list(map(lambda v: v + 1, filter(lambda v: v > 1, [1, 2, 3])))":                                               "3 4",
		"return [isinstance(x, int), isinstance(x, (float, str)), isinstance([1], list)]":                                     "True False True",
		"return [abs(np.array([-1, 2]))[0], sum(np.array([1, 2])), min(np.array([1, 2]))]":                                    "1 3 1",
		"return fact(x)": "6",
		"if x > 5: raise ValueError('large')\n    return typed(2, scale=3)": "6",
	} {
		source := head + "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n" +
			"def typed(a: int, b: List[float] = [1, 2], *, scale: float = 1.0) -> float:\n    return a * scale\n" +
			"def release(x: float) -> float:\n    \"\"\"Says ** and is.\"\"\"\n    " + body +
			"\n\nif __name__ == \"__main__\":\n    main(undefined)\n"
		if got, err := answer(source); err != nil || got != want {
			t.Errorf("%s\nis %q, want %q, %v", body, got, want, err)
		}
	}
}

// TestWrongPython: each is one sentence of ours, at its line.
func TestWrongPython(t *testing.T) {
	head := "import numpy as np\nimport math\npairs = [(3, 4)]\ndef release(x):\n    "
	for body, want := range map[string]string{
		"return len(3)": "guest.call.of", "return x.foo": "guest.attribute", "return 3(4)": "guest.called",
		"return f()\ndef f(a):\n    return a": "guest.argument.missing", "return f(1)\ndef f():\n    return 1": "guest.argument.many",
		"return f(b=1)\ndef f(a=1):\n    return a": "guest.argument.unknown", "return {}[1]": "guest.key",
		"a, b = [1]\n    return a": "guest.unpack", "for v in 3:\n        pass\n    return 1": "guest.iterate",
		"return {[1]: 2}": "guest.hash", "return x[0]": "guest.index", "y = y + 1\n    return y": "guest.unset",
		"return fail('no')": "guest.raised", "raise ValueError('no')": "guest.raised", "assert x == 4\n    return 1": "guest.assert",
		"return ?": "guest.character", "return 'a": "guest.string", "return 1)": "guest.bracket",
		"break": "guest.loop", "f(1) = 2\n    return 1": "guest.assign", "return 1 if x\n": "guest.else",
		"return int('a')": "guest.convert", "return int(math.inf)": "guest.convert", "return math.log(0)": "guest.domain",
		"return np.foo(1)": "guest.missing", "return np.random.poisson(1)": "guest.missing",
		"return np.eye(2) @ [1, 2, 3]": "guest.shape.times", "return np.ones(2) + np.ones(3)": "guest.shape.operation",
		"if np.ones(2) > 1:\n        return 1\n    return 2": "guest.array.truth",
		"a = np.eye(2)\n    a[0][1] = 2\n    return a":       "guest.array.part", "return np.linalg.inv([[1, 1], [1, 1]])": "guest.array.singular",
		"return np.linalg.inv(np.ones((2, 3)))": "guest.shape.square", "return np.linalg.cholesky([[1, 2], [2, 1]])": "guest.array.definite",
		"return np.ones(3)[5]": "guest.entry", "return (1)[0:1]": "guest.slice", "return np.max([])": "guest.array.empty",
		"return np.random.choice(3, p=[1, 1, 1])": "guest.draw.weights", "return np.array(['a'])": "guest.array.of",
		"return np.array([[1], [1, 2]])": "guest.array.rows", "return np.zeros(2, 3, 4)": "guest.call.takes",
		"return np.zeros(-1)": "guest.large", "return 'a' % 3": "guest.format", "return -'a'": "guest.unary",
		"return [1, 2][1:'a']": "guest.slice", "del x\n    return 1": "guest.python.del", "return f'{x:q}'": "guest.form",
		"return 1\n  y = 2": "guest.line.unindent", "return (1, 2,": "guest.line.misplaced", "return [x x]": "guest.line.misplaced",
		"return 1 << -1": "guest.shift", "return sum([1], 2, 3)": "guest.call.sum", "return gauss(1)": "guest.name.elsewhere",
		"return statistics.mean([1])": "guest.name.module", "return deep(1)\ndef deep(n):\n    return deep(n + 1)": "guest.recursive",
		"return 10 ** 10 ** 10": "guest.bits", "a = np.ones(9)\n    while True:\n        a = np.concatenate([a, a])": "guest.large",
		"a = np.ones((900, 900))\n    return a @ a": "guest.made", "return 'a' if x else\n": "guest.line.missing",
		"return 2 **": "guest.line.misplaced", "return f(a=1, 2)": "guest.argument.order",
	} {
		_, err := answer(head + body + "\n")
		var f *script.Fault
		if !errors.As(err, &f) {
			t.Errorf("%s: %v", body, err)
			continue
		}
		said := english.Say(f.Says())
		if f.Say.ID() != want || strings.Contains(said, "⟨") || strings.Contains(said, "Starlark") || f.Line < 4 {
			t.Errorf("%s: %s, want %s: %s", body, f.Say.ID(), want, said)
		}
	}
	for source, want := range map[string]string{"import pandas as pd\n": "guest.import", "from math import foo\n": "guest.missing",
		"from scipy.stats import laplace\n": "guest.import"} {
		_, err := answer(source + head[strings.Index(head, "pairs"):] + "return 1\n")
		var f *script.Fault
		if !errors.As(err, &f) || f.Say.ID() != want || f.Line != 1 {
			t.Errorf("%s: %v", source, err)
		}
	}
}
