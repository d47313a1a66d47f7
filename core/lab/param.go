package lab

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lang"
)

// Kind is the type of a parameter's value.
type Kind int

// The kinds of parameters.
const (
	Float  Kind = iota
	Int         // a whole number
	Choice      // one of Choices
	Flag        // yes or no
	List        // numbers separated by commas or blanks, at most MaxLen
	Seed        // a whole number in 0 … 2⁵³−1; where Max is larger, of 64 bits
	Matrix      // rows separated by semicolons or lines, numbers by commas or blanks; checked by the laboratory
	Code        // a program's text, at most MaxLen bytes; in a link only while the link stays short
)

// MaxSeed is the largest seed: every seed is exact as a JSON number.
const MaxSeed = 1<<53 - 1

// Only restricts a parameter to Specs in which another has one of these values.
type Only struct {
	Param  string
	Values []string
}

// When is what a parameter's Only says where one other decides.
func When(param string, values ...string) []Only { return []Only{{param, values}} }

// OwnMatrix is a parameter of a plant "custom": a matrix of at most 8 rows and columns, which may
// be left out where it has no default.
func OwnMatrix(name, group, text string) Param {
	return Param{Name: name, Kind: Matrix, Min: -1e6, Max: 1e6, MinLen: min(len(text), 1), MaxLen: 8, Text: text,
		Group: group, Rerun: true, Scene: true, Fold: text == "", Only: When("plant", "custom")}
}

// Param is one parameter: the single source of its control, its place in
// permalinks and JSON, its validation and its documentation. Its texts are
// <room>.param.<name>, what the control is called, .help, one or two sentences on what it
// does to privacy and to accuracy, .low and .high, what a slider's ends mean, and of a
// Choice .<value> and .<value>.help; only the first has to be there.
type Param struct {
	Name   string       // in links, JSON and flags: short, lower case, a letter first
	Room   string       // whose texts it has; Table.Of sets it where it is empty
	Symbol string       // as in the paper: "ε", "s", "Δθ"
	Told   bool         // the label says the symbol
	Unit   lang.Message // SI; empty for pure numbers
	Kind   Kind
	Min    float64 // least allowed value (of each number in a List or Matrix)
	Max    float64
	// MaxOf names the parameter whose value is the largest that this one may
	// take; Max is then the largest that it ever can.
	MaxOf string
	// Reach is where the slider ends, unless a larger value was typed; 0: at Max.
	Reach float64
	Step  float64 // what an arrow key changes; 0: a hundredth of the range
	Log   bool    // the slider moves in powers of ten
	// Default is the value of a Float, Int, Seed or Flag (0 or 1); Text that of
	// the other kinds.
	Default float64
	Text    string
	// Was is the value of links that pages wrote without it, where the default was another.
	Was     string
	Choices []string // values of a Choice
	MinLen  int      // of a List
	MaxLen  int      // of a List, in bytes of a Code; the most rows and the most columns of a Matrix, where above 0
	Parts   int      // how many matrices the text of a Matrix may hold, with | between them; 0: one
	Main    bool     // stands at first sight, beside the claim: the laboratory's main slider (the first that is Shown)
	Group   string   // <room>.group.<group> is the heading under which the control stands
	Fold    bool     // one fold away
	Rerun   bool     // a result made before this changed no longer holds
	Scene   bool     // changes what the scene shows
	Only    []Only   // all must hold for the control to be shown
	From    Source   // where the value of the paper's setting comes from; empty: it is no value of a paper's
}

// Table is a laboratory's parameters in the order in which they are shown.
type Table []Param

// Of gives the parameters that have no room that of a laboratory, and returns the table.
func (t Table) Of(lab string) Table {
	for i := range t {
		t[i].Room = cmp.Or(t[i].Room, lab)
	}
	return t
}

// Shapes says of the parameters of some groups that what they change is released, and shown by the scene, and
// returns the table.
func (t Table) Shapes(groups ...string) Table {
	for i := range t {
		if slices.Contains(groups, t[i].Group) {
			t[i].Rerun, t[i].Scene = true, true
		}
	}
	return t
}

// Find returns the parameter of that name, or nil.
func (t Table) Find(name string) *Param {
	for i := range t {
		if t[i].Name == name {
			return &t[i]
		}
	}
	return nil
}

