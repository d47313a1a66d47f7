package view

import (
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/chart"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
	"indistinct/ui/page/take"
)

// Printout is the sheet that is printed.
type Printout struct {
	M *state.Model
	D *laboratory.State
}

func (c *Printout) link() string {
	return c.M.Host.Address() + links.JoinLink(c.D.Report.Spec.Link(c.D.Table), links.Extra{Run: true})
}

func (c *Printout) code() vugu.HTMLer {
	if n := take.QrCode(c.link(), c.M.Text("page.qr")); n != nil {
		return vugu.HTML(n.XML())
	}
	return nil
}

func (c *Printout) axis() vugu.HTMLer {
	values := epsilons(c.D.Report)
	return vugu.HTML(chart.Epsilons(c.M.L, values, letter(c.D.Report), 420, take.Themed("projector")).XML())
}

// settings are those that the run rests on, as name and value.
func (c *Printout) settings() [][2]lang.Message {
	var out [][2]lang.Message
	s := c.D.Report.Spec
	for i := range c.D.Table {
		p := &c.D.Table[i]
		if !p.Rerun || p.Kind == lab.Code || !s.Shown(p) {
			continue
		}
		if v := control.Setting(s, p); v != "" {
			out = append(out, [2]lang.Message{p.Title(), v})
		}
	}
	return out
}

// leafLines is how many lines of a program fit on the sheet.
const leafLines = 24

// Program is the program that was tested, "" where there is none; of a long one
// the beginning.
func (c *Printout) program() string {
	s := c.D.Report.Spec
	for i := range c.D.Table {
		if p := &c.D.Table[i]; p.Kind == lab.Code && s.Shown(p) {
			lines := strings.Split(strings.TrimSpace(s.Text(p.Name)), "\n")
			if len(lines) > leafLines {
				lines = append(lines[:leafLines], c.M.Text("page.print.lines", "n", len(lines)-leafLines))
			}
			return strings.Join(lines, "\n")
		}
	}
	return ""
}

func (c *Printout) figures() []Figure { return figures(c.D.Report, false) }
