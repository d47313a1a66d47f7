package ring

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
)

// Lessons walked through: their settings can be run;
// predictions are answered from the run, as a visitor would find them; tasks
// refuse the setting that they start from and wrong tries, with a hint, and take
// right ones.
func TestLessons(t *testing.T) {
	check.Full(t)
	type try []string
	tries := map[string]struct{ right, wrong []try }{
		"give-away.3": {[]try{{"d", "0.1"}, {"d", "0.03"}, {"d", "0.3"}},
			[]try{{"d", "4"}, {"d", "0.4"}, {"d", "0.01"}, {"d", "0.001"}}}, // too far, and as good as equal
		"three-moves.3": {[]try{{"s", "0.25"}}, []try{{"s", "0.05"}, {"s", "0"}, {"s", "0.3"}, {"s", "1"}}},
		"not-private.2": {[]try{{"s", "0.6", "n", "1000", "m", "10000"}},
			[]try{{"s", "0.6", "n", "50", "m", "100"}, {"s", "0.6", "n", "500", "m", "50"}}},
		"not-private.5": {[]try{{"mech", "gauss", "noise", "0.2", "eps", "1", "delta", "1e-5"},
			{"mech", "gauss", "noise", "10", "eps", "1", "delta", "1e-5"}},
			[]try{{"mech", "gauss", "noise", "0.1", "eps", "1", "delta", "1e-5"},
				{"mech", "gauss", "noise", "0.00001", "eps", "1", "delta", "1e-5"}}},
	}
	answers := map[string]int{"give-away.2": 0, "give-away.4": 2, "three-moves.1": 0, "three-moves.2": 0,
		"not-private.1": 1, "not-private.3": 1, "not-private.4": 1}
	for _, l := range (Lab{}).Lessons() {
		if len(l.Steps) < 4 || len(l.Steps) > 7 || l.Name == "" || l.Minutes == 0 {
			t.Errorf("lesson %q has %d steps", l.Name, len(l.Steps))
		}
		var now lab.Spec
		for i, s := range l.Steps {
			step := fmt.Sprintf("%s.%d", l.Name, i+1)
			if s.Set != nil {
				var set []string
				for _, k := range slices.Sorted(maps.Keys(s.Set)) {
					set = append(set, k, s.Set[k])
				}
				now = spec(t, set...)
			}
			if probs := lab.Validate(Lab{}, now); len(probs) > 0 {
				t.Errorf("%s: %v", step, probs)
			}
			if s.Ask == nil && s.Task == nil {
				continue
			}
			r := report(t, now, 2)
			if s.Ask != nil {
				option, say := s.Ask.Right(r)
				if want, ok := answers[step]; !ok || option != want || say == "" || option >= s.Ask.Options {
					t.Errorf("%s: option %d, %q", step, option, english.Say(say))
				}
				// Its question says that none is found.
				if step == "not-private.1" && r.Verdict != audit.NoViolation {
					t.Errorf("%s: the verdict is %s", step, r.Verdict)
				}
				t.Logf("%s: %s", step, english.Say(say))
			}
			if s.Task != nil {
				c := tries[step]
				check := func(r *lab.Report, want bool) {
					t.Helper()
					try := s.Task.Check(r)
					done, say := try.Done, try.Say
					if done != want || say == "" || !done && !slices.Contains(s.Task.Free, try.Move) {
						t.Errorf("%s: done %v, want %v: %q", step, done, want, english.Say(say))
					}
					t.Logf("%s: %v, %s", step, done, english.Say(say))
					// A place is said in the unit that the star is labelled in.
					if m := attack.Metres(displaced(t, r.Spec)); step == "give-away.3" && done &&
						!strings.Contains(english.Say(say), english.Say(m)) {
						t.Errorf("the sensor is %s away: %s", english.Say(m), english.Say(say))
					}
				}
				check(r, false)
				for _, wrong := range c.wrong {
					check(report(t, spec(t, wrong...), 2), false)
				}
				for _, right := range c.right {
					check(report(t, spec(t, right...), 2), true)
				}
			}
		}
	}
}

// displaced is how far the hidden sensor's place in the neighbour is, in metres.
func displaced(t *testing.T, s lab.Spec) float64 {
	m, err := open(s)
	if err != nil {
		t.Fatal(err)
	}
	q := m.Scenario.Sensors[m.Scenario.Star]
	return math.Hypot(q[0]-m.moved[0], q[1]-m.moved[1])
}
