// Package links reads and writes what a permalink says beyond the settings.
package links

import (
	"slices"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/class"
)

// The pages. A laboratory's page is "".
const (
	PageLaboratory  = ""
	PageExperiments = "experiments"
	PageLearn       = "learn"
	PageReference   = "reference" // of the laboratory in the link
	PageMisprints   = "misprints"
	PageClass       = "class" // what the phones of a class found
)

// Extra is what a permalink says beyond a Spec.
type Extra struct {
	Page     string
	Run      bool   // start the test when the page has opened
	Again    bool   // repeat it with further seeds
	Lesson   string // a lesson and its step: "three-moves:2"
	Quiet    bool   // the lesson gives no answers
	At       string // the section of a page of the reference
	Game     bool   // begin the laboratory's game
	Room     bool   // open as a presentation, for a room
	Theme    string // of the presentation
	Language string // the language of the page
	A        string // what the settings of run A differ in: see laboratory.State.LinkA
	Class    string // the mark of a class's settings: the phone draws a seed (see package class)
	Frame
}

// Frame is what a link says of a page within another page.
type Frame struct {
	Embed bool
	Show  string // names of the controls to show, separated by commas
	Look  string // theme, accent and ground as in the link: early.js follows them
}

// SplitLink takes what a link says beyond the settings out of it, so that what is left is
// a Spec's own link. bad says what it does not take; such fields are left out.
func SplitLink(link string) (rest string, x Extra, bad lab.Problems) {
	_, frag, ok := strings.Cut(link, "#")
	if !ok {
		frag = link
	}
	if len(frag) > lab.MaxLink {
		bad.Say("", "lab.link.long", "length", len(frag), "read", lab.MaxLink)
		frag = frag[:lab.MaxLink]
	}
	var keep []string
	got := map[string]string{}
	for _, pair := range strings.Split(frag, "&") {
		name, value, _ := strings.Cut(pair, "=")
		switch accepts, own := refused(name, value); {
		case pair == "":
		case !own:
			keep = append(keep, pair)
		case accepts != "":
			bad.Say(name, "page.link.field", "field", name, "got", lang.Clip(value, 40), "accepts", accepts)
		default:
			got[name] = value
		}
	}
	on := func(name string) bool { return got[name] == "1" }
	x = Extra{Page: got["page"], Run: on("run"), Again: on("again"), Lesson: got["lesson"], Quiet: on("quiet"),
		At: got["at"], Game: on("game"), Room: on("present"), Language: got["lang"], A: got["a"], Class: got["class"]}
	x.Embed = on("embed")
	for _, name := range []string{"show", "theme", "accent", "bg"} {
		switch value, ok := got[name]; {
		case !ok:
		case x.Embed && name == "show":
			x.Show = strings.ReplaceAll(value, "%2C", ",")
		case x.Embed:
			x.Look += "&" + name + "=" + value
		case x.Room && name == "theme":
			x.Theme = value
		default:
			bad.Say(name, "page.link.framed", "field", name)
		}
	}
	return strings.Join(keep, "&"), x, bad
}

// refused says what a field of a link takes where that is not the value; own reports
// whether it is one of those that are no settings.
func refused(name, value string) (accepts lang.Message, own bool) {
	oneOf := func(values ...string) lang.Message {
		if slices.Contains(values, value) {
			return ""
		}
		return lang.Say("lab.accepts.choice", "values", lang.Verbatims(values))
	}
	switch name {
	case "lesson", "at", "a", "show":
	case "run", "again", "quiet", "game", "present", "embed":
		if value != "1" && value != "0" {
			accepts = lang.Say("lab.accepts.flag")
		}
	case "page":
		accepts = oneOf(PageExperiments, PageLearn, PageReference, PageMisprints, PageClass)
	case "theme":
		accepts = oneOf("light", "dark", "projector")
	case "lang":
		if !lang.Known(value) {
			var tags []string
			for _, e := range lang.Languages() {
				tags = append(tags, e.Tag)
			}
			accepts = oneOf(tags...)
		}
	case "class":
		if _, ok := class.ParseMark(value); !ok {
			accepts = lang.Say("page.link.class")
		}
	case "accent", "bg":
		if len(value) != 6 || strings.Trim(value, "0123456789abcdefABCDEF") != "" {
			accepts = lang.Say("page.link.colour")
		}
	default:
		return "", false
	}
	return accepts, true
}

// JoinLink is the inverse of SplitLink; rest begins with "#".
func JoinLink(rest string, x Extra) string {
	add := func(on bool, field string) {
		if on {
			rest += field
		}
	}
	add(x.Page != "", "&page="+x.Page)
	add(x.At != "", "&at="+x.At)
	add(x.Lesson != "", "&lesson="+x.Lesson)
	add(x.Quiet, "&quiet=1")
	add(x.Game, "&game=1")
	add(x.Class != "", "&class="+x.Class)
	add(x.A != "", "&a="+x.A)
	add(x.Language != "", "&lang="+x.Language)
	add(x.Room, "&present=1")
	add(x.Room && x.Theme != "", "&theme="+x.Theme)
	add(x.Embed, "&embed=1")
	add(x.Embed && x.Show != "", "&show="+x.Show)
	add(x.Embed, x.Look)
	add(x.Run, "&run=1")
	add(x.Again, "&again=1")
	return rest
}
