//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestPaperPages: the page of each document is in its language and the system's theme, loads no program, is no
// wider than its window, and has no violation that axe knows.
func TestPaperPages(t *testing.T) {
	check.Full(t)
	t.Parallel()
	script, ok := page.Axe(t)
	if !ok {
		t.SkipNow()
	}
	for _, l := range guest.All() {
		for _, d := range l.Papers() {
			for _, e := range lang.Languages() {
				dark, file := e.Tag != "en", lab.PaperPage(d.Name, e.Tag)
				p := page.Open(t, file, page.Options{Early: true, Dark: dark})
				p.Wait(`document.readyState === 'complete'`)
				var theme, tag string
				var loaded []string
				p.Eval(`document.documentElement.dataset.theme`, &theme)
				p.Eval(`document.documentElement.lang`, &tag)
				p.Eval(`performance.getEntriesByType('resource').map(r => r.name).filter(n => !/\.(css|js|svg|png)$/.test(n))`, &loaded)
				if (theme == "dark") != dark || tag != e.Tag || len(loaded) > 0 {
					t.Errorf("%s is %s, in %q, and loads %q", file, theme, tag, loaded)
				}
				for _, width := range []int{1280, 390, 320} {
					p.Window(width, 844, width < 900)
					var wide int
					p.Eval(`document.documentElement.scrollWidth`, &wide)
					if wide > width {
						t.Errorf("%s is %d px wide in a window of %d", file, wide, width)
					}
					p.Shot(fmt.Sprintf("%s-%d", strings.TrimSuffix(file, ".html"), width))
				}
				var found []string
				p.Eval(script+`; null`, new(any))
				p.Eval(`axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ' at ' + n.target)))`, &found)
				for _, f := range found {
					t.Errorf("%s, %s: %s", file, theme, f)
				}
				p.Close()
			}
		}
	}
}

// TestOpenedLive: a document's page opens an experiment at the settings of an item and computes it; the card of
// the experiment leads back to the item.
func TestOpenedLive(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "paper-hale.html", page.Options{Early: true})
	p.Wait(`document.readyState === 'complete'`)
	p.Eval(`document.querySelector('#reveal a[href*="compute=eavesdrop"]').click()`, nil)
	p.Wait(`document.querySelector('#analysis-lqg-eavesdrop .sheet :is(table, svg)')`)
	p.Wait(p.Says("#analysis-lqg-eavesdrop .stored", "experiments.from.here"))
	if note := p.Text(".notes"); note != "" {
		t.Errorf("it says %q", note)
	}
	p.Shot("live")
	p.Eval(`document.querySelector('#analysis-lqg-eavesdrop a[href="paper-hale.html#eavesdrop"]').click()`, nil)
	p.Wait(`document.querySelector('#reveal a[id="eavesdrop"]')?.getBoundingClientRect().top < innerHeight`)
	p.Close()
}
