package lang

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Language says messages in one language.
type Language struct {
	Tag string // BCP 47: "de"
	// Partial says that more texts are to come, by Add: until then one that is not there says "…".
	Partial bool

	mutex   sync.Mutex
	raw     map[string]string // by id
	texts   map[string][]Node // of raw, as far as they were said
	lacking map[string]bool   // those asked for in vain since Lacking was called
}

// The texts that a language says of itself.
const (
	decimalID   = "language.decimal"   // the sign before decimals
	groupID     = "language.group"     // the sign between thousands
	directionID = "language.direction" // "ltr" or "rtl"
	listID      = "language.list"      // between entries of a list: ", "
	lastID      = "language.last"      // before its last entry: " and "
)

// Read returns a language from a folder of JSON files, each an object of ids and texts.
func Read(tag string, files fs.FS) (*Language, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var some map[string]string
		if err := json.Unmarshal(data, &some); err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), err)
		}
		for id, s := range some {
			if _, ok := all[id]; ok {
				return nil, fmt.Errorf("%s: the text %q stands twice", path.Base(name), id)
			}
			all[id] = s
		}
	}
	return New(tag, all)
}

// Parse returns a language from one JSON object of all its ids and texts, or from the list
// that the page's scripts make of it, because Go reads JSON slowly in a browser: each id and
// its text, with a zero byte between any two.
func Parse(tag string, data []byte) (*Language, error) {
	all, err := parse(data)
	if err != nil {
		return nil, err
	}
	return New(tag, all)
}

func parse(data []byte) (map[string]string, error) {
	list := strings.Split(string(data), "\x00")
	all := make(map[string]string, len(list)/2)
	if len(list) == 1 {
		return all, json.Unmarshal(data, &all)
	}
	for i := 0; i+1 < len(list); i += 2 {
		all[list[i]] = list[i+1]
	}
	return all, nil
}

// Add adds texts in a form that Parse reads.
func (l *Language) Add(data []byte) error {
	more, err := parse(data)
	if err != nil {
		return err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	maps.Copy(l.raw, more)
	return nil
}

// Anew returns the language as another value, for who keeps what it said by its pointer: texts may
// have come since.
func (l *Language) Anew() *Language {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return &Language{Tag: l.Tag, Partial: l.Partial, raw: l.raw, texts: map[string][]Node{}, lacking: map[string]bool{}}
}

// Said returns the ids of the texts that were said so far.
func (l *Language) Said() []string { return slices.Collect(maps.Keys(l.texts)) }

// Lacking returns the ids of texts that were asked for since it was last called and are still to
// come.
func (l *Language) Lacking() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	out := slices.Collect(maps.Keys(l.lacking))
	clear(l.lacking)
	return out
}

// lacks notes an id that was asked for in vain.
func (l *Language) lacks(id string) {
	if l.Partial {
		l.lacking[id] = true
	}
}

// New returns a language from its texts by id. They are read when they are first said;
// a text that cannot be read is said as it stands (package wording finds it).
func New(tag string, texts map[string]string) (*Language, error) {
	if texts[decimalID] == "" || texts[directionID] == "" {
		return nil, fmt.Errorf("the texts of %q lack %q or %q", tag, decimalID, directionID)
	}
	return &Language{Tag: tag, raw: texts, texts: map[string][]Node{}, lacking: map[string]bool{}}, nil
}

// Texts returns the texts by id.
func (l *Language) Texts() map[string]string { return maps.Clone(l.raw) }

// Has reports whether there is a text with that id.
func (l *Language) Has(id string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.raw[id] == "" {
		l.lacks(id)
	}
	return l.raw[id] != ""
}

// Optional is a message of a text, "" where there is no such text.
func (l *Language) Optional(m Message) Message {
	if !l.Has(m.ID()) {
		return ""
	}
	return m
}

// RightToLeft reports whether the language is written so.
func (l *Language) RightToLeft() bool { return l.raw[directionID] == "rtl" }

