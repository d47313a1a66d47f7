//go:build !js

package e2e

import (
	"testing"
	"time"

	"indistinct/wasm/test/e2e/page"
)

// TestStopped: a page that stands still for longer than a step of a program may take, as when
// a laptop sleeps, goes on with its run, whose numbers are the native ones. On a machine that
// is busy besides it takes longer.
func TestStopped(t *testing.T) {
	t.Parallel()
	const link = "#lab=workshop&n=20000&m=200000&seed=5"
	p := page.Open(t, link, page.Options{Alone: true})
	p.Wait(editor)
	p.Settle()
	p.During(0.02, "")
	var runs bool
	if p.Eval(`!!document.querySelector('progress')`, &runs); !runs {
		t.Fatal("the run was over before the page stood still")
	}
	p.Stop(12 * time.Second)
	page.SameAsNative(t, link, p.Ended())
}
