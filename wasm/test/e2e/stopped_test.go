//go:build !js

package e2e

import (
	"fmt"
	"testing"
	"time"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestStopped: a page that stands still for longer than a step of a program may take, as when
// a laptop sleeps, goes on with its run, whose numbers are the native ones. On a machine that
// is busy besides it takes longer.
func TestStopped(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=workshop", page.Options{Alone: true})
	p.Wait(editor)
	for m := 4_000; ; m *= 4 {
		link := fmt.Sprintf("#lab=workshop&n=2000&m=%d&seed=5", m)
		p.Follow(link)
		p.Settle()
		p.During(0.02, "")
		var runs bool
		if p.Eval(`!!document.querySelector('progress')`, &runs); runs {
			p.Stop(12 * time.Second)
			page.SameAsNative(t, link, p.Ended())
			return
		}
		p.Ended() // on a fast machine it is over before it can be stopped
	}
}
