package state

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// abroad is a page whose site has German, and what German has for an id.
func abroad(t *testing.T, link string) (m *Model, s *test.Browser, german map[string]string) {
	t.Helper()
	german = test.Texts("de")
	data, err := json.Marshal(german)
	if err != nil {
		t.Fatal(err)
	}
	s = &test.Browser{Files: map[string][]byte{"texts/de.json": data}}
	m = New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s, german
}

// speaks reports whether the page, its document and its glossary are in a language.
func speaks(m *Model, s *test.Browser, tag string, texts map[string]string) bool {
	term := texts["glossary.mechanism"]
	return m.L.Tag == tag && s.Tag == tag && m.Text("share.title") == texts["share.title"] &&
		len(m.Terms.Mark(m.L.Spans(lang.Verbatim(term)), map[int]bool{})) == 1 &&
		m.Terms.Mark(m.L.Spans(lang.Verbatim(term)), map[int]bool{})[0].Opens != ""
}

// A link says its language: the page fetches it once and changes, its title with it, and
// remembers nothing, for the choice was not the visitor's.
func TestLanguageOfALink(t *testing.T) {
	m, s, german := abroad(t, "#lab=toy&lang=de&s=1")
	if !speaks(m, s, "de", german) || !slices.Equal(s.Fetches, []string{"texts/de.json"}) || len(m.Notes) > 0 {
		t.Fatalf("the page speaks %s, fetched %v, notes %q", m.L.Tag, s.Fetches, m.Notes)
	}
	if !strings.HasPrefix(s.Title, german["toy.title"]) || m.Front.Spec.Float("s") != 1 {
		t.Errorf("it is called %q at s = %v", s.Title, m.Front.Spec.Float("s"))
	}
	if len(s.Kept) > 0 || strings.Contains(m.Link(Address, false, false), "lang=") {
		t.Errorf("it keeps %v and leads to %s", s.Kept, m.Link(Address, false, false))
	}
	if m.Open("#lab=toy&lang=de"); len(s.Fetches) != 1 {
		t.Error("a language that is spoken is fetched again")
	}
	if m.Open("#lab=toy"); m.L.Tag != "de" {
		t.Error("a link without a language changes it")
	}
}

// The menu changes the language, tells the scene, and is remembered; the address does not
// hold what it chose.
func TestLanguageOfTheMenu(t *testing.T) {
	m, s, german := abroad(t, "")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.ChooseLanguage("de")
	if !speaks(m, s, "de", german) || s.Kept[LanguageKey] != "de" || s.Last().Type != say.Look ||
		s.Last().Language != "de" || strings.Contains(s.LastHash, "lang=") {
		t.Errorf("the page speaks %s, keeps %v, told the scene %+v", m.L.Tag, s.Kept, s.Last())
	}
	if m.ChooseLanguage("de"); len(s.Fetches) != 1 {
		t.Error("a language that is spoken is fetched again")
	}
	if m.ChooseLanguage("tlh"); m.L.Tag != "de" || s.Kept[LanguageKey] != "de" || len(m.Notes) > 0 {
		t.Errorf("an unknown language: the page speaks %s and keeps %v", m.L.Tag, s.Kept)
	}
}

// Of two languages that are asked for before the first has come, the last one counts, in
// whatever order they come.
func TestLanguageAskedForLast(t *testing.T) {
	m, s, german := abroad(t, "")
	s.Late = true
	s.Files["texts/en.json"], _ = json.Marshal(test.Texts("en"))
	m.ChooseLanguage("de")
	m.ChooseLanguage("en") // back before it came
	s.Arrive(0)
	if m.L.Tag != "en" || s.Kept[LanguageKey] != "en" {
		t.Errorf("the page speaks %s, which was taken back, and keeps %v", m.L.Tag, s.Kept)
	}
	m.ChooseLanguage("de")
	if s.Arrive(0); !speaks(m, s, "de", german) || s.Kept[LanguageKey] != "de" {
		t.Errorf("the page speaks %s and keeps %v", m.L.Tag, s.Kept)
	}
	m.ChooseLanguage("en")
	m.ChooseLanguage("de")
	m.ChooseLanguage("en")
	s.Arrive(1)
	s.Arrive(0)
	if m.L.Tag != "en" || s.Kept[LanguageKey] != "en" {
		t.Errorf("the page speaks %s and keeps %v", m.L.Tag, s.Kept)
	}
}

