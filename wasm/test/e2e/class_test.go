//go:build !js

package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestClass goes through what a class uses beside the laboratories.
func TestClass(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2&page=experiments")
	experimentsAtOnce(t, p)
	seeIt(t, p)
	p.Go("#lab=survey&v=2&page=reference&at=randomised-response")
	referenceOpensWords(t, p)
}

// experimentsAtOnce: a stored result is there when the page opens, says where
// it is from, and gives way to one that is computed here.
func experimentsAtOnce(t *testing.T, p *page.Page) {
	t.Helper()
	const card = `document.querySelector('#analysis-ring-fig2')`
	p.Wait(p.Says("#analysis-ring-fig2", "experiments.from.built"))
	var svg bool
	p.Eval(`!!`+card+`.querySelector('.thumb svg')`, &svg)
	if !svg {
		t.Error("a stored result has no picture")
	}
	stored := p.Text("#analysis-ring-fig2 .found")
	p.Shot("experiments")
	p.Eval(card+`.querySelector('button.go').click()`, nil)
	p.Wait(p.Says("#analysis-ring-fig2", "experiments.from.here"))
	if now := p.Text("#analysis-ring-fig2 .sheet .lead"); stored == "" || now != stored {
		t.Errorf("stored: %q, computed here with the same settings: %q", stored, now)
	}
	p.Shot("recomputed")
}

// referenceOpensWords goes through the reference by keyboard: a word of the
// glossary opens where it stands and closes again, a section has an address, and
// what is described can be seen.
func referenceOpensWords(t *testing.T, p *page.Page) {
	t.Helper()
	p.Wait(`document.activeElement.id === 'ref-randomised-response'`)
	p.Eval(`document.querySelector('.reference button.word').focus()`, nil)
	p.Keys("\r")
	p.Wait(`!!document.querySelector('[popover]:popover-open')`)
	if said := p.Text("[popover]:popover-open"); len(said) < 40 {
		t.Errorf("the word opens %q", said)
	}
	p.Shot("word")
	p.Keys(kb.Escape)
	p.Wait(`!document.querySelector('[popover]:popover-open')`)
	var broken int
	p.Wait(`document.querySelector('.still img').complete`)
	p.Eval(`[...document.querySelectorAll('.still img')].filter(i => i.naturalWidth === 0).length`, &broken)
	if broken > 0 {
		t.Error("the stage's picture does not load")
	}
	p.Eval(`document.querySelector('#ref-randomised-response .see a').click()`, nil)
	p.Wait(`document.body.dataset.page === '' && location.hash.includes('mech=rr')`)
	p.Eval(`document.querySelector('.top a[href*="page=reference"]').click()`, nil)
	p.Wait(p.Says("h1", "page.reference.of", "lab", lang.Say("survey.title")))
	p.Follow("#page=misprints&lab=ring&v=2") // as links of before have it
	p.Wait(p.Says("h1", "page.reference.of", "lab", lang.Say("ring.title")))
}

// seeIt follows every “See it” of the reference: it opens the laboratory at
// the settings that it names, without a word about them.
func seeIt(t *testing.T, p *page.Page) {
	t.Helper()
	for _, l := range guest.All() {
		name := l.About().Name
		p.Eval(fmt.Sprintf(`location.hash = %q`, "#lab="+name+"&v=2&page=reference"), nil)
		p.Wait(p.Says("h1", "page.reference.of", "lab", l.About().Title()))
		var links []string
		p.Eval(`[...document.querySelectorAll('.see a')].map(a => a.getAttribute('href'))`, &links)
		if len(links) == 0 {
			t.Errorf("%s: nothing can be seen", name)
		}
		for i, link := range links {
			p.Eval(fmt.Sprintf(`document.querySelectorAll('.see a')[%d].click()`, i), nil)
			p.Wait(fmt.Sprintf(`document.body.dataset.page === '' && document.body.dataset.lab === %q && location.hash === %q`, name, link))
			if note := p.Text(".note"); note != "" {
				t.Errorf("%s: it says %q", link, note)
			}
			p.Eval(`history.back()`, nil)
			p.Wait(fmt.Sprintf(`document.body.dataset.page === 'reference' && document.querySelectorAll('.see a').length === %d`, len(links)))
		}
	}
}

// try is a setting with which a task is tried: on top of what the step sets, or
// of what the step before it left.
type try []string

