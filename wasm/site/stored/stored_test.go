//go:build !js

package stored

import (
	"context"
	"testing"
	"testing/fstest"
	"time"

	"indistinct/core/lab"
	"indistinct/core/labs/ring"
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
	base["core/a.go"] = "package a // changed"
	if sum(base) == first {
		t.Error("a source does not change the sum")
	}
}
