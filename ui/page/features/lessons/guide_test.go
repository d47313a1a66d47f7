package lessons

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/dom"
	"indistinct/ui/page/features/share"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/view"
)

// open is a page with lessons, which can be shared.
func open(link string) (*state.Model, *Feature, *test.Browser) {
	s := &test.Browser{}
	m, f := openIn(s, link)
	return m, f, s
}

// openIn is such a page in a browser that has shown one before.
func openIn(s *test.Browser, link string) (*state.Model, *Feature) {
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	f := &Feature{Plain: state.Plain{M: m}}
	m.Use(f, &share.Feature{Plain: state.Plain{M: m}})
	m.Start("", false, link)
	return m, f
}

// sharing is the page's dialog for sharing.
func sharing(m *state.Model) *share.Feature { return m.Features[1].(*share.Feature) }

func runTest(t *testing.T, m *state.Model, s *test.Browser) {
	t.Helper()
	m.Test()
	r := s.Runs[len(s.Runs)-1]
	r.Done(test.Report(t, r.Spec), "")
}

// metered reports whether the meter of what an adversary can do is on the page.
func metered(t *testing.T, m *state.Model) bool {
	t.Helper()
	builds, err := vugu.NewBuildEnv(&events{})
	if err != nil {
		t.Fatal(err)
	}
	basics := &view.Basics{Part: view.Part{M: m, D: m.Front}}
	shown := dom.Markup(builds.RunBuild(basics), func(string) string { return "" })
	if !strings.Contains(shown, `class="dials"`) {
		t.Fatalf("there are no settings: %s", shown)
	}
	return strings.Contains(shown, `class="scale"`)
}

// events is an environment in which nothing happens.
type events struct{ sync.RWMutex }

func (e *events) UnlockOnly()   { e.Unlock() }
func (e *events) UnlockRender() { e.Unlock() }

