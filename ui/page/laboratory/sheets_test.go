package laboratory

import (
	"testing"

	"indistinct/core/sheet"
)

// A's curves are dashed and its points hollow; B's own chart is not touched.
func TestChartsOfBothRuns(t *testing.T) {
	chart := func() *sheet.Sheet {
		return &sheet.Sheet{Charts: []sheet.Chart{{ID: "region",
			Series: []sheet.Series{{Name: "exact", Role: sheet.Truth, Style: sheet.Line},
				{Name: "events", Role: sheet.Strong, Style: sheet.Dots},
				{Name: "blind", Role: sheet.Muted, Style: sheet.Dash}}}}}
	}
	b, a := chart(), chart()
	both := together(b, a)
	got := both.Charts[0].Series
	if len(got) != 5 || got[3].Style != sheet.Dash || got[3].Name.ID() != "compare.series" || !got[4].Hollow ||
		len(b.Charts[0].Series) != 3 {
		t.Errorf("the chart has %+v", got)
	}
}

// TestSplit: the region comes first, the paper's chart, the privacy profile and the tables are
// evidence.
func TestSplit(t *testing.T) {
	first, rest := split(&sheet.Sheet{Charts: []sheet.Chart{{ID: "p-values"}, {ID: "profile"}, {ID: "region"}},
		Tables: []sheet.Table{{ID: "quantities"}}})
	if len(first.Charts) != 1 || first.Charts[0].ID != "region" || len(first.Tables) != 0 || len(rest.Charts) != 2 ||
		len(rest.Tables) != 1 {
		t.Errorf("first %+v, rest %+v", first, rest)
	}
}
