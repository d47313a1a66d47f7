//go:build !js

package stored

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	about "indistinct/core/about/filtering"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering"
	"indistinct/core/labs/ring"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// TestStore: what is quick is stored and read again from the shelf; what has no
// time is not, and is not taken for slow.
func TestStore(t *testing.T) {
	keep := &shelf{t.TempDir()}
	labs := lab.Catalog{ring.Lab{}}
	gone, stop := context.WithCancel(context.Background())
	stop()
	if got := store(gone, labs, keep, time.Hour); len(got["ring"]) != 0 {
		t.Errorf("without any time %d results were stored", len(got["ring"]))
	}
	for _, a := range (ring.Lab{}).Analyses() {
		if a.Name != "fig2" && a.Name != "fig3" {
			keep.put("ring", a.Name, []byte(tooLong+"1h")) // as if they had
		}
	}
	got := store(context.Background(), labs, keep, time.Hour)
	if len(got["ring"]) != 2 || len(got["ring"]["fig2"]) == 0 {
		t.Fatalf("stored %d results", len(got["ring"]))
	}
	again := store(gone, labs, keep, time.Hour)
	if string(again["ring"]["fig2"]) != string(got["ring"]["fig2"]) {
		t.Error("the shelf gives another result")
	}
	if _, known := keep.take("ring", "table1", 2*time.Hour); known {
		t.Error("what took longer than an hour is given up for two")
	}
}

// papered is a laboratory with a paper: a live experiment, one at a setting of its own, one beside printed
// numbers, one that only the item's setting has, and an item without any.
type papered struct{ filtering.Lab }

func (papered) Papers() []lab.Paper {
	custom := map[string]string{"plant": about.Custom}
	return []lab.Paper{{Name: "p", Items: []lab.Item{
		{Name: "own", Task: "budget", Set: map[string]string{"eps": "0.5"}},
		{Name: "same", Task: "budget"},
		{Name: "printed", Task: "budget", Set: map[string]string{"eps": "0.5"}, Printed: []lab.Printed{{Value: "1"}}},
		{Name: "only", Task: "matrices", Set: custom, Printed: []lab.Printed{{Value: "1"}}},
		{Name: "setting", Set: custom},
	}}}
}

// TestStorePapers: the items of papers have results of their own where their settings or their experiment ask
// for it, which are not in the file that the page loads.
func TestStorePapers(t *testing.T) {
	l := papered{}
	for i, want := range []string{"filtering.p/own", "filtering/budget", "filtering/budget", "filtering.p/only",
		"filtering/"} {
		p := l.Papers()[0]
		room, name, a := Of(l, &p, &p.Items[i])
		s := a.Outline(l.Params(), "filtering")
		if room+"/"+name != want || a.Name != p.Items[i].Task || name == "own" != (s.Float("eps") == 0.5) ||
			name == "only" != (s.Text("plant") == about.Custom) {
			t.Errorf("%s: %s/%s of %q at %v", p.Items[i].Name, room, name, a.Name, s)
		}
	}
	keep := &shelf{t.TempDir()}
	for _, a := range l.Analyses() {
		if a.Name != "budget" {
			keep.put("filtering", a.Name, []byte(tooLong+"1h"))
		}
	}
	got := store(context.Background(), lab.Catalog{l}, keep, time.Hour)
	lab, own := got["filtering"], got["filtering.p"]
	if len(got) != 2 || len(lab) != 1 || len(lab["budget"]) == 0 || len(own) != 2 || len(own["only"]) == 0 ||
		len(own["own"]) == 0 || string(own["own"]) == string(lab["budget"]) {
		t.Errorf("stored are %v", got)
	}
	if s := shown(got); len(s) != 1 || len(s["filtering"]) != 1 || len(got) != 2 {
		t.Errorf("the page loads %v", s)
	}
}

// TestSources: the sum follows every source but tests.
func TestSources(t *testing.T) {
	sum := func(files map[string]string) string {
		root := fstest.MapFS{}
		for name, text := range files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		s, err := Sources(root, "go.mod", "core")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	base := map[string]string{"go.mod": "module m", "core/a.go": "package a", "core/a_test.go": "package a"}
	first := sum(base)
	base["core/a_test.go"] = "package a // changed"
	if sum(base) != first {
		t.Error("a test changes the sum")
	}
	for _, text := range []string{"package a // changed", "package b", ""} { // of another length, of the same
		base["core/a.go"] = text
		if sum(base) == first {
			t.Errorf("the source %q does not change the sum", text)
		}
	}
	base["core/a.go"] = "package a"
	if sum(base) != first {
		t.Error("the same sources have another sum")
	}
	delete(base, "core/a.go")
	base["core/b.go"] = "package a"
	if sum(base) == first {
		t.Error("a source's name does not change the sum")
	}
}

// TestPictures: the card of each experiment shows words that can be read, whether it has charts, tables alone or no
// result: of a chart its curves, of a table its numbers, else what it computes.
func TestPictures(t *testing.T) {
	one := sheet.Real(0.25)
	table := sheet.Sheet{Tables: []sheet.Table{{Columns: []lang.Message{"a", "b"},
		Rows: [][]sheet.Cell{{{Text: "x"}, {Num: &one, Form: lang.Digits(2)}}}}}}
	x := []sheet.Real{0, 1}
	drawn := sheet.Sheet{Charts: []sheet.Chart{{Series: []sheet.Series{{X: x, Y: x}}}}}
	for kind, s := range []*sheet.Sheet{&table, &drawn, nil} {
		dir, results, cards := t.TempDir(), Results{}, 0
		for _, l := range guest.All() {
			results[l.About().Name] = map[string]json.RawMessage{}
			for _, a := range l.Analyses() {
				if !a.Live && a.Page == "" {
					cards++
				}
				if s == nil {
					continue
				}
				data, err := json.Marshal(s)
				if err != nil {
					t.Fatal(err)
				}
				results[l.About().Name][a.Name] = data
			}
		}
		if err := pictures(dir, results); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.svg"))
		if err != nil || len(files) != cards*4 {
			t.Fatalf("%d pictures of %d cards in two languages and two themes: %v", len(files), cards, err)
		}
		for _, path := range files {
			svg, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := [][]string{{">a<", ">0.25<|>0,25<"}, {"<path d=\"M", "<text"}, {"<foreignObject", "</p>"}}[kind]
			for _, want := range want {
				en, de, _ := strings.Cut(want, "|")
				if !strings.Contains(string(svg), en) && (de == "" || !strings.Contains(string(svg), de)) {
					t.Errorf("%s lacks %s", filepath.Base(path), want)
				}
			}
			if !strings.Contains(string(svg), `font-size="12"`) || strings.Contains(string(svg), "></text>") ||
				strings.Contains(string(svg), "></p>") {
				t.Errorf("the letters of %s are small, or there are none", filepath.Base(path))
			}
		}
	}
}
