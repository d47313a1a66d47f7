package state

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

func open(t *testing.T, link string) (*Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{}
	m := New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s
}

func field(t *testing.T, m *Model, name string) *control.Field {
	t.Helper()
	for _, f := range []*control.Field{m.Front.Field(m.Front.MainSlider()),
		m.Front.Field(m.Front.Table.Find(laboratory.EpsilonName))} {
		if f != nil && f.P.Name == name {
			return f
		}
	}
	for _, g := range m.Front.ControlGroups(m.L) {
		for _, f := range append(g.First, g.More...) {
			if f.P.Name == name {
				return f
			}
		}
	}
	t.Fatalf("no control %s", name)
	return nil
}

// note reports whether the page shows one note, the text with that id, and whether that
// holds these words.
func note(m *Model, id, words string) bool {
	return len(m.Notes) == 1 && m.Notes[0].ID() == id && strings.Contains(m.Say(m.Notes[0]), words)
}

func TestTyping(t *testing.T) {
	m, s := open(t, "")
	for _, text := range []string{"1", "1.", "1.2", "1.25"} { // as a person types
		m.Type("s", text)
		if f := field(t, m, "s"); f.Text != text || f.Bad != "" {
			t.Fatalf("typed %q: the field shows %q, %q", text, f.Text, f.Bad)
		}
	}
	if v := m.Front.Spec.Float("s"); v != 1.25 {
		t.Fatalf("typing 1.25 gives %v", v)
	}
	m.Leave("s")
	s.Pass()
	if s.LastHash != "#lab=toy&v=2&s=1.25&seed=1" {
		t.Errorf("the address is %s", s.LastHash)
	}
	// A bad text is kept as it is, the Spec keeps the last good value, the test
	// waits.
	m.Type("s", "9,9x")
	m.Leave("s")
	f := field(t, m, "s")
	if f.Text != "9,9x" || !check.Says(f.Bad, "lab.accepts.number") || m.Front.Spec.Float("s") != 1.25 {
		t.Errorf("after nonsense: text %q, problem %q, value %v", f.Text, f.Bad, m.Front.Spec.Float("s"))
	}
	if m.Front.Ready() {
		t.Error("the test can run with a field that was refused")
	}
	m.Test()
	if len(s.Runs) != 0 {
		t.Error("the test ran all the same")
	}
	// A slider or an arrow key mends it.
	m.Press("s", "ArrowRight")
	if f := field(t, m, "s"); f.Bad != "" || f.Text != "1.26" || !m.Front.Ready() {
		t.Errorf("after an arrow key: %q, %q", f.Text, f.Bad)
	}
	m.Type("s", "1,5")
	m.Leave("s")
	if f := field(t, m, "s"); f.Text != "1.5" {
		t.Errorf("a decimal comma became %q", f.Text)
	}
}

func TestFieldsThatDoNotGoTogether(t *testing.T) {
	m, s := open(t, "")
	m.Choose("mode", "b")
	m.Type("most", "10")
	if f := field(t, m, "n"); f.Bad.ID() != "toy.cross" {
		t.Errorf("problem %q", f.Bad)
	}
	if m.Front.Ready() {
		t.Error("ready")
	}
	n := len(s.Looks)
	s.Pass()
	if len(s.Looks) != n {
		t.Error("a Spec that cannot be run was looked at")
	}
	m.Type("n", "5")
	if !m.Front.Ready() {
		t.Errorf("still not ready: %v", m.Front.Cross)
	}
	// Hidden: the sentence stands over the controls.
	if len(m.Front.ControlGroups(m.L)[0].First) != 2 {
		t.Error("Most is not shown in mode b")
	}
	m.Choose("mode", "a")
	for _, f := range m.Front.ControlGroups(m.L)[0].First {
		if f.P.Name == "most" {
			t.Error("Most is shown in mode a")
		}
	}
}

