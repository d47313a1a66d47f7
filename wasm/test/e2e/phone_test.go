//go:build !js

package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestChartsOnAPhone: charts that stand in a row to be swiped do not make the page wider than the screen, nor do the
// words that they have for readers alone.
func TestChartsOnAPhone(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=survey&page=experiments&compute=jimi",
		page.Options{Width: 390, Height: 844, Phone: true})
	p.Wait(`document.querySelectorAll('#analysis-survey-jimi .chart').length > 1`)
	p.Wait(`![...document.querySelectorAll('.exhibit :is(h3, .lead, .found)')].some(e => e.textContent === '…')`)
	p.Wait(p.Says("#analysis-survey-jimi .stored", "experiments.from.same"))
	if over := p.Wider(); over != 0 {
		t.Errorf("the page is %d px wider than the screen", over)
	}
	p.Close()
}

// screens are those of phones, upright and on their side, and of a tablet.
var screens = [][2]int{{320, 844}, {360, 844}, {390, 844}, {412, 844}, {430, 844}, {820, 1180}, {844, 390}}

// awry is JavaScript that lists what a screen does not show as it should: a header of more
// than a row, a bar above a fifth of the screen, a high stage, a page wider than the screen,
// a button that cannot be reached, hidden words that take room, and numbers above the question.
const awry = `(() => {
	const out = [];
	const header = document.querySelector('.top').offsetHeight;
	const stage = document.querySelector('#stage').offsetHeight;
	if (header > 48) out.push('the header is ' + header + ' px high');
	if (stage > Math.max(262, .3 * screen.height + 2)) out.push('the stage is ' + stage + ' px high');
	const dock = [...document.querySelectorAll('.dial.main, .runfoot')].filter(e => getComputedStyle(e).position === 'fixed');
	const high = screen.height - Math.min(screen.height, ...dock.map(e => e.getBoundingClientRect().top));
	if (high > screen.height / 5) out.push('the bar is ' + high + ' px high');
	const wide = Math.max(innerWidth, document.scrollingElement.scrollWidth);
	if (wide !== screen.width) out.push('the page is ' + wide + ' px wide');
	const run = document.querySelector('#run').getBoundingClientRect();
	if (run.left < 0 || run.right > screen.width || run.top < 0 || run.bottom > screen.height)
		out.push('Run test is cut: ' + JSON.stringify(run));
	for (const e of document.querySelectorAll('body :not(svg, svg *)')) {
		if (getComputedStyle(e).clipPath === 'inset(50%)' && e.checkVisibility() && Math.max(e.offsetWidth, e.offsetHeight) > 1)
			out.push('hidden, and ' + e.offsetWidth + ' px wide: ' + e.className + ' ' + e.textContent);
	}
	const names = [...document.querySelectorAll('.axis text')].map(e => [e.textContent, e.getBoundingClientRect()]);
	names.forEach(([a, r], i) => names.slice(i + 1).forEach(([b, q]) => {
		if (Math.min(r.right, q.right) > Math.max(r.left, q.left) - 1 && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 4) out.push(a + ' and ' + b + ' touch');
	}));
	let last = -Infinity;
	const course = !!document.querySelector('.course');
	for (const what of [...(course ? ['.course'] : ['h1']), '#verdict', '.drawer', '.below']) {
		const top = document.querySelector(what).getBoundingClientRect().top;
		if (top < last) out.push(what + ' begins at ' + top + ', above what it should stand under: ' + last);
		last = top;
	}
	return out;
})()`

// TestPhones goes through the laboratories on the screens of phones and of a tablet: before
// a run, after it, in German and in a lesson, each time when all that comes late is there.
func TestPhones(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Width: 390, Height: 844, Phone: true, Scene: true,
		Early: true})
	// Pictures that move would cost the test half as much time again.
	p.Do("wish for less motion", page.Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}))
	p.Scene()
	look := func(state string) {
		t.Helper()
		p.Wait(`document.querySelector('.transport :is(.legend, .of-show)') && !document.querySelector('.below .awaited')`)
		p.Settle()
		for _, s := range screens {
			p.Window(s[0], s[1], true)
			p.Wait(fmt.Sprintf(`document.documentElement.clientWidth === %d && screen.height === %d`, s[0], s[1]))
			p.Eval(`scrollTo(0, 0); await new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))`, nil)
			var wrong []string
			p.Eval(awry, &wrong)
			for _, what := range wrong {
				t.Errorf("%s at %d × %d: %s", state, s[0], s[1], what)
			}
		}
		p.Window(390, 844, true)
		p.Wait(`document.documentElement.clientWidth === 390`)
	}
	for _, l := range guest.All() {
		p.Follow("#lab=" + l.About().Name + "&n=200&m=300")
		look(l.About().Name)
		small(t, p, l.About().Name)
		p.RunTest()
		look(l.About().Name + ", tested")
		small(t, p, l.About().Name+", tested")
	}
	p.Set("#language", "de")
	p.Wait(in("de"))
	for _, name := range []string{"ring", "workshop"} { // TestGermanFits goes through all
		p.Follow("#lab=" + name + "&n=200&m=300")
		look(name + ", in German")
	}
	p.Follow("#lesson=give-away:1")
	p.Wait(`!!document.querySelector('#course-step')`)
	look("a lesson")
}

