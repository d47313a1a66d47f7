package labs_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
)

// Links and files of a version that had further parameters open without a word; none of them
// is a parameter today.
func TestFormerParameters(t *testing.T) {
	some := 0
	for _, l := range labs.All() {
		about, table := l.About(), l.Params()
		want := table.Defaults(about.Name)
		for _, former := range about.Former {
			name, value, _ := strings.Cut(former+"=3", "=")
			value, _, _ = strings.Cut(value, "=")
			some++
			if table.Find(name) != nil {
				t.Errorf("%s: %s is a parameter", about.Name, name)
			}
			s, probs := lab.ParseLink("#lab="+about.Name+"&v=2&"+name+"="+value, labs.All().Find, about.Name)
			without, _ := lab.ParseLink("#lab="+about.Name+"&v=2", labs.All().Find, about.Name)
			if len(probs) > 0 || !s.Equal(without) {
				t.Errorf("%s: a link with %s: %v", about.Name, name, probs)
			}
			data, err := json.Marshal(map[string]any{"lab": about.Name, name: json.Number(value)})
			if err != nil {
				t.Fatal(err)
			}
			if s, probs := lab.ParseJSON(data, labs.All().Find, about.Name); len(probs) > 0 || !s.Equal(want) {
				t.Errorf("%s: a file with %s: %v", about.Name, name, probs)
			}
		}
	}
	if some == 0 {
		t.Error("no laboratory had others")
	}
}

// TestParametersStay: whatever reports of before hold is a parameter still, or one that About names as
// former. testdata/parameters.json lists what they held, and is only added to.
func TestParametersStay(t *testing.T) {
	data, err := os.ReadFile("testdata/parameters.json")
	if err != nil {
		t.Fatal(err)
	}
	var before map[string][]string
	if err := json.Unmarshal(data, &before); err != nil {
		t.Fatal(err)
	}
	for _, l := range labs.All() {
		about, table := l.About(), l.Params()
		for i := range table {
			if !slices.Contains(before[about.Name], table[i].Name) {
				t.Errorf("%s: testdata/parameters.json lacks %q", about.Name, table[i].Name)
			}
		}
		for _, name := range before[about.Name] {
			if table.Find(name) == nil && !slices.Contains(about.Former, name) {
				t.Errorf("%s: reports hold %q, which is neither a parameter nor a former one", about.Name, name)
			}
		}
	}
}
