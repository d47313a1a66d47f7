package dom

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

// page is a component that builds whatever it is told.
type page struct{ root *vugu.VGNode }

func (p *page) Build(*vugu.BuildIn) *vugu.BuildOut {
	out := &vugu.BuildOut{Out: []*vugu.VGNode{p.root}}
	var find func(n *vugu.VGNode)
	find = func(n *vugu.VGNode) {
		if b, ok := n.Component.(vugu.Builder); ok {
			out.Components = append(out.Components, b)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			find(c)
		}
	}
	find(p.root)
	return out
}

// element is a node of a document in memory.
type element struct {
	id     uint64
	tag    string
	text   string
	attrs  map[string]string
	events map[string]bool
	kids   []*element
}

// document carries out instructions as public/dom.js does.
type document struct {
	t     *testing.T
	nodes map[uint64]*element
	made  int
	in    []byte
}

func newDocument(t *testing.T) *document {
	return &document{t: t, nodes: map[uint64]*element{rootID: {id: rootID, tag: "root", attrs: map[string]string{},
		events: map[string]bool{}}}}
}

func (d *document) num() uint64 {
	v, n := binary.Uvarint(d.in)
	if n <= 0 {
		d.t.Fatal("the instructions end in the middle of a number")
	}
	d.in = d.in[n:]
	return v
}

func (d *document) str() string {
	n := d.num()
	if n > uint64(len(d.in)) {
		d.t.Fatal("the instructions end in the middle of a text")
	}
	s := string(d.in[:n])
	d.in = d.in[n:]
	return s
}

func (d *document) node() *element {
	n := d.nodes[d.num()]
	if n == nil {
		d.t.Fatal("an instruction for a node that is not there")
	}
	return n
}

func (d *document) forget(e *element) {
	delete(d.nodes, e.id)
	for _, k := range e.kids {
		d.forget(k)
	}
}

func (d *document) apply(ops []byte) {
	d.in = ops
	for len(d.in) > 0 {
		op := d.in[0]
		d.in = d.in[1:]
		switch op {
		case opElement:
			id := d.num()
			d.num()
			d.nodes[id] = &element{id: id, tag: d.str(), attrs: map[string]string{}, events: map[string]bool{}}
			d.str()
			d.made++
		case opText:
			id := d.num()
			d.nodes[id] = &element{id: id, text: d.str()}
			d.made++
		case opAttr:
			e, name := d.node(), d.str()
			e.attrs[name] = d.str()
		case opNoAttr:
			delete(d.node().attrs, d.str())
		case opProperty:
			d.node()
			d.str()
			d.str()
		case opContent:
			e := d.node()
			for _, k := range e.kids {
				d.forget(k)
			}
			e.kids = nil
			e.text = d.str()
		case opData:
			d.node().text = d.str()
		case opInsert:
			p, c, before := d.node(), d.node(), d.num()
			at := len(p.kids)
			if before != 0 {
				at = -1
				for i, k := range p.kids {
					if k.id == before {
						at = i
					}
				}
				if at < 0 {
					d.t.Fatal("the node to insert before is no child")
				}
			}
			p.kids = append(p.kids[:at:at], append([]*element{c}, p.kids[at:]...)...)
		case opRemove:
			e := d.node()
			for _, p := range d.nodes {
				for i, k := range p.kids {
					if k == e {
						p.kids = append(p.kids[:i:i], p.kids[i+1:]...)
						break
					}
				}
			}
			d.forget(e)
		case opListen:
			e, name := d.node(), d.str()
			if e.events[name] {
				d.t.Fatal("listens twice")
			}
			e.events[name] = true
		case opIgnore:
			e, name := d.node(), d.str()
			if !e.events[name] {
				d.t.Fatal("stops listening to what it does not")
			}
			delete(e.events, name)
		default:
			d.t.Fatalf("instruction %d", op)
		}
	}
}

