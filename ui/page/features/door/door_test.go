package door

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/ui/page/features/files"
	"indistinct/ui/page/features/lessons"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// open opens a page of toys and the workshop, with a scene that plays.
func open(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}, workshop.Lab{}}, "toy", test.Language())
	o := &Feature{Plain: state.Plain{M: m}}
	m.Use(&lessons.Feature{Plain: state.Plain{M: m}}, files.New(m), o)
	m.Start("", false, link)
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	return m, o, s
}

// taught and filed are two other features of that page.
func taught(m *state.Model) *lessons.Feature { return m.Features[0].(*lessons.Feature) }
func filed(m *state.Model) *files.Feature    { return m.Features[1].(*files.Feature) }

// ask runs what other software asks for and returns what it is answered, as far as it is.
func ask(o *Feature, text string) *Answer {
	a := new(Answer)
	o.Run([]byte(text), func(b Answer) { *a = b })
	return a
}

// answered reports whether there is an answer.
func (a *Answer) answered() bool { return a.Result != nil || a.Why != "" }

// end ends the last run with its report, once the scene has played it where it does.
func end(t *testing.T, m *state.Model, s *test.Browser) []byte {
	t.Helper()
	r := s.Runs[len(s.Runs)-1]
	raw := test.Report(t, r.Spec)
	r.Done(raw, "")
	m.Scene.Hear(say.FromScene{Type: say.ShowDone})
	return raw
}

// A run that is asked for is shown and answered with its report, once it has ended.
func TestRun(t *testing.T) {
	m, o, s := open(t, "")
	for _, text := range []string{`{"lab":"other","s":1.5,"seed":4}`, `"#lab=other&s=1.5&seed=4"`} {
		a := ask(o, text)
		if o.News(); a.answered() || m.Front.About.Name != "other" || m.Front.Spec.Float("s") != 1.5 {
			t.Fatalf("%s: before the end %+v, %s s = %v", text, a, m.Front.About.Name, m.Front.Spec.Float("s"))
		}
		raw := end(t, m, s)
		if o.News(); string(a.Result) != string(raw) || a.Why != "" {
			t.Errorf("%s is answered with %.40q, %q", text, a.Result, a.Why)
		}
	}
	a := ask(o, "null")
	s.Runs[len(s.Runs)-1].Done(nil, wire.Cancelled)
	if o.News(); a.Result != nil || a.Why != wire.Cancelled {
		t.Errorf("a run that was cancelled is answered with %+v", a)
	}
}

// Several runs are answered in turn, each with the report of what it asked, also while a test
// of the visitor's runs in another laboratory: until that is over nothing is changed.
func TestQueue(t *testing.T) {
	m, o, s := open(t, "#lab=other&s=0.5&seed=3")
	news := func() { // as the page renders, until nothing is left to do
		o.News()
		s.Pass()
		o.News()
	}
	m.Test()
	m.Open("#lab=toy&s=1.25")
	var answers []*Answer
	for _, text := range []string{`{"lab":"other","s":1.5,"seed":9}`, `{"s":9}`, `"#lab=toy&s=0.75"`, "null", "7",
		`{"lab":"other","s":0.25}`} {
		answers = append(answers, ask(o, text))
	}
	if news(); len(s.Runs) != 1 || m.Front.About.Name != "toy" || m.Front.Spec.Float("s") != 1.25 {
		t.Fatalf("%d runs, %s s = %v during the visitor's test", len(s.Runs), m.Front.About.Name,
			m.Front.Spec.Float("s"))
	}
	done := func(n int) {
		t.Helper()
		for i, a := range answers {
			if a.answered() != (i < n) {
				t.Fatalf("of %d answers number %d is %.60q, %q", n, i, a.Result, a.Why)
			}
		}
	}
	done(0)
	end(t, m, s) // the visitor's, which is nobody's answer
	news()
	done(0)
	ends := func(i, n int, lab string, x float64) {
		t.Helper()
		raw := end(t, m, s)
		news()
		if got := s.Runs[i+1].Spec; string(answers[n].Result) != string(raw) || got.Lab != lab || got.Float("s") != x {
			t.Errorf("run %d is of %s s = %v, answered %.60q, %q", n, got.Lab, got.Float("s"), answers[n].Result,
				answers[n].Why)
		}
	}
	ends(0, 0, "other", 1.5)
	done(2)
	ends(1, 2, "toy", 0.75)
	done(3)
	ends(2, 3, "toy", 0.75)
	done(5)
	ends(3, 5, "other", 0.25)
	if done(6); len(s.Runs) != 5 || answers[1].Why == "" || answers[4].Why.ID() != "lab.file.json" {
		t.Errorf("%d runs; refused with %q, %q", len(s.Runs), answers[1].Why, answers[4].Why)
	}
}

