package ring

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons walked through: steps are short and their settings can be run;
// predictions are answered from the run, as a visitor would find them; tasks
// refuse the setting that they start from and a wrong try, with a hint, and take
// a right one.
func TestLessons(t *testing.T) {
	type try struct{ right, wrong []string }
	tries := map[string]try{
		"Bring them together": {[]string{"d", "0.1"}, []string{"d", "0.1", "s", "0.3"}},
		"Both at once":        {[]string{"s", "0.3"}, []string{"s", "0.05"}},
		"Look longer": {[]string{"s", "0.6", "n", "1000", "m", "10000"},
			[]string{"s", "0.9", "n", "1000", "m", "10000"}},
	}
	answers := map[string]int{"Two clouds": 0, "Without noise": 1, "Where we start": 0, "As private as can be": 0,
		"A small sample": 1, "Where the paper's rule does not look": 1}
	for _, l := range (Lab{}).Lessons() {
		if len(l.Steps) < 4 || len(l.Steps) > 7 || l.Name == "" || l.Title == "" || l.Lead == "" || l.Minutes == 0 {
			t.Errorf("lesson %q has %d steps", l.Name, len(l.Steps))
		}
		var now lab.Spec
		for _, s := range l.Steps {
			if n := len(strings.Fields(s.Text)); n == 0 || n > 60 {
				t.Errorf("%s: the text has %d words", s.Title, n)
			}
			if s.Set != nil {
				var set []string
				for _, k := range slices.Sorted(maps.Keys(s.Set)) {
					set = append(set, k, s.Set[k])
				}
				now = spec(t, set...)
			}
			if probs := lab.Validate(Lab{}, now); len(probs) > 0 {
				t.Errorf("%s: %v", s.Title, probs)
			}
			if s.Ask == nil && s.Task == nil {
				continue
			}
			r := report(t, now, 2)
			if s.Ask != nil {
				option, say := s.Ask.Right(r)
				if want, ok := answers[s.Title]; !ok || option != want || say == "" || option >= len(s.Ask.Options) {
					t.Errorf("%s: option %d, %q", s.Title, option, say)
				}
				if strings.HasPrefix(s.Ask.Text, "No violation is found") && r.Verdict != audit.NoViolation {
					t.Errorf("%s: asked is “%s”, but the verdict is %s", s.Title, s.Ask.Text, r.Verdict)
				}
				t.Logf("%s: %s", s.Title, say)
			}
			if s.Task != nil {
				c := tries[s.Title]
				for _, x := range []struct {
					r    *lab.Report
					want bool
				}{{r, false}, {report(t, spec(t, c.wrong...), 2), false}, {report(t, spec(t, c.right...), 2), true}} {
					done, say := s.Task.Check(x.r)
					if done != x.want || say == "" {
						t.Errorf("%s: done %v, want %v: %q", s.Title, done, x.want, say)
					}
					t.Logf("%s: %v, %s", s.Title, done, say)
					// A place is said in the unit that the star is labelled in.
					if away := 1000 * displaced(t, x.r.Spec); s.Title == "Bring them together" && done &&
						!strings.Contains(english.Say(say), sheet.Format(away, 3)+" mm") {
						t.Errorf("the sensor is %v mm away: %s", away, say)
					}
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