func TestLinks(t *testing.T) {
	m, s := open(t, "#lab=toy&v=2&s=1.5&m=200&page=nonsense&n=0&seed=9&run=1")
	if m.Front.Spec.Float("s") != 1.5 || m.Front.Spec.Seed() != 9 {
		t.Error("the link was not taken")
	}
	if len(m.Notes) != 2 {
		t.Fatalf("notes %q", m.Notes)
	}
	check.Places(t, "an unknown page", m.Notes[0], "page.link.field", "field", "page", "got", "nonsense")
	if len(s.Runs) != 0 {
		t.Error("a link with problems ran by itself")
	}
	m.Dismiss()
	if m.Notes != nil {
		t.Error("notes stay")
	}
	_, s = open(t, "#lab=other&s=1&seed=4&run=1")
	if len(s.Runs) != 1 || s.Runs[0].Spec.Lab != "other" || s.Runs[0].Spec.Seed() != 4 {
		t.Error("run=1 did not run")
	}
	for _, noise := range []string{strings.Repeat("%zz&=&", 3000), "#" + strings.Repeat("zz=1&", 4000),
		"#lab=%00&v=999", "#<script>alert(1)</script>"} {
		m, _ := open(t, noise)
		if len(m.Notes) == 0 || !m.Front.Ready() {
			t.Errorf("link %.20q: notes %q, ready %v", noise, m.Notes, m.Front.Ready())
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add("#lab=toy&v=2&s=1.5&seed=9&run=1&page=learn")
	f.Add("#lab=toy&x=1;2;3&mode=b&most=1")
	f.Fuzz(func(t *testing.T, link string) {
		s := &test.Browser{}
		m := New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
		m.Start("", false, link)
		if !m.Front.Ready() {
			t.Fatalf("the link left %v", m.Front.Cross)
		}
		again := New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
		again.Start("", false, m.Link(false))
		if len(again.Notes) > 0 || !again.Front.Spec.Equal(m.Front.Spec) || again.Page != m.Page {
			t.Fatalf("%q reads back with %q", m.Link(false), again.Notes)
		}
	})
}

func TestPresetResetSeed(t *testing.T) {
	m, s := open(t, "#lab=toy&seed=42&s=0.7")
	m.Preset("0")
	if m.Front.Spec.Text("mode") != "b" || m.Front.Spec.Seed() != 42 || m.Front.Preset != 0 {
		t.Error("the preset was not taken, or took the seed")
	}
	m.Type("s", "nonsense")
	m.Reset()
	if m.Front.Spec.Seed() != 42 || m.Front.Spec.Float("s") != 0.5 || !m.Front.Ready() {
		t.Error("reset must keep the seed and forget drafts")
	}
	m.Preset("1")
	if m.Front.Spec.Seed() != 7 {
		t.Error("a preset with a seed sets it")
	}
	m.NewSeed()
	if m.Front.Spec.Seed() != 456789 {
		t.Errorf("new seed %d", m.Front.Spec.Seed())
	}
	m.Preset("99")
	m.Preset("x")
	s.Pass()
	if !strings.Contains(s.LastHash, "seed=456789") {
		t.Errorf("address %s", s.LastHash)
	}
}

func TestRun(t *testing.T) {
	m, s := open(t, "")
	m.Test()
	m.Test()
	if len(s.Runs) != 1 || m.Front.Run == nil {
		t.Fatalf("%d runs after two presses", len(s.Runs))
	}
	r := s.Runs[0]
	phase := lang.Say("work.worst-event")
	for i := range 50 {
		r.Progress(wire.Progress{Phase: phase, Fraction: float64(i) / 100})
	}
	waiting := 0
	for _, x := range s.Timers {
		if !x.Dead {
			waiting++
		}
	}
	if waiting > 0 {
		t.Errorf("fifty reports of progress asked for %d renders", waiting)
	}
	if want := (wire.Bar{Task: m.Front.Run.Serial, Fraction: 0.49, Phase: m.Say(phase),
		Percent: "49 %"}); s.LastBar != want {
		t.Errorf("the bar shows %+v, want %+v", s.LastBar, want)
	}
	if m.Front.Run.Progress.Fraction != 0.49 || m.Front.Run.Phase() != phase {
		t.Errorf("progress %+v", m.Front.Run.Progress)
	}
	raw := test.Report(t, r.Spec)
	looks := len(s.Looks)
	r.Done(raw, "")
	if m.Front.Run != nil || m.Front.Report == nil || m.Front.Stale() {
		t.Fatal("the report was not taken")
	}
	if len(s.Looks) != looks+1 || string(s.Looks[looks].Report) != string(raw) {
		t.Error("the scene was not asked again with the report")
	}
	m.SaveReport()
	if s.Saved != string(raw) || s.File != "indistinct-toy-seed1.json" {
		t.Errorf("saved %s", s.File)
	}
	// A change makes it stale; a change that needs no new run does not.
	m.Choose("on", "0")
	if m.Front.Stale() {
		t.Error("stale after a change that needs no new run")
	}
	s.Looks[len(s.Looks)-1].Done(wire.Looked{})
	m.Slide("s", "900")
	if !m.Front.Stale() {
		t.Error("not stale after a change")
	}
	s.Pass()
	if s.Looks[len(s.Looks)-1].Report != nil {
		t.Error("a stale report was sent to the scene")
	}
	m.CopyLink()
	if strings.Contains(s.Copied, "run=1") {
		t.Error("a link to a stale result asks to run")
	}
	m.Slide("s", "250")
	if m.Front.Stale() {
		t.Error("stale after the change was taken back")
	}
	m.CopyLink()
	if s.Copied != "https://example.org/x/#lab=toy&v=2&on=0&seed=1&run=1" || m.Said == "" {
		t.Errorf("copied %s, said %q", s.Copied, m.Said)
	}
	s.Pass()
	if m.Said != "" {
		t.Error("the confirmation stays")
	}
	// Cancelled: the sentence, and the old report stays.
	m.Test()
	m.Cancel()
	m.Cancel()
	if !s.Runs[1].Cancelled || m.Front.Run.Phase().ID() != "work.stopping" {
		t.Error("not cancelled")
	}
	s.Runs[1].Done(nil, wire.Cancelled)
	if m.Front.Failed != wire.Cancelled || m.Front.Report == nil {
		t.Errorf("after cancel: %q", m.Front.Failed)
	}
	m.Test()
	s.Runs[2].Done([]byte("{nonsense"), "")
	if m.Front.Failed == "" || m.Front.Report == nil {
		t.Error("a broken report must leave the old one and a sentence")
	}
}

func TestWith(t *testing.T) {
	m, s := open(t, "")
	m.Test()
	s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
	m.TestWith("m", 40000)
	if len(s.Runs) != 2 || s.Runs[1].Spec.Int("m") != 40000 {
		t.Error("as many releases as needed were not drawn")
	}
}

// TestNotesGo: a note goes with the next step of the visitor, who then looks at
// something else than the file or the link that it speaks of.
func TestNotesGo(t *testing.T) {
	for name, step := range map[string]func(m *Model){
		"a setting":    func(m *Model) { m.Slide("s", "10") },
		"a run":        func(m *Model) { m.Test() },
		"another page": func(m *Model) { m.Go("", links.PageLearn) },
		"a laboratory": func(m *Model) { m.Go("other", links.PageLaboratory) },
	} {
		m, _ := open(t, "")
		m.Load("run.json", test.Report(t, m.Front.Spec))
		if len(m.Notes) != 1 {
			t.Fatalf("a saved run: %q", m.Notes)
		}
		if step(m); m.Notes != nil {
			t.Errorf("after %s the page still says %q", name, m.Notes)
		}
	}
}

func TestLoad(t *testing.T) {
	m, s := open(t, "")
	spec, err := m.Front.Spec.With(m.Front.Table, "s", "1.75")
	if err != nil {
		t.Fatal(err)
	}
	raw := test.Report(t, spec)
	m.Load("run.json", raw)
	if m.Front.Spec.Float("s") != 1.75 || m.Front.Report == nil ||
		m.Front.Source != lang.Verbatim("run.json") || m.Front.Stale() {
		t.Error("the run was not restored")
	}
	if len(m.Notes) != 1 || m.Notes[0].ID() != "page.file.run" {
		t.Errorf("a saved run: %q", m.Notes)
	}
	m.SaveReport()
	if s.Saved != string(raw) {
		t.Error("the file that was read is not the file that is saved")
	}
	m.Load("spec.json", []byte(`{"lab":"other","s":0.25,"bogus":1}`))
	if m.Front.About.Name != "other" || m.Front.Spec.Float("s") != 0.25 || len(m.Notes) != 1 {
		t.Errorf("a Spec alone: %s, %q", m.Front.About.Name, m.Notes)
	}
	// Data of the visitor's own: other files change nothing.
	m.Load("mine.csv", []byte("0.75\n"))
	if m.Front.Spec.Float("s") != 0.75 || !note(m, "page.file.data", "mine.csv") || m.Front.Source != "" {
		t.Errorf("data: s = %v, %q", m.Front.Spec.Float("s"), m.Notes)
	}
	m.Type("n", "77")
	for _, bad := range []string{"", "7", "nonsense", "[1,2]", "{", `{"spec":3}`, "{{"} {
		before := m.Front.Spec
		m.Load("bad.txt", []byte(bad))
		if !m.Front.Spec.Equal(before) || m.Front.About.Name != "other" || len(m.Notes) != 1 {
			t.Errorf("file %q: s = %v, notes %q", bad, m.Front.Spec.Float("s"), m.Notes)
		}
	}
	m.Go("toy", "")
	if m.Load("mine.csv", []byte("0.5")); m.Front.About.Name != "toy" || !note(m, "page.file.elsewhere", "Other") {
		t.Errorf("data for a laboratory that takes none: %q", m.Notes)
	}
	for _, bad := range []string{"", "nonsense", "[1,2]", `{"lab":7}`, `{"spec":3}`, `{"spec":{"lab":"toy","s":"<b>"}}`,
		strings.Repeat("{", 100000)} {
		m.Load(strings.Repeat("x", 500), []byte(bad))
		if len(m.Notes) == 0 || !m.Front.Ready() {
			t.Errorf("file %.20q: notes %q", bad, m.Notes)
		}
	}
}

func TestAnalyses(t *testing.T) {
	m, s := open(t, "")
	d := m.Front
	if got := d.Analyses(""); len(got) != 1 || got[0].Name != "sweep" {
		t.Errorf("beside the laboratory: %v", got)
	}
	if got := d.Analyses(links.PageExperiments); len(got) != 1 || got[0].Name != "fig" {
		t.Errorf("experiments: %v", got)
	}
	m.Compute(d, "sweep")
	m.Compute(d, "sweep")
	if len(s.Runs) != 1 {
		t.Fatalf("%d runs", len(s.Runs))
	}
	s.Runs[0].Progress(wire.Progress{Fraction: 0.5, Partial: []byte(`{"title":"half"}`)})
	s.Pass()
	if d.Task("sweep").Sheet == nil || d.Task("sweep").Sheet.Title != lang.Verbatim("half") {
		t.Error("the partial sheet is not shown")
	}
	m.Stop(d, "sweep")
	s.Runs[0].Done(nil, wire.Cancelled)
	if d.Task("sweep").Sheet == nil || d.Task("sweep").Fail != wire.Cancelled || d.Task("sweep").Running {
		t.Error("what a cancelled sweep had found must stay")
	}
	m.Compute(d, "sweep")
	s.Runs[1].Done([]byte(`{"title":"whole","found":{"lab":"toy","s":1.1}}`), "")
	m.Adopt(d, d.Task("sweep"))
	if m.Front.Spec.Float("s") != 1.1 {
		t.Error("what was found was not set")
	}
	if !d.Task("sweep").StaleFor(d.Spec) {
		t.Error("the sweep is from before a change")
	}
	// The rows of a timed table get their seconds; what is saved has none.
	m.Compute(d, "sweep")
	timed := `{"title":"timed","tables":[{"id":"t","timed":true,"columns":["row"],"rows":[[{"text":"a"}]]}]}`
	s.Runs[2].Progress(wire.Progress{Partial: []byte(timed)})
	s.Runs[2].Done([]byte(timed), "")
	if got := d.Task("sweep").Sheet.Tables[0]; len(got.Columns) != 2 || len(got.Rows[0]) != 2 ||
		string(d.Task("sweep").Raw) != timed {
		t.Errorf("%+v", got)
	}
}

// The repetition stands first beside the laboratory once it is asked for; the link to
// give away starts it again as long as the settings are the same.
func TestRepeat(t *testing.T) {
	m, s := open(t, "")
	d := m.Front
	if d.Repetition() != nil {
		t.Error("a repetition that nobody asked for")
	}
	m.Repeat()
	m.Repeat()
	if len(s.Runs) != 1 || s.Runs[0].Task != lab.Again {
		t.Fatalf("runs: %+v", s.Runs)
	}
	if got := d.Repetition(); len(got) != 1 || got[0].Name != lab.Again {
		t.Errorf("under the stage: %v", got)
	}
	if strings.Contains(m.ShareLink(), "again=1") {
		t.Error("a link to a repetition that shows nothing yet")
	}
	s.Runs[0].Done([]byte(`{"title":"whole"}`), "")
	if !strings.Contains(m.ShareLink(), "&again=1") {
		t.Error(m.ShareLink())
	}
	_, opened := open(t, m.ShareLink())
	if n := len(opened.Runs); n != 1 || opened.Runs[0].Task != lab.Again {
		t.Errorf("the link starts %+v", opened.Runs)
	}
	m.Slide("s", "0.25")
	if strings.Contains(m.ShareLink(), "again=1") {
		t.Error("the link repeats a test of other settings")
	}
}

func TestScene(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Look: lab.Look{Facts: []lab.Fact{{Name: "d", Key: true}},
		Alt: lang.Verbatim(`A "ring".`)},
		Film: []byte("a film")})
	if len(s.Films) != 0 {
		t.Error("a film was sent to a scene that is not there")
	}
	m.FromScene(say.FromScene{Type: say.Ready})
	if len(s.Films) != 1 || m.Front.Alt != lang.Verbatim(`A "ring".`) {
		t.Errorf("%d films after ready, alt %q", len(s.Films), m.Front.Alt)
	}
	m.FromScene(say.FromScene{Type: say.Ready}) // it lost its context
	if len(s.Films) != 2 {
		t.Error("a scene that starts again gets no film")
	}
	if m.FromScene(say.FromScene{Type: say.Time, At: 1, Steps: 3}); m.Steps != 3 {
		t.Error("steps")
	}
	if m.FromScene(say.FromScene{Type: say.Time, At: 2, Steps: 3}) {
		t.Error("the clock asks for a render")
	}
	m.FromScene(say.FromScene{Type: say.Drag, Handle: "star", X: 0.9})
	if m.Front.Spec.Float("s") != 0.9 {
		t.Error("the drag did not reach the Spec")
	}
	if m.FromScene(say.FromScene{Type: say.Drag, Handle: "nothing"}) {
		t.Error("an unknown handle changed something")
	}
	m.FromScene(say.FromScene{Type: say.Pick, Handle: "sensor:3"})
	if m.Front.Spec.Int("n") != 3 {
		t.Error("the click did not reach the Spec")
	}
	if !m.MoveStar("ArrowLeft") || m.Front.Spec.Float("s") != 0.89 || m.MoveStar("Enter") {
		t.Errorf("the arrow key gave %v", m.Front.Spec.Float("s"))
	}
	m.FromScene(say.FromScene{Type: say.Error, Text: "No WebGL."})
	if m.Broken != lang.Verbatim("No WebGL.") {
		t.Error("the error is not shown")
	}
}