// small reports what is too small for a finger: less than 24 × 24 px, in or around it,
// unless it is a word of a sentence.
func small(t *testing.T, p *page.Page, state string) {
	t.Helper()
	var wrong []string
	p.Eval(`[...document.querySelectorAll('#app :is(a, button, select, summary, input)')].filter(e => {
		if (!e.checkVisibility({visibilityProperty: true})) return false;
		for (let a = e; a; a = a.parentElement) if (getComputedStyle(a).clipPath === 'inset(50%)') return false;
		if (e.matches('.word, p > a, p > button.link') && !e.closest('.foot, .onward, .see')) return false;
		const b = (/checkbox|radio/.test(e.type) ? e.labels[0] : e).getBoundingClientRect();
		return Math.min(b.width, b.height) < 23.9;
	}).map(e => e.localName + '.' + e.className + ' ' + (e.textContent || e.id).trim().slice(0, 40) + ': ' + Math.round(e.offsetWidth) + ' × ' + Math.round(e.offsetHeight))`, &wrong)
	for _, what := range wrong {
		t.Errorf("%s: too small for a finger: %s", state, what)
	}
}

// TestNoteInAFrame: what is wrong with a frame's link is said below the frame's button, on
// which nothing lies.
func TestNoteInAFrame(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&embed=1&theme=light&s=99",
		page.Options{Width: 320, Height: 400, Scene: true})
	p.Scene()
	p.Wait(`!!document.querySelector('.note')`)
	p.Settle()
	var wrong string
	p.Eval(`(() => {
		const run = document.querySelector('#run');
		run.scrollIntoView({block: 'end'});
		const b = run.getBoundingClientRect(), n = document.querySelector('.note').getBoundingClientRect();
		for (const x of [b.left + 8, b.left + b.width / 2, b.right - 8]) for (const y of [b.top + 8, b.bottom - 8]) {
			const e = document.elementFromPoint(x, y);
			if (e !== run) return 'on the button lies ' + e?.className;
		}
		if (b.left < 8 || b.right > innerWidth - 8) return 'the button touches the edge: ' + JSON.stringify(b);
		return n.top < b.bottom ? 'the note begins at ' + n.top + ', the button ends at ' + b.bottom : '';
	})()`, &wrong)
	p.Shot("note")
	if wrong != "" {
		t.Error(wrong)
	}
}

// TestZoomedIn: at 400 % of a laptop's screen neither the bar with the button nor anything
// else that stays in sight covers more than a fifth of it.
func TestZoomedIn(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Width: 320, Height: 200})
	for _, state := range []string{"before a run", "after it"} {
		for _, at := range []int{0, 300, 900} {
			var rows int
			p.Eval(fmt.Sprintf(`(() => {
				scrollTo(0, %d);
				let rows = 0;
				for (let y = 0; y < innerHeight; y++) {
					if ([20, 160, 300].some(x => {
						for (let e = document.elementFromPoint(x, y); e; e = e.parentElement) if (/fixed|sticky/.test(getComputedStyle(e).position) && !e.matches('.side')) return true;
						return false;
					})) rows++;
				}
				return rows;
			})()`, at), &rows)
			if rows > 40 {
				t.Errorf("%s, scrolled to %d: %d of 200 rows are covered", state, at, rows)
			}
		}
		p.RunTest()
		p.Settle()
	}
	if over := p.Wider(); over > 0 {
		t.Errorf("the page is %d px wider than its window", over)
	}
}

