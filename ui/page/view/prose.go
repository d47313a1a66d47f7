package view

import (
	"strings"

	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
)

// Prose is a paragraph in which words of the glossary open where they stand.
type Prose struct {
	Class string
	Parts []teach.Part
}

// words is a piece of the paragraph: text, or a word that opens with what touches it,
// which stays on its line: "(", "'s" or "≥ 6.24".
type words struct{ Before, Text, After, Opens string }

func (c *Prose) words() []words {
	var out []words
	for _, p := range c.Parts {
		w := words{Text: p.Rich(), Opens: p.Opens}
		if n := len(out); n > 0 {
			last := &out[n-1]
			switch {
			case w.Opens == "" && last.Opens != "":
				end := strings.IndexByte(w.Text+" ", ' ')
				last.After, w.Text = w.Text[:end], w.Text[end:]
			case w.Opens != "" && last.Opens == "":
				start := strings.LastIndexByte(last.Text, ' ') + 1
				w.Before, last.Text = last.Text[start:], last.Text[:start]
			}
		}
		out = append(out, w)
	}
	return out
}

// Words are the popovers of the glossary, one for each term; they stand once on
// the page.
type Words struct{ M *state.Model }