// A report is handed out for what was asked alone: not for what a visitor tests in its place,
// nor for what they made of a program while its claim was waited for; and who goes elsewhere
// meanwhile leaves nobody without an answer.
func TestAnotherReport(t *testing.T) {
	m, o, s := open(t, "")
	a := ask(o, `{"s":1.5}`)
	s.Runs[0].Done(nil, wire.Cancelled)
	m.Type("s", "0.5")
	m.Test()
	end(t, m, s)
	if o.News(); a.Result != nil || a.Why == "" {
		t.Errorf("another's report is %.60q, %q", a.Result, a.Why)
	}
	code, _ := json.Marshal(program)
	for name, change := range map[string]func(m *state.Model){
		"program": func(m *state.Model) { m.Type("code", program+"# another\n") },
		"number":  func(m *state.Model) { m.Type("n", "400") },
		"nothing": func(m *state.Model) {},
		"away":    func(m *state.Model) { m.Open("#lab=toy") },
	} {
		m, o, s := open(t, "#lab=workshop")
		a := ask(o, `{"lab":"workshop","code":`+string(code)+`}`)
		o.News()
		change(m)
		o.News() // as the page renders
		if s.Claims(3, 0); len(s.Runs) > 0 {
			o.News()
			end(t, m, s)
		}
		if o.News(); (name == "nothing") != (a.Result != nil) || !a.answered() {
			t.Errorf("%s changed: answered %.60q, %q", name, a.Result, a.Why)
		}
	}
}

// While the scene plays a run that is over, its report is neither shown nor given away;
// then it is, whatever ends the play. A run that is asked for meanwhile is another.
func TestRunOnTheStage(t *testing.T) {
	for name, then := range map[string]func(m *state.Model, s *test.Browser){
		"played":  func(m *state.Model, _ *test.Browser) { m.Scene.Hear(say.FromScene{Type: say.ShowDone}) },
		"skipped": func(m *state.Model, _ *test.Browser) { m.Scene.Skip() },
		"hidden":  func(m *state.Model, _ *test.Browser) { m.SetHidden(false, true) },
		"hangs":   func(_ *state.Model, s *test.Browser) { s.Pass() },
		"fails":   func(m *state.Model, _ *test.Browser) { m.Scene.Hear(say.FromScene{Type: say.Error}) },
	} {
		m, o, s := open(t, "")
		m.Test() // the visitor's own, of which nothing is told yet
		s.Runs[0].Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		s.Runs[0].Done(test.Report(t, m.Front.Spec), "")
		a := ask(o, `{"s":1.5}`)
		r := s.Runs[1]
		r.Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		raw := test.Report(t, r.Spec)
		r.Done(raw, "")
		if o.News(); a.answered() || !m.Scene.Withheld() {
			t.Errorf("%s: answered with %q, %q before the play is over", name, a.Result, a.Why)
		}
		then(m, s)
		if o.News(); string(a.Result) != string(raw) {
			t.Errorf("%s: answered with %.40q, %q", name, a.Result, a.Why)
		}
	}
}

// program is one that claims an ε.
const program = "claim = 3\npairs = [(0, 1)]\ndef release(x):\n    return x + laplace(1 / 3)\n"

// A program's own claim is what is tested: of one that was just typed, as by the button,
// and of one that is asked for, unless the question names another.
func TestClaim(t *testing.T) {
	code, _ := json.Marshal(program)
	for text, want := range map[string]float64{"null": 3, `{"lab":"workshop","code":` + string(code) + `}`: 3,
		`{"lab":"workshop","eps":0.5,"code":` + string(code) + `}`: 0.5, "set": 3} {
		m, o, s := open(t, "#lab=workshop")
		switch text {
		case "null":
			m.Type("code", program)
			o.Set([]byte(`{"n":300}`)) // which leaves it so
		case "set":
			o.Set([]byte(`{"code":` + string(code) + `}`))
			text = "null"
		}
		a := ask(o, text)
		if o.News(); a.answered() {
			t.Fatalf("%s is answered with %q, %q before its run", text, a.Result, a.Why)
		}
		s.Claims(3, 0)
		if len(s.Runs) != 1 || s.Runs[0].Spec.Float("eps") != want || s.Runs[0].Spec.Text("code") != program {
			t.Fatalf("%s: %d runs of %v", text, len(s.Runs), m.Front.Spec.Float("eps"))
		}
		raw := end(t, m, s)
		if o.News(); string(a.Result) != string(raw) || m.Front.Spec.Float("eps") != want {
			t.Errorf("%s is answered with %.40q, %q; the page tests ε = %v", text, a.Result, a.Why,
				m.Front.Spec.Float("eps"))
		}
	}
	// A program with a fault has no claim; why it cannot run is the answer.
	m, o, s := open(t, "#lab=workshop")
	m.Type("code", program+"!")
	a := ask(o, "null")
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: lang.Verbatim("Line 5: no."), Field: "code", Line: 5})
	if o.News(); a.Why != lang.Verbatim("Line 5: no.") || len(s.Runs) > 0 {
		t.Errorf("a faulty program is answered with %+v", a)
	}
}

