//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"indistinct/core/guest"
	"indistinct/core/tell"
	"indistinct/core/test/check"
	"indistinct/core/test/pseudo"
	"indistinct/core/texts"
	"indistinct/wasm/test/e2e/page"
)

// english is JavaScript that lists what the page says outside the brackets ⟦…⟧ of the
// pseudo-language, and words within them that lack its accents: neither comes from the
// texts. What belongs to no language is marked by translate="no", is code or one of the
// words in window.known. The wait for the scene stands there before the texts.
const english = `(() => {
	const none = '[translate=no], code, pre, textarea, script, style, noscript, .stage-wait';
	const out = [];
	const look = (text, where) => {
		let depth = 0, outside = '';
		for (const c of text) {
			if (c === '⟧') depth = Math.max(depth - 1, 0);
			outside += depth || '⟦⟧'.includes(c) ? ' ' : c;
			if (c === '⟦') depth++;
		}
		const unknown = (text, word) => (text.match(word) || []).filter(w => !known.includes(w));
		const words = unknown(outside, /[\p{Script=Latin}\p{N}_]+/gu).filter(w => /\p{Script=Latin}{3}/u.test(w))
			.concat(unknown(text, /(?<![\p{L}\p{N}_])[a-z]*[aeiou][a-z]*(?![\p{L}\p{N}_])/gu).filter(w => w.length > 3));
		if (words.length > 0) out.push(where + ': ' + words.join(', ') + ' in ' + text.trim().replace(/\s+/g, ' ').slice(0, 300));
	};
	const name = e => e.localName + (e.id ? '#' + e.id : '') + (e.getAttribute('class') ? '.' + e.getAttribute('class').trim().replace(/\s+/g, '.') : '');
	// Inline elements share one text.
	const blocks = new Map();
	for (const root of [document.body, document.getElementById('scene').contentDocument?.body].filter(Boolean)) {
		const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		for (let n; n = walk.nextNode();) {
			let e = n.parentElement;
			if (e.closest(none)) continue;
			while (getComputedStyle(e).display === 'inline') e = e.parentElement;
			blocks.set(e, (blocks.get(e) || '') + n.data);
		}
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
	const tell = (what, e, text) => {
		for (let a = e; a; a = a.parentElement) if (getComputedStyle(a).clipPath === 'inset(50%)') return; // only read out
		out.push(what + ': ' + name(e) + ': ' + (text || e.textContent).trim().replace(/\s+/g, ' ').slice(0, 80));
	};
	const over = Math.max(innerWidth, document.scrollingElement.scrollWidth) - screen.width; // a phone widens the window
	if (over > 0) {
		out.push('the page is ' + over + ' px wider than its window');
		for (const e of document.querySelectorAll('#app *')) {
			const b = e.getBoundingClientRect();
			if (shown(e) && (b.right > screen.width + 1 || b.left < -1) && !e.children.length && !e.closest('.charts, .scroll, .top nav')) tell('sticks out', e);
		}
	}
	const holds = (box, r) => r.left >= box.left - 1.5 && r.right <= box.right + 1.5;
	const walk = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
	for (let n; n = walk.nextNode();) {
		if (!n.data.trim()) continue;
		const at = n.parentElement;
		if (!shown(at) || at.closest('option, .editor-box, .thumb, desc, svg title')) continue;
		if (at.closest('.chev')) continue; // it is turned
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
	for (const e of document.querySelectorAll('select:not(#preset)')) { // whose names are whole where it opens
		if (!shown(e) || !e.selectedOptions.length) continue;
		const one = e.cloneNode();
		one.append(e.selectedOptions[0].cloneNode(true));
		one.style.cssText = 'position: absolute; visibility: hidden; width: auto; max-width: none';
		e.after(one);
		if (one.offsetWidth > e.offsetWidth + 1) tell('wider than its menu', e, e.selectedOptions[0].textContent);
		one.remove();
	}
	const fixed = getComputedStyle(document.querySelector('.runfoot') || document.body).position === 'fixed';
	for (const row of ['.top :is(a, button, select)', '.runfoot :is(button, .phase span, progress)' + (fixed ? ', .dial.main :is(.name, .field, .meter span, input[type=range])' : '')]) {
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
		for (const c of e.querySelectorAll('button:not(.link), .meter, .name, input')) {
			const r = c.getBoundingClientRect();
			if (shown(c) && (r.bottom > b.bottom + 1 || r.top < b.top - 1 || r.right > b.right + 1)) tell('leaves the bar', c);
		}
	}
	return [...new Set(out)];
})()`

