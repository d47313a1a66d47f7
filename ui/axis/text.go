package axis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"indistinct/core/lang"
)

// Run is a piece of a said message in one style.
type Run struct {
	Text   string
	Italic bool // a symbol
	Sub    bool // a subscript of the symbol before it
	Sup    bool // its superscript
}

// Runs says a message in pieces. Within a symbol "ε_c" is ε with the subscript c,
// "e^−ε" is e with the superscript −ε.
func Runs(l *lang.Language, m lang.Message) []Run { return RunsOf(l.Spans(m)) }

// RunsOf returns what was said in pieces of one style.
func RunsOf(spans []lang.Span) []Run {
	var out []Run
	add := func(r Run) {
		if n := len(out); n > 0 && out[n-1].Italic == r.Italic && out[n-1].Sub == r.Sub && out[n-1].Sup == r.Sup {
			out[n-1].Text += r.Text
		} else if r.Text != "" {
			out = append(out, r)
		}
	}
	for i := 0; i < len(spans); {
		if !spans[i].Symbol {
			add(Run{Text: spans[i].Words})
			i++
			continue
		}
		symbol := "" // a place within a symbol is a span of its own
		for ; i < len(spans) && spans[i].Symbol; i++ {
			symbol += spans[i].Words
		}
		for symbol != "" {
			k := strings.IndexAny(symbol, "_^")
			if k < 0 {
				add(Run{Text: symbol, Italic: true})
				break
			}
			add(Run{Text: symbol[:k], Italic: true})
			n := index(symbol[k+1:])
			add(Run{Text: symbol[k+1 : k+1+n], Italic: true, Sub: symbol[k] == '_', Sup: symbol[k] == '^'})
			symbol = symbol[k+1+n:]
		}
	}
	return out
}

// index is how many bytes of what follows "_" or "^" belong to it: a word or a number,
// with its sign.
func index(s string) int {
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mn, r) || strings.ContainsRune("′*∞·", r):
		case i == 0 && strings.ContainsRune("+−±-", r):
		case i > 0 && strings.ContainsRune(".,", r) && unicode.IsDigit(next):
		default:
			return i
		}
	}
	return len(s)
}

// Plain is a text that is no message, as a run.
func Plain(text string) []Run { return []Run{{Text: text}} }

// RunsWidth estimates how wide runs of a height are.
func RunsWidth(runs []Run, size float64) float64 {
	w := 0.0
	for _, r := range runs {
		if r.Sub || r.Sup {
			w += Width(r.Text, 0.75*size)
		} else {
			w += Width(r.Text, size)
		}
	}
	return w
}

// Width estimates how wide a text of a height is, on the wide side of the usual
// sans-serif faces: there is no font at hand natively.
func Width(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) || r < ' ':
		case strings.ContainsRune("iljtfrI.,:;'|!()[] \u00a0·⁻¹ˢ", r) || r >= '₀' && r <= '₉':
			w += 0.31
		case strings.ContainsRune("mwMWΓ—…", r):
			w += 0.84
		case r >= 0x2e80:
			w += 0.95
		case unicode.IsUpper(r) || strings.ContainsRune("×±", r) || r > 0x2190:
			w += 0.66
		default:
			w += 0.6
		}
	}
	return w * size
}
