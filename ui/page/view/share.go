package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/take"
)

// Share is the dialog that gives away what is on show: as a link, a QR code, a
// frame for another page.
type Share struct {
	M     *state.Model
	link  string      // the link that the code below is of
	code  vugu.HTMLer // its QR code, nil where it is too long for one
	drawn bool
}

// whole says what the link holds, and what it cannot.
func (c *Share) whole() lang.Message {
	d := c.M.Front
	switch {
	case !d.Spec.Linked(d.Table):
		return lang.Say("page.share.program")
	case d.A != nil && d.LinkA() == "":
		return lang.Say("page.share.a")
	}
	return lang.Say("page.share.whole")
}

// qr draws the code of the link, once for each.
func (c *Share) qr() vugu.HTMLer {
	if link := c.M.ShareLink(); !c.drawn || link != c.link {
		c.link, c.drawn, c.code = link, true, nil
		if n := take.QrCode(link, c.M.Text("page.qr")); n != nil {
			c.code = vugu.HTML(n.XML())
		}
	}
	return c.code
}
