package node

import (
	"testing"

	"github.com/vugu/vugu"
)

func TestNodes(t *testing.T) {
	root := Element(nil, "p", "class", "a", "id", "b")
	text := Text(root, "words")
	field := Element(root, "input")
	heard := 0
	On(field, "click", func(vugu.DOMEvent) { heard++ })
	Property(field, "value", `1 "2"`)
	Property(field, "checked", true)
	place := Component(root, vugu.NewBuilderFunc(func(*vugu.BuildIn) *vugu.BuildOut { return nil }))
	if root.Type != vugu.ElementNode || root.Data != "p" || len(root.Attr) != 2 ||
		root.Attr[1] != (vugu.VGAttribute{Key: "id", Val: "b"}) {
		t.Errorf("%+v", root)
	}
	if root.Parent != nil || root.FirstChild != text || text.NextSibling != field ||
		field.NextSibling != place || place.Parent != root {
		t.Error("the nodes do not stand in their parent in order")
	}
	if text.Type != vugu.TextNode || text.Data != "words" || place.Component == nil {
		t.Errorf("%+v %+v", text, place)
	}
	field.DOMEventHandlerSpecList[0].Func(nil)
	if heard != 1 || field.DOMEventHandlerSpecList[0].EventType != "click" {
		t.Error("the element does not hear")
	}
	if string(field.Prop[0].JSONVal) != `"1 \"2\""` || string(field.Prop[1].JSONVal) != "true" {
		t.Errorf("%s %s", field.Prop[0].JSONVal, field.Prop[1].JSONVal)
	}
}
