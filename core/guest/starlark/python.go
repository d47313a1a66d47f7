package starlark

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// What Python's grammar has and the language's has not is written in the language's before
// it is parsed; no line changes its number.

// Names that the rewriting puts into a program: see run.python.
const (
	namePower  = "__power__"
	nameMatrix = "__matrix__"
	nameAll    = "__all__"
	nameText   = "__text__"
	nameRaise  = "__raise__"
	nameAssert = "__assert__"
	nameKeep   = "__keep__"
	nameKept   = "__kept__"
	nameIs     = "__is__"
	nameOnce   = "__once__"
	nameAssign = "__assign__"
	nameUnpack = "__unpack__"
	nameClass  = "__class__"
)

// piece is a token of a program. A bracket knows its mate; lines end only outside brackets.
type piece struct {
	text    string
	at      int // byte
	kind    int // see pieces
	mate    int // of a bracket, an index; −1: none
	depth   int // brackets around it
	operand bool
	done    bool // written already
}

func (t piece) end() int { return t.at + len(t.text) }

// The groups of pieces, in their order.
const (
	blank = iota + 1
	newline
	literal
	digits
	identifier
)

var pieces = regexp.MustCompile(`^(?s:(#[^\n]*|\\\r?\n|[ \t\r\f]+)|(\n)|` +
	`((?i:[rbfu]{0,2})(?:"""(?:\\.|[^\\])*?"""|'''(?:\\.|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|` +
	`(0[xXoObB][0-9a-fA-F_]+|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?)|` +
	`([\pL_][\pL\pN_]*)|(\*\*=?|//=?|<<=?|>>=?|[<>=!:]=|->|[-+*/%&|^@]=|.))`)

// reserved are the words that are no operand; each ends a chain of comparisons.
var reserved = names(keywords)

// source is a program that is rewritten.
type source struct {
	text   string
	pieces []piece
	edits  []edit
	last   []edit // behind others at the same place
	// marks are what stands at the beginning of lines: “class” or “dataclass”, the decorator of a
	// function, or the name of a variable with a type.
	marks map[int32]string
}

// edit replaces some bytes.
type edit struct {
	at, end int
	by      string
}

// cut takes a program apart.
func cut(program string) *source {
	s := &source{text: program, marks: map[int32]string{}}
	var open []int
	for at := 0; at < len(program); {
		m := pieces.FindStringSubmatchIndex(program[at:])
		if m == nil { // no UTF-8
			at++
			continue
		}
		t := piece{text: program[at : at+m[1]], at: at, mate: -1, depth: len(open)}
		for t.kind = blank; m[2*t.kind] < 0; t.kind++ {
		}
		named := t.kind == identifier && !slices.Contains(reserved, t.text)
		t.operand = named || t.kind == literal || t.kind == digits || strings.Contains(")]}", t.text)
		at += m[1]
		if t.kind == blank || t.kind == newline && len(open) > 0 {
			continue
		}
		switch i := len(s.pieces); t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if n := len(open); n > 0 {
				t.mate, t.depth = open[n-1], n-1
				s.pieces[t.mate].mate, open = i, open[:n-1]
			}
		}
		s.pieces = append(s.pieces, t)
	}
	s.pieces = append(s.pieces, piece{text: "\n", at: len(program), kind: newline, mate: -1})
	return s
}

// replace writes something in place of bytes.
func (s *source) replace(at, end int, by string) { s.edits = append(s.edits, edit{at, end, by}) }

func (s *source) insert(at int, text string) { s.replace(at, at, text) }

// omit leaves bytes out, but for the ends of lines.
func (s *source) omit(at, end int) {
	s.replace(at, end, strings.Repeat("\n", strings.Count(s.text[at:end], "\n")))
}

// written returns the program with its edits.
func (s *source) written() string {
	s.edits = append(s.edits, s.last...)
	slices.SortStableFunc(s.edits, func(a, b edit) int { // what is put in comes before what is replaced
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(min(a.end-a.at, 1), min(b.end-b.at, 1)))
	})
	var b strings.Builder
	at := 0
	for _, e := range s.edits {
		if e.at >= at {
			b.WriteString(s.text[at:e.at])
			b.WriteString(e.by)
			at = e.end
		}
	}
	b.WriteString(s.text[at:])
	return b.String()
}

