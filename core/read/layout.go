package read

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"indistinct/core/lang"
)

// mostSample is how many lines decide how lines are cut.
const mostSample = 1000

// sample is the beginning of a source: lines that are neither blank nor comments.
type sample struct {
	lines    [][]byte
	first    int    // the line number of the first of them
	comment  string // the last one before
	commentV int    // in that line
}

func sampled(head []byte, whole bool) (s sample) {
	at := 0
	for line := range bytes.Lines(head) {
		line, ended := bytes.CutSuffix(line, []byte("\n"))
		switch at++; {
		case !ended && !whole && len(s.lines) > 0 || len(s.lines) == mostSample:
			return s
		case len(trim(line)) == 0:
		case !comment(line, len(s.lines) > 1):
			if len(s.lines) == 0 {
				s.first = at
			}
			s.lines = append(s.lines, line)
		case len(s.lines) == 0:
			s.comment, s.commentV = string(line), at
		}
	}
	return s
}

// layout decides how a text is cut into records and those into fields, from its beginning.
func layout(s sample, source lang.Message) *Form {
	f := &Form{Shape: Fields, Quote: `"`, subject: source}
	starts := func(test func(line []byte) bool) bool { return 10*count(s.lines, test) >= 9*len(s.lines) }
	switch {
	case starts(func(b []byte) bool { return trim(b)[0] == '{' }):
		f.Shape, f.Comma = Objects, ","
		return f
	case starts(func(b []byte) bool { b = trim(b); return b[0] == '[' || b[0] == '(' }): // the latter is refused
		f.Shape, f.Comma = Lists, ","
		return f
	}
	if starts(func(b []byte) bool { b = trim(b); return len(b) > 1 && b[0] == '\'' && b[len(b)-1] == '\'' }) {
		f.Quote = "'"
	}
	f.Comma, f.Width = separator(f, s.lines)
	f.fields, f.scratch = nil, nil
	return f
}

func count(lines [][]byte, test func(line []byte) bool) (n int) {
	for _, b := range lines {
		if test(b) {
			n++
		}
	}
	return n
}

// separator returns what cuts nearly all lines into the same number of fields that make
// sense, more than one; "" where nothing does.
func separator(f *Form, lines [][]byte) (comma string, width int) {
	best := 0.0
	width = 1
	for _, c := range []string{"\t", ";", "|", ",", " "} {
		g := Form{Shape: Fields, Comma: c, Quote: f.Quote}
		widths, sense := map[int]int{0: 0}, map[int]int{}
		for _, b := range lines {
			if g.cut(b) == "" {
				widths[len(g.fields)]++
				sense[len(g.fields)] += count(g.fields, sensible)
			}
		}
		often := func(a, b int) int { return cmp.Compare(widths[a], widths[b]) }
		w := slices.MaxFunc(slices.Sorted(maps.Keys(widths)), often) // the least of them that most lines have
		if w < 2 || widths[w] < len(lines)-1-len(lines)/10 {
			continue
		}
		if score := float64(sense[w]) / float64(w*widths[w]); score > best+0.02 {
			best, comma, width = score, c, w
		}
	}
	body := lines[min(1, len(lines)-1):] // the first may name the column
	one := count(body, func(b []byte) bool { return isNumber(trim(b)) }) == len(body)
	unit, _ := mark(trim(body[0]))
	same := func(b []byte) bool { sign, _ := mark(trim(b)); return unit != "" && sign == unit }
	switch {
	case (comma == " " || comma == ",") && count(body, same) == len(body) &&
		(same(lines[0]) || !bytes.Contains(lines[0], []byte(comma))): // a number and its unit
		if comma == "," && same(lines[0]) {
			f.Doubt = "number"
		}
		return "", 1
	case comma == "," && alone(lines):
		f.Doubt = "number"
		return "", 1
	case comma == "," && width == 2 && one && isNumber(trim(lines[0])):
		f.Doubt = "columns"
	}
	f.unclear = comma != "" && one && count(lines, func(b []byte) bool { return inThousands.Match(trim(b)) }) > 0 ||
		comma == "," && count(lines, spaced) >= max(1, len(lines)-1)
	return comma, width
}