func TestCourse(t *testing.T) {
	m, f, s := open("#lesson=toys:2")
	if m.Course == nil || m.Course.Step != 1 || m.Front.Spec.Float("s") != 0.4 || s.Pointed != "#run" {
		t.Fatalf("the link opens %+v with s = %v, pointing at %q", m.Course, m.Front.Spec.Float("s"), s.Pointed)
	}
	g := &Guide{M: m, F: f, C: m.Course}
	if g.next().ID() != "lessons.skip" || g.answerText().ID() != "lessons.answer.choose" {
		t.Errorf("before a prediction: %q, %q", g.next(), g.answerText())
	}
	m.Front.Meter = &lab.Meter{Success: 0.9}
	if metered(t, m) {
		t.Error("the meter tells the answer beside the question")
	}
	f.Predict(1)
	if g.answerText().ID() != "lessons.answer.noted" {
		t.Errorf("after a prediction: %q", g.answerText())
	}
	runTest(t, m, s)
	if !m.Course.Done || m.Course.Right || !metered(t, m) ||
		g.answerText() != lang.Say("lessons.answer.wrong", "say", lang.Say("toy.lesson.toys.2.yes", "eps", 1)) ||
		g.answerClass() != "answer again" || g.next().ID() != "lessons.next" {
		t.Errorf("after a wrong prediction: %q, %s, %q", g.answerText(), g.answerClass(), g.next())
	}
	f.Predict(0)
	if m.Course.Option != 1 {
		t.Error("the prediction changed after the answer")
	}
	f.Advance(1)
	if s.LastHash != "#lab=toy&v=2&s=0.4&seed=1&lesson=toys:3" || s.Pointed != `[data-param="n"]` ||
		f.Reached()["toys"].Reached != 3 {
		t.Errorf("the third step: %s, pointing at %q, kept %q", s.LastHash, s.Pointed, s.Kept[progressKey])
	}
	if c := g.controls(); len(c) != 1 || c[0].P.Name != "n" || m.Front.Open["drawer"] {
		t.Errorf("the step shows the controls %v, the drawer is open: %v", c, m.Front.Open["drawer"])
	}
	says := func(when, class, text string) {
		t.Helper()
		if got := m.Say(g.answerText()); got != text || g.answerClass() != "answer "+class {
			t.Errorf("%s it says %q, %s", when, got, g.answerClass())
		}
	}
	runTest(t, m, s)
	says("after a wrong try", "again", "Not yet. s was 0.4. “Factor s” is still 0.4: raise it.")
	if s.Pointed != `[data-param="s"]` || !g.moves() || m.Say(g.moveText()) != "Go to Factor s" {
		t.Errorf("after a wrong try it points at %q, the button says %q", s.Pointed, m.Say(g.moveText()))
	}
	m.Choose("mode", "b")
	runTest(t, m, s)
	says("with another mode", "again", "“Mode” is B: put it back to A.")
	if g.moveText().ID() != "page.hint.putback" || g.next().ID() != "lessons.finish" {
		t.Errorf("with another mode the buttons say %q, %q", g.moveText(), g.next())
	}
	f.Move()
	m.Type("s", "1.5")
	runTest(t, m, s)
	says("after a right try", "well", "Done. s was 1.5.")
	done := m.Front.Raw
	m.Type("s", "0.7")
	runTest(t, m, s)
	says("after a later wrong try", "again", "Solved before. This run: s was 0.7. “Factor s” is 0.7: raise it.")
	if m.Course.Open() {
		t.Error("a later wrong try closes the step again")
	}
	f.Advance(1)
	if !m.Course.Ended || s.Pointed != "" || s.Focused != "course-step" || !bytes.Equal(m.Front.Raw, done) ||
		m.Front.Spec.Float("s") != 1.5 {
		t.Errorf("at the end: %+v, pointing at %q, at s = %v", m.Course, s.Pointed, m.Front.Spec.Float("s"))
	}
	if got := g.C.Results(); len(got) != 2 || m.Say(got[1]) != "s was 1.5." || g.nextLesson() != "" ||
		g.ended().ID() != "toy.lesson.toys.end" || len(g.left()) != 0 {
		t.Errorf("the closing card says %q, and offers %q", got, g.nextLesson())
	}
	m.Emit(state.Event{Kind: state.Sharing})
	if link := sharing(m).Link(); !strings.HasSuffix(link, "s=1.5&seed=1&run=1") {
		t.Errorf("what was found is shared as %s", link)
	}
	again, back := openIn(s, s.LastHash)
	if c := again.Course; c == nil || !c.Ended || !slices.Equal(c.Results(), g.C.Results()) ||
		again.Front.Spec.Float("s") != 1.5 || len(again.Notes) > 0 {
		t.Errorf("after a reload of %s: %+v, s = %v, notes %q", s.LastHash, c, again.Front.Spec.Float("s"), again.Notes)
	}
	if back.Advance(-1); again.Course.Ended || again.Course.Step != 2 {
		t.Errorf("back from it: %+v", again.Course)
	}
	g.toList()
	if m.Course != nil || m.Page != learn {
		t.Errorf("after the end: %v on page %q", m.Course, m.Page)
	}
	offers := (&List{M: m, F: f}).offers()
	if len(offers) != 1 || offers[0].First || offers[0].Verb().ID() != "lessons.again" ||
		offers[0].side().ID() != "lessons.side.done" {
		t.Errorf("the list of lessons says %+v", offers)
	}
	f.Learn("toys:1")
	if m.Course == nil || m.Front.Spec.Float("s") != 0.3 || m.Page != "" {
		t.Error("the list does not open the lesson")
	}
	m.Go("other", "")
	if m.Course != nil {
		t.Error("the lesson went along into another laboratory")
	}
}

