package event

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"sort"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
)

// A learned event is {release : score > t}. The score estimates, up to a monotone map,
// the likelihood ratio of the whole release (Neyman & Pearson: its upper level sets are
// the best events), and is fitted to the selection releases; the threshold t is chosen by
// fits to parts of them, each judged on the rest, so that it is not fooled by what a fit
// learned by heart. The test then draws fresh releases: whatever was learned, well or badly, the bound
// holds.

// The kinds of rules: what their scores are.
const (
	Atoms     = "atoms"     // of listed releases, or of listed values of one entry, the level, of others 0
	Threshold = "threshold" // one feature
	Linear    = "linear"    // Bias plus the sum of the pieces
	Ratio     = "ratio"     // the same, and the trees' sum
)

// mostLetters is how much of a release a name shows.
const mostLetters = 60

// Rule is a set of releases as plain data: those for which Sign times the score is above
// Above. NaN is never above anything. Beside Sign and Above a kind has:
//
//	Atoms      Keys, with a level each; no feature where whole releases are listed, one where
//	           values of its cell I are
//	Threshold  one feature
//	Linear     Features, Bias, and Pieces on them
//	Ratio      the same, and Trees on the features
type Rule struct {
	Kind     string       `json:"kind"`
	Name     lang.Message `json:"name"`
	Keys     []uint64     `json:"keys,omitempty"`   // of what is listed, sorted: see Key
	Levels   []float64    `json:"levels,omitempty"` // of each
	Shown    [][]float64  `json:"-"`                // a few of those in the event, for the name
	Features []Feature    `json:"features,omitempty"`
	Bias     float64      `json:"bias,omitempty"`
	Pieces   []Piece      `json:"pieces,omitempty"`
	Trees    []Tree       `json:"trees,omitempty"`
	Sign     float64      `json:"sign,omitempty"` // 1 or −1; of lists 0 is 1
	Above    float64      `json:"above,omitempty"`
}

// Piece adds Weight times a feature, an index of the rule's, bounded to From … To. Else
// stands for a feature that a release does not have.
type Piece struct {
	F      int     `json:"f"`
	From   float64 `json:"from"`
	To     float64 `json:"to"`
	Else   float64 `json:"else"`
	Weight float64 `json:"weight"`
}

// Value is the piece's part of a score, of its feature's value.
func (p *Piece) Value(v float64) float64 {
	switch {
	case v != v:
		v = p.Else
	case v < p.From:
		v = p.From
	case v > p.To:
		v = p.To
	}
	return p.Weight * v
}

// Tree is a complete binary tree: node k has the children 2k+1 and 2k+2, and
// the leaves follow the inner nodes. A row goes right where the feature is above
// the split; NaN goes left. A feature of −1 does not split.
type Tree struct {
	Feature []int     `json:"feature"`
	Split   []float64 `json:"split"`
	Leaf    []float64 `json:"leaf"`
}