// Typed writes a number or a list of them, as a program does, as a person would type it.
func (l *Language) Typed(numbers string) string {
	if decimal := l.raw[decimalID]; decimal != "." {
		numbers = strings.ReplaceAll(strings.ReplaceAll(numbers, ",", ";"), ".", decimal)
	}
	return numbers
}

// Span is a piece of a said message.
type Span struct {
	Words  string
	Symbol bool // set in italics
}

// Say says a message in plain words.
func (l *Language) Say(m Message) string { return Join(l.Spans(m)) }

// Text says the text with that id; places are as of Say.
func (l *Language) Text(id string, places ...any) string {
	var out []Span
	l.text(&out, id, values{places: places})
	return Join(out)
}

// Join returns the words of spans.
func Join(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Words
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Words)
	}
	return b.String()
}

// Spans says a message in pieces, so that symbols can be set in italics.
func (l *Language) Spans(m Message) []Span {
	var out []Span
	l.say(&out, m)
	return out
}

func (l *Language) say(out *[]Span, m Message) {
	if !strings.HasPrefix(string(m), coded) {
		if m != "" {
			*out = append(*out, Span{Words: string(m)})
		}
		return
	}
	id, v, parts := m.read()
	for i, p := range parts {
		if i > 0 {
			*out = append(*out, Span{Words: " "})
		}
		l.say(out, p)
	}
	if parts == nil {
		l.text(out, id, v)
	}
}

// text says the text with that id.
func (l *Language) text(out *[]Span, id string, v values) {
	switch nodes, ok := l.nodes(id); {
	case ok:
		l.walk(out, nodes, v)
	case l.Partial:
		*out = append(*out, Span{Words: "…"})
	default:
		*out = append(*out, Span{Words: "⟨" + id + "⟩"})
	}
}

// nodes returns the text with that id, read once; ok is false where there is none.
func (l *Language) nodes(id string) (nodes []Node, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if n, ok := l.texts[id]; ok {
		return n, true
	}
	s, ok := l.raw[id]
	if !ok {
		l.lacks(id)
		return nil, false
	}
	n, err := Template(s)
	if err != nil {
		n = []Node{{Words: s}}
	}
	l.texts[id] = n
	return n, true
}

func (l *Language) walk(out *[]Span, nodes []Node, v values) {
	for _, n := range nodes {
		switch {
		case n.Place == "":
			*out = append(*out, Span{Words: n.Words, Symbol: n.Symbol})
		case n.Choice != "":
			l.walk(out, l.chosen(n, v.of(n.Place)), v)
		default:
			l.place(out, n, v)
		}
	}
}

// place says the value of a place.
func (l *Language) place(out *[]Span, n Node, all values) {
	switch v := all.of(n.Place).(type) {
	case nil:
		*out = append(*out, Span{Words: "⟨" + n.Place + "⟩"})
	case list:
		for i, e := range v.List {
			switch {
			case i > 0 && i == len(v.List)-1:
				*out = append(*out, Span{Words: l.raw[lastID]})
			case i > 0:
				*out = append(*out, Span{Words: l.raw[listID]})
			}
			l.say(out, e)
		}
	case float64:
		*out = append(*out, Span{Words: l.Number(v, n.Format), Symbol: n.Symbol})
	case Message:
		if named(n.Format) {
			l.text(out, strings.TrimSuffix(n.Format+"."+string(v), "."), all)
			return
		}
		from := len(*out)
		l.say(out, v)
		for i := from; n.Symbol && i < len(*out); i++ {
			(*out)[i].Symbol = true
		}
	}
}

// chosen returns the form of a choice that a value takes.
func (l *Language) chosen(n Node, v any) []Node {
	var keys []string
	switch v := v.(type) {
	case Message:
		keys = []string{string(v)}
	case float64:
		keys = []string{number(v, "")}
		if n.Choice == "plural" {
			keys = []string{"=" + number(v, ""), Plural(l.Tag, v)}
		}
	}
	for _, key := range keys {
		if c, ok := n.Cases[key]; ok {
			return c
		}
	}
	return n.Cases["other"]
}
