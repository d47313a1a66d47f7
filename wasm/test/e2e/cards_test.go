//go:build !js

package e2e

import (
	"testing"

	"indistinct/wasm/test/e2e/page"
)

// TestCards: a page for previews of links leads to its laboratory, or to what follows # in its own address, and
// its picture is there.
func TestCards(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{"lab/survey.html": "lab=survey",
		"lab/survey.html#lab=ring&s=0.5": "s=0.5"} {
		p := page.Open(t, from, page.Options{Early: true})
		p.Wait(`!location.pathname.includes("lab/") && document.querySelector("#run")`)
		p.Wait(`location.hash.includes("` + to + `")`)
		var width int
		p.Eval(`fetch("lab/survey.png").then((answer) => answer.blob()).then(createImageBitmap).
			then(({ width }) => width)`, &width)
		if width != 1200 {
			t.Errorf("the picture is %d pixels wide", width)
		}
		p.Close()
	}
}
