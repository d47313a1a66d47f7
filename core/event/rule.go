package event

import (
	"math"
	"reflect"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
)

// The kinds of rules.
const (
	Atoms     = "atoms"     // one of listed releases
	Threshold = "threshold" // Sign times one feature is above Above
	Ratio     = "ratio"     // Sign times the trees' sum is above Above
	Box       = "box"       // of its sides, counted until one does not hold, more than Above hold
)

// mostLetters is how much of a release a name shows.
const mostLetters = 60

// Rule is an event on rows of cells, words among them: a set of releases as plain data.
type Rule struct {
	Kind     string       `json:"kind"`
	Name     lang.Message `json:"name"`
	Keys     []uint64     `json:"keys,omitempty"` // sorted hashes of the releases
	Shown    [][]float64  `json:"-"`              // a few of them, for the name
	Features []Feature    `json:"features,omitempty"`
	Trees    []Tree       `json:"trees,omitempty"`
	Sides    []Side       `json:"sides,omitempty"`
	Sign     float64      `json:"sign,omitempty"`
	Above    float64      `json:"above,omitempty"`
}

// Side is one condition of a box: Sign times feature F, an index of the rule's,
// is above Above.
type Side struct {
	F     int     `json:"f"`
	Sign  float64 `json:"sign"`
	Above float64 `json:"above"`
}

// Tree is a complete binary tree: node k has the children 2k+1 and 2k+2, and
// the leaves follow the inner nodes. A row goes right where the feature is above
// the split; NaN goes left. A feature of −1 does not split.
type Tree struct {
	Feature []int     `json:"feature"`
	Split   []float64 `json:"split"`
	Leaf    []float64 `json:"leaf"`
}

// Same reports whether two rules decide alike, by the same numbers.
func (r *Rule) Same(o *Rule) bool {
	if r == o || r == nil || o == nil {
		return r == o
	}
	a, b := *r, *o
	a.Shown, b.Shown = nil, nil // releases may hold words, which equal nothing
	return reflect.DeepEqual(a, b)
}

// Complexity returns how far a kind stands behind simpler ones: 0, 1 or 2.
func (r *Rule) Complexity() int {
	switch {
	case r.Kind == Ratio && len(r.Trees) > 0 && len(r.Trees[0].Leaf) > 2:
		return 2
	case r.Kind == Ratio, r.Kind == Box:
		return 1
	}
	return 0
}

// DropUnused drops the features that no tree asks for.
func (r *Rule) DropUnused() {
	used := make([]int, len(r.Features))
	for i := range used {
		used[i] = -1
	}
	var kept []Feature
	trees := make([]Tree, len(r.Trees))
	for i, t := range r.Trees {
		trees[i] = Tree{slices.Clone(t.Feature), t.Split, t.Leaf}
		for k, f := range t.Feature {
			if f < 0 {
				continue
			}
			if used[f] < 0 {
				used[f] = len(kept)
				kept = append(kept, r.Features[f])
			}
			trees[i].Feature[k] = used[f]
		}
	}
	r.Features, r.Trees = kept, trees
}

// Score returns the number by which the rule decides: of listed releases 1 for
// those in the event and 0 for others. It has scratch: one is for one goroutine.
func (r *Rule) Score() func(row []float64) float64 {
	if r.Kind == Atoms {
		match := r.Matcher()
		return func(row []float64) float64 {
			if match(row) {
				return 1
			}
			return 0
		}
	}
	if r.Kind == Threshold {
		f := r.Features[0]
		return func(row []float64) float64 { return r.Sign * f.Value(row) }
	}
	vals := make([]float64, len(r.Features))
	if r.Kind == Box {
		return func(row []float64) float64 {
			for i := range r.Features {
				vals[i] = r.Features[i].Value(row)
			}
			for i, s := range r.Sides {
				if !(s.Sign*vals[s.F] > s.Above) {
					return float64(i)
				}
			}
			return float64(len(r.Sides))
		}
	}
	return func(row []float64) float64 {
		for i := range r.Features {
			vals[i] = r.Features[i].Value(row)
		}
		s := 0.0
		for i := range r.Trees {
			t := &r.Trees[i]
			k := 0
			for k < len(t.Feature) {
				f := t.Feature[k]
				if f >= 0 && vals[f] > t.Split[k] {
					k = 2*k + 2
				} else {
					k = 2*k + 1
				}
			}
			s += t.Leaf[k-len(t.Feature)]
		}
		return r.Sign * s
	}
}