// The closing card names what was solved and what is still open, with the way there, and the
// list calls a lesson done when all of it is.
func TestClosingCard(t *testing.T) {
	side := func(m *state.Model, f *Feature) string { return m.Say((&List{M: m, F: f}).offers()[0].side()) }
	m, f, s := open("#lesson=toys:1")
	g := &Guide{M: m, F: f, C: m.Course}
	for range 3 {
		f.Advance(1)
	}
	if g.ended().ID() != "toy.lesson.toys.lead" || !slices.Equal(g.left(), []int{1, 2}) ||
		side(m, f) != "5 minutes, 3 steps · 2 steps still open" {
		t.Errorf("after nothing: %q, open %v; the list says %q", g.ended(), g.left(), side(m, f))
	}
	f.Advance(g.left()[0] - 3)
	if m.Course.Step != 1 || m.Course.Ended {
		t.Errorf("the way to the second step leads to %d", m.Course.Step)
	}
	f.Predict(0)
	runTest(t, m, s)
	f.Advance(1)
	runTest(t, m, s) // s stays too small
	f.Advance(1)
	if m.Say(g.ended()) != "1 of 2 questions and tasks done" || !slices.Equal(g.left(), []int{2}) ||
		len(g.C.Results()) != 1 || side(m, f) != "5 minutes, 3 steps · one step still open" {
		t.Errorf("after the question: %q, open %v; the list says %q", g.ended(), g.left(), side(m, f))
	}
	offer := (&List{M: m, F: f}).offers()[0]
	if offer.Link() != "toys:3" || !offer.First || offer.Verb() != lang.Say("lessons.goon", "step", 3) {
		t.Errorf("the list goes on at %s", offer.Link())
	}

	// On another day it goes on there, and from its first step it begins anew.
	kept := s.Kept
	m, f, s = open("")
	s.Kept = kept
	m.Open("#lesson=toys:3")
	g = &Guide{M: m, F: f, C: m.Course}
	m.Type("s", "1.5")
	runTest(t, m, s)
	f.Advance(1)
	if g.ended().ID() != "toy.lesson.toys.end" || len(g.C.Results()) != 2 || side(m, f) != "5 minutes, 3 steps · done" {
		t.Errorf("after the task: %q, with %q; the list says %q", g.ended(), g.C.Results(), side(m, f))
	}
	f.Learn("toys:1")
	if g.C = m.Course; len(g.left()) != 2 || side(m, f) != "5 minutes, 3 steps · done" {
		t.Errorf("begun anew, %v is open; the list says %q", g.left(), side(m, f))
	}
	for _, garbage := range []string{"toys:3", `{"toys": null}`, `{"toys": 3}`, `[1]`,
		strings.Repeat("[", 1<<20)} {
		s.Kept[progressKey] = garbage
		if side(m, f) != "5 minutes, 3 steps" {
			t.Errorf("with %.20q kept the list says %q", garbage, side(m, f))
		}
	}
}

// A step that keeps the settings of the one before it opens with them from wherever it is
// entered: by a link, from the list, from the closing card.
func TestStepByItself(t *testing.T) {
	lesson := test.Toy{}.Lessons()[0]
	keeps := slices.IndexFunc(lesson.Steps, func(s lab.LessonStep) bool { return s.Set == nil })
	m, f, _ := open(fmt.Sprintf("#lesson=toys:%d", keeps+1))
	want := lesson.Opening(m.Front.Table, m.Front.Defaults, keeps)
	if want.Equal(m.Front.Defaults) || !m.Front.Spec.Equal(want) {
		t.Errorf("by its link step %d opens with %s", keeps+1, m.Front.Spec.Link(m.Front.Table))
	}
	m.Type("s", "1.7")
	f.Learn(fmt.Sprintf("toys:%d", keeps+1))
	if !m.Front.Spec.Equal(want) {
		t.Errorf("from the list step %d opens with %s", keeps+1, m.Front.Spec.Link(m.Front.Table))
	}
	f.Advance(-1)
	m.Type("s", "1.7")
	f.Advance(1)
	if m.Front.Spec.Float("s") != 1.7 {
		t.Error("coming from the step before, what was set there is lost")
	}
	again, _, _ := open(fmt.Sprintf("%s&lesson=toys:%d", m.Front.Defaults.Link(m.Front.Table), keeps+1))
	if !again.Front.Spec.Equal(m.Front.Defaults) {
		t.Error("opened again, settings that are the defaults are lost")
	}
}

