// Package node makes the nodes of which a component consists: what the generated code of
// .vugu files calls, so that the program holds each step once and not once an element.
package node

import (
	"encoding/json"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"
)

// Element adds an element to its parent, if it has one, with attributes as name and value in turn.
func Element(parent *vugu.VGNode, tag string, attrs ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: tag}
	for i := 0; i < len(attrs); i += 2 {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: attrs[i], Val: attrs[i+1]})
	}
	return child(parent, n)
}

func Text(parent *vugu.VGNode, text string) *vugu.VGNode {
	return child(parent, &vugu.VGNode{Type: vugu.TextNode, Data: text})
}

// Component adds to a parent the place of a component's nodes, which it builds itself.
func Component(parent *vugu.VGNode, component vugu.Builder) *vugu.VGNode {
	return child(parent, &vugu.VGNode{Component: component})
}

func child(parent, n *vugu.VGNode) *vugu.VGNode {
	if parent != nil {
		parent.AppendChild(n)
	}
	return n
}

// On adds what listens to a type of event.
func On(n *vugu.VGNode, event string, f func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: f})
}

// Property sets a property of an element: a text, a number or a yes or no.
func Property(n *vugu.VGNode, key string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: vjson.RawMessage(text)})
}
