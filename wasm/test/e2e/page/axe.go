//go:build !js

package page

import (
	"os"
	"strings"
	"sync"
	"testing"

	"indistinct/wasm/test/npm"
)

// Axe is the checker of accessibility by Deque, run in the page. Without one, ok is false.
func Axe(t *testing.T) (script string, ok bool) {
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

// Accessible reports what axe finds wrong with what is on show.
func (p *Page) Accessible(script, state string) {
	p.t.Helper()
	p.Settle()
	var found []struct {
		Rule, Target, Text string
	}
	p.Eval(script+`; null`, new(any))
	p.Eval(`axe.run(document, {iframes: false, resultTypes: ['violations']}).then(r => r.violations.flatMap(v => v.nodes.map(n => ({Rule: v.id + ' (' + v.impact + ')', Target: String(n.target), Text: n.failureSummary}))))`, &found)
	for _, f := range found {
		p.t.Errorf("%s: %s at %s: %s", state, f.Rule, f.Target, strings.Join(strings.Fields(f.Text), " "))
	}
}
