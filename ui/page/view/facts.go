package view

import (
	"slices"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
)

// Facts are numbers known before any run.
type Facts struct {
	M     *state.Model
	Facts []lab.Fact
}

// rest reports whether some of them are not seen at once.
func (c *Facts) rest() bool {
	return slices.ContainsFunc(c.Facts, func(f lab.Fact) bool { return !f.Key })
}