// threes are numbers with three digits after each comma, zeroFirst what begins behind one with a zero.
var (
	threes    = regexp.MustCompile(`^[^,]*(,[^,.]{3}(\.[^,]*)?)+$`)
	zeroFirst = regexp.MustCompile(`,0[^,.]`)
)

// alone reports whether lines that a comma could cut are one number each, with a decimal comma. Both
// readings often fit; what gives one away are leading zeros, which no column of whole numbers has, and last
// digits: with one decimal all ten come equally often, or the numbers lie side by side across a whole one.
func alone(lines [][]byte) bool {
	named := !isNumber(trim(lines[0])) && !bytes.Contains(lines[0], []byte(","))
	if named {
		lines = lines[1:]
	}
	zeros, negative, tenths := 0, false, map[byte]int{}
	values, least, most := map[float64]bool{}, math.Inf(1), math.Inf(-1)
	for _, line := range lines {
		if line = trim(line); !isNumber(line) {
			return false
		}
		v, _ := plain(bytes.ReplaceAll(line, []byte(","), nil))
		values[v.v], least, most = true, min(least, v.v), max(most, v.v)
		negative = negative || bytes.HasPrefix(line, []byte("-0"))
		zeros += len(zeroFirst.FindAll(line, -1))
		if whole, tenth, _ := bytes.Cut(line, []byte(",")); len(tenth) == 1 && len(whole) > 0 {
			tenths[tenth[0]]++
		}
	}
	cut := count(lines, func(b []byte) bool { return bytes.IndexByte(b, ',') >= 0 })
	three := count(lines, func(b []byte) bool { return threes.Match(trim(b)) })
	uniform := len(tenths) == 10
	for _, n := range tenths {
		uniform = uniform && 20*n >= len(lines)
	}
	switch near := 10*float64(len(values)) >= 6*(most-least+1); {
	case cut == 0:
		return false
	case named, three == cut && (zeros > 0 || most-least < 1000), negative, uniform, 50*zeros >= len(lines):
		return true
	default:
		return near && len(tenths) > 2 && tenths['0'] > 0 && tenths['9'] > 0
	}
}

// spaced reports whether a line is numbers with decimal commas, separated by a comma and a
// blank.
func spaced(line []byte) bool {
	parts := bytes.Split(line, []byte(", "))
	decimal := func(b []byte) bool { return bytes.IndexByte(b, ',') >= 0 && isNumber(trim(b)) }
	return len(parts) > 1 && count(parts, decimal) == len(parts)
}

// sensible reports whether a field is a number in some style, be it with a sign that is refused later,
// or a word such as people write.
func sensible(b []byte) bool {
	if missing(b) || isDate(b) {
		return true
	}
	sign, _ := mark(b)
	return isNumber(b) || sign != "" || !bytes.ContainsAny(b, ";|\t[]{}") && (!hasDigit(b) || named(b))
}

