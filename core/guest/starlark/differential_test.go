package starlark

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/check"
)

// grammar is what testdata/grammar.txt lists: the forms of each name, and how many of them hold
// no others.
type grammar map[string]struct {
	forms []string
	plain int
}

func readGrammar(t *testing.T) grammar {
	text, err := os.ReadFile("testdata/grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	g, name := grammar{}, ""
	for _, line := range strings.Split(string(text), "\n") {
		form, indented := strings.CutPrefix(line, "  ")
		of := g[name]
		switch {
		case strings.HasPrefix(line, "#") || line == "":
			continue
		case !indented:
			name = line
			continue
		case form == "---":
			of.plain = len(of.forms)
		default:
			of.forms = append(of.forms, strings.ReplaceAll(form, `\n`, "\n"))
		}
		g[name] = of
	}
	return g
}

var hole = regexp.MustCompile(`<[a-z]+>`)

// draw returns one of a name's forms, all drawn out.
func (g grammar) draw(s *rand.Rand, name string, depth int) string {
	of := g[name]
	n := len(of.forms)
	if depth <= 0 && of.plain > 0 {
		n = of.plain
	}
	return hole.ReplaceAllStringFunc(of.forms[s.IntN(n)], func(name string) string {
		return g.draw(s, name[1:len(name)-1], depth-1)
	})
}

// saidOf is a value as differential.py writes it.
func saidOf(v starlark.Value) any {
	all := func(list starlark.Iterable) []any {
		out := []any{}
		it := list.Iterate()
		defer it.Done()
		for e := starlark.Value(nil); it.Next(&e); {
			out = append(out, saidOf(e))
		}
		return out
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return nil
	case starlark.Bool:
		return bool(v)
	case starlark.String:
		return string(v)
	case starlark.Int:
		return []any{"int", v.String()}
	case starlark.Float:
		return []any{"float", strconv.FormatFloat(float64(v), 'x', -1, 64)}
	case *starlark.List:
		return []any{"list", all(v)}
	case starlark.Tuple:
		return []any{"tuple", all(v)}
	case *starlark.Dict:
		out := []any{}
		for _, pair := range v.Items() {
			out = append(out, []any{saidOf(pair[0]), saidOf(pair[1])})
		}
		return []any{"dict", out}
	case *starlark.Set:
		return []any{"set", all(v)}
	case *array:
		shape := []any{float64(v.shape[0]), float64(v.shape[1]), float64(v.shape[2])}[3-v.dim:]
		return []any{"array", shape, saidOf(v.list())}
	}
	return []any{"other"}
}

// agree compares what Python and the interpreter return, floats exactly or so nearly.
func agree(a, b any, near float64) bool {
	if x, ok := a.([]any); ok && len(x) > 0 {
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		if x[0] == "float" && y[0] == "float" {
			number := func(s any) float64 {
				v, err := strconv.ParseFloat(s.(string), 64)
				if err != nil {
					panic(err)
				}
				return v
			}
			u, v := number(x[1]), number(y[1])
			return math.Float64bits(u) == math.Float64bits(v) || u != u && v != v ||
				math.Abs(u-v) <= near*max(math.Abs(u), math.Abs(v), 1)
		}
		if x[0] == "set" && y[0] == "set" {
			return agreeSets(x[1].([]any), y[1].([]any), near)
		}
		for i := range x {
			if !agree(x[i], y[i], near) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

func agreeSets(a, b []any, near float64) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x any) bool {
		return !slices.ContainsFunc(b, func(y any) bool { return agree(x, y, near) })
	})
}

// nearly are functions whose last bits depend on who computes them: elementary functions, and
// sums, which NumPy adds up in pairs.
var nearly = regexp.MustCompile(`exp|log|sin|tan|pow|hypot|cbrt|sqrt|\*\*|sum|mean|std|var|prod|norm|det|inv|solve|dot|@|` +
	`convolve|quantile|percentile|linspace|median|trace|kron|stdev|round|interp|svd|lstsq|pinv|qr|cov`)

// evaluated runs a program whose release returns anything.
func evaluated(body string) (value any, failed, refused error) {
	p, err := read("program", "import copy\nimport math\nimport statistics\nimport numpy as np\n"+
		"from collections import Counter, deque\nfrom dataclasses import dataclass, field\npairs = [(3, 3)]\n"+
		"def release(x):\n    "+strings.ReplaceAll(body, "\n", "\n    ")+"\n", nil)
	if err != nil {
		return nil, nil, err
	}
	r := &run{program: p}
	if _, err := r.init(); err != nil {
		return nil, nil, err
	}
	s := rng.New(rng.Key{Seed: 1})
	r.restart(&s)
	v, err := starlark.Call(r.thread, r.release, starlark.Tuple{starlark.MakeInt(3)}, nil)
	if err == nil {
		return saidOf(v), nil, nil
	}
	if err := r.failed(err); script.Failed(err) {
		return nil, err, nil
	} else {
		return nil, nil, err
	}
}

// TestDifferential: programs drawn at random from the whole vocabulary return what they return
// in Python with NumPy, fail where they fail there, or are refused.
func TestDifferential(t *testing.T) {
	const python = "/usr/bin/python3"
	probe := exec.Command(python, "-c", "import numpy")
	probe.Dir = "testdata" // beside this file stands another numpy.py
	if probe.Run() != nil {
		t.Skip("there is no " + python + " with NumPy here")
	}
	n := 5000
	switch {
	case check.Long():
		n = 100_000
	case testing.Short():
		n = 400
	}
	seed := uint64(1)
	if s := os.Getenv("DIFFERENTIAL"); s != "" { // seed:count
		if _, err := fmt.Sscanf(s, "%d:%d", &seed, &n); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(python, "testdata/differential.py")
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { command.Process.Kill(); command.Wait() }()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	g, random := readGrammar(t), rand.New(rand.NewPCG(seed, 0))
	equal, fails, refusals, wrong := 0, 0, 0, 0
	for range n {
		body := g.draw(random, "program", 1+random.IntN(3))
		line, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(in, "%s\n", line)
		if !lines.Scan() {
			t.Fatalf("Python ended at %s: %v", body, lines.Err())
		}
		var there any
		if err := json.Unmarshal(lines.Bytes(), &there); err != nil {
			t.Fatal(err)
		}
		got, failed, refused := evaluated(body)
		list, _ := there.([]any)
		raises := len(list) > 0 && list[0] == "raises"
		near := 0.0
		if nearly.MatchString(body) {
			near = 1e-9
		}
		switch {
		case refused != nil || len(list) > 0 && list[0] == "late":
			refusals++
		case failed != nil && raises:
			fails++
		case failed == nil && !raises && agree(there, got, near):
			equal++
		default:
			if wrong++; wrong <= 40 {
				t.Errorf("%s\n  in Python %.300s\n  here %.300v %v", body, lines.Text(), got, failed)
			}
		}
	}
	t.Logf("of %d programs %d return the same, %d fail in both, %d are refused, %d differ", n, equal, fails, refusals,
		wrong)
	if equal < n/4 {
		t.Errorf("only %d of %d programs were accepted", equal, n)
	}
}
