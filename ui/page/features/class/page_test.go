package class_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/features/class"
	"indistinct/ui/page/features/lessons"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
)

// TestPredictions: in a lesson whose answers are kept back, each phone has a seed of its own
// from step to step, its code holds what was predicted before the run, and the teacher's page
// adds the predictions up at the same step.
func TestPredictions(t *testing.T) {
	m, s := opened.Page("#lesson=toys:1&quiet=1", features.Use)
	course, part := opened.Feature[*lessons.Feature](m), opened.Feature[*class.Feature](m)
	course.Advance(1)
	if m.Course.Step != 1 || m.Front.Spec.Seed() != 206789 || part.Pupil.Strays(m.Front) {
		t.Fatalf("at step %d the phone has the seed %d", m.Course.Step+1, m.Front.Spec.Seed())
	}
	run := func() class.Code {
		t.Helper()
		m.Test()
		s.Runs[len(s.Runs)-1].Done(test.Report(t, m.Front.Spec), "")
		c, err := class.Parse(part.Pupil.Code(m.Front))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := run(); c.Choice != 0 {
		t.Errorf("without a prediction the code says %+v", c)
	}
	if course.Predict(1); part.Pupil.Code(m.Front) == "" || run().Choice != 0 {
		t.Error("a prediction after the run is counted")
	}
	m, s = opened.Page("#lesson=toys:2&quiet=1", features.Use)
	course, part = opened.Feature[*lessons.Feature](m), opened.Feature[*class.Feature](m)
	course.Predict(1)
	if len(part.Draw(view.Asked)) != 1 {
		t.Error("before the run the phone does not say that it is in a class")
	}
	if c := run(); c.Choice != 2 {
		t.Errorf("after a prediction the code says %+v", c)
	}
	if len(part.Draw(view.Asked)) != 0 {
		t.Error("beside its code the phone still asks for a run")
	}
	code := part.Pupil.Code(m.Front)
	m.Open("#lesson=toys:1&quiet=1")
	m.Open("#lesson=toys:2&quiet=1")
	course.Predict(0)
	if c := run(); c.Choice != 2 {
		t.Errorf("predicted anew, the code says %+v", c)
	}
	if course.Advance(1); part.Pupil.In(m.Front) {
		t.Error("at a task, where each finds settings of its own, the phone asks for the class's")
	}

	desk, board := opened.Page("#lesson=toys:2", features.Use)
	opened.Feature[*class.Feature](desk).Desk.Type(desk.Front, code)
	desk.Go("", "class")
	shown := dom.Markup(click.Build(t, desk), func(string) string { return "" })
	if !strings.Contains(shown, desk.Text("class.guess.title")) {
		t.Errorf("the teacher's page shows no predictions: %s", shown)
	}
	table := func(m *state.Model, s *test.Browser) [][]string {
		t.Helper()
		click.Press(t, m, m.Text("class.save"))
		rows, err := csv.NewReader(strings.NewReader(s.Saved)).ReadAll()
		if err != nil || s.File != "indistinct-class.csv" || !strings.HasSuffix(s.Saved, "\r\n") {
			t.Fatalf("%s: %v\n%s", s.File, err, s.Saved)
		}
		return rows
	}
	c, _ := class.Parse(code)
	rows := table(desk, board)
	option := desk.Say(desk.Course.Lesson.Text("toy", 2, "option.2"))
	if len(rows) != 2 || strings.Join(rows[0], "|") != "Code|Seed|Step|Prediction|Verdict|Proven bound" ||
		strings.Join(rows[1], "|") != fmt.Sprintf("%s|206789|toys:2|%s|violation found|%v", code, option, c.Proven) {
		t.Errorf("the table is %q", rows)
	}
	again, s := opened.Page(board.LastHash, features.Use)
	s.Kept = board.Kept
	again.Open(board.LastHash)
	opened.Feature[*class.Feature](again).Desk = class.NewDesk(s, func(lang.Message) {})
	if got := table(again, s); fmt.Sprint(got) != fmt.Sprint(rows) {
		t.Errorf("after a reload of %s the table is %q", board.LastHash, got)
	}
	if desk.Link(state.Joined, false, false) == "" {
		t.Error("there is no link")
	}
}

// TestClassWithARun: the run to compare with is of the phone's seed, as the one that follows.
func TestClassWithARun(t *testing.T) {
	m, _ := opened.Page("#lab=toy&seed=9&class=12&a=s:1", features.Use)
	if a := m.Front.A; m.Front.Spec.Seed() != 206789 || a == nil || a.Spec.Seed() != 206789 || a.Spec.Float("s") != 1 {
		t.Errorf("the phone's seed is %d, A is %+v", m.Front.Spec.Seed(), a)
	}
	if m, _ := opened.Page("#riddle=!!!", features.Use); len(m.Notes) != 1 || m.Notes[0].ID() != "page.link.field" {
		t.Errorf("of a challenge that is cut the page says %q", m.Notes)
	}
	if m, _ := opened.Page("#class=12x", features.Use); len(m.Notes) != 1 || m.Notes[0].ID() != "page.link.field" {
		t.Errorf("of a mark that is none the page says %q", m.Notes)
	}
}

// TestRiddle: a link for the phones may hide the program, which travels so that nobody reads it
// in passing; the phone shows no editor, counts the releases of each run, over a reload too, and
// has a code once a violation is found, which tells the teacher how many it took.
func TestRiddle(t *testing.T) {
	const code = "pairs = [(0, 1)]\nclaim = 1\ndef release(x):\n    return x + laplace(0.4)\n"
	desk, board := opened.Workshop(nil, "#lab=workshop&n=300&m=300&code="+url.QueryEscape(code), features.Use)
	room := opened.Feature[*class.Feature](desk)
	room.Pose = true
	_, link, _ := strings.Cut(room.Link(), "#")
	if strings.Contains(link, "laplace") || strings.Contains(link, "code=") || !strings.Contains(link, "riddle=") {
		t.Fatalf("the phones' link is %s", link)
	}
	kept := map[string]string{}
	m, s := opened.Workshop(kept, "#"+link, features.Use)
	part := opened.Feature[*class.Feature](m)
	address := m.Link(state.Address, false, false)
	if m.Front.Spec.Text("code") != code || !m.Front.Hidden || click.Shown(t, m, "#p-code") ||
		strings.Contains(address, "laplace") || !strings.Contains(address, "riddle=") {
		t.Fatalf("the phone has %q, hidden %v, at %s", m.Front.Spec.Text("code"), m.Front.Hidden, address)
	}
	run := func(found bool) {
		t.Helper()
		n := len(s.Runs)
		if m.Test(); len(s.Runs) == n {
			s.Claims(1, 0)
		}
		r := s.Runs[len(s.Runs)-1]
		report := test.Report(t, r.Spec)
		var parsed map[string]any
		if err := json.Unmarshal(report, &parsed); err != nil {
			t.Fatal(err)
		}
		parsed["n"], parsed["m"] = r.Spec.Int("n"), r.Spec.Int("m")
		if !found {
			parsed["verdict"] = "no-violation"
		}
		report, _ = json.Marshal(parsed)
		r.Done(report, "")
	}
	m.Type("m", "200")
	run(false)
	if part.Pupil.Used != 1000 || part.Pupil.Asks(m.Front) || part.Pupil.Strays(m.Front) {
		t.Errorf("after a run in vain %d releases are counted, a code is shown: %v", part.Pupil.Used,
			part.Pupil.Asks(m.Front))
	}
	m, s = opened.Workshop(s.Kept, m.Link(state.Address, false, false), features.Use)
	part = opened.Feature[*class.Feature](m)
	run(true)
	if part.Pupil.Used != 2000 || !part.Pupil.Asks(m.Front) {
		t.Fatalf("after a reload and a second run %d releases are counted", part.Pupil.Used)
	}
	room.Desk.Type(desk.Front, part.Pupil.Code(m.Front))
	if room.Desk.Fewest(desk.Front) != 2000 {
		t.Errorf("the teacher's page says %d; refused %v", room.Desk.Fewest(desk.Front), room.Desk.Refused)
	}
	desk.Go("", "class")
	click.Press(t, desk, desk.Text("class.save"))
	if !strings.HasPrefix(board.Saved, "Code,Releases,Step,") || !strings.Contains(board.Saved, ",2000,") {
		t.Errorf("of a challenge the table is %s", board.Saved)
	}
	if m.Open("#lab=workshop"); m.Front.Hidden || part.Pupil != nil {
		t.Error("another link still hides the program")
	}
}

// TestRiddleOfTheShelf: a challenge whose program is one of the laboratory's own does not name
// it, nor print it beside the verdict; without the challenge the page names it.
func TestRiddleOfTheShelf(t *testing.T) {
	desk, _ := opened.Workshop(nil, "#lab=workshop", features.Use)
	desk.Preset("1")
	opened.Feature[*class.Feature](desk).Pose = true
	_, link, _ := strings.Cut(opened.Feature[*class.Feature](desk).Link(), "#")
	plain := desk.Front.Spec.Link(desk.Front.Table)
	m, _ := opened.Workshop(map[string]string{}, "#"+link, features.Use)
	m.Type("m", "200")
	d := m.Front
	program := d.Program().P
	if d.Preset >= 0 || d.Setting(d.Spec, program).ID() != "page.program.own" || click.Shown(t, m, "#turn") {
		t.Errorf("the challenge is called %v, preset %d", d.Setting(d.Spec, program), d.Preset)
	}
	if m.Open(plain); m.Front.Preset != 1 || m.Front.Hidden {
		t.Errorf("without the challenge the preset is %d", m.Front.Preset)
	}
}
