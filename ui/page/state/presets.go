package state

import (
	"indistinct/core/lab"
)

// Groups are the headings of the presets, in their order.
func (d *Laboratory) Groups() []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, p := range d.Presets {
		if !seen[p.Group] {
			seen[p.Group] = true
			out = append(out, p.Group)
		}
	}
	return out
}

// Grouped are the presets under a heading, by index; "" those under none.
func (d *Laboratory) Grouped(group string) []int {
	var out []int
	for i, p := range d.Presets {
		if p.Group == group {
			out = append(out, i)
		}
	}
	return out
}

// sameProgram reports whether a preset's program is that of s: a classic is the
// same whatever is claimed and however it is tested.
func (d *Laboratory) sameProgram(p lab.Preset, s lab.Spec) bool {
	for i := range d.Table {
		if q := &d.Table[i]; q.Kind == lab.Code && p.Set[q.Name] != "" && p.Set[q.Name] == s.Text(q.Name) {
			return true
		}
	}
	return false
}
