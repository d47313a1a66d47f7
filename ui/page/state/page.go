package state

import (
	"encoding/json"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Go shows a page; lab "" keeps the laboratory.
func (m *Model) Go(labName, page string) {
	m.Scene.tellNow()
	m.Flush()
	d := m.Laboratory(labName)
	m.Emit(Event{Kind: Leaving, D: d})
	if d != m.Front {
		m.Front = d
		m.Scene.Film()
		m.looks.ask()
	}
	m.Page, m.Notes = page, nil
	m.Place()
	m.SetAddress(true)
}

// Place tells the host where we are.
func (m *Model) Place() {
	title := lang.Say("page.title", "page", m.Front.About.Title())
	for _, p := range m.Pages() {
		if p.Name == m.Page {
			title = p.Title(m.Front)
			if p.Stored {
				m.fetchStored()
			}
		}
	}
	m.Host.Tool("place", nil, m.Page, m.Front.About.Name, m.Say(title))
}

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
		var all map[string]map[string]json.RawMessage
		if data == nil || json.Unmarshal(data, &all) != nil {
			return // each can still be computed here
		}
		for _, d := range m.Laboratories() {
			for name, raw := range all[d.About.Name] {
				var s sheet.Sheet
				if json.Unmarshal(raw, &s) == nil {
					t := d.Task(name)
					t.Stored, t.StoredRaw = &s, raw
				}
			}
		}
		m.Stored = true
	})
}