// Answers name what is the visitor's own of the settings that they tell: a program that
// is none of the laboratory's and what a file holds, however it came.
func TestVisitorsOwn(t *testing.T) {
	typed := program + "# secret\n"
	code, _ := json.Marshal(typed)
	for name, begin := range map[string]func(m *state.Model){
		"typed": func(m *state.Model) { m.Type("code", typed) },
		"file":  func(m *state.Model) { filed(m).Load("mine.star", []byte(typed)) },
		"run": func(m *state.Model) {
			filed(m).Load("run.json", []byte(`{"lab":"workshop","code":`+string(code)+`}`))
		},
		"link":    func(m *state.Model) { m.Open("#lab=workshop&code=" + url.QueryEscape(typed)) },
		"another": func(m *state.Model) { m.Type("code", typed); m.Preset("0"); m.Preset(laboratory.OwnProgram) },
	} {
		m, o, s := open(t, "#lab=workshop")
		begin(m)
		s.Claims(3, 0)
		own := func(what string, a Answer) {
			t.Helper()
			if len(a.Own) != 1 || a.Own["code"] != typed {
				t.Errorf("%s: %s is answered with %q, %.60q, own %q", name, what, a.Why, a.Result, a.Own)
			}
		}
		own("set", o.Set([]byte(`{"n":300}`)))
		own("what cannot be set", o.Set([]byte(`{"n":-1}`)))
		a := ask(o, "null")
		end(t, m, s)
		o.News()
		own("run", *a)
		a = ask(o, "null")
		s.Runs[len(s.Runs)-1].Done(nil, lang.Verbatim("no"))
		o.News()
		own("a run that fails", *a)
	}
	m, o, _ := open(t, "#lab=workshop")
	if got := o.Set([]byte(`{"n":300}`)); len(got.Own) > 0 {
		t.Errorf("of the laboratory's own program %q is the visitor's", got.Own)
	}
	filed(m).Load("settings.json", []byte(`{"lab":"toy","s":1.75}`))
	if got := o.Set([]byte(`{"n":300}`)); len(got.Own) != 1 || got.Own["s"] != "1.75" {
		t.Errorf("of a file's settings %q is the visitor's", got.Own)
	}
	m.Type("s", "1.5")
	if got := o.Set([]byte(`{"n":300}`)); len(got.Own) > 0 {
		t.Errorf("once that is changed, %q is the visitor's", got.Own)
	}
}

// What cannot be run is refused with a sentence, and changes nothing.
func TestRefused(t *testing.T) {
	m, o, s := open(t, "#lab=toy&s=1.25")
	for text, id := range map[string]string{`7`: "lab.file.json", `"#lab=none"`: "lab.file.lab", `{"s":"x"}`: "",
		`[]`: "lab.file.json", `"#lab=<b>"`: "lab.file.lab", `{"lab":"workshop","code":["x"]}`: "lab.refused",
		`{"lab":"workshop","code":7}`: "lab.refused", `{"lab":"workshop","code":null}`: "lab.refused",
		`{"s":9}`: "", `{"mode":"b","n":5,"most":2}`: "toy.cross",
		`{"script":1}`: "", `{"lab":"none"}`: "lab.file.lab"} {
		a := ask(o, text)
		if a.Result != nil || a.Why == "" || id != "" && a.Why.ID() != id {
			t.Errorf("%s is answered with %q, %q", text, a.Result, a.Why)
		}
		if a := o.Set([]byte(text)); a.Why == "" || a.Result != nil {
			t.Errorf("%s is set", text)
		}
	}
	if len(s.Runs) != 0 || m.Front.Spec.Float("s") != 1.25 {
		t.Error("something was changed or run")
	}
}

