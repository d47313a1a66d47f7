package event

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/test/english"
)

// The name of a rule says what it holds, whichever feature it looks at, and that of its
// negative the contrary.
func TestNames(t *testing.T) {
	yes := math.Float64bits(mechanism.Word("yes"))
	for _, c := range []struct {
		f            Feature
		width        int
		above, below string
	}{
		{Feature{Kind: entry, I: 2}, 3, "entry 3 > 0.5", "entry 3 < 0.5"},
		{Feature{Kind: entry}, 1, "release > 0.5", "release < 0.5"},
		{Feature{Kind: is, Cell: yes}, 2, "entry 1 is yes", "entry 1 is not yes"},
		{Feature{Kind: is, Cell: math.Float64bits(mechanism.Absent())}, 2, "entry 1 is missing",
			"entry 1 is not missing"},
		{Feature{Kind: number}, 2, "entry 1 is a number", "entry 1 is no number"},
		{Feature{Kind: count, Cell: yes}, 2, "yes occurs", "yes does not occur"},
		{Feature{Kind: first, Cell: yes}, 2, "place of the first yes (from 0) > 0.5",
			"place of the first yes (from 0) < 0.5"},
		{Feature{Kind: numbers}, 2, "count of numbers > 0.5", "count of numbers < 0.5"},
		{Feature{Kind: sum}, 2, "sum > 0.5", "sum < 0.5"},
		{Feature{Kind: least}, 2, "least entry > 0.5", "least entry < 0.5"},
		{Feature{Kind: greatest}, 2, "greatest entry > 0.5", "greatest entry < 0.5"},
		{Feature{Kind: sumTo, I: 1}, 3, "sum of entries 1 to 2 > 0.5", "sum of entries 1 to 2 < 0.5"},
		{Feature{Kind: step, I: 1}, 3, "entry 2 − entry 1 > 0.5", "entry 2 − entry 1 < 0.5"},
		{Feature{Kind: signs, Cell: math.Float64bits(1.5)}, 3, "count of entries above 1.5 > 0.5",
			"count of entries above 1.5 < 0.5"},
	} {
		r := Rule{Kind: Threshold, Features: []Feature{c.f}, Sign: 1}
		above, below := r.End(0.5, false), r.End(-0.5, true)
		for rule, want := range map[*Rule]string{&above: c.above, &below: c.below} {
			if got := english.Say(rule.Named(Layout{Width: c.width}).Name); got != want {
				t.Errorf("%v is %q, want %q", c.f, got, want)
			}
		}
	}
	// A score's name has each feature once, and says what is looked for in a cell.
	a, b := Feature{Kind: entry, I: 1}, Feature{Kind: is, I: 1, Cell: yes}
	for want, f := range map[string][]Feature{
		"entry 2 and whether entry 2 is yes":           {a, b},
		"entry 2 squared and entry 2":                  {Product(Factors{A: a, B: a}), Product(Factors{A: a, B: a}), a},
		"entry 2 × whether entry 2 is yes and entry 2": {Product(Factors{A: a, B: b}), a},
		"entry 2 and whether entry 2 is a number":      {a, a, {Kind: number, I: 1}},
	} {
		r := Rule{Kind: Linear, Features: f}
		want = "likelihood ratio above 1 (estimated from " + fmt.Sprint(len(f)) + " features, most of all " + want + ")"
		if got := english.Say(r.name(Layout{Width: 2})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	list := Rule{Kind: Atoms, Levels: []float64{1, 1, 1}, Shown: [][]float64{{1}, {2}}}
	for n, want := range map[int]string{1: "1 is released", 2: "one of 1 and 2 is released",
		3: "one of 3 values is released, among them 1 and 2"} {
		r := list
		r.Levels, r.Shown = list.Levels[:n], list.Shown[:min(n, 2)]
		if got := english.Say(r.name(Layout{Width: 1})); got != want {
			t.Errorf("%d releases are %q, want %q", n, got, want)
		}
	}
	// A list of one entry's values is named by it.
	list.Features = []Feature{{Kind: entry, I: 1}}
	for want, c := range map[string]struct {
		levels []float64
		shown  []float64
	}{
		"entry 2 is 7":       {[]float64{1}, []float64{7}},
		"entry 2 is missing": {[]float64{1}, []float64{mechanism.Absent()}},
		"entry 2 is one of 2 values, among them 7": {[]float64{1, 1}, []float64{7}},
	} {
		r := list
		r.Levels, r.Shown = c.levels, [][]float64{c.shown}
		if got := english.Say(r.name(Layout{Width: 2})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Scores are what their kinds say, of numbers and of words; opposite ends of one are
// disjoint, whatever is released, and nothing is allocated.
func TestScores(t *testing.T) {
	yes, nan := mechanism.Word("yes"), math.NaN()
	entries := []Feature{{Kind: entry}, {Kind: entry, I: 1}}
	list := Rule{Kind: Atoms, Keys: []uint64{Key([]float64{1, 2}), Key([]float64{yes, 3})}, Levels: []float64{-1, 2}}
	rules := map[string]struct {
		r    Rule
		want []float64 // of the rows below
	}{
		"threshold": {Rule{Kind: Threshold, Features: entries[1:]}, []float64{2, 3, -5, nan}},
		"linear": {Rule{Kind: Linear, Features: entries, Bias: 1, Pieces: []Piece{
			{0, -math.MaxFloat64, math.MaxFloat64, 10, 2}, {1, 0, 2.5, 1, 1}}}, []float64{5, 23.5, 7, 22}},
		"trees": {Rule{Kind: Ratio, Features: entries, Trees: []Tree{{[]int{0}, []float64{1.5}, []float64{-1, 1}},
			{[]int{1}, []float64{0}, []float64{-2, 3}}}}, []float64{2, 2, -1, -3}},
		"list": {list, []float64{-1, 2, 0, 0}},
		"values": {Rule{Kind: Atoms, Features: entries[1:], Keys: []uint64{Key([]float64{3})}, Levels: []float64{2}},
			[]float64{0, 2, 0, 0}},
		"unknown": {Rule{Kind: "crystal ball"}, []float64{nan, nan, nan, nan}},
	}
	rows := [][]float64{{1, 2}, {yes, 3}, {3, -5}, {yes, nan}}
	for name, c := range rules {
		score := c.r.Score()
		for i, row := range rows {
			if got := score(row); got != c.want[i] && (got == got || c.want[i] == c.want[i]) {
				t.Errorf("%s of %v: %v, want %v", name, row, got, c.want[i])
			}
			high, low := c.r.End(1, false), c.r.End(-1, true)
			if high.Matcher()(row) && low.Matcher()(row) {
				t.Errorf("%s: both ends hold %v", name, row)
			}
		}
		if n := testing.AllocsPerRun(100, func() { score(rows[0]) }); n != 0 {
			t.Errorf("%s: %v allocations a release", name, n)
		}
	}
}

// Features without weight are dropped and what has most comes first; the rule decides as it did,
// and one that a linear score is added to by the sum of both.
func TestKeep(t *testing.T) {
	entry := Entry
	r := Rule{Kind: Ratio, Features: []Feature{entry(0), entry(1), entry(2)}, Trees: []Tree{
		{[]int{0}, []float64{0.5}, []float64{-1, 1}},
		{[]int{2}, []float64{0.2}, []float64{-2, 2}},
		{[]int{2}, []float64{0.8}, []float64{-4, 4}},
	}}
	before := r
	r.Keep([]float64{1, 0, 2})
	if len(r.Features) != 2 || !reflect.DeepEqual(r.Features, []Feature{entry(2), entry(0)}) {
		t.Errorf("what is left is %+v", r.Features)
	}
	for i := range 27 {
		row := []float64{float64(i%3) / 2, float64(i/3%3) / 2, float64(i/9) / 2}
		if got, want := r.Score()(row), before.Score()(row); got != want {
			t.Errorf("the score of %v is %v, was %v", row, got, want)
		}
	}
	linear := Rule{Kind: Linear, Bias: 0.25, Features: []Feature{entry(1), entry(0)}, Pieces: []Piece{
		{F: 0, To: 1, Weight: 2}, {F: 1, To: 1, Weight: -1}}}
	if r.Add(linear); len(r.Features) != 3 {
		t.Errorf("features of both are %+v", r.Features)
	}
	for i := range 27 {
		row := []float64{float64(i%3) / 2, float64(i/3%3) / 2, float64(i/9) / 2}
		if got, want := r.Score()(row), before.Score()(row)+linear.Score()(row); got != want {
			t.Errorf("the score of %v is %v; want %v", row, got, want)
		}
	}
}

// A score that lies on the threshold does not match.
func TestThresholdIsOutside(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		r := Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: 1.5 * sign, Sign: sign}
		match := r.Matcher()
		for x, want := range map[float64]bool{1.5: false, 1.5 + sign/1024: true, 1.5 - sign/1024: false} {
			if got := match([]float64{x}); got != want {
				t.Errorf("sign %v: %v matches: %t", sign, x, got)
			}
		}
	}
}

// A score of one number is named by where it holds, if that is one interval or what is outside one, and
// the number lies there; what is more is named by its features. Of large numbers names have the digits
// that tell them apart.
func TestIntervals(t *testing.T) {
	one := Tree{Leaf: []float64{1}}
	step := func(at, by float64) Tree { return Tree{[]int{0}, []float64{at}, []float64{0, by}} }
	tree := func(trees ...Tree) Rule {
		return Rule{Kind: Ratio, Features: []Feature{{Kind: entry}}, Trees: trees}
	}
	of := func(r Rule, f ...Feature) Rule { r.Features = f; return r }
	slope := Rule{Kind: Linear, Features: []Feature{{Kind: entry}}, Pieces: []Piece{{From: -1, To: 1, Weight: 2}}}
	trees := "likelihood ratio above 1.65 (estimated by trees from one feature, most of all "
	for i, c := range []struct {
		r     Rule
		width int
		want  string
		in    []float64
		out   []float64
	}{
		{tree(step(1.5, 1)), 1, "release > 1.5", []float64{1.6, 9e9}, []float64{1.5, -3}},
		{tree(step(40.3, -1), one), 1, "release < 40.3 or no number",
			[]float64{40.2, -9e9, math.NaN()}, []float64{40.4}},
		{tree(step(-0.5, 1), step(2, -1)), 1, "−0.5 < release < 2", []float64{0, 1.9}, []float64{-0.6, 2.1}},
		{tree(step(-0.5, -1), step(2, 1), one), 1, "release < −0.5 or release > 2 or no number",
			[]float64{-0.6, 2.1}, []float64{0, 1.9}},
		{slope, 1, "release > 0.25", []float64{0.26, 5}, []float64{0.24}},
		{of(tree(step(3, 1)), Feature{Kind: sum}), 2, "sum > 3", nil, nil},
		{tree(step(16777217.5, 1)), 1, "release > 1.67772175·10⁷", nil, nil},
		{tree(step(16777217.5, -1), one), 1, "release < 1.67772175·10⁷ or no number", nil, nil},
		{tree(step(16777216.5, 1), step(16777218.5, -1)), 1, "1.67772165·10⁷ < release < 1.67772185·10⁷", nil, nil},
		{tree(step(-16777216.5, 1), step(2, -1)), 1, "−1.67772165·10⁷ < release < 2", nil, nil},
		{tree(step(-16777216.5, -1), step(2, 1), one), 1,
			"release < −1.67772165·10⁷ or release > 2 or no number", nil, nil},
		{tree(step(2, -1), step(16777218.5, 1), one), 1,
			"release < 2 or release > 1.67772185·10⁷ or no number", nil, nil},
		// Three borders, two features, and a feature that is a count.
		{tree(step(0, 1), step(1, -1), step(2, 1)), 1, trees + "release)", nil, nil},
		{of(tree(step(1, 1)), Entry(0), Entry(1)), 2, strings.Replace(trees, "one feature", "2 features", 1) +
			"entry 1 and entry 2)", nil, nil},
		{of(tree(step(1, 1)), Feature{Kind: numbers}), 2, trees + "count of numbers)", nil, nil},
	} {
		r := c.r.End(0.5, false)
		if got := english.Say(r.name(Layout{Width: c.width})); got != c.want {
			t.Errorf("%d is %q, want %q", i, got, c.want)
		}
		for in, values := range map[bool][]float64{true: c.in, false: c.out} {
			for _, v := range values {
				if r.Matcher()([]float64{v}) != in {
					t.Errorf("%s holds %v: %t", c.want, v, !in)
				}
			}
		}
	}
	for want, f := range map[string]Rule{
		"release > 1.67772175·10⁷": {Above: 16777217.5, Sign: 1},
		"release < 1.67772175·10⁷": {Above: -16777217.5, Sign: -1},
	} {
		f.Kind, f.Features = Threshold, []Feature{{Kind: entry}}
		if got := english.Say(f.name(Layout{Width: 1})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestComplexity: of kinds of rules none that says more stands before one that says less.
func TestComplexity(t *testing.T) {
	one, two := Tree{Leaf: []float64{0, 1}}, Tree{Leaf: []float64{0, 1, 2, 3}}
	features := []Feature{Entry(0), Entry(1)}
	for i, c := range []struct {
		r    Rule
		want int
	}{
		{Rule{Kind: Atoms}, 0}, {Rule{Kind: Threshold, Features: features[:1]}, 0},
		{Rule{Kind: Linear, Features: features, Pieces: make([]Piece, 2)}, 1},
		{Rule{Kind: Ratio, Features: features, Trees: []Tree{one, one}}, 1}, {Rule{Kind: Ratio, Features: features}, 1},
		{Rule{Kind: Linear, Features: features, Pieces: make([]Piece, 3)}, 2},
		{Rule{Kind: Ratio, Features: features, Trees: []Tree{two}}, 2},
	} {
		if got := c.r.Complexity(); got != c.want {
			t.Errorf("rule %d has complexity %d, want %d", i, got, c.want)
		}
	}
}

// TestEntryNames: cells are called by their own names, or by what releases consist of: one number, a list, the
// coordinates of one vector, or those of steps.
func TestEntryNames(t *testing.T) {
	for _, c := range []struct {
		l    Layout
		i    int
		want string
	}{
		{Layout{Width: 1}, 0, "release"}, {Layout{Width: 1, Dim: 1}, 0, "release"}, {Layout{Width: 4}, 2, "entry 3"},
		{Layout{Width: 3, Dim: 3}, 1, "x²"}, {Layout{Width: 6, Dim: 1}, 4, "x at step 4"},
		{Layout{Width: 6, Dim: 2}, 3, "x² at step 1"}, {Layout{Width: 6, Dim: 2}, 4, "x¹ at step 2"},
		{Layout{Width: 2, Names: []lang.Message{lang.Verbatim("age"), lang.Verbatim("pay")}}, 1, "pay"},
		{Layout{Width: 2, Names: []lang.Message{lang.Verbatim("age")}}, 1, "entry 2"},
	} {
		if got := english.Say(c.l.Entry(c.i)); got != c.want {
			t.Errorf("cell %d of %+v is %q, want %q", c.i, c.l, got, c.want)
		}
	}
}

// TestFeatures: of lists of numbers there are the entries that vary, their sums and differences and no more than
// may be searched; of long lists what gives way is in rest.
func TestFeatures(t *testing.T) {
	rows := func(width int) func(in, i int) []float64 {
		return func(in, i int) []float64 {
			row := make([]float64, width)
			for k := range row {
				row[k] = float64((i*(k+3)+in)%17) + 0.5
			}
			row[0] = 4 // never changes
			return row
		}
	}
	for _, width := range []int{1, 2, 3, 5, 16, 17, 18, 30, 150, 300} {
		out, rest := Features(width, 50, rows(width), false)
		has := map[string]map[int]bool{}
		for _, f := range slices.Concat(out, rest) {
			if has[f.Kind] == nil {
				has[f.Kind] = map[int]bool{}
			}
			if has[f.Kind][f.I] {
				t.Errorf("width %d: %+v twice", width, f)
			}
			has[f.Kind][f.I] = true
		}
		several := width > 2 // more than one entry varies
		for k := range min(width, mostFeatures) {
			if has[entry][k] != (k > 0) {
				t.Errorf("width %d: entry %d is looked at: %t", width, k, !(k > 0))
			}
			if has[step][k] != (several && k > 0 && k <= 16) || has[sumTo][k] != (several && k > 0 && k < width-1 &&
				k <= 16) {
				t.Errorf("width %d: difference at %d %t, sum to it %t", width, k, has[step][k], has[sumTo][k])
			}
		}
		for _, kind := range []string{numbers, sum, least, greatest, signs} {
			if has[kind][0] != several {
				t.Errorf("width %d: %s is looked at: %t", width, kind, !several)
			}
		}
		if has[length][0] != (width > 1) {
			t.Errorf("width %d: the length is looked at: %t", width, width <= 1)
		}
		if len(out) > mostFeatures || width > 150 && (len(out) != mostFeatures || len(rest) != mostFeatures) ||
			width < 60 && len(rest) > 0 {
			t.Errorf("width %d: %d features and %d in rest", width, len(out), len(rest))
		}
	}
}