// A prediction that is made after a run, during it, or anew, is not counted as one.
func TestLatePrediction(t *testing.T) {
	m, f, s := open("#lesson=toys:2")
	g := &Guide{M: m, F: f, C: m.Course}
	late := func(when string, option int) {
		t.Helper()
		f.Predict(option)
		if k := m.Course; !k.Done || k.Right || g.answerClass() != "answer hint" || len(k.Results()) != 1 ||
			!strings.HasPrefix(m.Say(g.answerText()), m.Text("lessons.answer.late")+" ") {
			t.Errorf("%s: done %v, right %v, it says %q", when, k.Done, k.Right, m.Say(g.answerText()))
		}
	}
	runTest(t, m, s)
	if m.Course.Done || g.answerText() != lang.Say("lessons.answer.late") {
		t.Errorf("after a run without a prediction it says %q", g.answerText())
	}
	late("after a run", 0)
	f.Advance(-1)
	f.Advance(1)
	late("after another prediction", 0)
	if left := g.left(); !slices.Equal(left, []int{1, 2}) || g.ended().ID() != "toy.lesson.toys.lead" ||
		!strings.Contains(beside(t, g), m.Text("lessons.again")) {
		t.Errorf("a late prediction counts: %v is open, the card says %q", left, g.ended())
	}

	m, f, s = open("#lesson=toys:2")
	g = &Guide{M: m, F: f, C: m.Course}
	m.Test()
	f.Predict(0)
	r := s.Runs[len(s.Runs)-1]
	r.Done(test.Report(t, r.Spec), "")
	late("during a run", 0)

	// A run at other settings tells nothing of the answer.
	m, f, s = open("#lesson=toys:2")
	g = &Guide{M: m, F: f, C: m.Course}
	m.Choose("mode", "b")
	runTest(t, m, s)
	f.Predict(0)
	if m.Say(g.answerText()) != "“Mode” is B: put it back to A." || !g.moves() {
		t.Errorf("with another mode it says %q", m.Say(g.answerText()))
	}
	f.Move()
	runTest(t, m, s)
	if !m.Course.Right || g.answerText().ID() != "lessons.answer.right" {
		t.Errorf("put back, it says %q", m.Say(g.answerText()))
	}
}

// What was predicted and found stays as long as the lesson: through the browser's Back and
// Forward, which open the addresses of steps, and in a page that is opened again. A prediction
// that a run has answered is not replaced, nor is one that came after a run counted later.
func TestPredictionStays(t *testing.T) {
	m, f, s := open("#lesson=toys:1")
	first := s.LastHash
	f.Advance(1)
	question := s.LastHash
	answered := func(when string, m *state.Model, f *Feature, option int, id string) {
		t.Helper()
		g := &Guide{M: m, F: f, C: m.Course}
		if f.Predict(1 - option); m.Course.Option != option || g.answerText().ID() != id {
			t.Errorf("%s: option %d, it says %q", when, m.Course.Option, m.Say(g.answerText()))
		}
	}
	f.Predict(1)
	m.Open(first)
	m.Open(question)
	if m.Course.Option != 1 || m.Course.Done {
		t.Errorf("after Back and Forward the prediction is %d", m.Course.Option)
	}
	runTest(t, m, s)
	shown := m.Front.Raw
	answered("after the run", m, f, 1, "lessons.answer.wrong")
	m.Open(first)
	m.Open(question)
	answered("after Back and Forward", m, f, 1, "lessons.answer.wrong")
	again, feature := openIn(s, question)
	answered("opened again", again, feature, 1, "lessons.answer.wrong")
	m.Choose("mode", "b")
	runTest(t, m, s)
	answered("after a run at other settings", m, f, 1, "page.hint.back")
	m.Open(first)
	m.Open(question)
	f.Advance(1)
	if f.Advance(1); len(m.Course.Results()) != 1 || len(m.Course.Left(m.Course.Lesson)) != 1 ||
		!bytes.Equal(m.Front.Raw, shown) {
		t.Errorf("the closing card says %q", m.Course.Results())
	}

	// Once more is a wish, and only that.
	if f.Anew(); m.Course.Step != 0 || m.Course.Kept() || f.Reached()["toys"].Reached != 3 {
		t.Errorf("begun anew: %+v", m.Course)
	}
	f.Advance(1)
	runTest(t, m, s)
	m.Open(first)
	m.Open(question)
	f.Predict(0)
	runTest(t, m, s)
	if m.Course.Right || !m.Course.Late {
		t.Error("a prediction that a run has told is counted after Back and Forward")
	}

	// An answer of another lesson of that name is none.
	s.Kept[progressKey] = `{"toys": {"shown": {"1": "toy.lead"}, "answers": {"1": {"option": 7}}}}`
	if again, feature = openIn(s, question); again.Course.Option != -1 || again.Course.Done {
		t.Errorf("an option that is not there is %+v", again.Course.Answer)
	}
	(&Guide{M: again, F: feature, C: again.Course}).bars()
}

