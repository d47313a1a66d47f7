//go:build !js

// Package e2e tests what is heard of a run in Chromium, on the built site.
package e2e

import (
	"testing"

	"indistinct/wasm/test/e2e/page"
)

func TestMain(m *testing.M) { page.Main(m) }

// Key S switches the sound on: a run is then heard, both counters and the chord, and no
// run before. On a chart in focus it plays the curves and switches nothing.
func TestSound(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=survey", page.Options{Scene: true, Script: `
		window.tones = [];
		window.OscillatorNode = class extends OscillatorNode {
			constructor(context, options) { super(context, options); tones.push(Math.round(options.frequency)); }
		};`})
	p.Scene()
	p.RunTest()
	p.Wait(`sceneSaid.includes('show:claim')`)
	var n int
	if p.Eval(`tones.length`, &n); n > 0 {
		t.Fatalf("%d tones that nobody wished to hear", n)
	}
	p.Eval(`document.querySelector('#run').focus(); sceneSaid.length = 0`, nil)
	p.Keys("s")
	p.Wait(`document.querySelector('.sound').ariaPressed === 'true' && tones.includes(220)`)
	p.RunTest()
	p.Wait(`sceneSaid.includes('show:claim') && tones.includes(330) && tones.includes(495)`)
	p.Eval(`const c = [...document.querySelectorAll('[data-chart]')].find(e => e.checkVisibility() && e.firstElementChild); c.focus(); tones.length = 0`, nil)
	p.Keys("s")
	p.Wait(`tones.length > 10`)
	var on bool
	if p.Eval(`document.querySelector('.sound').ariaPressed === 'true'`, &on); !on {
		t.Error("a chart that is played switches the sound off")
	}
	p.Eval(`document.querySelector('.sound').click(); tones.length = 0; sceneSaid.length = 0`, nil)
	p.Wait(`document.querySelector('.sound').ariaPressed !== 'true'`)
	p.RunTest()
	p.Wait(`sceneSaid.includes('show:claim')`)
	if p.Eval(`tones.length`, &n); n > 0 {
		t.Errorf("%d tones after the sound was switched off", n)
	}
}
