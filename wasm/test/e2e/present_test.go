//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestPresentFits: on the usual projector a presentation shows both sliders, the
// whole verdict, the axis and the bet at once, of every laboratory.
func TestPresentFits(t *testing.T) {
	check.Full(t)
	t.Parallel()
	link := func(name string) string {
		return fmt.Sprintf("#lab=%s&n=200&m=500&present=1&theme=projector", name)
	}
	p := page.Open(t, link(guest.All()[0].About().Name), page.Options{Width: 1280, Height: 720})
	for i, l := range guest.All() {
		name := l.About().Name
		if i > 0 {
			p.Set("#theme", "light") // the link is to change it
			p.Wait(`document.documentElement.dataset.theme === 'light'`)
			p.Follow(link(name))
		}
		p.Wait(fmt.Sprintf(`document.body.dataset.lab === %q && !document.querySelector('.axis svg')`, name))
		p.Press("page.run") // the buttons of downloads are not for a room
		p.Wait(`document.body.dataset.settled === 'yes' && !document.querySelector('progress') &&
			!!document.querySelector('.axis svg')`)
		p.Settle()
		p.Shot(name)
		var notes int
		p.Eval(`document.querySelectorAll('.note').length`, &notes)
		if notes > 0 || p.Text("html[data-theme=projector] #verdict .plain-verdict") == "" {
			t.Errorf("%s: the theme of the link was not taken", name)
		}
		for _, part := range []string{".dial.main input[type=range]", ".claim input[type=range]", "#run",
			"#verdict .plain-verdict", ".axis svg", ".bet"} {
			var at struct{ There, Inside bool }
			p.Eval(fmt.Sprintf(`(() => {
				const el = document.querySelector(%q), side = document.getElementById('controls').getBoundingClientRect();
				if (!el || !el.checkVisibility()) return { There: false, Inside: false };
				const r = el.getBoundingClientRect();
				const down = r.top >= 0 && r.bottom <= Math.min(innerHeight, side.bottom);
				return { There: true, Inside: down && r.left >= 0 && r.right <= innerWidth };
			})()`, part), &at)
			if part == ".bet" && !at.There {
				continue // where nothing is proven there is none
			}
			if !at.Inside {
				t.Errorf("%s: %s is not wholly in sight (shown: %v)", name, part, at.There)
			}
		}
	}
}
