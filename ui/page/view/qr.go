package view

import (
	"github.com/vugu/vugu"

	"indistinct/ui/page/take"
)

// QR is a text's QR code, drawn once for each text.
type QR struct {
	text string
	code vugu.HTMLer
}

// Of returns the code; nil where the text is too long for one.
func (d *QR) Of(text, label string) vugu.HTMLer {
	if d.text != text {
		d.text, d.code = text, nil
		if n := take.QrCode(text, label); n != nil {
			d.code = vugu.HTML(n.XML())
		}
	}
	return d.code
}
