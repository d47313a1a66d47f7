// Package show decides how the releases of a run are drawn on the stage, and draws
// them: as bars where few values or lists occur, on a line, as curves over time, or in
// a plane of the two numbers that tell the inputs apart best. It believes that each
// dot must be a number of the very release that was tested.
package show

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
)

// Description says what a release holds.
type Description struct {
	// Inputs are what the two inputs are called, at most fourteen letters each.
	Inputs mechanism.Names
	// Axes name the numbers of one step, by Label and Unit. Where two of a step
	// are a position, they come first: the stage draws positions.
	Axes []film.Axis
	// Time names the steps.
	Time film.Axis
	// Answers, where a release is a number that stands for one of several answers,
	// are what those are called: the release is the index.
	Answers []lang.Message
	// Words are those that the cells of releases list.
	Words []string
	// Lists says that a release's steps are entries of a list, in no order of
	// time: two of them are drawn in place of a curve through all.
	Lists bool
}

// What a show holds at most: draws of each input, and numbers of them.
const (
	showDraws   = 2000
	showNumbers = 200_000
	// fewValues are so few that releases are drawn as bars; fewRows so few
	// different lists, of which mostRows have bars of their own.
	fewValues = 16
	fewRows   = 64
	mostRows  = 10
	// telling is how many releases of each input decide which coordinates are
	// drawn.
	telling = 1000
	// far is the share of draws on each side that need not be in the picture.
	far = 0.005
)

// showing makes the shows of one audit.
type showing struct {
	release Description
	mech    mechanism.Mechanism

	steps, dim int
	form       film.Form
	numbers    []int // which of a release's numbers are drawn
	axes       [2]film.Axis
	values     []float64      // Bars of single numbers: the release of each word
	rows       map[string]int // Bars of whole releases: the word of each
	shape      func(row []float64) []float64
	words      []lang.Message
}

// Watch returns what follows an audit of a mechanism for the stage.
func Watch(mech mechanism.Mechanism, release Description) *audit.Watch {
	s := &showing{release: release, mech: mech}
	s.steps, s.dim = mech.Shape()
	keep := int64(showDraws)
	if s.dim == 1 {
		keep = max(min(keep, int64(showNumbers/s.steps)), 1)
	}
	return &audit.Watch{Keep: keep, Choose: s.choose, Scene: func(seen audit.Seen) ([]byte, error) {
		return s.show(seen).MarshalBinary()
	}}
}

// axis returns the name of a number of a release.
func (s *showing) axis(i int) film.Axis {
	k := i % s.dim
	a := film.Axis{Label: lang.Say("show.release")}
	if s.dim > 1 {
		a.Label = lang.Say("show.number", "i", k+1)
	}
	if k < len(s.release.Axes) {
		a = s.release.Axes[k]
	}
	return a
}

// choose decides on the selection releases how the test's are drawn.
func (s *showing) choose(sample mechanism.Sample) []int {
	few := s.first(sample)
	both := func(i int) []float64 {
		return slices.DeleteFunc(append(column(few, 0, i), column(few, 1, i)...), func(v float64) bool {
			return v-v != 0
		})
	}
	switch {
	case s.dim == 1 && s.release.Lists && s.combined(few):
	case s.dim == 1 && wordy(few, telling):
		s.shape = shapes(few)
		s.whole(few)
	case s.steps*s.dim == 1:
		s.form, s.numbers = film.Line, []int{0}
		s.distinct(slices.Concat(sample.R[0], sample.R[1]))
		s.axes[0] = s.axis(0)
		if s.form == film.Line {
			s.axes[0].Min, s.axes[0].Max = film.Span(both(0), far)
		}
	case s.dim == 1 && s.listed(few):
	case s.dim == 1 && s.steps >= 3 && !s.release.Lists:
		s.form = film.Stream
		var all []float64
		for i := range s.steps {
			s.numbers = append(s.numbers, i)
			lo, hi := film.Span(both(i), far)
			all = append(all, lo, hi)
		}
		s.axes[0], s.axes[1] = s.release.Time, s.axis(0)
		s.axes[0].Label = cmp.Or(s.axes[0].Label, lang.Say("show.step"))
		if s.axes[0].Max <= s.axes[0].Min {
			s.axes[0].Min, s.axes[0].Max = 0, float64(s.steps-1)
		}
		s.axes[1].Min, s.axes[1].Max = slices.Min(all), slices.Max(all)
	default:
		s.form = film.Plane
		a, b := s.pair(few, func(in, i int) []float64 { return column(few, in, i) })
		s.numbers = []int{a, b}
		for k, i := range s.numbers {
			s.axes[k] = s.axis(i)
			switch {
			case s.release.Lists:
				s.axes[k].Label = entry(i)
				if labels := mechanism.Labels(s.mech); i < len(labels) {
					s.axes[k].Label = labels[i]
				}
			case s.steps > 1:
				s.axes[k].Label = lang.Say("show.axis", "axis", s.axes[k].Label, "step", i/s.dim)
			}
			s.axes[k].Min, s.axes[k].Max = film.Span(both(i), far)
		}
	}
	return s.numbers
}