// next returns the index of the first of some pieces from i on that stands as deep as
// brackets say, or of the end of the statement or bracket.
func (s *source) next(i, depth int, texts ...string) int {
	for ; i < len(s.pieces)-1; i++ {
		t := &s.pieces[i]
		if t.depth < depth || t.depth == depth && (t.kind == newline || slices.Contains(texts, t.text)) {
			break
		}
	}
	return i
}

// operand returns the index behind an operand of ** that begins at i.
func (s *source) operand(i int) int {
	for strings.Contains("+-~", s.pieces[i].text) {
		i++
	}
	if t := s.pieces[i]; t.mate > i {
		i = t.mate
	} else if !t.operand {
		return i
	}
	for i++; ; i++ {
		switch t := s.pieces[i]; {
		case t.text == ".":
			i++
		case t.mate > i && t.text != "{":
			i = t.mate
		case t.text == "**":
			return s.operand(i + 1)
		default:
			return i
		}
	}
}

// texts writes texts beside each other and f-strings as sums: f"a{x:.2f}" is ("a"+__text__((x),":.2f")+"").
func (s *source) texts() *source {
	for i, t := range s.pieces {
		if t.kind != literal {
			continue
		}
		if i > 0 && s.pieces[i-1].kind == literal {
			s.insert(t.at, "+")
		}
		at := strings.IndexAny(t.text, `"'`)
		begin, quote := strings.Trim(t.text[:at], "fFuU"), t.text[at:at+1]
		if !strings.ContainsAny(t.text[:at], "fF") {
			continue
		}
		if strings.HasPrefix(t.text[at:], quote+quote+quote) {
			quote += quote + quote
		}
		begin += quote
		s.replace(t.at, t.at+at+len(quote), "("+begin)
		end := len(t.text) - len(quote)
		for at += len(quote); at < end; at++ {
			if double := t.text[at : at+2]; double == "{{" || double == "}}" {
				s.replace(t.at+at, t.at+at+2, double[:1])
				at++
			} else if t.text[at] == '{' {
				from := at
				at = formOf(t.text[:end+1], at+1)
				nothing := map[bool]string{true: ","}[strings.TrimSpace(t.text[from+1:at]) == ""]
				s.replace(t.at+from, t.at+from+1, quote+"+"+nameText+"(("+nothing)
				if form, _, closed := strings.Cut(t.text[at:end], "}"); closed { // else the parser says so
					s.replace(t.at+at, t.at+at+len(form)+1, "),"+strconv.Quote(form)+")+"+begin)
					at += len(form)
				}
			}
		}
		s.insert(t.end(), ")")
	}
	return s
}

// formOf returns where the value ends that begins at a byte of an f-string, and its form begins.
func formOf(text string, at int) int {
	for depth := 0; at < len(text)-1; at++ {
		if depth == 0 && strings.ContainsRune("}:!", rune(text[at])) && text[at:at+2] != "!=" {
			break
		}
		depth += strings.Count("([{", text[at:at+1]) - strings.Count(")]}", text[at:at+1])
	}
	return at
}

