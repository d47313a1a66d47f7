package guest_test

import (
	"maps"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/labtest"
)

// spec is a laboratory's Spec with values of two maps on top of its defaults.
func spec(t *testing.T, l lab.Laboratory, sets ...map[string]string) lab.Spec {
	t.Helper()
	s := l.Params().Defaults(l.About().Name)
	all := map[string]string{}
	for _, set := range sets {
		maps.Copy(all, set)
	}
	for name, text := range all {
		next, err := s.With(l.Params(), name, text)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if probs := lab.Validate(l, s); len(probs) > 0 {
		t.Fatal(probs)
	}
	return s
}

// TestLessons: every lesson has four to seven steps of at most sixty words,
// settings that can be run, and something to point at; names are unique.
func TestLessons(t *testing.T) {
	names, count := map[string]bool{}, 0
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			count++
			if names[lesson.Name] || lesson.Name == "" || strings.ContainsAny(lesson.Name, " /&=#:") {
				t.Errorf("the lesson %q has no name of its own for links", lesson.Name)
			}
			names[lesson.Name] = true
			if n := len(lesson.Steps); n < 4 || n > 7 {
				t.Errorf("%s has %d steps", lesson.Name, n)
			}
			tasks := 0
			for _, step := range lesson.Steps {
				if n := len(strings.Fields(step.Text)); n > 60 || n == 0 {
					t.Errorf("%s, %s: %d words", lesson.Name, step.Title, n)
				}
				spec(t, l, step.Set)
				switch step.Point {
				case "stage", "run", "verdict", "region":
				default:
					if l.Params().Find(step.Point) == nil {
						t.Errorf("%s, %s points at %q, which is not there", lesson.Name, step.Title, step.Point)
					}
				}
				if step.Ask != nil && len(step.Ask.Options) < 2 {
					t.Errorf("%s, %s: a question without a choice", lesson.Name, step.Title)
				}
				if step.Task != nil || step.Ask != nil {
					tasks++
				}
			}
			if tasks < 2 {
				t.Errorf("%s has %d things to do", lesson.Name, tasks)
			}
		}
	}
	if count < 7 {
		t.Errorf("there are %d lessons", count)
	}
}

// TestTasks walks every task (the ring's are walked in its own package) with a right try
// and a wrong one: the right one is praised, the wrong one gets a hint, both in one
// sentence or a few with the run's numbers.
func TestTasks(t *testing.T) {
	type try = map[string]string
	tries := map[string]struct{ right, wrong try }{
		"caught/Make a mistake": {
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(0.4)\n"},
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(1.5)\n"},
		},
		"caught/Mend it": {
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(1)\n"},
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(0.4)\n"},
		},
		"caught/A published mistake":        {try{}, try{"m": "60", "n": "60"}},
		"where-noise/Keep the promise":      {try{"half": "1.2"}, try{"half": "0.4"}},
		"where-noise/Put it elsewhere":      {try{"arch": "input"}, try{}},
		"price/Cheat":                       {try{"half": "0.3"}, try{}},
		"price/The bill":                    {try{"eps": "5"}, try{"eps": "1"}},
		"honestly/Make it fairer":           {try{"eps": "0.5", "bias": "0.05"}, try{"eps": "0.5", "bias": "0.3"}},
		"honestly/Catch a careless curator": {try{"budget": "2"}, try{"budget": "1"}},
		"verify/A slip of the pen":          {try{"scale": "0.4"}, try{"scale": "1"}},
		"verify/How small a slip?":          {try{"scale": "0.9", "m": "60000", "n": "10000"}, try{"scale": "0.5"}},
	}
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			if l.About().Name == "ring" {
				continue
			}
			var set try
			for _, step := range lesson.Steps {
				if step.Set != nil {
					set = step.Set
				}
				where := lesson.Name + "/" + step.Title
				if step.Ask != nil {
					r := labtest.Report(t, l, spec(t, l, set), 2)
					option, say := step.Ask.Right(r)
					if option < 0 || option >= len(step.Ask.Options) || !strings.HasSuffix(english.Say(say), ".") ||
						!strings.ContainsAny(english.Say(say), "0123456789") {
						t.Errorf("%s: option %d, %q", where, option, say)
					}
					t.Logf("%s: %s: %s", where, step.Ask.Options[option], say)
				}
				if step.Task == nil {
					continue
				}
				c, ok := tries[where]
				if !ok {
					t.Errorf("%s has no try here", where)
					continue
				}
				delete(tries, where)
				for _, x := range []struct {
					set  try
					done bool
				}{{c.right, true}, {c.wrong, false}} {
					if x.set == nil {
						continue
					}
					done, say := step.Task.Check(labtest.Report(t, l, spec(t, l, set, x.set), 2))
					if done != x.done || !strings.HasSuffix(english.Say(say), ".") {
						t.Errorf("%s with %v: done %v, %q", where, x.set, done, say)
					}
					t.Logf("%s: %s", where, say)
				}
			}
		}
	}
	for where := range tries {
		t.Errorf("there is no task %s", where)
	}
}