// distinct makes bars of releases that take few values.
func (s *showing) distinct(all []float64) {
	if n := len(s.release.Answers); n > 0 {
		s.form, s.words = film.Bars, s.release.Answers
		for i := range n {
			s.values = append(s.values, float64(i))
		}
		return
	}
	var seen []float64
	for _, v := range all {
		if i, ok := slices.BinarySearch(seen, v); !ok {
			if seen = slices.Insert(seen, i, v); len(seen) > fewValues {
				return
			}
		}
	}
	s.form, s.values = film.Bars, seen
	for _, v := range seen {
		s.words = append(s.words, lang.Say("show.value", "v", v))
	}
}

// listed makes bars of whole releases, where they are lists of which few differ.
func (s *showing) listed(few mechanism.Sample) bool {
	if count, _ := s.kinds(few, fewRows); len(count) > fewRows {
		return false
	}
	s.whole(few)
	return true
}

// first returns the first releases of a sample.
func (s *showing) first(sample mechanism.Sample) mechanism.Sample {
	out := mechanism.Sample{Steps: s.steps, Dim: s.dim}
	for in, r := range sample.R {
		out.R[in] = r[:min(len(r), telling*out.Width())]
	}
	return out
}

// kinds counts the different lists among releases, and keeps one of each, until it has more than
// so many.
func (s *showing) kinds(few mechanism.Sample, most int) (count map[string]int, one map[string][]float64) {
	count, one = map[string]int{}, map[string][]float64{}
	for _, r := range few.R {
		for row := range slices.Chunk(r, s.steps) {
			if s.shape != nil {
				row = s.shape(row)
			}
			k := key(row)
			if count[k]++; count[k] == 1 {
				one[k] = slices.Clone(row)
			}
			if len(count) > most {
				return count, one
			}
		}
	}
	return count, one
}

// whole makes bars of the most frequent lists.
func (s *showing) whole(few mechanism.Sample) {
	count, one := s.kinds(few, math.MaxInt)
	keys := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	words := mechanism.Words(s.mech)
	s.form, s.rows, s.words = film.Bars, map[string]int{}, nil
	s.axes[0] = film.Axis{Label: lang.Say("show.release")}
	for _, k := range keys[:min(len(keys), mostRows)] {
		s.rows[k] = len(s.words)
		text := mechanism.RowText(one[k], words)
		s.words = append(s.words, lang.Verbatim(lang.Clip(text, film.MaxText-1)))
		if strings.Contains(text, anyNumber) {
			s.axes[0].Label = lang.Say("show.release.shape", "sign", anyNumber)
		}
	}
	for i := range s.steps {
		s.numbers = append(s.numbers, i)
	}
}

// combined makes bars of what two entries hold together, where whole lists would
// be bars of a release each and two entries, as a plane, a few dots.
func (s *showing) combined(few mechanism.Sample) bool {
	if s.numbers = categoricalPair(few); s.numbers == nil {
		return false
	}
	words := mechanism.Words(s.mech)
	s.form, s.rows = film.Bars, map[string]int{}
	for _, u := range categories(few, s.numbers[0]) {
		for _, v := range categories(few, s.numbers[1]) {
			two := []float64{u, v}
			s.rows[key(two)] = len(s.words)
			s.words = append(s.words, lang.Verbatim(lang.Clip(mechanism.RowText(two, words), film.MaxText-1)))
		}
	}
	s.axes[0] = film.Axis{Label: entries(s.numbers[0], s.numbers[1])}
	return true
}

