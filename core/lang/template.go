package lang

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A text is words with places in braces and symbols between asterisks:
//
//	{eps}                 a value; of a number four significant digits
//	{eps:3}               a number with at most three significant digits
//	{eps:3z}              the same, with zeros at the end
//	{p:.1}                a number with one decimal
//	{n:,}                 a whole number in groups of three digits
//	{eps:down} {eps:up}   three digits, rounded down or up
//	{p:%}                 a part of the whole in per cent, never rounded to all of it
//	{who:a.b}             of a code x the text a.b.x, with the same places; of "" the text a.b
//	{n, plural, =0 {never} one {once} other {{n:,} times}}      forms by CLDR
//	{who, select, record {the record} other {its neighbour}}    a choice by a code or a
//	                      number, where none is counted: {eps, select, 0 {none} other {…}}
//	*s*                   a symbol, set in italics
//	\{ \} \* \\           the sign itself
//
// It is the part of ICU's MessageFormat that is needed, with formats of our own.

// named reports whether a format names texts, one for each code.
func named(format string) bool { return strings.Index(format, ".") > 0 }

// Node is a piece of a text.
type Node struct {
	Words  string // literal words, or
	Place  string // the name of a place
	Format string
	Choice string // "plural" or "select"
	Cases  map[string][]Node
	Symbol bool // in italics
}

// parser reads a text.
type parser struct {
	rest   string
	symbol bool
}

// Template reads a text. Errors say what is wrong in it, for whoever wrote it.
func Template(s string) ([]Node, error) {
	p := parser{rest: s}
	out, err := p.nodes(false)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w, in %q", err, s)
	case p.symbol:
		return nil, fmt.Errorf("an asterisk has no partner, in %q", s)
	}
	return out, nil
}

// nodes reads up to the end or, within a case, to its closing brace.
func (p *parser) nodes(within bool) ([]Node, error) {
	var out []Node
	var words strings.Builder
	flush := func() {
		if words.Len() > 0 {
			out = append(out, Node{Words: words.String(), Symbol: p.symbol})
			words.Reset()
		}
	}
	for p.rest != "" {
		r, n := utf8.DecodeRuneInString(p.rest)
		p.rest = p.rest[n:]
		switch r {
		case '\\':
			r, n = utf8.DecodeRuneInString(p.rest)
			p.rest = p.rest[n:]
			words.WriteRune(r)
		case '*':
			flush()
			p.symbol = !p.symbol
		case '{':
			flush()
			place, err := p.place()
			if err != nil {
				return nil, err
			}
			out = append(out, place)
		case '}':
			if !within {
				return nil, fmt.Errorf("a closing brace has no partner")
			}
			flush()
			return out, nil
		default:
			words.WriteRune(r)
		}
	}
	if within {
		return nil, fmt.Errorf("a brace is not closed")
	}
	flush()
	return out, nil
}

// place reads a place after its opening brace.
func (p *parser) place() (Node, error) {
	end := strings.IndexAny(p.rest, "},{")
	if end >= 0 && strings.Contains(p.rest[:end], ":") { // {n:,} has a comma of its own
		end = strings.IndexByte(p.rest, '}')
	}
	if end < 0 {
		return Node{}, fmt.Errorf("a brace is not closed")
	}
	name, format, _ := strings.Cut(p.rest[:end], ":")
	out := Node{Place: strings.TrimSpace(name), Format: format, Symbol: p.symbol}
	if out.Place == "" || strings.ContainsAny(out.Place, " \\*") {
		return Node{}, fmt.Errorf("%q is no name of a place", out.Place)
	}
	if !slices.Contains(formats, format) && !named(format) {
		return Node{}, fmt.Errorf("there is no format %q; formats are %q", format, formats)
	}
	sep := p.rest[end]
	p.rest = p.rest[end+1:]
	if sep == '}' {
		return out, nil
	}
	kind, rest, ok := strings.Cut(p.rest, ",")
	out.Choice = strings.TrimSpace(kind)
	if !ok || out.Choice != "plural" && out.Choice != "select" {
		return Node{}, fmt.Errorf("%q chooses by %q; it must be plural or select", out.Place, out.Choice)
	}
	p.rest = rest
	out.Cases = map[string][]Node{}
	for {
		p.rest = strings.TrimLeft(p.rest, " \n\t")
		if rest, ok := strings.CutPrefix(p.rest, "}"); ok {
			p.rest = rest
			break
		}
		key, rest, ok := strings.Cut(p.rest, "{")
		if !ok {
			return Node{}, fmt.Errorf("the forms of %q are not closed", out.Place)
		}
		p.rest = rest
		body, err := p.nodes(true)
		if err != nil {
			return Node{}, err
		}
		key = strings.TrimSpace(key)
		exact := key == "="+number(float(strings.TrimPrefix(key, "=")), "")
		if out.Choice == "plural" && !exact && !slices.Contains(forms, key) {
			return Node{}, fmt.Errorf("%q is no plural form; forms are %q and numbers as in =0", key, forms)
		}
		out.Cases[key] = body
	}
	if _, ok := out.Cases["other"]; !ok {
		return Node{}, fmt.Errorf("the forms of %q lack other", out.Place)
	}
	return out, nil
}
