//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"indistinct/core/audit"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// grips finds where the stage can be grabbed, by moving a pointer over it: the
// middles of the spots at which the cursor turns into a hand, in the window's
// CSS pixels.
const grips = `(() => {
	const frame = document.getElementById('scene'), touch = frame.contentDocument.getElementById('touch');
	const w = frame.clientWidth, h = frame.clientHeight, spots = [], step = 5;
	for (let y = 0; y < h; y += step) for (let x = 0; x < w; x += step) {
		touch.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y, isPrimary: true, pointerType: 'mouse'}));
		if (touch.style.cursor !== 'grab') continue;
		const s = spots.find(s => Math.hypot(s.x / s.n - x, s.y / s.n - y) < 28);
		if (s) { s.x += x; s.y += y; s.n++; } else spots.push({x, y, n: 1});
	}
	const at = frame.getBoundingClientRect();
	return spots.map(s => [at.x + s.x / s.n, at.y + s.y / s.n]);
})()`

// ghostAt is where the neighbour's place of the hidden sensor stands: in the lens at the
// right of the ring, whose ten sensors can be grabbed too.
func ghostAt(t *testing.T, p *page.Page) (x, y float64) {
	t.Helper()
	var spots [][2]float64
	p.Eval(grips, &spots)
	for _, s := range spots {
		if s[0] > x {
			x, y = s[0], s[1]
		}
	}
	if len(spots) != 11 {
		t.Fatalf("the stage can be grabbed at %v; wanted ten sensors and a ghost in the lens", spots)
	}
	return x, y
}

// TestGhostMoves moves the neighbour's place by mouse, by finger and by key: each
// changes the distance, which stands beside it. Then the scene is lost.
func TestGhostMoves(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Scene: true, Script: hearing})
	p.Scene()
	p.Wait(`document.querySelector('.tool .pause')`)
	p.Eval(`document.querySelector('.tool .pause').parentElement.click()`, nil)
	before, _, _ := strings.Cut(p.Say("ring.label.neighbour"), "⟨")
	label := fmt.Sprintf(`texts().find(s => s.startsWith(%q))`, before)
	// Names within a lens are seen while the pointer is there.
	point := func() {
		p.Eval(`const f = document.getElementById('scene');
			f.contentDocument.getElementById('touch').dispatchEvent(new PointerEvent('pointermove',
				{clientX: f.clientWidth - 100, clientY: f.clientHeight - 100, isPrimary: true, pointerType: 'mouse'}))`, nil)
		p.Wait(label)
	}
	point()
	for _, by := range []string{"mouse", "finger", "key"} {
		t.Run(by, func(t *testing.T) {
			p.Settle()
			var before string
			p.Eval(label, &before)
			mouse := func(kind input.DispatchMouseEventType, x, y float64) {
				p.Do("use the mouse", page.Send(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind,
					X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}))
			}
			finger := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
				p.Do("use a finger", page.Send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind,
					TouchPoints: at}))
			}
			switch by {
			case "mouse":
				x, y := ghostAt(t, p)
				mouse(input.DispatchMouseEventTypeMousePressed, x, y)
				mouse(input.DispatchMouseEventTypeMouseMoved, x-8, y-30)
				mouse(input.DispatchMouseEventTypeMouseReleased, x-8, y-30)
			case "finger":
				x, y := ghostAt(t, p)
				finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
				finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + 6, Y: y + 20})
				finger(input.DispatchTouchEventTypeTouchEnd)
			case "key":
				p.Eval(`[...document.querySelectorAll('.star')].at(-1).focus()`, nil)
				p.Keys("\u0304") // arrow up
			}
			point()
			p.Wait(fmt.Sprintf(`%s && %s !== %q`, label, label, before))
			var after string
			p.Eval(label, &after)
			if meter := p.Text(".meter"); !strings.HasSuffix(after, "m") || !strings.Contains(meter, "%") {
				t.Errorf("the ghost's label is %q, the meter says %q", after, meter)
			}
		})
	}
	lostContext(t, p)
}

// lostContext takes the graphics card away in the middle of a run: the run
// gives its numbers and the scene comes back.
func lostContext(t *testing.T, p *page.Page) {
	t.Helper()
	const link = "#lab=ring&n=5000&m=200000&seed=5"
	p.Follow(link)
	p.During(0, `sceneSaid.length = 0; const c = document.querySelector('#scene').contentDocument.querySelector('canvas');
		c.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`)
	page.SameAsNative(t, link, p.Ended())
	p.Scene()
	p.Forgive("CONTEXT_LOST", "context lost", "WebGL")
}