// beside is the lesson as it stands on the page.
func beside(t *testing.T, g *Guide) string {
	t.Helper()
	builds, err := vugu.NewBuildEnv(&events{})
	if err != nil {
		t.Fatal(err)
	}
	return dom.Markup(builds.RunBuild(g), func(string) string { return "" })
}

// A second tab of the lesson shows what the first one did, adds to it, and replaces nothing; a
// lesson that is begun anew in one is so in the other.
func TestSecondTab(t *testing.T) {
	m, f, s := open("#lesson=toys:2")
	other, second := openIn(s, "#lesson=toys:2")
	run := func(m *state.Model) { runTest(t, m, s) }
	second.Predict(0)
	f.Predict(1)
	run(m)
	if run(other); other.Course.Option != 1 || other.Course.Right {
		t.Errorf("the run of the second tab answers %d", other.Course.Option)
	}
	if second.Predict(0); other.Course.Option != 1 || second.Reached()["toys"].Answers[1].Option != 1 {
		t.Errorf("the second tab has replaced the first prediction by %d", other.Course.Option)
	}
	second.Advance(1)
	other.Type("s", "1.5")
	run(other)
	f.Advance(-1)
	f.Advance(1)
	if f.Advance(1); !m.Course.Solved || m.Course.Open() || len(m.Course.Left(m.Course.Lesson)) != 0 {
		t.Errorf("what the second tab solved is open in the first: %v", m.Course.Left(m.Course.Lesson))
	}
	f.Anew()
	if second.Advance(-1); other.Course.Option != -1 || other.Course.Done || other.Course.Kept() {
		t.Errorf("begun anew in one tab, the other still has %+v", other.Course.Answer)
	}
	other.Test() // stays under way
	if second.Predict(0); !other.Course.Late {
		t.Error("a prediction during a run is not late")
	}
	if f.Advance(1); !m.Course.Late || m.Course.Option != 0 {
		t.Errorf("the first tab does not know that a run came before the prediction: %+v", m.Course.Answer)
	}

	// A browser that keeps nothing more loses nothing of what is on the page.
	m, f, s = open("#lesson=toys:2")
	kept := s.Kept[progressKey]
	f.Predict(1)
	run(m)
	s.Kept[progressKey] = kept
	f.Advance(1)
	if f.Advance(-1); m.Course.Option != 1 || !m.Course.Done {
		t.Errorf("without a place to keep it the answer is lost: %+v", m.Course.Answer)
	}
}

// A teacher's link notes predictions and keeps the answers.
func TestQuietCourse(t *testing.T) {
	m, f, s := open("#lab=toy&s=0.7&lesson=toys:2&quiet=1")
	if m.Front.Spec.Float("s") != 0.7 {
		t.Errorf("the link's own s became %v", m.Front.Spec.Float("s"))
	}
	g := &Guide{M: m, F: f, C: m.Course}
	f.Predict(0)
	runTest(t, m, s)
	if text := g.answerText(); text != lang.Say("lessons.answer.quiet") {
		t.Errorf("the answer is given: %q", text)
	}
	m.Front.Meter = &lab.Meter{Success: 0.9}
	if metered(t, m) {
		t.Error("the meter gives the answer")
	}
	if !strings.HasSuffix(m.Link(state.Address, false, false), "&lesson=toys:2&quiet=1") {
		t.Errorf("the link is %s", m.Link(state.Address, false, false))
	}
	f.Advance(1)
	runTest(t, m, s)
	if g.answerText() != lang.Say("lessons.answer.notyet") {
		t.Errorf("a wrong try is told %q", g.answerText())
	}
	f.Advance(1)
	if got := g.C.Results(); len(got) != 1 || m.Say(got[0]) != "Your prediction in step 2 is noted." ||
		m.Say(g.ended()) != "1 of 2 questions and tasks done" || !slices.Equal(g.left(), []int{2}) {
		t.Errorf("at the end it says %q, %q, and that %v is open", m.Say(g.ended()), got, g.left())
	}
}
