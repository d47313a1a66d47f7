// Package share gives away what is on show: as a link, a QR code, a frame for another page.
package share

import (
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

type Feature struct {
	state.Plain
	open     bool
	language bool // what is given away keeps the language
	qr       view.QR
}

// Draw adds the button in the header, and the dialog.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch {
	case at == view.Tools:
		return []vugu.Builder{&view.Button{M: f.M, Class: "plain", ID: "share", Text: "share.title", Dialog: true,
			Click: func() { f.M.Emit(state.Event{Kind: state.Sharing}) }}}
	case at == view.Dialog && f.open:
		return []vugu.Builder{&Share{M: f.M, F: f}}
	}
	return nil
}

func (f *Feature) Read(*state.Extra) { f.open = false }

// Write keeps the language where that was asked for.
func (f *Feature) Write(x *state.Extra, _ *lab.Spec, of state.Purpose) {
	if (of == state.Shared || of == state.Framed) && f.language {
		x.Add("lang", f.M.L.Tag)
	}
}

// Hear opens the dialog, and closes it with the page.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch e.Kind {
	case state.Sharing:
		f.M.SetAddress(false)
		f.open, f.language = true, false
	case state.Leaving:
		f.close()
	}
	return false
}

// close closes the dialog and gives the focus back.
func (f *Feature) close() {
	if f.open {
		f.open = false
		f.M.Host.Focus("share")
	}
}

// Link is the address to give away. It starts the test where its result is on show.
func (f *Feature) Link() string {
	m, d := f.M, f.M.Front
	t := d.Tasks[lab.Again]
	run := m.Page == "" && !m.Played() && d.Judged()
	again := m.Page == "" && t != nil && t.Sheet != nil && !t.StaleFor(d.Spec)
	return m.Host.Address() + m.Link(state.Shared, run, again)
}

// Code is HTML for another page: a frame with what is on show.
func (f *Feature) Code() string {
	return frameCode(f.M.Host.Address(), f.M.Link(state.Framed, false, false), f.M.Say(f.M.Front.About.Title()))
}

// frameCode is HTML for another page: a frame with what a link shows, and the
// script that gives the frame its height, which else is 560. address is the page's without
// its fragment, link the fragment with its "#", title the laboratory's.
func frameCode(address, link, title string) string {
	quote := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;")
	return `<iframe src="` + quote.Replace(address+link) + `" title="Indistinct: ` + quote.Replace(title) +
		`" width="100%" height="560" frameborder="0" loading="lazy"` +
		` sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" data-indistinct></iframe>` + "\n" +
		`<script src="` + quote.Replace(folder(address)) + `embed.js" defer></script>`
}

// folder is the address of the folder that a page stands in.
func folder(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address[:strings.LastIndex(address, "/")+1]
}

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
