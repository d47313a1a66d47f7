package samples

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/check"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/wire"
)

// bench opens a page with the workshop in front.
func bench(t *testing.T) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Workshop(nil, "#lab=workshop", func(m *state.Model) { m.Use(New(m)) })
	return m, opened.Feature[*Feature](m), s
}

// chosen chooses a file in a field.
func chosen(m *state.Model, id, name string, size int64, key string) {
	m.Emit(state.Event{Kind: state.File, Name: id, File: lab.File{Key: key, Name: name, Size: size}})
}

// TestSamplesAreRefusedWhereTheyAreChosen: a file that is too large, or that cannot be
// read, is refused beside its button; what was loaded before stays.
func TestSamplesAreRefusedWhereTheyAreChosen(t *testing.T) {
	m, f, s := bench(t)
	chosen(m, "load-record", "a.csv", 100<<20, "1")
	s.Answer(t, holding(-1, "x"))
	o := &f.files
	chosen(m, "load-record", "big.csv", 101<<20, "2")
	check.Places(t, "a large file", o.Refused[0], "samples.large", "file", "big.csv", "megabytes", 101)
	if len(s.Runs) != 1 || o.List()[0].Name != "a.csv" {
		t.Errorf("%q, kept is %q", o.Refused[0], o.List()[0].Name)
	}
	chosen(m, "load-neighbour", "photo.png", 5000, "3")
	why := lang.Verbatim("The file photo.png is not plain text in UTF-8.")
	s.Runs[1].Done(nil, why)
	s.Answer(t, holding(-1, "x")) // the other one, once more
	if o.Refused[1] != why || len(o.List()) != 1 || o.Seen == nil || o.Task.Fail != "" ||
		len(m.Notes) > 0 {
		t.Errorf("%q, %q", o.Refused[1], m.Notes)
	}
	chosen(m, "load-neighbour", "b.csv", 5000, "4")
	if o.Refused[1] != "" {
		t.Error("the refusal outlives the file")
	}
	o.Stop()
	s.Runs[3].Done(nil, wire.Cancelled)
	s.Answer(t, holding(-1, "x"))
	if len(s.Runs) != 5 || len(o.List()) != 1 || o.Seen == nil || o.Task.Fail != "" {
		t.Errorf("after the reading was stopped: %d runs, %q", len(s.Runs), o.Task.Fail)
	}
}

// holding is what a file with such columns holds; which is the one that says which input.
func holding(which int, names ...string) lab.Sampled {
	p := &table.Preview{Which: which}
	for i, s := range names {
		p.Columns = append(p.Columns, table.Column{Name: s, Taken: i > 0})
	}
	return lab.Sampled{Preview: p}
}

// TestColumnsOfSamples: each choice has the files read again, and what was chosen and
// typed stays, where it is refused too.
func TestColumnsOfSamples(t *testing.T) {
	m, f, s := bench(t)
	o := &f.files
	asked := func(name, ask string) {
		t.Helper()
		last := s.Runs[len(s.Runs)-1].Task
		if _, got, _ := strings.Cut(last, `"ask":`); ask == "" && got != "" ||
			ask != "" && !strings.HasPrefix(got, ask) {
			t.Fatalf("%s: asked was %s", name, last)
		}
	}
	give := func(at int, r Role) {
		o.Give(at, r)
		f.read()
	}
	by := func(at int) {
		o.By(at)
		f.read()
	}
	takes := func(at int) bool { return o.Role(at) == Part }
	o.claim["eps"] = "1"
	chosen(m, "load-record", "canaries.csv", 1000, "1")
	asked("a file", "")
	if o.Ready() {
		t.Error("it can be tested before it has been read")
	}
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	if !o.Ready() || takes(0) || !takes(1) {
		t.Errorf("ready: %v, takes %v and %v", o.Ready(), takes(0), takes(1))
	}
	give(3, Out)
	asked("without loss", `{"columns":["score"],"by":"is_member"}`)
	give(0, Part) // while it is being read
	s.Runs[len(s.Runs)-1].Done(nil, wire.Cancelled)
	asked("with the id", `{"columns":["id","score"],"by":"is_member"}`)
	why := lang.Verbatim("No.")
	s.Runs[len(s.Runs)-1].Done(nil, why)
	if o.Task.Fail != why || o.Ready() || !takes(0) || takes(3) || len(o.List()) != 1 || o.claim["eps"] != "1" {
		t.Errorf("after a refusal: %q, ready %v, claim %q", o.Task.Fail, o.Ready(), o.claim["eps"])
	}
	give(0, Out)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	give(1, Out)
	asked("nothing is left", `{"without":["id","score","loss"],"by":"is_member"}`)
	s.Runs[len(s.Runs)-1].Done(nil, why)

	for _, at := range []int{1, 3} {
		give(at, Part)
		s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	}
	by(4) // beyond the columns: side by side
	asked("side by side", `{"pairs":[["score","loss"]]}`)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	give(0, Record)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	if o.Ready() || o.Ask().Pairs != nil {
		t.Errorf("two columns of the record and one of its neighbour: %v", o.Ask().Pairs)
	}
	give(1, Out)
	asked("the others", `{"pairs":[["id","loss"]]}`)
	o.Stop()
	s.Runs[len(s.Runs)-1].Done(nil, wire.Cancelled)
	if o.Ready() || o.Task.Fail != "" {
		t.Errorf("after it was stopped: ready %v, %q", o.Ready(), o.Task.Fail)
	}
	by(-1)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	if o.Ready() {
		t.Error("one file that does not say which input can be tested")
	}

	by(2)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	give(3, Out)
	s.Answer(t, holding(2, "id", "score", "is_member", "loss"))
	chosen(m, "load-neighbour", "other.csv", 1000, "2")
	asked("two files", `{"columns":["id"]}`)
	s.Answer(t, holding(-1, "id", "score", "loss"))
	if !o.Ready() {
		t.Error("two files cannot be tested")
	}
	chosen(m, "load-neighbour", "third.csv", 1000, "3")
	asked("a file of other columns", "")
}
