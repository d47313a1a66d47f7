package teach

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/chart"
)

// Part is a piece of a text; Opens is the id of what it opens, "" for plain text.
type Part struct {
	Span  lang.Span
	Opens string
}

// Rich is the piece with its symbols marked: see chart.Rich.
func (p Part) Rich() string { return chart.RichSpans([]lang.Span{p.Span}) }

// form is one way in which a term is written.
type form struct {
	text string // in small letters
	term int
}

// Glossary is the glossary in one language, made ready to be found in texts.
type Glossary struct {
	forms []form // longest first
}

func NewGlossary(l *lang.Language) *Glossary {
	t := &Glossary{}
	for i, term := range tell.Glossary() {
		name := "glossary." + term
		forms := []string{l.Text(name)}
		if l.Has(name + ".also") {
			forms = append(forms, strings.Split(l.Text(name+".also"), ", ")...)
		}
		for _, s := range forms {
			if s != "" {
				t.forms = append(t.forms, form{strings.ToLower(s), i})
			}
		}
	}
	slices.SortStableFunc(t.forms, func(a, b form) int { return len(b.text) - len(a.text) })
	return t
}

func TermID(i int) string { return "term-" + strconv.Itoa(i) }

// Mark divides a text at the terms that were not seen before. A term lies within one
// span: a symbol that is one opens as a whole.
func (t *Glossary) Mark(spans []lang.Span, seen map[int]bool) []Part {
	var out []Part
	for _, s := range spans {
		out = t.mark(out, s, seen)
	}
	return out
}

func (t *Glossary) mark(out []Part, s lang.Span, seen map[int]bool) []Part {
	piece := func(from, to int, opens string) {
		if from < to {
			p := s
			p.Words = s.Words[from:to]
			out = append(out, Part{p, opens})
		}
	}
	lower := strings.ToLower(s.Words)
	if len(lower) != len(s.Words) {
		return append(out, Part{Span: s})
	}
	from := 0
	for at := 0; at < len(lower); {
		_, size := utf8.DecodeRuneInString(lower[at:])
		if f := t.At(lower, at); f != nil && !seen[f.term] {
			seen[f.term] = true
			piece(from, at, "")
			size = len(f.text)
			piece(at, at+size, TermID(f.term))
			from = at + size
		}
		at += size
	}
	piece(from, len(lower), "")
	return out
}

// At returns the longest form that begins at a place, as a whole word.
func (t *Glossary) At(lower string, at int) *form {
	if before, _ := utf8.DecodeLastRuneInString(lower[:at]); at > 0 && inWord(before) {
		return nil
	}
	for i := range t.forms {
		f := &t.forms[i]
		if !strings.HasPrefix(lower[at:], f.text) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(lower[at+len(f.text):]); at+len(f.text) == len(lower) || !inWord(after) {
			return f
		}
	}
	return nil
}

// inWord reports whether a letter belongs to a word or a symbol: ε₀ is not ε.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.No, r) || r == '-' || r == '^' || r == '_'
}
