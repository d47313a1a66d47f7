package sheet

import (
	"reflect"
	"testing"

	"indistinct/core/lang"
)

// TestMake: what is made by convention is what is written out in full.
func TestMake(t *testing.T) {
	c := NewChart("id", "a.b.", Axis{Log: true}, Axis{Label: lang.Verbatim("own"), Max: 1}, lang.Say("a.c"))
	area := c.Draw(lang.Verbatim("first"), Leak, Area, []Real{1, 2}, nil)
	area.Lo, area.Hi = []Real{3, 4}, []Real{5, 6}
	c.Plot(lang.Verbatim("second"), Ink, Line, []float64{1, 3}, func(x float64) float64 { return x * x })
	c.Draw(lang.Verbatim("third"), Muted, Dots, Reals([]int{7}), Each([]string{"seven"}, func(s string) float64 {
		return float64(len(s))
	}))
	c.MarkX(lang.Verbatim("x"), Good, 8)
	c.MarkY(lang.Verbatim("y"), Bad, 9)
	want := Chart{ID: "id", Title: lang.Say("a.b.title"), Caption: lang.Say("a.c"),
		X: Axis{Label: lang.Say("a.b.x"), Log: true}, Y: Axis{Label: lang.Verbatim("own"), Max: 1},
		Series: []Series{
			{Name: lang.Verbatim("first"), Role: Leak, Style: Area, X: []Real{1, 2}, Lo: []Real{3, 4},
				Hi: []Real{5, 6}},
			{Name: lang.Verbatim("second"), Role: Ink, Style: Line, X: []Real{1, 3}, Y: []Real{1, 9}},
			{Name: lang.Verbatim("third"), Role: Muted, Style: Dots, X: []Real{7}, Y: []Real{5}},
		},
		Marks: []Mark{{Label: lang.Verbatim("x"), Role: Good, At: 8, Vertical: true},
			{Label: lang.Verbatim("y"), Role: Bad, At: 9}}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("the chart is\n%+v, want\n%+v", c, want)
	}
	table := NewTable("id", "a.b.", lang.Say("a.c"), "one", lang.Verbatim("two"))
	table.Add(Count(1))
	table.Add(Count(2), Numbers(3, 0.5, 7)...)
	full := Table{ID: "id", Title: lang.Say("a.b.title"), Caption: lang.Say("a.c"),
		Columns: []lang.Message{lang.Say("a.b.column.one"), lang.Verbatim("two")},
		Rows:    [][]Cell{{Count(1)}, {Count(2), Number(0.5, 3), Number(7, 3)}}}
	if !reflect.DeepEqual(table, full) {
		t.Errorf("the table is\n%+v, want\n%+v", table, full)
	}
}
