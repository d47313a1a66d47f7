package guest_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
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
		name := l.About().Name
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
			for i, step := range lesson.Steps {
				where := lesson.Name + "/" + strconv.Itoa(i+1)
				for _, e := range lang.Languages() {
					l, err := texts.Read(e.Tag)
					if err != nil {
						t.Fatal(err)
					}
					if n := len(strings.Fields(l.Say(lesson.Text(name, i+1, "text")))); n > 60 || n < 4 {
						t.Errorf("%s, %s: %d words", e.Tag, where, n)
					}
				}
				spec(t, l, step.Set)
				switch step.Point {
				case "stage", "run", "verdict", "region":
				default:
					if l.Params().Find(step.Point) == nil {
						t.Errorf("%s points at %q, which is not there", where, step.Point)
					}
				}
				if step.Ask != nil && step.Ask.Options < 2 {
					t.Errorf("%s: a question without a choice", where)
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
		"caught/3": {
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(0.4)\n"},
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(1.5)\n"},
		},
		"caught/4": {
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(1)\n"},
			try{"code": "claim = 1\npairs = [(12, 13)]\ndef release(x):\n    return x + laplace(0.4)\n"},
		},
		"digits/3":      {try{"bits": "0"}, try{}},
		"where-noise/3": {try{"half": "1.2"}, try{"half": "0.4"}},
		"where-noise/4": {try{"arch": "input"}, try{}},
		"price/3":       {try{"half": "0.3"}, try{}},
		"price/4":       {try{"eps": "5"}, try{"eps": "1"}},
		"honestly/3":    {try{"eps": "0.5", "bias": "0.05"}, try{"eps": "0.5", "bias": "0.3"}},
		"honestly/5":    {try{"budget": "2"}, try{"budget": "1"}},
		"verify/3":      {try{"scale": "0.4"}, try{"scale": "1"}},
		"verify/4":      {try{"m": "24000"}, try{}},
	}
	said := func(where string, m lang.Message) {
		if s := english.Say(m); m.ID() == "" || !strings.HasSuffix(s, ".") || strings.Contains(s, "⟨") {
			t.Errorf("%s: %q is no sentence", where, s)
		}
		t.Logf("%s: %s", where, english.Say(m))
	}
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			if l.About().Name == "ring" {
				continue
			}
			var set try
			for i, step := range lesson.Steps {
				if step.Set != nil {
					set = step.Set
				}
				where := lesson.Name + "/" + strconv.Itoa(i+1)
				if step.Ask != nil {
					r := labtest.Report(t, l, spec(t, l, set), 2)
					option, say := step.Ask.Right(r)
					if option < 0 || option >= step.Ask.Options ||
						!strings.ContainsAny(english.Say(say), "0123456789") {
						t.Errorf("%s: option %d, %q", where, option, english.Say(say))
					}
					said(where, say)
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
					got := step.Task.Check(labtest.Report(t, l, spec(t, l, set, x.set), 2))
					if got.Done != x.done || !got.Done && l.Params().Find(got.Move) == nil {
						t.Errorf("%s with %v: %+v, %q", where, x.set, got, english.Say(got.Say))
					}
					said(where, got.Say)
				}
			}
		}
	}
	for where := range tries {
		t.Errorf("there is no task %s", where)
	}
}