// wide changes the width of the window; narrow ones are those of phones.
func wide(p *page.Page, width int) {
	p.Window(width, 900, width < 900)
	// The charts in sight are drawn anew for their width.
	p.Wait(fmt.Sprintf(`document.documentElement.clientWidth === %d && [...document.querySelectorAll('.plot svg')].every(s => {
		const b = s.parentElement.getBoundingClientRect();
		return b.bottom < 0 || b.top > innerHeight || b.left > innerWidth || Math.abs(s.viewBox.baseVal.width - b.width) < 2;
	})`, width))
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
	p.Follow("#lab=ring&v=2&s=-0.1&r=0&alpha=0&d=NaN&lesson=nonsense&zz=1&%zz&layout=x" + few)
	look("a bad link")
	p.Press("page.dismiss")
	p.Eval(`document.querySelector('#share').click()`, nil)
	p.Wait(`document.querySelector('#share-dialog')?.open`)
	look("share")
	p.Eval(`document.querySelector('#share-close').click()`, nil)
	p.Wait(`!document.querySelector('#share-dialog')`)
	for _, at := range []string{"experiments", "learn", "reference"} {
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

// codes are words of no language that the page shows: names of parameters and their
// values as links have them, symbols, units, formats of files, methods, a name out of a
// lesson's program. What the scene's script says has brackets and no accents.
func codes() []string {
	out := append(strings.FieldsFunc(texts.English().Text("stage.error.webgl"), func(r rune) bool {
		return !unicode.IsLetter(r)
	}), "rad", "CSV", "SVG", "JSON", "E_correct", "E_adjacent", "Laplace", "Tulap", "person", "more",
		"ABOVE", "BELOW",
		"nonsense")
	for _, l := range guest.All() {
		for _, q := range l.Params() {
			out = append(out, q.Name)
			out = append(append(out, q.Choices...), strings.Fields(q.Symbol)...)
		}
	}
	return out
}

// foreign reports what the page says that is not of the pseudo-language, once each.
func foreign(t *testing.T, p *page.Page) func(state string) {
	t.Helper()
	known, err := json.Marshal(codes())
	if err != nil {
		t.Fatal(err)
	}
	p.Eval(fmt.Sprintf("window.known = %s", known), nil)
	told := map[string]bool{}
	return func(state string) {
		t.Helper()
		var words []string
		p.Eval(english, &words)
		for _, s := range words {
			if !told[s] {
				t.Errorf("%s: %s", state, s)
			}
			told[s] = true
		}
	}
}

// disguised serves the texts of package pseudo in the place of the German ones.
func disguised(t *testing.T, mirrored bool) func(http.Handler) http.Handler {
	t.Helper()
	data, err := json.Marshal(pseudo.Texts(texts.English(), mirrored))
	if err != nil {
		t.Fatal(err)
	}
	return func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/texts/de.json") {
				w.Header().Set("Content-Type", "application/json")
				w.Write(data)
				return
			}
			site.ServeHTTP(w, r)
		})
	}
}

// TestPseudo goes through the page in a language whose texts are English with accents,
// longer by two fifths and in brackets: what stands outside them was not taken from
// the texts, and nothing that is longer is cut, on a wide window and on the narrowest (TestGermanFits
// has the one between).
func TestPseudo(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&lang=de", page.Options{Wrap: disguised(t, false)})
	look := foreign(t, p)
	everywhere(p, func(state string) {
		look(state)
		fits(t, p, state, 1280, 320)
	})
}

