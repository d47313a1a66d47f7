package test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
	"indistinct/core/texts"
)

// Toy is a laboratory with one parameter of each kind.
type Toy struct{}

type Other struct{ Toy }

// toyTexts are the toys' words.
var toyTexts = map[string]string{
	"toy.title": "Toy", "toy.lead": "A toy.", "other.title": "Other", "other.lead": "Another toy.",
	"toy.question": "Does it hold?", "other.question": "Does the other?", "toy.game.play": "Play with it",
	"toy.before": "Play {m:,} times.", "other.before": "Play the other {m:,} times.",
	"toy.game": "Where?", "toy.game.lead": "Guess.", "other.game": "Where?", "other.game.lead": "Guess.",
	"toy.lesson.toys": "Toys", "toy.lesson.toys.lead": "One learns.",
	"toy.lesson.toys.end": "You have seen a toy.",
	"toy.lesson.toys.1":   "Look", "toy.lesson.toys.1.text": "There is a toy.",
	"toy.lesson.toys.2": "Guess", "toy.lesson.toys.2.text": "What will be found?",
	"toy.lesson.toys.2.ask": "A violation?", "toy.lesson.toys.2.option.1": "Yes", "toy.lesson.toys.2.option.2": "No",
	"toy.lesson.toys.2.yes": "At ε = {eps} it was.", "toy.lesson.toys.2.no": "It was not.",
	"toy.lesson.toys.3": "Do", "toy.lesson.toys.3.text": "Now you.", "toy.lesson.toys.3.task": "Take an s above 1.",
	"toy.lesson.toys.3.was": "s was {s}.",
	"toy.reference.why":     "Why", "toy.reference.why.1": "Because.", "toy.reference.why.see": "A larger s",
	"toy.paper.toys.lead": "On toys.", "toy.paper.toys.fig": "Figure 1", "toy.paper.toys.fig.claim": "It rises.",
	"toy.paper.toys.fig.why": "It rises *less*.", "toy.paper.toys.all": "Table 1",
	"toy.paper.toys.all.claim": "It falls.",
	"toy.paper.toys.b":         "Theorem 1", "toy.paper.toys.b.claim": "It holds.", "toy.paper.of.height": "height *h*",
	"toy.paper.toys.play": "Play", "toy.paper.toys.play.claim": "It plays.",
	"toy.paper.toys.now": "Figure 2", "toy.paper.toys.now.claim": "At once.", "toy.param.s.from": "table 1.",
	"toy.param.mode": "Mode", "toy.param.mode.a": "A", "toy.param.mode.b": "B", "toy.param.mode.b.help": "The other.",
	"toy.param.s": "Factor", "toy.param.s.low": "less", "toy.param.s.high": "more", "toy.param.n": "Count",
	"toy.param.most": "Most", "toy.param.eps": "Claimed", "toy.param.x": "Places", "toy.param.on": "Learn",
	"toy.param.m": "Releases", "toy.param.seed": "Seed", "toy.group.one": "One", "toy.group.two": "Two",
	"toy.preset.b": "B", "toy.preset.b.note": "Mode b.", "toy.preset.seeded": "Seeded", "toy.preset.seeded.note": "",
	"toy.analysis.live": "Live", "toy.analysis.sweep": "Sweep", "toy.analysis.fig": "Figure 1",
	"toy.analysis.live.lead": "Now?", "toy.analysis.sweep.lead": "All?", "toy.analysis.fig.lead": "As printed?",
	"toy.cross": "Count must be at most Most.", "toy.click": "Click.", "toy.looking": "By looking.",
}

// Language is English with the toys' words.
var Language = sync.OnceValue(func() *lang.Language {
	l, err := lang.New("en", Texts("en"))
	if err != nil {
		panic(err)
	}
	return l
})

// Texts are those of a language with the toys' words, which are English in each.
func Texts(tag string) map[string]string {
	l, err := texts.Read(tag)
	if err != nil {
		panic(err)
	}
	all := l.Texts()
	for id, s := range toyTexts {
		all[id] = s
		if rest, ok := strings.CutPrefix(id, "toy."); ok { // the other toy's are the same
			all["other."+rest] = cmp.Or(toyTexts["other."+rest], s)
		}
	}
	return all
}

