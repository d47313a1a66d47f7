package read

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"indistinct/core/lang"
	"indistinct/core/table"
)

// column is a column of both inputs, before it is decided what becomes of it.
type column struct {
	name  string // as it is asked for; "" where it has none
	field [2]int // of each input; −1: it has none
	at    [2]*profile
	both  *profile
	alone bool   // the source has no other
	why   string // it is left out: a code of read.why
}

// label names a column in a sentence, and in an event.
func (c *column) label() lang.Message {
	if c.name != "" {
		return lang.Verbatim(lang.Clip(c.name, 40))
	}
	if c.alone {
		return lang.Say("read.release")
	}
	return lang.Say("read.entry", "i", c.field[0]+1)
}

// rare is which part of a column's numbers may have a comma by mistake.
const rare = 200

// written decides for each input whether the numbers of the columns taken have decimal commas. Where
// there are thousands, or may be, it refuses.
func written(rows [2]*Rows, taken []*column) (comma [2]bool, err error) {
	for in, r := range rows {
		commas, points, numbers := 0, 0, 0
		for _, c := range taken {
			p := c.at[in]
			switch {
			case p.grouped.n > 0:
				return comma, fault(r.file.subject, "read.grouped", "line", p.grouped.line, "text", p.grouped.text)
			case p.ambiguous(r.Form.Comma), c.both.ambiguous(r.Form.Comma):
				return comma, fault(r.file.subject, "read.thousands")
			case p.commas > 0:
				numbers += p.numbers + p.commas
			}
			commas += p.commas
			points += p.points
		}
		if comma[in] = commas > 0 && commas*rare >= numbers; comma[in] && points > 0 {
			return comma, fault(r.file.subject, "read.thousands")
		}
	}
	return comma, nil
}

// ambiguous reports whether all numbers with a comma or a point may have thousands, others being whole. Where
// a comma stands between fields, a point is one.
func (p *profile) ambiguous(separator string) bool {
	marks := p.commas + p.points
	whole := p.bare > 0 && (separator != "," || p.long+p.commas > 0)
	return marks > 0 && p.three == marks && (whole || p.commas > 0 && p.points > 0)
}

// leave decides which columns are left out unless they are asked for: those that say which
// row it is, and nothing of what was released.
func leave(columns []*column) {
	kept := 0
	for _, c := range columns {
		a, b, p := c.at[0], c.at[1], c.both
		switch {
		case p.missing == p.rows:
			c.why = "empty"
		case a.numbered() && b.numbered():
			c.why = "counts"
		case p.dates > 0 && 10*p.dates >= 9*(p.rows-p.missing), a.clocks() && b.clocks():
			c.why = "date"
		case a.identifies() || b.identifies():
			c.why = "id"
		case len(a.values) > 1 || !slices.Equal(a.values, b.values):
			kept++
		}
	}
	// Where beside them nothing varies they are judged, or refused.
	for _, whys := range [][]string{{"id", "date"}, {"counts"}, {"empty"}} {
		if kept > 0 || whys[0] != "id" && slices.ContainsFunc(columns, func(c *column) bool { return c.why == "" }) {
			return
		}
		for _, c := range columns {
			if slices.Contains(whys, c.why) {
				c.why = ""
			}
		}
	}
}

// booleans are words that are written as 1 and 0 elsewhere.
var booleans = regexp.MustCompile(`(?i)^(true|false|yes|no|[tfyn])$`)

// period is after how many records a word, or a count from 0 or 1 on, comes round in both
// inputs; 0: it does not.
func (c *column) period() int {
	p, q := c.at[0], c.at[1]
	if p.again.period() != q.again.period() {
		return 0
	}
	first := []byte(p.values[0])
	if (isNumber(first) || missing(first)) && !(p.stepped() && q.stepped()) || isDate(first) {
		return 0
	}
	return p.again.period()
}

// noReleases refuses sources whose records seem to be no releases: lines of them, or values and
// how often each came, unless columns were asked for.
func noReleases(columns []*column, ask table.Ask, f *File) error {
	source := f.subject
	asked := len(ask.Columns)+len(ask.Without) > 0
	for i, c := range columns {
		if !asked && len(columns) == 2 && c.counts(columns[1-i]) {
			return fault(source, "read.frequencies")
		}
		if n := c.period(); n > 0 && c.why == "" {
			return fault(source, "read.cycle", "text", lang.Clip(c.at[0].values[0], 40), "column", c.label(), "n", n,
				"shape", f.form.Shape, "comma", f.form.Comma, "head", f.form.At)
		}
	}
	return nil
}

// counts reports whether the column seems to say how often the values of another came: whole
// numbers from 1 on beside what is another in each row or rises with them.
func (c *column) counts(values *column) bool {
	rises := func(p *profile) bool { return p.rows >= 10 && p.ups == p.rows-1 }
	once := values.why == "id" || values.why == "counts" && values.both.first != 0 && values.both.first != 1 ||
		values.why == "" && (rises(values.at[0]) || rises(values.at[1]))
	n := c.both
	return once && c.why == "" && n.wholes == n.rows && !n.small && len(n.values) > 2
}

