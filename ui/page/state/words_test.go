package state

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/test"
)

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
