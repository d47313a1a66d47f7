package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
)

// Share is the dialog that gives away what is on show: as a link, a QR code, a
// frame for another page.
type Share struct {
	M    *state.Model
	code drawn
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

// qr is the code of the link, nil where it is too long for one.
func (c *Share) qr() vugu.HTMLer { return c.code.of(c.M.ShareLink(), c.M.Text("page.qr")) }

// toClass opens the page that collects what the phones of a class find.
func (c *Share) toClass() {
	c.M.Unshare()
	c.M.Go("", links.PageClass)
}