// Texts that are not there, or are no texts, leave the language as it is, a note that
// names the other, and nothing to be remembered.
func TestLanguageThatCannotBeRead(t *testing.T) {
	for name, data := range map[string][]byte{"no file": nil, "no JSON": []byte("<html>"),
		"no texts": []byte(`{"a": "b"}`)} {
		for _, link := range []string{"", "#lab=toy&s=1&lang=de"} {
			m, s, _ := abroad(t, "")
			s.Files["texts/de.json"] = data
			if link == "" {
				m.ChooseLanguage("de")
			} else {
				m.Open(link)
			}
			if !speaks(m, s, "en", test.Texts("en")) || len(s.Kept) > 0 {
				t.Errorf("%s: the page speaks %s and keeps %v", name, m.L.Tag, s.Kept)
			}
			if len(m.Notes) != 1 {
				t.Fatalf("%s: notes %q", name, m.Notes)
			}
			check.Places(t, name, m.Notes[0], "page.language.none", "language", "de")
			if link != "" && m.Front.Spec.Float("s") != 1 {
				t.Errorf("%s: the link's settings are lost", name)
			}
		}
	}
}

// A link in a language that there is not is taken up in the page's own; which there are is
// told.
func TestLinkInAnUnknownLanguage(t *testing.T) {
	m, s, _ := abroad(t, "#lab=toy&lang=tlh&s=1")
	if m.L.Tag != "en" || len(s.Fetches) > 0 || len(s.Kept) > 0 || m.Front.Spec.Float("s") != 1 {
		t.Errorf("the page speaks %s at s = %v, fetched %v", m.L.Tag, m.Front.Spec.Float("s"), s.Fetches)
	}
	if len(m.Notes) != 1 {
		t.Fatalf("notes %q", m.Notes)
	}
	check.Places(t, "the field", m.Notes[0], "page.link.field", "field", "lang", "got", "tlh")
}

// The scene hears of the language before anything that it has to say in it.
func TestSceneHearsOfTheLanguageFirst(t *testing.T) {
	m, s, _ := abroad(t, "#lang=de")
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	for range 2 { // the second time it has lost its context
		from := len(s.Messages)
		m.Scene.Hear(say.FromScene{Type: say.Ready})
		got := s.Messages[from:]
		if len(got) < 2 || got[0].Type != say.Look || got[0].Language != "de" || got[len(got)-1].Type != say.Film {
			t.Errorf("it is told %+v", got)
		}
	}
}

// TestWordsByRoom: a text that is not among the first ones is fetched with its room when it is said,
// once, and is said as soon as it is there; what does not come is asked for again.
func TestWordsByRoom(t *testing.T) {
	texts := test.Language().Texts()
	rooms := map[string]map[string]string{"": {}}
	labs := lab.Catalog{test.Toy{}}
	for id, text := range texts {
		room := Room(labs, id)
		if id == "page.run" || strings.HasPrefix(id, "language.") {
			room = ""
		}
		if rooms[room] == nil {
			rooms[room] = map[string]string{}
		}
		rooms[room][id] = text
	}
	file := func(room string) []byte {
		data, err := json.Marshal(rooms[room])
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	l, err := FirstWords("en", file(""))
	if err != nil {
		t.Fatal(err)
	}
	s := &test.Browser{Files: map[string][]byte{}, Late: true}
	m := New(s, s, labs, "toy", l)
	m.Start("", true, "")
	arrived := 0
	arrive := func() {
		for ; arrived < len(s.Fetches); arrived++ {
			s.Arrive(0)
		}
	}
	if got := m.Text("page.run"); got != texts["page.run"] {
		t.Errorf("a first text says %q", got)
	}
	title := lang.Say("toy.title")
	if got := m.Rich(title); got != "…" {
		t.Errorf("a text that is still to come says %q", got)
	}
	m.Words.Fetch(false)
	m.Words.Fetch(false)
	of := func(name string) bool { return name == "texts/en.toy.json" }
	if !slices.ContainsFunc(s.Fetches, of) || len(s.Fetches) > len(Rooms(labs)) {
		t.Fatalf("asked for %q", s.Fetches)
	}
	arrive() // there is none
	for _, room := range Rooms(labs) {
		s.Files[lang.File("en", room)] = file(room)
	}
	m.Say(title)
	m.Words.Fetch(false)
	if !slices.ContainsFunc(s.Fetches[arrived:], of) {
		t.Error("a room that did not come is not asked for again")
	}
	arrive()
	if got := m.Rich(title); got != texts["toy.title"] {
		t.Errorf("a text that has come says %q", got)
	}
	m.Words.Fetch(true)
	arrive()
	if m.L.Partial || m.Text("no.such.text") != "⟨no.such.text⟩" {
		t.Errorf("with all rooms a text that there is none of says %q", m.Text("no.such.text"))
	}
}
