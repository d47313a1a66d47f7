package features_test

import (
	"testing"

	"github.com/vugu/vugu"

	"indistinct/ui/page/state"
)

// press presses the one button of the page that has an id, "#go", or that says a text.
func press(t *testing.T, m *state.Model, at string) {
	t.Helper()
	act(t, m, "click", at, "")
}

// act has something happen to that button, or to a field, which holds a value then.
func act(t *testing.T, m *state.Model, kind, at, value string) {
	t.Helper()
	page := build(t, m)
	var found []*vugu.VGNode
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

// happening is an event at a field that holds a value.
type happening struct {
	vugu.DOMEvent
	value string
}

func (e happening) PropString(...string) string { return e.value }
