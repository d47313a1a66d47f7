package starlark

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/check"
)

// released is what a release whose body this is comes to, and how many bytes were made
// meanwhile, whether or not they were kept.
func released(t *testing.T, body string) (bytes uint64, err error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    " +
		strings.ReplaceAll(body, "\n", "\n    ") + "\n    return 1\n")
	if err == nil {
		s := rng.New(rng.Key{Seed: 1})
		_, err = p.Fork().Release(0, mechanism.Record, &s, make([]float64, 4))
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// TestMemory: whatever grows is refused before it takes much memory.
func TestMemory(t *testing.T) {
	check.Full(t)
	const (
		large = "a = [0] * 900000\nw = 'a' * 900000\nt = (0,) * 900000\nkept = []\nwhile True:\n    kept.append("
		table = "d = dict(zip(range(20000), range(20000)))\ns = set(d)\nkept = []\nwhile True:\n    kept.append("
		tree  = "t = (1, 1)\nfor i in range(60):\n    t = (t, t)\n"
	)
	const arrays = "a = zeros((900, 900))\nkept = []\nwhile True:\n    kept.append("
	for name, body := range map[string]string{
		"array added":              arrays + "a + 1)",
		"rows of an array":         "a = zeros((900, 900))\nkept = []\nwhile True:\n    kept += list(a)",
		"array sliced":             arrays + "a[1:])",
		"array sliced twice":       arrays + "a[:, 1:])",
		"array masked":             arrays + "a[a == 0])",
		"array transposed":         arrays + "a.T)",
		"array copied":             arrays + "a.copy())",
		"array listed":             arrays + "a.tolist())",
		"array drawn":              arrays + "laplace(a, 1))",
		"array multiplied":         "a = zeros((900, 900))\na @ a",
		"array inverted":           "a = eye(900)\ninv(a)",
		"array's eigenvalues":      "a = eye(600)\neigenvalues(a)",
		"array's outer product":    "a = zeros(5000)\nouter(a, a)",
		"array as text":            "a = zeros(300000)\nwhile True:\n    b = str(a)",
		"array of a list":          "a = [0] * 900000\nkept = []\nwhile True:\n    kept.append(mat(a))",
		"power":                    "a = 3\nwhile True:\n    a = a ** 3",
		"f-string":                 "a = 'a'\nwhile True:\n    a = f'{a}{a}'",
		"list doubled":             "a = [0]\nwhile True:\n    a = a + a",
		"list doubled in place":    "a = [0]\nwhile True:\n    a += a",
		"list times two":           "a = [0]\nwhile True:\n    a = 2 * a",
		"list times two in place":  "a = [0]\nwhile True:\n    a *= 2",
		"list by a range in place": "a = [0]\nwhile True:\n    a += range(900000)",
		"list by a word's letters": "a = [0]\nw = 'a' * 900000\nwhile True:\n    a += w.elems()",
		"tuple doubled":            "a = (0,)\nfor i in range(60):\n    a = a + a",
		"tuple doubled in place":   "a = (0,)\nwhile True:\n    a += a",
		"word doubled":             "a = 'a'\nwhile True:\n    a = a + a",
		"word doubled in place":    "a = 'a'\nwhile True:\n    a += a",
		"word tripled by format":   "a = 'a'\nfor i in range(40):\n    a = '{a}{a}{a}'.format(a=a)",
		"word by places":           "a = 'a'\nwhile True:\n    a = '{0}{0}'.format(a)",
		"word by percent":          "a = 'a'\nwhile True:\n    a = '%s%s' % (a, a)",
		"word by percent in place": "a = '%s'\nw = 'a' * 900000\nwhile True:\n    a %= '%s' + w",
		"percent of a number":      "w = 'a' * 900000 + '%d'\nkept = []\nwhile True:\n    kept.append(w % 1)",
		"word by join":             "a = 'a'\nwhile True:\n    a = ''.join([a, a])",
		"join of many":             "w = 'a' * 900000\na = ','.join([w] * 10000)",
		"word by replace":          "a = 'a'\nwhile True:\n    a = a.replace('a', 'aa')",
		"replaced by nothing":      "a = 'aa'\nwhile True:\n    a = a.replace('', a)",
		"list extended":            "a = [0]\nwhile True:\n    a.extend(a)",
		"method kept":              "a = [0]\nf = a.extend\nwhile True:\n    f(a)",
		"method by name":           "a = [0]\nwhile True:\n    getattr(a, 'extend')(a)",
		"lists kept":               "kept = [[0] * 900000 for i in range(100000)]",
		"sliced":                   large + "a[:])",
		"sliced backwards":         large + "w[::-1])",
		"tuple sliced":             large + "t[::2])",
		"copied":                   large + "list(a))",
		"copied to a tuple":        large + "tuple(a))",
		"sorted":                   large + "sorted(a))",
		"reversed":                 large + "reversed(a))",
		"numbered":                 large + "enumerate(a[:200000]))",
		"zipped":                   large + "zip(a[:99999], a[:99999]))",
		"upper case":               large + "w.upper())",
		"split":                    large + "w.split('a'))",
		"letters":                  large + "list(w.codepoints()))",
		"text":                     large + "str(a[:300000]))",
		"repr":                     large + "repr(w))",
		"spread":                   "f = lambda *x: x\n" + large + "f(*a))",
		"items":                    table + "d.items())",
		"keys":                     table + "d.keys())",
		"values":                   table + "d.values())",
		"table copied":             table + "dict(d))",
		"tables joined":            table + "d | {})",
		"set copied":               table + "set(s))",
		"sets joined":              table + "s.union(s))",
		"difference":               table + "s - set([1]))",
		"intersection":             table + "s & s)",
		"difference by signs":      table + "s ^ set([1]))",
		"sets joined in place":     table + "s)\n    s |= set(range(len(kept) * 9, len(kept) * 9 + 9))",
		"table updated":            table + "{})\n    kept[-1].update(d)",
		"table by table in place":  table + "{})\n    kept[-1] |= d",
		"numbers kept":             "n = 1 << 500\nkept = []\nwhile True:\n    n = n + n\n    kept.append(n + n)",
		"digits":                   "n = int('9' * 900000) % 7",
		"nested text":              tree + "str(t)",
		"nested failure":           tree + "fail(t)",
		"nested format":            tree + "'%s' % (t,)",
	} {
		bytes, err := released(t, body)
		var fault *script.Fault
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		} else if id := fault.Say.ID(); id != "guest.large" && id != "guest.made" && id != "guest.bits" {
			t.Errorf("%s: %s", name, id)
		}
		if bytes > 1<<30 {
			t.Errorf("%s: %d MB", name, bytes>>20)
		}
	}
	// What is printed is not even put together.
	bytes, err := released(t, "w = 'a' * 900000\nfor i in range(20000):\n    print(w, w)")
	if err != nil || bytes > 64<<20 {
		t.Errorf("printed: %d MB, %v", bytes>>20, err)
	}
	shown := strings.Replace(tree, "60", "22", 1) + "pairs = [(t, t)]\ndef release(x):\n    return 1\n"
	if _, err := (Interpreter{}).Compile(shown); err == nil {
		t.Error("a pair that no memory could show is shown")
	}
}

