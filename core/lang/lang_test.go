package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

// A message survives JSON, as what a program reads: numbers stay numbers.
func TestJSON(t *testing.T) {
	l := test(t, "en", map[string]string{"a": "{n}, {s}, {m}, {list}, {inf}", "b": "B"})
	for _, c := range []struct {
		m    Message
		want string
	}{
		{Verbatim(`"|F|" & <c₁>`), `"\"|F|\" \u0026 \u003cc₁\u003e"`},
		{Verbatim(""), `""`},
		{Say("b"), `{"id":"b"}`},
		{Say("a", "n", 0.1, "s", "x", "m", Say("b"), "list", []Message{Say("b"), Verbatim("v")}, "inf", math.Inf(1)),
			`{"id":"a","inf":"∞","list":{"list":[{"id":"b"},"v"]},"m":{"id":"b"},"n":0.1,"s":"x"}`},
		{Sentences(Say("b"), Verbatim("v")), `[{"id":"b"},"v"]`},
	} {
		data, err := json.Marshal(c.m)
		if err != nil || string(data) != c.want {
			t.Errorf("%q became %s (%v), want %s", c.m, data, err, c.want)
		}
		var got Message
		if err := json.Unmarshal(data, &got); err != nil || l.Say(got) != l.Say(c.m) || got.ID() != c.m.ID() {
			t.Errorf("%s became %q (%v), want %q", data, got, err, c.m)
		}
		if again, err := json.Marshal(got); err != nil || string(again) != string(data) {
			t.Errorf("%s became %s (%v)", data, again, err)
		}
	}
	for _, same := range []string{`{"id":"b"}`, `{ "id": "b" }`, `{"id":"\u0062"}`} {
		var got Message
		if err := json.Unmarshal([]byte(same), &got); err != nil || got.ID() != "b" || l.Say(got) != "B" {
			t.Errorf("%s was read as %q (%v)", same, got, err)
		}
	}
	for _, id := range []string{"", "b", `"`, `\`, "{", "[", `{"id":"b"}`, `b","n":"1`} {
		var got Message
		data, err := json.Marshal(Say(id))
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || Say(id).ID() != id || got.ID() != id || l.Say(got) != l.Say(Say(id)) {
			t.Errorf("the id %q became %s and %q (%v)", id, data, got, err)
		}
	}
	var back Message
	if _ = json.Unmarshal([]byte(`{"id":"b"}`), &back); back != Say("b") {
		t.Errorf("a message that came by JSON is %q, no longer equal", back)
	}
	var m Message
	for _, bad := range []string{`1`, `true`, `"`, `{`} {
		if err := json.Unmarshal([]byte(bad), &m); err == nil {
			t.Errorf("%s was read as %q", bad, m)
		}
	}
}

// Words from a file or a program cannot pass for a message.
func TestVerbatimIsNoMessage(t *testing.T) {
	l := test(t, "en", map[string]string{"b": "B"})
	for _, words := range []string{coded + "b", coded + `{"id":"b"}`, coded + "[", coded + coded + `{"id":"b"}`} {
		if m := Verbatim(words); m.ID() != "" || l.Say(m) == "B" || strings.Contains(l.Say(m), coded) {
			t.Errorf("%q is a message: %q", words, l.Say(m))
		}
	}
}

// Equal messages are equal, whatever the order of their places.
func TestMessagesCompare(t *testing.T) {
	if Say("a", "n", 1, "m", 2) != Say("a", "m", 2, "n", 1) || Say("a", "n", 1) == Say("a", "n", 2) {
		t.Error("messages do not compare by what they say")
	}
}

func TestOf(t *testing.T) {
	err := Errorf("b", "n", 1)
	for _, c := range []struct {
		err  error
		want Message
	}{{err, Say("b", "n", 1)}, {fmt.Errorf("opening: %w", err), Say("b", "n", 1)},
		{errors.New("disk full"), Verbatim("disk full")}} {
		if got := Of(c.err); got != c.want {
			t.Errorf("%v says %q, want %q", c.err, got, c.want)
		}
	}
	if s := err.Error(); !strings.Contains(s, `"b"`) {
		t.Errorf("a programmer reads %q", s)
	}
}

func TestRead(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	own := `{"language.decimal": ",", "language.direction": "rtl", "language.name": "Eigene"}`
	l, err := Read("xx", fstest.MapFS{"language.json": file(own), "room.json": file(`{"room.a": "A"}`),
		"README.md": file("#")})
	if err != nil {
		t.Fatal(err)
	}
	if !l.Has("room.a") || l.Has("room.b") || !l.RightToLeft() || l.Text("language.name") != "Eigene" ||
		len(l.Texts()) != 4 {
		t.Errorf("read %v", l.Texts())
	}
	data, err := json.Marshal(l.Texts())
	if err != nil {
		t.Fatal(err)
	}
	if p, err := Parse("xx", data); err != nil || p.Text("room.a") != "A" {
		t.Errorf("parsed %v (%v)", p, err)
	}
	var list []string // as the page's scripts make it
	for id, s := range l.Texts() {
		list = append(list, id, s)
	}
	if p, err := Parse("xx", []byte(strings.Join(list, "\x00"))); err != nil || !maps.Equal(p.Texts(), l.Texts()) {
		t.Errorf("parsed %v (%v) from the list", p, err)
	}
	if _, err := Parse("xx", []byte("language.decimal\x00,")); err == nil {
		t.Error("a list without a direction was read")
	}
	for name, files := range map[string]fstest.MapFS{
		"twice":        {"a.json": file(own), "b.json": file(`{"language.name": "x"}`)},
		"no JSON":      {"a.json": file(own), "b.json": file(`{`)},
		"no direction": {"a.json": file(`{"language.decimal": "."}`)},
	} {
		if _, err := Read("xx", files); err == nil {
			t.Errorf("a folder with %s was read", name)
		}
	}
}
