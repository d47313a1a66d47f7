package dom

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/vugu/vugu"
)

// The instructions that public/dom.js carries out. Numbers are written as
// unsigned varints, texts as their length in bytes and UTF-8.
const (
	opElement  = 1  // id, namespace (0 HTML, 1 SVG), tag, id attribute
	opText     = 2  // id, text
	opAttr     = 3  // id, name, value
	opNoAttr   = 4  // id, name
	opProperty = 5  // id, name, value in JSON
	opContent  = 6  // id, escaped text with marks, or static markup
	opData     = 7  // id, text of a text node
	opInsert   = 8  // parent, child, the child before which it stands or 0
	opRemove   = 9  // id
	opListen   = 10 // id, type of event
	opIgnore   = 11 // id, type of event
)

// rootID is the id of the element that the whole page is drawn into.
const rootID = 1

// node is what stands in the document.
type node struct {
	id      uint64
	element bool
	shape   string // what it is matched by
	text    string // of a text node
	content *string
	attrs   []vugu.VGAttribute
	events  []vugu.DOMEventHandlerSpec
	kids    []*node
}

// tree is what stands in the document, as the last update left it.
type tree struct {
	root  *node
	nodes map[uint64]*node // those with events
	last  uint64
	out   []byte
	build *vugu.BuildResults
}

// newTree returns a tree of an empty element.
func newTree() *tree {
	return &tree{root: &node{id: rootID, element: true}, nodes: map[uint64]*node{}, last: rootID}
}

// update returns the instructions that make the document show what was built.
// They are valid until the next update.
func (t *tree) update(b *vugu.BuildResults) []byte {
	t.out, t.build = t.out[:0], b
	if b.Out != nil && len(b.Out.Out) == 1 {
		t.same(t.root, b.Out.Out[0])
	}
	t.build = nil
	return t.out
}

// handler returns what listens to a type of event at an element, nil if
// nothing does any more.
func (t *tree) handler(id uint64, event string) func(vugu.DOMEvent) {
	if n := t.nodes[id]; n != nil {
		if i := listens(n.events, event); i >= 0 {
			return n.events[i].Func
		}
	}
	return nil
}

// resolve follows components to what they built.
func (t *tree) resolve(v *vugu.VGNode) *vugu.VGNode {
	for v != nil && v.Component != nil {
		out := t.build.ResultFor(v.Component)
		if out == nil || len(out.Out) != 1 {
			return nil
		}
		v = out.Out[0]
	}
	return v
}

// children lists what stands below v; templates stand for their children.
func (t *tree) children(v *vugu.VGNode, list []*vugu.VGNode) []*vugu.VGNode {
	for c := v.FirstChild; c != nil; c = c.NextSibling {
		switch r := t.resolve(c); {
		case r == nil:
		case r.IsTemplate():
			list = t.children(r, list)
		case r.Type == vugu.ElementNode || r.Type == vugu.TextNode:
			list = append(list, r)
		}
	}
	return list
}

// shape is what decides whether an element of before can become v.
func shape(v *vugu.VGNode) string {
	if v.Type == vugu.TextNode {
		return ""
	}
	class := ""
	for i := range v.Attr {
		switch a := &v.Attr[i]; a.Key {
		case "id":
			return v.Data + "#" + a.Val
		case "class":
			class, _, _ = strings.Cut(a.Val, " ")
		}
	}
	return v.Data + "." + class
}

// same makes n, which stands in the document, show v.
func (t *tree) same(n *node, v *vugu.VGNode) {
	if !n.element {
		if n.text != v.Data {
			n.text = v.Data
			t.op(opData, n.id, v.Data)
		}
		return
	}
	t.attributes(n, v)
	if attr(v.Attr, "data-own") != nil { // what stands below is not ours
	} else if v.InnerHTML != nil {
		if n.content == nil || *n.content != *v.InnerHTML {
			t.drop(n.kids)
			n.kids, n.content = nil, v.InnerHTML
			t.op(opContent, n.id, *v.InnerHTML)
		}
	} else {
		if n.content != nil {
			n.content = nil
			t.op(opContent, n.id, "")
		}
		t.kids(n, t.children(v, nil))
	}
	// Properties are what a visitor changes too: the browser compares them.
	for i := range v.Prop {
		t.op(opProperty, n.id, v.Prop[i].Key)
		t.num(uint64(len(v.Prop[i].JSONVal)))
		t.out = append(t.out, v.Prop[i].JSONVal...)
	}
	t.listeners(n, v)
}