// Problem is one field that was refused.
type Problem struct {
	Field string       `json:"field"` // parameter name; empty: the whole
	Say   lang.Message `json:"say"`   // one sentence: what was wrong, what is accepted
	// Line is that of a program, from 1, which is to blame; Say names it too.
	Line int `json:"line,omitempty"`
}

// Error is for programmers; a person is told Say, which Says returns.
func (p Problem) Error() string      { return (&lang.Error{Message: p.Say}).Error() }
func (p Problem) Says() lang.Message { return p.Say }

// Problems are fields that were refused.
type Problems []Problem

// Say refuses one more.
func (p *Problems) Say(field, id string, places ...any) {
	*p = append(*p, Problem{Field: field, Say: lang.Say(id, places...)})
}

// If refuses one more where something is wrong.
func (p *Problems) If(wrong bool, field, id string, places ...any) {
	if wrong {
		p.Say(field, id, places...)
	}
}

// Fits refuses a matrix, where one is given, that has not so many rows and columns: to go with
// another, or to be square.
func (p *Problems) Fits(s Spec, name string, rows, columns int, with string) {
	if m := s.Rows(name); len(m) > 0 {
		p.If(len(m) != rows || len(m[0]) != columns, name, "lab.fits", "matrix", name, "rows", len(m),
			"columns", len(m[0]), "down", rows, "across", columns, "with", with)
	}
}

// Label is what the control is called.
func (p *Param) Label() lang.Message { return p.Say("") }

// Say is one of a parameter's texts: "help", "low", "high", a value of a Choice, or its
// label. A language need not have it.
func (p *Param) Say(part string) lang.Message {
	id := p.Room + ".param." + p.Name
	if part != "" {
		id += "." + part
	}
	return lang.Say(id)
}

// Heading is the heading under which the control stands.
func (p *Param) Heading() lang.Message { return lang.Say(p.Room + ".group." + p.Group) }

// Title returns the label with its symbol.
func (p *Param) Title() lang.Message {
	if p.Symbol == "" || p.Told {
		return p.Label()
	}
	return lang.Say("lab.param", "label", p.Label(), "symbol", p.Symbol)
}

// Accepts describes the allowed values in a few words.
func (p *Param) Accepts() lang.Message {
	switch p.Kind {
	case Choice:
		return lang.Say("lab.accepts.choice", "values", lang.Verbatims(p.Choices))
	case Flag:
		return lang.Say("lab.accepts.flag")
	case List:
		if p.MinLen == p.MaxLen {
			return lang.Say("lab.accepts.numbers", "n", p.MinLen, "min", p.Min, "max", p.Max)
		}
		return lang.Say("lab.accepts.list", "least", p.MinLen, "most", p.MaxLen, "min", p.Min, "max", p.Max)
	case Matrix:
		return lang.Say("lab.accepts.matrix", "min", p.Min, "max", p.Max)
	case Code:
		return lang.Say("lab.accepts.code", "bytes", p.MaxLen)
	case Int:
		return lang.Say("lab.accepts.whole", "min", p.Min, "max", p.Max)
	case Seed:
		return lang.Say("lab.accepts.seed")
	}
	return lang.Say("lab.accepts.number", "min", p.Min, "max", p.Max)
}

func (p *Param) max() float64 {
	if p.Kind == Seed {
		return MaxSeed
	}
	return p.Max
}

// refuse is the one sentence for a value that p does not take.
func (p *Param) refuse(got string) *Problem {
	id := "lab.refused"
	if _, ok := Number(got, false, false); !ok && strings.Trim(got, "+-0123456789"+separators) == "" && got != "" {
		id = "lab.refused.groups"
	}
	return &Problem{Field: p.Name, Say: lang.Say(id, "param", p.Title(), "got", lang.Clip(got, 40),
		"accepts", p.Accepts())}
}

