package starlark

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	about "indistinct/core/about/workshop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/english"
)

// draws releases n times for a pair's input.
func draws(t testing.TB, p script.Program, pair int, in mechanism.Input, n int) [][]float64 {
	t.Helper()
	r := p.Fork()
	var out [][]float64
	for i := range n {
		s := rng.New(rng.Key{Seed: 1, Input: uint32(in), Trial: uint64(i)})
		cells := make([]float64, 32)
		k, err := r.Release(pair, in, &s, cells)
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
	for _, c := range about.Classics() {
		p, err := Interpreter{}.Compile(c.Program())
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if p.Claim() == nil {
			t.Errorf("%s claims nothing", c.Name)
		}
		for pair := range p.Pairs() {
			for in := range 2 {
				a, b := draws(t, p, pair, mechanism.Input(in), 50), draws(t, p, pair, mechanism.Input(in), 50)
				for i := range a {
					if !slices.EqualFunc(a[i], b[i], func(x, y float64) bool {
						return math.Float64bits(x) == math.Float64bits(y)
					}) {
						t.Fatalf("%s: release %d is %v and then %v", c.Name, i, a[i], b[i])
					}
				}
			}
		}
	}
}

// TestFaults: each wrong program is refused, at its line, by a text of ours.
func TestFaults(t *testing.T) {
	good := "pairs = [(0, 1)]\ndef release(x):\n"
	for name, c := range map[string]struct {
		source string
		line   int
		want   string // the id of what is said
	}{
		"syntax": {"def release(x)\n    return 1\n", 1, "guest.line.missing"},
		"half a sum": {"pairs = [(0, 1)]\ndef release(x):\n    return x +\n", 3,
			"guest.line.missing"},
		"open bracket":     {"pairs = [(0, 1)]\ndef release(x):\n    y = len([v for v in [x]]\n    z = y\n    return z\n", 4, "guest.line.misplaced"},
		"no indentation":   {"pairs = [(0, 1)]\ndef release(x):\nreturn x\n", 3, "guest.line.indent"},
		"an indentation":   {"pairs = [(0, 1)]\n  y = 1\ndef release(x):\n    return x\n", 2, "guest.line.outdent"},
		"three numbers":    {good + "    return normal(x, 1, 2)\n", 3, "guest.call.law"},
		"a name twice":     {good + "    return laplace(1, scale=1, mean=2)\n", 3, "guest.call.law"},
		"unknown argument": {good + "    return laplace(sigma=1)\n", 3, "guest.call.law"},
		"argument twice":   {good + "    return laplace(scale=1, b=2)\n", 3, "guest.call.law"},
		"named argument": {good + "    return exp(x=1)\n", 3,
			"guest.call.places"},
		"wide ends": {good + "    return uniform(-1e308, 1e308)\n", 3,
			"guest.draw.range"},
		"bad mean":      {good + "    return normal(inf, 1)\n", 3, "guest.draw.range"},
		"only by name":  {"pairs = [(0, 1)]\ndef release(*, x):\n    return 1\n", 2, "guest.release.arguments"},
		"no such entry": {good + "    return [1][5]\n", 3, "guest.entry"},
		"list within":   {good + "    return [1.5, [1]]\n", 2, "guest.release.entry"},
		"join":          {good + "    return ('a' * 1000).join(['b'] * 100000)\n", 3, "guest.large"},
		"replace": {good + "    return ('a' * 10000).replace('a', 'b' * 10000)\n", 3,
			"guest.large"},
		"replace, counted": {good + "    return ('a' * 10000).replace('a', 'b' * 10000, 10000)\n", 3,
			"guest.large"},
		"replace by name": {good + "    return getattr('a' * 10000, 'replace')('a', 'b' * 10000)\n", 3,
			"guest.large"},
		"zip":                {good + "    return zip(*([range(10000)] * 10000))\n", 3, "guest.large"},
		"repeated in place":  {good + "    a = [0]\n    a *= 10000000\n    return a\n", 4, "guest.large"},
		"repeated from left": {good + "    return 10000000 * [0]\n", 3, "guest.large"},
		"class":              {"class A(B):\n    pass\n" + good + "    return 1\n", 1, "guest.python.class"},
		"try": {good + "    try:\n        return 1\n    except:\n        return 2\n", 3,
			"guest.python.try"},
		"with":       {good + "    with x:\n        return 1\n", 3, "guest.python.with"},
		"yield":      {good + "    yield x\n", 3, "guest.python.yield"},
		"global":     {good + "    global z\n    return 1\n", 3, "guest.python.global"},
		"math.":      {good + "    return math.exp(x)\n", 3, "guest.name.module"},
		"math.pi":    {good + "    return math.pi\n", 3, "guest.name.module"},
		"random.":    {good + "    return random.gauss(0, 1)\n", 3, "guest.name.module"},
		"random.x":   {good + "    return random.triangular(0, 1)\n", 3, "guest.name.module"},
		"gauss":      {good + "    return x + gauss(0, 1)\n", 3, "guest.name.elsewhere"},
		"modulo":     {good + "    return x % 0\n", 3, "guest.divide"},
		"comparison": {good + "    return 'a' < 1\n", 3, "guest.operation"},
		"unknown name": {"pairs = [(0, 1)]\ndef release(x):\n    return y\n", 3,
			"guest.name"},
		"slip": {"pairs = [(0, 1)]\ndef release(x):\n    return x + laplac(1)\n", 3, "guest.name.slip"},
		"two letters": {"pairs = [(0, 1)]\ndef release(x):\n    return x + guassian(1)\n", 3,
			"guest.name"},
		"capitals": {"pairs = [(0, 1)]\ndef release(x):\n    return x + Laplace(1)\n", 3, "guest.name.slip"},
		"text and number": {"pairs = [(0, 1)]\ndef release(x):\n    return \"a\" + laplace(1)\n", 3,
			"guest.operation"},
		"no release":       {"pairs = [(0, 1)]\n", 0, "guest.release.none"},
		"no pairs":         {"def release(x):\n    return 1\n", 0, "guest.pairs.none"},
		"bad pairs":        {"pairs = [1]\ndef release(x):\n    return 1\n", 0, "guest.pairs.form"},
		"two arguments":    {"pairs = [(0, 1)]\ndef release(x, y):\n    return 1\n", 2, "guest.release.arguments"},
		"draw outside":     {"z = laplace(1)\n" + good + "    return z\n", 1, "guest.call.outside"},
		"bad scale":        {good + "    return laplace(-1)\n", 3, "guest.draw.range"},
		"endless":          {good + "    while True:\n        x += 1\n", 4, "guest.steps"},
		"repeated":         {good + "    return [0] * 1000000000\n", 3, "guest.large"},
		"squaring":         {good + "    a = 3\n    while True:\n        a = a * a\n", 5, "guest.bits"},
		"shifting":         {good + "    a = 3\n    while True:\n        a = a << 500\n", 5, "guest.bits"},
		"long range":       {good + "    return max(range(1000000000000))\n", 3, "guest.large"},
		"slice of a range": {good + "    return list(range(1000000000000)[1:])\n", 3, "guest.large"},
		"load":             {"load('a.star', 'b')\n" + good + "    return 1\n", 1, "guest.load"},
		"load in it":       {good + "    load('a.star', 'b')\n", 3, "guest.load"},
		"nothing returned": {good + "    pass\n", 2, "guest.release.kind"},
		"nested list":      {good + "    return [[1]]\n", 2, "guest.release.entry"},
		"dict":             {good + "    return {}\n", 2, "guest.release.kind"},
		"recursion":        {"def f(x):\n    return f(x)\n" + good + "    return f(x)\n", 2, "guest.recursive"},
		"division":         {good + "    return 1 / 0\n", 3, "guest.divide"},
		"whole division":   {good + "    return 1 // 0\n", 3, "guest.divide"},
		"no length":        {good + "    return len(3)\n", 3, "guest.call.of"},
		"global list":      {"a = []\n" + good + "    a.append(1)\n    return 1\n", 4, "guest.frozen"},
		"claim of three":   {"claim = (gdp(1), 0, 0)\n" + good + "    return 1\n", 0, "guest.claim"},
		"negative claim":   {"claim = zcdp(-1)\n" + good + "    return 1\n", 0, "guest.claim"},
		"unknown claim":    {"claim = ('other', 1)\n" + good + "    return 1\n", 0, "guest.claim"},
		"claim of a word":  {"claim = gdp('much')\n" + good + "    return 1\n", 1, "guest.call.kind"},
		"group of none":    {"pairs = [(0, 1, 'a', 0)]\ndef release(x):\n    return 1\n", 0, "guest.pairs.members"},
		"group of a half":  {"pairs = [(0, 1, 'a', 0.5)]\ndef release(x):\n    return 1\n", 0, "guest.pairs.members"},
		"claim":            {"claim = 'much'\n" + good + "    return 1\n", 0, "guest.claim"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Interpreter{}.Compile(c.source)
			if err == nil {
				s := rng.New(rng.Key{Seed: 1})
				_, err = p.Fork().Release(0, mechanism.Record, &s, make([]float64, 4))
			}
			var f *script.Fault
			if !errors.As(err, &f) {
				t.Fatalf("%v is no fault", err)
			}
			if id := f.Say.ID(); f.Line != c.line || id != c.want || strings.Contains(english.Say(f.Says()), "⟨") {
				t.Errorf("line %d: %s: %s", f.Line, id, english.Say(f.Says()))
			}
		})
	}
}