// kids matches the children of n with what shall stand there.
func (t *tree) kids(n *node, want []*vugu.VGNode) {
	if len(want) == 0 && len(n.kids) == 0 {
		return
	}
	old := n.kids
	now := make([]*node, 0, len(want))
	for _, v := range want {
		s := shape(v)
		at := slices.IndexFunc(old, func(k *node) bool {
			return k.shape == s && k.element == (v.Type == vugu.ElementNode)
		})
		if at < 0 {
			k := t.create(v, s)
			before := uint64(0)
			if len(old) > 0 {
				before = old[0].id
			}
			t.op(opInsert, n.id)
			t.num(k.id)
			t.num(before)
			now = append(now, k)
			continue
		}
		t.remove(old[:at])
		t.same(old[at], v)
		now = append(now, old[at])
		old = old[at+1:]
	}
	t.remove(old)
	n.kids = now
}

func (t *tree) create(v *vugu.VGNode, s string) *node {
	t.last++
	n := &node{id: t.last, shape: s}
	if v.Type == vugu.TextNode {
		n.text = v.Data
		t.op(opText, n.id, v.Data)
		return n
	}
	n.element = true
	t.op(opElement, n.id)
	space, own := uint64(0), ""
	if v.Namespace == "svg" {
		space = 1
	}
	if a := attr(v.Attr, "id"); a != nil {
		own = a.Val
	}
	t.num(space)
	t.str(v.Data)
	t.str(own)
	t.same(n, v)
	return n
}

func (t *tree) remove(list []*node) {
	for _, n := range list {
		t.op(opRemove, n.id)
	}
	t.drop(list)
}

// drop forgets elements that have gone.
func (t *tree) drop(list []*node) {
	for _, n := range list {
		delete(t.nodes, n.id)
		t.drop(n.kids)
	}
}

func (t *tree) attributes(n *node, v *vugu.VGNode) {
	for i := range v.Attr {
		a := &v.Attr[i]
		if i < len(n.attrs) && n.attrs[i] == *a {
			continue
		}
		if old := attr(n.attrs, a.Key); old == nil || old.Val != a.Val {
			t.op(opAttr, n.id, a.Key, a.Val)
		}
	}
	for i := range n.attrs {
		if attr(v.Attr, n.attrs[i].Key) == nil {
			t.op(opNoAttr, n.id, n.attrs[i].Key)
		}
	}
	n.attrs = v.Attr
}

func attr(list []vugu.VGAttribute, key string) *vugu.VGAttribute {
	for i := range list {
		if list[i].Key == key {
			return &list[i]
		}
	}
	return nil
}

func (t *tree) listeners(n *node, v *vugu.VGNode) {
	old := n.events
	n.events = v.DOMEventHandlerSpecList
	for i := range n.events {
		if listens(old, n.events[i].EventType) < 0 {
			t.op(opListen, n.id, n.events[i].EventType)
		}
	}
	for i := range old {
		if listens(n.events, old[i].EventType) < 0 {
			t.op(opIgnore, n.id, old[i].EventType)
		}
	}
	switch {
	case len(n.events) > 0:
		t.nodes[n.id] = n
	case len(old) > 0:
		delete(t.nodes, n.id)
	}
}

// listens is the index of what listens to a type of event, −1 where nothing does.
func listens(list []vugu.DOMEventHandlerSpec, event string) int {
	return slices.IndexFunc(list, func(s vugu.DOMEventHandlerSpec) bool { return s.EventType == event })
}

// op writes an instruction for an element, with the texts that come first in it.
func (t *tree) op(kind byte, id uint64, texts ...string) {
	t.out = append(t.out, kind)
	t.num(id)
	for _, s := range texts {
		t.str(s)
	}
}

func (t *tree) num(v uint64) { t.out = binary.AppendUvarint(t.out, v) }

func (t *tree) str(s string) {
	t.num(uint64(len(s)))
	t.out = append(t.out, s...)
}