// Set changes what it names and leaves the rest.
func TestSet(t *testing.T) {
	m, o, s := open(t, "#lab=toy&s=1.25")
	m.Type("eps", "nonsense") // what a visitor is typing stays
	got := o.Set([]byte(`{"n":30,"on":false,"x":[1,2,3]}`))
	var all map[string]any
	if err := json.Unmarshal(got.Result, &all); err != nil || got.Why != "" || all["s"] != 1.25 || all["n"] != 30.0 ||
		m.Front.Ready() {
		t.Fatalf("settings %s, %q", got.Result, got.Why)
	}
	if s.Pass(); !strings.Contains(s.LastHash, "s=1.25&n=30&x=1,2,3&on=0") {
		t.Errorf("the address is %s", s.LastHash)
	}
	if a := o.Set([]byte(`{"lab":"other","s":0.75}`)); a.Why != "" ||
		m.Front.About.Name != "other" || s.Page != "" {
		t.Errorf("another laboratory: %q, %s", a.Why, m.Front.About.Name)
	}
}

// A lesson is told from its beginning to its end, with how many of its tasks were done.
func TestNews(t *testing.T) {
	m, o, s := open(t, "")
	told := func(want ...string) {
		t.Helper()
		var got []string
		for _, e := range o.News() {
			b, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.ReplaceAll(string(b), `,"lab":"toy","lesson":"toys"`, ""))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	finish := func() {
		t.Helper()
		m.Test()
		end(t, m, s)
	}
	told()
	taught(m).Learn("toys:1")
	told(`{"type":"lesson","state":"begun","step":1,"steps":3,"right":0,"tasks":2}`,
		`{"type":"step","state":"done","step":1,"steps":3,"right":0,"tasks":2}`)
	told()
	taught(m).Advance(1)
	taught(m).Predict(0)
	told(`{"type":"step","state":"open","step":2,"steps":3,"right":0,"tasks":2}`)
	finish()
	told(`{"type":"step","state":"done","step":2,"steps":3,"right":1,"tasks":2}`)
	taught(m).Advance(1)
	told(`{"type":"step","state":"open","step":3,"steps":3,"right":1,"tasks":2}`)
	m.Type("s", "1.5")
	finish()
	told(`{"type":"step","state":"done","step":3,"steps":3,"right":2,"tasks":2}`)
	taught(m).Advance(1)
	told(`{"type":"lesson","state":"finished","step":3,"steps":3,"right":2,"tasks":2}`)
	taught(m).Learn("toys:2")
	o.News()
	taught(m).LeaveCourse()
	told(`{"type":"lesson","state":"left","step":2,"steps":3,"right":1,"tasks":2}`) // the answer stays
}

// What the page's script hears of other software is answered by its number, once the page
// shows it; what has happened is told.
func TestKnock(t *testing.T) {
	m, _, s := open(t, "")
	m.Emit(state.Event{Kind: state.Started})
	answers := func(want ...[]any) {
		t.Helper()
		got := s.Called("answer")
		if len(got) != len(want) {
			t.Fatalf("%d answers, want %d: %v", len(got), len(want), got)
		}
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("answered %v, want %v", got[i], want[i])
			}
		}
	}
	if !s.Says("knock", "1", "run", `{"s":1.5}`) {
		t.Fatal("nobody hears other software")
	}
	m.Emit(state.Event{Kind: state.Rendered})
	answers()
	s.Says("knock", "2", "run", "7")
	answers()
	raw := end(t, m, s)
	answers()
	m.Emit(state.Event{Kind: state.Rendered})
	s.Pass()
	answers([]any{"1", string(raw), "", "{}"}, []any{"2", "", m.Say(lang.Say("lab.file.json")), "null"})
	s.Says("knock", "3", "set", `{"s":9}`)
	if got := s.Called("answer"); len(got) != 3 || got[2][0] != "3" || got[2][1] != "" || got[2][2] == "" {
		t.Fatalf("what cannot be set is answered with %v", got)
	}
	s.Says("knock", "4", "set", `{"s":0.5}`)
	if got := s.Called("answer"); len(got) != 4 || !strings.Contains(got[3][1].(string), `"s":0.5`) || got[3][2] != "" {
		t.Fatalf("what was set is answered with %v", got)
	}
	taught(m).Learn("toys:1")
	m.Emit(state.Event{Kind: state.Rendered})
	if told := s.Called("tell"); len(told) != 2 || told[0][0] !=
		`{"type":"lesson","state":"begun","lab":"toy","lesson":"toys","step":1,"steps":3,"right":0,"tasks":2}` {
		t.Errorf("told %v", told)
	}
}
