package read

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
)

// mostSeen is how many values of a column are told apart to see whether all are different.
const mostSeen = 1 << 16

// profile is what all records show of a field.
type profile struct {
	rows    int
	numbers int   // plain ones, NaN and infinities too
	missing int   // words that say so, or nothing
	empty   int   // nothing
	wholes  int   // of the numbers
	others  int   // all else: words, and numbers with a decimal comma
	commas  int   // of the others, numbers with a decimal comma
	three   int   // of numbers with a comma or a point, those that may have thousands
	grouped place // the first number with thousands
	dates   int
	words   map[string]place // of others and missing, as far as they fit in
	crowded int              // others that did not

	points     int // plain numbers with a point
	bare, long int // and without; of those, of more than three digits

	// Of texts of digits.
	texts       int   // fields of digits alone
	length      int   // of the first
	odd         place // of another length
	zero, big   bool  // some begin with a zero; some are beyond 2⁵³
	binary      bool  // all are of 0 and 1
	longest     int
	least, most *big.Int
	wide        place // the first of more than 15 digits

	singles, full int // shortest texts of 32-bit numbers with 8 or 9 digits, and numbers that are none

	first, last, step       float64
	small                   bool     // some are below 1
	steps, ones, ups, downs int      // as long as the first, by one, up, and down
	climbs                  cycle    // where it goes up
	values                  []string // the first three different ones
	counts                  [3]int   // how often they came until there were three
	distinct                map[uint64]bool
	tracked                 int
	reach                   int                // the last row with a value
	again                   cycle              // the first value
	exact                   map[float64]string // the texts of numbers with more digits than float64 holds
	merged                  place              // the first of two that are one float64
}

// newProfile is what no records show.
func newProfile() *profile {
	return &profile{words: map[string]place{}, distinct: map[uint64]bool{}, exact: map[float64]string{}}
}

// cycle finds out whether what comes first comes again at equal distances, and nowhere else.
type cycle struct {
	first       uint64
	n, last     int  // places, and the last in which it came
	apart       int  // places from the first to the second time
	interrupted bool // some other two lie further apart, or less
}

func (c *cycle) add(key uint64) {
	if c.n++; c.n == 1 {
		c.first = key
	}
	if key == c.first {
		c.mark(c.n)
	}
}

// mark says in which place it comes.
func (c *cycle) mark(place int) {
	if c.last > 0 && c.apart == 0 {
		c.apart = place - c.last
	}
	c.interrupted = c.interrupted || c.last > 0 && place-c.last != c.apart
	c.last = place
}

// period is how many places lie from one to the next; 0 where they are not all alike, fewer
// than ten, or come one after the other.
func (c *cycle) period() int {
	if c.interrupted || c.apart < 2 || c.n < 10*c.apart || c.n-c.last >= c.apart {
		return 0
	}
	return c.apart
}

// period is after how many of so many places what is asked for comes again, as for a cycle.
func period(places int, is func(i int) bool) int {
	c := cycle{n: places}
	for i := range places {
		if is(i) {
			c.mark(i + 1)
		}
	}
	return c.period()
}

// place is the first of some fields, and how many there are.
type place struct {
	n, line int
	text    string
}

func (p *place) note(b []byte, line int) {
	if p.n++; p.n == 1 {
		p.line, p.text = line, clip(b)
	}
}

// add takes note of a field.
func (p *profile) add(b []byte, key uint64, line int) {
	p.rows++
	if len(p.values) < 3 {
		i := slices.IndexFunc(p.values, func(v string) bool { return v == string(b) })
		if i < 0 {
			i = len(p.values)
			p.values = append(p.values, string(b))
		}
		p.counts[i]++
	}
	p.again.add(key)
	f, number := plain(b)
	if f.v == f.v && (number || !missing(b)) {
		p.reach = p.rows
	}
	switch {
	case number:
		p.number(f, b, line)
		if f.digits > 16 || f.v == 0 && f.digits > 0 {
			p.exactly(f.v, b, line)
		}
		return
	case missing(b):
		if p.missing++; len(b) == 0 {
			p.empty++
		}
	default:
		p.others++
		p.other(b, line)
	}
	if w, ok := p.words[string(b)]; ok || len(p.words) < MostWords {
		w.note(b, line)
		p.words[string(b)] = w
	} else {
		p.crowded++
	}
	p.track(key)
}

// mostExact is how many numbers of more digits than float64 holds are told apart.
const mostExact = 4096

// exactly takes note of a number whose digits may be lost.
func (p *profile) exactly(v float64, b []byte, line int) {
	before, ok := p.exact[v]
	switch {
	case v == 0, ok && before != string(b) && !bytes.Equal(significant([]byte(before)), significant(b)):
		p.merged.note(b, line)
	case !ok && len(p.exact) < mostExact:
		p.exact[v] = string(b)
	}
}

