package panel

import (
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// storedFile holds a sheet for each experiment of each laboratory at its default
// setting: {"ring": {"fig2": …}}.
const storedFile = "stored.json"

// fetchStored reads the stored results, once.
func (m *Model) fetchStored() {
	if m.fetched {
		return
	}
	m.fetched = true
	m.Host.Fetch(storedFile, func(data []byte) {
		var all map[string]map[string]*sheet.Sheet
		if data == nil || json.Unmarshal(data, &all) != nil {
			return // each can still be computed here
		}
		for _, d := range m.allDesks() {
			for name, s := range all[d.About.Name] {
				d.task(name).Stored = s
			}
		}
		m.stored = true
	})
}

// experiments lists what waits for a button, wherever else it stands.
func (d *Desk) experiments() []lab.Analysis {
	var out []lab.Analysis
	for _, a := range d.Lab.Analyses() {
		if !a.Live && d.Spec.Applies(a) {
			out = append(out, a)
		}
	}
	return out
}