// fits reports what does not fit into the page at some widths of the window.
func fits(t *testing.T, p *page.Page, state string, widths ...int) {
	t.Helper()
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

// in is JavaScript that is true when the page is in a language.
func in(tag string) string { return fmt.Sprintf("document.documentElement.lang === %q", tag) }

// TestMirrored: in a language from right to left the controls are on the left, the low
// end of a slider on the right, and nothing is cut.
func TestMirrored(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const few = "&n=200&m=500&seed=4"
	p := page.Open(t, "#lab=ring&lang=de"+few, page.Options{Wrap: disguised(t, true)})
	var mirrored, sliders bool
	p.Eval(`document.documentElement.dir === 'rtl' && document.querySelector('.side').getBoundingClientRect().right <= document.querySelector('.below').getBoundingClientRect().left`, &mirrored)
	p.Eval(`[...document.querySelectorAll('.control:has(.ends) input[type=range]')].every(s => {
		const [low, high] = s.closest('.control').querySelector('.ends').children;
		return getComputedStyle(s).direction === 'rtl' && low.getBoundingClientRect().x > high.getBoundingClientRect().x;
	})`, &sliders)
	if !mirrored || !sliders {
		t.Errorf("the page is mirrored: %v, its sliders: %v", mirrored, sliders)
	}
	for _, l := range guest.All() {
		p.Follow("#lab=" + l.About().Name + few)
		p.RunTest()
		fits(t, p, l.About().Name, 1280, 390)
	}
	unfold(p)
	fits(t, p, "unfolded", 1280, 390)
	for _, at := range []string{"page=experiments", "page=learn", "page=reference", "lesson=three-moves:2"} {
		p.Follow("#lab=ring&" + at)
		fits(t, p, at, 1280, 390)
	}
}

// TestGerman: a visitor whose browser prefers German gets the page in German, from the
// frame on; the menu leads to English and back, with settings and report as they are, and
// the choice stays, offline too.
func TestGerman(t *testing.T) {
	t.Parallel()
	const link = "#lab=ring&n=200&m=500&seed=4"
	come := make(chan struct{})
	p := page.Open(t, link, page.Options{Keep: true, Early: true, Wrap: held(come), Languages: []string{"de-AT", "en"}})
	p.Wait(in("de") + ` && document.querySelector('#run')?.textContent === 'Test starten'`)
	close(come)
	p.Wait(`document.body.dataset.panel === 'ready'`)
	p.Type(`input[type=text][name="eps"]`, "1,25")
	p.Wait(`location.hash.includes('eps=1.25')`)
	data := p.RunTest()
	page.SameAsNative(t, link+"&eps=1.25", data)
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	plain := german.Say(tell.Plain(&page.ReadReport(t, data).Report))
	says := func(want string) {
		t.Helper()
		p.Wait(fmt.Sprintf(`document.querySelector('#verdict .plain-verdict').innerText.replace(/\s+/g, ' ') === %q`,
			strings.Join(strings.Fields(want), " ")))
	}
	says(plain)
	if !strings.Contains(plain, "3,5") || !strings.Contains(p.Value("#p-s"), ",") {
		t.Errorf("numbers have no decimal comma: %q, s = %s", plain, p.Value("#p-s"))
	}
	hash := p.Hash()
	for _, tag := range []string{"en", "de", "en"} {
		p.Set("#language", tag)
		p.Wait(in(tag))
		l, _ := texts.Read(tag)
		says(l.Say(tell.Plain(&page.ReadReport(t, data).Report)))
		var line int
		if p.Eval(`document.querySelector('.top').offsetHeight`, &line); line > 60 {
			t.Errorf("%s: the header has more than one line", tag)
		}
		if got := p.Hash(); got != hash {
			t.Errorf("in %q the address is %s, before %s", tag, got, hash)
		}
		page.Same(t, p.Report(), data)
	}
	p.Go(link)
	p.Wait(in("en"))
	p.Set("#language", "de")
	p.Wait(in("de"))
	p.Wait(inCharge)
	p.Wait(allKept)
	p.Cut()
	p.Go(link)
	p.Wait(in("de") + ` && document.querySelector('#run').innerText === 'Test starten'`)
	page.SameAsNative(t, link, p.RunTest())
	p.Set("#language", "en")
	p.Wait(in("en") + ` && document.querySelector('#run').innerText === 'Run test'`)
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
}

// TestGermanFits: a link opens the page in German for this once, and nothing in it is
// cut.
func TestGermanFits(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&lang=de")
	p.Wait(in("de"))
	for _, l := range guest.All() {
		p.Follow("#lab=" + l.About().Name + "&n=200&m=500&seed=4")
		p.RunTest()
		fits(t, p, l.About().Name, 1280, 390, 320)
		unfold(p)
		fits(t, p, l.About().Name+", unfolded", 1280, 390, 320)
	}
	for _, at := range []string{"experiments", "learn", "reference"} {
		p.Follow("#lab=ring&page=" + at)
		fits(t, p, at, 1280, 390, 320)
	}
	p.Go("#lab=ring")
	p.Wait(in("en"))
}