// Parse reads a value as a person or a link writes it, single numbers as Number does.
func (p *Param) Parse(text string) (any, error) {
	if p.Kind == Code {
		return p.code(text)
	}
	text = strings.TrimSpace(text)
	switch p.Kind {
	case Choice:
		if slices.Contains(p.Choices, text) {
			return text, nil
		}
		return nil, p.refuse(text)
	case Flag:
		switch strings.ToLower(text) {
		case "1", "yes", "true", "on":
			return 1.0, nil
		case "0", "no", "false", "off":
			return 0.0, nil
		}
		return nil, p.refuse(text)
	case List, Matrix:
		return p.grid(text)
	}
	if n, err := strconv.ParseUint(text, 10, 64); p.Kind == Seed && p.Max > MaxSeed && err == nil && n > MaxSeed {
		return text, nil // no float64 holds it
	}
	v, ok := Number(text, p.Kind != Float, false)
	whole := p.Kind == Int || p.Kind == Seed
	if !ok || v < p.Min || v > p.max() || whole && v != math.Trunc(v) {
		return nil, p.refuse(text)
	}
	return v + 0, nil // +0 turns −0 into 0
}

// holds reports whether a stored value is of p's kind and in its range; texts were
// read by Parse.
func (p *Param) holds(v any) bool {
	switch v := v.(type) {
	case float64:
		return p.numeric() && v >= p.Min && v <= p.max()
	case string:
		return p.Kind == Seed && p.Max > MaxSeed ||
			!p.numeric() && (p.Kind != Choice || slices.Contains(p.Choices, v))
	}
	return false
}

// numeric reports whether a value is stored as a number.
func (p *Param) numeric() bool {
	return p.Kind == Float || p.Kind == Int || p.Kind == Flag || p.Kind == Seed
}

// Lines is a text without a byte order mark, whose lines end with a line feed whatever
// they ended with.
func Lines(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n")
}

// code reads a program's text. Of control characters it holds the line feed and the
// tabulator alone, and none that turns the writing round: what is read is what runs.
func (p *Param) code(text string) (any, error) {
	text = Lines(text)
	odd := strings.IndexFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r >= 0x202a && r <= 0x202e ||
			r >= 0x2066 && r <= 0x2069
	})
	var out Problems
	switch {
	case len(text) > p.MaxLen:
		out.Say(p.Name, "lab.long", "param", p.Title(), "bytes", len(text), "accepts", p.Accepts())
	case !utf8.ValidString(text):
		out.Say(p.Name, "lab.code.utf8", "param", p.Title())
	case odd >= 0:
		sign, _ := utf8.DecodeRuneInString(text[odd:])
		out.Say(p.Name, "lab.code.sign", "param", p.Title(), "sign", lang.Clip(string(sign), 1),
			"line", strings.Count(text[:odd], "\n")+1)
	default:
		return text, nil
	}
	return nil, &out[0]
}

// grid reads the numbers of a List or the rows of a Matrix and writes them in one canonical form.
func (p *Param) grid(text string) (any, error) {
	text = Lines(text)
	if parts := strings.Split(text, "|"); len(parts) > 1 && len(parts) <= p.Parts {
		for i, part := range parts {
			v, err := p.grid(strings.TrimSpace(part))
			if err != nil {
				return nil, err
			}
			parts[i] = v.(string)
		}
		return strings.Join(parts, "|"), nil
	}
	var rows [][]string
	inner, framed := strings.CutPrefix(text, "[") // as sheets show them
	inner, ended := strings.CutSuffix(inner, "]")
	if framed != ended || p.Kind == List && framed && strings.ContainsAny(inner, ";\n") {
		return nil, p.refuse(text)
	}
	switch {
	case p.Kind == Matrix:
		for _, row := range fields(inner, ";\n") {
			if cells := fields(row, ", \t"); len(cells) > 0 {
				rows = append(rows, cells)
			}
		}
	case strings.Contains(inner, ";"): // a comma is then a decimal one: "0,5; 0,7"
		rows = [][]string{fields(inner, "; \t\n")}
	default:
		rows = [][]string{fields(inner, ", \t\n")}
	}
	if p.Kind == List && (len(rows[0]) < p.MinLen || len(rows[0]) > p.MaxLen) {
		return nil, p.refuse(text)
	}
	if len(text) > 32<<10 || len(rows) == 0 && (text != "" || p.MinLen > 0) {
		return nil, p.refuse(text)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		switch {
		case len(row) != len(rows[0]):
			return nil, &Problem{Field: p.Name, Say: lang.Say("lab.ragged", "param", p.Title(), "one", len(rows[0]),
				"other", len(row))}
		case p.Kind == Matrix && p.MaxLen > 0 && max(len(rows), len(row)) > p.MaxLen:
			return nil, &Problem{Field: p.Name, Say: lang.Say("lab.large", "param", p.Title(), "rows", len(rows),
				"columns", len(row), "most", p.MaxLen)}
		}
		for j, f := range row {
			v, ok := Number(f, false, false)
			if !ok || !(v >= p.Min && v <= p.Max) {
				return nil, p.refuse(f)
			}
			row[j] = strconv.FormatFloat(v, 'g', -1, 64)
		}
		out[i] = strings.Join(row, ",")
	}
	return strings.Join(out, ";"), nil
}

