package view

import (
	"slices"

	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Links leads from a laboratory to what explains it.
type Links struct {
	M *state.Model
	D *laboratory.State
}

// pages are those of the features that explain it.
func (c *Links) pages() []state.Page {
	return slices.DeleteFunc(c.M.Pages(), func(p state.Page) bool { return p.Onward == "" })
}
