package sheet

import (
	"reflect"
	"testing"

	"indistinct/core/lang"
)

// TestMake: what is made by convention is what is written out in full.
func TestMake(t *testing.T) {
	var s Sheet
	c := s.Chart("id", "a.b.", Axis{Log: true}, Axis{Label: lang.Verbatim("own"), Max: 1}, lang.Say("a.c"))
	area := c.Draw("first", Leak, Area, []Real{1, 2}, nil)
	empty := c.Draw("empty", Leak, Line, nil, nil)
	x := Even(1, 3, 2)
	Over(c, x, x).Line(lang.Verbatim("second"), Ink, Line, func(x float64) float64 { return x * x })
	Over(c, []int{7}, []string{"seven"}).Line("third", Muted, Dots, func(s string) float64 { return float64(len(s)) })
	c.Draw("fourth", Good, Dots, nil, nil).Add(1, 2, 0, 3)
	area.Lo, area.Hi = []Real{3, 4}, []Real{5, 6} // it stands where it stood
	c.MarkX(lang.Verbatim("x"), Good, 8)
	c.MarkY("nine", Bad, 9, "at", 9)
	if o := s.Chart("other", "a.", Axis{}, Axis{}); o.X.Label != lang.Say("a.x") || o.Y.Label != lang.Say("a.y") {
		t.Errorf("the other chart's axes are %+v, %+v", o.X, o.Y)
	}
	if &s.Charts[0] != c.Chart || &c.Series[1] != empty {
		t.Error("what was handed out does not stand in the sheet any more")
	}
	c.Drop()
	want := Chart{ID: "id", Title: lang.Say("a.b.title"), Caption: lang.Say("a.c"),
		X: Axis{Label: lang.Say("a.b.x"), Log: true}, Y: Axis{Label: lang.Verbatim("own"), Max: 1},
		Series: []Series{
			{Name: lang.Say("a.b.series.first"), Role: Leak, Style: Area, X: []Real{1, 2}, Lo: []Real{3, 4},
				Hi: []Real{5, 6}},
			{Name: lang.Verbatim("second"), Role: Ink, Style: Line, X: []Real{1, 3}, Y: []Real{1, 9}},
			{Name: lang.Say("a.b.series.third"), Role: Muted, Style: Dots, X: []Real{7}, Y: []Real{5}},
			{Name: lang.Say("a.b.series.fourth"), Role: Good, Style: Dots, X: []Real{1}, Y: []Real{2}, Lo: []Real{0},
				Hi: []Real{3}},
		},
		Marks: []Mark{{Label: lang.Verbatim("x"), Role: Good, At: 8, Vertical: true},
			{Label: lang.Say("a.b.mark.nine", "at", 9), Role: Bad, At: 9}}}
	if !reflect.DeepEqual(s.Charts[0], want) {
		t.Errorf("the chart is\n%+v, want\n%+v", s.Charts[0], want)
	}
	table := s.Table("id", "a.b.", lang.Say("a.c"), "one", lang.Verbatim("two"))
	table.Add(Count(1))
	table.Add(Count(2), Numbers(3, 0.5, 7)...)
	full := Table{ID: "id", Title: lang.Say("a.b.title"), Caption: lang.Say("a.c"),
		Columns: []lang.Message{lang.Say("a.b.column.one"), lang.Verbatim("two")},
		Rows:    [][]Cell{{Count(1)}, {Count(2), Number(0.5, 3), Number(7, 3)}}}
	if !reflect.DeepEqual(s.Tables[0], full) {
		t.Errorf("the table is\n%+v, want\n%+v", s.Tables[0], full)
	}
}

// TestFull: what was handed out is never left behind by a list that grows.
func TestFull(t *testing.T) {
	s := Sheet{Charts: []Chart{{ID: "there before"}}}
	c := s.Chart("c", "", Axis{}, Axis{})
	first := c.Draw("first", Ink, Line, nil, nil)
	defer func() {
		first.Add(1, 2)
		if recover() == nil || len(c.Series) != room || len(c.Series[0].X) != 1 || len(s.Charts) != 2 {
			t.Errorf("%d series, of which the first has %d points, in %d charts", len(c.Series), len(c.Series[0].X),
				len(s.Charts))
		}
	}()
	for range room {
		c.Draw("another", Ink, Line, nil, nil)
	}
}
