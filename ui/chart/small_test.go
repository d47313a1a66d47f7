//go:build !js

package chart

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
)

// TestSmall: the small picture of a chart has the given size, its axes and letters that can be read; that of tables
// words and numbers of the first, that of neither the sentence.
func TestSmall(t *testing.T) {
	c := sample()
	n := Small(texts.English(), &sheet.Sheet{Charts: []sheet.Chart{*c}}, "x", 230, 150, Variables)
	var said []string
	n.Walk(func(n *Node) {
		if n.Tag == "text" {
			said = append(said, whole(n))
		}
	})
	if attr(n, "viewBox") != "0 0 230 150" || attr(n, "font-size") != "12" || !slices.Contains(said, "p, m") ||
		!slices.Contains(said, "privacy loss ε") || slices.Contains(said, "steps") {
		t.Errorf("a picture of %s with letters of %s px says %q", attr(n, "viewBox"), attr(n, "font-size"), said)
	}
	table := sheet.Table{Columns: lang.Verbatims([]string{"what it is", "a number of so many words"}),
		Rows: slices.Repeat([][]sheet.Cell{{sheet.Words("a very long name of something"), sheet.Number(0.25, 2)}}, 9)}
	n = Small(texts.English(), &sheet.Sheet{Tables: []sheet.Table{table}}, "x", 230, 150, Variables)
	if got := whole(n); !strings.HasPrefix(got, "what it isa very lon") || !strings.Contains(got, "…") ||
		strings.Count(got, "0.25") != 6 || !strings.Contains(got, "a numb") {
		t.Errorf("the picture of a table says %q", got)
	}
	lead := words("What does each promise cost, and where does relaxing it pay most of all?")
	if got := Small(texts.English(), &sheet.Sheet{Lead: lead}, "x", 230, 150, Variables); whole(got) != plain(lead) {
		t.Errorf("the picture of a sentence is %q", whole(got))
	}
}
