package event

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"indistinct/core/lang"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// The kinds of rules.
const (
	Atoms     = "atoms"     // one of listed releases
	Threshold = "threshold" // Sign times one feature is above Above
	Ratio     = "ratio"     // Sign times the trees' sum is above Above
	Box       = "box"       // of its sides, counted until one does not hold, more than Above hold
)

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
	r.Above, r.Name = t, ""
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
	r.Name = lang.Verbatim(r.name(width, words))
	return r
}

func (r *Rule) name(width int, words []string) string {
	switch r.Kind {
	case Atoms:
		var shown []string
		for _, row := range r.Shown {
			shown = append(shown, mechanism.RowText(row, words))
		}
		list := strings.Join(shown, " or ")
		switch rest := len(r.Keys) - len(r.Shown); {
		case len(r.Keys) == 1:
			return "the release " + list
		case rest > 0:
			return fmt.Sprintf("one of %d releases: %s, …", len(r.Keys), list)
		}
		return "one of the releases " + list
	case Threshold:
		t := r.Above * r.Sign
		if r.Sign > 0 {
			return r.Features[0].name(width, words) + " above " + sheet.Format(t, 4)
		}
		return r.Features[0].name(width, words) + " below " + sheet.Format(t, 4)
	case Box:
		return r.boxName(width, words)
	}
	form := ""
	if r.Complexity() == 2 {
		form = " of three features"
	}
	return fmt.Sprintf("estimated likelihood ratio above %s (%d trees%s)", sheet.Format(num.Exp(r.Above), 3),
		len(r.Trees), form)
}

// boxName says what a box is: the last bound on either side of every feature.
func (r *Rule) boxName(width int, words []string) string {
	type bounds struct{ above, below string }
	sides := make([]bounds, len(r.Features))
	for i, s := range r.Sides {
		if float64(i) > r.Above {
			break
		}
		if t := sheet.Format(s.Above*s.Sign, 4); s.Sign < 0 {
			sides[s.F].below = " below " + t
		} else if s.Above > -math.MaxFloat64 {
			sides[s.F].above = " above " + t
		} else {
			sides[s.F].above = " is a number"
		}
	}
	var parts []string
	for i, s := range sides {
		if s.above == " is a number" && s.below != "" {
			s.above = ""
		}
		if s.above != "" && s.below != "" {
			s.above += " and"
		}
		if text := s.above + s.below; text != "" {
			parts = append(parts, r.Features[i].name(width, words)+text)
		}
	}
	return strings.Join(parts, "; ")
}
