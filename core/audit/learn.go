package audit

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// A learned event is {release : score > t}. The score estimates, up to a
// monotone map, the likelihood ratio of the whole release (Neyman & Pearson:
// its upper level sets are the best events), and is fitted to one part of the
// selection releases; the threshold t is chosen on the other part, so that it
// is not fooled by what the fit learned by heart. The test then draws fresh
// releases: whatever was learned, well or badly, the bound holds.
//
// Weights[0] is t; the rest belongs to the kind:
//
//	threshold  sign, coordinate: sign·x[Step][coordinate]
//	halfspace  w (steps·dim): w·x
//	quadratic  centre, scale, linear (steps·dim each), then the upper triangle
//	           of the quadratic form in standardised coordinates
//	stepwise   the same with one triangle for each step
//	ratio      B, then for each coordinate B−1 increasing edges and B log ratios:
//	           the sum over coordinates of a histogram's log ratio
//	tree       nodes of 4: coordinate (−1: leaf), threshold or log ratio, left, right
//	atoms      count, then for each atom steps·dim values in lexicographic order
//
// A swapped event's score estimates the inverse ratio.

// newLearned returns the membership of a learned event. It allocates nothing
// when called and is safe for concurrent use.
func newLearned(e Event, steps, dim int) func(release []float64) bool {
	s := newScore(e, steps, dim)
	if s == nil || len(e.Weights) == 0 {
		return func([]float64) bool { return false }
	}
	t := e.Weights[0]
	return func(release []float64) bool { return s(release) > t }
}

