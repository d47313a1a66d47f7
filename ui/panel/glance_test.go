package panel

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// TestBet: the two sides add up to a hundred as shown, neither is rounded away,
// and what is proven is not said to be exact.
func TestBet(t *testing.T) {
	for right, want := range map[float64]string{
		0.5: "50 to 50", 0.7: "70 to 30", 0.958: "95.8 to 4.2", 0.996: "99.6 to 0.4", 0.9999: "99.99 to 0.01", 0.999999: "more than 99.99 to 0.01",
	} {
		got := bet(&lab.Report{}, &lab.Meter{Success: sheet.Real(right)})
		if !strings.Contains(got, want) || !strings.Contains(got, "exact") {
			t.Errorf("%v: %q, want %q", right, got, want)
		}
	}
	if got := bet(&lab.Report{}, &lab.Meter{Success: 1}); !strings.Contains(got, "100 to 0") {
		t.Errorf("certainty: %q", got)
	}
	r := &lab.Report{}
	if got := bet(r, nil); got != "" {
		t.Errorf("nothing is proven, and the bet is %q", got)
	}
	r.Strong.Epsilon = sheet.Real(math.Log(20.6))
	if got := bet(r, nil); !strings.Contains(got, "20.6 to 1") || !strings.Contains(got, "proven") || !strings.Contains(got, "inside the event") {
		t.Errorf("proven: %q", got)
	}
}

// TestEpsilonsOfAReport: each value of a report has its shape, and nothing that
// is not known is shown.
func TestEpsilonsOfAReport(t *testing.T) {
	r := &lab.Report{}
	r.Epsilon, r.EpsilonC, r.Strong.Epsilon = 2, 0.5, 0
	got := epsilons(r)
	if len(got) != 3 || got[0].Shape != chart.Wall || got[2].Label() != "nothing proven" {
		t.Errorf("%+v", got)
	}
	exact, claimed := sheet.Real(63.9), sheet.Real(math.Inf(1))
	r.Strong.Epsilon, r.ExactPure, r.Claimed, r.ClaimBy = 4.349, &exact, &claimed, "theory"
	got = epsilons(r)
	var labels []string
	for i := range got {
		labels = append(labels, got[i].Label())
	}
	if s := strings.Join(labels, "|"); s != "claim 2|paper 0.5|proven ≥ 4.34|exact 63.9|theory ∞" {
		t.Error(s)
	}
	r.Pending = audit.PendingReleases
	for _, e := range epsilons(r) {
		if e.Name == "paper" {
			t.Error("the paper's ε stands on the axis before it is known")
		}
	}
}

// TestSplit: the region comes first, the paper's chart and the tables are
// evidence.
func TestSplit(t *testing.T) {
	first, rest := split(&sheet.Sheet{Charts: []sheet.Chart{{ID: "p-values"}, {ID: "profile"}, {ID: "region"}}, Tables: []sheet.Table{{ID: "quantities"}}})
	if len(first.Charts) != 2 || first.Charts[0].ID != "region" || len(first.Tables) != 0 || len(rest.Charts) != 1 || len(rest.Tables) != 1 {
		t.Errorf("first %+v, rest %+v", first, rest)
	}
}

// TestMend leads to the field that keeps the test from running, wherever it is.
func TestMend(t *testing.T) {
	m, s := open(t, "")
	m.Mend()
	if s.focus != "" {
		t.Error("nothing is wrong, and something took the focus")
	}
	m.Search("nothing has this name")
	m.Type("n", "0")
	if p := m.Desk.wrong(); p == nil || p.Name != "n" {
		t.Fatalf("wrong: %v", p)
	}
	(&Run{m, m.Desk}).press()
	if s.focus != "p-n" || !m.Desk.open["drawer"] || m.Desk.search != "" || len(s.runs) != 0 {
		t.Errorf("focus %q, drawer %v, search %q", s.focus, m.Desk.open["drawer"], m.Desk.search)
	}
	for _, g := range m.Desk.controlGroups() {
		for _, f := range g.More {
			if f.P.Name == "n" && !g.Open {
				t.Error("the field is folded away")
			}
		}
	}
	m.Type("n", "7")
	m.Type("eps", "x")
	m.Desk.open["drawer"] = false
	m.Mend()
	if s.focus != "p-eps" || m.Desk.open["drawer"] {
		t.Errorf("the claim stands at first sight: focus %q", s.focus)
	}
}

func TestSearch(t *testing.T) {
	m, _ := open(t, "")
	m.Search("COUNT")
	if g := m.Desk.controlGroups(); len(g) != 1 || len(g[0].First) != 1 || g[0].First[0].P.Name != "n" {
		t.Errorf("a search finds %d groups", len(g))
	}
	if m.Search("the other"); len(m.Desk.controlGroups()) != 1 { // the help of an option of Mode
		t.Error("the help of an option is not searched")
	}
	if m.Search("no such thing"); len(m.Desk.controlGroups()) != 0 {
		t.Error("a search that finds nothing shows something")
	}
}

func TestPresent(t *testing.T) {
	m, s := open(t, "")
	m.Present(true)
	if !m.Presenting || !s.presents || s.scene[len(s.scene)-1].Value != 2 {
		t.Error("the presentation did not begin")
	}
	m.Go("", pageExperiments)
	if m.Presenting || s.presents {
		t.Error("another page is presented")
	}
	m.Present(true)
	if m.Presenting {
		t.Error("a page without a stage is presented")
	}
}

// TestSliderNumberDoesNotWait: the number beside the thumb is set at once.
func TestSliderNumberDoesNotWait(t *testing.T) {
	m, s := open(t, "")
	m.Slide("s", "750")
	if s.put != "p-s=1.5" {
		t.Errorf("the field was set to %q", s.put)
	}
}
