//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	about "indistinct/core/about/library"
	"indistinct/core/guest/google"
	"indistinct/core/lab"
	"indistinct/core/labs/library"
	"indistinct/core/rng"
)

// TestProgramsBeyondLimits gives the command programs that take all time or memory in one step of
// their language, or are otherwise wrong: each ends it with one sentence and the status
// of bad input. A process each, with limits so short that most end by the clock.
func TestProgramsBeyondLimits(t *testing.T) {
	t.Parallel()
	const head = "pairs = [(0, 1)]\n"
	in := func(body string) string {
		return head + "def release(x):\n    " + strings.ReplaceAll(body, "\n", "\n    ") + "\n    return x\n"
	}
	const (
		tree  = "t = (1, 1)\nfor i in range(60):\n    t = (t, t)\n"
		small = "t = (1, 1)\nfor i in range(27):\n    t = (t, t)\n"
		grown = "a = [1]\nb = [1]\nfor i in range(8):\n    a = [a] * 50\n    b = [b] * 50\n"
		wide  = "d = {}\nfor i in range(20000):\n    d[i] = i\nl = []\nfor i in range(20000):\n    "
		sets  = "s = set(range(200000))\nt = set(range(100000, 300000))\nfor i in range(100000):\n    "
		long  = "a = [0] * 1000000\nb = [0] * 1000000\nfor i in range(100000):\n    "
	)
	for name, program := range map[string]string{
		// Exponential in what is nested.
		"key of a dict display": in(tree + "d = {t: 1}"),
		"key set":               in(tree + "d = {}\nd[t] = 1"),
		"key asked for":         in(tree + "d = {}\nd.get(t)"),
		"set":                   in(tree + "s = set([t])"),
		"in a dict":             in(tree + "b = t in {}"),
		"in a list":             in(grown + "b = a in [b]"),
		"index":                 in(grown + "[b].index(a)"),
		"remove":                in(grown + "[b].remove(a)"),
		"min":                   in(grown + "min(a, b)"),
		"max":                   in(grown + "max(a, b)"),
		"sorted":                in(grown + "sorted([a, b])"),
		"equal":                 in(grown + "c = a == b"),
		"less":                  in(grown + "c = a < b"),
		"frozen global":         tree + in("pass"),
		"hash above release":    tree + "d = {t: 1}\n" + in("pass"),
		"shown pair":            tree + "pairs = [(t, t)]\ndef release(x):\n    return 1\n",
		"shown shorter pair":    small + "pairs = [(t, t)]\ndef release(x):\n    return 1\n",
		"fail":                  in(tree + "fail(t)"),
		"shorter fail":          in(small + "fail(t)"),
		"missing key":           in(small + "d = {}\nd[t]"),
		"str":                   in(tree + "str(t)"),
		"formatted":             in(tree + "'%s' % (t,)"),
		"hash":                  in(tree + "hash(str(t))"),
		"returned":              in(tree + "return [t]"),
		// Memory.
		"items":              in(wide + "l.append(d.items())"),
		"keys":               in(wide + "l.append(d.keys())"),
		"values":             in(wide + "l.append(d.values())"),
		"copies":             in(wide + "l.append(dict(d))"),
		"doubling":           in("a = [1]\nwhile True:\n    a = a + a"),
		"doubling in place":  in("a = [1]\nwhile True:\n    a += a"),
		"extending":          in("a = [1]\nwhile True:\n    a.extend(a)"),
		"word doubled":       in("a = 'a'\nwhile True:\n    a = a + a"),
		"repeated":           in("a = [0] * 1000000000"),
		"repeated stepwise":  in("a = [0] * 4\nwhile True:\n    a = a * 4"),
		"long range":         in("a = list(range(1000000000000))"),
		"slice of a range":   in("a = list(range(1000000000000)[1:])"),
		"joined":             in("a = ('a' * 1000000).join(['b'] * 1000000)"),
		"replaced":           in("a = ('a' * 1000000).replace('a', 'b' * 1000000)"),
		"replaced, counted":  in("a = ('a' * 1000000).replace('a', 'b' * 1000000, 1000000)"),
		"replaced by name":   in("a = getattr('a' * 1000000, 'replace')('a', 'b' * 1000000)"),
		"joined by name":     in("a = getattr('a' * 1000000, 'join')(['b'] * 1000000)"),
		"joined letters":     in("a = ('a' * 1000000).join(('b' * 1000000).codepoints())"),
		"printed":            in("a = ('%s' * 300000) % tuple(['a' * 1000000] * 300000)"),
		"zipped":             in("a = zip(*([range(1000000)] * 1000000))"),
		"format":             in("a = ('{0}' * 300000).format('a' * 1000000)"),
		"formatted doubling": in("a = 'a'\nwhile True:\n    a = '%s%s' % (a, a)"),
		"comprehension":      in("a = [[0] * 1000000 for i in range(10000)]"),
		// Long single steps, and many that are not paid for.
		"largest of a range": in("max(range(1000000000000))"),
		"sum of a range":     in("sum(range(1000000000000))"),
		"any of a range":     in("any(range(0, -1000000000000, -1)[1:]) and all(range(1, 1000000000000))"),
		"difference":         in(sets + "s - t"),
		"intersection":       in(sets + "s & t"),
		"symmetric":          in(sets + "s ^ t"),
		"union":              in(sets + "s | t"),
		"subset":             in(sets + "s <= t"),
		"comparison":         in(long + "a < b"),
		"equality":           in(long + "a == b"),
		"reversed":           in(long + "reversed(a)"),
		"counted":            in(long + "b = 1 in a"),
		"digits":             in("for i in range(100000):\n    int('9' * 1000000) // 7"),
		"bits":               in("a = 1\nfor i in range(250000):\n    a = (a + a) - 0"),
		"squares":            in("a = 3\nwhile True:\n    a = a * a"),
		"shifts":             in("a = 3\nwhile True:\n    a = a << 500"),
		"case":               in("a = 'a' * 1000000\nfor i in range(100000):\n    a.upper()"),
		// Stopped by the interpreter.
		"endless":              in("while True:\n    x += 1"),
		"endless above":        head + "while True:\n    pass\n" + in("pass"),
		"recursion":            head + "def f(x):\n    return f(x)\ndef release(x):\n    return f(x)\n",
		"list within":          head + "def release(x):\n    return [laplace(1), [1]]\n",
		"list within at times": head + "def release(x):\n    return [1.5, 1 if laplace(1) < 6 else [1]]\n",
		"only by name":         head + "def release(*, x):\n    return 1\n",
		"nothing":              "",
		"mark":                 in("import math"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			beyond(t, program, "100ms", "")
		})
		for _, grows := range []string{"items", "doubling", "shorter fail", "printed"} {
			if name == grows { // what it makes is refused before it is made
				t.Run(name+", with time", func(t *testing.T) { beyond(t, program, "5m", ",000,000 entries") })
			}
		}
	}
}

