package state

import (
	"encoding/json"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/links"
)

// Go shows a page; lab "" keeps the laboratory.
func (m *Model) Go(labName, page string) {
	m.tellNow()
	if m.hashTimer != nil {
		m.hashTimer()
		m.address()
	}
	if labName != "" && m.Course != nil && labName != m.Course.Laboratory {
		m.drop()
	}
	if labName != "" && labName != m.Front.About.Name {
		m.Front = m.Laboratory(labName)
		m.film()
		m.look(0)
	}
	m.Present(false)
	m.Desk.Scanning = false
	m.Page, m.Notes = page, nil
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// place tells the host where we are.
func (m *Model) place() {
	lab := m.Front.About.Title()
	title := lang.Say("page.title", "page", lab)
	switch m.Page {
	case links.PageExperiments:
		title = lang.Say("page.title", "page", lang.Say("page.experiments"))
	case links.PageLearn:
		title = lang.Say("page.title", "page", lang.Say("page.lessons"))
	case links.PageReference:
		title = lang.Say("page.title.reference", "lab", lab)
	case links.PageMisprints:
		title = lang.Say("page.title", "page", lang.Say("page.misprints"))
	case links.PageClass:
		title = lang.Say("page.title", "page", lang.Say("class.head"))
	}
	m.Host.Place(m.Page, m.Front.About.Name, m.Say(title))
	if m.Page == links.PageExperiments || m.Page == links.PageReference {
		m.fetchStored()
	}
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

// SkipTo is the element that the link at the page's top leads to.
func (m *Model) SkipTo() string {
	if m.Page == links.PageLaboratory && !m.Front.Game.Plays() {
		return "run"
	}
	return "main"
}
