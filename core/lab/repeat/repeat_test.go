package repeat

import "testing"

// TestDifference: whatever differs between two reports is named, in order, and nothing else is.
func TestDifference(t *testing.T) {
	const report = `{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.50],"facts":[{"name":"d"}]}`
	for other, want := range map[string]string{
		report: "",
		`{"c1":3,"program":"indistinct","spec":{"eps":2},"counts":[1,2.50],"facts":[{"name":"d"}]}`:          "",
		string(Marked([]byte(report), Confirmed)):                                                            "",
		`{"program":"indistinct","spec":{"eps":2},"c1":4,"counts":[1,2.50],"facts":[{"name":"d"}]}`:          "c1",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.51],"facts":[{"name":"d"}]}`:          "counts.2",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1],"facts":[{"name":"d"}]}`:               "counts",
		`{"program":"indistinct","spec":{"eps":"2"},"c1":3,"counts":[1,2.50],"facts":[{"name":"d"}]}`:        "spec.eps",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.50],"facts":[{"name":{"id":"d"}}]}`:   "facts.1.name",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.50],"facts":[{"name":"d"}],"more":1}`: "more",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.50]}`:                                 "facts",
		`{"program":"indistinct","spec":{"eps":2},"c1":3,"counts":[1,2.50],"facts":[{"name":"d"}],"n":null}`: "n",
		`[1]`: "report",
		``:    "report",
	} {
		for _, pair := range [][2]string{{report, other}, {other, report}} {
			field, was, is := Difference([]byte(pair[0]), []byte(pair[1]))
			if field != want || (was == is) != (want == "") {
				t.Errorf("%s: %q differs, %s and %s, want %q", other, field, was, is, want)
			}
		}
	}
}

// TestMarked: marking a report leaves its bytes as they are.
func TestMarked(t *testing.T) {
	report := append(make([]byte, 0, 100), `{"c1":3}`...)
	got := string(Marked(report, Unchecked))
	if got != `{"c1":3,"stored":"unchecked"}` || string(report) != `{"c1":3}` {
		t.Errorf("%s of %s", got, report)
	}
}
