package workshop

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/audit/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// The limits of a visitor's own samples.
const (
	mostFile    = 256 << 20 // bytes
	mostColumns = mostWidth
	mostField   = 1000 // letters
)

// Table is releases as they stand in a file: rows of fields, all of one number.
type Table struct {
	Name    string
	SHA256  string
	Rows    [][]string
	Header  []string // nil: none
	comma   rune
	decimal bool // numbers have a decimal comma
}

// ReadTable reads releases in CSV, one a line. Separators (comma, semicolon,
// tabulator), decimal commas and a header are detected. The error is one
// sentence that names the line.
func ReadTable(name string, data []byte) (*Table, error) {
	return readTable("The file "+sheet.Clip(name, 60), name, data)
}

func readTable(subject, name string, data []byte) (*Table, error) {
	fail := func(format string, a ...any) (*Table, error) {
		return nil, fmt.Errorf("%s %s.", subject, fmt.Sprintf(format, a...))
	}
	if len(data) > mostFile {
		return fail(sayTableTooLarge, len(data), mostFile)
	}
	text := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) {
		return fail("is not plain text in UTF-8")
	}
	if at := bytes.IndexByte(text, 0); at >= 0 {
		return fail("is not plain text: there is a NUL in line %d", 1+bytes.Count(text[:at], []byte("\n")))
	}
	t := &Table{Name: name, SHA256: digest(data)}
	t.comma, t.decimal = separator(text)
	r := csv.NewReader(bytes.NewReader(bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace, r.ReuseRecord = t.comma, -1, true, t.comma != '\t', false
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			return fail("cannot be read near line %d", line)
		}
		for i := range row {
			if row[i] = strings.TrimSpace(row[i]); len(row[i]) > mostField {
				return fail(sayLongField, mostField, line)
			}
		}
		if len(t.Rows) > 0 && len(row) != len(t.Rows[0]) {
			return fail(sayLineOfOtherWidth, columns(len(row)), line, len(t.Rows[0]))
		}
		if len(row) > mostColumns {
			return fail(sayTooManyColumns, len(row), mostColumns)
		}
		t.Rows = append(t.Rows, row)
	}
	if t.headed() {
		t.Header, t.Rows = t.Rows[0], t.Rows[1:]
	}
	if len(t.Rows) == 0 {
		return fail("holds no releases: it should hold one a line")
	}
	return t, nil
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// separator looks at the first lines.
func separator(text []byte) (comma rune, decimal bool) {
	head := text[:min(len(text), 64<<10)]
	lines := strings.FieldsFunc(string(head), func(r rune) bool { return r == '\n' || r == '\r' })
	lines = lines[:min(len(lines), 200)]
	in := func(s string) (n int) {
		for _, l := range lines {
			if strings.Contains(l, s) {
				n++
			}
		}
		return n
	}
	most := len(lines) / 2
	comma = ','
	switch {
	case in(";") > most:
		comma = ';'
	case in("\t") > most:
		comma = '\t'
	}
	if comma != ',' {
		return comma, in(",") > 0 && in(".") == 0
	}
	// One number a line with a decimal comma looks like two columns of whole
	// numbers, but such columns have no leading zeros.
	alone, zeros := 0, 0
	for _, l := range lines {
		whole, part, ok := strings.Cut(strings.TrimSpace(l), ",")
		whole = strings.TrimLeft(whole, "+-−")
		if !ok || !digits(whole) || !digits(part) {
			continue
		}
		alone++
		if len(part) > 1 && part[0] == '0' {
			zeros++
		}
	}
	if alone > 0 && alone >= len(lines)-1 && 50*zeros >= alone {
		return ';', true
	}
	return ',', false
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// number reads a field that is a number.
func (t *Table) number(field string) (float64, bool) {
	field = strings.ReplaceAll(field, "−", "-")
	if t.decimal {
		field = strings.Replace(field, ",", ".", 1)
	}
	if field == "" || len(field) > 400 || strings.ContainsAny(field, "_xXpP") {
		return 0, false
	}
	v, err := strconv.ParseFloat(field, 64)
	return v, err == nil
}

// headed reports whether the first row is a header: some column's first field is
// no number where nearly all others are, or all its fields occur once only in
// columns of words that repeat.
func (t *Table) headed() bool {
	if len(t.Rows) < 2 {
		return false
	}
	repeat := 0
	probe := t.Rows[1:min(len(t.Rows), 1000)]
	for c, first := range t.Rows[0] {
		numbers, same := 0, 0
		values := map[string]bool{}
		for _, r := range probe {
			if _, ok := t.number(r[c]); ok {
				numbers++
			}
			if r[c] == first {
				same++
			}
			values[r[c]] = true
		}
		_, isNumber := t.number(first)
		if !isNumber && 10*numbers > 9*len(probe) {
			return true
		}
		if !isNumber && same == 0 && len(probe) >= 10 && len(values) <= len(probe)/5 {
			repeat++
		}
	}
	return repeat == len(t.Rows[0])
}

// Split cuts a table in two by a column that says which input a release is of:
// its name in the header, or its number from 1.
func (t *Table) Split(column string) (record, neighbour *Table, err error) {
	at := slices.Index(t.Header, column)
	if n, e := strconv.Atoi(column); at < 0 && e == nil && n >= 1 && n <= len(t.Rows[0]) {
		at = n - 1
	}
	if at < 0 {
		return nil, nil, fmt.Errorf(sayNoSuchColumn, sheet.Clip(t.Name, 60), sheet.Clip(column, 40))
	}
	if len(t.Rows[0]) < 2 {
		return nil, nil, fmt.Errorf(sayOneColumnOnly, sheet.Clip(t.Name, 60))
	}
	var names []string
	parts := [2]*Table{}
	for _, r := range t.Rows {
		k := slices.Index(names, r[at])
		if k < 0 {
			if len(names) == 2 {
				return nil, nil, fmt.Errorf(sayThirdInput, sheet.Clip(column, 40), sheet.Clip(t.Name, 60), sheet.Clip(r[at], 40))
			}
			k = len(names)
			names = append(names, r[at])
			parts[k] = &Table{Name: t.Name + ", " + column + " = " + r[at], SHA256: t.SHA256, comma: t.comma, decimal: t.decimal}
		}
		parts[k].Rows = append(parts[k].Rows, slices.Delete(slices.Clone(r), at, at+1))
	}
	if len(names) < 2 {
		return nil, nil, fmt.Errorf(sayOneInputOnly, sheet.Clip(column, 40), sheet.Clip(t.Name, 60))
	}
	if names[0] > names[1] { // not by the order of lines
		parts[0], parts[1] = parts[1], parts[0]
	}
	return parts[0], parts[1], nil
}

// lexicon gives words their cells.
type lexicon struct {
	list  []string
	index map[string]int
}

// newLexicon lists the words of rows, sorted.
func newLexicon(tables ...*Table) *lexicon {
	seen := map[string]bool{}
	for _, t := range tables {
		for _, r := range t.Rows {
			for _, f := range r {
				if _, ok := t.number(f); !ok && len(seen) < 1<<16 {
					seen[f] = true
				}
			}
		}
	}
	l := &lexicon{index: map[string]int{}}
	for w := range seen {
		l.list = append(l.list, w)
	}
	slices.Sort(l.list)
	for i, w := range l.list {
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
	return out
}

// File is where samples came from.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256,omitempty"`
	Rows   int    `json:"rows"`
}

// Judgement is what samples of releases show.
type Judgement struct {
	audit.Report
	Seed    uint64  `json:"seed"`
	Sources [2]File `json:"sources"`
	Split   string  `json:"split"` // one sentence
}

// chooseShare is the part of samples that choose the event.
const chooseShare = 0.3

// Least is about how many releases of each input it takes to contradict a claim
// at all, the part that chooses the event included: an event that always happens
// for one input and never for the other.
func Least(epsilon, delta, alpha float64) float64 {
	// So many expected events are refuted by seeing none: −ln α.
	return math.Ceil((-math.Log(alpha)*math.Exp(epsilon)/(1-delta) + 20) / (1 - chooseShare))
}

// JudgeTables tests the claim in set on two tables of releases. The seed says
// which releases choose the event and which test it.
func JudgeTables(a, b *Table, set audit.Settings) (*Judgement, error) {
	if x, y := len(a.Rows[0]), len(b.Rows[0]); x != y {
		return nil, fmt.Errorf(sayUnequalColumns, sheet.Clip(a.Name, 60), columns(x), sheet.Clip(b.Name, 60), y)
	}
	n := min(len(a.Rows), len(b.Rows))
	choose := int(chooseShare * float64(n))
	least := Least(set.Epsilon, set.Delta, set.Alpha)
	if choose < 20 || float64(n) < least {
		return nil, fmt.Errorf(sayTooFewReleases, len(a.Rows), len(b.Rows), sheet.Brief(set.Epsilon, 4), sheet.Brief(math.Max(least, 70), 4))
	}
	words := newLexicon(a, b)
	width := len(a.Rows[0])
	sel := learn.Sample{Width: width}
	var test [2][]float64
	for in, t := range []*Table{a, b} {
		for k, i := range shuffled(len(t.Rows), set.Seed, in) {
			if k < choose {
				sel.Rows[in] = words.cells(t, t.Rows[i], sel.Rows[in])
			} else if k < n {
				test[in] = words.cells(t, t.Rows[i], test[in])
			}
		}
	}
	set.N, set.M = choose, n-choose
	c := newCounter(sel, words.list, set)
	for in := range test {
		for at := 0; at < len(test[in]); at += width {
			c.add(in, test[in][at:at+width])
		}
	}
	j := conclude(c.events, [][]audit.Count{c.counts(int64(set.M))}, set)
	j.Sources = [2]File{{a.Name, a.SHA256, len(a.Rows)}, {b.Name, b.SHA256, len(b.Rows)}}
	j.Split = fmt.Sprintf(sayFilesSplit, choose, set.Seed, set.M)
	for _, t := range []*Table{a, b} {
		if left := len(t.Rows) - n; left > 0 {
			j.Warnings = append(j.Warnings, fmt.Sprintf(sayReleasesLeftOver, left, sheet.Clip(t.Name, 60)))
		}
	}
	if slices.EqualFunc(a.Rows, b.Rows, slices.Equal[[]string]) {
		j.Warnings = append(j.Warnings, saySameFiles)
	}
	return j, nil
}

// shuffled is 0 … n−1 in the order of the seed.
func shuffled(n int, seed uint64, in int) []int {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSplit, Input: uint32(in)})
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		k := s.Intn(i + 1)
		out[i], out[k] = out[k], out[i]
	}
	return out
}

