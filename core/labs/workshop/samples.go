package workshop

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
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
	n := min(a.Rows, b.Rows)
	set.N = min(int(chooseShare*float64(n)), mostChosen, mostHeld/a.Width)
	least := least(set.Epsilon, set.Delta, set.Alpha)
	if set.N < 20 || float64(n) < least {
		return nil, lang.Errorf("workshop.samples.few", "n", a.Rows, "other", b.Rows, "eps", set.Epsilon,
			"least", math.Max(least, 70))
	}
	if set.MaxM = n - set.N; !set.Sequential || set.M > set.MaxM {
		set.M = set.MaxM
	}
	set.Learn = true
	r, err := audit.Judge(&fileSource{[2]*Table{a, b}, newLexicon(set.Bits, a, b), set, p}, set)
	if err != nil {
		return nil, err
	}
	j := &Judgement{Report: *r, Seed: set.Seed}
	j.Split = lang.Say("workshop.split.lot", "n", set.N, "seed", strconv.FormatUint(set.Seed, 10), "m", j.M)
	for in, t := range [2]*Table{a, b} {
		j.Sources[in] = File{lang.Verbatim(t.Name), t.SHA256, t.Rows}
		if left := t.Rows - n; left > 0 {
			j.Warnings = append(j.Warnings, lang.Say("workshop.samples.left", "n", left, "file", lang.Clip(t.Name, 60)))
		}
	}
	if a.Rows == b.Rows && a.print == b.print {
		j.Warnings = append(j.Warnings, lang.Say("workshop.samples.same"))
	}
	return j, nil
}

// fileSource is two files as the source of an audit. A lot says which of their releases
// choose the events and which test them.
type fileSource struct {
	tables [2]*Table
	words  *lexicon
	set    audit.Settings
	p      *passes
}

// each has f called with the cells of the releases of an input that the lot gives to a
// part, from the one with number from on, at most n of them.
func (s *fileSource) each(in, part int, from, n int64, f func(cells []float64)) error {
	t, enough := s.tables[in], errors.New("enough")
	l, cells := newLot(t.Rows, s.set, in), make([]float64, 0, t.Width)
	err := t.each(s.p, nil, func(row []string, _ int) error {
		if n == 0 {
			return enough
		}
		if l.draw() != part {
			return nil
		}
		if from--; from < 0 {
			n--
			cells = s.words.cells(t, row, cells[:0])
			f(cells)
		}
		return nil
	})
	if err == enough {
		return nil
	}
	return err
}

// Select implements audit.Source.
func (s *fileSource) Select(n int) (audit.Selection, error) {
	width := s.tables[0].Width
	sel := audit.Selection{Sample: mechanism.Sample{Steps: width, Dim: 1},
		Layout: event.Layout{Width: width, Words: s.words.list}, Pause: func() { s.p.tell("work.choosing", fitting) }}
	for in := range sel.R {
		rows := make([]float64, 0, n*width)
		err := s.each(in, toChoose, 0, int64(n), func(cells []float64) { rows = append(rows, cells...) })
		if err != nil {
			return sel, err
		}
		mix(rows, width, s.set.Seed, in)
		sel.R[in] = rows
	}
	return sel, nil
}

// Count implements audit.Source.
func (s *fileSource) Count(t *audit.Test, n int64) error {
	add := t.Counter(nil)
	for in := range s.tables {
		err := s.each(in, toTest, t.Drawn, n, func(cells []float64) { add(mechanism.Input(in), cells) })
		if err != nil {
			return err
		}
	}
	return nil
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
	return &lot{s, [3]int{toChoose: set.N, toTest: set.MaxM, toNeither: rows - set.N - set.MaxM}}
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
