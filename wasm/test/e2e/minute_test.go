//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"indistinct/wasm/test/e2e/page"
)

// watchVerdict keeps whether the page said a verdict before the scene had played the run to
// its end, each time that its text changed.
const watchVerdict = `
window.early = [];
window.over = false;
addEventListener('message', e => { if (e.data && e.data.type === 'show:done') over = true; });
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
	const said = document.querySelector('#verdict .plain-verdict, .axis svg, .course .answer.well, .course .answer.again');
	if (said && !over) early.push(said.textContent);
}).observe(document.body, {subtree: true, childList: true, characterData: true}));
`

// TestFirstMinute is what a passer-by sees on a phone: all navigation, no verdict before a
// press, none before the stage has shown the run, and then its sentence in sight, with the
// focus where it was. In a lesson the answer waits as well, and Skip ends the wait.
func TestFirstMinute(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2", page.Options{Width: 390, Height: 844, Phone: true, Scene: true,
		Script: watchVerdict})
	p.Scene()
	p.Settle()
	var hidden []string
	p.Eval(`[...document.querySelectorAll('.top a, .tools button')].filter(e => e.checkVisibility()).filter(e => {
		e.scrollIntoView({inline: 'center', block: 'nearest'}); // the pages go sideways, in one row
		const b = e.getBoundingClientRect();
		return b.left < 0 || b.right > innerWidth || b.top < 0 || b.bottom > 44 || e.scrollWidth > e.clientWidth + 1 && e.tagName !== 'SELECT';
	}).map(e => e.textContent)`, &hidden)
	if len(hidden) > 0 {
		t.Errorf("out of sight: %q", hidden)
	}
	if said := p.Text("#verdict"); said != p.Say("ring.before", "m", 10000) {
		t.Errorf("before a press the page says %q", said)
	}
	for _, link := range []string{"#lab=ring&v=2", "#lab=survey&v=2", "#lab=library&v=2"} {
		p.Follow(link)
		p.Settle()
		p.Eval(`early.length = 0; over = false; document.querySelector('#run').focus(); document.querySelector('#run').click()`, nil)
		p.Wait(`over && document.querySelector('#verdict .plain-verdict')`)
		p.Wait(`(r => r.top >= document.querySelector('#stage').getBoundingClientRect().bottom && r.bottom <= document.querySelector('.runfoot').getBoundingClientRect().top)(document.querySelector('#verdict .plain-verdict').getBoundingClientRect())`)
		var early []string
		p.Eval(`early`, &early)
		if len(early) > 0 {
			t.Errorf("%s: before the show was over the page said %q", link, early)
		}
		var focus string
		if p.Eval(`document.activeElement.id`, &focus); focus != "run" {
			t.Errorf("%s: the focus went to %q", link, focus)
		}
		p.Shot("verdict")
	}
	p.Follow("#lesson=three-moves:1")
	p.Settle()
	p.Eval(`early.length = 0; over = false; document.querySelector('#run').click()`, nil)
	p.Wait(fmt.Sprintf(`([...document.querySelectorAll('.of-show button')].find(b => b.innerText === %q)?.click(), document.querySelector('#verdict .plain-verdict'))`,
		p.Say("page.show.skip")))
}
