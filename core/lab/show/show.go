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
	// About holds, of positions that the film enlarges in its first lens, what of each step is in
	// the middle of that, and Seen is of how many releases of each input.
	About []float64
	Seen  int
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

// showing is how the releases of a mechanism are drawn.
type showing struct {
	release Description
	mech    mechanism.Mechanism

	steps, dim int
	form       film.Form
	numbers    []int // which of a release's numbers are drawn
	axes       [2]film.Axis
	// Of Bars:
	shape func(row []float64) []float64 // the kind of release that a row is
	bars  [][]float64                   // the release, or the kind, of each
	place map[string]int                // of those, by key
	words []lang.Message
}

// newShowing returns how a mechanism's releases are drawn, before that is chosen.
func newShowing(mech mechanism.Mechanism, release Description) *showing {
	s := &showing{release: release, mech: mech, shape: itself}
	s.steps, s.dim = mech.Shape()
	return s
}

// Watch returns what follows an audit of a mechanism for the stage.
func Watch(mech mechanism.Mechanism, release Description) *audit.Watch {
	s := newShowing(mech, release)
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

// choose decides on some releases how others are drawn.
func (s *showing) choose(sample mechanism.Sample) []int {
	few := mechanism.Sample{Steps: s.steps, Dim: s.dim}
	for in, r := range sample.R {
		few.R[in] = r[:min(len(r), telling*few.Width())]
	}
	switch {
	case s.dim == 1 && s.release.Lists && s.combined(few):
	case s.dim == 1 && wordy(few):
		s.shape = s.shapes(few)
		s.whole(few)
	case s.release.Answers != nil:
		s.answered()
	case s.dim == 1 && s.listed(few):
	case s.steps*s.dim == 1:
		s.plot(few, 0)
	case s.dim == 1 && s.release.Lists:
		if cols := tellingEntries(few); len(cols) > 0 {
			s.plot(few, cols...)
		} else {
			s.whole(few)
		}
	case s.dim == 1 && s.steps >= 3:
		s.stream(few)
	default:
		s.plot(few, s.position(few)...)
	}
	return s.numbers
}

// plot draws one number of a release on a line, or two in a plane, the first on the level axis:
// where nearly all of few are seen.
func (s *showing) plot(few mechanism.Sample, numbers ...int) {
	s.form, s.numbers = [...]film.Form{1: film.Line, 2: film.Plane}[len(numbers)], numbers
	labels := mechanism.Labels(s.mech)
	for k, i := range numbers {
		a := s.axis(i)
		switch {
		case s.steps == 1:
		case s.release.Lists && i < len(labels):
			a.Label = labels[i]
		case s.release.Lists:
			a.Label = lang.Say("show.entry", "i", i+1)
		default:
			a.Label = lang.Say("show.axis", "axis", a.Label, "step", i/s.dim)
		}
		a.Min, a.Max = span(few, i)
		s.axes[k] = a
	}
}

// stream draws all as a curve over time.
func (s *showing) stream(few mechanism.Sample) {
	s.form, s.axes = film.Stream, [2]film.Axis{s.release.Time, s.axis(0)}
	time, value := &s.axes[0], &s.axes[1]
	time.Label = cmp.Or(time.Label, lang.Say("show.step"))
	if time.Max <= time.Min {
		time.Min, time.Max = 0, float64(s.steps-1)
	}
	value.Min, value.Max = math.Inf(1), math.Inf(-1)
	for i := range s.steps {
		lo, hi := span(few, i)
		s.numbers, value.Min, value.Max = append(s.numbers, i), min(value.Min, lo), max(value.Max, hi)
	}
}

// position returns the two numbers of a release that tell the inputs apart best: those of the
// most telling step. A position comes first among a step's numbers; of others, the two that
// tell most are drawn.
func (s *showing) position(few mechanism.Sample) []int {
	if s.dim == 1 {
		return []int{0, 1}
	}
	of := s.dim
	if len(s.release.Axes) >= 2 {
		of = 2
	}
	a, b, most := 0, 1, math.Inf(-1)
	for k := range s.steps {
		cols := make([]int, of)
		for i := range cols {
			cols[i] = k*s.dim + i
		}
		if i, j, d := numericPair(few, cols); d > most {
			a, b, most = i, j, d
		}
	}
	return []int{a, b}
}

// barsOf makes bars of what some numbers of a release hold.
func (s *showing) barsOf(numbers []int, bars [][]float64, label lang.Message) {
	s.form, s.numbers, s.bars, s.place = film.Bars, numbers, bars, map[string]int{}
	s.axes[0] = film.Axis{Label: label}
	for i, row := range bars {
		s.place[key(row)] = i
		text := mechanism.RowText(row, mechanism.Words(s.mech))
		s.words = append(s.words, lang.Verbatim(lang.Clip(text, film.MaxText-1)))
	}
}

// listed makes bars of whole releases, where few of them differ: of single numbers in their
// order.
func (s *showing) listed(few mechanism.Sample) bool {
	most := fewRows
	if s.steps == 1 {
		most = fewValues
	}
	count, one := s.kinds(few, most)
	if len(count) > most {
		return false
	}
	if s.steps > 1 {
		s.whole(few)
		return true
	}
	bars := slices.SortedFunc(maps.Values(one), slices.Compare)
	s.barsOf([]int{0}, bars, s.axis(0).Label)
	for i, row := range bars {
		s.words[i] = lang.Say("show.value", "v", row[0])
	}
	return true
}

// answered makes bars of releases that stand for answers.
func (s *showing) answered() {
	var bars [][]float64
	for i := range s.release.Answers {
		bars = append(bars, []float64{float64(i)})
	}
	s.barsOf([]int{0}, bars, s.axis(0).Label)
	s.words = s.release.Answers
}

// kinds counts the different lists among releases, and keeps one of each, until it has more than
// so many.
func (s *showing) kinds(few mechanism.Sample, most int) (count map[string]int, one map[string][]float64) {
	count, one = map[string]int{}, map[string][]float64{}
	for _, r := range few.R {
		for row := range slices.Chunk(r, s.steps) {
			row = s.shape(row)
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
	var bars [][]float64
	label := lang.Say("show.frequent")
	for _, k := range keys[:min(len(keys), mostRows)] {
		bars = append(bars, one[k])
		if strings.Contains(mechanism.RowText(one[k], mechanism.Words(s.mech)), anyNumber) {
			label = lang.Say("show.frequent.shape", "sign", anyNumber)
		}
	}
	s.barsOf(num.Indices(s.steps), bars, label)
}

// combined makes bars of what two entries hold together, where whole lists would
// be bars of a release each and two entries, as a plane, a few dots.
func (s *showing) combined(few mechanism.Sample) bool {
	two := s.categoricalPair(few)
	if two == nil {
		return false
	}
	var bars [][]float64
	for _, u := range categories(few, two[0]) {
		for _, v := range categories(few, two[1]) {
			bars = append(bars, []float64{u, v})
		}
	}
	s.barsOf(two, bars, lang.Say("show.entries", "a", two[0]+1, "b", two[1]+1))
	return true
}

// bar returns the bar of what the numbers of a release hold that are drawn; ok is false where
// it has none of its own.
func (s *showing) bar(row []float64) (i int, ok bool) {
	i, ok = s.place[key(s.shape(row))]
	return i, ok
}

// key tells releases apart, cell by cell.
func key(row []float64) string {
	b := make([]byte, 0, 8*len(row))
	for _, v := range row {
		if v == 0 { // −0 reads like 0
			v = 0
		}
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}

// show lays out what an audit has seen.
func (s *showing) show(seen audit.Seen) *film.Show {
	out := &film.Show{
		Form: s.form, Axes: s.axes, Words: s.words,
		Names:  [2]lang.Message{s.release.Inputs.Of(0), s.release.Inputs.Of(1)},
		Pair:   seen.Pair,
		Event:  s.eventName(seen.Event),
		Counts: seen.Counts, Drawn: seen.Drawn, Goal: seen.Goal,
		Epsilon: seen.Claim.Epsilon, Delta: seen.Claim.Delta,
	}
	for in := range out.Clouds {
		out.Clouds[in] = s.cloud(seen.Kept[in], seen.In[in], &out.Words)
	}
	out.Edge = s.edge(seen)
	if n := s.numbers; s.form == film.Plane && s.release.About != nil && n[0]%s.dim == 0 && n[1] == n[0]+1 {
		at := n[0] / s.dim * 2
		out.About, out.Seen = s.release.About[at:at+2], s.release.Seen
	}
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
	if s.form == film.Bars {
		c.Stride = 1
	}
	for i := range len(kept) / n {
		row := kept[i*n : (i+1)*n]
		switch {
		case s.form == film.Bars:
			k, ok := s.bar(row)
			if !ok { // it stands after the others
				if k = len(s.bars); len(*words) == k {
					*words = append(slices.Clip(*words), lang.Say("show.other"))
				}
			}
			c.Data = append(c.Data, float32(k))
		case slices.ContainsFunc(row, func(v float64) bool { f := float64(float32(v)); return f-f != 0 }):
			continue
		default:
			for _, v := range row {
				c.Data = append(c.Data, float32(v))
			}
		}
		held := float32(0)
		if in[i] {
			held = 1
		}
		c.In = append(c.In, held)
	}
	return c
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