// check refuses a column whose words look like what was misread.
func (c *column) check(comma [2]bool, source [2]lang.Message) error {
	for in, p := range c.at {
		other := c.at[1-in]
		if p.numbers == 0 && len(p.values) == 2 && len(other.values) == 2 {
			strange := func(w string) bool { return !booleans.MatchString(w) }
			digit := func(w string) bool { return w != "0" && w != "1" }
			if !slices.ContainsFunc(p.values, strange) && !slices.ContainsFunc(other.values, digit) {
				return fault(source[in], "read.booleans", "text", p.values[0], "column", c.label())
			}
		}
		words, once := 0, p.crowded
		var first, junk, digits, far place
		lines := func(a, b string) int { return cmp.Compare(p.words[a].line, p.words[b].line) }
		for _, w := range slices.SortedFunc(maps.Keys(p.words), lines) {
			b, s := []byte(w), p.words[w]
			v, ok := number(b, comma[in])
			if ok || missing(b) {
				continue
			}
			if words += s.n; math.IsInf(v.v, 0) {
				far.note(b, s.line)
				far.n += s.n - 1
			}
			if s.n == 1 {
				once++
				first.note(b, s.line)
			}
			if looksMisread(b, comma[in]) {
				junk.note(b, s.line)
			}
			if s.n == 1 && !isWord(b) {
				digits.note(b, s.line)
			}
		}
		refuse := func(id string, at place) error {
			if strings.IndexAny(at.text, "{[") == 0 {
				id = "read.nested"
			}
			return fault(source[in], id, "line", at.line, "text", at.text, "column", c.label(), "i", c.field[in])
		}
		numbers := p.rows - p.missing - words - p.crowded
		switch {
		case far.n > 0 && 2*(numbers+far.n) > p.rows-p.missing-p.crowded: // else a name of digits and an e
			return refuse("read.far", far)
		case p.rows >= 20 && 10*once > 9*p.rows:
			return refuse("read.words", first)
		case junk.n > mostJunk, junk.n > 0 && 10*once > 9*p.rows:
			return refuse("read.junk", junk)
		case 2*numbers > p.rows && digits.n > 0:
			return refuse("read.number", digits)
		}
	}
	return nil
}

// strangers refuses a record among numbers whose fields are all words that come nowhere else: a
// second header, or units below the first.
func (f *File) strangers() error {
	lines, numeric := map[int]int{}, 0 // in how many columns a line has such words
	words := map[int]string{}
	for _, p := range f.columns {
		if 2*p.numbers < p.rows {
			continue
		}
		numeric++
		for w, s := range p.words {
			if s.n > 1 || hasDigit([]byte(w)) {
				continue
			}
			if lines[s.line]++; !missing([]byte(w)) {
				words[s.line] = w
			}
		}
	}
	for _, line := range slices.Sorted(maps.Keys(words)) {
		if numeric > 1 && lines[line] == numeric {
			return fault(f.subject, "read.stranger", "line", line, "at", strconv.Itoa(line), "text",
				lang.Clip(words[line], 40))
		}
	}
	return nil
}

// mostJunk is how many words may look like numbers with something beside them: ranges
// ("10-20") and bounds ("<5") are few, measurements ("12.5 kg") are many.
const mostJunk = 20

// isWord reports whether a field among numbers is a word by itself: it has letters, and no
// digits.
func isWord(b []byte) bool { return !hasDigit(b) && bytes.ContainsFunc(b, unicode.IsLetter) }

func hasDigit(b []byte) bool { return bytes.ContainsAny(b, "0123456789") }

// kind decides what cells a column becomes.
func (c *column) kind(comma [2]bool, source [2]lang.Message) (k Column, err error) {
	p := c.both
	k.Absent = p.numbers+p.commas > 0 && // two such words in one source are two releases
		c.at[0].count(missing) < 2 && c.at[1].count(missing) < 2
	k.Number = 2*(p.numbers+p.commas) > p.rows
	k.Single = comma == [2]bool{} && p.texts == 0 && p.full == 0 && p.singles >= 20
	in := 0
	if c.at[0].wide.n+c.at[0].odd.n == 0 {
		in = 1
	}
	if p.texts > 0 && p.texts == p.numbers && p.others == 0 && p.length > 1 && (p.zero || p.length > 15 && p.binary) {
		switch {
		case p.odd.n == 0:
			k.Kind, k.Digits, k.Number = Digits, p.length, p.length <= 15
			return k, nil
		case 100*p.odd.n < p.texts, p.longest > 30:
			return k, fault(source[in], "read.digits", "line", p.odd.line, "digits", p.length, "text", p.odd.text)
		}
	}
	if !p.big || p.points > 0 || p.wholes != p.numbers {
		if p.merged.n > 0 {
			return k, fault(source[0], "read.merged", "text", p.merged.text, "column", c.label())
		}
		return k, nil
	}
	base := new(big.Int).Sub(p.least, new(big.Int).Mod(p.least, big.NewInt(1000)))
	switch span := new(big.Int).Sub(p.most, base); {
	case span.IsInt64() && span.Int64() < 1<<53:
		k.Kind, k.Base = Less, base
	case p.longest <= 2*half:
		k.Kind = Halves
	default:
		return k, fault(source[in], "read.wholes", "line", p.wide.line, "text", p.wide.text)
	}
	return k, nil
}

// half is how many digits a cell of two holds.
const half = 15

// names are what the column's cells are called.
func (k *Column) names(label lang.Message) (out []lang.Message) {
	switch {
	case k.Kind == Less:
		return []lang.Message{lang.Say("read.less", "what", label, "base", k.Base)}
	case k.Kind == Halves:
		return []lang.Message{lang.Say("read.high", "what", label, "digits", half),
			lang.Say("read.low", "what", label, "digits", half)}
	case k.Kind == "" || k.Number:
		out = append(out, label)
	}
	for i := range k.Digits {
		out = append(out, lang.Say("read.digit", "what", label, "i", i+1))
	}
	return out
}