// track keeps which values were seen, as long as they may all be different.
func (p *profile) track(key uint64) {
	if p.tracked < mostSeen {
		p.tracked++
		p.distinct[key] = true
	}
}

// seed makes hashes, which are compared within a process only.
var seed = maphash.MakeSeed()

func hash(b []byte) uint64 { return maphash.Bytes(seed, b) }

// other takes note of a field that is no plain number.
func (p *profile) other(b []byte, line int) {
	if isDate(b) || p.dates > 0 && dates.Match(b) { // a short one beside others
		p.dates++
	}
	if f, ok := number(b, true); ok {
		if p.commas++; f.three() {
			p.three++
		}
	} else if inThousands.Match(b) {
		p.grouped.note(b, line)
	}
}

// number takes note of a plain number.
func (p *profile) number(f figure, b []byte, line int) {
	switch p.numbers++; p.numbers {
	case 1:
		p.first, p.last = f.v, math.NaN() // neither above nor below
	case 2:
		p.step = f.v - p.first
	}
	if f.v-p.last == p.step {
		p.steps++
	}
	if f.v-p.last == 1 {
		p.ones++
	}
	switch {
	case f.v > p.last:
		p.ups++
		p.climbs.mark(p.rows)
	case f.v < p.last:
		p.downs++
	}
	p.last, p.small = f.v, p.small || f.v < 1
	switch {
	case f.point:
		if p.points++; f.three() {
			p.three++
		}
	case !f.power && f.v == f.v:
		if p.bare++; f.before > 3 {
			p.long++
		}
	}
	if math.Mod(f.v, 1) == 0 { // no infinity
		p.wholes++
		p.track(math.Float64bits(f.v) ^ hash(b[:0]))
		if !f.point && !f.power {
			p.digits(f, b, line)
		}
	}
	switch short := f.digits < 10 && !(f.last0 && f.after > 1); { // it ends in no zero but that of "1.0"
	case short && (!f.point || f.digits < 8 || p.full > 0 || p.singles == 10_000): // it says nothing
	case short && single(b):
		p.singles++
	default:
		p.full++
	}
}

// digits takes note of a number that is written in digits alone.
func (p *profile) digits(f figure, b []byte, line int) {
	if b[0] != '-' && b[0] != '+' {
		if p.texts++; p.texts == 1 {
			p.length, p.binary = len(b), true
		}
		if len(b) != p.length {
			p.odd.note(b, line)
		}
		p.zero = p.zero || f.zero
		p.binary = p.binary && len(bytes.Trim(b, "01")) == 0
	}
	if p.longest = max(p.longest, f.digits); f.digits > 15 {
		p.wide.note(b, line)
		p.big = p.big || math.Abs(f.v) >= 1<<53
	}
	if f.digits > 15 || p.least != nil {
		v, _ := new(big.Int).SetString(string(b), 10)
		p.least, p.most = lesser(p.least, v, 1), lesser(p.most, v, -1)
	}
}

// lesser returns the lesser of two numbers, with sign −1 the greater; nil is none.
func lesser(v, w *big.Int, sign int) *big.Int {
	if v == nil || w != nil && sign*w.Cmp(v) < 0 {
		return w
	}
	return v
}

// with is what both fields show together, their words aside.
func (p *profile) with(q *profile) *profile {
	if q == p {
		return p
	}
	out := *p
	for _, x := range []struct{ to, from *int }{{&out.rows, &q.rows}, {&out.numbers, &q.numbers},
		{&out.missing, &q.missing}, {&out.wholes, &q.wholes}, {&out.others, &q.others},
		{&out.commas, &q.commas}, {&out.three, &q.three}, {&out.dates, &q.dates}, {&out.points, &q.points},
		{&out.bare, &q.bare}, {&out.long, &q.long}, {&out.texts, &q.texts},
		{&out.singles, &q.singles}, {&out.full, &q.full}} {
		*x.to += *x.from
	}
	out.odd, out.wide = cmp.Or(p.odd, q.odd), cmp.Or(p.wide, q.wide)
	out.odd.n = p.odd.n + q.odd.n
	switch {
	case p.texts == 0:
		out.length, out.binary = q.length, q.binary
	case q.texts > 0:
		if p.length != q.length {
			out.odd.n += q.texts
		}
		out.binary = p.binary && q.binary
	}
	out.small, out.zero, out.big = p.small || q.small, p.zero || q.zero, p.big || q.big
	out.longest = max(p.longest, q.longest)
	out.least, out.most = lesser(p.least, q.least, 1), lesser(p.most, q.most, -1)
	out.exact, out.merged = maps.Clone(p.exact), cmp.Or(p.merged, q.merged)
	for _, v := range slices.Sorted(maps.Keys(q.exact)) {
		out.exactly(v, []byte(q.exact[v]), 1)
	}
	return &out
}