// TestLawFaults: a call of a distribution with arguments of another number is told what it takes, and that a
// mean may be left out where it may.
func TestLawFaults(t *testing.T) {
	for call, want := range map[string]string{
		"laplace()":         "takes 2 arguments, mean, scale, by place or by name; a mean may be left out.",
		"gumbel(0, 1, 2)":   "takes 2 arguments, mean, scale, by place or by name; a mean may be left out.",
		"uniform()":         "takes 2 arguments, a, b, by place or by name.",
		"randint(1)":        "takes 2 arguments, a, b, by place or by name.",
		"exponential()":     "takes one argument, mean, by place or by name.",
		"bernoulli(0.1, 1)": "takes one argument, p, by place or by name.",
	} {
		p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    return " + call + "\n")
		if err == nil {
			s := rng.New(rng.Key{})
			_, err = p.Fork().Release(0, mechanism.Record, &s, make([]float64, 4))
		}
		var f *script.Fault
		if !errors.As(err, &f) || !strings.HasSuffix(english.Say(f.Say), want) {
			t.Errorf("%s: %v, want %s", call, err, want)
		}
	}
}

// The pairs of the programs that come with the page are named in the reader's language, but
// for those that are numbers.
func TestPairNames(t *testing.T) {
	for _, c := range about.Classics() {
		p, err := Interpreter{}.Compile(c.Program())
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range p.Pairs() {
			if q.Name.ID() == "" && !strings.ContainsAny(string(q.Name), "0123456789") {
				t.Errorf("%s: the pair %q has a name in English alone", c.Name, q.Name)
			}
		}
	}
}