// skipping ends a run's play by key and by click, plays it again, and shows
// a still picture at once where less motion is wished for.
func skipping(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=survey&n=200&m=2000&seed=4")
	p.Eval(`heard.length = 0`, nil)
	done := 0
	var verdict audit.Verdict
	over := func(how string) {
		t.Helper()
		done++
		p.Wait(fmt.Sprintf(`heard.filter(t => t === 'show:done').length >= %d && texts().join().includes(%q)`, done,
			p.Say(badges[verdict])))
		var texts []string
		p.Eval(`texts()`, &texts)
		if all := strings.Join(texts, "\n"); !strings.Contains(all, p.Say(badges[verdict])) ||
			!strings.Contains(all, p.Say("stage.of", "n", 2000)) {
			t.Errorf("%s: the picture says\n%s", how, all)
		}
	}
	verdict = page.ReadReport(t, p.RunTest()).Verdict
	over("by itself")
	p.Press("page.show.again")
	p.Eval(`document.body.focus()`, nil)
	p.Keys("\u001b")
	over("by Escape")
	p.Press("page.show.again")
	var at struct{ X, Y float64 }
	p.Eval(`(() => { const r = document.getElementById('scene').getBoundingClientRect(); return {X: r.x + 0.3 * r.width, Y: r.y + 0.5 * r.height}; })()`, &at)
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed,
		input.DispatchMouseEventTypeMouseReleased} {
		p.Do("click on the stage", page.Send(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind,
			X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1}))
	}
	over("by click")
	p.Do("wish for less motion", page.Send(emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion",
			Value: "reduce"}}}))
	p.RunTest()
	over("with less motion")
}

// little is the visible texts whose letters are less than 24 px high as seen: on
// the page, in its charts, and on the stage.
const little = `(() => {
	const out = [];
	const look = (doc, scale) => {
		const walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
		for (let n; n = walk.nextNode();) {
			const e = n.parentElement, text = n.textContent.trim();
			if (!text || !e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || e.closest('.hidden, .skip, option, title, desc, .sub, .sup, noscript, script, style')) continue;
			const box = e.getBoundingClientRect();
			if (!box.width || box.bottom < 0 || box.top > innerHeight) continue;
			const svg = e.closest('svg');
			const size = parseFloat(getComputedStyle(e).fontSize) * scale * (svg ? svg.getScreenCTM().a : 1);
			if (size < 23.95) out.push(size.toFixed(1) + ' px: ' + text);
		}
	};
	look(document, 1);
	const scene = document.getElementById('scene').contentDocument;
	look(scene, parseFloat(getComputedStyle(scene.documentElement).getPropertyValue('--scale')) || 1);
	return out;
})()`

// TestPresent: key F fills the screen with the stage, one slider and the verdict,
// in letters that the last row of a room can read; Escape ends it.
func TestPresent(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=1000", page.Options{Scene: true, Script: hearing, Width: 1920, Height: 1080})
	p.Scene()
	check := func(state string) {
		t.Helper()
		p.Settle()
		var small []string
		p.Eval(little, &small)
		for _, s := range small {
			t.Errorf("%s: %s", state, s)
		}
	}
	p.Eval(`document.body.focus()`, nil)
	p.Keys("f")
	p.Wait(`document.body.dataset.present !== undefined && document.fullscreenElement`)
	// Its letters grow with the picture.
	p.Wait(`parseFloat(document.getElementById('scene').contentDocument.documentElement.style.getPropertyValue('--scale')) > 1.4`)
	check("opened")
	p.Shot("opened")
	p.Press("page.run")
	p.Wait(`heard.includes('show:done') && document.querySelector('#run').ariaDisabled !== 'true'`)
	check("after a run")
	p.Shot("run")
	p.Keys("f")
	p.Wait(`document.body.dataset.present === undefined && !document.fullscreenElement`)
}

// TestNamesOnTheStage: a mouse that goes over the picture reads what its marks are called.
func TestNamesOnTheStage(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Scene: true})
	p.Scene()
	p.Wait(`(() => {
		const f = document.getElementById('scene'), shown = (e) => e.style.display !== 'none' && e.textContent;
		if ([...f.contentDocument.querySelectorAll('#labels .name')].some(shown)) return true;
		const k = window.pointedAt = (window.pointedAt || 0) + 1;
		f.contentDocument.getElementById('touch').dispatchEvent(new PointerEvent('pointermove',
			{clientX: (97 * k) % f.clientWidth, clientY: (61 * k) % f.clientHeight, isPrimary: true, pointerType: 'mouse'}));
		return false;
	})()`)
	p.Shot("name")
}
