package view

import (
	"strconv"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/table"
	"indistinct/ui/wire"
)

// preview is what a file with such columns holds: its first two rows.
func preview(names ...string) *table.Preview {
	p := &table.Preview{Which: -1, Rows: make([][]string, 2)}
	for _, s := range names {
		p.Columns = append(p.Columns, table.Column{Name: s, Taken: true, Kind: lang.Say("toy.lead")})
		for i := range p.Rows {
			p.Rows[i] = append(p.Rows[i], "⟦"+strconv.Itoa(i)+"⟧")
		}
	}
	return p
}

// TestSamplesAskForTheirClaim: files come without a claim. Nothing is tested before one
// is typed; what is tested is that, whatever the program's is.
func TestSamplesAskForTheirClaim(t *testing.T) {
	m, s := openWorkshop(t, nil, "#lab=workshop&eps=3&seed=7")
	c := &Samples{m, m.Front}
	m.TakeSample("load-record", "a.csv", 1000, "1")
	if len(s.Runs) != 1 || !strings.Contains(s.Runs[0].Task, `"key":"1"`) ||
		!strings.Contains(s.Runs[0].Task, `"run":false`) {
		t.Fatalf("%d runs", len(s.Runs))
	}
	m.TakeSample("load-neighbour", "b.csv", 1000, "2") // while the first is being read
	if len(s.Runs) != 1 {
		t.Error("two files are read at once")
	}
	s.Runs[0].Done(nil, wire.Cancelled)
	m.Sample()
	if r := s.Runs[len(s.Runs)-1]; !strings.Contains(r.Task, `"key":"1"`) || !strings.Contains(r.Task, `"key":"2"`) ||
		!strings.Contains(r.Task, `"run":false`) {
		t.Errorf("what is taken of both is not asked for: %s", r.Task)
	}
	s.Answer(t, lab.Sampled{Read: lang.Verbatims([]string{"500 releases of each."}), Preview: preview("1")})
	if got := m.Say(lang.Sentences(c.D.Samples.Seen.Read...)); got != "500 releases of each." || c.whole() {
		t.Errorf("%q", got)
	}
	runs := len(s.Runs)
	m.Sample()
	if len(s.Runs) != runs || c.asks().ID() != "page.samples.claim" || c.verb().ID() != "page.samples.test" {
		t.Errorf("without a claim: %d runs, %q, %q", len(s.Runs)-runs, c.asks(), c.verb())
	}
	m.SampleClaim(0, "much")
	m.Sample()
	if len(s.Runs) != runs || c.asks().ID() != "lab.refused" || !strings.Contains(m.Say(c.asks()), "much") {
		t.Errorf("with a bad claim: %d runs, %q", len(s.Runs)-runs, c.asks())
	}
	m.SampleClaim(0, " 0.5 ")
	m.SampleClaim(1, "1e-6")
	if c.verb() != lang.Say("page.samples.test.delta", "eps", 0.5, "delta", 1e-6) || c.asks() != lang.Verbatim("") {
		t.Errorf("%q, %q", c.verb(), c.asks())
	}
	m.Sample()
	r := s.Runs[len(s.Runs)-1]
	if len(s.Runs) != runs+1 || r.Spec.Float("eps") != 0.5 || r.Spec.Float("delta") != 1e-6 || r.Spec.Seed() != 7 ||
		!strings.Contains(r.Task, `"run":true`) {
		t.Fatalf("tested were ε = %v, δ = %v", r.Spec.Float("eps"), r.Spec.Float("delta"))
	}
	s.Answer(t, lab.Sampled{Verdict: audit.Violation, Sheet: &sheet.Sheet{Lead: lang.Verbatim("They differ.")}})
	if c.D.Samples.Found == nil || c.stale() || m.Front.Spec.Float("eps") != 3 {
		t.Errorf("%+v", c.D.Samples.Found)
	}
	m.SampleClaim(0, "2")
	if !c.stale() {
		t.Error("a verdict on another claim counts as this one's")
	}
	m.DropSamples()
	if c.preview() != nil || c.D.Samples.Found != nil || c.asks() == lang.Verbatim("") {
		t.Error("the files were not forgotten")
	}
}
