package state

import (
	"strings"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/chart"
	"indistinct/ui/page/teach"
)

// LanguageKey is where the browser keeps the language that a visitor chose.
const LanguageKey = "indistinct-language"

func (m *Model) Say(s lang.Message) string { return m.L.Say(s) }

// Text says a text in the page's language; places are as of lang.Say.
func (m *Model) Text(id string, places ...any) string { return m.L.Text(id, places...) }

// Rich says a message with its symbols marked, as public/dom.js sets them in italics.
func (m *Model) Rich(s lang.Message) string { return chart.Rich(m.L, s) }

func (m *Model) SetLanguage(l *lang.Language) {
	m.L, m.Terms = l, teach.NewGlossary(l)
	m.Board.SetLanguage(l)
	m.Host.Tool("language", nil, l.Tag, l.RightToLeft(), m.Text("page.scene"))
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

// A page opens with the texts that it says then; the others come by room, when one of them is said
// or when the page has nothing else to fetch.

// The rooms beside the laboratories' own.
const (
	roomLesson    = "lesson"
	roomReference = "reference"
	roomMore      = "more"
)

// Rooms are those that texts stand in beside the first ones.
func Rooms(labs lab.Catalog) []string {
	out := []string{roomMore, roomLesson, roomReference}
	for _, l := range labs {
		out = append(out, l.About().Name)
	}
	return out
}

// Room returns where a text stands that is not among the first ones: in its laboratory's room, in
// that of all lessons or of all references, or in the one of all else.
func Room(labs lab.Catalog, id string) string {
	first, rest, _ := strings.Cut(id, ".")
	second, _, _ := strings.Cut(rest, ".")
	switch {
	case labs.Find(first) == nil:
		return roomMore
	case second == roomLesson || second == roomReference:
		return second
	}
	return first
}

// words are the rooms of a language that the page has asked for.
type words struct {
	m       *Model
	of      *lang.Language
	asked   map[string]bool
	awaited int
	shown   bool // what is shown lacks some of them
}

// wordsAgain is how long the page waits after a room did not come.
const wordsAgain = 5 * time.Second

// Fetch has the rooms fetched of which the page has said texts in vain, and with all those of
// all texts. It is called after each render.
func (w *words) Fetch(all bool) {
	m, l := w.m, w.m.L
	if w.of != l {
		*w = words{m: m, of: l, asked: map[string]bool{}}
	}
	var rooms []string
	for _, id := range l.Lacking() {
		w.shown = true
		rooms = append(rooms, Room(m.labs, id))
	}
	if all && l.Partial {
		rooms = append(rooms, Rooms(m.labs)...)
	}
	for _, room := range rooms {
		if !w.asked[room] {
			w.asked[room] = true
			w.awaited++
			m.Host.Fetch(lang.File(l.Tag, room), func(data []byte) { w.came(l, room, data) })
		}
	}
}

// came takes the texts of a room. What is shown is said anew when all that is awaited is there.
func (w *words) came(l *lang.Language, room string, data []byte) {
	if w.of != l {
		return
	}
	w.awaited--
	if data == nil || l.Add(data) != nil {
		delete(w.asked, room)
		w.m.Host.After(wordsAgain, func() {}) // which renders, and so asks again
	}
	l.Partial = w.awaited > 0 || len(w.asked) < len(Rooms(w.m.labs))
	if w.awaited == 0 && w.shown {
		w.shown, w.of = false, l.Anew()
		w.m.SetLanguage(w.of)
	}
}

// Themes is the order of the theme switch.
var Themes = [...]string{"", "light", "dark", "projector"}

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