// Paying takes no steps, and what grows within the limits does so as before: in place
// where the language does.
func TestPaying(t *testing.T) {
	steps := func(body string) uint64 {
		p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    " + body + "\n    return 1\n")
		if err != nil {
			t.Fatal(err)
		}
		r, s := p.Fork().(*run), rng.New(rng.Key{Seed: 1})
		if _, err := r.Release(0, mechanism.Record, &s, nil); err != nil {
			t.Fatal(err)
		}
		return r.thread.Steps
	}
	if marked, plain := steps("y = x + x"), steps("y = x + 1"); marked != plain {
		t.Errorf("%d steps with a mark, %d without", marked, plain)
	}
	for body, want := range map[string]float64{
		"a = [1]\n    b = a\n    b += [2]\n    return len(a)":             2,
		"a = [1]\n    b = a\n    b += (2, 3)\n    return len(a)":          3,
		"a = [1]\n    b = a\n    b += set([2, 3])\n    return len(a)":     3,
		"a = [1]\n    b = a\n    b += a\n    return len(a)":               2,
		"a = {1: 2}\n    b = a\n    b |= {2: 3}\n    return len(a)":       2,
		"a = set([1])\n    b = a\n    b |= set([2])\n    return len(a)":   1,
		"a = (1,)\n    b = a\n    b += (2,)\n    return len(a) + len(b)":  3,
		"a = 'a'\n    a += 'b'\n    return len(a)":                        2,
		"a = [3, 1, 2]\n    return sorted(a, reverse=True)[::-1][:2][-1]": 2,
		"return (1 << 70) * 0.5":                                          math.Ldexp(1, 69),
		"return 10000000000000000000000 % 7":                              4,
		"return '%d of %s' % (1, 'a') == '1 of a' and 1":                  1,
	} {
		p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n    " + body + "\n")
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if got := draws(t, p, 0, mechanism.Record, 1)[0][0]; got != want {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
}
