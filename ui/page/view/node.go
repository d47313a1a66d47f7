package view

import "github.com/vugu/vugu"

// What build.sh puts into the generated code in place of literals, which took a
// twentieth of the panel.

// element returns an element with attributes, whose names and values alternate.
func element(name string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if len(attributes) > 0 {
		n.Attr = make([]vugu.VGAttribute, len(attributes)/2)
	}
	for i := range n.Attr {
		n.Attr[i] = vugu.VGAttribute{Key: attributes[2*i], Val: attributes[2*i+1]}
	}
	return n
}

// words returns a piece of text.
func words(text string) *vugu.VGNode { return &vugu.VGNode{Type: vugu.TextNode, Data: text} }

// listen returns what an element listens to, with one event more.
func listen(n *vugu.VGNode, event vugu.DOMEventHandlerSpec) []vugu.DOMEventHandlerSpec {
	return append(n.DOMEventHandlerSpecList, event)
}