// TestNotANumber: what is no number is said in words.
func TestNotANumber(t *testing.T) {
	for _, body := range []string{"bernoulli(inf - inf)", "laplace(inf - inf)", "normal(inf - inf, 1)",
		"geometric(inf - inf)", "uniform(inf - inf, 1)", "randint(inf - inf, 1)", "exponential(inf - inf)",
		"round(1, inf - inf)", "floor(inf - inf)"} {
		p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    return " + body + "\n")
		if err == nil {
			s := rng.New(rng.Key{Seed: 1})
			_, err = p.Fork().Release(0, mechanism.Record, &s, make([]float64, 4))
		}
		if err == nil {
			t.Errorf("%s runs", body)
			continue
		}
		said := english.Say(lang.Of(err))
		if strings.Contains(said, "–") || !strings.Contains(said, "not a number") {
			t.Errorf("%s: %s", body, said)
		}
	}
}

// TestTyped: programs as who knows Python types them.
func TestTyped(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"formatted":       {`return "v%d" % x`, "v1"},
		"format":          {`return "{} of {}".format(x, 2)`, "1 of 2"},
		"joined":          {`return ",".join([str(v) for v in [x, 2]])`, "1,2"},
		"replaced":        {`return "a-b".replace("-", "+")`, "a+b"},
		"replaced once":   {`return "a-b-c".replace("-", "+", 1)`, "a+b-c"},
		"by name":         {`return getattr("a-b", "split")("-") + [getattr("a", "none", "c")]`, "a b c"},
		"zipped":          {`return [a + b for a, b in zip([x, 2], [3, 4, 5])]`, "4 6"},
		"list added to":   {"a = [x]\n    a += [2]\n    a.extend([3])\n    return a", "1 2 3"},
		"list repeated":   {"a = [0] * 2\n    a[x] += 1.5\n    a *= 2\n    return a", "0 1.5 0 1.5"},
		"entry added to":  {"d = {}\n    d[x] = d.get(x, 0) + 1\n    d[x] += 2\n    return d[x]", "3"},
		"sorted":          {"return sorted([x, 3, 2], reverse=True)", "3 2 1"},
		"star":            {"return max(*[x, 2])", "2"},
		"sum":             {"return [sum([x, 0.5]), sum([v > 0 for v in [x, 2]])]", "1.5 2"},
		"shifted":         {"return [1 << 10, 2 * x, x * 2.5, 3 ^ x]", "1024 2 2.5 2"},
		"own module":      {"np = [x]\n    np.append(2)\n    return np", "1 2"},
		"whole and large": {"n = 1\n    for i in range(1, 30):\n        n *= i\n    return n // 1000000000000000000000000000", "8841"},
	} {
		p, err := Interpreter{}.Compile("pairs = [(1, 1)]\ndef release(x):\n    " + c.body + "\n")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, out := rng.New(rng.Key{Seed: 1}), make([]float64, 8)
		n, err := p.Fork().Release(0, mechanism.Record, &s, out)
		var got []string
		for _, v := range out[:min(n, len(out))] {
			got = append(got, mechanism.CellText(v, p.Words()))
		}
		if text := strings.Join(got, " "); err != nil || text != c.want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestArguments: draws take their arguments by place and by Python's names, a mean or
// none, and all ways give the same release.
func TestArguments(t *testing.T) {
	for want, ways := range map[string][]string{
		"laplace(2)": {"laplace(0, 2)", "laplace(scale=2)", "laplace(b=2, loc=0)", "laplace(2, mean=0)",
			"laplace(0, scale=2)", "laplace(3, 2) - 3"},
		"normal(2)":         {"normal(0, 2)", "normal(sigma=2)", "normal(mu=0, sigma=2)", "normal(loc=0, scale=2)"},
		"exponential(2)":    {"exponential(scale=2)", "exponential(mean=2)"},
		"uniform(1, 2)":     {"uniform(low=1, high=2)", "uniform(1, b=2)", "uniform(b=2, a=1)"},
		"randint(1, 9)":     {"randint(a=1, b=9)"},
		"bernoulli(0.5)":    {"bernoulli(p=0.5)"},
		"geometric(p=0.25)": {"geometric(0.25)"},
	} {
		release := func(text string) float64 {
			p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    return " + text + "\n")
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return draws(t, p, 0, mechanism.Record, 1)[0][0]
		}
		for _, way := range ways {
			if a, b := release(want), release(way); math.Abs(a-b) > 1e-14 {
				t.Errorf("%s gives %v, %s gives %v", want, a, way, b)
			}
		}
	}
}

// TestReleases: words, truth values, lists of any length, numbers without an
// order.
func TestReleases(t *testing.T) {
	p, err := Interpreter{}.Compile("\ufeffpairs = [(0, 1)]\ndef release(x):\n    return ['YES', 'l' + 'ong' + str(x), True, 1.5, 2, inf, -0.0] + [1] * x\n")
	if err != nil {
		t.Fatal(err)
	}
	r := p.Fork()
	out := make([]float64, 9)
	s := rng.New(rng.Key{Seed: 1})
	for in, want := range []int{7, 8} {
		n, err := r.Release(0, mechanism.Input(in), &s, out)
		if err != nil || n != want {
			t.Fatalf("%d entries, %v", n, err)
		}
		var text []string
		for _, c := range out[:n] {
			text = append(text, mechanism.CellText(c, p.Words()))
		}
		if got := strings.Join(text[:7], " "); got != []string{"YES long0 True 1.5 2 inf -0",
			"YES long1 True 1.5 2 inf -0"}[in] {
			t.Errorf("%q", got)
		}
	}
}

// BenchmarkSparseVector releases answers, one stream each.
func BenchmarkSparseVector(b *testing.B) {
	for _, c := range about.Classics() {
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
			if _, err := r.Release(0, mechanism.Record, &s, out); err != nil {
				b.Fatal(err)
			}
			i++
		}
	}
}

