package view

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// TestBet: the two sides add up to a hundred as shown, neither is rounded away,
// and what is proven is not said to be exact.
func TestBet(t *testing.T) {
	for right, want := range map[float64]string{
		0.5: "50 to 50", 0.7: "70 to 30", 0.958: "95.8 to 4.2", 0.996: "99.6 to 0.4", 0.9999: "99.99 to 0.01",
		0.999999: "more than 99.99 to 0.01",
	} {
		got := bet(&lab.Report{}, &lab.Meter{Success: sheet.Real(right)})
		if !strings.Contains(english.Say(got), want) || !strings.Contains(english.Say(got), "exact") {
			t.Errorf("%v: %q, want %q", right, got, want)
		}
	}
	if got := bet(&lab.Report{}, &lab.Meter{Success: 1}); !strings.Contains(english.Say(got), "100 to 0") {
		t.Errorf("certainty: %q", got)
	}
	r := &lab.Report{}
	if got := bet(r, nil); got != "" {
		t.Errorf("nothing is proven, and the bet is %q", got)
	}
	r.Strong.Epsilon = sheet.Real(math.Log(20.6))
	if got := bet(r, nil); !strings.Contains(english.Say(got), "20.6 to 1") || !strings.Contains(english.Say(got), "proven") ||
		!strings.Contains(english.Say(got), "inside the event") {
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