// header decides whether the first line of a sample names the columns, or the last comment
// before it does.
func (f *Form) header(s sample) {
	var rows [][]string
	for i, b := range s.lines {
		fields, err := f.split(b, s.first+i)
		if err != nil {
			break
		}
		rows = append(rows, texts(fields))
	}
	f.shared(rows[min(1, len(rows)):]) // the first may name them
	if f.Shape == Fields && len(rows) > 1 {
		head, body := rows[0], rows[1:]
		body = slices.DeleteFunc(slices.Clone(body), func(r []string) bool { return len(r) != f.Width })
		if len(head) == f.Width-1 && len(body) > 1 && !headed(body[0], body[1:]) {
			if empty := func(r []string) bool { return r[f.Width-1] != "" }; !slices.ContainsFunc(body, empty) {
				head = append(head, "") // each line ends with a separator
			} else {
				head = append([]string{""}, head...) // R gives the names of rows none
			}
		}
		// Files put one after the other have their headers, which is refused where they come again.
		others := slices.DeleteFunc(slices.Clone(body), func(r []string) bool { return slices.Equal(r, head) })
		again := func(i int) bool { return bytes.Equal(s.lines[i], s.lines[0]) }
		one := len(slices.Compact(slices.Clone(head))) == 1
		word := one && len(others) < len(body) && period(len(s.lines), again) == 0 // in place of some releases
		if len(others) > 0 && !slices.ContainsFunc(others, wordy) {
			body = others
		}
		named := slices.ContainsFunc(head, func(s string) bool { return !missing([]byte(s)) })
		if named && !word && len(head) == f.Width && headed(head, body) {
			f.Header, f.Names, f.From, f.At = strings.TrimRight(string(s.lines[0]), "\r"), head, "header", s.first
			return
		}
	}
	comment := strings.TrimLeft(s.comment, "#%/ \t")
	for _, c := range []string{cmp.Or(f.Comma, " "), ",", "\t", ";", " "} {
		g := Form{Comma: c, Quote: "\n"} // none
		g.cut([]byte(comment))
		fits := len(g.fields) == f.Width
		for i, b := range g.fields {
			g.fields[i] = bytes.Trim(b, `"'`)
			_, number := plain(g.fields[i])
			fits = fits && !number && len(g.fields[i]) > 0 && !bytes.ContainsAny(b, ":=")
		}
		if fits {
			f.Names, f.From, f.At = texts(g.fields), "comment", s.commentV
			return
		}
	}
}

// shared finds the signs and units that stand beside all numbers of a field in these rows.
func (f *Form) shared(rows [][]string) {
	f.Marks = map[int]string{}
	for c := range max(f.Width, len(f.Keys)) {
		signs := map[string]bool{}
		for _, r := range rows {
			if b := []byte(nth(r, c)); hasDigit(b) {
				sign, _ := mark(b)
				f.Marks[c], signs[sign] = sign, true
			}
		}
		if len(signs) != 1 {
			delete(f.Marks, c)
		}
	}
}

func texts(fields [][]byte) (out []string) {
	for _, b := range fields {
		out = append(out, string(b))
	}
	return out
}

// wordy reports whether a row has words.
func wordy(row []string) bool {
	return slices.ContainsFunc(row, func(s string) bool { return !isNumber([]byte(s)) })
}

// headed reports whether a row names the columns below it: some field is no number where nearly all
// below are, be it with something beside them, or none of its words comes again in columns of words
// that do, or it counts 0, 1, 2 … above numbers with decimals.
func headed(head []string, body [][]string) bool {
	again, ids, counted, numeric := 0, 0, true, false
	for c, name := range head {
		var below [][]byte
		values, odd := map[string]bool{}, looksMisread([]byte(name), false)
		for _, r := range body {
			below, values[r[c]] = append(below, []byte(r[c])), true
		}
		numbers := count(below, func(b []byte) bool {
			return isNumber(b) || missing(b) || isDate(b) || !odd && looksMisread(b, false)
		})
		points := count(below, func(b []byte) bool { return bytes.ContainsAny(b, ".,") })
		number := isNumber([]byte(name))
		above := name != "" && 10*numbers > 9*len(body)
		if numeric = numeric || above; number || above && !isName(name, len(head)) {
			again = -len(head) // a damaged first line is no header
		}
		if !number && !values[name] && len(body) >= 10 && len(values) <= max(len(body)/5, 2) {
			again++
		} else if len(values) == len(body) && count(below, hasDigit) == len(body) && !hasDigit([]byte(name)) {
			ids++ // the name of a column in which each value is another
		}
		// pandas numbers columns without names, and leaves the index without one
		index := head[0] == "" && (c == 0 || name == strconv.Itoa(c-1))
		counted = counted && (index || name == strconv.Itoa(c)) && (name == "" || 10*points > 9*len(body))
	}
	return numeric && again >= 0 || again > 0 && again+ids == len(head) || counted && len(body) > 0
}

// isName reports whether a word may be the name of a column of numbers, one of so many.
func isName(s string, columns int) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || first == '_' || first == '(') && (columns > 1 || !looksMisread([]byte(s), false))
}
