package door

import (
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// open opens a page of toys.
func open(t *testing.T, link string) (*state.Model, *Door, *test.Browser) {
	t.Helper()
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, New(m), s
}

// ask runs what other software asks for and returns what it is answered, as far as it is.
func ask(o *Door, text string) (report *string, why *lang.Message) {
	report, why = new(string), new(lang.Message)
	o.Run([]byte(text), func(r []byte, w lang.Message) { *report, *why = string(r), w })
	return report, why
}

// A run that is asked for is shown and answered with its report, once it has ended.
func TestRun(t *testing.T) {
	m, o, s := open(t, "")
	for _, text := range []string{`{"lab":"other","s":1.5,"seed":4}`, `"#lab=other&s=1.5&seed=4"`} {
		report, why := ask(o, text)
		if o.News(); *report != "" || *why != "" || m.Front.About.Name != "other" || m.Front.Spec.Float("s") != 1.5 {
			t.Fatalf("%s: before the end %q %q, %s s = %v", text, *report, *why, m.Front.About.Name,
				m.Front.Spec.Float("s"))
		}
		if _, why := ask(o, "null"); why.ID() != "page.door.busy" {
			t.Errorf("a second run is answered with %q", *why)
		}
		raw := test.Report(t, m.Front.Spec)
		s.Runs[len(s.Runs)-1].Done(raw, "")
		if o.News(); *report != string(raw) || *why != "" {
			t.Errorf("%s is answered with %.40q, %q", text, *report, *why)
		}
	}
	report, why := ask(o, "null")
	s.Runs[len(s.Runs)-1].Done(nil, wire.Cancelled)
	if o.News(); *report != "" || *why != wire.Cancelled {
		t.Errorf("a run that was cancelled is answered with %q, %q", *report, *why)
	}
}

// What cannot be run is refused with a sentence, and changes nothing.
func TestRefused(t *testing.T) {
	m, o, s := open(t, "#lab=toy&s=1.25")
	for text, id := range map[string]string{`7`: "lab.file.json", `"#lab=none"`: "lab.link.lab", `{"s":"x"}`: "",
		`[]`:      "lab.file.json",
		`{"s":9}`: "", `{"mode":"b","n":5,"most":2}`: "toy.cross",
		`{"script":1}`: "", `{"lab":"none"}`: "lab.file.lab"} {
		report, why := ask(o, text)
		if *report != "" || *why == "" || id != "" && why.ID() != id {
			t.Errorf("%s is answered with %q, %q", text, *report, *why)
		}
		if _, why := o.Set([]byte(text)); why == "" {
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
	got, why := o.Set([]byte(`{"n":30,"on":false,"x":[1,2,3]}`))
	var all map[string]any
	if err := json.Unmarshal(got, &all); err != nil || why != "" || all["s"] != 1.25 || all["n"] != 30.0 {
		t.Fatalf("settings %s, %q", got, why)
	}
	if s.Pass(); !strings.Contains(s.LastHash, "s=1.25&n=30&x=1,2,3&on=0") {
		t.Errorf("the address is %s", s.LastHash)
	}
	if _, why := o.Set([]byte(`{"lab":"other","s":0.75}`)); why != "" ||
		m.Front.About.Name != "other" || s.Page != "" {
		t.Errorf("another laboratory: %q, %s", why, m.Front.About.Name)
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
		s.Runs[len(s.Runs)-1].Done(test.Report(t, m.Front.Spec), "")
	}
	told()
	m.Learn("toys:1")
	told(`{"type":"lesson","state":"begun","step":1,"steps":3,"right":0,"tasks":2}`,
		`{"type":"step","state":"done","step":1,"steps":3,"right":0,"tasks":2}`)
	told()
	m.Advance(1)
	m.Predict(0)
	told(`{"type":"step","state":"open","step":2,"steps":3,"right":0,"tasks":2}`)
	finish()
	told(`{"type":"step","state":"done","step":2,"steps":3,"right":1,"tasks":2}`)
	m.Advance(1)
	told(`{"type":"step","state":"open","step":3,"steps":3,"right":1,"tasks":2}`)
	m.Type("s", "1.5")
	finish()
	told(`{"type":"step","state":"done","step":3,"steps":3,"right":2,"tasks":2}`)
	m.Advance(1)
	told(`{"type":"lesson","state":"finished","step":3,"steps":3,"right":2,"tasks":2}`)
	m.Learn("toys:2")
	o.News()
	m.LeaveCourse()
	told(`{"type":"lesson","state":"left","step":2,"steps":3,"right":0,"tasks":2}`)
}