// Key folds a release into 64 bits: a single cell into its own, more of them into a hash.
func Key(row []float64) uint64 {
	if len(row) == 1 {
		if row[0] == 0 {
			return 0 // −0 too
		}
		return math.Float64bits(row[0])
	}
	return mechanism.RowHash(row)
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

// sameScore reports whether two rules have one score but for its sign.
func (r *Rule) sameScore(o *Rule) bool {
	a, b := r.End(0, false), o.End(0, false)
	a.Sign, b.Sign, a.Shown, b.Shown = 1, 1, nil, nil
	return reflect.DeepEqual(a, b)
}

// Complexity returns how far a kind stands behind simpler ones: 0, 1 or 2.
func (r *Rule) Complexity() int {
	switch {
	case r.Kind == Ratio && len(r.Trees) > 0 && len(r.Trees[0].Leaf) > 2, len(r.Pieces) > len(r.Features):
		return 2
	case r.Kind == Ratio, r.Kind == Linear:
		return 1
	}
	return 0
}

// Plain reports whether an event is a plain reason: one value, one word or one threshold.
func (e Event) Plain() bool {
	return e.Rule != nil && (e.Rule.Kind == Threshold || len(e.Rule.Features) > 0 && e.OfValue())
}

// OfValue reports whether an event is that of one word or other value.
func (e Event) OfValue() bool {
	return e.Rule != nil && (e.Rule.listed() == 1 || e.Rule.Kind == Threshold && e.Rule.Features[0].Wordless() == 0)
}

// Listed returns the part of a release that a list looks up: all of it, or one entry.
func (r *Rule) Listed(row []float64) []float64 {
	if len(r.Features) > 0 {
		return row[r.Features[0].I:][:1]
	}
	return row
}

// listed is how much of its list the event holds.
func (r *Rule) listed() (n int) {
	for _, v := range r.Levels {
		if r.Sign < 0 {
			v = -v
		}
		if v > r.Above {
			n++
		}
	}
	return n
}

// Keep keeps the features of some weight, which are all that are asked for: those of most first, and
// their pieces.
func (r *Rule) Keep(weight []float64) {
	features, place := []Feature(nil), num.Indices(len(r.Features))
	slices.SortStableFunc(place, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	for i, f := range slices.Clone(place) {
		if place[f] = i; weight[f] > 0 {
			features = append(features, r.Features[f])
		}
	}
	r.Features, r.Pieces, r.Trees = features, slices.Clone(r.Pieces), slices.Clone(r.Trees)
	for i := range r.Pieces {
		r.Pieces[i].F = place[r.Pieces[i].F]
	}
	slices.SortStableFunc(r.Pieces, func(a, b Piece) int { return a.F - b.F })
	for i, t := range r.Trees {
		r.Trees[i].Feature = slices.Clone(t.Feature)
		for k, f := range t.Feature {
			if f >= 0 {
				r.Trees[i].Feature[k] = place[f]
			}
		}
	}
}

// Add adds a linear score to the rule's.
func (r *Rule) Add(linear Rule) {
	r.Bias += linear.Bias
	for _, p := range linear.Pieces {
		f := linear.Features[p.F]
		if p.F = slices.Index(r.Features, f); p.F < 0 {
			p.F, r.Features = len(r.Features), append(r.Features, f)
		}
		r.Pieces = append(r.Pieces, p)
	}
}

// Score returns the number by which the rule decides: Sign times the score. It has
// scratch: one is for one goroutine.
func (r *Rule) Score() func(row []float64) float64 {
	score := r.score()
	if r.Sign < 0 {
		return func(row []float64) float64 { return -score(row) }
	}
	return score
}

func (r *Rule) score() func(row []float64) float64 {
	switch r.Kind {
	case Atoms:
		level := make(map[uint64]float64, len(r.Keys))
		for i, k := range r.Keys {
			level[k] = r.Levels[i]
		}
		return func(row []float64) float64 { return level[Key(r.Listed(row))] }
	case Threshold:
		return r.Features[0].Evaluator()
	}
	values := make([]func(row []float64) float64, len(r.Features))
	for i := range values {
		values[i] = r.Features[i].Evaluator()
	}
	v := make([]float64, len(values))
	if r.Kind == Linear || r.Kind == Ratio {
		return func(row []float64) float64 {
			for i, value := range values {
				v[i] = value(row)
			}
			s := r.Bias
			for i := range r.Pieces {
				p := &r.Pieces[i]
				s += p.Value(v[p.F])
			}
			for i := range r.Trees {
				s += r.Trees[i].leaf(v)
			}
			return s
		}
	}
	return func([]float64) float64 { return math.NaN() } // of another program's report
}

// leaf is the value of the leaf that a row of feature values falls into.
func (t *Tree) leaf(v []float64) float64 {
	k := 0
	for k < len(t.Feature) {
		if f := t.Feature[k]; f >= 0 && v[f] > t.Split[k] {
			k = 2*k + 2
		} else {
			k = 2*k + 1
		}
	}
	return t.Leaf[k-len(t.Feature)]
}

// Matcher returns a function that says whether a release is in the event. It
// has scratch: one is for one goroutine.
func (r *Rule) Matcher() func(row []float64) bool {
	score := r.Score()
	return func(row []float64) bool { return score(row) > r.Above }
}

// End returns the event at one end of the rule's score: where it is above t, or where
// flip is set its negative is.
func (r Rule) End(t float64, flip bool) Rule {
	r.Above, r.Name = t, lang.Verbatim("")
	r.Sign = cmp.Or(r.Sign, 1)
	if flip {
		r.Sign = -r.Sign
	}
	return r
}

// Layout is what releases look like: how their cells are called.
type Layout struct {
	Width int
	Dim   int            // numbers of a step; 0: releases are lists, and cells are their entries
	Words []string       // of the mechanism
	Names []lang.Message // of the cells; nil: they have none
}

// named returns the name of cell i; "" where it has none.
func (l *Layout) named(i int) lang.Message {
	if i < 0 || i >= len(l.Names) {
		return ""
	}
	return l.Names[i]
}

// Named returns the rule with its name: what the event is.
func (r Rule) Named(l Layout) Rule {
	r.Name = r.name(l)
	return r
}

func (r *Rule) name(l Layout) lang.Message {
	switch r.Kind {
	case Atoms:
		return r.listName(l)
	case Threshold:
		if r.Sign < 0 {
			return r.Features[0].condition(math.Inf(-1), -r.Above, l)
		}
		return r.Features[0].condition(r.Above, math.Inf(1), l)
	}
	if name := r.intervals(l); name != "" {
		return name
	}
	var parts []lang.Message
	for i := range r.Features {
		if part := r.Features[i].part(l); len(parts) < mostParts && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	id := "event.linear"
	if r.Kind == Ratio {
		id = "event.trees"
	}
	return lang.Say(id, "ratio", num.Exp(r.Above), "n", len(r.Features), "parts", parts)
}

// intervals says where a rule of one feature lies, a number, if that is one interval or what is
// outside one; "" for all others.
func (r *Rule) intervals(l Layout) lang.Message {
	kinds := []string{entry, sum, least, greatest, sumTo, step}
	if len(r.Features) != 1 || !slices.Contains(kinds, r.Features[0].Kind) {
		return ""
	}
	one := *r
	one.Features = []Feature{Entry(0)}
	ends, ok := one.borders()
	in := one.Matcher()
	if !ok || len(ends) == 0 || len(ends) > 2 {
		return ""
	}
	before := func(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }
	low, high := before(ends[0]), append(ends, math.Inf(1))[1]
	if !in(ends[:1]) { // below the first, and from the second on
		low, high = before(append(ends, math.Inf(-1))[1]), ends[0]
	}
	name := r.Features[0].condition(low, high, l)
	if in([]float64{math.NaN()}) {
		return lang.Say("event.or-none", "event", name)
	}
	return name
}

// mostParts is how many of a score's features its name has, those that matter most.
const mostParts = 2

func (r *Rule) listName(l Layout) lang.Message {
	var shown []lang.Message
	for _, row := range r.Shown {
		shown = append(shown, lang.Verbatim(lang.Clip(mechanism.RowText(row, l.Words), mostLetters)))
	}
	n, what, ofEntry := r.listed(), l.named(0), len(r.Features) > 0
	if ofEntry {
		what = r.Features[0].what(l)
	} else if l.Width > 1 {
		what = ""
	}
	var name lang.Message
	switch {
	case n == 1 && ofEntry && len(shown) == 1 && mechanism.IsAbsent(r.Shown[0][0]):
		return lang.Say("event.missing", "what", what)
	case n == 1 && what != "" && len(shown) == 1:
		return lang.Say("event.is", "what", what, "cell", shown[0])
	case ofEntry:
		return lang.Say("event.values", "what", what, "n", n, "values", shown)
	case n == 1:
		name = lang.Say("event.release", "release", shown)
	case n > len(shown):
		name = lang.Say("event.releases.many", "n", n, "releases", shown)
	default:
		name = lang.Say("event.releases", "releases", shown)
	}
	if what != "" {
		return lang.Say("event.of", "event", name, "what", what)
	}
	return name
}

// borders returns where a rule on one number may begin or end: x such that membership
// is constant from one to just below the next. ok is false where that is not known.
func (r *Rule) borders() (out []float64, ok bool) {
	above := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
	if r.Kind == Atoms {
		for _, k := range r.Keys {
			if v := math.Float64frombits(k); v == v {
				out = append(out, v, above(v))
			}
		}
		return out, true
	}
	for i := range r.Features {
		if r.Features[i].Kind != entry {
			return nil, false
		}
	}
	// It is monotone between these ends: where it crosses, halving finds.
	ends := []float64{-farthest, farthest}
	add := func(x float64) {
		if math.Abs(x) < farthest {
			ends = append(ends, x)
		}
	}
	for _, p := range r.Pieces {
		add(p.From)
		add(p.To)
	}
	for _, t := range r.Trees {
		for k, f := range t.Feature {
			if f >= 0 {
				add(t.Split[k])
				add(above(t.Split[k]))
			}
		}
	}
	sort.Float64s(ends)
	in, x := r.Matcher(), make([]float64, 1)
	holds := func(v float64) bool { x[0] = v; return in(x) }
	for i := 1; i < len(ends); i++ {
		if h := holds(ends[i]); holds(ends[i-1]) != h {
			out = append(out, paper.SwitchPoint(ends[i-1], ends[i], func(v float64) bool { return holds(v) == h }))
		}
	}
	return out, true
}
