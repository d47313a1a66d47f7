package starlark

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"indistinct/core/labs/workshop"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// paths goes through all that a program may draw, one path a release: its draws are decisions
// between alternatives of known probability.
type paths struct {
	taken, of []int // the alternative that each decision of the path takes, of how many
	at        int   // decisions of this release so far
	weight    float64
}

// next returns the alternative that the path takes of some with these probabilities.
func (p *paths) next(probabilities ...float64) int {
	if p.at == len(p.taken) {
		p.taken, p.of = append(p.taken, 0), append(p.of, len(probabilities))
	}
	i := p.taken[p.at]
	p.at++
	p.weight *= probabilities[i]
	return i
}

// more goes on to the next path, until there is none.
func (p *paths) more() bool {
	last := len(p.taken) - 1
	for ; last >= 0 && p.taken[last] == p.of[last]-1; last-- {
	}
	if last < 0 {
		return false
	}
	p.taken, p.of = p.taken[:last+1], p.of[:last+1]
	p.taken[last]++
	return true
}

// even are the probabilities of n alternatives that are alike.
func even(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1 / float64(n)
	}
	return out
}

// exactLaws returns the exact law of a program's releases for both inputs of each pair, by their text.
// It draws by bernoulli, choice and randint, and by laplace where only matters whether the noise is
// above the threshold, above the threshold less 1, or neither.
func exactLaws(t *testing.T, source string, threshold float64) [][2]map[string]float64 {
	t.Helper()
	walk := &paths{}
	decides := func(r *run) starlark.StringDict {
		return starlark.StringDict{
			"bernoulli": r.builtin("bernoulli", func(c *call) starlark.Value {
				p := c.numbers()[0]
				return starlark.Bool(walk.next(1-p, p) == 1)
			}),
			"choice": r.builtin("choice", func(c *call) starlark.Value {
				list := c.args[0].(starlark.Indexable)
				return list.Index(walk.next(even(list.Len())...))
			}),
			"randint": r.builtin("randint", func(c *call) starlark.Value {
				x := c.numbers()
				return starlark.MakeInt(int(x[0]) + walk.next(even(int(x[1]-x[0])+1)...))
			}),
			"laplace": r.builtin("laplace", func(c *call) starlark.Value {
				scale := c.numbers()[0]
				above, below := math.Exp(-threshold/scale)/2, math.Exp((threshold-1)/scale)/2
				return starlark.Float([]float64{threshold - 2, threshold - 0.5, threshold + 1}[walk.next(below,
					1-below-above, above)])
			}),
		}
	}
	p, err := read("program", source, decides)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{program: p}
	globals, err := r.init()
	if err == nil {
		err = p.readPairs(globals["pairs"])
	}
	if err != nil {
		t.Fatal(err)
	}
	r = p.Fork().(*run)
	var out [][2]map[string]float64
	for q := range p.pairs {
		var pair [2]map[string]float64
		for in := range pair {
			pair[in] = map[string]float64{}
			cells, total := make([]float64, 16), 0.0
			for *walk = (paths{}); ; {
				walk.at, walk.weight = 0, 1
				s := rng.New(rng.Key{})
				n, err := r.Release(q, mechanism.Input(in), &s, cells)
				if err != nil {
					t.Fatal(err)
				}
				pair[in][fmt.Sprint(cells[:n])] += walk.weight
				total += walk.weight
				if !walk.more() {
					break
				}
			}
			if math.Abs(total-1) > 1e-9 {
				t.Fatalf("probabilities add up to %v", total)
			}
		}
		out = append(out, pair)
	}
	return out
}

// loss is the largest privacy loss between the inputs of any pair, in either direction.
func loss(pairs [][2]map[string]float64) (epsilon float64) {
	for _, pair := range pairs {
		for release, p := range pair[0] {
			epsilon = max(epsilon, math.Abs(math.Log(p/pair[1][release])))
		}
		for release := range pair[1] {
			if pair[0][release] == 0 {
				return math.Inf(1)
			}
		}
	}
	return epsilon
}

// TestLocalProtocols: for each size of the domain and each ε, the exact law of a local protocol's
// program, over all pairs of values, loses the ε that it claims, that of a wrong one more; with
// thresholds it is what Wang, Blocki, Li & Jha's (2017) probabilities of a bit give.
func TestLocalProtocols(t *testing.T) {
	parameters := regexp.MustCompile(`(?m)^k, eps(.*) = \d+, 1\b`)
	seen := 0
	for _, c := range workshop.Classics() {
		if c.Shelf != "local" || c.Name == "she" {
			continue
		}
		seen++
		if e := loss(exactLaws(t, c.Program(), 0.67)); math.Abs(e-c.Epsilon) > 1e-9 {
			t.Errorf("%s: the program loses %v, its entry says %v", c.Name, e, c.Epsilon)
		}
		for _, k := range []int{2, 4, 5, 6} {
			for _, eps := range []float64{0.25, 1, 2.5} {
				if k > 5 && strings.Contains(c.Program(), "prime") || k == 6 && c.Name == "the" {
					continue // hashes are of remainders by 5; 3⁶ paths take seconds
				}
				source := parameters.ReplaceAllString(c.Program(), fmt.Sprintf("k, eps$1 = %d, %v", k, eps)) +
					"\npairs = [(a, b) for a in range(k) for b in range(a)]\n"
				want := eps
				if c.Name == "the" {
					want = eps/2 + math.Log((2-math.Exp(-0.33*eps/2))*(2-math.Exp(-0.67*eps/2)))
				}
				e := loss(exactLaws(t, source, 0.67))
				if c.Right && math.Abs(e-want) > 1e-9 || e > eps+1e-9 == c.Right {
					t.Errorf("%s, k = %d, ε = %v: the program loses %v", c.Name, k, eps, e)
				}
			}
		}
	}
	if seen < 9 {
		t.Errorf("there are %d", seen)
	}
}

// TestHistogramEncoding: Laplace noise loses Σ|difference|/scale, which for SHE is ε, whatever the
// two values.
func TestHistogramEncoding(t *testing.T) {
	for _, c := range workshop.Classics() {
		if c.Name != "she" {
			continue
		}
		p, err := Interpreter{}.Compile(c.Program() + "\npairs = [(a, b) for a in range(k) for b in range(a)]\n")
		if err != nil {
			t.Fatal(err)
		}
		for q := range p.Pairs() {
			var x [2][]float64
			s := rng.New(rng.Key{})
			draws := p.Fork().Trace(q, mechanism.Record, &s)
			for in := range x {
				s := rng.New(rng.Key{})
				x[in] = make([]float64, len(draws))
				if n, err := p.Fork().Release(q, mechanism.Input(in), &s, x[in]); err != nil || n != len(draws) {
					t.Fatal(n, err)
				}
			}
			e := 0.0
			for i, d := range draws {
				e += math.Abs(x[0][i]-x[1][i]) / d.Arguments[len(d.Arguments)-1]
			}
			if math.Abs(e-p.Claim().Epsilon) > 1e-9 {
				t.Errorf("pair %d: the program loses %v", q, e)
			}
		}
	}
}
