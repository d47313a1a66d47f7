package read

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/table"
)

// Rows are the releases of one input.
type Rows struct {
	Name   lang.Message // of the file, and of what says which of its releases
	Input  lang.Message // what the file calls the input; "" where it does not
	SHA256 string
	N      int
	Width  int            // cells of a release
	Names  []lang.Message // of the cells; nil where they are called as by themselves
	Words  []string       // that cells list
	Print  uint64         // of all releases, in order
	Said   lang.Message   // one sentence: what was taken, and what was left out
	Taken  []lang.Message // the columns
	Absent []int          // of each, entries that are missing
	Paired bool           // each row holds a release of either input
	Form   *Form          // how they are read

	file  *File
	which int    // the field that says which input; −1: all records are of this one
	only  string // what it says
}

// Each reads the releases: f gets the cells of those that take asks for, in their order, and
// keeps nothing of them; ErrEnough from it ends that. A nil take asks for all.
func (r *Rows) Each(take func() bool, f func(cells []float64) error) error {
	var cells []float64
	return r.each(func(fields [][]byte, line int) (err error) {
		if take != nil && !take() {
			return nil
		}
		if cells, err = r.Form.cells(fields, line, cells[:0]); err != nil {
			return err
		}
		return f(cells)
	})
}

// each reads the records of the releases.
func (r *Rows) each(use func(fields [][]byte, line int) error) error {
	left := r.N
	return r.file.each(func(fields [][]byte, line int) error {
		switch {
		case left == 0: // columns beside longer ones end
			return ErrEnough
		case r.which >= 0 && string(nth(fields, r.which)) != r.only:
			return nil
		}
		left--
		return use(fields, line)
	})
}

// nth is an entry of a list, or none.
func nth[T any](list []T, i int) (entry T) {
	if i >= 0 && i < len(list) {
		entry = list[i]
	}
	return entry
}

// Both decides on the releases of both inputs: of two files, or of one with a column that
// says which or with columns for each.
func Both(files []*File, ask table.Ask) (rows [2]*Rows, err error) {
	a, b := files[0], files[len(files)-1]
	if err := asked(files, ask); err != nil {
		return rows, err
	}
	rows = [2]*Rows{a.rows(), b.rows()}
	var columns []*column
	switch {
	case len(ask.Pairs) > 0:
		if columns, err = pairs(a, ask.Pairs); err != nil {
			return rows, err
		}
		for in, r := range rows {
			r.N, r.Paired = 0, true
			var names []string
			for i, c := range columns {
				r.N = max(r.N, c.at[in].reach)
				names = append(names, ask.Pairs[i][in])
			}
			r.Print = uint64(in)
			r.Name = lang.Say("read.part", "file", a.Name, "columns", clipped(names))
			if len(names) == 1 {
				r.Input = clipped(names)[0]
			}
		}
	case ask.By != "":
		if err = by(rows, ask.By); err != nil {
			return rows, err
		}
		columns, _ = match(a, a)
		columns = slices.DeleteFunc(columns, func(c *column) bool { return c.field[0] == rows[0].which })
	default:
		varies := func(p *profile) bool { return len(p.values) > 2 }
		if a != b && a.SHA256 == b.SHA256 && !a.form.Printed && slices.ContainsFunc(a.columns, varies) {
			return rows, fault(b.subject, "read.same")
		}
		if columns, err = match(a, b); err != nil {
			return rows, err
		}
	}
	if len(ask.Pairs) == 0 {
		if err := choose(columns, ask, a); err != nil {
			return rows, err
		}
	}
	one := a == b && ask.By == "" && ask.Pairs == nil // it is not known yet which column says which input
	if err := noReleases(columns, ask, a); err != nil && !one {
		return rows, err
	}
	return rows, settle(rows, columns)
}

// asked refuses what cannot be asked of so many files.
func asked(files []*File, ask table.Ask) error {
	f := files[0]
	switch ways := len(files) == 2; {
	case ways && ask.By != "":
		return lang.Errorf("read.ask.by")
	case ways && len(ask.Pairs) > 0:
		return lang.Errorf("read.ask.pairs")
	case ask.By != "" && len(ask.Pairs) > 0:
		return lang.Errorf("read.ask.both")
	case len(ask.Pairs) > 0 && len(ask.Columns)+len(ask.Without) > 0:
		return lang.Errorf("read.ask.paired")
	case !ways && ask.By == "" && len(ask.Pairs) == 0:
		likely := clipped(f.known(func(_ int, p *profile) bool { return len(p.values) == 2 && len(f.columns) > 1 }))
		return fault(f.subject, "read.ask.one", "columns", f.list(), "n", len(likely), "likely", likely)
	}
	return nil
}

// known are the columns that fit, as they may be asked for.
func (f *File) known(fits func(i int, p *profile) bool) (names []string) {
	for i, p := range f.columns {
		if fits(i, p) {
			names = append(names, f.form.known(i))
		}
	}
	return names
}

