package embed

import (
	"strings"

	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Framed is the panel within another page: the controls that the link names,
// Run test, the verdict, and the way to the whole page.
type Framed struct {
	M *state.Model
	F *Feature
	D *laboratory.State
}

// fields are the controls that the link names, else the main slider.
func (c *Framed) fields() []*control.Field {
	var out []*control.Field
	for _, name := range strings.Split(c.F.show, ",") {
		if p := c.D.Table.Find(name); p != nil && c.D.Spec.Shown(p) && !c.D.IsLifted(name) {
			out = append(out, c.D.Field(p))
		}
	}
	if p := c.D.MainSlider(); len(out) == 0 && p != nil {
		out = append(out, c.D.Field(p))
	}
	return out
}

// full is the same link without the frame.
func (c *Framed) full() string {
	return c.M.Link(state.Whole, c.D.Judged(), false)
}
