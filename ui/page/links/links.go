// Package links reads and writes what a permalink says beyond the settings.
package links

import (
	"net/url"
	"slices"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Field is one that a link may have beyond the settings. Accepts says what it takes where
// that is not the value, and "" where it is.
type Field struct {
	Name    string
	Accepts func(value string) lang.Message
}

// Any takes every value.
func Any(string) lang.Message { return "" }

// Flag takes 1 and 0.
func Flag(value string) lang.Message {
	if value == "1" || value == "0" {
		return ""
	}
	return lang.Say("lab.accepts.flag")
}

// OneOf takes these values.
func OneOf(values ...string) func(string) lang.Message {
	return func(value string) lang.Message {
		if slices.Contains(values, value) {
			return ""
		}
		return lang.Say("lab.accepts.choice", "values", lang.Verbatims(values))
	}
}

// Extra is what a permalink says beyond a Spec: fields, each with its value.
type Extra struct {
	// Settings says that a page wrote the link, with the settings that it had.
	Settings bool
	fields   []pair
}

type pair struct{ name, value string }

// Take returns a field and takes it out; "" where the link does not have it.
func (x *Extra) Take(name string) string {
	i := slices.IndexFunc(x.fields, func(p pair) bool { return p.name == name })
	if i < 0 {
		return ""
	}
	value := x.fields[i].value
	x.fields = slices.Delete(x.fields, i, i+1)
	return value
}

// On takes out a field that is a flag and reports whether it is 1.
func (x *Extra) On(name string) bool { return x.Take(name) == "1" }

// Left are the names of the fields that nobody has taken out.
func (x *Extra) Left() (names []string) {
	for _, p := range x.fields {
		names = append(names, p.name)
	}
	return names
}

// Add adds a field, unless its value is "".
func (x *Extra) Add(name, value string) {
	if value != "" {
		x.fields = append(x.fields, pair{name, value})
	}
}

// Set adds a flag where it is on.
func (x *Extra) Set(name string, on bool) {
	if on {
		x.Add(name, "1")
	}
}

// Split takes what a link says beyond the settings out of it: the fields known. What is
// left is a Spec's own link. bad says what is not taken; such fields are left out.
func Split(link string, known []Field) (rest string, x Extra, bad lab.Problems) {
	frag := link[strings.Index(link, "#")+1:] // all of it where there is no #
	if len(frag) > lab.MaxLink {
		bad.Say("", "lab.link.long", "length", len(frag), "read", lab.MaxLink)
		frag = frag[:lab.MaxLink]
	}
	var keep []string
	for _, part := range strings.Split(frag, "&") {
		name, value, _ := strings.Cut(part, "=")
		i := slices.IndexFunc(known, func(f Field) bool { return f.Name == name })
		switch {
		case part == "":
		case i < 0:
			keep = append(keep, part)
			x.Settings = x.Settings || name == "v"
		default:
			if accepts := known[i].Accepts(value); accepts != "" {
				if text, err := url.QueryUnescape(value); err == nil {
					value = text // as somebody typed it
				}
				bad.Say(name, "page.link.field", "field", name, "got", lang.Clip(value, 40), "accepts", accepts)
				continue
			}
			x.Take(name) // the last one counts
			x.Add(name, value)
		}
	}
	return strings.Join(keep, "&"), x, bad
}

// Join is the inverse of Split; rest begins with "#".
func Join(rest string, x Extra) string {
	for _, p := range x.fields {
		rest += "&" + p.name + "=" + p.value
	}
	return rest
}
