package lang

import (
	"strings"
	"unicode"
)

// Pseudo returns a language made from l, to find words that do not come from the texts,
// and places that are too narrow: each text has accents, is two fifths longer and
// stands in brackets ⟦…⟧. A text without a letter is no words and stays. Its direction is
// right to left where mirrored is true.
func (l *Language) Pseudo(tag string, mirrored bool) *Language {
	raw := l.Texts()
	raw[nameID] = "Pseudo"
	if mirrored {
		raw[nameID], raw[directionID] = "Pseudo, mirrored", "rtl"
	}
	return &Language{Tag: tag, raw: raw, texts: map[string][]Node{}, pseudo: true}
}

// plain and accented are letters and others of the same shape.
const plain, accented = "aeioucnsyAEIOUCNSY", "åéîöüçñšýÅÉÎÖÜÇÑŠÝ"

// accent gives the letters of some words accents.
func accent(words string) string {
	to := []rune(accented)
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(plain, r); i >= 0 {
			return to[i]
		}
		return r
	}, words)
}

// disguise changes a text's words as a pseudo-language has them.
func disguise(nodes []Node) []Node {
	letters, worded := 0, false
	var count func([]Node, bool) []Node
	count = func(nodes []Node, top bool) []Node {
		out := make([]Node, 0, len(nodes)+2)
		for _, n := range nodes {
			if n.Place == "" && !n.Symbol {
				worded = worded || strings.ContainsFunc(n.Words, unicode.IsLetter)
				if top {
					letters += len([]rune(n.Words))
				}
				n.Words = accent(n.Words)
			}
			if n.Cases != nil {
				cases := map[string][]Node{}
				for key, body := range n.Cases {
					cases[key] = count(body, false)
				}
				n.Cases = cases
			}
			out = append(out, n)
		}
		return out
	}
	out := count(nodes, true)
	if !worded {
		return nodes
	}
	return append(append([]Node{{Words: "⟦"}}, out...), Node{Words: strings.Repeat(" ẋ", letters/5) + "⟧"})
}