// grammar writes all else.
func (p *program) grammar(s *source) *source {
	type comparison struct {
		from, right int // where it and its right side begin, 0: there is none yet
		chained     bool
	}
	around := []comparison{{}} // of each bracket that is open
	statement := 0
	for i, t := range s.pieces {
		if i == len(s.pieces)-1 {
			break
		}
		before, after := piece{kind: newline}, s.pieces[i+1]
		if i > 0 {
			before = s.pieces[i-1]
		}
		if before.kind == newline || before.text == ";" {
			if statement = i; t.kind == identifier {
				s.statement(i)
			}
		}
		p.refused(s, i, i == statement)
		switch {
		case t.kind == digits && strings.Contains(t.text, "_"):
			s.replace(t.at, t.end(), strings.ReplaceAll(t.text, "_", ""))
		case t.text == "**" && before.operand:
			if end := s.operand(i + 1); end > i+1 {
				s.replace(t.at, t.end(), " ."+namePower+"(")
				s.insert(s.pieces[end-1].end(), ")")
			}
		case t.text == "@" && before.operand:
			s.replace(t.at, t.end(), "*"+nameMatrix+"*")
		case t.text == "def":
			s.hints(i)
		case t.text == "class" && i == statement:
			p.begins(s, i)
		case t.text == "@" && i == statement:
			p.decorates(s, i)
		case t.text == ":=" && before.kind == identifier:
			s.replace(before.at, t.end(), nameAssign+"("+before.text+",")
			s.insert(s.pieces[s.next(i+1, t.depth, ",", ":", "for")-1].end(), ")")
		case t.text == "import" && s.pieces[statement].text != "from":
			p.imports(s, i, i)
		case t.text == "from" && i == statement:
			p.imports(s, i, s.next(i, t.depth, "import"))
		case t.text == "raise" || t.text == "assert":
			name := map[string]string{"raise": nameRaise, "assert": nameAssert}[t.text]
			s.replace(t.at, t.end(), name+"(")
			end := s.next(i, t.depth, ";", "from")
			s.insert(s.pieces[end-1].end(), ")")
			if s.pieces[end].text == "from" {
				s.omit(s.pieces[end].at, s.pieces[s.next(end, t.depth, ";")].at)
			}
		case t.mate > i:
			s.bracket(i, before.operand)
		}
		here := &around[len(around)-1]
		switch {
		case t.mate > i:
			around = append(around, comparison{from: i + 1})
		case t.text == "in" && before.text == "not", t.text == "not" && before.text == "is":
		case slices.Contains(comparers, t.text) && (t.text != "not" || after.text == "in"):
			if here.right > 0 { // a < b < c: (a < keep(b) and kept() < c)
				if !here.chained {
					s.insert(s.pieces[here.from].at, "(")
				}
				s.insert(s.pieces[here.right].at, nameKeep+"(")
				s.insert(before.end(), ") and "+nameKept+"() ")
				here.chained = true
			}
			here.right = i + 1
			switch {
			case t.text == "is" && after.text == "not":
				s.replace(t.at, after.end(), "!= "+nameIs+" |")
				here.right++
			case t.text == "is":
				s.replace(t.at, t.end(), "== "+nameIs+" |")
			case t.text == "not":
				here.right++
			}
		case t.kind == newline || t.mate >= 0 || slices.Contains([]string{",", ":", ";", "=", ":="}, t.text) ||
			slices.Contains(reserved, t.text):
			if here.chained {
				s.insert(before.end(), ")")
			}
			if *here = (comparison{from: i + 1}); t.mate >= 0 {
				around = around[:len(around)-1]
			}
		}
	}
	return s
}

// constructs are what Python's grammar has and programs have not, by the words that begin them:
// guest.python.<…> says what to do without, and what stands in their place is only read for other
// faults.
var constructs = map[string][2]string{"try": {"try", "if True"}, "except": {"", "if True"}, "finally": {"", "if True"},
	"with": {"with", "if True"}, "yield": {"yield", ""}, "global": {"global", "pass"}, "nonlocal": {"global", "pass"},
	"del": {"del", "pass"}}

// refused notes what at piece i programs have not; first says that it begins a statement.
func (p *program) refused(s *source, i int, first bool) {
	t, after, before := s.pieces[i], s.pieces[min(i+1, len(s.pieces)-1)], s.pieces[max(i-1, 0)]
	what := constructs[t.text][0]
	switch by := constructs[t.text][1]; {
	case by == "pass":
		s.replace(t.at, t.end(), by)
		s.omit(t.end(), s.pieces[s.next(i, t.depth, ";")].at)
	case by != "" && first:
		s.replace(t.at, t.end(), by)
		s.omit(t.end(), s.pieces[s.next(i, t.depth, ":")].at)
	case what != "":
		s.omit(t.at, t.end())
	case t.text == "." && after.text == "." && before.text != ".":
		what = "ellipsis"
	case t.text == "match" && first && after.operand &&
		s.pieces[s.next(i, t.depth, ":")].text == ":":
		what = "match"
	case (t.text == "*" || t.text == "**") && !t.done && (first || strings.Contains("[{", before.text) ||
		before.text == "," && s.pieces[s.next(i, t.depth, "=")].text == "=" && t.depth == 0):
		what = "star"
		s.omit(t.at, t.end())
	case t.kind == identifier && before.text != "." && p.imported[t.text] != [2]string{} && p.imported[t.text][1] == "":
		module := p.imported[t.text][0]
		for j := i; s.pieces[min(j+2, len(s.pieces)-1)].kind == identifier && s.pieces[j+1].text == "."; j += 2 {
			name := s.pieces[j+2].text
			if inner := module + "." + name; modules[inner] != "" {
				module = inner
				continue
			}
			if !slices.Contains(names(module), name) {
				p.refuse(s, i, missing(module, name))
			}
			break
		}
	}
	if what != "" {
		p.refuse(s, i, lang.Say("guest.python."+what))
	}
}