// show writes a document's element as text.
func (e *element) show(b *strings.Builder) {
	if e.tag == "" {
		b.WriteString("'" + e.text + "'")
		return
	}
	fmt.Fprintf(b, "<%s %v %v>%s", e.tag, e.attrs, e.events, e.text)
	for _, k := range e.kids {
		k.show(b)
	}
	b.WriteString("</>")
}

func (e *element) count() int {
	n := 1
	for _, k := range e.kids {
		n += k.count()
	}
	return n
}

// want writes what was built as text.
func want(n *vugu.VGNode, b *strings.Builder) {
	if p, ok := n.Component.(*page); ok {
		want(p.root, b)
		return
	}
	if n.IsTemplate() {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			want(c, b)
		}
		return
	}
	if n.Type == vugu.TextNode {
		b.WriteString("'" + n.Data + "'")
		return
	}
	attrs, events := map[string]string{}, map[string]bool{}
	for _, a := range n.Attr {
		attrs[a.Key] = a.Val
	}
	for _, h := range n.DOMEventHandlerSpecList {
		events[h.EventType] = true
	}
	text := ""
	if n.InnerHTML != nil {
		text = *n.InnerHTML
	}
	fmt.Fprintf(b, "<%s %v %v>%s", n.Data, attrs, events, text)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		want(c, b)
	}
	b.WriteString("</>")
}

func random(r *rand.Rand, depth int) *vugu.VGNode {
	switch k := r.IntN(10); {
	case k == 0:
		return &vugu.VGNode{Type: vugu.TextNode, Data: fmt.Sprint("text ", r.IntN(4))}
	case k == 1 && depth > 0:
		n := &vugu.VGNode{Type: vugu.ElementNode}
		for range r.IntN(3) {
			n.AppendChild(random(r, depth-1))
		}
		return n
	case k == 2:
		root := &vugu.VGNode{Type: vugu.ElementNode, Data: "section"}
		for range r.IntN(3) {
			root.AppendChild(random(r, max(depth-1, 0)))
		}
		return &vugu.VGNode{Component: &page{root}}
	}
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: []string{"div", "p", "input"}[r.IntN(3)]}
	for _, key := range []string{"class", "title", "id"} {
		if r.IntN(3) == 0 {
			n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: fmt.Sprint("a", r.IntN(3))})
		}
	}
	for _, event := range []string{"click", "input"} {
		if r.IntN(4) == 0 {
			n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event,
				Func: func(vugu.DOMEvent) {}})
		}
	}
	if r.IntN(4) == 0 {
		s := fmt.Sprint("content ", r.IntN(3))
		n.InnerHTML = &s
		return n
	}
	for range r.IntN(2 + depth) {
		if depth > 0 {
			n.AppendChild(random(r, depth-1))
		}
	}
	return n
}

func build(t *testing.T, root *vugu.VGNode) *vugu.BuildResults {
	t.Helper()
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	return env.RunBuild(&page{root})
}

func rootOf(kids ...*vugu.VGNode) *vugu.VGNode {
	root := &vugu.VGNode{Type: vugu.ElementNode, Data: "root"}
	for _, k := range kids {
		root.AppendChild(k)
	}
	return root
}

// TestUpdatesShowWhatWasBuilt goes through random pages in a row: after each
// update the document must be what was built, and nothing else be kept.
func TestUpdatesShowWhatWasBuilt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		tree, d := newTree(), newDocument(t)
		for range 12 {
			root := rootOf()
			for range r.IntN(6) {
				root.AppendChild(random(r, 3))
			}
			d.apply(tree.update(build(t, root)))
			var got, wanted strings.Builder
			d.nodes[rootID].show(&got)
			want(root, &wanted)
			if got.String() != wanted.String() {
				t.Fatalf("the document shows\n%s\nwhat was built is\n%s", got.String(), wanted.String())
			}
			if n := d.nodes[rootID].count(); len(d.nodes) != n {
				t.Fatalf("%d nodes are kept for %d in the document", len(d.nodes), n)
			}
			for id := range tree.nodes {
				if e := d.nodes[id]; e == nil || len(e.events) == 0 {
					t.Fatal("a handler is kept for an element that has gone")
				}
			}
			// The same again: nothing to do.
			if ops := tree.update(build(t, root)); len(ops) != 0 {
				t.Fatalf("the same page again takes %d bytes", len(ops))
			}
		}
	}
}

