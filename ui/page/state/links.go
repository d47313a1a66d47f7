package state

import (
	"net/url"
	"slices"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Field is one that a link may have beyond the settings. Accepts says what it takes where
// that is not the value, and "" where it is; nil where it takes every value.
type Field struct {
	Name    string
	Accepts func(value string) lang.Message
}

func Flag(value string) (accepts lang.Message) {
	if value != "1" && value != "0" {
		accepts = lang.Say("lab.accepts.flag")
	}
	return accepts
}

func OneOf(values ...string) func(string) lang.Message {
	return func(value string) (accepts lang.Message) {
		if !slices.Contains(values, value) {
			accepts = lang.Say("lab.accepts.choice", "values", lang.Verbatims(values))
		}
		return accepts
	}
}

// Extra is what a permalink says beyond a Spec: fields, each with its value.
type Extra struct {
	// Settings says that a page wrote the link, with the settings that it had.
	Settings bool
	Fields   [][2]string // names and values, of those that nobody has taken out
}

// Take returns a field and takes it out; "" where the link does not have it.
func (x *Extra) Take(name string) string {
	for i, f := range x.Fields {
		if f[0] == name {
			x.Fields = slices.Delete(x.Fields, i, i+1)
			return f[1]
		}
	}
	return ""
}

func (x *Extra) On(name string) bool { return x.Take(name) == "1" }

func (x *Extra) Add(name, value string) {
	if value != "" {
		x.Fields = append(x.Fields, [2]string{name, value})
	}
}

func (x *Extra) Set(name string, on bool) {
	if on {
		x.Add(name, "1")
	}
}

// split takes what a link says beyond the settings out of it: the fields known. What is
// left is a Spec's own link. bad says what is not taken; such fields are left out.
func split(link string, known []Field) (rest string, x Extra, bad lab.Problems) {
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
		case known[i].Accepts == nil, known[i].Accepts(value) == "":
			x.Take(name) // the last one counts
			x.Add(name, value)
		default:
			accepts := known[i].Accepts(value)
			if text, err := url.QueryUnescape(value); err == nil {
				value = text // as somebody typed it
			}
			bad.Say(name, "page.link.field", "field", name, "got", lang.Clip(value, 40), "accepts", accepts)
		}
	}
	return strings.Join(keep, "&"), x, bad
}

// join is the inverse of split; rest begins with "#".
func join(rest string, x Extra) string {
	for _, f := range x.Fields {
		rest += "&" + f[0] + "=" + f[1]
	}
	return rest
}