// refuse notes what is wrong at piece i.
func (p *program) refuse(s *source, i int, say lang.Message) {
	p.wrong = append(p.wrong, &script.Fault{Line: int(s.line(i)), Say: say})
}

// line is that of piece i.
func (s *source) line(i int) int32 { return int32(strings.Count(s.text[:s.pieces[i].at], "\n") + 1) }

// begins writes the head of a class as that of a function: see lowered.
func (p *program) begins(s *source, i int) {
	t, name, open := s.pieces[i], s.pieces[min(i+1, len(s.pieces)-1)], s.pieces[min(i+2, len(s.pieces)-1)]
	switch {
	case open.text == ":":
		s.insert(name.end(), "()")
	case open.text == "(" && (open.mate == i+3 || open.mate == i+4 && s.pieces[i+3].text == "object"):
		s.omit(open.end(), s.pieces[open.mate].at)
	default:
		p.refuse(s, i, lang.Say("guest.python.class"))
	}
	s.replace(t.at, t.end(), "def")
	s.marks[s.line(i)] = cmp.Or(s.marks[s.line(i)], "class")
}

// decorates notes a decorator for what follows it, and leaves it out.
func (p *program) decorates(s *source, i int) {
	end := s.next(i, s.pieces[i].depth, ";")
	name := strings.TrimSpace(s.text[s.pieces[i].end():s.pieces[end].at])
	module, attr, dotted := strings.Cut(name, ".")
	if of := p.imported[module]; of[0] == "dataclasses" && (of[1] == "dataclass" || dotted && attr == "dataclass") {
		name = "dataclass"
	} else if name != "property" && name != "staticmethod" {
		p.refuse(s, i, lang.Say("guest.python.decorator"))
		name = ""
	}
	s.omit(s.pieces[i].at, s.pieces[end].at)
	s.marks[s.line(min(end+1, len(s.pieces)-1))] = name
}

// comparers are the comparisons, by their first words.
var comparers = []string{"<", ">", "<=", ">=", "==", "!=", "in", "not", "is"}

// hints leaves out the types in the head of a function.
func (s *source) hints(i int) {
	open := i + 2
	if open >= len(s.pieces) || s.pieces[open].text != "(" || s.pieces[open].mate < 0 {
		return
	}
	d, last := s.pieces[open].depth, s.pieces[open].mate
	for j := open; j < last; j = s.next(j, d+1, ",") {
		j++
		if c := s.next(j, d+1, ",", "=", ":"); s.pieces[c].text == ":" {
			s.omit(s.pieces[c].at, s.pieces[s.next(c, d+1, ",", "=")].at)
		}
	}
	if a := s.pieces[last+1]; a.text == "->" {
		s.omit(a.at, s.pieces[s.next(last+1, d, ":")].at)
	}
}

