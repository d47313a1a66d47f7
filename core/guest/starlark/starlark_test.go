package starlark

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/workshop"
)

// draws releases n times for a pair's input.
func draws(t testing.TB, p workshop.Program, pair int, in mechanism.Input, n int) [][]float64 {
	t.Helper()
	r := p.Fork()
	var out [][]float64
	for i := range n {
		s := rng.New(rng.Key{Seed: 1, Input: uint32(in), Trial: uint64(i)})
		cells := make([]float64, 32)
		k, _, err := r.Release(pair, in, &s, cells)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, cells[:min(k, 32)])
	}
	return out
}

// TestClassics compiles every classic and draws from every pair; two runs of a
// program give the same releases, bit for bit.
func TestClassics(t *testing.T) {
	for _, c := range workshop.Classics() {
		p, err := Interpreter{}.Compile(c.Program())
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if _, ok := p.Claim(); !ok {
			t.Errorf("%s claims nothing", c.Name)
		}
		for pair := range p.Pairs() {
			for in := range 2 {
				a, b := draws(t, p, pair, mechanism.Input(in), 50), draws(t, p, pair, mechanism.Input(in), 50)
				for i := range a {
					if !slices.EqualFunc(a[i], b[i], func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }) {
						t.Fatalf("%s: release %d is %v and then %v", c.Name, i, a[i], b[i])
					}
				}
			}
		}
	}
}

// TestFaults: each wrong program is refused, at its line, in one sentence.
func TestFaults(t *testing.T) {
	good := "pairs = [(0, 1)]\ndef release(x):\n"
	for name, c := range map[string]struct {
		source string
		line   int
		want   string
	}{
		"syntax":            {"def release(x)\n    return 1\n", 1, "ends too early: “:” is missing"},
		"half a sum":        {"pairs = [(0, 1)]\ndef release(x):\n    return x +\n", 3, "ends too early: a value is missing"},
		"open bracket":      {"pairs = [(0, 1)]\ndef release(x):\n    y = len([v for v in [x]]\n    z = y\n    return z\n", 4, "A name stands where “,” was expected: look for a bracket"},
		"no indentation":    {"pairs = [(0, 1)]\ndef release(x):\nreturn x\n", 3, "begin this line with four spaces"},
		"an indentation":    {"pairs = [(0, 1)]\n  y = 1\ndef release(x):\n    return x\n", 2, "take the spaces away"},
		"two numbers":       {good + "    return normal(x, 1)\n", 3, "Normal takes one number and got 2 arguments"},
		"import":            {"import math\n" + good + "    return 1\n", 1, "nothing to import"},
		"from":              {"from math import exp\n" + good + "    return 1\n", 1, "nothing to import"},
		"power":             {good + "    return x ** 2\n", 3, "write pow"},
		"is":                {good + "    if x is None:\n        return 1\n    return 2\n", 3, "write =="},
		"class":             {"class A:\n    pass\n" + good + "    return 1\n", 1, "no classes"},
		"try":               {good + "    try:\n        return 1\n    except:\n        return 2\n", 3, "no “try”"},
		"with":              {good + "    with x:\n        return 1\n", 3, "no “with”"},
		"yield":             {good + "    yield x\n", 3, "is returned"},
		"global":            {good + "    global z\n    return 1\n", 3, "keeps nothing"},
		"f-string":          {good + "    return f\"{x}\"\n", 3, "no f-strings"},
		"math.":             {good + "    return math.exp(x)\n", 3, "exp(…) alone"},
		"math.pi":           {good + "    return math.pi\n", 3, "write pi alone"},
		"random.":           {good + "    return random.gauss(0, 1)\n", 3, "There is no module random"},
		"unknown name":      {"pairs = [(0, 1)]\ndef release(x):\n    return y\n", 3, "Nothing has the name “y”: give it a value"},
		"slip":              {"pairs = [(0, 1)]\ndef release(x):\n    return x + laplac(1)\n", 3, "slip of laplace."},
		"two letters":       {"pairs = [(0, 1)]\ndef release(x):\n    return x + guassian(1)\n", 3, "Nothing has the name “guassian”"},
		"capitals":          {"pairs = [(0, 1)]\ndef release(x):\n    return x + Laplace(1)\n", 3, "slip of laplace."},
		"text and number":   {"pairs = [(0, 1)]\ndef release(x):\n    return \"a\" + laplace(1)\n", 3, "There is no “+” between a text and a number."},
		"no release":        {"pairs = [(0, 1)]\n", 0, "no release"},
		"no pairs":          {"def release(x):\n    return 1\n", 0, "no pairs"},
		"bad pairs":         {"pairs = [1]\ndef release(x):\n    return 1\n", 0, "Pair 1"},
		"two arguments":     {"pairs = [(0, 1)]\ndef release(x, y):\n    return 1\n", 2, "one argument"},
		"draw outside":      {"z = laplace(1)\n" + good + "    return z\n", 1, "only inside release"},
		"bad scale":         {good + "    return laplace(-1)\n", 3, "the scale is -1"},
		"endless":           {good + "    while True:\n        x += 1\n", 4, "more than 300000 steps"},
		"doubling":          {good + "    a = [1]\n    while True:\n        a = a + a\n", 5, "entries was asked for"},
		"doubling in place": {good + "    a = [1]\n    while True:\n        a += a\n", 5, "entries was asked for"},
		"repeated":          {good + "    return [0] * 1000000000\n", 3, "entries was asked for"},
		"squaring":          {good + "    a = 3\n    while True:\n        a = a * a\n", 5, "grew beyond"},
		"shifting":          {good + "    a = 3\n    while True:\n        a = a << 500\n", 5, "grew beyond"},
		"format":            {good + "    return '%s' % x\n", 3, "for numbers here"},
		"long range":        {good + "    return max(range(1000000000000))\n", 3, "entries was asked for"},
		"slice of a range":  {good + "    return list(range(1000000000000)[1:])\n", 3, "entries was asked for"},
		"method":            {good + "    return 'a'.join(['b'])\n", 3, "has no .join"},
		"load":              {"load('a.star', 'b')\n" + good + "    return 1\n", 1, "loads nothing"},
		"nothing returned":  {good + "    pass\n", 2, "returned nothing"},
		"nested list":       {good + "    return [[1]]\n", 2, "Entry 1"},
		"dict":              {good + "    return {}\n", 2, "returned a dict"},
		"recursion":         {"def f(x):\n    return f(x)\n" + good + "    return f(x)\n", 2, "called recursively"},
		"division":          {good + "    return 1 / 0\n", 3, "division by zero"},
		"global list":       {"a = []\n" + good + "    a.append(1)\n    return 1\n", 4, "frozen"},
		"claim":             {"claim = 'much'\n" + good + "    return 1\n", 0, "claim"},
		"star":              {good + "    return max(*[1, 2])\n", 3, "with *"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Interpreter{}.Compile(c.source)
			if err == nil {
				s := rng.New(rng.Key{Seed: 1})
				_, _, err = p.Fork().Release(0, mechanism.Record, &s, make([]float64, 4))
			}
			var f *workshop.Fault
			if !errors.As(err, &f) {
				t.Fatalf("%v is no fault", err)
			}
			if f.Line != c.line || !strings.Contains(f.Say, c.want) {
				t.Errorf("line %d: %s", f.Line, f.Say)
			}
			if !strings.HasSuffix(f.Say, ".") || strings.ToUpper(f.Say[:1]) != f.Say[:1] && f.Say[0] < 'a' {
				t.Errorf("%q is not a sentence", f.Say)
			}
		})
	}
}

