package chart

import (
	"strings"
	"sync"

	"indistinct/core/lang"
	"indistinct/ui/axis"
)

func text(s string, x, y float64, attr ...string) *Node { return runs(axis.Plain(s), x, y, attr...) }

// runs is a text element with symbols in italics.
func runs(list []axis.Run, x, y float64, attr ...string) *Node {
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

// Rich says a message for the page and marks its symbols, which dom.js turns into
// elements in italics: one string instead of one element a run keeps a render short,
// and nothing in it is ever markup.
func Rich(l *lang.Language, m lang.Message) string {
	said.Lock()
	defer said.Unlock()
	key := saying{l, m}
	out, ok := said.rich[key]
	if !ok {
		out = RichSpans(l.Spans(m))
		if len(said.rich) >= mostSaid || said.rich == nil {
			said.rich = map[saying]string{}
		}
		said.rich[key] = out
	}
	return out
}

// RichSpans is Rich of what was said already.
func RichSpans(spans []lang.Span) string {
	var b strings.Builder
	for _, r := range axis.RunsOf(spans) {
		switch {
		case r.Sub:
			b.WriteRune(beginSub)
		case r.Sup:
			b.WriteRune(beginSup)
		case r.Italic:
			b.WriteRune(beginSymbol)
		}
		b.WriteString(strings.Map(func(c rune) rune {
			if c <= beginSup {
				return -1
			}
			return c
		}, r.Text))
		if r.Italic {
			b.WriteRune(endMark)
		}
	}
	return unbroken(b.String())
}

// unbroken keeps "ε = 1", "5 %" and the symbol at the end of a name on one line of the
// page: it makes the spaces about a relation that a number follows, and those before a
// percent sign and a last symbol, no-break spaces.
func unbroken(s string) string {
	s = strings.ReplaceAll(s, " %", noBreak+"%")
	if i := strings.LastIndex(s, " "+string(beginSymbol)); i >= 0 && strings.IndexByte(s[i:], endMark) == len(s)-i-1 {
		s = s[:i] + noBreak + s[i+1:]
	}
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

// said remembers what Rich made: at each render nearly every text of the page is what
// it was before.
var said struct {
	sync.Mutex
	rich map[saying]string
}

type saying struct {
	l *lang.Language
	m lang.Message
}

const mostSaid = 4096
