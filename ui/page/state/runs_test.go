package state

import (
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// kept is a page with a stored run of what it opens with, whose report is that.
func kept(t *testing.T) (m *Model, s *test.Browser, report []byte) {
	t.Helper()
	s = &test.Browser{Files: map[string][]byte{}}
	m = New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Start("", true, "")
	report = test.Report(t, m.Front.Spec)
	data, err := json.Marshal(&repeat.Run{Report: report})
	if err != nil {
		t.Fatal(err)
	}
	file := repeat.File(m.Front.Spec, m.Front.Table)
	s.Files[file] = data
	m.Runs.Files = []string{file}
	return m, s, report
}

// TestStoredRun: a stored run's report is told at once, and the pool's own decides whether it stands.
func TestStoredRun(t *testing.T) {
	for name, c := range map[string]struct {
		own        func(report []byte) []byte
		fail       lang.Message
		same, owns bool
		mark       string
	}{
		"the same": {own: func(r []byte) []byte { return r }, same: true, mark: repeat.Confirmed},
		"another": {own: func(r []byte) []byte {
			return []byte(strings.Replace(string(r), `"c1":`, `"c1":1`, 1))
		}, owns: true},
		"none": {own: func([]byte) []byte { return nil }, fail: wire.Cancelled, mark: repeat.Unchecked},
	} {
		m, s, report := kept(t)
		m.Runs.Near()
		m.Test()
		s.Pass()
		d := m.Front
		if d.Report == nil || d.Run != nil || !d.Checking() || len(s.Runs) != 1 {
			t.Fatalf("%s: report %v, run %v, %d runs of the pool", name, d.Report != nil, d.Run, len(s.Runs))
		}
		if !strings.Contains(string(d.Marked()), repeat.Unchecked) {
			t.Errorf("%s: before it is checked the report says %s", name, d.Marked())
		}
		d.A = &laboratory.Kept{Spec: d.Spec, Result: d.Result}
		own := c.own(report)
		s.Runs[0].Done(own, c.fail)
		if d.Check.Same != c.same || (d.Check.Own != nil) != c.owns || d.Checking() {
			t.Errorf("%s: %+v", name, d.Check)
		}
		if c.owns && string(d.Raw) != string(own) {
			t.Errorf("%s: the stored report stands", name)
		}
		if d.A.Report != d.Report {
			t.Errorf("%s: run A is another one than that on show", name)
		}
		marked := string(d.Marked())
		if c.mark != "" && !strings.Contains(marked, c.mark) || c.mark == "" && marked != string(own) {
			t.Errorf("%s: the report says %s", name, marked)
		}
	}
}

// TestStoredRunOfOtherSettings: what nobody stored, and what cannot be had, is computed.
func TestStoredRunOfOtherSettings(t *testing.T) {
	m, s, report := kept(t)
	for file := range s.Files {
		s.Files[file] = []byte("no run")
	}
	m.Test()
	s.Pass()
	if len(s.Runs) != 1 || m.Front.Run == nil {
		t.Fatal("a run that cannot be had is not computed")
	}
	s.Runs[0].Done(report, "")
	if m.Front.Check != nil || m.Front.Report == nil {
		t.Errorf("what was computed here is to be checked: %+v", m.Front.Check)
	}
	m.Type("seed", "5")
	m.Test()
	s.Pass()
	if len(s.Fetches) != 1 || len(s.Runs) != 2 {
		t.Errorf("of other settings %d files were fetched, %d tests run", len(s.Fetches), len(s.Runs))
	}
}
