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
	Spans []lang.Span
	Opens string
}

// Rich is the piece with its symbols marked: see chart.Rich.
func (p Part) Rich() string { return chart.RichSpans(p.Spans) }

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
		forms := l.Text(name) + ", " + l.Say(l.Optional(lang.Say(name+".also")))
		for _, s := range strings.Split(forms, ", ") {
			if s != "" {
				t.forms = append(t.forms, form{strings.ToLower(s), i})
			}
		}
	}
	slices.SortStableFunc(t.forms, func(a, b form) int { return len(b.text) - len(a.text) })
	return t
}

func TermID(i int) string { return "term-" + strconv.Itoa(i) }

// Mark cuts a text, as a language says it, into pieces, so that each term can be opened
// where it stands first; a term may hold words and symbols. Terms that stand in seen are
// not opened again.
func (t *Glossary) Mark(spans []lang.Span, seen map[int]bool) []Part {
	whole := lang.Join(spans)
	lower := strings.ToLower(whole)
	if len(lower) != len(whole) { // a letter whose small form is longer: nothing is opened
		return []Part{{Spans: spans}}
	}
	var out []Part
	from := 0
	piece := func(to int, opens string) {
		if from < to {
			out = append(out, Part{between(spans, from, to), opens})
		}
		from = to
	}
	for at := 0; at < len(lower); {
		_, size := utf8.DecodeRuneInString(lower[at:])
		if f := t.At(lower, at); f != nil && !seen[f.term] {
			seen[f.term] = true
			size = len(f.text)
			piece(at, "")
			piece(at+size, TermID(f.term))
		}
		at += size
	}
	piece(len(lower), "")
	return out
}

// between cuts a text from one byte to another.
func between(spans []lang.Span, from, to int) []lang.Span {
	var out []lang.Span
	for _, s := range spans {
		n := len(s.Words)
		if a, b := max(from, 0), min(to, n); a < b {
			cut := s
			cut.Words = s.Words[a:b]
			out = append(out, cut)
		}
		from, to = from-n, to-n
	}
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