// list are the columns of a file, as they may be asked for.
func (f *File) list() []lang.Message {
	out := clipped(f.known(func(int, *profile) bool { return true }))
	if most := 20; len(out) > most {
		out = append(out[:most:most], lang.Verbatim("…"))
	}
	return out
}

// find returns the field of a column by its name or its number from 1.
func (f *File) find(name string) (i int, err error) {
	if i = f.form.named(name); i >= 0 {
		if slices.Contains(f.form.Names[i+1:], f.form.Names[i]) {
			return -1, fault(f.subject, "read.double", "column", lang.Clip(name, 40))
		}
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(f.columns) {
		return n - 1, nil
	}
	if _, err := f.Said(); err != nil && f.form.Names == nil { // what stands below a header hid it
		return -1, err
	}
	return -1, fault(f.subject, "read.column", "column", lang.Clip(name, 40), "columns", f.list())
}

// match pairs the columns of two files: by their names where both have names, in any order,
// otherwise by their places. One file pairs with itself.
func match(a, b *File) (out []*column, err error) {
	if len(a.columns) != len(b.columns) {
		return nil, fault(a.subject, "read.widths", "n", len(a.columns), "other", len(b.columns))
	}
	// A single column is the other's, however both are called.
	byName := a.form.unique() && b.form.unique() && len(a.columns) > 1
	taken := map[int]bool{}
	for i := range a.columns {
		c := &column{field: [2]int{i, i}, name: a.form.name(i), alone: len(a.columns) == 1}
		if byName && c.name != "" {
			c.field[1] = b.form.named(c.name)
		}
		if c.field[1] < 0 || taken[c.field[1]] {
			return nil, fault(b.subject, "read.lacks", "column", lang.Clip(c.name, 40), "columns", b.list())
		}
		taken[c.field[1]] = true
		c.profiles(a, b)
		out = append(out, c)
	}
	return out, nil
}

// named returns the field of a name, if need be in other letters' case; −1 of no such one.
func (f *Form) named(name string) int {
	if i := slices.Index(f.Names, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(f.Names, func(n string) bool { return strings.EqualFold(n, name) })
}

// unique reports whether the fields have names, no two the same.
func (f *Form) unique() bool {
	different := slices.Compact(slices.Sorted(slices.Values(f.Names)))
	return len(different) > 0 && len(different) == len(f.Names)
}

func (c *column) profiles(a, b *File) {
	c.at = [2]*profile{a.columns[c.field[0]], b.columns[c.field[1]]}
	c.both = c.at[0].with(c.at[1])
}

// pairs are columns of the record beside those of its neighbour.
func pairs(f *File, ask [][2]string) (out []*column, err error) {
	for _, p := range ask {
		c := &column{name: p[0] + "/" + p[1]}
		for in := range p {
			if c.field[in], err = f.find(p[in]); err != nil {
				return nil, err
			}
		}
		if c.field[0] == c.field[1] {
			return nil, fault(f.subject, "read.ask.same", "column", lang.Clip(p[0], 40))
		}
		c.profiles(f, f)
		out = append(out, c)
	}
	return out, nil
}

// by splits a file by a column that says which input a record is of.
func by(rows [2]*Rows, name string) error {
	f := rows[0].file
	at, err := f.find(name)
	switch {
	case err != nil:
		return err
	case len(f.columns) < 2:
		return fault(f.subject, "read.by.only")
	}
	values := slices.Sorted(slices.Values(f.columns[at].values)) // not by the order of lines
	switch {
	case len(values) < 2:
		return fault(f.subject, "read.by.one", "column", lang.Clip(name, 40), "input", lang.Clip(values[0], 40))
	case len(values) > 2:
		return fault(f.subject, "read.by.third", "column", lang.Clip(name, 40), "inputs", clipped(values))
	}
	for in, r := range rows {
		r.which, r.only, r.Print = at, values[in], uint64(in)
		r.N = f.columns[at].counts[slices.Index(f.columns[at].values, r.only)]
		r.Input = lang.Verbatim(lang.Clip(strings.TrimSpace(r.only+" "+f.form.Marks[at]), 40))
		r.Name = lang.Say("read.where", "file", f.Name, "column", lang.Clip(name, 40), "value", r.Input)
	}
	return nil
}

func clipped(words []string) (out []lang.Message) {
	for _, w := range words {
		out = append(out, lang.Verbatim(lang.Clip(w, 40)))
	}
	return out
}

// choose decides which columns are left out.
func choose(columns []*column, ask table.Ask, f *File) error {
	leave(columns)
	if len(ask.Columns) > 0 {
		for _, c := range columns {
			c.why = "unasked"
		}
	}
	for i, name := range slices.Concat(ask.Columns, ask.Without) {
		at, err := f.find(name)
		if err != nil {
			return err
		}
		k := slices.IndexFunc(columns, func(c *column) bool { return c.field[0] == at })
		if k < 0 {
			return fault(f.subject, "read.ask.which", "column", lang.Clip(name, 40))
		}
		if columns[k].why = ""; i >= len(ask.Columns) {
			columns[k].why = "without"
		}
	}
	if !slices.ContainsFunc(columns, func(c *column) bool { return c.why == "" }) {
		return fault(f.subject, "read.none", "columns", f.list())
	}
	return nil
}

// settle decides how columns become cells, the same for both inputs, and says so.
func settle(rows [2]*Rows, columns []*column) error {
	taken := slices.DeleteFunc(slices.Clone(columns), func(c *column) bool { return c.why != "" })
	a, b := rows[0].file, rows[1].file
	source := [2]lang.Message{a.subject, b.subject}
	comma, err := written(rows, taken)
	if err = cmp.Or(leftAlike(a, b), err, a.strangers(), b.strangers()); err != nil {
		return err
	}
	var cells []lang.Message
	var words []string
	named := false
	for i, c := range taken {
		marks := [2]string{a.form.Marks[c.field[0]], b.form.Marks[c.field[1]]}
		beside := func(w []byte) bool { sign, _ := mark(w); return sign != "" }
		numbers := func(p *profile) bool { return p.numbers+p.commas+p.count(beside) > 0 }
		if marks[0] != marks[1] && numbers(c.at[0]) && numbers(c.at[1]) {
			in := slices.IndexFunc(marks[:], func(m string) bool { return m != "" })
			return fault(source[in], "read.marks", "column", c.label(), "mark", marks[in])
		}
		k, err := c.kind(comma, source)
		if err = cmp.Or(c.check(comma, source), err); err != nil {
			return err
		}
		names := k.names(c.label())
		k.Cells, cells = len(names), append(cells, names...)
		for in, r := range rows {
			k.Field = c.field[in]
			r.Form.Columns = append(r.Form.Columns, k)
		}
		for in, p := range c.at {
			for w := range p.words {
				b := []byte(w)
				if _, ok := number(b, comma[in]); len(w) > 0 && !ok && !(k.Absent && missing(b)) {
					words = append(words, w)
				}
			}
		}
		named = named || c.name != "" || c.field[0] != i || k.Kind != ""
	}
	width := len(cells)
	if width > MostColumns {
		return fault(source[0], "read.cells", "n", width, "most", MostColumns)
	}
	if !named {
		cells = nil
	}
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	words = words[:min(len(words), MostWords)]
	if err := apart(rows, taken); err != nil {
		return err
	}
	for in, r := range rows {
		r.Width, r.Names, r.Words = width, cells, words
		r.Form.DecimalComma, r.Form.Words = comma[in], words
		r.Said = r.say(columns, in)
	}
	return nil
}

// apart lets columns tell of each input alone, where one file holds both.
func apart(rows [2]*Rows, columns []*column) error {
	if rows[0].N+rows[1].N == rows[0].file.Records+rows[1].file.Records {
		return nil
	}
	for in, r := range rows {
		for _, c := range columns {
			c.at[in] = newProfile()
		}
		err := r.each(func(fields [][]byte, line int) error {
			for _, c := range columns {
				b := nth(fields, c.field[in])
				c.at[in].add(b, hash(b), line)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// leftAlike refuses two sources of which one has far more comments or blank lines among its
// records than the other: what is left out may be a release, or tell the input.
func leftAlike(a, b *File) error {
	na, nb := float64(a.Records), float64(b.Records)
	all := float64(a.seen.among + b.seen.among)
	if gap := math.Abs(float64(a.seen.among) - all*na/(na+nb)); a == b || gap < 5+5*math.Sqrt(all*na*nb)/(na+nb) {
		return nil
	}
	return fault(a.subject, "read.uneven", "n", a.seen.among, "rows", a.Records, "m", b.seen.among, "others", b.Records)
}

// Learn decides on the releases of two commands from the lines of each that choose the
// event. The forms are plain data; Read reads with them what the commands print later.
func Learn(names [2]lang.Message, lines [2][]string, ask table.Ask) (rows [2]*Rows, err error) {
	files := make([]*File, 2)
	for in := range files {
		blank := func(i int) bool { return strings.TrimSpace(lines[in][i]) == "" }
		text := strings.Join(lines[in], "\n") + "\n"
		f := &File{Name: names[in], subject: names[in],
			open: func() (io.Reader, error) { return strings.NewReader(text), nil }}
		if err = f.begin(); err != nil {
			return rows, err
		}
		if f.form.Values || f.form.Shape == Arrays {
			return rows, fault(names[in], "read.bracket", "line", 1, "text", lang.Clip(lines[in][0], 40))
		}
		// A blank line is an empty release, unless they come at equal distances, as between records.
		f.form.Printed, f.form.Blank = true, f.form.Shape == Fields && period(len(lines[in]), blank) == 0
		if err = f.learn(); err != nil {
			return rows, err
		}
		files[in] = f
	}
	return Both(files, ask)
}

// rows are all records of the file as releases of one input.
func (f *File) rows() *Rows {
	form := *f.form
	form.fields, form.scratch = nil, nil
	return &Rows{Name: f.Name, SHA256: f.SHA256, N: f.Records, Print: f.print, file: f, Form: &form,
		which: -1}
}