// TestReleases: words, truth values, lists of any length, numbers without an
// order.
func TestReleases(t *testing.T) {
	p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    return ['YES', 'l' + 'ong' + str(x), True, 1.5, 2, inf, -0.0] + [1] * x\n")
	if err != nil {
		t.Fatal(err)
	}
	r := p.Fork()
	out := make([]float64, 9)
	s := rng.New(rng.Key{Seed: 1})
	for in, want := range []int{7, 8} {
		n, list, err := r.Release(0, mechanism.Input(in), &s, out)
		if err != nil || n != want || !list {
			t.Fatalf("%d entries, list %v, %v", n, list, err)
		}
		var text []string
		for _, c := range out[:n] {
			text = append(text, mechanism.CellText(c, p.Words()))
		}
		if got := strings.Join(text[:7], " "); got != []string{"YES long0 True 1.5 2 inf 0", "YES long1 True 1.5 2 inf 0"}[in] {
			t.Errorf("%q", got)
		}
	}
}

// BenchmarkSparseVector releases answers, one stream each.
func BenchmarkSparseVector(b *testing.B) {
	for _, c := range workshop.Classics() {
		if c.Name != "sparse_vector" {
			continue
		}
		p, err := Interpreter{}.Compile(c.Program())
		if err != nil {
			b.Fatal(err)
		}
		r := p.Fork()
		out := make([]float64, 10)
		i := uint64(0)
		b.ReportAllocs()
		for b.Loop() {
			s := rng.New(rng.Key{Seed: 1, Trial: i})
			if _, _, err := r.Release(0, mechanism.Record, &s, out); err != nil {
				b.Fatal(err)
			}
			i++
		}
	}
}

// FuzzCompile: no program crashes or hangs, and every fault is a sentence.
func FuzzCompile(f *testing.F) {
	for _, c := range workshop.Classics() {
		f.Add(c.Program())
	}
	f.Add("pairs = [(0, 1)]\ndef release(x):\n    a = [1]\n    for i in range(100):\n        a = a + a\n    return a\n")
	f.Add("x = \"a\" * 100000000")
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Interpreter{}.Compile(source)
		if err == nil {
			s := rng.New(rng.Key{Seed: 1})
			r := p.Fork()
			for i := range 3 {
				if _, _, err = r.Release(0, mechanism.Input(i&1), &s, make([]float64, 4)); err != nil {
					break
				}
			}
		}
		var fault *workshop.Fault
		if err != nil && (!errors.As(err, &fault) || fault.Say == "") {
			t.Errorf("%v is no fault", err)
		}
	})
}
