package state

import (
	"indistinct/core/lang"
	"indistinct/ui/chart"
	"indistinct/ui/page/teach"
)

// LanguageKey is where the browser keeps the language that a visitor chose.
const LanguageKey = "indistinct-language"

// Say says a message in the page's language.
func (m *Model) Say(s lang.Message) string { return m.L.Say(s) }

// Text says a text in the page's language; places are as of lang.Say.
func (m *Model) Text(id string, places ...any) string { return m.L.Text(id, places...) }

// Rich says a message with its symbols marked, as public/dom.js sets them in italics.
func (m *Model) Rich(s lang.Message) string { return chart.Rich(m.L, s) }

// SetLanguage says all from now on in a language.
func (m *Model) SetLanguage(l *lang.Language) {
	m.L, m.Terms = l, teach.NewGlossary(l)
	m.Board.SetLanguage(l)
	m.Host.Language(l.Tag, l.RightToLeft())
	m.Scene.Dress()
	if m.Front != nil {
		m.Place()
	}
}

// ChooseLanguage is the menu: it fetches a language, changes to it and keeps the choice.
func (m *Model) ChooseLanguage(tag string) {
	m.fetchLanguage(tag, func() { m.Host.Remember(LanguageKey, tag) })
}

// fetchLanguage changes to a language when its texts have come, and calls then. Of several
// that are asked for, the last one counts.
func (m *Model) fetchLanguage(tag string, then func()) {
	if !lang.Known(tag) {
		return
	}
	m.asked = tag
	if tag == m.L.Tag {
		then()
		return
	}
	m.Host.Fetch(lang.File(tag, ""), func(data []byte) {
		if m.asked != tag {
			return
		}
		l, err := FirstWords(tag, data)
		if err != nil {
			m.Notes = append(m.Notes, lang.Say("page.language.none", "language", tag))
			return
		}
		m.SetLanguage(l)
		then()
	})
}

// FirstWords reads the first texts of a language; others come when they are said: see words.
func FirstWords(tag string, data []byte) (*lang.Language, error) {
	l, err := lang.Parse(tag, data)
	if err == nil {
		l.Partial = true
	}
	return l, err
}

// Themes is the order of the theme switch.
var Themes = [...]string{"", "light", "dark", "projector"}

// SetTheme takes the visitor's choice.
func (m *Model) SetTheme(choice string) {
	m.Theme = choice
	m.ThemeShown = m.Host.Theme(choice)
	m.Scene.Dress()
}

// SystemChanged takes the system's theme where the visitor chose none, and its wish for
// less motion.
func (m *Model) SystemChanged(reduced bool) {
	if m.Reduced = reduced; reduced {
		m.Scene.tellNow()
	}
	m.SetTheme(m.Theme)
}
