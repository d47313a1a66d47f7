package state

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/wire"
)

// TestSamplesAreRefusedWhereTheyAreChosen: a file that is too large, or that cannot be
// read, is refused beside its button; what was loaded before stays.
func TestSamplesAreRefusedWhereTheyAreChosen(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	m.TakeSample("load-record", "a.csv", 100<<20, "1")
	s.Answer(t, lab.Sampled{Read: lang.Verbatims([]string{"a.csv holds 9 releases."})})
	o := &m.Front.Samples
	m.TakeSample("load-record", "big.csv", 101<<20, "2")
	check.Places(t, "a large file", o.Refused[0], "page.samples.large", "file", "big.csv", "megabytes", 101)
	if len(s.Runs) != 1 || o.List()[0].Name != "a.csv" {
		t.Errorf("%q, kept is %q", o.Refused[0], o.List()[0].Name)
	}
	m.TakeSample("load-neighbour", "photo.png", 5000, "3")
	why := lang.Verbatim("The file photo.png is not plain text in UTF-8.")
	s.Runs[1].Done(nil, why)
	if o.Refused[1] != why || len(o.List()) != 1 || o.Read[0] == nil ||
		len(m.Notes) > 0 {
		t.Errorf("%q, %q", o.Refused[1], m.Notes)
	}
	m.TakeSample("load-neighbour", "b.csv", 5000, "4")
	if o.Refused[1] != "" {
		t.Error("the refusal outlives the file")
	}
	m.StopSamples()
	s.Runs[2].Done(nil, wire.Cancelled)
	if len(s.Runs) != 3 || len(o.List()) != 1 || o.Read[0] == nil || o.Task.Fail != "" {
		t.Errorf("after the reading was stopped: %d runs, %q", len(s.Runs), o.Task.Fail)
	}
}
