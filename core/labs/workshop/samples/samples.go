// Package samples tests releases that were drawn elsewhere: files of them, and what two
// commands print. Both are sources of audit.Judge. It stands apart from the workshop so that
// the page does not link the reader of files.
package samples

import (
	"cmp"
	"math"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/read"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
)

// File is where samples came from.
type File struct {
	Name   lang.Message `json:"name"`
	SHA256 string       `json:"sha256,omitempty"`
	Rows   int          `json:"rows"`
	Read   lang.Message `json:"read,omitempty"` // what was taken of it, in a sentence
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

// The releases of files that choose the event, and cells of each input, that are held at most: all others are counted
// as they are read. In the first mostOrdered cells dependence is looked for: it is weak if it takes more to show it.
const mostChosen, mostHeld, mostOrdered = 200_000, 8_000_000, 1 << 19

// The fewest releases of each input that are tested, of those that choose the event, and of those that are bet on one
// by one before others are counted.
const fewestReleases, fewestChosen, fewestSingly = 50, 20, 500

// JudgeFiles tests the claim in set on the releases of both inputs, which are read twice: for
// those that choose the event, and for those that test it. The seed says which do what. pause, if
// not nil, is called now and then while events are sought.
func JudgeFiles(rows [2]*read.Rows, set audit.Settings, pause func()) (*Judgement, error) {
	a, b := rows[0], rows[1]
	all, takes := min(a.N, b.N), 1
	if a.Paired {
		takes = 2
	}
	n := all / takes
	set.N = min(max(int(chooseShare*float64(n)), fewestChosen), mostChosen, mostHeld/a.Width)
	if set.Sequential {
		set.N = min(n, max(set.N, fewestSingly))
	}
	// Of an event that always happens for one input and never for the other, −ln α expected ones are refuted by
	// seeing none: about so many releases contradict a claim at all, those that choose the event included.
	least := math.Ceil((-math.Log(set.Alpha)*math.Exp(set.Epsilon)/(1-set.Delta) + 20) / (1 - chooseShare))
	if n < fewestReleases || float64(n) < least {
		return nil, lang.Errorf("workshop.samples.few", "n", a.N, "other", b.N, "eps", set.Epsilon,
			"least", math.Max(least, fewestReleases)*float64(takes))
	}
	if set.MaxM = n - set.N; !set.Sequential || set.M > set.MaxM {
		set.M = set.MaxM
	}
	set.Learn = true
	found, err := inOrder(rows)
	if err != nil {
		return nil, err
	}
	r, err := audit.Judge(&fileSource{rows, set, pause}, set)
	if err != nil {
		return nil, err
	}
	r.Inputs = mechanism.Names{a.Input, b.Input}
	j := judged(r, set, found, selection(a).Layout, "yes")
	seed := strconv.FormatUint(set.Seed, 10)
	j.Split = lang.Say("workshop.split.lot", "n", set.N, "seed", seed, "m", j.M)
	if set.Sequential {
		j.Split = split(r, seed)
	}
	if a.Paired {
		j.Split = lang.Sentences(j.Split, lang.Say("workshop.split.paired"))
	}
	for in, r := range rows {
		j.Sources[in] = File{r.Name, r.SHA256, r.N, r.Said}
		if left := r.N - all; left > 0 {
			j.Warnings = append(j.Warnings, lang.Say("workshop.samples.left", "n", left, "file", r.Name))
		}
	}
	if !a.Paired {
		j.Warnings = append(j.Warnings, absent(rows, set.Delta)...)
	}
	if a.N == b.N && a.Print == b.Print {
		j.Warnings = append(j.Warnings, lang.Say("workshop.samples.same"))
	}
	return j, nil
}

// inOrder is what is found in the rows of files in their order; of paired rows one counts, so they may go together.
func inOrder(rows [2]*read.Rows) (found [3]stat.Finding, err error) {
	var cells [2][]float64
	for in, r := range rows {
		err = cmp.Or(err, r.Each(nil, func(row []float64) error {
			if cells[in] = append(cells[in], row...); len(cells[in]) >= mostOrdered {
				return read.ErrEnough
			}
			return nil
		}))
	}
	found = stat.Dependence(cells, rows[0].Width)
	if rows[0].Paired || rows[0].N != rows[1].N || rows[0].Print == rows[1].Print {
		found[2] = stat.Finding{}
	}
	return found, err
}

// unlikely says what independent draws hardly show of what was found in the order of rows.
func unlikely(found []stat.Finding, names mechanism.Names, l event.Layout, places ...any) (out []lang.Message) {
	for k, f := range found {
		if math.Abs(f.Z) >= stat.Unlikely && (k < 2 || len(out) == 0) { // rows that follow each other go together, too
			out = append(out, lang.Say("workshop.order", append(places, "check", f.Check, "input", names.Of(k%2),
				"column", l.Entry(f.Column), "lag", f.Lag, "value", f.Value, "z", f.Z)...))
		}
	}
	return out
}

// absentLevel is how often a warning of what is missing is false, at most.
const absentLevel = 0.001

// absent warns where entries of a column are missing more often for one input than chance allows, and says which
// ε this alone proves, by the exact test. It is for inputs that do not depend on each other.
func absent(rows [2]*read.Rows, delta float64) (warnings []lang.Message) {
	names := mechanism.Names{rows[0].Input, rows[1].Input}
	n := [2]int64{int64(rows[0].N), int64(rows[1].N)}
	for i, column := range rows[0].Taken {
		bound, differs, level := 0.0, false, absentLevel/float64(4*len(rows[0].Taken))
		c := [2]int64{int64(rows[0].Absent[i]), int64(rows[1].Absent[i])}
		for k := range 4 { // either input, missing or not
			in, c := k%2, c
			if k > 1 {
				c = [2]int64{n[0] - c[0], n[1] - c[1]}
			}
			t := stat.RatioTest{C1: c[in], N1: n[in], C2: c[1-in], N2: n[1-in]}
			differs, t.Delta = differs || t.Rejects(0, level), delta
			bound = max(bound, t.Lower(level))
		}
		if differs {
			warnings = append(warnings, lang.Say("workshop.samples.absent", "column", column, "n", c[0],
				"of", n[0], "m", c[1], "others", n[1], "one", names.Of(0), "other", names.Of(1), "eps", bound,
				"delta", delta, "level", absentLevel))
		}
	}
	return warnings
}

// split says which releases sequential mode bet on, in an order drawn by a seed; "none": as they came.
func split(r *audit.Report, seed string) lang.Message {
	m, batches := r.Strong.Count.N, int64(0)
	if !r.Chose && r.Fresh == nil {
		batches = m
	}
	return lang.Say("workshop.split.bets", "n", r.Decided, "batches", batches, "m", m, "chose", r.Chose, "seed", seed)
}

// judged is what a report says of releases; it warns of what was found in their order, which dealt says is not that
// of the test, and where all that tested, of both inputs, are the same.
func judged(r *audit.Report, set audit.Settings, found [3]stat.Finding, l event.Layout, dealt string) *Judgement {
	j := &Judgement{Report: *r, Seed: set.Seed}
	j.Warnings = unlikely(found[:], r.Inputs, l, "dealt", dealt, "sequential", r.Sequential, "eps", r.Apart())
	rule, c := r.Strong.Event.Rule, r.Strong.Count
	if rule != nil && rule.Kind == event.Atoms && len(rule.Keys) == 1 && c.C1 == c.N && c.C2 == c.N {
		j.Warnings = append(j.Warnings, lang.Say("workshop.samples.single"))
	}
	return j
}

// fileSource is two files as the source of an audit. Each input's releases are put in an order by
// lot: the first choose the events, or are bet on, and those after them test. What was drawn independently is
// then a sequence of independent draws, however a file orders it.
//
// Where a row holds releases of both inputs, which may depend on each other, one of them is taken:
// what is proven needs only rows that are independent. Without such rows it needs that
// neither input's releases depend on the other's, which no order can bring about.
type fileSource struct {
	rows  [2]*read.Rows
	set   audit.Settings
	pause func()
}

// lot returns the place of each row in an order by lot, each order of which is equally likely, and where an input's
// begin: of paired rows both have one order, and the second's places come after the first's.
func (s *fileSource) lot(in int) (places []int32, begin int64) {
	rows, key := s.rows[in].N, rng.Key{Seed: s.set.Seed, Phase: rng.PhaseSplit, Input: uint32(in)}
	switch other := s.rows[1-in].N; {
	case s.rows[in].Paired:
		rows, key.Input, begin = min(rows, other), 0, int64(in*(s.set.N+s.set.MaxM))
	case rows == other && !s.set.Sequential:
		key.Input = 0 // rows in the same place of both choose, or test, together: see audit's Apart
	}
	r := rng.New(key)
	for i := range rows {
		k := r.Intn(i + 1)
		places = append(places, int32(i))
		places[i], places[k] = places[k], places[i]
	}
	return places, begin
}

// each has f called with places and cells of n releases of an input, from its place from on, as they stand in the file.
func (s *fileSource) each(in int, from, n int64, f func(place int64, cells []float64)) error {
	places, begin := s.lot(in)
	row, left, place := -1, n, int64(0)
	take := func() bool {
		if row++; row >= len(places) { // of a column that is longer than the other
			return false
		}
		place = int64(places[row]) - begin
		return place >= from && place < from+n
	}
	return s.rows[in].Each(take, func(cells []float64) error {
		f(place, zeroed(cells, s.set))
		if left--; left == 0 {
			return read.ErrEnough
		}
		return nil
	})
}

// Select implements audit.Source.
func (s *fileSource) Select(n int) (audit.Selection, error) {
	width := s.rows[0].Width
	sel := selection(s.rows[0])
	sel.Pause = s.pause
	for in := range sel.R {
		sel.R[in] = make([]float64, n*width)
		err := s.each(in, 0, int64(n), func(place int64, row []float64) { copy(sel.R[in][int(place)*width:], row) })
		if err != nil {
			return sel, err
		}
	}
	return sel, nil
}

// selection is how releases look, of either input, without any.
func selection(r *read.Rows) audit.Selection {
	return audit.Selection{Sample: mechanism.Sample{Steps: r.Width, Dim: 1},
		Layout: event.Layout{Width: r.Width, Words: r.Words, Names: r.Names}}
}

// Count implements audit.Source.
func (s *fileSource) Count(t *audit.Test, n int64) error {
	add := t.Counter()
	for in := range s.rows {
		err := s.each(in, int64(s.set.N)+t.Drawn, n, func(_ int64, cells []float64) { add(in, cells) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Shown implements Result.
func (j *Judgement) Shown() (audit.Verdict, *sheet.Sheet) {
	r, claim := &j.Report, float64(j.Epsilon)
	notes := []lang.Message{tell.Precise(r), j.Split, tell.Representation(r), tell.How(r, j.Strong)}
	if j.Sources[0].SHA256 != "" {
		notes = append(notes, lang.Say("workshop.samples.stayed"))
	}
	if notes = append(notes, j.Warnings...); j.Curved != nil {
		notes, claim = append(notes, tell.Meaning(r)...), math.Inf(1)
	}
	s := &sheet.Sheet{Title: lang.Say("workshop.samples"), Lead: tell.Plain(r), Notes: notes}
	if e := j.Strong; e.Event.Kind != "" {
		level := sheet.Number(100*e.Level, 5)
		level.Form = "5"
		found := s.Table("found", "workshop.found.", "", lang.Say("workshop.event"), j.Inputs.Of(0), j.Inputs.Of(1),
			"each", "bound", "level")
		row := func(name lang.Message, c1, c2 int64, bound, level sheet.Cell) {
			found.Add(sheet.Words(name), sheet.Count(float64(c1)), sheet.Count(float64(c2)),
				sheet.Count(float64(e.Count.N)), bound, level)
		}
		bound := sheet.Bound(float64(e.Epsilon), claim)
		if r.Sequential && j.Curved != nil { // the bets prove a bound on μ, ρ or ε(α), and none on ε
			bound, level = sheet.Cell{}, sheet.Cell{}
		}
		row(e.Event.Name, e.Count.C1, e.Count.C2, bound, level)
		if first := found.Rows[0]; !j.Telling() {
			first[0], first[1], first[2] = sheet.Words(lang.Say("workshop.found.bets")), sheet.Cell{}, sheet.Cell{}
		} else if o := e.Event.Opposite; o != nil {
			row(lang.Say("workshop.found.opposite", "event", o.Name), e.Count.O1, e.Count.O2,
				sheet.Cell{}, sheet.Cell{})
		}
	}
	s.Tables = append(s.Tables, tell.Evidence(r), sourceTable(j.Sources))
	tell.Running(s, r)
	return j.Verdict, s
}

// sourceTable is the table of what was read.
func sourceTable(sources [2]File) sheet.Table {
	t := sheet.NewTable("sources", "workshop.sources.", "", "input", "file", "releases", lang.Verbatim("SHA-256"))
	for in, f := range sources {
		t.Add(sheet.Words(mechanism.Input(in).Say()), sheet.Words(f.Name), sheet.Count(float64(f.Rows)),
			sheet.Words(lang.Verbatim(f.SHA256)))
	}
	return t
}
