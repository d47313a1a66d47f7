// Package shell is the frame of the page: header, navigation, notes, the column beside the
// picture, what stands below it, and the slots in which features draw.
package shell

import (
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/take"
	"indistinct/ui/page/view"
)

// Root is the whole page but the scene.
type Root struct{ M *state.Model }

// laboratory reports whether a laboratory is in front, and no other page.
func (c *Root) laboratory() bool { return c.M.Page == "" }

// tests reports whether its test is on show: no feature has its place.
func (c *Root) tests() bool { return c.laboratory() && !c.M.Played() }

// showsBadge reports whether the verdict stands on the picture.
func (c *Root) showsBadge() bool { return c.tests() && c.M.Front.Report != nil && !c.M.Scene.OnShow() }

// showsPresets reports whether the presets stand side by side below the picture.
func (c *Root) showsPresets() bool {
	return c.laboratory() && !c.M.Presenting && len(c.M.Front.Groups()) > 0
}

// skipTo is the element that the link at the page's top leads to.
func (c *Root) skipTo() string {
	if c.tests() {
		return "run"
	}
	return "main"
}

// menu are the pages of features in the navigation.
func (c *Root) menu() []state.Page {
	return slices.DeleteFunc(c.M.Pages(), func(p state.Page) bool { return p.Menu == "" })
}

// goTo follows a link of the navigation unless it asks for a new tab.
func (c *Root) goTo(e vugu.DOMEvent, lab, page string) {
	if view.Follow(e) {
		c.M.Go(lab, page)
	}
}

func (c *Root) current(lab, page string) *string {
	here := c.M.Page == page && (page != "" || c.M.Front.About.Name == lab)
	return view.Given(view.When(here, "page"))
}

// href is a navigation link's address, so that it can be opened in a new tab.
func (c *Root) href(lab, page string) string { return c.M.PageLink(c.M.Laboratory(lab), page) }

func (c *Root) languages() []lang.Entry { return lang.Languages() }

// version is what the foot of the page says of it.
func (c *Root) version() string { v, _ := c.M.Host.Version(); return v }

// citation is the page as BibTeX.
func (c *Root) citation() string {
	version, year := c.M.Host.Version()
	return take.Citation(c.M.Host.Address(), version, year)
}

// Column is what stands beside the picture.
type Column struct{ view.Part }

// tests reports whether the laboratory's settings, test and verdict stand there.
func (c *Column) tests() bool { return !c.M.Framed && !c.M.Played() }

// leads reports whether all other settings do.
func (c *Column) leads() bool { return c.tests() && !c.M.Presenting }

// Results are what stands below the picture.
type Results struct{ view.Part }