// key tells releases apart, cell by cell.
func key(row []float64) string {
	b := make([]byte, 0, 8*len(row))
	for _, v := range row {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}

// pair returns the two numbers of a release that tell the inputs apart best:
// those of the most telling step, or of two steps where a step has one.
func (s *showing) pair(few mechanism.Sample, values func(in, i int) []float64) (a, b int) {
	var sorter num.Sorter
	apart := func(i int) float64 {
		x, y := values(0, i), values(1, i)
		n := len(x) + len(y)
		bad := func(v float64) bool { return v-v != 0 }
		x, y = slices.DeleteFunc(x, bad), slices.DeleteFunc(y, bad)
		if len(x) == 0 || len(y) == 0 {
			return 0
		}
		sorter.Sort(x)
		sorter.Sort(y)
		// What few releases have is not worth an axis.
		return stat.KolmogorovSmirnov(x, nil, y, nil) * float64(len(x)+len(y)) / float64(n)
	}
	if s.dim == 1 && s.release.Lists {
		var cols []int
		for i := range s.steps {
			if _, most := numbers(few, i); most {
				cols = append(cols, i)
			}
		}
		if len(cols) >= 2 {
			return numericPair(few, cols)
		}
	}
	if s.dim == 1 {
		a, b, _ = best(s.steps, apart)
		return a, b
	}
	most := -1.0
	for k := range s.steps {
		// A position comes first among a step's numbers. Of others, the two that
		// tell most are drawn.
		of := s.dim
		if len(s.release.Axes) >= 2 {
			of = min(of, 2)
		}
		if i, j, d := best(of, func(c int) float64 { return apart(k*s.dim + c) }); d > most {
			most, a, b = d, k*s.dim+i, k*s.dim+j
		}
	}
	return a, b
}

// best returns the two of n that tell most, in their order, and how much the
// first of them tells.
func best(n int, tell func(i int) float64) (i, j int, most float64) {
	order, tells := make([]int, n), make([]float64, n)
	for c := range order {
		order[c], tells[c] = c, tell(c)
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(tells[y], tells[x]) })
	i, j = order[0], order[min(1, n-1)]
	return min(i, j), max(i, j), tells[order[0]]
}

// show lays out what an audit has seen.
func (s *showing) show(seen audit.Seen) *film.Show {
	out := &film.Show{
		Form: s.form, Axes: s.axes, Words: s.words,
		Names:  [2]lang.Message{s.release.Inputs.Of(0), s.release.Inputs.Of(1)},
		Pair:   seen.Pair,
		Event:  s.eventName(seen.Event),
		Counts: seen.Counts, Drawn: seen.Drawn, Goal: seen.Goal,
		Epsilon: seen.Claim.Epsilon, Delta: seen.Claim.Delta, Limits: seen.Limits,
	}
	for in := range out.Clouds {
		out.Clouds[in] = s.cloud(seen.Kept[in], seen.In[in], &out.Words)
	}
	out.Edge = s.edge(seen)
	if r := seen.Report; r != nil {
		out.Verdict = film.Verdict(r.Verdict)
	}
	return out
}

// eventName is what the stage calls the event that it shows, in plain words.
func (s *showing) eventName(e event.Event) lang.Message {
	if e.Look() == "" {
		return e.Name
	}
	like, _ := s.release.Inputs.Likelier(e.Swap)
	return lang.Say("show.event.look", "like", like)
}

// cloud turns kept releases into what is drawn; those with a number that is
// not finite cannot be drawn. words gets one more where a release is none of
// them.
func (s *showing) cloud(kept []float64, in []bool, words *[]lang.Message) film.Cloud {
	n := len(s.numbers)
	c := film.Cloud{Stride: n}
	if s.rows != nil {
		c.Stride = 1
	}
	for i := range len(kept) / n {
		row := kept[i*n : (i+1)*n]
		if s.rows != nil {
			if s.shape != nil {
				row = s.shape(row)
			}
			k, ok := s.rows[key(row)]
			if !ok {
				k = s.other(words, len(s.rows))
			}
			row = []float64{float64(k)}
		} else if slices.ContainsFunc(row, func(v float64) bool { f := float64(float32(v)); return f-f != 0 }) {
			continue
		}
		for _, v := range row {
			if s.form == film.Bars && s.rows == nil {
				k, ok := slices.BinarySearch(s.values, v)
				if !ok {
					k = s.other(words, len(s.values))
				}
				v = float64(k)
			}
			c.Data = append(c.Data, float32(v))
		}
		held := float32(0)
		if in[i] {
			held = 1
		}
		c.In = append(c.In, held)
	}
	return c
}

// other returns the place of what has no bar of its own, after the others.
func (s *showing) other(words *[]lang.Message, place int) int {
	if len(*words) == place {
		*words = append(slices.Clip(*words), lang.Say("show.other"))
	}
	return place
}

// edge returns where the event begins and ends, where that is one number or a
// straight line across the picture.
func (s *showing) edge(seen audit.Seen) []float32 {
	switch s.form {
	case film.Line:
		var out []float32
		for _, span := range seen.Spans {
			lo, hi := max(span[0], s.axes[0].Min), min(span[1], s.axes[0].Max)
			if lo < hi && len(out) < 128 {
				out = append(out, float32(lo), float32(hi))
			}
		}
		return out
	case film.Plane:
		i, t, ok := seen.Event.Threshold()
		if !ok {
			return nil
		}
		x, y := s.axes[0], s.axes[1]
		switch i {
		case s.numbers[0]:
			return []float32{float32(t), float32(y.Min), float32(t), float32(y.Max)}
		case s.numbers[1]:
			return []float32{float32(x.Min), float32(t), float32(x.Max), float32(t)}
		}
	}
	return nil
}
