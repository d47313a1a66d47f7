package teach

import (
	"strings"
	"unicode"

	"indistinct/core/lab"
)

// Term is a parameter, explained.
type Term struct{ Name, Side, Text string }

// Pass says what a verdict is and is not; it belongs to every reference.
var Pass = lab.Section{Title: "What a pass means", Text: []string{
	"No violation found is not the same as private. A test sees so many releases and looks at so many events. It can prove that a claim is broken; it can never prove that a claim holds.",
	"Every verdict therefore says what it rests on: how many releases were drawn, which events were looked at, how many releases fell outside the region that the paper's test covers, and how large a violation so many releases would have shown at best, in half of such audits.",
	"Violation found means that a lower bound on ε lies above the claim. Its confidence takes account of every event, direction and look. Inconclusive means that so few releases would miss even a gross violation more often than not, whatever the mechanism; the page says how many would show it, at best.",
	"Where the law of the releases can be computed, the exact ε of the two inputs stands beside the test's answer. It belongs to these two: others may be farther apart.",
}}

// Slug is a title in a link.
func Slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}

// Parameters documents a table.
func Parameters(t lab.Table) []Term {
	var out []Term
	for i := range t {
		p := &t[i]
		text := p.Help
		if p.Low != "" && p.High != "" {
			text += " Low: " + p.Low + "; high: " + p.High + "."
		}
		for _, o := range p.Choices {
			text += " " + o.Label + " (" + o.Value + ")."
			if o.Help != "" {
				text += " " + o.Help
			}
		}
		side := p.Name + ": " + p.Accepts()
		if p.Kind == lab.Choice {
			side = p.Name
		}
		if p.Unit != "" {
			side += ", " + p.Unit
		}
		name := p.Label
		if p.Symbol != "" {
			name = p.Title()
		}
		out = append(out, Term{name, side, text})
	}
	return out
}
