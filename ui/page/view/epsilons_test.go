package view

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// TestBet: what is proven is a bet, by what was tested; where the law is known the meter
// says it, and says nothing for certain that is not.
func TestBet(t *testing.T) {
	r, none := &lab.Report{}, lang.Verbatim("")
	if got := bet(r, nil); got != none {
		t.Errorf("nothing is proven, and the bet is %q", got)
	}
	odds := math.Exp(math.Log(20.6))
	r.Strong.Epsilon = sheet.Real(math.Log(20.6))
	if got := bet(r, nil); got != lang.Say("page.bet", "odds", odds) {
		t.Errorf("proven: %q", got)
	}
	if got := bet(r, &lab.Meter{Shows: 0.3}); got.ID() != "page.bet" {
		t.Errorf("the law is not known, and the bet is %q", got)
	}
	if got := bet(r, &lab.Meter{Success: 0.9}); got != none {
		t.Errorf("the meter says it, and the bet is %q", got)
	}
	// p₁ ≥ e^ε p₂ + δ makes the odds of one event no smaller.
	if r.Delta = 0.1; bet(r, nil) != lang.Say("page.bet", "odds", odds) {
		t.Errorf("with δ: %q", bet(r, nil))
	}
	r.Delta = 0
	r.Strong.Event.Opposite = &event.Event{}
	if got := bet(r, nil); got.ID() != "page.bet.opposite" {
		t.Errorf("with an opposite: %q", got)
	}
	if r.Pending = audit.PendingReleases; bet(r, nil) != none {
		t.Errorf("before the end: %q", bet(r, nil))
	}
}

// No chance below certainty is rounded to it, and odds are rounded down, as a bound is.
func TestBetIsNotRoundedUp(t *testing.T) {
	m, _ := openPage(t, "")
	for right, want := range map[float64]string{0.5: " 50 %", 0.958: " 96 %", 0.996: " 99.60 %", 0.9999: " 99.99 %",
		0.999999: " > 99.99 %", 1: " 100 %"} {
		m.Front.Meter = &lab.Meter{Success: sheet.Real(right)}
		if got := m.Say((&Basics{Part{m, m.Front}}).meter()); !strings.Contains(got, want) {
			t.Errorf("%v: %q, want %q", right, got, want)
		}
	}
	for odds, want := range map[float64]string{20.6: "20.6 to 1", 20.699: "20.6 to 1", 1234.9: "1230 to 1"} {
		r := &lab.Report{}
		r.Strong.Epsilon = sheet.Real(math.Log(odds))
		if got := m.Say(bet(r, nil)); !strings.Contains(got, want) {
			t.Errorf("%v: %q, want %q", odds, got, want)
		}
	}
}

// TestEpsilonsOfAReport: the ruler carries the claim and what is proven, and nothing else.
// Where digits decide, the axis carries what real numbers prove, too, if it is anything.
func TestEpsilonsOfBothReadings(t *testing.T) {
	r := &lab.Report{}
	r.Epsilon, r.Strong.Epsilon, r.Verdict = 1, 5, audit.Violation
	for _, c := range []struct {
		real  *audit.Bound
		marks int
	}{{nil, 2}, {&audit.Bound{}, 2}, {&audit.Bound{Epsilon: 0.4}, 3}} {
		if r.Real = c.real; len(epsilons(r)) != c.marks {
			t.Errorf("%d marks on the axis, want %d", len(epsilons(r)), c.marks)
		}
	}
	if got := epsilons(r)[2]; got != chart.Real(0.4, 1) {
		t.Errorf("%+v stands for the real numbers", got)
	}
}

func TestEpsilonsOfAReport(t *testing.T) {
	r := &lab.Report{}
	r.Epsilon, r.EpsilonC = 2, 0.5
	if got := epsilons(r); !slices.Equal(got, []chart.Epsilon{chart.Claim(2), chart.Proven(0, 2)}) {
		t.Errorf("%+v", got)
	}
	pure, delta, claimed := sheet.Real(63.9), sheet.Real(7.5), sheet.Real(math.Inf(1))
	r.Strong.Epsilon, r.ExactPure, r.ExactDelta, r.Claimed, r.ClaimBy = 4.349, &pure, &delta, &claimed, "theory"
	got := epsilons(r)
	if !slices.Equal(got, []chart.Epsilon{chart.Claim(2), chart.Proven(4.349, 2)}) || got[1].At != 4.3 {
		t.Errorf("%+v", got)
	}
}
