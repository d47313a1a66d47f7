package chart

import (
	"strings"
	"sync"
	"unicode"

	"indistinct/core/sheet"
)

// run is a piece of text in one style.
type run struct {
	Text   string
	Italic bool // a symbol
	Sub    bool // a subscript of the symbol before it
	Sup    bool // its superscript
}

// parseRuns splits text so that symbols stand out: Greek letters, single Latin
// letters other than the words "a" and "I", units and parts of references, with
// their indices. "ε_c" becomes ε with the subscript c, "e^ε" e with the
// superscript ε.
func parseRuns(text string) []run {
	var out []run
	add := func(r run) {
		if r.Text == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Italic == r.Italic && out[n-1].Sub == r.Sub && out[n-1].Sup == r.Sup {
			out[n-1].Text += r.Text
			return
		}
		out = append(out, r)
	}
	whole := text
	for len(text) > 0 {
		i := strings.IndexFunc(text, wordy)
		if i < 0 {
			add(run{Text: text})
			break
		}
		add(run{Text: text[:i]})
		text = text[i:]
		j := strings.IndexFunc(text, func(r rune) bool { return !wordy(r) })
		if j < 0 {
			j = len(text)
		}
		word := text[:j]
		text = text[j:]
		base, sub, _ := strings.Cut(word, "_")
		if !symbol(base) || plain(whole[:len(whole)-len(text)-len(word)], word, text) {
			add(run{Text: word})
			continue
		}
		add(run{Text: base, Italic: true})
		add(run{Text: sub, Italic: true, Sub: true})
		if strings.HasPrefix(text, "^") {
			k := strings.IndexFunc(text[1:], func(r rune) bool {
				return !wordy(r) && r != '−' && r != '-' && r != '±'
			}) + 1
			if k == 0 {
				k = len(text)
			}
			if k > 1 {
				add(run{Text: text[1:k], Italic: true, Sup: true})
				text = text[k:]
			}
		}
	}
	return out
}

func wordy(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || index(r) || r == 'Δ' ||
		unicode.Is(unicode.Mn, r)
}

// index reports superscripts, subscripts and primes, which follow a symbol.
func index(r rune) bool {
	return r == '⁺' || r == '₊' || r == '⁻' || r == '₋' || r == '′' || r >= '⁰' && r <= '₉' || r == '²' || r == '³' ||
		r == '¹' || r >= 'ₐ' && r <= 'ₜ'
}

func greek(r rune) bool { return r >= 'Α' && r <= 'ω' || r == 'ϵ' || r == 'ϑ' || r == 'φ' }

// symbol reports whether a word is one letter with indices, or a Greek letter
// with at most one letter beside it ("Δθ", "dT" is not).
func symbol(word string) bool {
	letters, greeks := 0, 0
	first := rune(0)
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Mn, r) || index(r):
		case greek(r):
			greeks++
			letters++
		case unicode.IsLetter(r):
			letters++
		default: // digits and the rest
			if letters == 0 {
				return false
			}
			letters += 2
		}
		if first == 0 {
			first = r
		}
	}
	switch {
	case greeks > 0:
		return letters <= 2
	case letters == 1:
		return first < 0x250 && first != 'a' && first != 'A' && first != 'I' || first >= 0x250 &&
			!unicode.Is(unicode.Latin, first)
	}
	return false
}

// plain reports whether a single letter stands for no quantity: part of a
// reference ("Section V e"), a unit ("2 m", "error, m/s"), an initial ("Y. Han"), a
// file's name ("b.csv").
func plain(before, word, after string) bool {
	clause := strings.Fields(before[strings.LastIndexAny(before, ",.;:()")+1:])
	for i := len(clause) - 1; i >= max(len(clause)-2, 0); i-- {
		switch clause[i] {
		case "Section", "Table", "Figure", "Appendix", "Part":
			return true
		}
	}
	if name, ok := strings.CutPrefix(after, ". "); ok && upper(word) && upper(name) {
		return before == "" || strings.HasSuffix(before, " and ") || strings.HasSuffix(before, ". ") ||
			strings.HasSuffix(before, ", ")
	}
	if ending, ok := strings.CutPrefix(after, "."); ok && ending != "" && ending[0] >= 'a' && ending[0] <= 'z' {
		return true
	}
	if word == "m" || word == "s" {
		number, ok := strings.CutSuffix(before, " ")
		return strings.HasPrefix(after, "/s") || strings.HasSuffix(before, "m/") || after == "" &&
			strings.HasSuffix(before, ", ") ||
			ok && number != "" && number[len(number)-1] >= '0' && number[len(number)-1] <= '9'
	}
	return false
}

