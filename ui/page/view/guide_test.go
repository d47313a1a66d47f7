package view

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
)

func TestCourse(t *testing.T) {
	m, s := openPage(t, "#lesson=toys:2")
	if m.Course == nil || m.Course.Step != 1 || m.Front.Spec.Float("s") != 0.4 || s.Pointed != "#run" {
		t.Fatalf("the link opens %+v with s = %v, pointing at %q", m.Course, m.Front.Spec.Float("s"), s.Pointed)
	}
	g := &Guide{M: m, C: m.Course}
	if g.next().ID() != "page.lesson.skip" || g.answerText().ID() != "page.answer.choose" {
		t.Errorf("before a prediction: %q, %q", g.next(), g.answerText())
	}
	runTest(t, m, s)
	if m.Course.Done {
		t.Error("a run answered a question that nobody had taken a guess at")
	}
	m.Predict(1) // the run is there already
	if !m.Course.Done || m.Course.Right ||
		g.answerText() != lang.Say("page.answer.wrong", "say", lang.Say("toy.lesson.toys.2.yes", "eps", 1)) ||
		g.answerClass() != "answer again" || g.next().ID() != "page.lesson.next" {
		t.Errorf("after a wrong prediction: %q, %s, %q", g.answerText(), g.answerClass(), g.next())
	}
	m.Predict(0)
	if m.Course.Option != 1 {
		t.Error("the prediction changed after the answer")
	}
	m.Advance(1)
	if s.LastHash != "#lab=toy&v=2&s=0.4&seed=1&lesson=toys:3" || s.Pointed != `[name="n"]` ||
		s.Kept[state.LessonsKey] != "toys:3" {
		t.Errorf("the third step: %s, pointing at %q, kept %q", s.LastHash, s.Pointed, s.Kept[state.LessonsKey])
	}
	tried := func(id string, at float64) lang.Message {
		return lang.Say(id, "say", lang.Say("toy.lesson.toys.3.was", "s", at))
	}
	runTest(t, m, s)
	if m.Course.Done || g.answerText() != tried("page.answer.again", 0.4) {
		t.Errorf("after a wrong try: %q", g.answerText())
	}
	m.Type("s", "1.5")
	runTest(t, m, s)
	if !m.Course.Done || g.answerText() != tried("page.answer.done", 1.5) || g.next().ID() != "page.lesson.finish" ||
		g.answerClass() != "answer well" {
		t.Errorf("after a right try: %q, %q", g.answerText(), g.next())
	}
	m.Advance(1)
	if m.Course != nil || m.Page != links.PageLearn || s.Pointed != "" {
		t.Errorf("after the end: %v on page %q, pointing at %q", m.Course, m.Page, s.Pointed)
	}
	offers := (&Lessons{M: m}).catalogues()
	if len(offers) != 2 || len(offers[1].Items) != 0 || offers[0].Items[0].Verb().ID() != "page.lesson.again" ||
		offers[0].Items[0].side().ID() != "page.lesson.side.done" {
		t.Errorf("the list of lessons says %+v", offers)
	}
	m.Learn("toys:1")
	if m.Course == nil || m.Front.Spec.Float("s") != 0.3 || m.Page != links.PageLaboratory {
		t.Error("the list does not open the lesson")
	}
	m.Go("other", "")
	if m.Course != nil {
		t.Error("the lesson went along into another laboratory")
	}
}

// A teacher's link notes predictions and keeps the answers.
func TestQuietCourse(t *testing.T) {
	m, s := openPage(t, "#lab=toy&s=0.7&lesson=toys:2&quiet=1")
	if m.Front.Spec.Float("s") != 0.7 {
		t.Errorf("the link's own s became %v", m.Front.Spec.Float("s"))
	}
	g := &Guide{M: m, C: m.Course}
	m.Predict(0)
	runTest(t, m, s)
	if text := g.answerText(); text != lang.Say("page.answer.quiet") {
		t.Errorf("the answer is given: %q", text)
	}
	if !strings.HasSuffix(m.Link(false), "&lesson=toys:2&quiet=1") {
		t.Errorf("the link is %s", m.Link(false))
	}
	m.Advance(1)
	runTest(t, m, s)
	if g.answerText() != lang.Say("page.answer.notyet") {
		t.Errorf("a wrong try is told %q", g.answerText())
	}
}