// numbered reports whether the field only numbers the rows, or equally many at a time.
func (p *profile) numbered() bool {
	if p.wholes == p.rows && p.downs == 0 && p.ups >= 10 && p.ups == p.ones && !p.climbs.interrupted {
		return true
	}
	odd := p.rows - 1 - p.ones // steps of another length: of a damaged number, or where it begins anew
	if p.step != 0 {
		odd = min(odd, p.rows-1-p.steps)
	}
	return p.rows >= 10 && 20*p.wholes >= 19*p.rows && odd <= max(3, p.rows/50)
}

// steady reports whether the field is the same in all rows.
func (p *profile) steady() bool { return len(p.values) == 1 && p.rows >= 20 }

// identifies reports whether the field is another one in each row, as a name of the row is: a
// word, or a whole number where these rise evenly or fill a range without gaps. Noise does
// neither: where a file is sorted by it, the gaps are wide at both ends.
func (p *profile) identifies() bool {
	if p.rows < 50 || len(p.distinct) < p.tracked-p.tracked/1000 || p.tracked < min(p.rows, mostSeen) {
		return false
	}
	if p.wholes == p.rows {
		width, spread := p.span()
		return (p.ups >= p.rows-1 || p.ups == 0) && spread > 0.22*width || width < 2*float64(p.rows)
	}
	misread := func(w []byte) bool { return looksMisread(w, false) }
	return 10*p.others > 9*p.rows && p.count(misread) == 0
}

// stepped reports whether the field counts from 0 or 1 on, again and again.
func (p *profile) stepped() bool {
	n := p.again.period()
	width, _ := p.span()
	return p.wholes == p.rows && (p.first == 0 || p.first == 1) && len(p.distinct) == n && int(width) == n-1
}

// clocks reports whether the field is a time of this century that goes on: seconds since 1970, or
// thousandths, millionths or billionths of one.
func (p *profile) clocks() bool {
	epoch := func(v float64) bool {
		within := func(unit float64) bool { return v >= 946684800*unit && v <= 4102444800*unit }
		return slices.ContainsFunc([]float64{1, 1e3, 1e6, 1e9}, within)
	}
	return p.rows >= 50 && p.numbers == p.rows && p.downs == 0 && p.ups > 0 && epoch(p.first) && epoch(p.last)
}

// span is the width of the range of tracked whole numbers, and their standard deviation: .29
// of the width where they lie evenly.
func (p *profile) span() (width, spread float64) {
	least, most := math.Inf(1), math.Inf(-1)
	var sum, squares float64
	for k := range p.distinct {
		v := math.Float64frombits(k ^ hash(nil))
		least, most = min(least, v), max(most, v)
		sum, squares = sum+v-p.first, squares+(v-p.first)*(v-p.first)
	}
	n := float64(len(p.distinct))
	return most - least, math.Sqrt(max(0, squares/n-sum/n*sum/n))
}

// count is how many different words there are of a sort.
func (p *profile) count(sort func(w []byte) bool) (n int) {
	for w := range p.words {
		if sort([]byte(w)) {
			n++
		}
	}
	return n
}

// looksMisread reports whether a word is neither a name nor a number: with a point, or a decimal comma.
func looksMisread(b []byte, comma bool) bool {
	if missing(b) || isDate(b) || !hasDigit(b) || named(b) {
		return false
	}
	_, ok := number(b, comma)
	return !ok
}

// named reports whether a word with digits is a name such as rows, users, runs or files have:
// letters first, or hexadecimal as of a hash or a UUID; no number stands in it, only a point
// before letters.
func named(b []byte) bool { return name.Match(b) || len(b) >= 8 && hexName.Match(b) }

var (
	name    = regexp.MustCompile(`^[a-zA-Z\x80-\x{10FFFF}]([-\w\x80-\x{10FFFF}]|[.@/][a-zA-Z_])*$`)
	hexName = regexp.MustCompile(`^\d[-\d]*[a-fA-F][-\da-fA-F]*$`)
)

// dates are days, times, or both, as programs write them.
var dates = regexp.MustCompile(`^(` + day + `|(` + day + `[ T])?` + hour + `:` + minute + `(:` + minute +
	`([.,]\d+)?(Z|[-+]\d\d:?\d\d)?)?)$`)

const (
	day = `(\d{4}-` + month + `-` + dd + `|\d{4}/` + month + `/` + dd + `|` + dd + `[./]` + month + `[./]\d{4}|` +
		month + `/` + dd + `/\d\d(\d\d)?|` + dd + `-(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{4})`
	month, dd    = `(0?[1-9]|1[0-2])`, `(0?[1-9]|[12]\d|3[01])`
	hour, minute = `([01]?\d|2[0-3])`, `[0-5]?\d`
)

// isDate reports whether a field is a day, a time, or both.
func isDate(b []byte) bool { return len(b) > 4 && len(b) < 40 && b[0] <= '9' && dates.Match(b) }
