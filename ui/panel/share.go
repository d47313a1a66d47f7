package panel

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"
	"rsc.io/qr/coding"

	"indistinct/ui/chart"
)

// Share is the dialog that gives away what is on show: as a link, a QR code, a
// frame for another page.
type Share struct {
	M     *Model
	link  string      // the link that the code below is of
	code  vugu.HTMLer // its QR code, nil where it is too long for one
	drawn bool
}

// shareLink is the address to give away. It starts the test where its result is
// on show.
func (m *Model) shareLink() string {
	rest, x := splitLink(m.link(m.Page == pageLaboratory && m.Desk.Report != nil && !m.Desk.stale()))
	x.Quiet, x.Room, x.Theme = x.Quiet || m.hides(), m.ForRoom && m.Page == pageLaboratory, m.Theme
	return m.Host.Address() + joinLink("#"+rest, x)
}

// hides reports whether what is given away is a lesson without its answers.
func (m *Model) hides() bool { return m.ForClass && m.Course != nil }

// Hide has the dialog give away a lesson without its answers.
func (m *Model) Hide(on bool) { m.ForClass = on }

// Enlarge has the dialog give away a presentation.
func (m *Model) Enlarge(on bool) { m.ForRoom = on }

// whole says what the link holds, and what it cannot.
func (c *Share) whole() string {
	d := c.M.Desk
	switch {
	case !d.Spec.Linked(d.Table):
		return "The program is too long for a link, which holds the other settings alone: hand on the run's JSON, which holds it."
	case d.A != nil && d.linkA() == "":
		return "Run A's program is too long for a link, which holds run B alone: hand on the run's JSON, which holds both."
	}
	return "It holds the settings and the seed; the same settings give the same numbers in every browser."
}

// Share opens the dialog; Unshare closes it.
func (m *Model) Share() {
	m.Host.Hash(m.link(false), false)
	m.Sharing, m.ForClass, m.ForRoom = true, false, false
}

// Unshare closes the dialog and gives the focus back.
func (m *Model) Unshare() {
	if m.Sharing {
		m.Sharing = false
		m.Host.Focus("share")
	}
}

// CopyLink copies the permalink, CopyFrame the code that embeds what is on show.
func (m *Model) CopyLink() { m.copy("Link", m.shareLink()) }

// CopyFrame copies the code that embeds what is on show.
func (m *Model) CopyFrame() { m.copy("Code", m.frameCode()) }

// CopyCitation copies how to cite the page.
func (m *Model) CopyCitation() { m.copy("Citation", m.citation()) }

func (m *Model) copy(what, text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.say(what + " copied")
		} else {
			m.say("The browser refused to copy; select the text instead")
		}
	})
}

// frameHeight is the height of a frame on pages that do not follow its own.
const frameHeight = "560"

// frameCode is HTML for another page: a frame with what is on show, and the
// script that gives the frame its height.
func (m *Model) frameCode() string {
	x := extra{Page: m.Page, Lesson: m.Course.link(), Quiet: m.Course != nil && m.Course.Quiet || m.hides(), Frame: Frame{Embed: true}}
	src := m.Host.Address() + joinLink(m.Desk.Spec.Link(m.Desk.Table), x)
	quote := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;")
	return `<iframe src="` + quote.Replace(src) + `" title="Indistinct: ` + quote.Replace(m.Desk.About.Title) +
		`" width="100%" height="` + frameHeight + `" frameborder="0" loading="lazy" data-indistinct></iframe>` + "\n" +
		`<script src="` + quote.Replace(m.folder()) + `embed.js" defer></script>`
}

// folder is the address of the folder that the page stands in.
func (m *Model) folder() string {
	address, _, _ := strings.Cut(m.Host.Address(), "?")
	return address[:strings.LastIndex(address, "/")+1]
}

// citation is the page as BibTeX.
func (m *Model) citation() string {
	version, year := m.Host.Version()
	return "@software{indistinct,\n  title = {Indistinct: A Laboratory for Differential Privacy in Estimation},\n  author = {{The Indistinct authors}},\n" +
		"  year = {" + year + "},\n  version = {" + version + "},\n  license = {MIT},\n  url = {" + m.Host.Address() + "}\n}"
}

// version is what the foot of the page says of it.
func (c *Root) version() string { v, _ := c.M.Host.Version(); return v }

// qr draws the code of the link, once for each.
func (c *Share) qr() vugu.HTMLer {
	if link := c.M.shareLink(); !c.drawn || link != c.link {
		c.link, c.drawn, c.code = link, true, nil
		if n := qrCode(link); n != nil {
			c.code = vugu.HTML(n.XML())
		}
	}
	return c.code
}

// mostQR is the largest version that a phone reads from a screen: 105 modules a
// side.
const mostQR = 22

// qrCode draws a text as a QR code, dark on light in every theme and with the margin
// of four modules that readers need (ISO/IEC 18004, section 9.1); nil where the
// text is too long to be read from a screen.
func qrCode(text string) *chart.Node {
	enc := coding.String(text)
	for _, level := range [2]coding.Level{coding.M, coding.L} {
		for v := coding.Version(coding.MinVersion); v <= mostQR; v++ {
			if enc.Bits(v) > v.DataBytes(level)*8 {
				continue
			}
			plan, err := coding.NewPlan(v, level, 0)
			if err != nil {
				return nil
			}
			code, err := plan.Encode(enc)
			if err != nil {
				return nil
			}
			return drawQR(code)
		}
	}
	return nil
}

// drawQR draws each row's runs of dark modules.
func drawQR(code *coding.Code) *chart.Node {
	var d strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				d.WriteString("M" + strconv.Itoa(from+4) + " " + strconv.Itoa(y+4) + "h" + strconv.Itoa(x-from) + "v1h-" + strconv.Itoa(x-from) + "z")
			}
		}
	}
	side := strconv.Itoa(code.Size + 8)
	return chart.El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+side+" "+side, "role", "img", "aria-label", "QR code of the link",
		"shape-rendering", "crispEdges").Add(
		chart.El("rect", "width", side, "height", side, "fill", "#ffffff"),
		chart.El("path", "d", d.String(), "fill", "#000000"))
}