func TestLooks(t *testing.T) {
	m, s := open(t, "")
	for range 20 {
		m.Press("s", "ArrowRight")
	}
	s.Pass()
	if len(s.Looks) != 1 {
		t.Errorf("%d looks at a time", len(s.Looks))
	}
	s.Looks[0].Done(wire.Looked{})
	if len(s.Looks) != 2 || s.Looks[1].Spec.Float("s") != 0.7 {
		t.Errorf("twenty changes in a row asked for %d looks", len(s.Looks)-1)
	}
	s.Pass()
	if len(s.Looks) != 2 {
		t.Error("an answer without a change asked again")
	}
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: lang.Say("lab.none.analysis.any")})
	if m.Front.Trouble == "" {
		t.Error("the failed look is not shown")
	}
	before := s.Pushed
	m.Go("other", links.PageLaboratory)
	if s.Pushed != before+1 || s.LastHash != "#lab=other&v=2&seed=1" || s.Title != "Other · Indistinct" {
		t.Errorf("after the link: %d pushed, %s, %s", s.Pushed-before, s.LastHash, s.Title)
	}
	m.Go("", links.PageLearn)
	if s.Page != links.PageLearn || !strings.HasSuffix(s.LastHash, "&page=learn") {
		t.Errorf("learn: %s %s", s.Page, s.LastHash)
	}
	m.Go("toy", links.PageLaboratory)
	if m.Front.Spec.Float("s") != 0.7 {
		t.Errorf("coming back lost the settings: %v", m.Front.Spec.Float("s"))
	}
}