// course is the toy's lesson: something to read, to predict and to do.
func course() lab.Lesson {
	return lab.Lesson{Name: "toys", Minutes: 5, Steps: []lab.LessonStep{
		{Set: map[string]string{"s": "0.3"}, Point: "stage"},
		{Set: map[string]string{"s": "0.4"}, Point: "run",
			Ask: &lab.Question{Options: 2,
				Right: func(r *lab.Report) (int, lang.Message) {
					if r.Found() {
						return 0, lang.Say("toy.lesson.toys.2.yes", "eps", float64(r.Epsilon))
					}
					return 1, lang.Say("toy.lesson.toys.2.no")
				}}},
		{Point: "n", Task: &lab.Task{
			Free: []string{"s"},
			Check: func(r *lab.Report) lab.Try {
				s := r.Spec.Float("s")
				say := lang.Say("toy.lesson.toys.3.was", "s", s)
				if s > 1 {
					return lab.Solved(say)
				}
				return lab.More("s", say)
			}}},
	}}
}

// Extras make the toy a laboratory with a game.
func (Toy) Extras() lab.Extras {
	return lab.Extras{Game: true}
}

func (Toy) Services() lab.Services { return lab.Services{} }

// Round answers a running round: the sensor at 30 degrees for each round's
// number, the adversary 10 degrees beside it.
func Round(t *testing.T, r *running) {
	t.Helper()
	var seed uint64
	var n int
	if _, err := fmt.Sscanf(r.Task, "game:%d:%d", &seed, &n); err != nil {
		t.Fatalf("the task is %q: %v", r.Task, err)
	}
	f := film.Film{Steps: 3, Rate: 1, Hold: 2, Alt: lang.Verbatim(fmt.Sprintf("film %d", n)),
		Views: []film.View{{Name: lang.Verbatim("ring"), Place: film.Main,
			Box: [4]float64{-2, -2, 2, 2}, Layers: []film.Layer{
				{Kind: film.Dots, Role: sheet.Leak, Handles: []string{"guess:0", "guess:90"},
					Data: []float32{1, 0, 0, 1}},
				{Name: lang.Verbatim("releases"), Kind: film.Dots, Role: sheet.Record, Moving: true,
					Data: []float32{1, 1, 2, 2, 3, 3}},
			}}}}
	picture, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	belief := game.Belief{Bayes: math.Mod(float64(30*n+10), 360)}
	data, err := json.Marshal(game.Play{
		Round: game.Round{Number: n, Prompt: lang.Say("toy.click"), Truth: float64(30 * n),
			Places: 72, Beliefs: []game.Belief{{Bayes: 200}, belief, belief}},
		Film: picture,
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Done(data, "")
}

// OnStage is what a film shows: a round's description, or the bytes of one that is
// not a round's.
func OnStage(t *testing.T, data []byte) string {
	t.Helper()
	var f film.Film
	if f.UnmarshalBinary(data) != nil {
		return string(data)
	}
	if err := filmtest.Check(&f); err != nil {
		t.Error(err)
	}
	return fmt.Sprintf("%s, releases %v", Language().Say(f.Alt), f.Views[0].Layers[1].Data)
}

func (Toy) About() lab.About {
	return lab.About{Name: "toy", Source: "Nobody.", Documents: []lab.Document{
		{Name: "toys", Cited: "Somebody, Toys, 2026", Tasks: []string{"fig", "sweep"}}}}
}

func (Toy) Lessons() []lab.Lesson { return []lab.Lesson{course()} }

func (Toy) Reference() []lab.Section {
	return []lab.Section{{Name: "why", Set: map[string]string{"s": "1.5"}}}
}

// Papers are a document with a figure, a table at a setting of its own, a setting and what is live.
func (Toy) Papers() []lab.Paper {
	return []lab.Paper{{Name: "toys", Authors: "Some Body", Title: "Toys & <games>", Venue: "Journal of Toys, 2026",
		Link: "https://doi.org/10.1000/toys?a=1&b=2", Items: []lab.Item{
			{Name: "fig", Task: "fig", Printed: []lab.Printed{{Of: "height", At: "s = 1", Value: "0.50"}}},
			{Name: "all", Task: "sweep", Set: map[string]string{"mode": "b", "s": "1.5", "on": "0", "x": "3"}},
			{Name: "b", Set: map[string]string{"s": "1.5"}},
			{Name: "now", Task: "live"}, {Name: "play"}}}}
}

func (Toy) Params() lab.Table {
	return lab.Table{
		{Name: "mode", Kind: lab.Choice, Text: "a", Group: "one", Rerun: true, Scene: true,
			Choices: []string{"a", "b"}},
		{Name: "s", Symbol: "s", Kind: lab.Float, Min: 0, Max: 2, Step: 0.01, Default: 0.5,
			Group: "one", Rerun: true, Scene: true},
		{Name: "n", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 1000,
			Group: "one", Fold: true, Rerun: true},
		{Name: "most", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 100000, Group: "one",
			Rerun: true, Only: []lab.Only{{Param: "mode", Values: []string{"b"}}}},
		{Name: "eps", Symbol: "ε", Kind: lab.Float, Min: 0, Max: 20000, Step: 0.05, Default: 1,
			Log: true, Group: "two", Rerun: true},
		{Name: "x", Kind: lab.List, Min: -5, Max: 5, MinLen: 1, MaxLen: 3, Text: "1,2", Group: "two"},
		{Name: "on", Kind: lab.Flag, Min: 0, Max: 1, Default: 1, Group: "two"},
		{Name: "m", Symbol: "m", Kind: lab.Int, Min: 50, Max: 1000000, Default: 100, Group: "two",
			Rerun: true},
		{Name: "seed", Kind: lab.Seed, Max: lab.MaxSeed, Default: 1, Group: "two", Rerun: true},
	}.Of("toy").From(lab.FromPaper, "s")
}

func (Toy) Presets() []lab.Preset {
	return []lab.Preset{{Name: "b", Set: map[string]string{"mode": "b", "s": "1.5"}},
		{Name: "seeded", Set: map[string]string{"seed": "7"}}}
}

func (Toy) Analyses() []lab.Analysis {
	return []lab.Analysis{{Name: "live", Live: true}, {Name: "sweep"},
		{Name: "fig", Page: "experiments"}}
}

func (Toy) Check(s lab.Spec) []lab.Problem {
	if s.Text("mode") == "b" && s.Int("n") > s.Int("most") {
		return []lab.Problem{{Field: "n", Say: lang.Say("toy.cross")}}
	}
	return nil
}

func (Toy) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	switch handle {
	case "star:key":
		return s.Set(Toy{}.Params(), "s", s.Float("s")+x/100), true
	case "star":
		return s.Set(Toy{}.Params(), "s", x), true
	case "pick:3":
		return s.Set(Toy{}.Params(), "n", 3), true
	}
	return s, false
}

func (Toy) Open(lab.Spec) (lab.Model, error) { panic("the page must never open a model") }

// Extras make the other laboratory one that takes data: one number, the factor.
func (Other) Extras() lab.Extras {
	x := Toy{}.Extras()
	x.Read = func(s lab.Spec, data []byte) (lab.Spec, error) { return s.With(Toy{}.Params(), "s", string(data)) }
	return x
}

func (Other) About() lab.About { return lab.About{Name: "other"} }

func (Other) Papers() []lab.Paper { return nil }

func (Other) Lessons() []lab.Lesson { return nil }

func Report(t *testing.T, spec lab.Spec) []byte {
	t.Helper()
	r := lab.Report{Program: "indistinct", Version: 3, Spec: spec}
	r.EpsilonC, r.Epsilon, r.Verdict = 0.41, 1, audit.Violation
	r.Strong.Level, r.Strong.Method, r.Strong.Event.Kind = 0.95, audit.Exact, "threshold"
	r.Strong.Event.Name = lang.Say("toy.lead")
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// PendingReport is a report on the way.
func PendingReport(t *testing.T, spec lab.Spec, pending string, bound float64) []byte {
	t.Helper()
	r := lab.Report{Program: "indistinct", Version: 3, Spec: spec}
	r.Pending, r.EpsilonC, r.Verdict = pending, 0.3, audit.Violation
	r.Strong.Epsilon, r.Strong.Level = sheet.Real(bound), 0.95
	r.Strong.Method = audit.Exact
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
