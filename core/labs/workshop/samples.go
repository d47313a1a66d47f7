package workshop

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
)

// The limits of a visitor's own samples.
const (
	mostFile    = 256 << 20 // bytes
	mostColumns = mostWidth
	mostField   = 1000    // letters
	mostWords   = 1 << 16 // different ones that are told apart by name
	// Of the releases that choose the event so many are held at most, and so many cells
	// of each input: all others are counted as they are read.
	mostChosen, mostHeld = 200_000, 8_000_000
)

// Table is a file of releases: rows of fields, all of one number. It holds none of
// them: a file may be larger than memory, so its rows are read again whenever they are
// asked for.
type Table struct {
	Name    string
	SHA256  string   // of the file
	Width   int      // fields of a row
	Header  []string // nil: none
	Rows    int
	open    func() (io.Reader, error)
	size    int64 // bytes
	subject string
	comma   rune
	decimal bool            // numbers have a decimal comma
	words   map[string]bool // fields that are no numbers, up to mostWords of them
	print   uint64          // of all rows, in order
	which   int             // where only some rows count: the column that says which, else −1
	only    string          // what it says there
}

// ReadTable reads releases in CSV, one a line. Separators (comma, semicolon,
// tabulator), decimal commas and a header are detected. The error is one
// sentence that names the line.
func ReadTable(name string, data []byte) (*Table, error) {
	open := func() (io.Reader, error) { return bytes.NewReader(data), nil }
	return readTable("The file "+sheet.Clip(name, 60), name, open, int64(len(data)), nil)
}