func TestTheme(t *testing.T) {
	s := &test.Browser{}
	m := New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Start("no such theme", true, "")
	if m.Theme != "" || m.ThemeShown != "dark" {
		t.Errorf("an unknown theme is %q, shown %q", m.Theme, m.ThemeShown)
	}
	if m.Open("#present=1&theme=light"); m.Theme != "light" || s.ShownTheme != "light" || !m.Presenting ||
		m.Notes != nil {
		t.Errorf("a presentation in light colours is shown in %q, notes %q", m.Theme, m.Notes)
	}
	m.SetTheme("projector")
	if s.ShownTheme != "projector" || s.Messages[len(s.Messages)-1].Name != "projector" {
		t.Error("the theme was not handed on")
	}
}

// resting is a pool that counts how often its workers were given back.
type resting struct {
	*test.Browser
	rests int
}

func (r *resting) Rest() { r.rests++ }

// TestFrameOutOfSight: it gives its workers back, once no look is under way.
func TestFrameOutOfSight(t *testing.T) {
	s := &test.Browser{}
	r := &resting{Browser: s}
	m := New(s, r, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Start("", false, "#embed=1")
	m.Away(true, false)
	if len(s.Looks) != 1 || r.rests != 0 {
		t.Fatalf("%d looks, %d rests during the first", len(s.Looks), r.rests)
	}
	if s.Looks[0].Done(wire.Looked{}); r.rests != 1 {
		t.Errorf("%d rests after the look", r.rests)
	}
	m.Away(false, false)
	m.Reset()
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{})
	if r.rests != 1 {
		t.Error("a frame in sight gave its workers back")
	}
	if m.Away(true, false); r.rests != 2 {
		t.Error("a frame that nothing is asked of kept its workers")
	}
}