// statement leaves out the type of a name, and parts a = b = x.
func (s *source) statement(i int) {
	t := s.pieces[i]
	if slices.Contains(reserved, t.text) {
		return
	}
	end, at := s.next(i, t.depth, ";"), s.next(i, t.depth, ":", "=", ";")
	if c := s.pieces[at]; c.text == ":" {
		s.marks[s.line(i)] = t.text
		if at = s.next(at, t.depth, "=", ";"); s.pieces[at].text != "=" {
			s.replace(t.at, t.end(), "pass")
			s.omit(t.end(), s.pieces[end-1].end())
			return
		}
		s.omit(c.at, s.pieces[at].at)
	}
	s.unpacks(i, at, end)
	first := s.text[t.at:s.pieces[at-1].end()]
	for at != end {
		more := s.next(at+1, t.depth, "=", "lambda", ";")
		if s.pieces[more].text != "=" {
			return
		}
		from, to := s.pieces[at+1].at, s.pieces[more].at
		s.last = append(s.last, edit{s.pieces[end-1].end(), s.pieces[end-1].end(),
			"; " + strings.TrimSpace(s.text[from:to]) + " = " + first})
		s.omit(from, s.pieces[more].end())
		at = more
	}
}

// unpacks writes a, *b = x as a, b = __unpack__(1, 0, x): how many stand before b and behind it.
func (s *source) unpacks(i, at, end int) {
	for j := i + 1; j < at; j++ {
		if star := s.pieces[j]; star.text == "*" && s.pieces[j-1].text == "," && star.depth == s.pieces[i].depth {
			commas := func(from, to int) string {
				return strconv.Itoa(strings.Count(s.text[s.pieces[from].at:s.pieces[to].at], ","))
			}
			s.pieces[j].done = true
			s.omit(star.at, star.end())
			s.insert(s.pieces[min(at+1, end)].at, nameUnpack+"("+commas(i, j)+","+commas(j, at)+",(")
			s.insert(s.pieces[end-1].end(), "))")
			return
		}
	}
}

// assigns are the signs of assignments.
var assigns = regexp.MustCompile(`^(\*\*|//|<<|>>|[-+*/%&|^@])?=$`)

// bracket writes what stands between brackets: a generator as a list, {1, 2} as a set,
// a[:, 0] with slices that are values.
func (s *source) bracket(i int, behind bool) {
	t := s.pieces[i]
	end, d := s.pieces[t.mate], t.depth+1
	has := func(text string) bool { return s.pieces[s.next(i+1, d, text)].text == text }
	switch {
	case t.text == "(" && has("for"):
		s.replace(t.at, t.end(), "("+nameOnce+"([")
		s.replace(end.at, end.end(), "]))")
	case t.text == "{" && t.mate > i+1 && !has(":") && !has("**"):
		s.replace(t.at, t.end(), "set([")
		s.replace(end.at, end.end(), "])")
	case t.text == "[" && behind && has(":") && (has(",") || assigns.MatchString(s.pieces[t.mate+1].text)):
		for j := i + 1; j < t.mate; j++ {
			to := s.next(j, d, ",")
			if s.pieces[s.next(j, d, ",", ":")].text == ":" {
				s.replace(s.pieces[j].at, s.pieces[j].at, nameAll+"[")
				s.last = append(s.last, edit{s.pieces[to-1].end(), s.pieces[to-1].end(), "]"})
			}
			j = to
		}
	}
}

// imports binds what a program imports and leaves the statement out, which begins at i; at
// stands “import”.
func (p *program) imports(s *source, i, at int) {
	start, end := s.pieces[i], s.next(i, s.pieces[i].depth, ";")
	words := func(from, to int) string {
		var out []string
		for _, t := range s.pieces[from:max(from, to)] {
			out = append(out, t.text)
		}
		return strings.NewReplacer("( ", "", " )", "", " . ", ".").Replace(strings.Join(out, " "))
	}
	from := words(i+1, at)
	for _, imported := range strings.Split(words(min(at+1, end), end), ",") {
		name, local, renamed := strings.Cut(strings.TrimSpace(imported), " as ")
		if name == "" { // behind the last comma
			continue
		}
		module := cmp.Or(from, name)
		if !renamed {
			if local, _, _ = strings.Cut(name, "."); from == "" {
				module = local
			}
		}
		if from == "" {
			name = ""
		}
		if say := p.bind(local, module, name); say != "" {
			p.refuse(s, i, say)
			p.absent = append(p.absent, local)
		}
	}
	s.replace(start.at, start.end(), "pass")
	s.omit(start.end(), s.pieces[end-1].end())
}
