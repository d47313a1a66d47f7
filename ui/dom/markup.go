package dom

import (
	"encoding/json"
	"html"
	"strings"

	"github.com/vugu/vugu"
)

// Markup writes what was built as HTML: the page before its program has come,
// and pages that need none. Properties of fields become the attributes of the
// same meaning. own returns what stands in an element that the document keeps
// (data-own), by its id.
func Markup(b *vugu.BuildResults, own func(id string) string) string {
	w := &markup{t: &tree{build: b}, own: own}
	if b.Out != nil && len(b.Out.Out) == 1 {
		w.element(b.Out.Out[0])
	}
	return w.b.String()
}

type markup struct {
	t   *tree
	b   strings.Builder
	own func(id string) string
}

// void are the elements without an end.
var void = map[string]bool{"area": true, "br": true, "hr": true, "img": true, "input": true, "link": true, "meta": true,
	"source": true, "track": true, "wbr": true}

func (w *markup) element(v *vugu.VGNode) {
	if v.Type == vugu.TextNode {
		w.b.WriteString(html.EscapeString(v.Data))
		return
	}
	w.b.WriteString("<" + v.Data)
	for i := range v.Attr {
		a := &v.Attr[i]
		w.b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	for i := range v.Prop {
		var value any
		if json.Unmarshal(v.Prop[i].JSONVal, &value) != nil {
			continue
		}
		switch x := value.(type) {
		case bool:
			if x {
				w.b.WriteString(" " + strings.ToLower(v.Prop[i].Key))
			}
		case string:
			w.b.WriteString(" " + strings.ToLower(v.Prop[i].Key) + `="` + html.EscapeString(x) + `"`)
		case float64:
			w.b.WriteString(" " + strings.ToLower(v.Prop[i].Key) + `="` + string(v.Prop[i].JSONVal) + `"`)
		}
	}
	w.b.WriteString(">")
	if void[v.Data] {
		return
	}
	switch {
	case attr(v.Attr, "data-own") != nil:
		if id := attr(v.Attr, "id"); id != nil {
			w.b.WriteString(w.own(id.Val))
		}
	case v.InnerHTML != nil:
		w.b.WriteString(Symbols.Replace(*v.InnerHTML))
	default:
		for _, c := range w.t.children(v, nil) {
			w.element(c)
		}
	}
	w.b.WriteString("</" + v.Data + ">")
}

// Symbols writes symbols, which chart.Rich marks, as public/dom.js does. The
// content is escaped text or static markup already.
var Symbols = strings.NewReplacer("\x01", `<span class="sym">`, "\x02", `<span class="sym sub">`, "\x04",
	`<span class="sym sup">`, "\x03", "</span>")
