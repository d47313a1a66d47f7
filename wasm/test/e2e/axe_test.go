//go:build !js

package e2e

import (
	"os"
	"strings"
	"sync"
	"testing"

	"indistinct/wasm/test/e2e/page"
	"indistinct/wasm/test/npm"
)

// axe is the checker of accessibility by Deque, run in the page. Without one, ok is false.
func axe(t *testing.T) (script string, ok bool) {
	t.Helper()
	script, err := fetched()
	if err != nil {
		t.Logf("Accessibility is not checked: %v.", err)
	}
	return script, err == nil
}

var fetched = sync.OnceValues(func() (script string, err error) {
	name, err := npm.File("axe-core", "4.10.3", "axe.min.js")
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(name)
	return string(data), err
})

// dress chooses a theme.
func dress(p *page.Page, theme string) {
	p.Set("#theme", theme)
	p.Settle()
}

// accessible reports what axe finds wrong with what is on show.
func accessible(t *testing.T, p *page.Page, script, state string) {
	t.Helper()
	p.Settle()
	var found []struct {
		Rule, Target, Text string
	}
	p.Eval(script+`; null`, new(any))
	p.Eval(`axe.run(document, {iframes: false, resultTypes: ['violations']}).then(r => r.violations.flatMap(v => v.nodes.map(n => ({Rule: v.id + ' (' + v.impact + ')', Target: String(n.target), Text: n.failureSummary}))))`, &found)
	for _, f := range found {
		t.Errorf("%s: %s at %s: %s", state, f.Rule, f.Target, strings.Join(strings.Fields(f.Text), " "))
	}
}

// TestAccessible: no page beside the laboratories and no state of one has a violation
// that axe knows; TestEveryLaboratory looks at the laboratories.
func TestAccessible(t *testing.T) {
	t.Parallel()
	script, ok := axe(t)
	if !ok {
		t.SkipNow()
	}
	t.Run("states", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "#lab=ring&n=200&m=500", page.Options{Phone: true, Width: 390, Height: 844})
		p.RunTest()
		accessible(t, p, script, "phone, after a run")
		p.Eval(`document.querySelectorAll('[aria-expanded=false]').forEach(b => b.click())`, nil)
		accessible(t, p, script, "phone, all folds open")
		p.Type("input[name=s]", "0.3")
		accessible(t, p, script, "phone, stale")
		p.Type("input[name=s]", "nonsense")
		accessible(t, p, script, "phone, a field refused")
	})
	t.Run("embed", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "#lab=ring&n=200&m=500&embed=1")
		accessible(t, p, script, "embed")
		p.Press("page.run")
		p.Wait(`document.querySelector('.framed .badge')`)
		accessible(t, p, script, "embed, after a run")
	})
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		p := page.Open(t, "")
		for _, link := range []string{"#lab=ring&page=learn", "#lab=survey&page=reference", "#page=misprints",
			"#page=experiments", "#lab=ring&lesson=three-moves:1"} {
			p.Follow(link)
			for _, th := range []string{"light", "dark"} {
				dress(p, th)
				accessible(t, p, script, link+", "+th)
			}
		}
	})
}