// fields splits a text at any of some characters.
func fields(text, at string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(at, r) })
}

// separators may stand between the thousands of a number, among them spaces that do not break.
const separators = " \u00a0\u2009\u202f'’,."

// Number reads a finite number as a person or a link writes it: also as "ln 3", with a
// decimal comma, and with thousands. Those are groups of exactly three digits after one to
// three that do not begin with 0, and what separates them are blanks, apostrophes, commas or
// points. A single comma or point may be the decimal sign as well: it separates thousands
// in a whole number, and where a decimal sign of the other kind follows; a comma also where
// english says that it is no decimal sign. So 1.250 is 1.25 in every language but for whole
// numbers, as links and programs write it.
func Number(text string, whole, english bool) (float64, bool) {
	if len(text) > 400 { // no float64 needs more digits, and a file may hold anything
		return 0, false
	}
	text = strings.ReplaceAll(text, "−", "-")
	if rest, ok := strings.CutPrefix(text, "ln"); ok {
		v, ok := Number(strings.Trim(rest, " ()"), false, english)
		if !ok || v <= 0 {
			return 0, false
		}
		return math.Log(v), true
	}
	text = ungrouped(text, whole, english)
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	if strings.ContainsAny(text, "xXpP_nNiI") { // hexadecimal, NaN, Inf
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// ungrouped returns a number without what separates its thousands.
func ungrouped(text string, whole, english bool) string {
	digits := strings.TrimLeft(text, "+-")
	for _, sep := range strings.Split(separators, "") {
		groups := strings.Split(digits, sep)
		end := len(groups) - 1
		last, fraction, decimal := groups[end], "", false
		if i := strings.IndexAny(last, ",."); i >= 0 {
			last, fraction, decimal = last[:i], "."+last[i+1:], true
		}
		groups[end] = last
		sure := whole || end > 1 || decimal || sep != "," && sep != "." || sep == "," && english
		if end > 0 && sure && thousands(groups) {
			return strings.TrimSuffix(text, digits) + strings.Join(groups, "") + fraction
		}
	}
	return text
}

// thousands reports whether groups of digits are those of a number.
func thousands(groups []string) bool {
	for i, g := range groups {
		first := i == 0 && len(g) > 0 && len(g) < 4 && g[0] != '0'
		if !first && (i == 0 || len(g) != 3) || strings.Trim(g, "0123456789") != "" {
			return false
		}
	}
	return true
}

// Typed is what a person who reads a language typed, as Parse takes it.
func (p *Param) Typed(l *lang.Language, text string) string {
	english := strings.Contains(l.Number(1000, ","), ",")
	if v, ok := Number(strings.TrimSpace(text), false, english); ok && english && p.Kind == Float {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	if p.Kind == List && p.MinLen < 2 && !english && strings.Count(text, ",") == 1 &&
		!strings.ContainsAny(strings.TrimSpace(text), ";. [\n") {
		return strings.Replace(text, ",", ".", 1) // one number with a decimal comma
	}
	return text
}

// fallback is the default as a stored value.
func (p *Param) fallback() any {
	if p.numeric() {
		return p.Default
	}
	return p.Text
}

// numbers splits a List's stored text.
func numbers(text string) (out []float64) {
	for _, f := range fields(text, ",") {
		v, _ := strconv.ParseFloat(f, 64)
		out = append(out, v)
	}
	return out
}

// rows splits a Matrix's stored text.
func rows(text string) (out [][]float64) {
	for _, r := range fields(text, ";") {
		out = append(out, numbers(r))
	}
	return out
}
