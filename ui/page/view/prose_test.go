package view

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/texts"
	"indistinct/ui/chart"
	"indistinct/ui/page/teach"
)

// spans is a text in which symbols stand between stars.
func spans(text string) []lang.Span {
	var out []lang.Span
	for i, s := range strings.Split(text, "*") {
		out = append(out, lang.Span{Words: s, Symbol: i%2 == 1})
	}
	return out
}

// What touches a word that opens stands in one piece with it, and nothing is lost.
func TestWordsKeepWhatTouchesThem(t *testing.T) {
	l := texts.English()
	for text, want := range map[string][]string{
		"none of the neighbour's, its":      {"neighbour's,"},
		"That shows *ε* ≥ 6.24, above":      {"\x01ε\x03\u00a0≥\u00a06.24,"},
		"No violation (*δ* = 0.05) was":     {"(\x01δ\x03\u00a0=\u00a00.05)"},
		"neighbour, but 5 % of the record.": {"neighbour,", "record."},
		"neighbour":                         {"neighbour"},
		"The release is of the neighbour":   {"release", "neighbour"},
	} {
		parts := teach.NewGlossary(l).Mark(spans(text), map[int]bool{})
		var got []string
		whole := ""
		for _, w := range (&Prose{Parts: parts}).words() {
			if whole += w.Before + w.Text + w.After; w.Opens != "" {
				got = append(got, w.Before+w.Text+w.After)
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: together are %q, want %q", text, got, want)
		}
		all := chart.RichSpans(spans(text))
		if strings.ReplaceAll(whole, "\u00a0", " ") != strings.ReplaceAll(all, "\u00a0", " ") {
			t.Errorf("%q became %q", all, whole)
		}
	}
}
