//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"indistinct/core/guest"
	"indistinct/core/lang"
	"indistinct/wasm/test/e2e/page"
)

// english is JavaScript that lists what the page says outside the brackets ⟦…⟧ of the
// pseudo-language, and words within them that lack its accents: neither comes from the
// texts. What belongs to no language is marked by translate="no", or is code.
const english = `(() => {
	const none = '[translate=no], code, pre, textarea, script, style, noscript';
	const word = /\p{L}{3}/u, plain = /[a-zA-Z]*[aeiou][a-zA-Z]*/g;
	const out = [];
	const look = (text, where) => {
		let depth = 0, outside = '';
		for (const c of text) {
			if (c === '⟧') depth = Math.max(depth - 1, 0);
			outside += depth || c === '⟧' ? ' ' : c;
			if (c === '⟦') depth++;
		}
		if (word.test(outside)) out.push(where + ': ' + outside.trim().replace(/\s+/g, ' '));
		else for (const w of text.match(plain) || []) if (w.length > 3) out.push(where + ': ' + w + ' in ' + text);
	};
	const name = e => e.localName + (e.id ? '#' + e.id : '') + (e.getAttribute('class') ? '.' + e.getAttribute('class').trim().replace(/\s+/g, '.') : '');
	// Inline elements share one text.
	const blocks = new Map();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; n = walk.nextNode();) {
		let e = n.parentElement;
		if (e.closest(none)) continue;
		while (getComputedStyle(e).display === 'inline') e = e.parentElement;
		blocks.set(e, (blocks.get(e) || '') + n.data);
	}
	for (const [e, text] of blocks) look(text, name(e));
	for (const e of document.body.querySelectorAll('*')) {
		if (e.closest(none)) continue;
		for (const a of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label']) {
			if (e.hasAttribute(a)) look(e.getAttribute(a), name(e) + '[' + a + ']');
		}
	}
	look(document.title.replace('Indistinct', ''), 'title');
	return [...new Set(out)];
})()`

// misfits is JavaScript that lists what is wider than its place, what is cut, and what
// lies on one another in the header and in the row that runs the test.
const misfits = `(() => {
	const out = [];
	const name = e => e.localName + (e.id ? '#' + e.id : '') + (e.getAttribute('class') ? '.' + e.getAttribute('class').trim().replace(/\s+/g, '.') : '');
	const shown = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.closest('.hidden, .skip, iframe');
	const tell = (what, e, text) => out.push(what + ': ' + name(e) + ': ' + (text || e.textContent).trim().replace(/\s+/g, ' ').slice(0, 80));
	const over = document.documentElement.scrollWidth - innerWidth;
	if (over > 0) {
		out.push('the page is ' + over + ' px wider than its window');
		for (const e of document.querySelectorAll('#app *')) {
			const b = e.getBoundingClientRect();
			if (shown(e) && (b.right > innerWidth + 1 || b.left < -1) && !e.children.length && !e.closest('.charts, .scroll, .top nav')) tell('sticks out', e);
		}
	}
	const holds = (box, r) => r.left >= box.left - 1.5 && r.right <= box.right + 1.5;
	const walk = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
	for (let n; n = walk.nextNode();) {
		if (!n.data.trim()) continue;
		const at = n.parentElement;
		if (!shown(at) || at.closest('option, .editor-box, .thumb, .leaf, desc, svg title')) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		const rects = [...range.getClientRects()].filter(r => r.width && r.height);
		const box = at.closest('button, label, summary, .segment, .badge, .chip, th, td, svg');
		if (box && rects.some(r => !holds(box.getBoundingClientRect(), r))) tell('wider than its box', box);
		for (let e = at; e && e.localName !== 'body'; e = e.parentElement) {
			const s = getComputedStyle(e);
			if (/auto|scroll/.test(s.overflowX)) break;
			if (s.display === 'inline' || !/hidden|clip/.test(s.overflowX + s.overflowY)) continue;
			const b = e.getBoundingClientRect();
			if (rects.some(r => !holds(b, r) || r.bottom > b.bottom + 2) || e.scrollWidth > e.clientWidth + 1 && e.localName !== 'svg') { tell('cut', e, n.data); break; }
		}
	}
	for (const e of document.querySelectorAll('select')) {
		if (!shown(e) || !e.selectedOptions.length) continue;
		const one = e.cloneNode();
		one.append(e.selectedOptions[0].cloneNode(true));
		one.style.cssText = 'position: absolute; visibility: hidden; width: auto; max-width: none';
		e.after(one);
		if (one.offsetWidth > e.offsetWidth + 1) tell('wider than its menu', e, e.selectedOptions[0].textContent);
		one.remove();
	}
	for (const row of ['.top :is(a, button, select)', '.runfoot :is(button, .phase span, progress), .dial.main :is(.name, .field, .meter span, input[type=range])']) {
		const all = [...document.querySelectorAll(row)].filter(e => shown(e) && e.textContent + e.value !== '');
		const strip = e => getComputedStyle(e.closest('nav') || e).overflowX === 'auto';
		all.forEach((a, i) => all.slice(i + 1).forEach(b => {
			if (a.contains(b) || b.contains(a) || strip(a) !== strip(b)) return;
			const r = a.getBoundingClientRect(), q = b.getBoundingClientRect();
			if (Math.min(r.right, q.right) - Math.max(r.left, q.left) > 1 && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 1) tell('on one another', a, a.textContent + ' | ' + b.textContent);
		}));
	}
	for (const e of document.querySelectorAll('.runfoot, .dial.main')) {
		if (getComputedStyle(e).position !== 'fixed') continue;
		const b = e.getBoundingClientRect();
		for (const c of e.querySelectorAll('button, .meter, .name, input')) {
			const r = c.getBoundingClientRect();
			if (shown(c) && (r.bottom > b.bottom + 1 || r.top < b.top - 1 || r.right > b.right + 1)) tell('leaves the bar', c);
		}
	}
	return [...new Set(out)];
})()`

