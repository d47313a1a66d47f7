package test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// Toy is a laboratory with one parameter of each kind.
type Toy struct{}

type Other struct{ Toy }

// course is the toy's lesson: something to read, to predict and to do.
func course() lab.Lesson {
	return lab.Lesson{Name: "toys", Title: "Toys", Lead: "One learns.", Minutes: 5, Steps: []lab.LessonStep{
		{Title: "Look", Text: "There is a toy.", Set: map[string]string{"s": "0.3"}, Point: "stage"},
		{Title: "Guess", Text: "What will be found?", Set: map[string]string{"s": "0.4"}, Point: "run",
			Ask: &lab.Question{Text: "A violation?", Options: []string{"Yes", "No"},
				Right: func(r *lab.Report) (int, string) {
					if r.Found() {
						return 0, fmt.Sprintf("At ε = %v it was.", float64(r.Epsilon))
					}
					return 1, "It was not."
				}}},
		{Title: "Do", Text: "Now you.", Point: "n", Task: &lab.Task{Text: "Take an s above 1.",
			Check: func(r *lab.Report) (bool, string) {
				s := r.Spec.Float("s")
				return s > 1, fmt.Sprintf("s was %v.", s)
			}}},
	}}
}

// Extras make the toy a laboratory with a game.
func (Toy) Extras() lab.Extras {
	return lab.Extras{Game: &game.About{Title: "Where?", Lead: "Guess.", Params: []string{"mode", "s", "most", "n"}}}
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
	f := film.Film{Steps: 3, Rate: 1, Hold: 2, Alt: fmt.Sprintf("film %d", n),
		Views: []film.View{{Name: "ring", Place: film.Main, Box: [4]float64{-2, -2, 2, 2}, Layers: []film.Layer{
			{Kind: film.Dots, Role: sheet.Leak, Handles: []string{"guess:0", "guess:90"}, Data: []float32{1, 0, 0, 1}},
			{Name: "releases", Kind: film.Dots, Role: sheet.Record, Moving: true, Data: []float32{1, 1, 2, 2, 3, 3}},
		}}}}
	picture, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	belief := game.Belief{Bayes: math.Mod(float64(30*n+10), 360)}
	data, err := json.Marshal(game.Play{
		Round: game.Round{Number: n, Prompt: "Click.", Truth: float64(30 * n), Bayes: belief.Bayes, Places: 72,
			Method: "By looking.", View: "ring",
			Level: fmt.Sprintf("s = %d", n), Beliefs: []game.Belief{{Bayes: 200}, belief, belief}},
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
	return fmt.Sprintf("%s, releases %v", f.Alt, f.Views[0].Layers[1].Data)
}

func (Toy) About() lab.About {
	return lab.About{Name: "toy", Title: "Toy", Lead: "A toy.", Source: "Nobody."}
}

func (Toy) Lessons() []lab.Lesson { return []lab.Lesson{course()} }

func (Toy) Reference() []lab.Section {
	return []lab.Section{{Title: "Why", Text: []string{"Because."}, See: "A larger s",
		Set: map[string]string{"s": "1.5"}},
		{Title: "Misprints", Text: []string{"None."}, Misprints: true}}
}

func (Toy) Params() lab.Table {
	return lab.Table{
		{Name: "mode", Label: "Mode", Kind: lab.Choice, Text: "a", Group: "One", Rerun: true,
			Choices: []lab.Option{{Value: "a", Label: "A"}, {Value: "b", Label: "B", Help: "The other."}}},
		{Name: "s", Label: "Factor", Symbol: "s", Kind: lab.Float, Min: 0, Max: 2, Step: 0.01, Default: 0.5,
			Group: "One", Rerun: true, Low: "less", High: "more"},
		{Name: "n", Label: "Count", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 1000,
			Group: "One", Fold: true, Rerun: true},
		{Name: "most", Label: "Most", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 100000, Group: "One",
			Rerun: true, Only: []lab.Only{{Param: "mode", Values: []string{"b"}}}},
		{Name: "eps", Label: "Claimed ε", Symbol: "ε", Kind: lab.Float, Min: 0, Max: 20000, Step: 0.05, Default: 1,
			Log: true, Group: "Two", Rerun: true},
		{Name: "x", Label: "Places", Kind: lab.List, Min: -5, Max: 5, MinLen: 1, MaxLen: 3, Text: "1,2", Group: "Two"},
		{Name: "on", Label: "Learn", Kind: lab.Flag, Min: 0, Max: 1, Default: 1, Group: "Two"},
		{Name: "m", Label: "Releases", Symbol: "m", Kind: lab.Int, Min: 50, Max: 1000000, Default: 100, Group: "Two",
			Rerun: true},
		{Name: "seed", Label: "Seed", Kind: lab.Seed, Max: lab.MaxSeed, Default: 1, Group: "Two", Rerun: true},
	}
}

func (Toy) Presets() []lab.Preset {
	return []lab.Preset{{Name: "B", Note: "Mode b.", Set: map[string]string{"mode": "b", "s": "1.5"}},
		{Name: "Seeded", Set: map[string]string{"seed": "7"}}}
}

func (Toy) Analyses() []lab.Analysis {
	return []lab.Analysis{{Name: "live", Live: true}, {Name: "sweep", Title: "Sweep"},
		{Name: "fig", Title: "Figure 1", Page: "experiments"}}
}

func (Toy) Check(s lab.Spec) []lab.Problem {
	if s.Text("mode") == "b" && s.Int("n") > s.Int("most") {
		return []lab.Problem{{Field: "n", Say: "Count must be at most Most."}}
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

func (Other) About() lab.About { return lab.About{Name: "other", Title: "Other"} }

func (Other) Lessons() []lab.Lesson { return nil }

func Report(t *testing.T, spec lab.Spec) []byte {
	t.Helper()
	r := lab.Report{Program: "indistinct", Version: 1, Spec: spec}
	r.EpsilonC, r.Epsilon, r.Verdict, r.Plain = 0.41, 1, audit.Violation, "It leaks."
	r.Strong.Level = 0.95
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// PendingReport is a report on the way.
func PendingReport(t *testing.T, spec lab.Spec, pending string, bound float64) []byte {
	t.Helper()
	r := lab.Report{Program: "indistinct", Version: 1, Spec: spec}
	r.Pending, r.EpsilonC, r.Verdict, r.Plain = pending, 0.3, audit.Violation, "It leaks."
	r.Strong.Epsilon, r.Strong.Level = sheet.Real(bound), 0.95
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
