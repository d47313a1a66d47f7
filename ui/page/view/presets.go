package view

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Presets shows a laboratory's presets side by side, a column for each group.
type Presets struct{ Part }

// take opens a preset; the shelf is long, so the stage comes back into sight.
func (c *Presets) take(i int) {
	c.M.Preset(strconv.Itoa(i))
	c.M.Host.Reveal("stage")
}

// title names the groups.
func (c *Presets) title() lang.Message {
	var groups []lang.Message
	for _, g := range c.D.Groups() {
		groups = append(groups, c.shelf(g))
	}
	return lang.Say("page.shelf", "groups", groups)
}

// shelf is the heading of a group of presets.
func (c *Presets) shelf(group string) lang.Message {
	return lab.Preset{Group: group}.Shelf(c.D.About.Name)
}