// counter counts how often releases fall into the events that are tested.
type counter struct {
	events []audit.Event
	match  [][2]func(row []float64) bool // of each event and its opposite, where it has one
	hits   [][2][2]int64                 // of each event and its opposite: for each input
}

// newCounter chooses the events to test on a sample of cells.
func newCounter(sel learn.Sample, words []string, set audit.Settings) *counter {
	m := float64(set.M)
	if set.Sequential {
		m = float64(set.MaxM)
	}
	opt := learn.Options{Words: words, Rounds: learn.MostRounds, Expected: func(p1, p2 float64) float64 { return stat.ExpectedBound(p1, p2, m, set.Delta, set.Alpha) }}
	c := &counter{events: audit.RuleEvents(sel, opt, set)}
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
}

// counts are those of all events in n releases of each input.
func (c *counter) counts(n int64) []audit.Count {
	var out []audit.Count
	for _, h := range c.hits {
		out = append(out, audit.Count{C1: h[0][0], C2: h[0][1], O1: h[1][0], O2: h[1][1], N: n})
	}
	return out
}

// conclude is the verdict from the events' counts at each look.
func conclude(events []audit.Event, looks [][]audit.Count, set audit.Settings) *Judgement {
	j := &Judgement{Seed: set.Seed}
	j.N = int64(set.N)
	j.Alpha, j.Epsilon, j.Delta, j.Sequential = sheet.Real(set.Alpha), sheet.Real(set.Epsilon), sheet.Real(set.Delta), set.Sequential
	j.M = looks[len(looks)-1][0].N
	audit.Strengthen(&j.Report, events, looks, set, audit.DefaultThresholds())
	return j
}
