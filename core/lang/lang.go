// Package lang keeps words apart from what they say. Code makes a Message, which is the
// id of a text and the values that stand in it, or words that belong to no language (a
// formula, a name out of a visitor's file). A Language holds the texts of one language
// and says messages; it is asked where words are shown: by the page, the stage and the
// native command.
//
// The package believes that a translator has to be able to change every word, the
// order of words and the plural without a programmer, and that a value travels as a
// number: how many digits it has is part of the text, the sign for decimals part of
// the language. It is ours because what is well kept either brings a template engine of
// a megabyte into each WebAssembly binary (go-i18n) or gives no named places
// (golang.org/x/text/message); from the latter the tests take the plural forms.
//
// The texts stand in package texts.
package lang

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Message is something to say in whatever language is asked for: words that belong to
// no language or, after a control character, a text: its id alone where it has no places,
// its id and values in JSON where it has, and an array of several. Messages can be
// compared. The empty one says nothing. Make one by Say, Verbatim or Sentences.
type Message string

// coded begins a Message that is more than words. It stands in no text.
const coded = "\x02"

// idKey is the field of a message in JSON that holds the text's id.
const idKey = "id"

// opening are the signs that JSON in a message begins with. No id does.
const opening = "{["

// Say returns the message of the text with that id. Names and values of its places
// alternate, as in package slog. A value is a number, a Message, a slice of Messages,
// which is said as a list, whether something is so, which is yes or no, or words that belong
// to no language.
func Say(id string, places ...any) Message {
	if len(places) == 0 && strings.IndexAny(id, opening) != 0 {
		return Message(coded + id)
	}
	fields := map[string]any{idKey: id}
	for i := 0; i+1 < len(places); i += 2 {
		fields[places[i].(string)] = value(places[i+1])
	}
	return encode(fields)
}

// Verbatim returns a message of words that belong to no language and are said as they
// are: a formula, a citation, a name out of a visitor's file, the output of a program.
func Verbatim(words string) Message { return Message(strings.ReplaceAll(words, coded, "")) }

// Sentences returns a message of several, said one after the other; those that say
// nothing are left out.
func Sentences(parts ...Message) Message {
	parts = slices.DeleteFunc(slices.Clone(parts), func(m Message) bool { return m == "" })
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return encode(parts)
}

func encode(v any) Message {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // value leaves nothing that JSON cannot write
	}
	return Message(coded + strings.TrimSuffix(b.String(), "\n"))
}

// list is a place's value that is said as a list.
type list struct {
	List []Message `json:"list"`
}

// value returns v as what JSON can write and place can say.
func value(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return number(v, "")
		}
		return v
	case int, int64, int32, uint64:
		return reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()
	case string, Message:
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []Message:
		return list{v}
	case error:
		return Of(v)
	case interface{ Float() float64 }:
		return value(v.Float())
	case fmt.Stringer:
		return v.String()
	}
	panic(fmt.Sprintf("lang: a %T stands in no text", v))
}

// values are those of a text's places, as Say takes them or in JSON.
type values struct {
	places []any
	fields map[string]json.RawMessage
}

// of returns the value of a place: a number, a Message or a list; nil where it has none.
func (v values) of(place string) any {
	for i := 0; i+1 < len(v.places); i += 2 {
		if v.places[i] == place {
			given := value(v.places[i+1])
			if words, ok := given.(string); ok {
				return Verbatim(words)
			}
			return given
		}
	}
	data := v.fields[place]
	var number float64
	var several list
	var m Message
	switch {
	case len(data) == 0:
		return nil
	case bytes.HasPrefix(data, []byte(`{"list"`)) && json.Unmarshal(data, &several) == nil:
		return several
	case !strings.ContainsAny(string(data[:1]), `"`+opening) && json.Unmarshal(data, &number) == nil:
		return number
	}
	_ = json.Unmarshal(data, &m)
	return m
}

// ID returns the id of the message's text, or "".
func (m Message) ID() string {
	id, _, _ := m.read()
	return id
}

// read returns the id and values of a message that is a text, or the parts of one that
// is several.
func (m Message) read() (id string, v values, parts []Message) {
	data, ok := strings.CutPrefix(string(m), coded)
	switch {
	case !ok:
	case strings.HasPrefix(data, "["):
		_ = json.Unmarshal([]byte(data), &parts)
	case strings.HasPrefix(data, "{"):
		_ = json.Unmarshal([]byte(data), &v.fields)
		_ = json.Unmarshal(v.fields[idKey], &id)
	default:
		id = data
	}
	return id, v, parts
}

// MarshalJSON writes words that belong to no language as a string, sentences as an
// array, and a text as an object of its id and its values: {"id": "…", "eps": 0.3}.
// Numbers that JSON has no form for are strings: "∞".
func (m Message) MarshalJSON() ([]byte, error) {
	data, ok := strings.CutPrefix(string(m), coded)
	switch {
	case !ok:
		return json.Marshal(data)
	case data != "" && strings.ContainsAny(data[:1], opening):
		return []byte(data), nil
	}
	return json.Marshal(map[string]string{idKey: data})
}

func (m *Message) UnmarshalJSON(data []byte) error {
	switch {
	case data[0] == '"':
		var words string
		err := json.Unmarshal(data, &words)
		*m = Verbatim(words)
		return err
	case data[0] == '{' || data[0] == '[':
		id, whole := strings.CutPrefix(string(data), `{"`+idKey+`":"`)
		if id, ok := strings.CutSuffix(id, `"}`); whole && ok && !strings.ContainsAny(id, opening+`"\\`) {
			*m = Say(id)
			return nil
		}
		*m = Message(coded + string(data))
		return nil
	}
	return errors.New(`a message in JSON is a string, an array of messages or an object with an "id"`)
}

// Error is an error that a person reads.
type Error struct{ Message }

// Errorf returns an error that is said by the text with that id; places are as of Say.
func Errorf(id string, places ...any) error { return &Error{Say(id, places...)} }

// ErrorIf is Errorf where something is wrong, nil elsewhere: cmp.Or of several is the first of them.
func ErrorIf(wrong bool, id string, places ...any) error {
	if !wrong {
		return nil
	}
	return Errorf(id, places...)
}

// Error is for programmers; a person is told the Message, which Says returns.
func (e *Error) Error() string { return strings.TrimPrefix(string(e.Message), coded) }
func (e *Error) Says() Message { return e.Message }

// Of returns what an error says: its message where it or what it wraps has one, its own
// words otherwise.
func Of(err error) Message {
	var m interface{ Says() Message }
	if errors.As(err, &m) {
		return m.Says()
	}
	return Verbatim(err.Error())
}

// Verbatims returns messages of words that belong to no language.
func Verbatims(words []string) []Message {
	out := make([]Message, len(words))
	for i, w := range words {
		out[i] = Verbatim(w)
	}
	return out
}
