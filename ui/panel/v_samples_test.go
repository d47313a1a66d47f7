package panel

import (
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// TestSamplesAskForTheirClaim: files come without a claim. Nothing is tested before one
// is typed; what is tested is that, whatever the program's is.
func TestSamplesAskForTheirClaim(t *testing.T) {
	m, s := openWorkshop(t, nil, "#lab=workshop&eps=3&seed=7")
	c := &Samples{m, m.Desk}
	m.TakeSample("load-record", "a.csv", 1000, "1")
	if len(s.runs) != 1 || !strings.Contains(s.runs[0].task, `"key":"1"`) || !strings.Contains(s.runs[0].task, `"run":false`) {
		t.Fatalf("%d runs", len(s.runs))
	}
	m.TakeSample("load-neighbour", "b.csv", 1000, "2") // while the first is being read
	if len(s.runs) != 1 {
		t.Error("two files are read at once")
	}
	s.runs[0].done(nil, wire.Cancelled)
	s.answer(t, lab.Sampled{Read: []string{"a.csv holds 500 releases."}, Columns: []string{"1"}})
	s.answer(t, lab.Sampled{Read: []string{"b.csv holds 500 releases."}, Columns: []string{"1"}})
	if got := strings.Join(c.held(), " "); got != "a.csv holds 500 releases. b.csv holds 500 releases." || c.columns() != nil {
		t.Errorf("%q, columns %q", got, c.columns())
	}
	runs := len(s.runs)
	m.Sample()
	if len(s.runs) != runs || !strings.HasPrefix(c.asks(), "Which ε was claimed") || c.verb() != "Test them" {
		t.Errorf("without a claim: %d runs, %q, %q", len(s.runs)-runs, c.asks(), c.verb())
	}
	m.SampleClaim(0, "much")
	m.Sample()
	if len(s.runs) != runs || !strings.Contains(c.asks(), "much") {
		t.Errorf("with a bad claim: %d runs, %q", len(s.runs)-runs, c.asks())
	}
	m.SampleClaim(0, " 0.5 ")
	m.SampleClaim(1, "1e-6")
	if c.verb() != "Test ε = 0.5, δ = 1e-6 on them" || c.asks() != "" {
		t.Errorf("%q, %q", c.verb(), c.asks())
	}
	m.Sample()
	r := s.runs[len(s.runs)-1]
	if len(s.runs) != runs+1 || r.spec.Float("eps") != 0.5 || r.spec.Float("delta") != 1e-6 || r.spec.Seed() != 7 || !strings.Contains(r.task, `"run":true`) {
		t.Fatalf("tested were ε = %v, δ = %v", r.spec.Float("eps"), r.spec.Float("delta"))
	}
	s.answer(t, lab.Sampled{Verdict: audit.Violation, Sheet: &sheet.Sheet{Lead: "They differ."}})
	if c.D.own.Found == nil || c.stale() || m.Desk.Spec.Float("eps") != 3 {
		t.Errorf("%+v", c.D.own.Found)
	}
	m.SampleClaim(0, "2")
	if !c.stale() {
		t.Error("a verdict on another claim counts as this one's")
	}
	m.DropSamples()
	if len(c.held()) != 0 || c.D.own.Found != nil || c.asks() == "" {
		t.Error("the files were not forgotten")
	}
}
