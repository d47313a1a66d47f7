package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
	"indistinct/ui/page/take"
)

// Class is the page that draws what the phones of a class found.
type Class struct {
	M    *state.Model
	code drawn
}

// drawn is a text's QR code, drawn once for each text.
type drawn struct {
	text string
	code vugu.HTMLer
}

// of returns the code; nil where the text is too long for one.
func (d *drawn) of(text, label string) vugu.HTMLer {
	if d.text != text {
		d.text, d.code = text, nil
		if n := take.QrCode(text, label); n != nil {
			d.code = vugu.HTML(n.XML())
		}
	}
	return d.code
}

// join is the code of the link that the phones open; nil where there is none.
func (c *Class) join() vugu.HTMLer {
	if d := c.M.Front; !d.Spec.Linked(d.Table) {
		return nil
	}
	return c.code.of(c.M.ClassLink(), c.M.Text("page.qr"))
}

// settings are the laboratory and what is claimed in it.
func (c *Class) settings() lang.Message {
	return lang.Say("class.settings", "lab", c.M.Front.About.Title(),
		"eps", c.M.Front.Spec.Float(laboratory.EpsilonName))
}

// back leads to the laboratory.
func (c *Class) back(e vugu.DOMEvent) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Go("", links.PageLaboratory)
}

func (c *Class) count() lang.Message {
	return lang.Say("class.count", "n", len(c.M.Desk.Found(c.M.Front)))
}

func (c *Class) camera() lang.Message {
	if c.M.Desk.Scanning {
		return lang.Say("class.camera.stop")
	}
	return lang.Say("class.camera")
}

// Pupil is a run's code on the phone of a pupil.
type Pupil struct {
	M    *state.Model
	D    *laboratory.State
	code drawn
}

func (c *Pupil) text() string { return c.M.Pupil.Code(c.D) }

func (c *Pupil) qr() vugu.HTMLer {
	return c.code.of(c.text(), c.M.Text("class.code.qr", "code", c.text()))
}
