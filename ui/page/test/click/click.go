// Package click presses the buttons of a page in tests, and fills its fields, as its markup
// has them.
package click

import (
	"sync"
	"testing"

	"github.com/vugu/vugu"

	"indistinct/ui/page/shell"
	"indistinct/ui/page/state"
)

// Build builds the page.
func Build(t *testing.T, m *state.Model) *vugu.BuildResults {
	t.Helper()
	builds, err := vugu.NewBuildEnv(&events{})
	if err != nil {
		t.Fatal(err)
	}
	return builds.RunBuild(&shell.Root{M: m})
}

// events is an environment in which nothing happens.
type events struct{ sync.RWMutex }

func (e *events) UnlockOnly()   { e.Unlock() }
func (e *events) UnlockRender() { e.Unlock() }

// Press presses the one button of the page that has an id, "#go", or that says a text.
func Press(t *testing.T, m *state.Model, at string) {
	t.Helper()
	Act(t, m, "click", at, "")
}

// Act has something happen to that button, or to a field, which holds a value then.
func Act(t *testing.T, m *state.Model, kind, at, value string) {
	t.Helper()
	found := find(t, m, at)
	if len(found) != 1 {
		t.Fatalf("%q stands %d times on the page", at, len(found))
	}
	for _, h := range found[0].DOMEventHandlerSpecList {
		if h.EventType == kind {
			h.Func(happening{value: value})
			return
		}
	}
	t.Fatalf("%q takes no %s", at, kind)
}

// Shown reports whether the page has one.
func Shown(t *testing.T, m *state.Model, at string) bool {
	t.Helper()
	return len(find(t, m, at)) > 0
}

func find(t *testing.T, m *state.Model, at string) (found []*vugu.VGNode) {
	t.Helper()
	page := Build(t, m)
	var look func(n *vugu.VGNode)
	look = func(n *vugu.VGNode) {
		if n.Component != nil {
			for _, n := range page.ResultFor(n.Component).Out {
				look(n)
			}
			return
		}
		here := n.InnerHTML != nil && *n.InnerHTML == at
		for _, a := range n.Attr {
			here = here || a.Key == "id" && "#"+a.Val == at || a.Key == "aria-label" && a.Val == at
		}
		if here && len(n.DOMEventHandlerSpecList) > 0 {
			found = append(found, n)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			look(c)
		}
	}
	for _, n := range page.Out.Out {
		look(n)
	}
	return found
}

// happening is an event at a field that holds a value.
type happening struct {
	vugu.DOMEvent
	value string
}

func (e happening) PropString(...string) string { return e.value }

// PropBool is of a box: it is checked where its value is "1".
func (e happening) PropBool(...string) bool { return e.value == "1" }