// TestRefusedInSight: while settings are refused, the button does not look ready, why is
// said beside it, and what was computed for earlier ones is not on show, whether a field, two
// fields together or the laboratory refuse them; then all is back. No end of a slider is
// refused.
func TestRefusedInSight(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300")
	shown := func(what string) bool {
		var is bool
		p.Eval(fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, what), &is)
		return is
	}
	p.Wait(`document.querySelector('.meter meter') && document.querySelector('.facts')`)
	// The meter is drawn from 0 to 100 %, with a mark at 50.
	var drawn []float64
	p.Eval(`(m => [(m.value - m.min) / (m.max - m.min), parseFloat(getComputedStyle(m.parentElement, '::after').left) / m.offsetWidth])(document.querySelector('.meter meter'))`, &drawn)
	if said := p.Text(".meter"); math.Abs(drawn[0]-0.9) > 0.01 || math.Abs(drawn[1]-0.5) > 0.01 ||
		!strings.Contains(said, "90") || !strings.Contains(said, p.Say("page.meter.coin")) {
		t.Errorf("the meter is drawn to %.3f with a mark at %.3f and says %q", drawn[0], drawn[1], said)
	}
	var ready string
	p.Eval(`getComputedStyle(document.querySelector('#run')).backgroundColor`, &ready)
	p.Eval(`document.querySelector('.drawer button').click()`, nil)
	p.Wait(`document.querySelector('input[name="d"]')`)
	for _, phone := range []bool{false, true} {
		if phone {
			p.Window(390, 844, true)
		}
		for _, c := range []struct{ field, bad, good, say string }{
			{"d", "1000", "1", "543"}, {"N", "60", "5", "60"}, {"mu", "5", "0.02", "5"}, {"s", "x", "0.8", "x"},
		} {
			field := fmt.Sprintf(`input[type=text][name=%q]`, c.field)
			p.Type(field, c.bad)
			p.Wait(`document.querySelector('#run').ariaDisabled === 'true' && document.querySelector('#run-why button')`)
			p.Settle()
			p.Eval(`scrollTo(0, 0)`, nil)
			var said struct {
				Why    string
				Seen   bool
				Button string
			}
			p.Eval(`(() => {
				const why = document.querySelector('.runnote'), b = why.getBoundingClientRect();
				const bar = document.querySelector('.dial.main').getBoundingClientRect();
				return {Why: why.innerText, Seen: (b.bottom <= bar.top || b.top >= bar.bottom) && b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight,
					Button: getComputedStyle(document.querySelector('#run')).backgroundColor};
			})()`, &said)
			if !said.Seen || !strings.Contains(said.Why, c.say) || said.Button == ready {
				t.Errorf("phone: %v, %s = %s: beside the button it says %+v", phone, c.field, c.bad, said)
			}
			for _, what := range []string{".meter", ".facts dl"} {
				if shown(what) {
					t.Errorf("phone: %v, %s = %s: %s is on show", phone, c.field, c.bad, what)
				}
			}
			p.Type(field, c.good)
			p.Wait(`document.querySelector('#run').ariaDisabled !== 'true' && !document.querySelector('#run-why button')`)
			p.Settle()
			if phone && !shown(".meter") || !shown(".facts dl") {
				t.Errorf("phone: %v: after %s = %s the numbers are not back", phone, c.field, c.good)
			}
		}
	}
	p.RunTest()
	for _, what := range []string{".result", ".glance", ".report-area"} {
		p.Type(`input[type=text][name="s"]`, "0.8")
		p.Wait(`document.querySelector('#run').ariaDisabled !== 'true'`)
		before := shown(what)
		p.Type(`input[type=text][name="s"]`, "x")
		p.Wait(`document.querySelector('#run').ariaDisabled === 'true'`)
		if !before || shown(what) {
			t.Errorf("after a run %s is on show: %v, and while a field is refused: %v", what, before, shown(what))
		}
	}
	p.Type(`input[type=text][name="s"]`, "0.8")
	for _, c := range []struct{ slider, key, value string }{
		{"N", "End", "8"}, {"T", "Home", "8"}, {"star", "End", "10"}, {"mu", "End", ""}, {"w2", "Home", ""},
	} {
		p.Eval(fmt.Sprintf(`document.querySelector('#p-%s-s').focus()`, c.slider), nil)
		p.Do("press "+c.key, chromedp.KeyEvent(map[string]string{"Home": kb.Home, "End": kb.End}[c.key]))
		p.Settle()
		var disabled string
		p.Eval(`document.querySelector('#run').ariaDisabled`, &disabled)
		if got := p.Value("#p-" + c.slider); disabled == "true" || c.value != "" && got != c.value {
			t.Errorf("%s of the slider %s is %s, refused: %s", c.key, c.slider, got, disabled)
		}
	}
}