// FuzzCompile: every fault is a sentence. A program may take all time and memory: who
// runs it stops it.
func FuzzCompile(f *testing.F) {
	for _, c := range about.Classics() {
		f.Add(c.Program())
	}
	f.Add("x = \"a\" * 100000000")
	files, _ := filepath.Glob("../testdata/tutorials/*.py")
	for _, name := range files {
		text, _ := os.ReadFile(name)
		f.Add(string(text))
	}
	for _, name := range []string{"testdata/python.txt", "testdata/wrong.txt"} {
		text, _ := os.ReadFile(name)
		for _, block := range strings.Split(string(text), "\n\n") {
			f.Add("import numpy as np\npairs = [(3, 4)]\ndef release(x):\n    " +
				strings.ReplaceAll(block, "\n", "\n    ") + "\n")
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Interpreter{}.Compile(source)
		if err == nil {
			s := rng.New(rng.Key{Seed: 1})
			r := p.Fork()
			for i := range 3 {
				if _, err = r.Release(0, mechanism.Input(i&1), &s, make([]float64, 4)); err != nil {
					break
				}
			}
		}
		var fault *script.Fault
		if err != nil && (!errors.As(err, &fault) || english.Say(fault.Say) == "") {
			t.Errorf("%v is no fault", err)
		}
	})
}

// BenchmarkFork makes a run of a program, without an import and with one.
func BenchmarkFork(b *testing.B) {
	for name, head := range map[string]string{"plain": "", "numpy": "import numpy as np\n"} {
		b.Run(name, func(b *testing.B) {
			p, err := Interpreter{}.Compile(head + "pairs = [(0, 1)]\ndef release(x):\n    return x + laplace(1)\n")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				p.Fork()
			}
		})
	}
}