// TestTooMuchMemory: what no price keeps down, of many programs at once, the watchdog ends.
func TestTooMuchMemory(t *testing.T) {
	w := &watchdog{limits: limits{time.Hour, 1 << 20}}
	c := &clock{w, "verify.slow"}
	if _, over := w.beyond(2 << 20); over {
		t.Error("no program runs")
	}
	c.Begin()
	if say, over := w.beyond(2 << 20); !over || say.ID() != "verify.large" {
		t.Errorf("%v %s", over, say)
	}
	if _, over := w.beyond(1 << 19); over {
		t.Error("it is within the limit")
	}
}

// beyond runs the command with a program and a limit of time, and checks how it ends.
func beyond(t *testing.T, program, limit, want string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-lab", "workshop", "-code", program, "-n", "500", "-m", "1000")
	cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY="+limit, "LC_ALL=C")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) || exit.ExitCode() != badInput {
		t.Errorf("the command ended with %v and printed\n%.200s", err, out.String())
	}
	if say := errs.String(); strings.Count(say, "\n") != 1 || len(say) > 400 || !strings.HasSuffix(say, ".\n") ||
		!strings.Contains(say, want) {
		t.Errorf("%.400q is not one sentence with %q", say, want)
	}
}

// endlessNoise is a library whose draws never end.
type endlessNoise struct{ library.Noise }

func (endlessNoise) Add(about.Law, float64, float64, float64, float64, *rng.Stream) (float64, error) {
	select {}
}

func TestNoiseBeyondLimits(t *testing.T) {
	defer func(before limits) { usual = before }(usual)
	usual.time = 50 * time.Millisecond
	status, _, errs := verify(t, []lab.Laboratory{library.Lab{Noise: endlessNoise{google.Noise{}}}}, "")
	if status != badInput || errs != "[verify.slow.noise seconds=0.05]\n" {
		t.Errorf("status %d: %s", status, errs)
	}
	for _, upper := range []string{"1e-320", "5e-324", "1e-300", "9e-101"} {
		if status, _, errs := verify(t, nil, "", "-lab", "library", "-upper", upper); status != badInput ||
			!strings.HasPrefix(errs, "[library.check.upper ") {
			t.Errorf("-upper %s: status %d: %s", upper, status, errs)
		}
	}
}
