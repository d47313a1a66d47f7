//go:build !js

package e2e

import (
	"testing"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// dress chooses a theme.
func dress(p *page.Page, theme string) {
	p.Set("#theme", theme)
	p.Settle()
}

// TestAccessible: no page beside the laboratories and no state of one has a violation
// that axe knows; TestEveryLaboratory looks at the laboratories.
func TestAccessible(t *testing.T) {
	check.Full(t)
	t.Parallel()
	script, ok := page.Axe(t)
	if !ok {
		t.SkipNow()
	}
	t.Run("states", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "#lab=ring&n=200&m=500", page.Options{Phone: true, Width: 390, Height: 844})
		p.RunTest()
		p.Accessible(script, "phone, after a run")
		p.Eval(`document.querySelectorAll('[aria-expanded=false]').forEach(b => b.click())`, nil)
		p.Accessible(script, "phone, all folds open")
		p.Type("input[name=s]", "0.3")
		p.Accessible(script, "phone, stale")
		p.Type("input[name=s]", "nonsense")
		p.Accessible(script, "phone, a field refused")
	})
	t.Run("embed", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "#lab=ring&n=200&m=500&embed=1")
		p.Accessible(script, "embed")
		p.Press("page.run")
		p.Wait(`document.querySelector('.framed .badge')`)
		p.Accessible(script, "embed, after a run")
	})
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "")
		for _, link := range []string{"#lab=ring&page=learn", "#lab=survey&page=reference",
			"#page=experiments", "#lab=ring&lesson=three-moves:1"} {
			p.Follow(link)
			for _, th := range []string{"light", "dark"} {
				dress(p, th)
				p.Accessible(script, link+", "+th)
			}
		}
	})
}
