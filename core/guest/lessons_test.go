package guest_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
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
				case "stage", "run", "verdict":
				default:
					if l.Params().Find(step.Point) == nil {
						t.Errorf("%s points at %q, which is not there", where, step.Point)
					}
				}
				if q := step.Ask; q != nil && (q.Options < 2 || q.Options > 3) { // a class's code says one of three
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

// TestTasks walks every task (the ring's are walked in its own package) with right work, which
// is praised, and with wrong and careless work, which gets a hint: both in one sentence or a
// few with the run's numbers. What is moved is a task's own; that all else stays as the step
// has it is package teach's matter.
func TestTasks(t *testing.T) {
	check.Full(t)
	type try = map[string]string
	program := func(pairs, claim, body string) try {
		return try{"code": "claim = " + claim + "\npairs = [" + pairs + "]\ndef release(x):\n    return " + body + "\n"}
	}
	asked := func(body string) try { return program("(12, 13)", "1", body) }
	// What is wrong with the pairs or the claim shows whatever the releases are.
	few := func(w try) try { w["n"], w["m"] = "500", "1000"; return w }
	tries := map[string]struct{ right, wrong []try }{
		"caught/3": {
			right: []try{asked("x + laplace(0.4)"), asked("x"), asked("x + laplace(1) if x % 2 == 0 else x")},
			wrong: []try{{}, asked("x + laplace(1.5)"), asked("laplace(1)"),
				few(program("(12, 14)", "1", "x + laplace(1)")),               // no neighbours of the step's
				few(program("(12, 13), (0, 1000)", "1", "x + laplace(1)")),    // one pair too many
				few(program("(12, 13, \"two\", 2)", "1", "x + laplace(0.3)")), // a group of two
				few(program("(12, 13)", "gdp(0.1)", "x + laplace(1)"))},       // another claim
		},
		"caught/4": {
			right: []try{asked("x + laplace(1)"), asked("x + laplace(2)"), asked("round(x + laplace(1.2))")},
			wrong: []try{{}, asked("x + laplace(0.4)"), asked("x"),
				asked("laplace(1)"), asked("12 + laplace(1)"), asked("7"), // ignore the input
				asked("x + laplace(1000)"),                                    // drowns it
				few(program("(12, 12)", "1", "x + laplace(1)")),               // equals
				few(program("(12, 12)", "1", "laplace(1)")),                   //
				few(program("(12, 12.1)", "1", "x + abs(laplace(1))")),        // nearer than one person
				few(program("(12, 13, \"two\", 2)", "1", "x + laplace(0.6)")), // a group of two
				few(program("(12, 13)", "gdp(20)", "x + laplace(0.4)"))},      // another claim
		},
		"digits/3": {right: []try{{"bits": "0"}}, wrong: []try{{}}},
		"where-noise/3": {right: []try{{"half": "1"}, {"half": "1.2"}},
			wrong: []try{{"half": "0.4"}, {"half": "0.8"}, {"half": "0.95"}}},
		"where-noise/4": {right: []try{{"arch": "input"}, {"arch": "redesign"}},
			wrong: []try{{}, {"arch": "none"}, {"arch": "inputraw"}}},
		"price/3": {right: []try{{"half": "0.3"}, {"half": "0.8"}}, wrong: []try{{"half": "1"}, {"half": "2"}}},
		"price/4": {right: []try{{"eps": "4"}, {"eps": "5"}}, wrong: []try{{"eps": "1"}, {"eps": "3"}, {"eps": "20"},
			{"eps": "1000"}}},
		"honestly/3": {right: []try{{"eps": "0.5", "bias": "0.05"}, {"eps": "0.5", "bias": "0.12"}},
			wrong: []try{{"eps": "0.5", "bias": "0.3"}, {"eps": "0.5", "bias": "0.125"}, {"eps": "0.5", "bias": "0"},
				{"eps": "0.5", "bias": "0.01"}, {"bias": "0.05"}, {"eps": "0.1", "bias": "0.02"}}},
		"honestly/5": {right: []try{{"budget": "2"}, {"budget": "1.2"}},
			wrong: []try{{"budget": "1"}, {"budget": "0.5"}}},
		"verify/3": {right: []try{{"scale": "0.4"}, {"scale": "0.8"}}, wrong: []try{{"scale": "1"}, {"scale": "2"}}},
		"verify/4": {right: []try{{"m": "24000"}}, wrong: []try{{}, {"m": "1100"}}},
	}
	said := func(where string, m lang.Message) {
		if s := english.Say(m); m == "" || !strings.HasSuffix(s, ".") || strings.Contains(s, "⟨") {
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
				for _, done := range []bool{true, false} {
					work := c.wrong
					if done {
						work = c.right
					}
					for _, w := range work {
						got := step.Task.Check(labtest.Report(t, l, spec(t, l, set, w), 2))
						if got.Done != done || !got.Done && l.Params().Find(got.Move) == nil {
							t.Errorf("%s with %v: %+v, %q", where, w, got, english.Say(got.Say))
						}
						said(where, got.Say)
					}
				}
			}
		}
	}
	for where := range tries {
		t.Errorf("there is no task %s", where)
	}
}

