//go:build !js

package e2e

import (
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestBlockedStorage opens the page in a profile whose owner blocks all cookies,
// where storage throws as soon as it is named: the page starts, keeps its theme
// while it is open, and notices workers that end without a word, of whose end no
// lock can tell there.
func TestBlockedStorage(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300&seed=4", page.Options{Keep: true, Blocked: true})
	var thrown string
	p.Eval(`(() => { try { return 'none: ' + localStorage.length; } catch (e) { return e.name; } })()`, &thrown)
	if thrown != "SecurityError" {
		t.Fatalf("storage is not blocked: %s", thrown)
	}
	p.Set("#theme", "dark")
	p.Wait(`document.documentElement.dataset.theme === 'dark'`)
	p.RunTest()
	// One that is silent is trusted for half a minute.
	p.Eval(`liveWorkers().forEach(w => w.terminate())`, nil)
	p.RunTest()
}

// TestRefusedHistory: a browser may refuse to write the address, and may have done
// with it.
func TestRefusedHistory(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300&seed=4", page.Options{Script: `
		window.refused = 0;
		const refuse = () => { refused++; throw new DOMException('Too many calls.', 'SecurityError'); };
		Object.assign(history, {pushState: refuse, replaceState: refuse});`})
	p.Type(`input[name="eps"]`, "1.5")
	p.Wait(`refused > 0`)
	p.Settle()
	p.RunTest()
	p.Eval(`delete history.pushState; delete history.replaceState`, nil)
	undo(p)
}

// longTexts: neither a link nor a paste is too long, and the page that such a link
// opens works on.
func longTexts(p *page.Page) {
	p.Follow("#lab=lqg&n=200&m=300&A=" + strings.TrimSuffix(strings.Repeat("1e6,", 2048), ","))
	p.Set(`input[name="eps"]`, strings.Repeat("1", 100000))
	p.Wait(`document.querySelector('#run').ariaDisabled === 'true' && document.querySelector('input[name="eps"]').value.length === 100000`)
	p.Type(`input[name="eps"]`, "2")
	p.RunTest()
}

// undo: the browser's back button undoes one settled change, forward brings
// it back, and a result that holds again is not stale.
func undo(p *page.Page) {
	p.Follow("#lab=ring&n=200&m=300&seed=4&s=0.5")
	p.RunTest()
	p.Eval(`const s = document.querySelector('#p-s-s'); for (let v = 500; v <= 700; v += 20) { s.value = v; s.dispatchEvent(new Event('input', {bubbles: true})); }`, nil)
	p.Wait(`location.hash.includes('s=0.7')`)
	p.Wait(p.Says("#verdict", "page.run.again"))
	p.Settle()
	p.Eval(`history.back()`, nil)
	p.Wait(`document.querySelector('#p-s').value === '0.5' && !!document.querySelector('#epsilon-c')`)
	p.Eval(`history.forward()`, nil)
	p.Wait(`document.querySelector('#p-s').value === '0.7' && !document.querySelector('#epsilon-c')`)
}

// faultInDrawing: when the document refuses an instruction the page is drawn
// anew, with a sentence, and the scene's frame stays.
func faultInDrawing(p *page.Page) {
	p.Eval(`document.querySelector('#scene').dataset.mine = 'yes'; const apply = indistinctDOM.apply;
		indistinctDOM.apply = () => { indistinctDOM.apply = apply; throw new Error('refused by a test'); };
		document.querySelector('.drawer button').click()`, nil)
	p.Wait(`document.querySelector('.notes').innerText.includes('refused by a test')`)
	p.Forgive("refused by a test")
	p.Wait(`document.querySelector('#scene').dataset.mine === 'yes' && document.querySelectorAll('main').length === 1 && document.querySelectorAll('#run').length === 1`)
	p.RunTest()
}

// mend: with a field that is refused the button says which, leads there and
// keeps the focus when it runs.
func mend(p *page.Page) {
	p.Follow("#lab=ring&n=200&m=300&seed=4")
	p.Eval(`document.querySelector('.drawer button').click()`, nil)
	p.Wait(`!!document.querySelector('#find')`)
	releases := guest.All().Find(labs.Home).Params().Find("m")
	p.Set("#find", strings.ToLower(p.Say(releases.Label().ID())))
	p.Wait(`!!document.querySelector('#p-m') && !document.querySelector('#p-mech')`)
	p.Type("#p-m", "-7")
	p.Eval(`document.querySelector('.drawer h2 button').click()`, nil)
	p.Wait(`!document.querySelector('#find') && ` + p.Says("#run-why", "page.mend", "param", releases.Title()))
	p.Eval(`document.querySelector('#run').focus(); document.querySelector('#run').click()`, nil)
	p.Wait(`document.activeElement.id === 'p-m'`)
	p.Type("#p-m", "300")
	p.Eval(`document.querySelector('#run').focus()`, nil)
	p.RunTest()
	p.Wait(`document.activeElement.id === 'run'`)
}
