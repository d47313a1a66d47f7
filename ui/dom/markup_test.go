package dom

import (
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

// Markup writes attributes and texts escaped, properties as attributes, symbols
// as spans, and leaves to the document what is the document's.
func TestMarkup(t *testing.T) {
	rich := "at \x01s\x03 &lt; 1"
	field := &vugu.VGNode{Type: vugu.ElementNode, Data: "input", Attr: []vugu.VGAttribute{{Key: "name", Val: `a"b`}},
		Prop: []vugu.VGProperty{{Key: "value", JSONVal: []byte(`"0.8"`)}, {Key: "checked", JSONVal: []byte("true")},
			{Key: "disabled", JSONVal: []byte("false")}}}
	text := &vugu.VGNode{Type: vugu.TextNode, Data: "1 < 2"}
	content := &vugu.VGNode{Type: vugu.ElementNode, Data: "p", InnerHTML: &rich}
	own := &vugu.VGNode{Type: vugu.ElementNode, Data: "section", Attr: []vugu.VGAttribute{{Key: "id", Val: "stage"},
		{Key: "data-own", Val: "yes"}}}
	root := &vugu.VGNode{Type: vugu.ElementNode, Data: "div"}
	for _, c := range []*vugu.VGNode{field, text, content, own} {
		root.AppendChild(c)
	}
	got := Markup(&vugu.BuildResults{Out: &vugu.BuildOut{Out: []*vugu.VGNode{root}}}, func(id string) string {
		return "<i>" + id + "</i>"
	})
	want := `<div><input name="a&#34;b" value="0.8" checked>1 &lt; 2<p>at <span class="sym">s</span> &lt; 1</p>` +
		`<section id="stage" data-own="yes"><i>stage</i></section></div>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if strings.Contains(Markup(&vugu.BuildResults{}, nil), "<") {
		t.Error("nothing was written as something")
	}
}
