package state

import (
	"testing"

	"indistinct/core/lang"
	"indistinct/core/test/english"

	"indistinct/core/lab"
	"indistinct/ui/wire"
)

// TestSamplesAreRefusedWhereTheyAreChosen: a file that is too large, or that cannot be
// read, is refused beside its button; what was loaded before stays.
func TestSamplesAreRefusedWhereTheyAreChosen(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	m.TakeSample("load-record", "a.csv", 100<<20, "1")
	s.Answer(t, lab.Sampled{Read: []lang.Message{"a.csv holds 9 releases."}})
	o := &m.Front.Samples
	m.TakeSample("load-record", "big.csv", 101<<20, "2")
	if len(s.Runs) != 1 || o.Refused[0] != "big.csv holds 101 MB: files of releases of up to 100 MB are read here, larger ones by the native command." || o.List()[0].Name != "a.csv" {
		t.Errorf("%q, kept is %q", o.Refused[0], o.List()[0].Name)
	}
	m.TakeSample("load-neighbour", "photo.png", 5000, "3")
	s.Runs[1].Done(nil, "The file photo.png is not plain text in UTF-8.")
	if o.Refused[1] != "The file photo.png is not plain text in UTF-8." || len(o.List()) != 1 || o.Read[0] == nil ||
		len(m.Notes) > 0 {
		t.Errorf("%q, %q", o.Refused[1], m.Notes)
	}
	m.TakeSample("load-neighbour", "b.csv", 5000, "4")
	if o.Refused[1] != "" {
		t.Error("the refusal outlives the file")
	}
	m.StopSamples()
	s.Runs[2].Done(nil, english.Say(wire.Cancelled))
	if len(s.Runs) != 3 || len(o.List()) != 1 || o.Read[0] == nil || o.Task.Fail != "" {
		t.Errorf("after the reading was stopped: %d runs, %q", len(s.Runs), o.Task.Fail)
	}
}
