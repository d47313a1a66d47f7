package view

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/playback"
	"indistinct/ui/wire"
)

// TestCurvedFigures: of a claim of μ the page's numbers, its axis and the stage show what
// is tested and proven of μ, and the bound on ε beside them.
func TestCurvedFigures(t *testing.T) {
	shop := guest.All().Find("workshop")
	code := "claim = gdp(0.5)\npairs = [(0, 1)]\ndef release(x):\n    return x + normal(1)\n"
	job, err := lab.Start(shop, labtest.Spec(t, shop, "code", code, "bits", "0", "n", "1000", "m", "3000"), lab.Audit)
	if err != nil {
		t.Fatal(err)
	}
	var last film.Show
	out := labtest.Shown(t, job, math.MaxInt64, func(kind work.Kind, data []byte) {
		if kind == work.Scene {
			if err := last.UnmarshalBinary(data); err != nil {
				t.Fatal(err)
			}
		}
	})
	r, err := lab.UnmarshalReport(out, guest.All().Find, "workshop")
	if err != nil {
		t.Fatal(err)
	}
	ids := ""
	for _, f := range figures(r, false) {
		ids += f.ID + " " + english.Say(f.Sign) + " "
	}
	if r.Verdict != audit.Violation || letter(r) != "μ" ||
		ids != "epsilon-c ε_c = epsilon-strong ε ≥ curve-proven μ ≥ curve-claim μ = " {
		t.Errorf("%s: %s", r.Verdict, ids)
	}
	if e := epsilons(r); len(e) != 2 || e[0].At != 0.5 || !(e[1].At > 0.7 && e[1].At <= 1) {
		t.Errorf("the axis shows %+v", e)
	}
	if claim := english.Say(playback.Claim(&last, false)); !strings.HasPrefix(claim, "promised: at most ") {
		t.Errorf("the stage says %q", claim)
	}
	if a := playback.Allowed(&last); !(a > 0 && a < 1) {
		t.Errorf("what the claim allows stands at %v", a)
	}
	again, err := lab.Start(shop, r.Spec, lab.Again)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(labtest.Shown(t, again, math.MaxInt64, func(work.Kind, []byte) {}), &sh); err != nil {
		t.Fatal(err)
	}
	if lead := english.Say(sh.Lead); !strings.Contains(lead, "μ = 0.5") ||
		!strings.Contains(english.Say(sh.Charts[0].Y.Label), "μ") {
		t.Error(lead)
	}
}

// TestOneBoundOneSpelling: in every laboratory and language the charts, the tables and the sentences write a run's
// bound with the same digits, and the ruler with two of them where they do.
func TestOneBoundOneSpelling(t *testing.T) {
	place := regexp.MustCompile(`"bound":([0-9][0-9.e+-]*)`)
	for _, l := range guest.All() {
		name := l.About().Name
		t.Run(name, func(t *testing.T) {
			job, err := lab.Start(l, labtest.Spec(t, l, "n", "300", "m", "3000", "seq", "0"), lab.Audit)
			if err != nil {
				t.Fatal(err)
			}
			out := labtest.Shown(t, job, math.MaxInt64, func(work.Kind, []byte) {})
			r, err := lab.UnmarshalReport(out, guest.All().Find, name)
			if err != nil {
				t.Fatal(err)
			}
			told := tell.Sheet(&r.Report)
			said := []lang.Message{tell.Plain(&r.Report), tell.Precise(&r.Report), told.Lead}
			said = append(append(said, tell.Meaning(&r.Report)...), tell.Warnings(&r.Report)...)
			bounds := map[string]lang.Message{} // those that say nothing else
			for _, f := range figures(r, false) {
				if f.ID == "epsilon-strong" {
					bounds["the figures"] = f.Text
				}
			}
			for _, c := range told.Charts {
				for _, m := range c.Marks {
					if m.Label.ID() == "tell.p-values.mark.proven" {
						bounds["the chart"] = m.Label
					}
				}
			}
			cells := map[string]sheet.Cell{}
			for _, table := range told.Tables {
				switch table.ID {
				case "quantities":
					for _, row := range table.Rows {
						if row[0].Text.ID() == "tell.quantities.proven" {
							cells["the table of quantities"] = row[2]
						}
					}
				case "events": // the paper's two stand first
					cells["the table of events"] = table.Rows[2][6]
				}
			}
			if len(bounds) != 2 || len(cells) != 2 || !(r.Strong.Epsilon > 0) {
				t.Fatalf("ε ≥ %v, in %d texts and %d tables", float64(r.Strong.Epsilon), len(bounds), len(cells))
			}
			if e := epsilons(r)[1]; e.At != lang.AboveBy(float64(r.Strong.Epsilon), float64(r.Epsilon), 2) {
				t.Errorf("the ruler: %v, elsewhere %v", e.At, r.Proven())
			}
			for _, l := range english.Languages() {
				want := l.Number(r.Proven(), "12")
				whole := regexp.MustCompile(`(^|[^0-9.,])` + regexp.QuoteMeta(want) + `($|[^0-9])`)
				same := func(where, got string) {
					if !whole.MatchString(got) {
						t.Errorf("%s: %s: %s, elsewhere %s", l.Tag, where, got, want)
					}
				}
				found := 0
				for _, m := range said {
					data, err := json.Marshal(m)
					if err != nil {
						t.Fatal(err)
					}
					for _, of := range place.FindAllStringSubmatch(string(data), -1) {
						if v, err := strconv.ParseFloat(of[1], 64); err != nil || v != r.Proven() {
							t.Errorf("%s holds the bound %s", m.ID(), of[1])
						}
						// it says the bound where there is one to say
						if !strings.HasPrefix(m.ID(), "tell.plain.none") {
							same(m.ID(), l.Say(m))
						}
						found++
					}
				}
				for where, m := range bounds {
					same(where, l.Say(m))
				}
				for where, c := range cells {
					if got := c.Say(l); got != want {
						t.Errorf("%s: %s: %s, elsewhere %s", l.Tag, where, got, want)
					}
				}
				if found == 0 {
					t.Errorf("the bound was found in %d sentences", found)
				}
			}
		})
	}
}

