package samples

import (
	"strconv"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/table"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
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
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	f := New(m)
	m.Use(f)
	m.Start("", false, "#lab=workshop&eps=3&seed=7")
	c := &Samples{m, f, m.Front, &f.files}
	offer := func(id, name, key string) {
		m.Emit(state.Event{Kind: state.File, Name: id, File: lab.File{Name: name, Size: 1000, Key: key}})
	}
	offer("load-record", "a.csv", "1")
	if len(s.Runs) != 1 || !strings.Contains(s.Runs[0].Task, `"key":"1"`) ||
		!strings.Contains(s.Runs[0].Task, `"run":false`) {
		t.Fatalf("%d runs", len(s.Runs))
	}
	offer("load-neighbour", "b.csv", "2") // while the first is being read
	if len(s.Runs) != 1 {
		t.Error("two files are read at once")
	}
	s.Runs[0].Done(nil, wire.Cancelled)
	f.Test()
	if r := s.Runs[len(s.Runs)-1]; !strings.Contains(r.Task, `"key":"1"`) || !strings.Contains(r.Task, `"key":"2"`) ||
		!strings.Contains(r.Task, `"run":false`) {
		t.Errorf("what is taken of both is not asked for: %s", r.Task)
	}
	s.Answer(t, lab.Sampled{Read: lang.Verbatims([]string{"500 releases of each."}), Preview: preview("1")})
	if got := m.Say(lang.Sentences(c.S.Seen.Read...)); got != "500 releases of each." || c.whole() {
		t.Errorf("%q", got)
	}
	runs := len(s.Runs)
	f.Test()
	if len(s.Runs) != runs || c.asks().ID() != "samples.claim" || c.verb().ID() != "samples.test" {
		t.Errorf("without a claim: %d runs, %q, %q", len(s.Runs)-runs, c.asks(), c.verb())
	}
	c.S.claim["eps"] = "much"
	f.Test()
	if len(s.Runs) != runs || c.asks().ID() != "lab.refused" || !strings.Contains(m.Say(c.asks()), "much") {
		t.Errorf("with a bad claim: %d runs, %q", len(s.Runs)-runs, c.asks())
	}
	c.S.claim["eps"] = " 0.5 "
	c.S.claim["delta"] = "1e-6"
	if c.verb() != lang.Say("samples.test.delta", "eps", 0.5, "delta", 1e-6) || c.asks() != lang.Verbatim("") {
		t.Errorf("%q, %q", c.verb(), c.asks())
	}
	f.Test()
	r := s.Runs[len(s.Runs)-1]
	if len(s.Runs) != runs+1 || r.Spec.Float("eps") != 0.5 || r.Spec.Float("delta") != 1e-6 || r.Spec.Seed() != 7 ||
		!strings.Contains(r.Task, `"run":true`) {
		t.Fatalf("tested were ε = %v, δ = %v", r.Spec.Float("eps"), r.Spec.Float("delta"))
	}
	s.Answer(t, lab.Sampled{Verdict: audit.Violation, Sheet: &sheet.Sheet{Lead: lang.Verbatim("They differ.")}})
	if c.S.Found == nil || c.stale() || m.Front.Spec.Float("eps") != 3 {
		t.Errorf("%+v", c.S.Found)
	}
	c.S.claim["eps"] = "2"
	if !c.stale() {
		t.Error("a verdict on another claim counts as this one's")
	}
	if c.score(); !strings.Contains(s.Runs[len(s.Runs)-1].Task, `"scores":true`) || c.S.Found != nil {
		t.Errorf("scores are read as releases: %s", s.Runs[len(s.Runs)-1].Task)
	}
	// A claim of a family has its own numbers; ε and δ are kept.
	c.S.Asks = "mu"
	if c.asks().ID() != "samples.claim" || m.Say(c.verb()) != "Test them" {
		t.Errorf("%q, %q", c.asks(), c.verb())
	}
	c.S.claim["mu"] = "0.7"
	s.Answer(t, lab.Sampled{Read: lang.Verbatims([]string{"500 scores."}), Preview: preview("1")})
	c.S.Alone = true
	f.Test()
	r = s.Runs[len(s.Runs)-1]
	if claim := r.Spec.Curved(nil); claim.Notion != privacy.Gaussian || claim.Value != 0.7 ||
		!strings.Contains(r.Task, `"independent":true`) ||
		m.Say(c.verb()) != "Test μ = 0.7 (Gaussian privacy) on them" {
		t.Errorf("%+v of %s, %q", claim, r.Task, m.Say(c.verb()))
	}
	s.Answer(t, lab.Sampled{Verdict: audit.NoViolation, Sheet: &sheet.Sheet{Lead: lang.Verbatim("None.")}})
	if c.S.Lower = true; !c.stale() {
		t.Error("a verdict on scores read the other way counts as this one's")
	}
	if c.S.Asks = "eps"; c.S.Ask().Independent {
		t.Error("independence is said of a claim that needs none")
	}
	c.S.Drop()
	if c.preview() != nil || c.S.Found != nil || c.asks() == lang.Verbatim("") {
		t.Error("the files were not forgotten")
	}
}
