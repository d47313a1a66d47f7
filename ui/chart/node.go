package chart

import (
	"strconv"
	"strings"
)

// Node is one SVG element: names and values of attributes alternate in Attr.
// Text, where not empty, stands before the children.
type Node struct {
	Tag  string
	Attr []string
	Text string
	Kids []*Node
}

func El(tag string, attr ...string) *Node { return &Node{Tag: tag, Attr: attr} }

func (n *Node) Add(kids ...*Node) *Node {
	n.Kids = append(n.Kids, kids...)
	return n
}

// XML writes n as a standalone piece of XML. Texts are escaped, characters
// that XML does not allow are left out.
func (n *Node) XML() string {
	var b strings.Builder
	n.xml(&b)
	return b.String()
}

func (n *Node) xml(b *strings.Builder) {
	b.WriteString("<" + n.Tag)
	for i := 0; i+1 < len(n.Attr); i += 2 {
		b.WriteString(" " + n.Attr[i] + `="`)
		escape(b, n.Attr[i+1])
		b.WriteByte('"')
	}
	if n.Text == "" && len(n.Kids) == 0 {
		b.WriteString("/>")
		return
	}
	b.WriteByte('>')
	escape(b, n.Text)
	for _, k := range n.Kids {
		k.xml(b)
	}
	b.WriteString("</" + n.Tag + ">")
}

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(b *strings.Builder, s string) {
	for _, r := range entities.Replace(s) {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r < 0xD800 || r > 0xDFFF && r < 0xFFFE || r > 0xFFFF {
			b.WriteRune(r)
		}
	}
}

// num writes a coordinate with a tenth of a pixel.
func num(v float64) string {
	s := strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	if s == "-0" {
		return "0"
	}
	return s
}