func TestFigures(t *testing.T) {
	r := &lab.Report{}
	r.EpsilonC, r.Epsilon = 0.41, 1
	exact, inf := sheet.Real(1011.3), sheet.Real(math.Inf(1))
	r.ExactPure, r.Claimed, r.ClaimBy = &exact, &inf, "theory"
	number := func(v float64) lang.Message { return lang.Say("page.number", "value", v) }
	want := []struct {
		id, label, sign string
		text            lang.Message
		said            string
	}{
		{"epsilon-c", "page.figure.critical", "page.sign.critical", number(0.41), "0.41"},
		{"epsilon-strong", "page.figure.proven", "page.sign.atleast", lang.Say("page.bound", "bound", 0.0), "0"},
		{"epsilon-exact", "page.figure.exact", "page.sign", number(1011.3), "1011"},
		{"epsilon-claim", "page.figure.claim", "page.sign", number(1), "1"},
		{"epsilon-theory", "page.figure.theory", "page.sign", number(math.Inf(1)), "∞"},
	}
	got := figures(r, false)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if f := got[i]; f.ID != w.id || f.Label.ID() != w.label || f.Sign.ID() != w.sign || f.Text != w.text ||
			english.Say(f.Text) != w.said {
			t.Errorf("%s is %+v, %q", w.id, f, english.Say(f.Text))
		}
	}
	r.EpsilonC = sheet.Real(math.Inf(1))
	if f := figures(r, false)[0]; f.ID != "epsilon-c" || english.Say(f.Text) != "∞" || f.Raw != "Infinity" {
		t.Errorf("%+v", f)
	}
	for _, v := range []audit.Verdict{audit.Violation, audit.NoViolation, audit.Inconclusive} {
		icon, class := badged(v)
		if icon == "" || class == "" || !test.Language().Has(tell.Verdict(v).ID()) {
			t.Errorf("no badge for %s", v)
		}
	}
}

func ids(d *laboratory.State) string {
	var out []string
	for _, f := range figures(d.Report, d.Run != nil) {
		out = append(out, f.ID)
	}
	return strings.Join(out, " ")
}

// TestPartialReports: the verdict shows before the exact ε is known, and the
// running bound of sequential mode; a run that is cancelled leaves what stands.
func TestPartialReports(t *testing.T) {
	m, s := openPage(t, "")
	d := m.Front
	m.Test()
	spec := s.Runs[0].Spec
	s.Runs[0].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	if d.Report == nil || !d.VerdictPending() || d.Pending().ID() != "page.pending.releases" ||
		ids(d) != "epsilon-c-so-far epsilon-strong epsilon-claim" {
		t.Fatalf("while drawing: report %v, %q", d.Report, ids(d))
	}
	s.Runs[0].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.75)})
	s.Runs[0].Progress(wire.Progress{})
	s.Pass()
	if d.Report.Strong.Epsilon != 0.75 {
		t.Errorf("the bound stays at %v", d.Report.Strong.Epsilon)
	}
	looks := len(s.Looks)
	exact := test.PendingReport(t, spec, audit.PendingExact, 0.8)
	s.Runs[0].Progress(wire.Progress{Partial: exact})
	s.Pass()
	if d.VerdictPending() || ids(d) != "epsilon-c epsilon-strong epsilon-exact-pending epsilon-claim" ||
		d.Pending().ID() != "page.pending.exact" {
		t.Errorf("before the exact ε: %q, %q", ids(d), d.Pending())
	}
	if len(s.Looks) != looks+1 || string(s.Looks[looks].Report) != string(exact) {
		t.Error("the scene does not show the verdict's event")
	}
	raw := test.Report(t, spec)
	s.Runs[0].Done(raw, "")
	if d.Pending() != "" || d.Report.EpsilonC != 0.41 || ids(d) != "epsilon-c epsilon-strong epsilon-claim" {
		t.Errorf("at the end: %q, %q", d.Pending(), ids(d))
	}
	if len(s.Looks) != looks+1 {
		t.Error("the final report does not come silently")
	}

	// Cancelled while drawing: the report from before is back.
	m.Test()
	s.Runs[1].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	m.Front.Run.Stop()
	s.Runs[1].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.41 || d.Failed != wire.Cancelled || string(d.Raw) != string(raw) {
		t.Error("cancelling lost the report from before")
	}
	// Cancelled before the exact ε: the verdict stands, and says what it lacks.
	m.Test()
	s.Runs[2].Progress(wire.Progress{Partial: exact})
	s.Pass()
	m.Front.Run.Stop()
	s.Runs[2].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.3 || d.Failed != "" || d.Pending().ID() != "page.pending.ended" {
		t.Errorf("after cancelling: %v, %q, %q", d.Report.EpsilonC, d.Failed, d.Pending())
	}
	// A part that cannot be read changes nothing.
	m.Test()
	s.Runs[3].Progress(wire.Progress{Partial: []byte(`{"verdict":7}`)})
	s.Pass()
	failed := lang.Verbatim("It failed.")
	s.Runs[3].Done(nil, failed)
	if d.Report.EpsilonC != 0.3 || d.Failed != failed {
		t.Error("a broken part lost the report")
	}
}
