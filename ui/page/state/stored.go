package state

import (
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// StoredFile holds a sheet for each experiment of each laboratory at its default
// setting: {"ring": {"fig2": …}}.
const StoredFile = "stored.json"

// fetchStored reads the stored results, once.
func (m *Model) fetchStored() {
	if m.fetched {
		return
	}
	m.fetched = true
	m.Host.Fetch(StoredFile, func(data []byte) {
		var all map[string]map[string]*sheet.Sheet
		if data == nil || json.Unmarshal(data, &all) != nil {
			return // each can still be computed here
		}
		for _, d := range m.Laboratories() {
			for name, s := range all[d.About.Name] {
				d.Task(name).Stored = s
			}
		}
		m.Stored = true
	})
}

// Experiments lists what waits for a button, wherever else it stands.
func (d *Laboratory) Experiments() []lab.Analysis {
	var out []lab.Analysis
	for _, a := range d.Lab.Analyses() {
		if !a.Live && d.Spec.Applies(a) {
			out = append(out, a)
		}
	}
	return out
}
