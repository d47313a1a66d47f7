package files

import (
	"testing"

	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
)

// What is saved of a run is what it returned.
func TestSavedReport(t *testing.T) {
	m, f, s := alone(t, "")
	f.SaveReport()
	if s.File != "" {
		t.Errorf("before a run %s is saved", s.File)
	}
	opened.Run(t, m, s)
	raw := test.Report(t, m.Front.Spec)
	f.SaveReport()
	if s.Saved != string(raw) || s.File != "indistinct-toy-seed1.json" {
		t.Errorf("saved %s", s.File)
	}
}