// wide changes the width of the window.
func wide(p *page.Page, width int) {
	p.Do("change the window", page.Send(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: 900, DeviceScaleFactor: 1,
	}))
	p.Wait(fmt.Sprintf("innerWidth === %d", width))
	p.Settle()
}

// unfold opens all that can be opened.
func unfold(p *page.Page) {
	p.Wait(`(() => {
		document.querySelectorAll('details').forEach(d => { d.open = true; });
		const folds = document.querySelectorAll('#app [aria-expanded=false]');
		folds.forEach(b => b.click());
		return folds.length === 0;
	})()`)
	p.Settle()
}

// everywhere goes through the whole page in the language that it is in, and looks at
// each state.
func everywhere(p *page.Page, look func(state string)) {
	const few = "&n=200&m=500&seed=4"
	for _, l := range guest.All() {
		name := l.About().Name
		p.Follow("#lab=" + name + few)
		look(name)
		p.RunTest()
		unfold(p)
		look(name + ", tested and unfolded")
		p.Follow("#lab=" + name + "&page=reference")
		look(name + ", reference")
	}
	p.Follow("#lab=ring" + few)
	p.Type(`input[type=text][name="eps"]`, "-3")
	p.Type(`input[type=text][name="s"]`, "x")
	p.Wait(`document.querySelectorAll('.problem[role=alert]').length > 0`)
	look("refused fields")
	p.Follow("#lab=ring&v=1&s=-0.1&r=0&alpha=0&d=NaN&lesson=none&zz=1&%zz&layout=x" + few)
	look("a bad link")
	p.Press("page.dismiss")
	p.Eval(`document.querySelector('#share').click()`, nil)
	p.Wait(`document.querySelector('#share-dialog')?.open`)
	look("share")
	p.Eval(`document.querySelector('#share-close').click()`, nil)
	p.Wait(`!document.querySelector('#share-dialog')`)
	for _, at := range []string{"experiments", "learn", "misprints"} {
		p.Follow("#lab=ring&page=" + at)
		look(at)
	}
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			for step := range 2 {
				p.Follow(fmt.Sprintf("#lesson=%s:%d", lesson.Name, step+1))
				look(fmt.Sprintf("lesson %s, step %d", lesson.Name, step+1))
			}
		}
	}
	p.Follow("#lab=ring&seed=7&releases=3")
	p.Eval(`location.hash += "&game=1"`, nil)
	p.Wait(`document.querySelector('.game.playing') && document.querySelector('#game-go').ariaDisabled !== 'true'`)
	look("a round of the game")
	p.Type("#guess", "5")
	p.Eval(`document.querySelector('#game-go').click()`, nil)
	p.Settle()
	look("a guess")
}

// TestPseudo goes through the page in a language whose texts are English with accents,
// longer by two fifths and in brackets: what stands outside them was not taken from
// the texts, and nothing that is longer is cut.
func TestPseudo(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&lang=qps")
	fits := func(state string, widths ...int) {
		for _, width := range widths {
			wide(p, width)
			p.Shot(strings.ReplaceAll(fmt.Sprintf("%s-%d", state, width), " ", "-"))
			var wrong []string
			p.Eval(misfits, &wrong)
			for _, s := range wrong {
				t.Errorf("%s at %d px: %s", state, width, s)
			}
		}
		wide(p, 1280)
	}
	told := map[string]bool{}
	everywhere(p, func(state string) {
		var words []string
		p.Eval(english, &words)
		for _, s := range words {
			if !told[s] {
				t.Errorf("%s: %s", state, s)
			}
			told[s] = true
		}
		fits(state, 1280, 390, 320)
	})
}

var _ = lang.Pseudo