// Matcher returns a function that says whether a release is in the event. It
// has scratch: one is for one goroutine.
func (r *Rule) Matcher() func(row []float64) bool {
	if r.Kind == Atoms {
		set := make(map[uint64]struct{}, len(r.Keys))
		for _, k := range r.Keys {
			set[k] = struct{}{}
		}
		return func(row []float64) bool { _, ok := set[mechanism.RowHash(row)]; return ok }
	}
	score := r.Score()
	return func(row []float64) bool { return score(row) > r.Above }
}

// End returns the event at one end of the score of a threshold or of trees: where it is
// above t, or where flip is set its negative is.
func (r Rule) End(t float64, flip bool) Rule {
	r.Above, r.Name = t, lang.Verbatim("")
	if flip {
		r.Sign = -r.Sign
	}
	return r
}

// Without returns the event of the listed releases that o does not list.
func (r Rule) Without(o *Rule) Rule {
	held := func(k uint64) bool { _, in := slices.BinarySearch(o.Keys, k); return in }
	r.Keys = slices.DeleteFunc(slices.Clone(r.Keys), held)
	r.Shown = slices.DeleteFunc(slices.Clone(r.Shown), func(row []float64) bool { return held(mechanism.RowHash(row)) })
	return r
}

// Named returns the rule with its name: what the event is.
func (r Rule) Named(width int, words []string) Rule {
	r.Name = r.name(width, words)
	return r
}

func (r *Rule) name(width int, words []string) lang.Message {
	switch r.Kind {
	case Atoms:
		var shown []lang.Message
		for _, row := range r.Shown {
			shown = append(shown, lang.Verbatim(lang.Clip(mechanism.RowText(row, words), mostLetters)))
		}
		switch n := len(r.Keys); {
		case n == 1:
			return lang.Say("event.release", "release", shown)
		case n > len(shown):
			return lang.Say("event.releases.many", "n", n, "releases", shown)
		}
		return lang.Say("event.releases", "releases", shown)
	case Threshold:
		if t := r.Above * r.Sign; r.Sign < 0 {
			return r.Features[0].condition(math.Inf(-1), t, width, words)
		}
		return r.Features[0].condition(r.Above, math.Inf(1), width, words)
	case Box:
		return r.boxName(width, words)
	}
	id := "event.trees"
	if r.Complexity() == 2 {
		id = "event.trees.deep"
	}
	return lang.Say(id, "ratio", num.Exp(r.Above), "n", len(r.Trees))
}

// boxName says what a box is: the last bound on either side of every feature.
func (r *Rule) boxName(width int, words []string) lang.Message {
	low, high := make([]float64, len(r.Features)), make([]float64, len(r.Features))
	for i := range low {
		low[i], high[i] = math.Inf(-1), math.Inf(1)
	}
	for i, s := range r.Sides {
		if float64(i) > r.Above {
			break
		}
		if s.Sign < 0 {
			high[s.F] = -s.Above
		} else {
			low[s.F] = s.Above
		}
	}
	var conditions []lang.Message
	for i := range r.Features {
		if !math.IsInf(low[i], -1) || !math.IsInf(high[i], 1) {
			conditions = append(conditions, r.Features[i].condition(low[i], high[i], width, words))
		}
	}
	return lang.Say("event.box", "conditions", conditions)
}
