package layout

import (
	"math"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/axis"
)

// Words says messages for the stage in one language, each once: every picture asks for
// most of a film's texts.
type Words struct {
	Language *lang.Language // nil: nothing can be said yet
	said     map[lang.Message]string
}

// The marks before each letter of a symbol. A text can be cut anywhere; Plain takes
// them out.
const (
	Italic = '\x01'
	Sub    = '\x02' // a letter of a symbol's subscript
	Sup    = '\x04' // of its superscript
)

// mostSaid is how many texts are remembered: more than a film has key frames.
const mostSaid = 2 * film.MaxSteps

// Say says a message in at most film.MaxText letters, those of symbols with marks.
func (w *Words) Say(m lang.Message) string {
	s, ok := w.said[m]
	if !ok {
		if w.Language == nil {
			return ""
		}
		if len(w.said) >= mostSaid || w.said == nil {
			w.said = map[lang.Message]string{}
		}
		s = marked(axis.Runs(w.Language, m))
		w.said[m] = s
	}
	return s
}

func marked(runs []axis.Run) string {
	var b strings.Builder
	letters := 0
	for _, r := range runs {
		for _, c := range r.Text {
			if letters++; letters > film.MaxText {
				return b.String() + "…"
			}
			switch {
			case r.Sub:
				b.WriteRune(Sub)
			case r.Sup:
				b.WriteRune(Sup)
			case r.Italic:
				b.WriteRune(Italic)
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}

// Text says the text with that id; places are as of lang.Say.
func (w *Words) Text(id string, places ...any) string { return w.Say(lang.Say(id, places...)) }

// Number writes a number with one of the formats of package lang.
func (w *Words) Number(v float64, format string) string {
	if w.Language == nil {
		return ""
	}
	return w.Language.Number(v, format)
}

// Times writes how many times larger something is drawn, in two digits: "×1,300".
func (w *Words) Times(v float64) string {
	if v >= 10 && v < 1e6 {
		p := math.Pow(10, math.Floor(math.Log10(v))-1)
		return "×" + w.Number(math.Round(v/p)*p, ",")
	}
	return "×" + w.Number(v, "2z")
}

// Plain returns a text without the marks of its symbols.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r == Italic || r == Sub || r == Sup {
			return -1
		}
		return r
	}, text)
}
