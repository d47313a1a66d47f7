package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"strconv"
	"strings"
)

// Presets shows a laboratory's presets side by side, a column for each group.
type Presets struct {
	M *state.Model
	D *laboratory.State
}

// take opens a preset; the shelf is long, so the stage comes back into sight.
func (c *Presets) take(i int) {
	c.M.Preset(strconv.Itoa(i))
	c.M.Host.Reveal("stage")
}

// title names the groups.
func (c *Presets) title() string {
	return "All programs: " + strings.ToLower(strings.Join(c.D.Groups(), " and "))
}
