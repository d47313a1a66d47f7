//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// From the page's top Tab comes to Run test within ten stops in every laboratory, the
// arrow keys go to all that shares a stop, and the skip link leads there at once.
func TestTabStops(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring", page.Options{Scene: true})
	p.Scene()
	const at = `(e => e.id || e.ariaLabel || e.innerText)(document.activeElement)`
	where := func() (s string) { p.Eval(at, &s); return s }
	for _, l := range guest.All() {
		p.Follow("#lab=" + l.About().Name)
		p.Wait(`!document.querySelector('.waiting')`)
		p.Eval(`scrollTo(0, 0); document.querySelector('.skip').focus()`, nil)
		stops := 0
		for ; where() != "run" && stops < 40; stops++ {
			p.Keys("\t")
		}
		if stops > 10 {
			t.Errorf("%s: %d stops before Run test", l.About().Name, stops)
		}
	}
	p.Follow("#lab=ring")
	p.Eval(`document.querySelector('.skip').focus()`, nil)
	p.Keys("\t")
	p.Keys(kb.Home)
	names := map[string]bool{}
	for range 20 {
		names[where()] = true
		p.Keys(kb.ArrowRight)
	}
	for _, want := range []string{"Indistinct", "Target", "Reference", "share", "present", "menu"} {
		if !names[want] {
			t.Errorf("the arrow keys do not lead to %s: %v", want, names)
		}
	}
	p.Keys("\t")
	if got := where(); got != p.Say("page.step.back") {
		t.Errorf("Tab leads from the pages to %q", got)
	}
	// Theme and language lie behind a button; what moves the star is seen when a key comes to it.
	p.Eval(`document.querySelector('#menu').focus()`, nil)
	p.Keys("\r\t")
	if got := where(); got != "theme" {
		t.Errorf("the button of settings leads to %q", got)
	}
	var seen []bool
	p.Eval(`(e => { const seen = () => getComputedStyle(e).clipPath === 'none', before = seen(); e.focus(); return [before, seen()]; })(document.querySelector('.star'))`, &seen)
	if seen[0] || !seen[1] {
		t.Errorf("the star's button is seen without the focus: %v, with it: %v", seen[0], seen[1])
	}
	p.Eval(`document.querySelector('.skip').focus()`, nil)
	p.Keys("\r")
	if got := where(); got != "run" {
		t.Errorf("the skip link leads to %q", got)
	}
}

// What a page shows at once: the question at 200 % of a small window, and larger text
// on a large screen, beside a stage that is larger too.
func TestSmallAndLarge(t *testing.T) {
	check.Full(t)
	t.Parallel()
	small := page.Open(t, "#lab=ring", page.Options{Width: 640, Height: 360})
	small.Settle()
	var seen bool
	small.Eval(`(() => { const lead = document.querySelector('.lead-area h1').getBoundingClientRect(), bar = document.querySelector('.dial.main').getBoundingClientRect(); return lead.height > 0 && lead.top >= 0 && lead.bottom <= Math.min(bar.top, innerHeight); })()`, &seen)
	if !seen {
		t.Error("the question is not in sight at 640 × 360")
	}
	letters := map[int]float64{}
	for _, width := range []int{1280, 1920} {
		p := page.Open(t, "#lab=ring", page.Options{Width: width, Height: width * 9 / 16})
		p.Settle()
		var size float64
		p.Eval(`parseFloat(getComputedStyle(document.querySelector('.lead-area h1')).fontSize)`, &size)
		letters[width] = size
		var over bool
		p.Eval(`document.documentElement.scrollWidth > innerWidth`, &over)
		if over {
			t.Errorf("something sticks out sideways at %d", width)
		}
	}
	if a, b := letters[1280], letters[1920]; b < 1.15*a {
		t.Errorf("the panel's letters have %g px at 1280 and %g px at 1920", a, b)
	}
}