// newScore returns the score of a learned event; nil for an unknown kind or
// weights that do not fit the shape.
func newScore(e Event, steps, dim int) func(x []float64) float64 {
	d := steps * dim
	if len(e.Weights) < 2 {
		return nil
	}
	w := e.Weights[1:]
	switch e.Kind {
	case "threshold":
		if len(w) < 2 {
			return nil
		}
		sign, i := w[0], e.Step*dim+int(w[1])
		if i < 0 || i >= d {
			return nil
		}
		return func(x []float64) float64 { return float64(sign * x[i]) }
	case "halfspace":
		if len(w) < d {
			return nil
		}
		w = w[:d]
		return func(x []float64) float64 {
			s := 0.0
			for i, v := range w {
				s += float64(v * x[i])
			}
			return s
		}
	case "quadratic", "stepwise":
		block := d
		if e.Kind == "stepwise" {
			block = dim
		}
		if len(w) < 3*d+d/block*block*(block+1)/2 {
			return nil
		}
		centre, scale, linear, quad := w[:d], w[d:2*d], w[2*d:3*d], w[3*d:]
		return func(x []float64) float64 {
			s, q := 0.0, 0
			for b := 0; b < d; b += block {
				for i := b; i < b+block; i++ {
					zi := (x[i] - centre[i]) * scale[i]
					a := linear[i]
					for j := i; j < b+block; j++ {
						a += float64(quad[q] * float64((x[j]-centre[j])*scale[j]))
						q++
					}
					s += float64(a * zi)
				}
			}
			return s
		}
	case "ratio":
		b := int(w[0])
		if b < 1 || len(w) < 1+d*(2*b-1) {
			return nil
		}
		w = w[1:]
		return func(x []float64) float64 {
			s := 0.0
			for i := range d {
				row := w[i*(2*b-1) : (i+1)*(2*b-1)]
				s += row[b-1+binOf(row[:b-1], x[i])]
			}
			return s
		}
	case "tree":
		if len(w)%4 != 0 {
			return nil
		}
		return func(x []float64) float64 {
			n := 0
			for {
				k := w[4*n : 4*n+4]
				if k[0] < 0 {
					return k[1]
				}
				if x[int(k[0])] > k[1] {
					n = int(k[3])
				} else {
					n = int(k[2])
				}
			}
		}
	case "atoms":
		n := int(w[0])
		if len(w) < 1+n*d {
			return nil
		}
		w = w[1 : 1+n*d]
		return func(x []float64) float64 {
			lo, hi := 0, n
			for lo < hi {
				mid := (lo + hi) / 2
				if c := compare(w[mid*d:(mid+1)*d], x); c == 0 {
					return 1
				} else if c < 0 {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			return 0
		}
	}
	return nil
}

// binOf returns the number of edges below x.
func binOf(edges []float64, x float64) int {
	lo, hi := 0, len(edges)
	for lo < hi {
		mid := (lo + hi) / 2
		if edges[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func compare(a, x []float64) int {
	for i, v := range a {
		switch {
		case v < x[i]:
			return -1
		case v > x[i]:
			return 1
		}
	}
	return 0
}

// learning holds the limits of the search. They bound its time: learning costs
// tens of milliseconds however many releases there are.
type learning struct {
	Train  int // most releases for each input that scores are fitted to
	Hold   int // most releases for each input that thresholds are chosen on
	Fitted int // the same for scores that were fitted
	Atoms  int // most distinct releases that count as discrete
	Bins   int // histogram bins a coordinate
	Depth  int // of the partition tree
	Leaf   int // fewest releases in a leaf
	Quad   int // most features of a full quadratic form
	// Standard errors by which selection frequencies are shaded: Caution, to
	// choose from, where a threshold is picked from many; Set where a set of
	// pieces is; Doubt where one event is weighed on fresh releases.
	Caution    []float64
	Set, Doubt float64
	Cells      int // most grid cells that unions are made of
	Same       int // most events in the direction of the best one
	Events     int // most events that go to the test
}

var defaultLearning = learning{Train: 10000, Hold: 50000, Fitted: 30000, Atoms: 512, Bins: 48, Depth: 7, Leaf: 20, Quad: 60, Caution: []float64{0.7, 1.5, 3}, Set: 1.2, Doubt: 0.5, Cells: 8192, Same: 3, Events: 6}

// candidate is an event with what the selection expects of it.
type candidate struct {
	event Event
	gain  float64 // expected lower bound at the test's size
	rank  int     // order of invention, for ties
}

// Candidates returns the events that the selection releases find worth
// testing, most promising first, at most eight: their order decides how α is
// shared (see Strengthen). The escape event is always among them.
func Candidates(sel Sample, cover *Cover, set Settings) []Event {
	l := newLearner(sel, cover, set, defaultLearning)
	var all []candidate
	add := func(c ...candidate) {
		for i := range c {
			c[i].rank = len(all) + i
		}
		all = append(all, c...)
	}
	escape := l.escape()
	add(escape...)
	add(l.unions()...)
	if set.Learn && l.n > 1 {
		add(l.learned()...)
	}
	// Simpler events first where they promise as much.
	merit := func(c candidate) float64 { return c.gain - float64(simplicity(c.event.Kind)*math.Abs(c.gain)) }
	sort.SliceStable(all, func(i, j int) bool { return merit(all[i]) > merit(all[j]) })
	out := make([]Event, 0, l.lim.Events)
	same, against, escaped := 0, 0, false
	seen := map[string]bool{}
	for _, c := range all {
		if c.event.Kind == "escape" {
			escaped = true
			out = append(out, c.event)
			continue
		}
		id := c.event.Kind
		if c.event.Swap {
			id += "-"
		}
		// The last place is the escape event's.
		if seen[id] || !escaped && len(escape) > 0 && len(out) == l.lim.Events-1 || len(out) == l.lim.Events {
			continue
		}
		if c.event.Swap == all[0].event.Swap {
			// An event far behind in the same direction would only cost α.
			if same == l.lim.Same || c.gain < all[0].gain-math.Max(0.1, 0.15*math.Abs(all[0].gain)) {
				continue
			}
			same++
		} else {
			if against == 1 {
				continue
			}
			against++
		}
		seen[id] = true
		out = append(out, c.event)
	}
	return out
}

// simplicity is the relative gain that a kind of event must bring over simpler
// ones to be preferred.
func simplicity(kind string) float64 {
	switch kind {
	case "threshold", "atoms", "escape":
		return 0
	case "union", "halfspace":
		return 0.005
	}
	return 0.01
}

// learner is the working state of one selection.
type learner struct {
	sel        Sample
	cover      *Cover
	set        Settings
	lim        learning
	steps, dim int
	d          int
	n          int // releases for each input
	train      int // of which the first are fitted to
	hold       int // and the next choose thresholds
	m          float64
	z          float64 // standard errors of the test's bound
	scored     scored  // scratch
	keys       [2][]uint64
}

func newLearner(sel Sample, cover *Cover, set Settings, lim learning) *learner {
	l := &learner{sel: sel, cover: cover, set: set, lim: lim, steps: sel.Steps, dim: sel.Dim}
	l.d = l.steps * l.dim
	if l.d > 0 {
		l.n = min(sel.Trials(mechanism.Record), sel.Trials(mechanism.Adjacent))
	}
	l.train = min(l.n/2, lim.Train)
	l.hold = min(l.n-l.train, lim.Hold)
	l.m = math.Max(float64(set.M), 1)
	if set.Sequential {
		l.m = math.Max(l.m, float64(set.MaxM))
	}
	a := float64(firstShare * set.Alpha)
	l.z = num.NormalQuantile(1 - a)
	return l
}

// row returns one selection release.
func (l *learner) row(in, i int) []float64 { return l.sel.R[in][i*l.d : (i+1)*l.d] }

// gain is the lower bound that the test may be expected to give for an event
// that happened c1 and c2 times in n selection releases, shaded by k standard
// errors against the winner's curse.
func (l *learner) gain(c1, c2, n, k float64) float64 {
	p1, p2 := (c1+0.5)/(n+1), (c2+0.5)/(n+1)
	p1 -= float64(k*math.Sqrt(float64(p1*(1-p1))/n)) + 0.5*k/n
	p2 += float64(k*math.Sqrt(float64(p2*(1-p2))/n)) + 0.5*k/n
	p1, p2 = math.Max(p1, 0), math.Min(p2, 1)
	return expectedLower(p1, p2, l.m, l.set.Delta, l.z)
}

// escape returns the event outside the high-likely set, in its likelier
// direction.
func (l *learner) escape() []candidate {
	if l.cover == nil || len(l.cover.Ellipsoids) == 0 {
		return nil
	}
	e := escapeEvent()
	if l.n == 0 {
		e.Swap = true // the set was fitted to the first record
		return []candidate{{event: e}}
	}
	loc := newLocator(l.cover)
	var c [2]float64
	for in := range 2 {
		for i := range l.n {
			if !loc.inside(l.row(in, i)) {
				c[in]++
			}
		}
	}
	n := float64(l.n)
	g, h := l.gain(c[0], c[1], n, l.lim.Doubt), l.gain(c[1], c[0], n, l.lim.Doubt)
	e.Swap = h > g
	return []candidate{{event: e, gain: math.Max(g, h)}}
}

// unions returns the best unions of product cells of the grid and the outside
// of the high-likely set.
func (l *learner) unions() []candidate {
	if l.cover == nil || len(l.cover.Ellipsoids) == 0 || l.n < 2 {
		return nil
	}
	loc := newLocator(l.cover)
	half := min(l.n, 2*l.lim.Hold) / 2
	var fit, test [2][]float64
	var pieces [][]int32 // in order of first appearance; nil is the outside
	ids := map[string]int{}
	cells := make([]int32, l.steps)
	key := make([]byte, 0, 4*l.steps)
	for in := range 2 {
		for i := range 2 * half {
			key = key[:0]
			inside := loc.cells(l.row(in, i), cells)
			if inside {
				for _, c := range cells {
					key = append(key, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
				}
			}
			id, ok := ids[string(key)]
			if !ok {
				if len(pieces) >= l.lim.Cells {
					continue
				}
				id = len(pieces)
				ids[string(key)] = id
				if inside {
					pieces = append(pieces, slices.Clone(cells))
				} else {
					pieces = append(pieces, nil)
				}
				for a := range 2 {
					fit[a] = append(fit[a], 0)
					test[a] = append(test[a], 0)
				}
			}
			if i < half {
				fit[in][id]++
			} else {
				test[in][id]++
			}
		}
	}
	return l.sets(fit, test, float64(half), func(chosen []int, ratio float64, swap bool) Event {
		slices.Sort(chosen)
		e := Event{Kind: "union", Step: -1, Swap: swap}
		inner, outside := 0, ""
		for _, k := range chosen {
			if pieces[k] == nil {
				outside = " and everything outside"
				e.Cells = append(e.Cells, []int32{})
			} else {
				inner++
				e.Cells = append(e.Cells, pieces[k])
			}
		}
		e.Name = fmt.Sprintf("%d cells of the grid%s, those with a likelihood ratio above %.3g", inner, outside, ratio)
		return e
	})
}

// learned fits every score and returns its best events in both directions.
func (l *learner) learned() []candidate {
	var out []candidate
	if c := l.atoms(); len(c) > 0 {
		return c
	}
	out = append(out, l.thresholds()...)
	std := l.standardise()
	if l.d > 1 {
		out = append(out, l.fitLogistic(std, "halfspace")...)
	}
	if l.d+l.d*(l.d+1)/2 <= l.lim.Quad {
		out = append(out, l.fitLogistic(std, "quadratic")...)
	} else if l.d+l.d*(l.dim+1)/2 <= 2*l.lim.Quad {
		out = append(out, l.fitLogistic(std, "stepwise")...)
	}
	bins := l.binned()
	out = append(out, l.fitRatio(bins)...)
	if l.d > 1 {
		// On a line the histogram is the adaptive partition.
		out = append(out, l.fitTree(bins)...)
	}
	return out
}

// sweep chooses thresholds for a score on releases from … to−1, in both
// directions. build makes the event whose score is the given one (flip false)
// or its negative (flip true).
func (l *learner) sweep(score func([]float64) float64, from, to int, build func(t float64, flip bool) Event) []candidate {
	var out []candidate
	s := l.scores(score, from, to)
	if t, g := s.best(0); !math.IsInf(g, -1) {
		out = append(out, candidate{event: build(t, false), gain: g})
	}
	s.negate()
	if t, g := s.best(1); !math.IsInf(g, -1) {
		e := build(t, true)
		e.Swap = true
		out = append(out, candidate{event: e, gain: g})
	}
	return out
}

// scored holds sorted scores for each input: of all releases, and of the even
// and the odd ones.
type scored struct {
	l    *learner
	part [3][2][]float64
}

// best returns the threshold that promises the largest bound for the event
// {score > t}, which record dir should favour, and what to expect of it. How
// far frequencies are shaded when the threshold is chosen is itself chosen, by
// what thresholds from one half of the releases achieve on the other half; that
// also is the honest expectation. Without it a handful of lucky releases far
// out, picked from hundreds of thresholds, would look best.
func (s *scored) best(dir int) (t, gain float64) {
	l := s.l
	gain = math.Inf(-1)
	use := 0.0
	for _, caution := range l.lim.Caution {
		g := 0.0
		for half := 1; half <= 2; half++ {
			t, ok := l.bestThreshold(s.part[half][dir], s.part[half][1-dir], caution)
			if math.IsInf(ok, -1) {
				g = math.Inf(-1)
				break
			}
			a, b := s.part[3-half][dir], s.part[3-half][1-dir]
			g += 0.5 * l.gain(float64(above(a, t)), float64(above(b, t)), float64(len(a)), l.lim.Doubt)
		}
		if g > gain {
			gain, use = g, caution
		}
	}
	if math.IsInf(gain, -1) {
		return 0, gain
	}
	t, ok := l.bestThreshold(s.part[0][dir], s.part[0][1-dir], use)
	if math.IsInf(ok, -1) {
		return 0, ok
	}
	return t, gain
}

// above returns the number of entries of sorted x above t.
func above(x []float64, t float64) int {
	return len(x) - sort.Search(len(x), func(i int) bool { return x[i] > t })
}

// scores returns the sorted scores of releases from … to−1 for each input, in
// scratch that the next call uses again. A score that is not a number is in no
// event.
func (l *learner) scores(score func([]float64) float64, from, to int) *scored {
	s := &l.scored
	s.l = l
	for in := range 2 {
		for p := range s.part {
			s.part[p][in] = s.part[p][in][:0]
		}
		for i := from; i < to; i++ {
			v := score(l.row(in, i))
			if v != v {
				v = math.Inf(-1)
			}
			s.part[1+i&1][in] = append(s.part[1+i&1][in], v)
		}
		a, b := s.part[1][in], s.part[2][in]
		sortFloats(a, &l.keys)
		sortFloats(b, &l.keys)
		for len(a) > 0 && len(b) > 0 {
			if a[0] <= b[0] {
				s.part[0][in] = append(s.part[0][in], a[0])
				a = a[1:]
			} else {
				s.part[0][in] = append(s.part[0][in], b[0])
				b = b[1:]
			}
		}
		s.part[0][in] = append(append(s.part[0][in], a...), b...)
	}
	return s
}

// negate turns sorted scores into the sorted scores of the negative.
func (s *scored) negate() {
	for p := range s.part {
		for in := range s.part[p] {
			x := s.part[p][in]
			slices.Reverse(x)
			for i, v := range x {
				x[i] = -v
			}
		}
	}
}

// sortFloats sorts x, which has no NaN, by radix: six passes of eleven bits
// over keys whose order as integers is that of the numbers.
func sortFloats(x []float64, keys *[2][]uint64) {
	if len(x) < 512 {
		slices.Sort(x)
		return
	}
	const digits, width = 6, 11
	for i := range keys {
		if cap(keys[i]) < len(x) {
			keys[i] = make([]uint64, len(x))
		}
		keys[i] = keys[i][:len(x)]
	}
	var count [digits][1 << width]int32
	a, b := keys[0], keys[1]
	for i, v := range x {
		u := math.Float64bits(v)
		u ^= uint64(int64(u)>>63) | 1<<63
		a[i] = u
		for d := range digits {
			count[d][u>>(width*d)&(1<<width-1)]++
		}
	}
	for d := range digits {
		c := &count[d]
		at := int32(0)
		single := false
		for k, n := range c {
			single = single || int(n) == len(x)
			c[k] = at
			at += n
		}
		if single {
			continue
		}
		for _, u := range a {
			k := u >> (width * d) & (1<<width - 1)
			b[c[k]] = u
			c[k]++
		}
		a, b = b, a
	}
	for i, u := range a {
		x[i] = math.Float64frombits(u ^ (uint64(int64(^u)>>63) | 1<<63))
	}
}

// bestThreshold returns the t for which {score > t} promises the largest
// bound, a being the sorted scores under the record that should be likelier
// there. It tries about 300 places, dense at the top.
func (l *learner) bestThreshold(a, b []float64, caution float64) (t, gain float64) {
	gain = math.Inf(-1)
	n := float64(len(a))
	j := len(b) // b[j:] are above t
	try := func(i int) {
		// Hits of a: those above the midpoint of a[i−1] and a[i].
		if i > 0 && a[i] == a[i-1] {
			i = sort.SearchFloat64s(a, a[i])
		}
		var cut float64
		below := math.Inf(-1)
		if i > 0 {
			below = a[i-1]
		}
		for j > 0 && b[j-1] >= a[i] {
			j--
		}
		if j > 0 && b[j-1] > below {
			below = b[j-1]
		}
		if math.IsInf(below, -1) {
			// Everything is in: no event.
			return
		}
		if cut = below + (a[i]-below)/2; !(cut < a[i]) {
			cut = below
		}
		if g := l.gain(float64(len(a)-i), float64(len(b)-j), n, caution); g > gain {
			gain, t = g, cut
		}
	}
	for k := 1; k <= len(a); {
		try(len(a) - k)
		k += 1 + k/32
	}
	return t, gain
}

// thresholds returns the best events on one coordinate.
func (l *learner) thresholds() []candidate {
	var best [2]candidate
	best[0].gain, best[1].gain = math.Inf(-1), math.Inf(-1)
	try := func(t, g float64, sign float64, i, dir int) {
		if g <= best[dir].gain || math.IsInf(g, -1) {
			return
		}
		rel, shown := ">", t
		if sign < 0 {
			rel, shown = "<", -t
		}
		best[dir] = candidate{gain: g, event: Event{
			Kind: "threshold", Step: i / l.dim, Swap: dir == 1, Weights: []float64{t, sign, float64(i % l.dim)},
			Name: fmt.Sprintf("releases%s with %s %s %s", l.stepName(i/l.dim), l.coordinate(i%l.dim), rel, sheet.Format(shown, 4)),
		}}
	}
	for i := range l.d {
		s := l.scores(func(x []float64) float64 { return x[i] }, 0, min(l.n, l.lim.Hold))
		// A coordinate is no estimate of a ratio: either end may be likelier
		// under either record.
		for _, sign := range []float64{1, -1} {
			for dir := range 2 {
				t, g := s.best(dir)
				try(t, g, sign, i, dir)
			}
			s.negate()
		}
	}
	var out []candidate
	for _, c := range best {
		if !math.IsInf(c.gain, -1) {
			out = append(out, c)
		}
	}
	return out
}

func (l *learner) stepName(k int) string {
	if l.steps == 1 {
		return ""
	}
	return fmt.Sprintf(" of step %d", k)
}

func (l *learner) coordinate(j int) string {
	if l.dim == 1 {
		return "x"
	}
	return "x" + superscript(j+1)
}

func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var b strings.Builder
	for _, c := range fmt.Sprint(n) {
		b.WriteRune(digits[c-'0'])
	}
	return b.String()
}

// atoms handles discrete releases: where the selection holds few distinct
// releases, the event is a set of them, ordered by their estimated ratio.
func (l *learner) atoms() []candidate {
	probe := min(l.n, 2000)
	rows := make([][]float64, 0, 2*probe)
	for in := range 2 {
		for i := range probe {
			rows = append(rows, l.row(in, i))
		}
	}
	slices.SortFunc(rows, compare)
	rows = slices.CompactFunc(rows, func(a, b []float64) bool { return compare(a, b) == 0 })
	if len(rows) > l.lim.Atoms || len(rows) > probe/2 {
		return nil
	}
	find := func(x []float64) int {
		lo, hi := 0, len(rows)
		for lo < hi {
			mid := (lo + hi) / 2
			c := compare(rows[mid], x)
			if c == 0 {
				return mid
			} else if c < 0 {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		return -1
	}
	count := func(from, to int) (c [2][]float64) {
		for in := range 2 {
			c[in] = make([]float64, len(rows))
			for i := from; i < to; i++ {
				if k := find(l.row(in, i)); k >= 0 {
					c[in][k]++
				}
			}
		}
		return c
	}
	half := min(l.n, 2*l.lim.Hold) / 2
	fit := count(0, half)
	test := count(half, 2*half)
	return l.sets(fit, test, float64(half), func(chosen []int, ratio float64, swap bool) Event {
		slices.Sort(chosen)
		w := []float64{0.5, float64(len(chosen))}
		for _, k := range chosen {
			w = append(w, rows[k]...)
		}
		name := fmt.Sprintf("%d of %d possible releases, those with a likelihood ratio above %.3g", len(chosen), len(rows), ratio)
		if len(chosen) == 1 {
			name = "the release " + vector(rows[chosen[0]])
		}
		return Event{Kind: "atoms", Name: name, Weights: w, Step: -1, Swap: swap}
	})
}

func vector(x []float64) string {
	var b strings.Builder
	if len(x) > 1 {
		b.WriteString("(")
	}
	for i, v := range x {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 12 {
			b.WriteString("…")
			break
		}
		fmt.Fprintf(&b, "%.4g", v)
	}
	if len(x) > 1 {
		b.WriteString(")")
	}
	return b.String()
}

// sets orders disjoint pieces by the ratio of their counts in fit and returns
// the best beginning of that order by their counts in test, for either
// direction.
func (l *learner) sets(fit, test [2][]float64, n float64, build func(chosen []int, ratio float64, swap bool) Event) []candidate {
	var out []candidate
	for dir := range 2 {
		a, b := dir, 1-dir
		var order []int
		for k := range fit[0] {
			if fit[a][k] > 0 {
				order = append(order, k)
			}
		}
		ratio := func(k int) float64 { return (fit[a][k] + 0.5) / (fit[b][k] + 1) }
		sort.SliceStable(order, func(i, j int) bool { return ratio(order[i]) > ratio(order[j]) })
		best, at := math.Inf(-1), -1
		c1, c2 := 0.0, 0.0
		for i, k := range order {
			c1 += test[a][k]
			c2 += test[b][k]
			if g := l.gain(c1, c2, n, l.lim.Set); g > best {
				best, at = g, i
			}
		}
		if at >= 0 {
			out = append(out, candidate{event: build(slices.Clone(order[:at+1]), ratio(order[at]), dir == 1), gain: best})
		}
	}
	return out
}

// standard holds the pooled centre and 1/scale of each coordinate.
type standard struct{ centre, scale []float64 }

func (l *learner) standardise() standard {
	s := standard{make([]float64, l.d), make([]float64, l.d)}
	n := float64(2 * l.train)
	for in := range 2 {
		for i := range l.train {
			for j, v := range l.row(in, i) {
				s.centre[j] += v / n
			}
		}
	}
	for in := range 2 {
		for i := range l.train {
			for j, v := range l.row(in, i) {
				d := v - s.centre[j]
				s.scale[j] += float64(d*d) / n
			}
		}
	}
	for j, v := range s.scale {
		if v > 0 && !math.IsInf(v, 1) {
			s.scale[j] = 1 / math.Sqrt(v)
		} else {
			s.scale[j] = 0
		}
	}
	return s
}

// fitLogistic fits a ridge logistic regression on standardised coordinates
// (and, beyond "halfspace", their products) by Newton's method: the score is
// then an estimated log-likelihood ratio, discriminatively fitted, so that
// truncation and skewness of the releases do not mislead it.
func (l *learner) fitLogistic(std standard, kind string) []candidate {
	if l.train < 20 {
		return nil
	}
	d, block := l.d, 0
	switch kind {
	case "quadratic":
		block = d
	case "stepwise":
		block = l.dim
	}
	f := 1 + d
	if block > 0 {
		f += d / block * block * (block + 1) / 2
	}
	// Time is rows × features² × iterations; keep it near 10⁷.
	rows := min(l.train, 4000, 600*f, max(5_000_000/(f*f), 20*f, 200))
	features := func(x, out []float64) {
		out[0] = 1
		z := out[1 : 1+d]
		for i, v := range x {
			z[i] = math.Max(-30, math.Min(30, (v-std.centre[i])*std.scale[i]))
		}
		q := 1 + d
		for b := 0; block > 0 && b < d; b += block {
			for i := b; i < b+block; i++ {
				for j := i; j < b+block; j++ {
					out[q] = z[i] * z[j]
					q++
				}
			}
		}
	}
	x := make([]float64, 2*rows*f)
	for in := range 2 {
		for i := range rows {
			features(l.row(in, i), x[(in*rows+i)*f:(in*rows+i+1)*f])
		}
	}
	w := newton(x, rows, f)
	if w == nil {
		return nil
	}
	build := func(t float64, flip bool) Event {
		sign, dir := 1.0, "above"
		if flip {
			sign = -1
			dir = "above" // the score of a swapped event is the inverse ratio
		}
		e := Event{Kind: kind, Step: -1, Weights: []float64{t}}
		var shift float64
		if kind == "halfspace" {
			for i := range d {
				v := sign * w[1+i] * std.scale[i]
				e.Weights = append(e.Weights, v)
				shift += float64(v * std.centre[i])
			}
		} else {
			e.Weights = append(e.Weights, std.centre...)
			e.Weights = append(e.Weights, std.scale...)
			for _, v := range w[1:] {
				e.Weights = append(e.Weights, sign*v)
			}
		}
		ratio := num.Exp(t - shift + float64(sign*w[0]))
		form := map[string]string{"halfspace": "linear fit", "quadratic": "quadratic fit", "stepwise": "quadratic fit for each step"}[kind]
		e.Name = fmt.Sprintf("likelihood ratio of the whole release %s %.3g (%s)", dir, ratio, form)
		return e
	}
	probe := build(0, false)
	return l.sweep(newScore(probe, l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// newton fits a logistic regression of f features to 2·rows rows, the first
// half labelled 1, by damped Newton steps with a small ridge. nil where it
// fails.
func newton(x []float64, rows, f int) []float64 {
	w := make([]float64, f)
	n := 2 * rows
	ridge := 0.5 + float64(1e-4*float64(n))
	h := make([]float64, f*f)
	g := make([]float64, f)
	loss := func(w []float64) float64 {
		s := 0.0
		for j := 1; j < f; j++ {
			s += float64(0.5 * ridge * float64(w[j]*w[j]))
		}
		for i := range n {
			u := dot(w, x[i*f:(i+1)*f])
			if i >= rows {
				u = -u
			}
			if u > 0 {
				s += num.Log1p(num.Exp(-u))
			} else {
				s += num.Log1p(num.Exp(u)) - u
			}
		}
		return s
	}
	last := loss(w)
	for range 12 {
		clear(h)
		clear(g)
		for i := range n {
			r := x[i*f : (i+1)*f]
			p := 1 / (1 + num.Exp(-dot(w, r)))
			y := 0.0
			if i < rows {
				y = 1
			}
			k := p * (1 - p)
			for a, v := range r {
				g[a] += float64((y - p) * v)
				kv := k * v
				row := h[a*f : a*f+a+1]
				for b := range row {
					row[b] += float64(kv * r[b])
				}
			}
		}
		for a := range f {
			rr := ridge
			if a == 0 {
				rr = 1e-6
			}
			g[a] -= float64(rr * w[a])
			h[a*f+a] += rr
		}
		if !solveCholesky(h, g, f) {
			return nil
		}
		next := make([]float64, f)
		ok := false
		for damp := 1.0; damp > 0.01; damp /= 2 {
			for a := range f {
				next[a] = w[a] + float64(damp*g[a])
			}
			if v := loss(next); v < last {
				ok = last-v > 1e-4*last
				last = v
				copy(w, next)
				break
			}
		}
		if !ok {
			break
		}
	}
	return w
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += float64(v * b[i])
	}
	return s
}

// solveCholesky replaces g by h⁻¹g, h symmetric positive definite and given by
// its lower triangle, which it destroys.
func solveCholesky(h, g []float64, f int) bool {
	for i := range f {
		for j := 0; j <= i; j++ {
			s := h[i*f+j]
			for k := range j {
				s -= float64(h[i*f+k] * h[j*f+k])
			}
			if i == j {
				if !(s > 0) {
					return false
				}
				h[i*f+i] = math.Sqrt(s)
			} else {
				h[i*f+j] = s / h[j*f+j]
			}
		}
	}
	for i := range f {
		s := g[i]
		for k := range i {
			s -= float64(h[i*f+k] * g[k])
		}
		g[i] = s / h[i*f+i]
	}
	for i := f - 1; i >= 0; i-- {
		s := g[i]
		for k := i + 1; k < f; k++ {
			s -= float64(h[k*f+i] * g[k])
		}
		g[i] = s / h[i*f+i]
	}
	return true
}

// bins are pooled quantile edges and every training release's bins.
type bins struct {
	edges [][]float64
	code  [2][]uint8 // [input][release·d + coordinate]
	b     int
}

func (l *learner) binned() bins {
	b := bins{b: l.lim.Bins}
	probe := min(l.train, 4000)
	v := make([]float64, 0, 2*probe)
	for j := range l.d {
		v = v[:0]
		for in := range 2 {
			for i := range probe {
				v = append(v, l.row(in, i)[j])
			}
		}
		slices.Sort(v)
		edges := make([]float64, b.b-1)
		for k := range edges {
			edges[k] = v[(k+1)*len(v)/b.b]
		}
		b.edges = append(b.edges, edges)
	}
	for in := range 2 {
		b.code[in] = make([]uint8, l.train*l.d)
		for i := range l.train {
			for j, x := range l.row(in, i) {
				b.code[in][i*l.d+j] = uint8(binOf(b.edges[j], x))
			}
		}
	}
	return b
}

// fitRatio estimates each coordinate's density ratio by a smoothed histogram
// and adds the logarithms, as if coordinates were independent.
func (l *learner) fitRatio(b bins) []candidate {
	if l.train < 20 {
		return nil
	}
	w := []float64{float64(b.b)}
	for j := range l.d {
		var c [2][]float64
		for in := range 2 {
			c[in] = make([]float64, b.b)
			for i := range l.train {
				c[in][b.code[in][i*l.d+j]]++
			}
		}
		w = append(w, b.edges[j]...)
		for k := range b.b {
			// One pseudo-release a bin pulls empty bins to a ratio of 1.
			w = append(w, num.Log((c[0][k]+1)/(c[1][k]+1)))
		}
	}
	build := func(t float64, flip bool) Event {
		v := slices.Clone(w)
		if flip {
			for j := range l.d {
				row := v[1+j*(2*b.b-1):][b.b-1 : 2*b.b-1]
				for k := range row {
					row[k] = -row[k]
				}
			}
		}
		return Event{Kind: "ratio", Step: -1, Weights: append([]float64{t}, v...),
			Name: fmt.Sprintf("likelihood ratio of the whole release above %.3g (histogram of each coordinate)", num.Exp(t))}
	}
	return l.sweep(newScore(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// fitTree grows an adaptive partition into boxes, splitting where the two
// records' releases differ most (largest gain of the likelihood of the
// labels), and takes the union of the boxes with the largest ratio.
func (l *learner) fitTree(b bins) []candidate {
	if l.train < 2*l.lim.Leaf {
		return nil
	}
	idx := make([]int32, 0, 2*l.train) // releases: i for input 0, train+i for input 1
	for i := range 2 * l.train {
		idx = append(idx, int32(i))
	}
	code := func(r int32) []uint8 {
		if int(r) < l.train {
			return b.code[0][int(r)*l.d : (int(r)+1)*l.d]
		}
		r -= int32(l.train)
		return b.code[1][int(r)*l.d : (int(r)+1)*l.d]
	}
	var nodes []float64
	hist := make([]float64, l.d*b.b*2)
	var grow func(idx []int32, depth int) int
	grow = func(idx []int32, depth int) int {
		me := len(nodes) / 4
		clear(hist)
		var tot [2]float64
		for _, r := range idx {
			in := 0
			if int(r) >= l.train {
				in = 1
			}
			tot[in]++
			for j, k := range code(r) {
				hist[(j*b.b+int(k))*2+in]++
			}
		}
		nodes = append(nodes, -1, num.Log((tot[0]+0.5)/(tot[1]+0.5)), 0, 0)
		if depth == 0 || len(idx) < 2*l.lim.Leaf {
			return me
		}
		bestGain, bj, bk := 3.0, -1, 0 // nats: about what noise gives among this many splits
		base := entropy(tot[0], tot[1])
		for j := range l.d {
			var left [2]float64
			for k := 0; k < b.b-1; k++ {
				left[0] += hist[(j*b.b+k)*2]
				left[1] += hist[(j*b.b+k)*2+1]
				nl := left[0] + left[1]
				if nl < float64(l.lim.Leaf) || float64(len(idx))-nl < float64(l.lim.Leaf) {
					continue
				}
				g := base - entropy(left[0], left[1]) - entropy(tot[0]-left[0], tot[1]-left[1])
				if g > bestGain {
					bestGain, bj, bk = g, j, k
				}
			}
		}
		if bj < 0 {
			return me
		}
		// Stable partition keeps the order independent of anything else.
		left := make([]int32, 0, len(idx))
		right := make([]int32, 0, len(idx))
		for _, r := range idx {
			if int(code(r)[bj]) <= bk {
				left = append(left, r)
			} else {
				right = append(right, r)
			}
		}
		nodes[4*me], nodes[4*me+1] = float64(bj), b.edges[bj][bk]
		nodes[4*me+2] = float64(grow(left, depth-1))
		nodes[4*me+3] = float64(grow(right, depth-1))
		return me
	}
	grow(idx, l.lim.Depth)
	if len(nodes) == 4 {
		return nil
	}
	build := func(t float64, flip bool) Event {
		v := slices.Clone(nodes)
		leaves := 0
		for k := 0; k < len(v); k += 4 {
			if v[k] < 0 {
				if flip {
					v[k+1] = -v[k+1]
				}
				if v[k+1] > t {
					leaves++
				}
			}
		}
		return Event{Kind: "tree", Step: -1, Weights: append([]float64{t}, v...),
			Name: fmt.Sprintf("%d boxes of an adaptive partition, those with a likelihood ratio above %.3g", leaves, num.Exp(t))}
	}
	return l.sweep(newScore(build(0, false), l.steps, l.dim), l.train, l.train+min(l.hold, l.lim.Fitted), build)
}

// entropy returns n·H of two counts, in nats.
func entropy(a, b float64) float64 {
	n := a + b
	s := 0.0
	if a > 0 {
		s -= float64(a * num.Log(a/n))
	}
	if b > 0 {
		s -= float64(b * num.Log(b/n))
	}
	return s
}
