//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// seen is JavaScript for which of some selectors are not in sight: hidden, out of the
// window, out of the column that scrolls, under the pinned stage or under the bar. Of what
// is taller than the room, its top counts.
const seen = `
const hidden = [];
const stage = document.getElementById('stage').getBoundingClientRect();
for (const what of %s) {
	const el = document.querySelector(what);
	if (!el || !el.checkVisibility()) { hidden.push(what + ': not there'); continue; }
	const box = el.getBoundingClientRect();
	const points = [[box.left + Math.min(box.width / 2, 60), box.top + 3], [box.left + Math.min(box.width / 2, 60), Math.min(box.bottom - 3, box.top + 60)]];
	for (const [x, y] of points) {
		const top = document.elementFromPoint(x, y);
		if (!top || !(el.contains(top) || top.contains(el))) { hidden.push(what + ': at ' + Math.round(x) + ', ' + Math.round(y) + ' there is ' + (top ? top.className || top.id || top.tagName : 'nothing')); break; }
	}
}
return hidden;`

// still keeps the scene from opening: the stage stands in its place, and costs nothing.
const still = `addEventListener('DOMContentLoaded', () => document.getElementById('scene')?.removeAttribute('data-src'));`

// TestLessonsInSight goes through every step of every lesson on a phone and on a desktop:
// the picture, what the step points at and the controls that it speaks of are in sight
// without a hand's doing. On a phone a stage shows the view that the step speaks of.
func TestLessonsInSight(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, o := range []page.Options{
		{Width: 390, Height: 844, Phone: true, Script: still},
		{Width: 1280, Height: 900, Script: still},
		{Width: 390, Height: 800, Phone: true, Scene: true},
	} {
		t.Run(fmt.Sprint(o.Width, o.Scene), func(t *testing.T) {
			t.Parallel()
			p := (*page.Page)(nil)
			for _, l := range guest.All() {
				for _, lesson := range l.Lessons() {
					if o.Scene && lesson.Name != "give-away" { // one that speaks of both views
						continue
					}
					if link := "#lesson=" + lesson.Name + ":1"; p == nil {
						p = page.Open(t, link, o)
					} else {
						p.Follow(link)
					}
					if o.Scene {
						p.Scene()
					}
					through(t, p, l, lesson, o)
				}
			}
		})
	}
}

// through looks at each step of a lesson.
func through(t *testing.T, p *page.Page, l lab.Laboratory, lesson lab.Lesson, o page.Options) {
	t.Helper()
	for i, step := range lesson.Steps {
		p.Wait(fmt.Sprintf(`document.querySelector('#course-step').innerText === %q`,
			p.Say(lesson.Text(l.About().Name, i+1, "").ID())))
		p.Settle()
		want := []string{"#stage"}
		names := []string{step.Point}
		if step.Task != nil {
			names = append(names, step.Task.Free...)
		}
		for _, name := range names {
			switch q := l.Params().Find(name); {
			case q != nil && !slices.Contains(want, `[data-param="`+name+`"]`):
				want = append(want, `[data-param="`+name+`"]`)
			case name == "run":
				want = append(want, "#run")
			}
		}
		if step.Task == nil {
			want = append(want, "#course-step")
		}
		var hidden []string
		list, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		p.Eval(fmt.Sprintf("(() => {"+seen+"})()", list), &hidden)
		for _, what := range hidden {
			t.Errorf("%s:%d: %s", lesson.Name, i+1, what)
		}
		p.Shot(fmt.Sprintf("%s-%d", lesson.Name, i+1))
		if o.Scene {
			p.Wait(fmt.Sprintf(`document.querySelector('#view')?.value === '%d'`, step.View))
		}
		p.Eval(`document.querySelector('.course-foot .next').click()`, nil)
	}
	p.Wait(`!!document.querySelector('.course .closing')`)
	p.Shot(lesson.Name + "-end")
}
