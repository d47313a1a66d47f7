//go:build !js

package e2e

import (
	"testing"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// counted is JavaScript for the words and numbers of HTML in sight, but for a program's: the
// words on the screen, the words and the numbers on the page, and the sizes of letters.
const counted = `(() => {
	const out = {Screen: 0, Words: 0, Numbers: 0, Sizes: 0}, sizes = new Set();
	const hidden = e => { for (let a = e; a; a = a.parentElement) if (getComputedStyle(a).clipPath === 'inset(50%)') return true; return false; };
	const add = (text, e, b) => {
		const words = (text.match(/\p{L}[\p{L}'’-]*/gu) || []).length;
		out.Words += words;
		out.Numbers += (text.match(/\d+(?:[.,\s]\d+)*/g) || []).length;
		if (b.top < innerHeight && b.bottom > 0) out.Screen += words;
		if (!e.matches('.sub, .sup')) sizes.add(getComputedStyle(e).fontSize);
	};
	const texts = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
	for (let n; n = texts.nextNode();) {
		const e = n.parentElement;
		if (!n.data.trim() || e.closest('select, svg, .editor-box') || !e.checkVisibility({visibilityProperty: true}) || hidden(e)) continue;
		const r = document.createRange();
		r.selectNodeContents(n);
		add(n.data, e, r.getBoundingClientRect());
	}
	for (const e of document.querySelectorAll('#app :is(select, input[type=text])')) {
		if (e.checkVisibility() && !hidden(e)) add(e.selectedOptions ? e.selectedOptions[0].text : e.value, e, e.getBoundingClientRect());
	}
	out.Sizes = sizes.size;
	return out;
})()`

// TestFirstScreen is what a laptop shows at once: few words, and after a run few words and
// numbers, in few sizes; one area that scrolls, in which the verdict's buttons are whole. The
// game's button leads into the game.
func TestFirstScreen(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Width: 1280, Height: 800, Scene: true})
	p.Scene()
	var c struct{ Screen, Words, Numbers, Sizes int }
	for _, l := range guest.All() {
		name := l.About().Name
		p.Follow("#lab=" + name + "&n=200&m=300")
		p.Wait(`!document.querySelector('.awaited')`)
		if p.Eval(counted, &c); c.Screen > 110 || c.Sizes > 8 {
			t.Errorf("%s opens with %d words on its screen in %d sizes", name, c.Screen, c.Sizes)
		}
		p.RunTest()
		if p.Eval(counted, &c); c.Words > 320 || c.Numbers > 30 || c.Sizes > 8 {
			t.Errorf("%s says %d words and %d numbers after a run, in %d sizes", name, c.Words, c.Numbers, c.Sizes)
		}
		var wrong []string
		p.Eval(`(() => {
			const out = [...document.querySelectorAll('.side, .side *')].filter(e => /auto|scroll/.test(getComputedStyle(e).overflowY)).map(e => e.className + ' scrolls');
			scrollTo(0, 400);
			for (const b of document.querySelectorAll('.download button')) {
				const r = b.getBoundingClientRect();
				if (r.top < 0 || r.bottom > innerHeight || !b.contains(document.elementFromPoint(r.left + r.width / 2, r.bottom - 2))) out.push(b.textContent + ' is cut');
			}
			scrollTo(0, 0);
			return out;
		})()`, &wrong)
		for _, what := range wrong {
			t.Errorf("%s: %s", name, what)
		}
	}
	p.Follow("#lab=ring&v=2")
	p.Press("ring.game.play")
	p.Wait(`document.activeElement.id === 'game-go' && document.querySelector('#stage').getBoundingClientRect().top >= 0`)
}
