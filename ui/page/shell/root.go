// Package shell is the frame of the page: header, navigation, notes, the column beside the
// picture, what stands below it, and the slots in which features draw.
package shell

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// Root is the whole page but the scene.
type Root struct{ M *state.Model }

// laboratory reports whether a laboratory is in front, and no other page.
func (c *Root) laboratory() bool { return c.M.Page == "" }

// tests reports whether its test is on show: no feature has its place.
func (c *Root) tests() bool { return c.laboratory() && !c.M.Played() }

// skipTo is the element that the link at the page's top leads to.
func (c *Root) skipTo() string { return view.Either(c.tests(), "run", "main") }

func (c *Root) menu() []state.Page {
	return slices.DeleteFunc(c.M.Pages(), func(p state.Page) bool { return p.Menu == "" })
}

func (c *Root) current(lab, page string) *string {
	here := c.M.Page == page && (page != "" || c.M.Front.About.Name == lab)
	return view.Given(view.When(here, "page"))
}

// href is a navigation link's address, so that it can be opened in a new tab.
func (c *Root) href(lab, page string) string { return c.M.PageLink(c.M.Laboratory(lab), page) }

func (c *Root) version() string { v, _ := c.M.Host.Version(); return v }

func (c *Root) citation() string {
	version, year := c.M.Host.Version()
	return "@software{indistinct,\n  title = {Indistinct: A Laboratory for Differential Privacy in Estimation},\n" +
		"  author = {{The Indistinct authors}},\n  year = {" + year + "},\n  version = {" + version +
		"},\n  license = {MIT},\n  url = {" + c.M.Host.Address() + "}\n}"
}

// Column is what stands beside the picture.
type Column struct{ view.Part }

// tests reports whether the laboratory's settings, test and verdict stand there.
func (c *Column) tests() bool { return !c.M.Framed && !c.M.Played() }

// more is a sentence below the question; "" where the laboratory has none.
func (c *Column) more() lang.Message { return c.M.L.Optional(c.D.About.More()) }

// Results are what stands below the picture.
type Results struct{ view.Part }
