package panel

import (
	"strconv"
	"strings"

	"indistinct/core/lab"
)

// Presets shows a laboratory's presets side by side, a column for each group.
type Presets struct {
	M *Model
	D *Desk
}

// groups are the headings of the presets, in their order.
func (d *Desk) groups() []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, p := range d.presets {
		if !seen[p.Group] {
			seen[p.Group] = true
			out = append(out, p.Group)
		}
	}
	return out
}

// grouped are the presets under a heading, by index; "" those under none.
func (d *Desk) grouped(group string) []int {
	var out []int
	for i, p := range d.presets {
		if p.Group == group {
			out = append(out, i)
		}
	}
	return out
}

func (c *Lead) grouped(group string) []int { return c.D.grouped(group) }

// take opens a preset; the shelf is long, so the stage comes back into sight.
func (c *Presets) take(i int) {
	c.M.Preset(strconv.Itoa(i))
	c.M.Host.Reveal("stage")
}

// title names the groups.
func (c *Presets) title() string {
	return "All programs: " + strings.ToLower(strings.Join(c.D.groups(), " and "))
}

// sameProgram reports whether a preset's program is that of s: a classic is the
// same whatever is claimed and however it is tested.
func (d *Desk) sameProgram(p lab.Preset, s lab.Spec) bool {
	for i := range d.Table {
		if q := &d.Table[i]; q.Kind == lab.Code && p.Set[q.Name] != "" && p.Set[q.Name] == s.Text(q.Name) {
			return true
		}
	}
	return false
}
