package share

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
)

// Share is the dialog that gives away what is on show: as a link, a QR code, a
// frame for another page.
type Share struct {
	M *state.Model
	F *Feature
}

// whole says what the link holds, and what it cannot.
func (c *Share) whole() lang.Message {
	d := c.M.Front
	switch {
	case !d.Spec.Linked(d.Table):
		return lang.Say("share.program")
	case d.A != nil && d.LinkA() == "":
		return lang.Say("share.a")
	}
	return lang.Say("share.whole")
}

// qr is the code of the link, nil where it is too long for one.
func (c *Share) qr() vugu.HTMLer { return c.F.qr.Of(c.F.Link(), c.M.Text("page.qr")) }
