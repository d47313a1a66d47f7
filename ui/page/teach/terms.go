package teach

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"indistinct/core/tell"
)

// Part is a piece of a text; Opens is the id of what it opens, "" for plain text.
type Part struct{ Text, Opens string }

// form is one way in which a term is written.
type form struct {
	text string
	term int
}

// Glossary is the glossary made ready to be found in texts.
type Glossary struct {
	list  []tell.Term
	forms []form // longest first
}

func NewGlossary() *Glossary {
	t := &Glossary{list: tell.Glossary()}
	for i, term := range t.list {
		for _, s := range append([]string{term.Name}, term.Also...) {
			t.forms = append(t.forms, form{s, i})
		}
	}
	slices.SortStableFunc(t.forms, func(a, b form) int { return len(b.text) - len(a.text) })
	return t
}

func TermID(i int) string { return "term-" + strconv.Itoa(i) }

// Mark divides a text at the terms that were not seen before.
func (t *Glossary) Mark(text string, seen map[int]bool) []Part {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return []Part{{Text: text}}
	}
	var out []Part
	from := 0
	for at := 0; at < len(text); {
		_, size := utf8.DecodeRuneInString(text[at:])
		if f := t.At(lower, at); f != nil && !seen[f.term] {
			seen[f.term] = true
			if from < at {
				out = append(out, Part{Text: text[from:at]})
			}
			size = len(f.text)
			out = append(out, Part{text[at : at+size], TermID(f.term)})
			from = at + size
		}
		at += size
	}
	if from < len(text) {
		out = append(out, Part{Text: text[from:]})
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