// TestRefusedAccent: a frame says that its accent is not on the picture, and why.
func TestRefusedAccent(t *testing.T) {
	s := &test.Browser{}
	m := New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Start("light", false, "#embed=1&run=1&theme=light&bg=fff7e6&accent=006633")
	if !note(m, "page.frame.accent", "too near #") || len(s.Runs) != 1 {
		t.Errorf("notes %q, %d runs", m.Notes, len(s.Runs))
	}
	if m.Open("#embed=1&theme=light&accent=c2148a"); m.Notes != nil {
		t.Errorf("an accent of its own: %q", m.Notes)
	}
}

// TestUndo: the back button undoes one settled change, however many values a
// drag went through.
func TestUndo(t *testing.T) {
	m, s := open(t, "")
	for range 30 {
		m.Press("s", "ArrowRight")
	}
	write := func() { // the timer for the address ends while the drag goes on
		m.hashTimer()
		m.address()
	}
	write()
	m.Press("s", "ArrowRight")
	write()
	if s.Pushed != 1 || !strings.Contains(s.LastHash, "s=0.81") {
		t.Errorf("during a drag: %d entries, %s", s.Pushed, s.LastHash)
	}
	s.Pass() // it settles
	m.Press("s", "ArrowLeft")
	s.Pass()
	if s.Pushed != 2 || !strings.Contains(s.LastHash, "s=0.8&") {
		t.Errorf("after a second change: %d entries, %s", s.Pushed, s.LastHash)
	}
	m.Test()
	s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
	m.Open("#lab=toy&v=2&s=0.81&seed=1")
	if !m.Front.Stale() {
		t.Error("the result of other settings is not stale")
	}
	m.Open("#lab=toy&v=2&s=0.8&seed=1&run=1")
	if m.Front.Stale() || len(s.Runs) != 1 {
		t.Error("going back to settings whose result is there runs again")
	}
}

