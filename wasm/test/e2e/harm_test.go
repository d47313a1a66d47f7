//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/wasm/test/e2e/page"
)

// TestHarmfulFiles: a file too large to be read, one of 100,000 fields and a link
// of 100 kB each leave a note and a page that works.
func TestHarmfulFiles(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=lqg&n=200&m=300&A="+strings.TrimSuffix(strings.Repeat("1e6,", 25000), ","))
	give := func(make string) {
		p.Eval(`const d = new DataTransfer(); d.items.add(`+make+`); const i = document.querySelector('#load'); i.files = d.files; i.dispatchEvent(new Event('change', {bubbles: true}))`, nil)
	}
	p.Eval(`if (!document.querySelector('#load')) document.querySelector('.drawer button').click()`, nil)
	p.Wait(`!!document.querySelector('#load')`)
	give(`new File([new Uint8Array(300e6)], 'big.json')`)
	p.Wait(`document.querySelector('.notes').innerText.includes('files of up to 4 MB are read')`)
	give(`new File(['{"lab": "ring", "n": 200, "m": 300' + Array.from({length: 100000}, (_, i) => ', "x' + i + '": 1').join('') + '}'], 'many.json')`)
	p.Wait(`/\d[\d ,.\u202f\u00a0]* (more )?fields/.test(document.querySelector('.notes').innerText)`)
	var notes int
	p.Eval(`document.querySelector('.notes').innerText.length`, &notes)
	if notes > 2000 {
		t.Errorf("the notes have %d characters", notes)
	}
	p.RunTest()
}

// TestAddressInARun changes the address 50 times while a run lasts; the last one
// holds, and its numbers are the native ones.
func TestAddressInARun(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=5000&m=200000&seed=3")
	const last = "#lab=survey&n=200&m=300&seed=4"
	p.During(0, `const labs = ['ring', 'filtering', 'lqg', 'survey'];
		for (let i = 0; i < 50; i++) { location.hash = '#lab=' + labs[i % 4] + '&seed=' + i; await new Promise(f => setTimeout(f, 20)); }`)
	p.Follow(last)
	p.Wait(`!document.querySelector('progress') && document.querySelector('#run').ariaDisabled !== 'true'`)
	page.SameAsNative(t, last, p.RunTest())
}

// TestLostContext takes the graphics card away in the middle of a run: the run
// gives its numbers and the scene comes back.
func TestLostContext(t *testing.T) {
	t.Parallel()
	const link = "#lab=ring&n=5000&m=200000&seed=5"
	p := page.Open(t, link, page.Options{Scene: true})
	p.Scene()
	p.During(0, `sceneSaid.length = 0; const c = document.querySelector('#scene').contentDocument.querySelector('canvas');
		c.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`)
	page.SameAsNative(t, link, p.Ended())
	p.Scene()
	p.Forgive("CONTEXT_LOST", "context lost", "WebGL")
}

// TestMomentOffline: a laboratory that is asked for while the network is away opens
// by itself once it is back, in a browser that keeps nothing.
func TestMomentOffline(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300&seed=4") // it has no service worker
	p.Cut()
	const link = "#lab=library&n=200&m=300&seed=4"
	p.Eval(fmt.Sprintf(`location.hash = %q`, link), nil)
	p.Missed(4)
	p.Mend()
	p.Settle()
	page.SameAsNative(t, link, p.RunTest())
	p.Forgive("guest.wasm", "net::ERR_", "Failed to fetch", "NetworkError")
}