// upper reports whether text begins with a capital.
func upper(text string) bool {
	for _, r := range text {
		return unicode.IsUpper(r)
	}
	return false
}

// text returns a text element at (x, y) with symbols in italics.
func text(s string, x, y float64, attr ...string) *Node { return runs(parseRuns(s), x, y, attr...) }

// axisRuns is an axis's label; its unit stands upright.
func axisRuns(a sheet.Axis) []run {
	out := parseRuns(a.Label)
	if a.Unit != "" {
		out = append(out, run{Text: ", " + a.Unit})
	}
	return out
}

func runs(list []run, x, y float64, attr ...string) *Node {
	n := El("text", append([]string{"x", num(x), "y", num(y)}, attr...)...)
	if len(list) == 1 && !list[0].Italic {
		n.Text = list[0].Text
		return n
	}
	shift := 0 // px below the line
	for _, r := range list {
		t := &Node{Tag: "tspan", Text: r.Text}
		if r.Italic {
			t.Attr = append(t.Attr, "font-style", "italic", "font-family", serif)
		}
		want := 0
		switch {
		case r.Sub:
			want = 3
		case r.Sup:
			want = -4
		}
		if want != 0 {
			t.Attr = append(t.Attr, "font-size", "75%")
		}
		if want != shift {
			t.Attr = append(t.Attr, "dy", num(float64(want-shift)))
			shift = want
		}
		n.Add(t)
	}
	return n
}

// The type faces, the same as the page's.
const (
	sans  = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
	serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'STIX Two Text', 'Noto Serif', Georgia, serif"
)

// The marks in what Rich returns. They never stand in a text otherwise.
const (
	beginSymbol = '\x01'
	beginSub    = '\x02'
	endMark     = '\x03'
	beginSup    = '\x04'
)

// Rich marks the symbols of a text for the page, where dom.js turns them into
// elements in italics: one string instead of one element a run keeps a render
// short, and nothing in it is ever markup.
func Rich(s string) string {
	texts.Lock()
	defer texts.Unlock()
	out, ok := texts.rich[s]
	if !ok {
		out = enrich(s)
		if len(texts.rich) >= mostTexts || texts.rich == nil {
			texts.rich = map[string]string{}
		}
		texts.rich[s] = out
	}
	return out
}

func enrich(s string) string {
	s = strings.Map(func(r rune) rune {
		if r <= beginSup {
			return -1
		}
		return r
	}, s)
	var b strings.Builder
	for _, r := range parseRuns(s) {
		switch {
		case r.Sub:
			b.WriteRune(beginSub)
		case r.Sup:
			b.WriteRune(beginSup)
		case r.Italic:
			b.WriteRune(beginSymbol)
		}
		b.WriteString(r.Text)
		if r.Italic {
			b.WriteRune(endMark)
		}
	}
	return unbroken(b.String())
}

// unbroken keeps "ε = 1" and "5 %" on one line of the page: it makes the spaces about
// a relation that a number follows, and that before a percent sign, no-break spaces.
func unbroken(s string) string {
	s = strings.ReplaceAll(s, " %", noBreak+"%")
	for _, sign := range []string{"=", "≈", "≥", "≤", "<", ">"} {
		parts := strings.Split(s, " "+sign+" ")
		for i, after := range parts[1:] {
			space := " "
			if digits := strings.TrimLeft(after, "−."); digits != "" && digits[0] >= '0' && digits[0] <= '9' {
				space = noBreak
			}
			parts[i+1] = space + sign + space + after
		}
		s = strings.Join(parts, "")
	}
	return s
}

const noBreak = "\u00a0"

// texts remembers what Rich made: at each render nearly every text of the page
// is what it was before.
var texts struct {
	sync.Mutex
	rich map[string]string
}

const mostTexts = 4096

func rich(s string) string { return Rich(s) }