func input(id string) *vugu.VGNode {
	return &vugu.VGNode{Type: vugu.ElementNode, Data: "input", Attr: []vugu.VGAttribute{{Key: "id", Val: id}}}
}

// TestNothingIsMade: what comes and goes before an element leaves the element.
func TestNothingIsMade(t *testing.T) {
	tree, d := newTree(), newDocument(t)
	p := func(class string) *vugu.VGNode {
		return &vugu.VGNode{Type: vugu.ElementNode, Data: "p", Attr: []vugu.VGAttribute{{Key: "class", Val: class}}}
	}
	d.apply(tree.update(build(t, rootOf(p("lead"), input("a"), input("b")))))
	a, b := d.nodes[rootID].kids[1], d.nodes[rootID].kids[2]
	d.apply(tree.update(build(t, rootOf(p("from"), p("lead"), input("a"), p("x"), input("b")))))
	if k := d.nodes[rootID].kids; d.made != 5 || k[2] != a || k[4] != b {
		t.Errorf("%d elements were made for five", d.made)
	}
	d.apply(tree.update(build(t, rootOf(input("b")))))
	if k := d.nodes[rootID].kids; len(k) != 1 || k[0] != b {
		t.Error("the second field did not stay")
	}
}

// TestTextOfAnyLength: no attribute, text or value is too long.
func TestTextOfAnyLength(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	n := input("a")
	n.Attr = append(n.Attr, vugu.VGAttribute{Key: "href", Val: long})
	n.Prop = append(n.Prop, vugu.VGProperty{Key: "value", JSONVal: []byte(`"` + long + `"`)})
	p := &vugu.VGNode{Type: vugu.ElementNode, Data: "p", InnerHTML: &long}
	tree, d := newTree(), newDocument(t)
	d.apply(tree.update(build(t, rootOf(n, p, &vugu.VGNode{Type: vugu.TextNode, Data: long}))))
	k := d.nodes[rootID].kids
	if k[0].attrs["href"] != long || k[1].text != long || k[2].text != long {
		t.Error("a long text was cut")
	}
}

// TestOwn: what other code draws below an element is left alone.
func TestOwn(t *testing.T) {
	tree, d := newTree(), newDocument(t)
	for range 2 {
		nothing := ""
		n := &vugu.VGNode{Type: vugu.ElementNode, Data: "div", InnerHTML: &nothing,
			Attr: []vugu.VGAttribute{{Key: "data-own", Val: "yes"}}}
		d.apply(tree.update(build(t, rootOf(n))))
		if k := d.nodes[rootID].kids[0]; len(k.kids) == 0 {
			k.kids = []*element{{tag: "svg"}}
		} else if k.kids[0].tag != "svg" {
			t.Error("what other code drew is gone")
		}
		if len(d.nodes[rootID].kids[0].kids) != 1 {
			t.Error("what other code drew is gone")
		}
	}
}

// TestHandlers: an event reaches the handler of the last build.
func TestHandlers(t *testing.T) {
	tree, d := newTree(), newDocument(t)
	told := ""
	for _, say := range []string{"one", "two"} {
		n := input("a")
		n.DOMEventHandlerSpecList = []vugu.DOMEventHandlerSpec{{EventType: "click", Func: func(vugu.DOMEvent) {
			told = say
		}}}
		d.apply(tree.update(build(t, rootOf(n))))
	}
	id := d.nodes[rootID].kids[0].id
	tree.handler(id, "click")(nil)
	if told != "two" || tree.handler(id, "input") != nil {
		t.Errorf("told %q", told)
	}
	d.apply(tree.update(build(t, rootOf())))
	if tree.handler(id, "click") != nil {
		t.Error("a handler outlives its element")
	}
}