func TestFilesOfAnySize(t *testing.T) {
	m, _ := open(t, "")
	if m.Accepts("big.json", 300<<20) || !note(m, "page.file.large", "300 MB") {
		t.Errorf("a file of 300 MB: %q", m.Notes)
	}
	var b strings.Builder
	b.WriteString(`{"lab":"toy","s":1.5`)
	for i := range 100000 {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	b.WriteString("}")
	m.Load("wide.json", []byte(b.String()))
	if m.Front.Spec.Float("s") != 1.5 || len(m.Notes) != 2 || m.Notes[1] != lang.Say("lab.link.more", "n", 99999) {
		t.Errorf("100,000 unknown fields: %d notes, the last %q", len(m.Notes), m.Notes[len(m.Notes)-1])
	}
	r := lab.Report{Program: "indistinct", Version: 3, Spec: m.Front.Spec}
	r.Verdict = audit.Violation
	r.Curve.Epsilon = make([]sheet.Real, 100000)
	r.Curve.Exact = r.Curve.Epsilon[:7]
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if m.Load("long.json", data); m.Front.Report == nil || !note(m, "page.file.run", "long.json") {
		t.Errorf("a report of 100,000 points: notes %q", m.Notes)
	}
	m.Unread("x.json")
	if !note(m, "worker.file", "x.json") {
		t.Errorf("%q", m.Notes)
	}
}
