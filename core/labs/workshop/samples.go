package workshop

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/tell"
)

// lexicon gives words their cells.
type lexicon struct {
	bits  bool // a zero's sign counts
	list  []string
	index map[string]int
}

// newLexicon lists the words of tables, sorted.
func newLexicon(bits bool, tables ...*Table) *lexicon {
	var list []string
	for _, t := range tables {
		for w := range t.words {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return lexiconOf(bits, list[:min(len(list), mostWords)])
}

func lexiconOf(bits bool, list []string) *lexicon {
	l := &lexicon{bits: bits, list: list, index: map[string]int{}}
	for i, w := range list {
		l.index[w] = i
	}
	return l
}

// cells turns a row into cells, at the end of out.
func (l *lexicon) cells(t *Table, row []string, out []float64) []float64 {
	for _, f := range row {
		if v, ok := t.number(f); ok {
			out = append(out, mechanism.Number(v))
		} else if i, ok := l.index[f]; ok {
			out = append(out, mechanism.ListedWord(i))
		} else {
			out = append(out, mechanism.Word(f))
		}
	}
	if !l.bits {
		mechanism.OneZero(out)
	}
	return out
}

// File is where samples came from.
type File struct {
	Name   lang.Message `json:"name"`
	SHA256 string       `json:"sha256,omitempty"`
	Rows   int          `json:"rows"`
}

// Judgement is what samples of releases show.
type Judgement struct {
	audit.Report
	Seed    uint64       `json:"seed"`
	Sources [2]File      `json:"sources"`
	Split   lang.Message `json:"split"` // one sentence: which releases chose and which tested
}

// chooseShare is the part of samples that choose the event.
const chooseShare = 0.3

// least is about how many releases of each input it takes to contradict a claim
// at all, the part that chooses the event included: an event that always happens
// for one input and never for the other.
func least(epsilon, delta, alpha float64) float64 {
	// So many expected events are refuted by seeing none: −ln α.
	return math.Ceil((-math.Log(alpha)*math.Exp(epsilon)/(1-delta) + 20) / (1 - chooseShare))
}

// JudgeTables tests the claim in set on two tables of releases. The seed says
// which releases choose the event and which test it.
func JudgeTables(a, b *Table, set audit.Settings) (*Judgement, error) {
	return judgeTables(a, b, set, nil)
}

// judgeTables reads the tables twice: for the releases that choose, and for those that
// test. It holds the first alone.
func judgeTables(a, b *Table, set audit.Settings, p *passes) (*Judgement, error) {
	if a.Width != b.Width {
		return nil, lang.Errorf("workshop.samples.widths", "source", a.subject, "n", a.Width, "other", b.Width)
	}
	n, width := min(a.Rows, b.Rows), a.Width
	choose := min(int(chooseShare*float64(n)), mostChosen, mostHeld/width)
	least := least(set.Epsilon, set.Delta, set.Alpha)
	if choose < 20 || float64(n) < least {
		return nil, lang.Errorf("workshop.samples.few", "n", a.Rows, "other", b.Rows, "eps", set.Epsilon,
			"least", math.Max(least, 70))
	}
	set.N, set.M = choose, n-choose
	words := newLexicon(set.Bits, a, b)
	tables := [2]*Table{a, b}
	// of has f called with the cells of each release that the lot gives to a part.
	of := func(part int, f func(in int, cells []float64)) error {
		cells := make([]float64, 0, width)
		for in, t := range tables {
			l := newLot(t.Rows, set, in)
			err := t.each(p, nil, func(row []string, _ int) error {
				if l.draw() == part {
					cells = words.cells(t, row, cells[:0])
					f(in, cells)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	sel := mechanism.Sample{Steps: width, Dim: 1}
	for in := range sel.R {
		sel.R[in] = make([]float64, 0, choose*width)
	}
	if err := of(toChoose, func(in int, cells []float64) { sel.R[in] = append(sel.R[in], cells...) }); err != nil {
		return nil, err
	}
	for in, rows := range sel.R {
		mix(rows, width, set.Seed, in)
	}
	c := newCounter(sel, words.list, set, func() { p.tell("work.choosing", fitting) })
	if err := of(toTest, c.add); err != nil {
		return nil, err
	}
	j := conclude(c, [][]audit.Count{c.counts(int64(set.M))}, set)
	for in, t := range tables {
		j.Sources[in] = File{lang.Verbatim(t.Name), t.SHA256, t.Rows}
	}
	j.Split = lang.Say("workshop.split.lot", "n", choose, "seed", strconv.FormatUint(set.Seed, 10), "m", set.M)
	for _, t := range tables {
		if left := t.Rows - n; left > 0 {
			j.Warnings = append(j.Warnings, lang.Say("workshop.samples.left", "n", left, "file", lang.Clip(t.Name, 60)))
		}
	}
	if a.Rows == b.Rows && a.print == b.print {
		j.Warnings = append(j.Warnings, lang.Say("workshop.samples.same"))
	}
	return j, nil
}

// lot deals a table's releases, in their order, to choose the event, to test it, or to
// neither: every way to deal so many of each is equally likely (Fan, Muller & Rezucha
// 1962).
type lot struct {
	s    rng.Stream
	left [3]int
}

// The parts of a lot.
const (
	toChoose = iota
	toTest
	toNeither
)

func newLot(rows int, set audit.Settings, in int) *lot {
	s := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseSplit, Input: uint32(in)})
	return &lot{s, [3]int{toChoose: set.N, toTest: set.M, toNeither: rows - set.N - set.M}}
}

// draw returns the part of the next release.
func (l *lot) draw() (part int) {
	k := l.s.Intn(l.left[toChoose] + l.left[toTest] + l.left[toNeither])
	for k >= l.left[part] {
		k -= l.left[part]
		part++
	}
	l.left[part]--
	return part
}

// mix puts rows in an order by lot: the search fits to parts of them, which must be like
// the rest.
func mix(rows []float64, width int, seed uint64, in int) {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSplit, Input: uint32(in), Trial: 1})
	for i := len(rows)/width - 1; i > 0; i-- {
		k := s.Intn(i + 1)
		for c := range width {
			rows[i*width+c], rows[k*width+c] = rows[k*width+c], rows[i*width+c]
		}
	}
}

// counter counts how often releases fall into the events that are tested.
type counter struct {
	events []event.Event
	match  [][2]func(row []float64) bool // of each event and its opposite, where it has one
	hits   [][2][2]int64                 // of each event and its opposite: for each input
	// What the proven curve is made of, where the claim is about it.
	levels *curve.Levels // nil: nothing
	bin    func(row []float64) int
	bins   [2][]int64
}

// newCounter chooses the events to test on a sample of cells.
func newCounter(sel mechanism.Sample, words []string, set audit.Settings, pause func()) *counter {
	aim := set.Aim()
	aim.Learn, aim.Pause, aim.Layout = true, pause, event.Layout{Width: sel.Width(), Words: words}
	events := learn.Events(sel, nil, aim)
	var levels *curve.Levels
	if set.Claim.Notion != "" {
		levels = curve.NewLevels(sel, events)
	}
	return newCounting(events, levels)
}

// newCounting returns a counter of chosen events and, if not nil, levels.
func newCounting(events []event.Event, levels *curve.Levels) *counter {
	c := &counter{events: events, levels: levels}
	if levels != nil {
		c.bin = levels.Binned()
		c.bins = [2][]int64{make([]int64, levels.Size()), make([]int64, levels.Size())}
	}
	for _, e := range c.events {
		match := [2]func(row []float64) bool{e.Rule.Matcher()}
		if e.Opposite != nil {
			match[1] = e.Opposite.Rule.Matcher()
		}
		c.match = append(c.match, match)
	}
	c.hits = make([][2][2]int64, len(c.events))
	return c
}

// add counts one release.
func (c *counter) add(in int, row []float64) {
	for i, m := range c.match {
		for k, match := range m {
			if match != nil && match(row) {
				c.hits[i][k][in]++
			}
		}
	}
	if c.levels != nil {
		c.bins[in][c.bin(row)]++
	}
}

// counts are those of all events in n releases of each input.
func (c *counter) counts(n int64) []audit.Count {
	var out []audit.Count
	for _, h := range c.hits {
		out = append(out, audit.Count{C1: h[0][0], C2: h[0][1], O1: h[1][0], O2: h[1][1], N: n})
	}
	return out
}

// conclude is the verdict from the events' counts at each look, and what else was counted.
func conclude(c *counter, looks [][]audit.Count, set audit.Settings) *Judgement {
	j := &Judgement{Seed: set.Seed}
	j.N = int64(set.N)
	j.Alpha, j.Epsilon, j.Delta, j.Sequential = sheet.Real(set.Alpha), sheet.Real(set.Epsilon), sheet.Real(set.Delta),
		set.Sequential
	j.M = looks[len(looks)-1][0].N
	audit.Strengthen(&j.Report, c.events, looks, set, audit.DefaultThresholds())
	j.ProveCurve(c.levels, c.bins, set, audit.DefaultThresholds())
	return j
}

// sheet shows a judgement of files.
func (j *Judgement) sheet() *sheet.Sheet {
	notes := append([]lang.Message{j.Split, tell.Representation(&j.Report), lang.Say("workshop.samples.stayed")},
		j.Warnings...)
	s := &sheet.Sheet{Title: lang.Say("workshop.samples"), Lead: tell.Plain(&j.Report), Notes: notes}
	if e := j.Strong; e.Event.Kind != "" {
		row := func(name lang.Message, c1, c2 int64, bound, level sheet.Cell) []sheet.Cell {
			return []sheet.Cell{sheet.Words(name), sheet.Count(float64(c1)), sheet.Count(float64(c2)),
				sheet.Count(float64(e.Count.N)), bound, level}
		}
		level := sheet.Number(100*e.Level, 5)
		level.Form = "5"
		found := sheet.Table{ID: "found", Title: lang.Say("workshop.found.title"),
			Columns: []lang.Message{
				lang.Say("workshop.event"),
				mechanism.Record.Say(),
				mechanism.Adjacent.Say(),
				lang.Say("workshop.found.column.each"),
				lang.Say("workshop.found.column.bound"),
				lang.Say("workshop.found.column.level"),
			},
			Rows: [][]sheet.Cell{row(e.Event.Name, e.Count.C1, e.Count.C2,
				sheet.Bound(float64(e.Epsilon), float64(j.Epsilon)), level)}}
		if o := e.Event.Opposite; o != nil {
			found.Rows = append(found.Rows, row(lang.Say("workshop.found.opposite", "event", o.Name), e.Count.O1,
				e.Count.O2, sheet.Cell{}, sheet.Cell{}))
		}
		s.Tables = append(s.Tables, found)
	}
	read := sheet.Table{ID: "sources", Title: lang.Say("workshop.sources.title"), Columns: []lang.Message{
		lang.Say("workshop.sources.column.input"),
		lang.Say("workshop.sources.column.file"),
		lang.Say("workshop.sources.column.releases"),
		lang.Verbatim("SHA-256"),
	}}
	for in, f := range j.Sources {
		read.Rows = append(read.Rows, []sheet.Cell{sheet.Words(mechanism.Input(in).Say()), sheet.Words(f.Name),
			sheet.Count(float64(f.Rows)), sheet.Words(lang.Verbatim(f.SHA256))})
	}
	s.Tables = append(s.Tables, read)
	return s
}
