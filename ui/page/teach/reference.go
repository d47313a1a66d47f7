package teach

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Pass is the section on what a verdict is and is not; it belongs to every reference.
var Pass = lab.Section{Name: "pass", Intro: "lab"}

// Paragraphs are those of a section, as far as a language has them: its own after those
// of its Intro.
func Paragraphs(l *lang.Language, laboratory string, s *lab.Section) []lang.Message {
	var out []lang.Message
	for _, room := range []string{s.Intro, laboratory} {
		for k := 1; room != ""; k++ {
			id := SectionID(room, s) + "." + strconv.Itoa(k)
			if !l.Has(id) {
				break
			}
			out = append(out, lang.Say(id))
		}
	}
	return out
}

// SectionID is the id of a section's title; its other texts begin with it.
func SectionID(room string, s *lab.Section) string { return room + ".reference." + s.Name }

// SectionTitle is a section's title: its own, or that of its Intro.
func SectionTitle(l *lang.Language, laboratory string, s *lab.Section) lang.Message {
	if id := SectionID(laboratory, s); l.Has(id) || s.Intro == "" {
		return lang.Say(id)
	}
	return lang.Say(SectionID(s.Intro, s))
}

// Term is a parameter, explained.
type Term struct{ Name, Side, Text lang.Message }

// Parameters documents a table in a language.
func Parameters(l *lang.Language, t lab.Table) []Term {
	var out []Term
	for i := range t {
		p := &t[i]
		text := []lang.Message{l.Optional(p.Say("help"))}
		if low, high := p.Say("low"), p.Say("high"); l.Has(low.ID()) && l.Has(high.ID()) {
			text = append(text, lang.Say("page.reference.ends", "low", low, "high", high))
		}
		for _, c := range p.Choices {
			text = append(text, lang.Say("page.reference.choice", "name", p.Say(c), "value", c),
				l.Optional(p.Say(c+".help")))
		}
		side := lang.Say("page.reference.side", "name", p.Name, "accepts", p.Accepts(), "unit", p.Unit)
		if p.Kind == lab.Choice {
			side = lang.Verbatim(p.Name)
		}
		out = append(out, Term{p.Title(), side, lang.Sentences(text...)})
	}
	return out
}
