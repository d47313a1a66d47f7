package state

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
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
	m.Front.Leave("s")
	s.Pass()
	if s.LastHash != "#lab=toy&v=2&s=1.25&seed=1" {
		t.Errorf("the address is %s", s.LastHash)
	}
	// A bad text is kept as it is, the Spec keeps the last good value, the test
	// waits.
	m.Type("s", "9,9x")
	m.Front.Leave("s")
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
	m.Front.Leave("s")
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
	if want := []any{m.Front.Run.Serial, 0.49, m.Say(phase), "49\u00a0%", ""}; !slices.Equal(s.LastBar, want) {
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
	m.Slide("s", "250")
	if m.Front.Stale() {
		t.Error("stale after the change was taken back")
	}
	s.Pass()
	// Cancelled: the sentence, and the old report stays.
	m.Test()
	m.Front.Run.Stop()
	m.Front.Run.Stop()
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

func TestAnalyses(t *testing.T) {
	m, s := open(t, "")
	d := m.Front
	if got := d.Analyses(""); len(got) != 1 || got[0].Name != "sweep" {
		t.Errorf("beside the laboratory: %v", got)
	}
	if got := d.Analyses("experiments"); len(got) != 1 || got[0].Name != "fig" {
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
	d.Task("sweep").Stop()
	s.Runs[0].Done(nil, wire.Cancelled)
	if d.Task("sweep").Sheet == nil || d.Task("sweep").Fail != wire.Cancelled || d.Task("sweep").Running {
		t.Error("what a cancelled sweep had found must stay")
	}
	m.Compute(d, "sweep")
	s.Runs[1].Done([]byte(`{"title":"whole"}`), "")
	m.Type("s", "1.1")
	if !d.Task("sweep").StaleFor(d.Spec) {
		t.Error("the sweep is from before a change")
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
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	if len(s.Films) != 1 || m.Front.Alt != lang.Verbatim(`A "ring".`) {
		t.Errorf("%d films after ready, alt %q", len(s.Films), m.Front.Alt)
	}
	m.Scene.Hear(say.FromScene{Type: say.Ready}) // it lost its context
	if len(s.Films) != 2 {
		t.Error("a scene that starts again gets no film")
	}
	if m.Scene.Hear(say.FromScene{Type: say.Time, At: 1, Steps: 3}); m.Scene.Steps != 3 {
		t.Error("steps")
	}
	if m.Scene.Hear(say.FromScene{Type: say.Time, At: 2, Steps: 3}) {
		t.Error("the clock asks for a render")
	}
	m.Scene.Hear(say.FromScene{Type: say.Drag, Handle: "star", X: 0.9})
	if m.Front.Spec.Float("s") != 0.9 {
		t.Error("the drag did not reach the Spec")
	}
	if m.Scene.Hear(say.FromScene{Type: say.Drag, Handle: "nothing"}) {
		t.Error("an unknown handle changed something")
	}
	m.Scene.Hear(say.FromScene{Type: say.Pick, Handle: "sensor:3"})
	if m.Front.Spec.Int("n") != 3 {
		t.Error("the click did not reach the Spec")
	}
	dx, dy, ok := control.Arrow("ArrowLeft")
	if !ok || !m.Edit("star:key", dx, dy) || m.Front.Spec.Float("s") != 0.89 {
		t.Errorf("the arrow key gave %v", m.Front.Spec.Float("s"))
	}
	m.Scene.Hear(say.FromScene{Type: say.Error, Text: "No WebGL."})
	if m.Scene.Broken != lang.Verbatim("No WebGL.") {
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
	m.Go("other", "")
	if s.Pushed != before+1 || s.LastHash != "#lab=other&v=2&seed=1" || s.Title != "Other · Indistinct" {
		t.Errorf("after the link: %d pushed, %s, %s", s.Pushed-before, s.LastHash, s.Title)
	}
	m.Go("", "learn")
	if s.Page != "learn" || !strings.HasSuffix(s.LastHash, "&page=learn") {
		t.Errorf("learn: %s %s", s.Page, s.LastHash)
	}
	m.Go("toy", "")
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
	m.SetTheme("projector")
	if s.ShownTheme != "projector" || s.Messages[len(s.Messages)-1].Theme != "projector" {
		t.Error("the theme was not handed on")
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
		m.address.timer()
		m.address.write()
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

// TestUndoAfterAnotherPage: a change after another page was shown is a place to come back from, also where the
// last change before had not settled.
func TestUndoAfterAnotherPage(t *testing.T) {
	m, s := open(t, "")
	m.Press("s", "ArrowRight")
	m.Go("", "learn") // at once
	m.Go("", "")
	before := s.Pushed
	m.Press("s", "ArrowRight")
	m.Flush()
	if s.Pushed != before+1 || !strings.Contains(s.LastHash, "s=") {
		t.Errorf("%d entries for the change, %s", s.Pushed-before, s.LastHash)
	}
}

// TestHome: the laboratory that a page begins with is the one that was asked for or, where there is none of that name,
// the first.
func TestHome(t *testing.T) {
	for home, want := range map[string]string{"toy": "toy", "other": "other", "nowhere": "toy", "": "toy"} {
		s := &test.Browser{}
		m := New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, home, test.Language())
		if m.Start("", false, ""); m.Home != want || m.Front.About.Name != want {
			t.Errorf("asked for %q: home is %s, in front is %s", home, m.Home, m.Front.About.Name)
		}
	}
}

// TestOtherLaboratoryIsLookedAt: who goes to another laboratory sees what it looks like, which its Spec is asked for.
func TestOtherLaboratoryIsLookedAt(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{})
	m.Go("other", "")
	if n := len(s.Looks); n != 2 || s.Looks[1].Spec.Lab != "other" {
		t.Fatalf("%d looks", n)
	}
	s.Looks[1].Done(wire.Looked{})
	m.Go("", "learn")
	if len(s.Looks) != 2 {
		t.Error("another page of the same laboratory asked again")
	}
}

// TestFilmsThatChange: a film goes to the stage when it is another one, and not when a look brings the same again.
func TestFilmsThatChange(t *testing.T) {
	m, s := open(t, "")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	begun := len(s.Films)
	s.Looks[0].Done(wire.Looked{Film: []byte("a film")})
	for i, film := range []string{"a film", "another film", "another film", "a film"} {
		m.Press("s", "ArrowRight")
		s.Pass()
		if len(s.Looks) != i+2 {
			t.Fatalf("%d looks", len(s.Looks))
		}
		s.Looks[i+1].Done(wire.Looked{Film: []byte(film)})
		if want := begun + []int{1, 2, 2, 3}[i]; len(s.Films) != want {
			t.Errorf("look %d: %d films were sent, want %d", i+1, len(s.Films), want)
		}
	}
}

// TestClockBeforeTheScene: who drives the clock before the scene is there is told that it is to come; then the clock is
// driven.
func TestClockBeforeTheScene(t *testing.T) {
	for name, drive := range map[string]func(m *Model){say.Play: func(m *Model) { m.Scene.Play() },
		say.Step: func(m *Model) { m.Scene.Step(1) }, say.Seek: func(m *Model) { m.Scene.Seek("2.5") }} {
		m, s := open(t, "")
		if drive(m); m.Said.ID() != "page.stage.loading" || len(s.Messages) > 0 && s.Last().Type == name {
			t.Errorf("%s before the scene is there: %v is said, messages %v", name, m.Said, s.Messages)
		}
		m.Scene.Hear(say.FromScene{Type: say.Ready})
		m.Said = ""
		if drive(m); m.Said != "" || s.Last().Type != name {
			t.Errorf("%s: %v is said, the last message is %v", name, m.Said, s.Last())
		}
	}
}

// TestThemeIsKept: a theme that is chosen is the page's, in the order of the switch.
func TestThemeIsKept(t *testing.T) {
	m, s := open(t, "")
	for _, theme := range Themes {
		if m.SetTheme(theme); m.Theme != theme || theme != "" && s.ShownTheme != theme {
			t.Errorf("%q was chosen: the theme is %q, %q is shown", theme, m.Theme, s.ShownTheme)
		}
	}
}

// TestEditIsAChange: what is moved on the stage is looked at and written in the address like what is typed; what the
// stage does not know changes nothing.
func TestEditIsAChange(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{})
	if !m.Edit("star", 0.3, 0) {
		t.Fatal("the star cannot be moved")
	}
	s.Pass()
	if len(s.Looks) != 2 || s.Looks[1].Spec.Float("s") != m.Front.Spec.Float("s") || !strings.Contains(s.LastHash,
		"s=") {
		t.Errorf("%d looks, the address ends in %s", len(s.Looks), s.LastHash)
	}
	if m.Edit("nothing", 1, 1) || len(s.Looks) != 2 {
		t.Error("what is not there was moved")
	}
}

// TestBuiltLook: the look that came with the page is shown where its setting is, and nowhere else.
func TestBuiltLook(t *testing.T) {
	data := []byte(`{"facts": [{"label": "as built"}]}`)
	for link, want := range map[string]bool{"": true, "#lab=other&v=2": false, "#lab=toy&v=2&s=0.3": false} {
		m, _ := open(t, link)
		if m.Built(data); (len(m.Front.Facts) == 1) != want {
			t.Errorf("%q: facts %v", link, m.Front.Facts)
		}
	}
	m, _ := open(t, "")
	if m.Built([]byte(`{"facts": [{}]`)); len(m.Front.Facts) > 0 {
		t.Error("half a look was shown")
	}
}

// TestStateOfTheStage: the scene is shown where its picture is of what is in front, an error where it has broken, and
// neither before it is there.
func TestStateOfTheStage(t *testing.T) {
	m, s := open(t, "")
	if got := m.Scene.State(); got != "" {
		t.Errorf("before the scene is there the stage is %q", got)
	}
	m.Scene.Hear(say.FromScene{Type: say.Error, Text: "No WebGL."})
	if got := m.Scene.State(); got != "error" {
		t.Errorf("of a broken scene the stage is %q", got)
	}
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	s.Looks[0].Done(wire.Looked{Film: []byte("a film")})
	if got := m.Scene.State(); got != "" {
		t.Errorf("after another film was sent the stage is %q", got)
	}
}
