// Package control holds what one control of the page shows: its texts, and where a slider stands for a value.
package control

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Field is a control as the page shows it.
type Field struct {
	P      *lab.Param
	ID     string
	Text   string       // in the text field: the draft, or the value
	Draft  bool         // Text is as the visitor typed it
	Bad    lang.Message // one sentence, or empty
	Pos    string       // of the slider
	Spoken lang.Message // the slider's value for a screen reader
	Open   bool         // the help is shown
}

// Shown is a stored value as a person would type it.
func Shown(s lab.Spec, p *lab.Param) string {
	switch p.Kind {
	case lab.Int, lab.Seed:
		return strconv.FormatFloat(s.Float(p.Name), 'f', -1, 64)
	case lab.Float:
		v := s.Float(p.Name)
		if a := math.Abs(v); a >= 1e-5 && a < 1e9 || a == 0 {
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		short := strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-")
		return short.Replace(strconv.FormatFloat(v, 'e', -1, 64))
	case lab.Flag:
		if s.Flag(p.Name) {
			return "1"
		}
		return "0"
	case lab.List:
		return strings.ReplaceAll(s.Text(p.Name), ",", ", ")
	case lab.Matrix:
		return strings.NewReplacer(",", ", ", ";", ";\n", "|", "\n|\n").Replace(s.Text(p.Name))
	}
	return s.Text(p.Name)
}

// Setting is a setting's value as a person reads it.
func Setting(s lab.Spec, p *lab.Param) lang.Message {
	text := Shown(s, p)
	switch {
	case !s.Shown(p):
		return lang.Verbatim("–")
	case p.Kind == lab.Choice:
		return p.Say(text)
	case p.Kind == lab.Flag:
		return lang.Say("page.setting.flag", "on", text)
	case p.Kind == lab.Float || p.Kind == lab.Int:
		return Quantity(s.Float(p.Name), p.Unit)
	}
	return lang.Verbatim(lang.Clip(text, 40))
}

func Quantity(v float64, unit lang.Message) lang.Message {
	if unit == lang.Verbatim("") {
		return lang.Say("page.setting.number", "value", v)
	}
	return lang.Say("page.setting.unit", "value", v, "unit", unit)
}

// Meant reports whether a search means a parameter, in the words of a language.
func Meant(l *lang.Language, p *lab.Param, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := p.Name + " " + p.Symbol
	for _, m := range append(Texts(l, p), p.Heading()) {
		text += " " + l.Say(m)
	}
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// Texts are what a language says of a parameter: its label, its help, and what each of
// its choices is.
func Texts(l *lang.Language, p *lab.Param) []lang.Message {
	out := []lang.Message{p.Label()}
	parts := []string{"help"}
	for _, c := range p.Choices {
		parts = append(parts, c, c+".help")
	}
	for _, part := range parts {
		if m := p.Say(part); l.Has(m.ID()) {
			out = append(out, m)
		}
	}
	return out
}

// Slider reports whether the parameter has a slider beside its text field.
func (f *Field) Slider() bool {
	return (f.P.Kind == lab.Float || f.P.Kind == lab.Int) && f.P.Max > f.P.Min && !math.IsInf(f.P.Max, 0)
}

// Line reports whether the parameter is typed into one line.
func (f *Field) Line() bool {
	return f.P.Kind == lab.Float || f.P.Kind == lab.Int || f.P.Kind == lab.Seed
}

// Long reports whether it is typed into several lines.
func (f *Field) Long() bool { return f.P.Kind == lab.List || f.P.Kind == lab.Matrix }

// Segmented reports whether a choice is short enough, in a language, for buttons side
// by side.
func (f *Field) Segmented(l *lang.Language) bool {
	if f.P.Kind != lab.Choice || len(f.P.Choices) > 3 {
		return false
	}
	n := 0
	for _, c := range f.P.Choices {
		n += len([]rune(l.Say(f.P.Say(c)))) + 3
	}
	return n <= 42
}

// Typed is what stands in the text field in a language.
func (f *Field) Typed(l *lang.Language) string {
	if f.Draft || f.P.Kind != lab.Float && f.P.Kind != lab.List {
		return f.Text
	}
	return l.Typed(f.Text)
}

// Mode is the on-screen keyboard for the text field. Values that may be
// negative need a minus sign, which the decimal pad of phones lacks.
func (f *Field) Mode() string {
	switch {
	case f.P.Min < 0:
		return "text"
	case f.P.Kind == lab.Float:
		return "decimal"
	}
	return "numeric"
}

// PlainNumber writes a number as a program reads it.
func PlainNumber(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