// What a task has moved is named as its control is labelled, in each language.
func TestTasksNameTheControl(t *testing.T) {
	for _, e := range lang.Languages() {
		words, err := texts.Read(e.Tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range guest.All() {
			table, name := l.Params(), l.About().Name
			for _, lesson := range l.Lessons() {
				for i, step := range lesson.Steps {
					if step.Task == nil {
						continue
					}
					said := words.Say(lesson.Text(name, i+1, "text")) + words.Say(lesson.Text(name, i+1, "task"))
					for _, free := range step.Task.Free {
						p := table.Find(free)
						if label := words.Say(p.Label()); p.Kind != lab.Code && !strings.Contains(said, label) {
							t.Errorf("%s, %s, step %d speaks of no “%s”: %s", e.Tag, lesson.Name, i+1, label, said)
						}
					}
				}
			}
		}
	}
}

// A right program is called wrong by no more seeds than the claim's test may be wrong for,
// one in twenty: with this step's settings by 1 of 300. Were the α of one event spent on each of
// four, these sixteen seeds would all pass with probability 0.8¹⁶ < 0.03.
func TestCaughtRightProgramPasses(t *testing.T) {
	check.Full(t)
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			if lesson.Name != "caught" {
				continue
			}
			for seed := range 16 {
				s := spec(t, l, lesson.Steps[1].Set, map[string]string{"seed": strconv.Itoa(seed + 1)})
				if r := labtest.Report(t, l, s, 2); r.Found() {
					t.Errorf("seed %d: ε ≥ %v", seed+1, r.Proven())
				}
			}
		}
	}
}

// TestTails: the lesson on digits shows six releases of each input, of the wrong program with
// digits after that of 2⁻⁵³ for the first input alone, of the right one for neither.
func TestTails(t *testing.T) {
	l := guest.All().Find("workshop")
	for _, lesson := range l.Lessons() {
		if lesson.Name != "digits" {
			continue
		}
		for step, finer := range map[int][2]bool{0: {true, false}, 1: {true, false}, 3: {false, false}} {
			look, err := lab.LookAt(l, lesson.Opening(l.Params(), l.Params().Defaults("workshop"), step), nil)
			if err != nil {
				t.Fatal(err)
			}
			s := look.Sheets[len(look.Sheets)-1]
			if !s.Lesson || len(s.Tables) != 1 || len(s.Tables[0].Rows) != 6 {
				t.Fatalf("step %d shows %+v", step+1, s)
			}
			var got [2]bool
			for _, row := range s.Tables[0].Rows {
				for in, c := range row {
					text := english.Say(c.Text)
					if len([]rune(text)) != 1+8+6 {
						t.Errorf("a tail is %q", text)
					}
					got[in] = got[in] || !strings.HasSuffix(text, "000000")
				}
			}
			if got != finer {
				t.Errorf("step %d: finer digits %v, want %v", step+1, got, finer)
			}
		}
	}
}
