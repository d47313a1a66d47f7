//go:build !js

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestHarm opens 10 kB of noise: a usable page, and a note. On that page it goes on
// with values, texts and files that harm.
func TestHarm(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#"+strings.Repeat("%zz&=x&q<b>", 910))
	p.Wait(p.Says(".notes", "lab.link.parts"))
	want := strconv.FormatFloat(guest.All().Find(labs.Home).Params().Find("eps").Default, 'g', -1, 64)
	if got := p.Value(`input[type=text][name="eps"]`); got != want {
		t.Errorf("the claim is %q, want the default, %s", got, want)
	}
	p.Follow("#lab=ring&v=2&s=-0.1&r=0&alpha=0&d=NaN&sensors=0&N=50")
	for _, param := range []string{"s", "r", "alpha", "d", "sensors", "N"} {
		p.Wait(p.Says(".notes", guest.All().Find(labs.Home).Params().Find(param).Label().ID()))
	}
	mend(p)
	faultInDrawing(p)
	longTexts(p)
	harmfulFiles(t, p)
}

// harmfulFiles: a file too large to be read, one of 100,000 fields and a link
// of 100 kB each leave a note and a page that works.
func harmfulFiles(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=lqg&n=200&m=300&A=" + strings.TrimSuffix(strings.Repeat("1e6,", 25000), ","))
	give := func(make string) {
		p.Eval(`const d = new DataTransfer(); d.items.add(`+make+`); const i = document.querySelector('#load'); i.files = d.files; i.dispatchEvent(new Event('change', {bubbles: true}))`, nil)
	}
	p.Eval(`if (!document.querySelector('#load')) document.querySelector('.drawer button').click()`, nil)
	p.Wait(`!!document.querySelector('#load')`)
	give(`new File([new Uint8Array(300e6)], 'big.json')`)
	p.Wait(p.Says(".notes", "page.file.large", "file", "big.json"))
	give(`new File(['{"lab": "ring", "n": 200, "m": 300' + Array.from({length: 100000}, (_, i) => ', "x' + i + '": 1').join('') + '}'], 'many.json')`)
	p.Wait(p.Says(".notes", "page.notes.more") + ` || ` + p.Says(".notes", "lab.link.more"))
	var notes int
	p.Eval(`document.querySelector('.notes').innerText.length`, &notes)
	if notes > 2000 {
		t.Errorf("the notes have %d characters", notes)
	}
	p.RunTest()
}

// addressInARun changes the address 50 times while a run lasts; the last one
// holds, and its numbers are the native ones.
func addressInARun(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=ring&n=5000&m=200000&seed=3")
	const last = "#lab=survey&n=200&m=300&seed=4"
	p.During(0, `const labs = ['ring', 'filtering', 'lqg', 'survey'];
		for (let i = 0; i < 50; i++) { location.hash = '#lab=' + labs[i % 4] + '&seed=' + i; await new Promise(f => setTimeout(f, 20)); }`)
	p.Follow(last)
	p.Wait(`!document.querySelector('progress') && document.querySelector('#run').ariaDisabled !== 'true'`)
	page.SameAsNative(t, last, p.RunTest())
}

// momentOffline: a laboratory that is asked for while the network is away opens
// by itself once it is back, in a browser that keeps nothing.
func momentOffline(t *testing.T, p *page.Page) {
	t.Helper()
	p.Cut()
	const link = "#lab=library&n=200&m=300&seed=4"
	p.Eval(fmt.Sprintf(`location.hash = %q`, link), nil)
	p.Missed(4)
	p.Mend()
	p.Settle()
	page.SameAsNative(t, link, p.RunTest())
	p.Forgive("guest.wasm", "net::ERR_", "Failed to fetch", "NetworkError")
}
