package view

import "github.com/vugu/vugu"

// What build.sh puts into the generated code in place of literals, which took a
// twentieth of the panel.

// element returns an element with attributes, whose names and values alternate, as the
// last child of a parent, if there is one.
func element(parent *vugu.VGNode, name string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if len(attributes) > 0 {
		n.Attr = make([]vugu.VGAttribute, len(attributes)/2)
	}
	for i := range n.Attr {
		n.Attr[i] = vugu.VGAttribute{Key: attributes[2*i], Val: attributes[2*i+1]}
	}
	return child(parent, n)
}

// words returns a piece of text, likewise.
func words(parent *vugu.VGNode, text string) *vugu.VGNode {
	return child(parent, &vugu.VGNode{Type: vugu.TextNode, Data: text})
}

func child(parent, n *vugu.VGNode) *vugu.VGNode {
	if parent != nil {
		parent.AppendChild(n)
	}
	return n
}

// listen returns what an element listens to, with one event more.
func listen(n *vugu.VGNode, event vugu.DOMEventHandlerSpec) []vugu.DOMEventHandlerSpec {
	return append(n.DOMEventHandlerSpecList, event)
}
