// Package english says messages for tests: in English, and in every language to find what
// a language lacks.
package english

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"indistinct/core/lang"
	"indistinct/core/texts"
)

// Say says a message.
func Say(m lang.Message) string { return texts.English().Say(m) }

// All says several messages.
func All(list []lang.Message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = Say(m)
	}
	return out
}

// Languages are all, each whole.
var Languages = sync.OnceValue(func() (out []*lang.Language) {
	for _, e := range lang.Languages() {
		l, err := texts.Read(e.Tag)
		if err != nil {
			panic(err)
		}
		out = append(out, l)
	}
	return out
})

// Lacks says every message in a value in every language, and returns an error for the
// first of which a text or the value of a place is missing.
func Lacks(v any) error { return lacks(reflect.ValueOf(v)) }

func lacks(v reflect.Value) error {
	if v.IsValid() && v.Type() == reflect.TypeFor[lang.Message]() {
		for _, l := range Languages() {
			if s := l.Say(v.Interface().(lang.Message)); strings.ContainsAny(s, "⟨⟩") {
				return fmt.Errorf("a text or a place is missing in %q: %s", l.Tag, s)
			}
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return lacks(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if k := v.Type().Elem().Kind(); k <= reflect.Complex128 && k != reflect.Invalid { // numbers
			return nil
		}
		for i := range v.Len() {
			if err := lacks(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if err := lacks(v.Field(i)); err != nil {
				return err
			}
		}
	}
	return nil
}