// readTable reads a file once, to the end: what its rows hold is known then.
func readTable(subject, name string, open func() (io.Reader, error), size int64, p *passes) (*Table, error) {
	t := &Table{Name: name, open: open, size: size, subject: subject, which: -1, words: map[string]bool{}}
	if size > mostFile {
		return nil, t.fault(sayTableTooLarge, size, mostFile)
	}
	in, err := t.read(p, nil)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(headBytes)
	t.comma, t.decimal = separator(start)
	// The first rows say whether there is a header.
	var first [][]string
	settled := false
	settle := func() {
		if settled = true; headed(t, first) {
			t.Header, first = first[0], first[1:]
		}
		for _, row := range first {
			t.add(row)
		}
		first = nil
	}
	sum := newDigest()
	err = t.each(p, sum, func(row []string, line int) error {
		switch {
		case t.Width == 0:
			t.Width = len(row)
		case len(row) != t.Width:
			return t.fault(sayLineOfOtherWidth, columns(len(row)), line, t.Width)
		}
		if settled {
			t.add(row)
		} else if first = append(first, slices.Clone(row)); len(first) > headRows {
			settle()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !settled {
		settle()
	}
	if t.Rows == 0 {
		return nil, t.fault("holds no releases: it should hold one a line")
	}
	t.SHA256 = sum.String()
	return t, nil
}

// What is looked at of a file's beginning.
const (
	headBytes = 64 << 10 // for the separator
	headRows  = 1000     // for the header
)

// fault is an error in one sentence whose subject is the file.
func (t *Table) fault(format string, a ...any) error {
	return fmt.Errorf("%s %s.", t.subject, fmt.Sprintf(format, a...))
}

// read opens the file, at its first byte that counts. What is read goes into sum too,
// where that is not nil.
func (t *Table) read(p *passes, sum io.Writer) (*bufio.Reader, error) {
	in, err := t.open()
	if err != nil {
		return nil, err
	}
	if sum != nil {
		in = io.TeeReader(in, sum)
	}
	r := bufio.NewReaderSize(&oneLineEnd{in: p.counted(in, t.Name)}, headBytes)
	if mark, _ := r.Peek(3); string(mark) == "\xef\xbb\xbf" {
		r.Discard(3)
	}
	return r, nil
}

// each reads the rows, without the header, one after the other: f gets each with the
// number of its line and keeps nothing of it.
func (t *Table) each(p *passes, sum io.Writer, f func(row []string, line int) error) error {
	in, err := t.read(p, sum)
	if err != nil {
		return err
	}
	r := csv.NewReader(in)
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace, r.ReuseRecord = t.comma, -1, true, t.comma != '\t', true
	skip := t.Header != nil
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if fault := (*csv.ParseError)(nil); err != nil && !errors.As(err, &fault) {
			return err // of the file itself
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			return t.fault("cannot be read near line %d", line)
		}
		if len(row) > mostColumns {
			return t.fault(sayTooManyColumns, len(row), mostColumns)
		}
		for i := range row {
			if !utf8.ValidString(row[i]) {
				return t.fault("is not plain text in UTF-8: see line %d", line)
			}
			if strings.IndexByte(row[i], 0) >= 0 {
				return t.fault("is not plain text: there is a NUL in line %d", line)
			}
			if row[i] = strings.TrimSpace(row[i]); len(row[i]) > mostField {
				return t.fault(sayLongField, mostField, line)
			}
		}
		if skip {
			skip = false
			continue
		}
		if t.which >= 0 {
			if row[t.which] != t.only {
				continue
			}
			row = slices.Delete(row, t.which, t.which+1)
		}
		if err := f(row, line); err != nil {
			return err
		}
	}
}

// add takes note of a row.
func (t *Table) add(row []string) {
	t.Rows++
	for _, f := range row {
		for _, b := range []byte(f) { // FNV-1a (Fowler, Noll & Vo)
			t.print = (t.print ^ uint64(b)) * 0x100000001b3
		}
		t.print = (t.print ^ '\n') * 0x100000001b3
		if _, ok := t.number(f); !ok && !t.words[f] && len(t.words) < mostWords {
			t.words[strings.Clone(f)] = true
		}
	}
}

// oneLineEnd makes a line feed of each of the three ends of lines.
type oneLineEnd struct {
	in  io.Reader
	was bool // the last byte was a carriage return
}

func (r *oneLineEnd) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if !r.was && bytes.IndexByte(b[:n], '\r') < 0 {
		return n, err
	}
	kept := b[:0]
	for _, c := range b[:n] {
		if c == '\n' && r.was {
			r.was = false
			continue
		}
		if r.was = c == '\r'; r.was {
			c = '\n'
		}
		kept = append(kept, c)
	}
	return len(kept), err
}

// passes tells how far the reading of files has come: step as a work.Crew's, left the
// bytes that are still to be read. nil tells nobody.
type passes struct {
	step func(name string, weight, left float64)
	left float64
}

// tellEvery is after how many bytes it is told again.
const tellEvery = 1 << 20

// fitting is for how many bytes a part of the search for events counts; there are some
// hundreds of them.
const (
	fitting = 64 << 10
	allFits = 200 * fitting
)

func (p *passes) tell(name string, weight float64) {
	if p != nil && p.step != nil {
		p.left = math.Max(p.left-weight, 0)
		p.step(name, weight, p.left)
	}
}

// counted is a reader whose bytes are told, from the first on: who waits for a worker
// knows by that that it is at work.
func (p *passes) counted(in io.Reader, name string) io.Reader {
	r := &countedReader{in: in, p: p, name: "reading " + sheet.Clip(name, 30)}
	p.tell(r.name, 1)
	return r
}

type countedReader struct {
	in   io.Reader
	p    *passes
	name string
	n    int
}

func (r *countedReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if r.n += n; r.n >= tellEvery {
		r.p.tell(r.name, float64(r.n))
		r.n = 0
	}
	return n, err
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// separator looks at the first lines.
func separator(text []byte) (comma rune, decimal bool) {
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
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
	if strings.IndexByte(field, "−"[0]) >= 0 {
		field = strings.ReplaceAll(field, "−", "-")
	}
	if t.decimal {
		field = strings.Replace(field, ",", ".", 1)
	}
	if field == "" || len(field) > 400 {
		return 0, false
	}
	for i := range len(field) { // what Go's numbers may hold beyond those of others
		if c := field[i] | 0x20; c == 'x' || c == 'p' || field[i] == '_' {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(field, 64)
	return v, err == nil
}

// headed reports whether the first row is a header: some column's first field is
// no number where nearly all others are, or all its fields occur once only in
// columns of words that repeat.
func headed(t *Table, rows [][]string) bool {
	if len(rows) < 2 {
		return false
	}
	repeat := 0
	probe := rows[1:]
	for c, first := range rows[0] {
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
	return repeat == len(rows[0])
}

// Split cuts a table in two by a column that says which input a release is of:
// its name in the header, or its number from 1.
func (t *Table) Split(column string) (record, neighbour *Table, err error) {
	return t.split(column, nil)
}

func (t *Table) split(column string, p *passes) (record, neighbour *Table, err error) {
	at := slices.Index(t.Header, column)
	if n, e := strconv.Atoi(column); at < 0 && e == nil && n >= 1 && n <= t.Width {
		at = n - 1
	}
	if at < 0 {
		return nil, nil, fmt.Errorf(sayNoSuchColumn, sheet.Clip(t.Name, 60), sheet.Clip(column, 40))
	}
	if t.Width < 2 {
		return nil, nil, fmt.Errorf(sayOneColumnOnly, sheet.Clip(t.Name, 60))
	}
	var parts []*Table
	err = t.each(p, nil, func(row []string, _ int) error {
		k := slices.IndexFunc(parts, func(q *Table) bool { return q.only == row[at] })
		if k < 0 {
			if k = len(parts); k == 2 {
				return fmt.Errorf(sayThirdInput, sheet.Clip(column, 40), sheet.Clip(t.Name, 60), sheet.Clip(row[at], 40))
			}
			q := *t
			q.which, q.only, q.Width = at, strings.Clone(row[at]), t.Width-1
			q.Name = t.Name + ", " + column + " = " + q.only
			q.Rows, q.print, q.words = 0, 0, map[string]bool{}
			parts = append(parts, &q)
		}
		parts[k].add(slices.Delete(row, at, at+1))
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if len(parts) < 2 {
		return nil, nil, fmt.Errorf(sayOneInputOnly, sheet.Clip(column, 40), sheet.Clip(t.Name, 60))
	}
	if parts[0].only > parts[1].only { // not by the order of lines
		parts[0], parts[1] = parts[1], parts[0]
	}
	return parts[0], parts[1], nil
}

// lexicon gives words their cells.
type lexicon struct {
	list  []string
	index map[string]int
}

// newLexicon lists the words of tables, sorted.
func newLexicon(tables ...*Table) *lexicon {
	l := &lexicon{index: map[string]int{}}
	for _, t := range tables {
		for w := range t.words {
			l.list = append(l.list, w)
		}
	}
	slices.Sort(l.list)
	l.list = slices.Compact(l.list)
	l.list = l.list[:min(len(l.list), mostWords)]
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
	return judgeTables(a, b, set, nil)
}

// judgeTables reads the tables twice: for the releases that choose, and for those that
// test. It holds the first alone.
func judgeTables(a, b *Table, set audit.Settings, p *passes) (*Judgement, error) {
	if a.Width != b.Width {
		return nil, fmt.Errorf(sayUnequalColumns, sheet.Clip(a.Name, 60), columns(a.Width), sheet.Clip(b.Name, 60), b.Width)
	}
	n, width := min(a.Rows, b.Rows), a.Width
	choose := min(int(chooseShare*float64(n)), mostChosen, mostHeld/width)
	least := Least(set.Epsilon, set.Delta, set.Alpha)
	if choose < 20 || float64(n) < least {
		return nil, fmt.Errorf(sayTooFewReleases, a.Rows, b.Rows, sheet.Brief(set.Epsilon, 4), sheet.Brief(math.Max(least, 70), 4))
	}
	set.N, set.M = choose, n-choose
	words := newLexicon(a, b)
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
	c := newCounter(sel, words.list, set, func() { p.tell("choosing events", fitting) })
	if err := of(toTest, c.add); err != nil {
		return nil, err
	}
	j := conclude(c.events, [][]audit.Count{c.counts(int64(set.M))}, set)
	j.Sources = [2]File{{a.Name, a.SHA256, a.Rows}, {b.Name, b.SHA256, b.Rows}}
	j.Split = fmt.Sprintf(sayFilesSplit, choose, set.Seed, set.M)
	for _, t := range tables {
		if left := t.Rows - n; left > 0 {
			j.Warnings = append(j.Warnings, fmt.Sprintf(sayReleasesLeftOver, left, sheet.Clip(t.Name, 60)))
		}
	}
	if a.Rows == b.Rows && a.print == b.print {
		j.Warnings = append(j.Warnings, saySameFiles)
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

// mix puts rows in an order by lot: the search fits to the first half of them, which
// must be like the second.
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
}

// newCounter chooses the events to test on a sample of cells.
func newCounter(sel mechanism.Sample, words []string, set audit.Settings, pause func()) *counter {
	m := float64(set.M)
	if set.Sequential {
		m = float64(set.MaxM)
	}
	opt := learn.Options{Words: words, Rounds: learn.MostRounds, Pause: pause, Expected: func(p1, p2 float64) float64 { return stat.ExpectedBound(p1, p2, m, set.Delta, set.Alpha) }}
	c := &counter{events: learn.RuleEvents(sel, opt, set.Aim())}
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
func conclude(events []event.Event, looks [][]audit.Count, set audit.Settings) *Judgement {
	j := &Judgement{Seed: set.Seed}
	j.N = int64(set.N)
	j.Alpha, j.Epsilon, j.Delta, j.Sequential = sheet.Real(set.Alpha), sheet.Real(set.Epsilon), sheet.Real(set.Delta), set.Sequential
	j.M = looks[len(looks)-1][0].N
	audit.Strengthen(&j.Report, events, looks, set, audit.DefaultThresholds())
	tell.Words(&j.Report)
	return j
}
