package view

import (
	"github.com/vugu/vugu"
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
func (c *Share) whole() string {
	d := c.M.Front
	switch {
	case !d.Spec.Linked(d.Table):
		return "The program is too long for a link, which holds the other settings alone: hand on the run's JSON, which holds it."
	case d.A != nil && d.LinkA() == "":
		return "Run A's program is too long for a link, which holds run B alone: hand on the run's JSON, which holds both."
	}
	return "It holds the settings and the seed; the same settings give the same numbers in every browser."
}

// qr draws the code of the link, once for each.
func (c *Share) qr() vugu.HTMLer {
	if link := c.M.ShareLink(); !c.drawn || link != c.link {
		c.link, c.drawn, c.code = link, true, nil
		if n := take.QrCode(link); n != nil {
			c.code = vugu.HTML(n.XML())
		}
	}
	return c.code
}
