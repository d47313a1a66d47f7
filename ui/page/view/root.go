package view

import (
	"cmp"
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
)

// goTo follows a link of the navigation unless it asks for a new tab.
func (c *Root) goTo(e vugu.DOMEvent, lab, page string) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Go(lab, page)
}

func (c *Root) current(lab, page string) *string {
	here := c.M.Page == page && (page != links.PageLaboratory || c.M.Front.About.Name == lab)
	if !here {
		return nil
	}
	s := "page"
	return &s
}

// href is a navigation link's address, so that it can be opened in a new tab.
func (c *Root) href(lab, page string) string {
	d := c.M.Front
	if lab != "" {
		d = c.M.Laboratory(lab)
	}
	return links.JoinLink(d.Spec.Link(d.Table), links.Extra{Page: page})
}

func themeName(t string) string { return cmp.Or(t, "auto") }

// languages are those of the menu; a pseudo-language stands in it while it is on.
func (c *Root) languages() []lang.Entry {
	out := lang.Languages()
	if l := c.M.L; !slices.ContainsFunc(out, func(e lang.Entry) bool { return e.Tag == l.Tag }) {
		out = append(out, lang.Entry{Tag: l.Tag, Name: l.Name()})
	}
	return out
}

// toExperiments leads to a laboratory's experiments, further down the page.
func (c *Root) toExperiments(e vugu.DOMEvent, d *laboratory.State) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Host.Focus("experiments-" + d.About.Name)
}

func (c *Root) withExperiments() []*laboratory.State {
	var out []*laboratory.State
	for _, d := range c.M.Laboratories() {
		if len(d.Experiments()) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// The components; their markup stands in the .vugu file of the same name.

// Root is the whole page but the scene.
type Root struct{ M *state.Model }

// version is what the foot of the page says of it.
func (c *Root) version() string { v, _ := c.M.Host.Version(); return v }