// tries are, for each task of the lessons by its link, a wrong try and a right one.
var tries = map[string][2]try{
	"give-away:3":   {{}, {"d", "0.1"}},
	"three-moves:3": {{"s", "0.05"}, {"s", "0.25"}},
	"not-private:2": {{}, {"n", "1000", "m", "10000"}},
	"not-private:5": {{}, {"noise", "0.2"}},
	"where-noise:3": {{}, {"half", "1"}},
	"where-noise:4": {{}, {"arch", "input"}},
	"price:3":       {{}, {"half", "0.3"}},
	"price:4":       {{}, {"eps", "4"}},
	"honestly:3":    {{"eps", "0.5"}, {"eps", "0.5", "bias", "0.05"}},
	"honestly:5":    {{}, {"budget", "3"}},
	"verify:3":      {{}, {"scale", "0.5"}},
	"verify:4":      {{}, {"m", "24000"}},
	"caught:3":      {{}, {"code", broken}},
	"caught:4":      {{"code", broken}, {"code", mended}},
	"digits:3":      {{}, {"bits", "0"}},
}

const (
	mended = "claim = 1\npairs = [(12, 13, \"one person more\")]\n\ndef release(count):\n    return count + laplace(1 / claim)\n"
	broken = "claim = 1\npairs = [(12, 13, \"one person more\")]\n\ndef release(count):\n    return count + laplace(0.3 / claim)\n"
)

// thoroughly are the lessons whose every question and task is tried: of a film, of a form and of
// a program. Of the others the first one is: what their steps say of all that can be done is
// TestCarelessPupil's matter, without a browser.
var thoroughly = []string{"give-away", "honestly", "caught"}

// TestLessonsWalked goes through every lesson on the page: a prediction is made
// before and after its run, a task tried wrongly and rightly, and what is
// said of it stands beside the stage.
func TestLessonsWalked(t *testing.T) {
	check.Full(t)
	t.Parallel()
	type walked struct {
		lab    lab.Laboratory
		lesson lab.Lesson
	}
	var halves [2][]walked
	n := 0
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			halves[n%2] = append(halves[n%2], walked{l, lesson})
			n++
		}
	}
	for k, half := range halves {
		t.Run(fmt.Sprint(k+1), func(t *testing.T) {
			t.Parallel()
			var p *page.Page
			for _, w := range half {
				t.Log(w.lesson.Name)
				if link := "#lesson=" + w.lesson.Name + ":1"; p == nil {
					p = page.Open(t, link)
				} else {
					p.Follow(link)
				}
				walk(t, p, w.lab, w.lesson)
			}
		})
	}
}

// walk goes through a lesson whose first step is open, to its closing card and the list of
// lessons. Each
// first step sets all parameters, so that nothing of another lesson stays.
func walk(t *testing.T, p *page.Page, l lab.Laboratory, lesson lab.Lesson) {
	t.Helper()
	table, name := l.Params(), l.About().Name
	base := table.Defaults(name)
	whole := slices.Contains(thoroughly, lesson.Name)
	tried := false
	for i, step := range lesson.Steps {
		here := fmt.Sprintf("%s:%d", lesson.Name, i+1)
		open := fmt.Sprintf(`document.querySelector('#course-step').innerText === %q`,
			p.Say(lesson.Text(name, i+1, "").ID()))
		p.Wait(open)
		if step.Set != nil {
			base = table.Defaults(name)
			for _, k := range slices.Sorted(maps.Keys(step.Set)) {
				base = set(t, base, table, k, step.Set[k])
			}
		}
		answered := func(class string) {
			t.Helper()
			p.Wait(fmt.Sprintf(`document.querySelector('.course .answer').classList.contains(%q)`, class))
			if say := p.Text(".course .answer"); len(say) < 20 {
				t.Errorf("%s: it says %q", here, say)
			}
		}
		switch {
		case step.Ask != nil && (whole || !tried):
			tried = true
			choose := func(option int) {
				p.Eval(fmt.Sprintf(`document.querySelectorAll('.course .options button')[%d].click()`, option), nil)
			}
			// With another seed no run that answers it can be on show.
			p.Follow(set(t, base, table, "seed", "2").Link(table) + "&lesson=" + here)
			p.Wait(open + ` && ` + p.Says(".course .answer", "lessons.answer.choose"))
			choose(0)
			p.Wait(p.Says(".course .answer", "lessons.answer.noted"))
			right, _ := step.Ask.Right(page.ReadReport(t, p.RunTest()))
			class := map[bool]string{true: "well", false: "again"}[right == 0]
			answered(class)
			if !whole {
				break
			}
			// There and back again the prediction stands, and no other takes its place.
			onward := func() { p.Eval(`document.querySelector('.course-foot .next').click()`, nil) }
			back := func() { p.Press("page.back") }
			if i+1 == len(lesson.Steps) {
				onward, back = back, onward
			}
			onward()
			p.Wait(`!(` + open + `)`)
			back()
			p.Follow(set(t, base, table, "seed", "2").Link(table) + "&lesson=" + here)
			p.Wait(open)
			answered(class)
			choose(1)
			p.Settle()
			answered(class)
			p.Wait(`document.querySelector('.course .options button').ariaPressed === 'true'`)
		case step.Task != nil && (whole || !tried):
			tried = true
			both, ok := tries[here]
			if !ok {
				t.Fatalf("%s: this test has no tries for it", here)
			}
			for k, try := range both {
				spec := base
				for j := 0; j < len(try); j += 2 {
					spec = set(t, spec, table, try[j], try[j+1])
				}
				p.Follow(spec.Link(table) + "&lesson=" + here)
				p.Wait(open + ` && document.querySelector('.course .answer').innerText === ''`)
				p.RunTest()
				answered([]string{"again", "well"}[k])
				if k == 1 {
					base = spec
				}
			}
		}
		if i+1 < len(lesson.Steps) {
			p.Eval(`document.querySelector('.course-foot .next').click()`, nil)
		}
	}
	p.Eval(`document.querySelector('.course-foot .next').click()`, nil)
	p.Wait(`document.querySelectorAll('.course .closing li').length > 0 && !!document.querySelector('#epsilon-c')`)
	p.Press("lessons.all")
	p.Wait(p.Says("h1", "lessons.title"))
	var text string
	p.Eval(fmt.Sprintf(`[...document.querySelectorAll('.lessons-list .offer')]
		.find(o => o.querySelector('h2').innerText.includes(%q)).innerText`, p.Say(lesson.Text(name, 0, "").ID())), &text)
	done := p.Say("lessons.side.done", "minutes", lesson.Minutes, "steps", len(lesson.Steps))
	if strings.Contains(text, done) != whole {
		t.Errorf("%s: of the lesson walked (all of it: %v) the list says %s", lesson.Name, whole, text)
	}
}

