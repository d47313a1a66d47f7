package view

import (
	"strings"
	"sync"
	"testing"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/ui/dom"
	"indistinct/ui/page/laboratory"
)

// An upper bound on how often an adversary is right is said to be one.
func TestMeterSaysAtMost(t *testing.T) {
	m, _ := openPage(t, "")
	for most, want := range map[bool]string{true: "from “there” at most 90 % of", false: "from “there” 90 % of"} {
		m.Front.Inputs = mechanism.Names{lang.Verbatim("here"), lang.Verbatim("there")}
		m.Front.Meter = &lab.Meter{Success: 0.9, AtMost: most}
		got := strings.ReplaceAll(m.Say((&Basics{Part{m, m.Front}}).meter()), "\u00a0", " ")
		if !strings.Contains(got, want) {
			t.Errorf("at most: %v: %q", most, got)
		}
	}
}

// It is said who promises what is tested, and of which two; a promise of next to nothing is not rounded to nothing.
func TestWhoPromises(t *testing.T) {
	m, _ := openPage(t, "")
	d := m.Front
	said := func(by string, eps float64, in mechanism.Names) string {
		d.By, d.Inputs = by, in
		d.Set(d.Spec.Set(d.Table, laboratory.EpsilonName, eps))
		return strings.ReplaceAll(m.Say((&Claim{Part{m, d}}).promise()), "\u00a0", " ")
	}
	names := mechanism.Names{lang.Verbatim("here"), lang.Verbatim("there")}
	for want, got := range map[string]string{
		"Suppose they promise: nothing is 7.4 times likelier with “here” than “there” (ε = 2)":   said("", 2, names),
		"A theorem promises: nothing is 1.01 times likelier with “here” than “there” (ε = 0.01)": said("theory", 0.01, names),
		"The program promises: ε = 2":  said("program", 2, mechanism.Names{}),
		"Suppose they promise: ε = 15": said("", 15, names),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// events is an environment in which nothing happens.
type events struct{ sync.RWMutex }

func (e *events) UnlockOnly()   { e.Unlock() }
func (e *events) UnlockRender() { e.Unlock() }

// Where it is not known how often an adversary is right, that is said and why, in place of
// a meter; while it is still computed it is not.
func TestMeterSaysWhyItIsNotKnown(t *testing.T) {
	m, _ := openPage(t, "")
	builds, err := vugu.NewBuildEnv(&events{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		meter         *lab.Meter
		drawn, reason bool
	}{{&lab.Meter{Success: 0.9}, true, false}, {nil, false, true}} {
		m.Front.Meter, m.Front.Facts = c.meter, []lab.Fact{{}}
		shown := dom.Markup(builds.RunBuild(&Basics{Part{m, m.Front}}), func(string) string { return "" })
		if drawn := strings.Contains(shown, "<meter"); drawn != c.drawn {
			t.Errorf("with %+v a meter is drawn: %v", c.meter, drawn)
		}
		if reason := strings.Contains(shown, "these releases have no formula"); reason != c.reason {
			t.Errorf("with %+v the page says why there is none: %v: %s", c.meter, reason, shown)
		}
	}
}
