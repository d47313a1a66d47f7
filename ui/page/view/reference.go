package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
)

// Reference is the reference: a page for each laboratory, and one for the readings
// and misprints of all.
type Reference struct {
	M    *state.Model
	made []chapter // the sections of the page in front
	of   page      // which they are of
}

// page is what the sections of a page depend on.
type page struct {
	name, lab, theme string
	stored           bool
}

// chapter is a section ready to be shown.
type chapter struct {
	ID, Title string
	Text      [][]teach.Part
	Code      []lab.Script
	Terms     []teach.Term
	See       string // a link into the laboratory
	SeeText   string
	Picture   vugu.HTMLer // of a stored result, nil if there is none
	Caption   string      // what the picture shows
	Still     string      // the stage's picture
}

// title is the page's heading.
func (c *Reference) title() string {
	if c.M.Page == links.PageMisprints {
		return "Readings and misprints"
	}
	return c.M.Front.About.Title + ": reference"
}

// lead says what the page is.
func (c *Reference) lead() string {
	if c.M.Page == links.PageMisprints {
		return "The papers leave some things open and print some things wrongly. Where it matters, this is the reading used here, and why."
	}
	return c.M.Front.About.Lead
}

// chapters are the sections of the page in front, made once.
func (c *Reference) chapters() []chapter {
	key := page{c.M.Page, c.M.Front.About.Name, c.M.ThemeShown, c.M.Stored}
	if key == c.of {
		return c.made
	}
	var out []chapter
	seen := map[int]bool{}
	add := func(d *laboratory.State, s *lab.Section, title string) {
		k := chapter{ID: teach.Slug(title), Title: title, Code: s.Code}
		for _, text := range s.Text {
			k.Text = append(k.Text, c.M.Terms.Mark(text, seen))
		}
		if s.See != "" {
			k.SeeText, k.See = "See it: "+s.See, d.PresetSpec(lab.Preset{Set: s.Set}).Link(d.Table)
		}
		if stored := d.Task(s.Figure).Stored; s.Figure != "" && stored != nil && len(stored.Charts) > 0 {
			k.Picture = vugu.HTML(chart.New(&stored.Charts[0], "ref-"+d.About.Name+"-"+s.Figure, 520,
				chart.Variables).Tree.XML())
			k.Caption = stored.Charts[0].Title + ". Computed at build time."
		}
		out = append(out, k)
	}
	if c.M.Page == links.PageMisprints {
		for _, d := range c.M.Laboratories() {
			for _, s := range d.Lab.Reference() {
				if s.Misprints {
					add(d, &s, d.About.Title+": "+s.Title)
				}
			}
		}
	} else {
		d := c.M.Front
		for _, s := range d.Lab.Reference() {
			if !s.Misprints {
				add(d, &s, s.Title)
			}
		}
		if len(out) > 0 {
			out[0].Still = "still/" + d.About.Name + "-" + c.shade() + ".png"
		}
		add(d, &teach.Pass, teach.Pass.Title)
		out = append(out, chapter{ID: "settings", Title: "Settings", Terms: teach.Parameters(d.Table)})
	}
	c.made, c.of = out, key
	return out
}

// shade is the theme of the stage's picture.
func (c *Reference) shade() string {
	if c.M.ThemeShown == "dark" {
		return "dark"
	}
	return "light"
}

// href is the address of a section.
func (c *Reference) href(id string) string {
	d := c.M.Front
	return links.JoinLink(d.Spec.Link(d.Table), links.Extra{Page: c.M.Page, At: id})
}

// jump goes to a section.
func (c *Reference) jump(e vugu.DOMEvent, id string) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Host.Hash(c.href(id), true)
	c.M.Host.Focus("ref-" + id)
}

// others lead to the other pages of the reference.
func (c *Reference) others() []*laboratory.State {
	var out []*laboratory.State
	for _, d := range c.M.Laboratories() {
		if c.M.Page == links.PageMisprints || d != c.M.Front {
			out = append(out, d)
		}
	}
	return out
}