// TestPredictionKept: what was predicted at a step, and what its run said, is there again after a
// reload, by the browser's Back and Forward, in the other language and in a second tab, where no
// other prediction replaces it; only Once more begins anew.
func TestPredictionKept(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lesson=honestly:1")
	next := func() { p.Eval(`document.querySelector('.course-foot .next').click()`, nil) }
	at := func(step int) string {
		return fmt.Sprintf(`location.hash.includes('lesson=honestly:%d') && document.querySelector('#course-step').innerText === %q`,
			step, p.Say(fmt.Sprintf("survey.lesson.honestly.%d", step)))
	}
	p.Wait(at(1))
	next()
	p.Wait(at(2))
	choose := func(p *page.Page, option int) {
		p.Eval(fmt.Sprintf(`document.querySelectorAll('.course .options button')[%d].click()`, option), nil)
	}
	choose(p, 2)
	p.RunTest()
	p.Wait(`document.querySelector('.course .answer').classList.contains('again')`)
	said := p.Text(".course .answer")
	kept := func(p *page.Page, when string) {
		t.Helper()
		p.Wait(`document.querySelectorAll('.course .options button')[2]?.ariaPressed === 'true'`)
		choose(p, 1)
		p.Settle()
		p.Wait(`document.querySelectorAll('.course .options button')[2].ariaPressed === 'true' && document.querySelectorAll('.course .bar').length === 2`)
		if now := p.Text(".course .answer"); now != said {
			t.Errorf("%s it says %q, before %q", when, now, said)
		}
	}
	p.Eval(`history.back()`, nil)
	p.Wait(at(1))
	p.Eval(`history.forward()`, nil)
	p.Wait(at(2))
	kept(p, "after Back and Forward")
	p.Shot("kept")
	p.Eval(`location.reload()`, nil)
	p.Wait(`performance.getEntriesByType('navigation')[0].type === 'reload' && document.body?.dataset.panel === 'ready'`)
	p.Wait(at(2))
	kept(p, "after a reload")
	kept(p.Beside(), "in a second tab")
	p.Set("#language", "de")
	p.Wait(`document.documentElement.lang === 'de' && document.querySelectorAll('.course .options button')[2].ariaPressed === 'true' && document.querySelectorAll('.course .bar').length === 2`)
	p.Set("#language", "en")
	p.Wait(`document.documentElement.lang === 'en'`)
	p.Wait(at(2))
	p.Press("page.back")
	p.Wait(at(1))
	p.Press("lessons.again")
	next()
	p.Wait(at(2) + ` && ` + p.Says(".course .answer", "lessons.answer.choose") + ` || ` +
		p.Says(".course .answer", "lessons.answer.late"))
}

func set(t *testing.T, s lab.Spec, table lab.Table, name, value string) lab.Spec {
	t.Helper()
	next, err := s.With(table, name, value)
	if err != nil {
		t.Fatal(err)
	}
	return next
}
