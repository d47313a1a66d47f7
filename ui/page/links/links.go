// Package links reads and writes what a permalink says beyond the settings.
package links

import (
	"net/url"
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
	framed := strings.Contains("&"+frag+"&", "&embed=1&")
	room := strings.Contains("&"+frag+"&", "&present=1&")
	var keep []string
	for _, pair := range strings.Split(frag, "&") {
		name, value, _ := strings.Cut(pair, "=")
		accepts := lang.Message("")
		switch on := x.flag(name); {
		case pair == "":
		case on != nil:
			if *on = value == "1"; !*on && value != "0" {
				accepts = lang.Say("lab.accepts.flag")
			}
		case name == "page":
			if x.Page = value; !slices.Contains(pages, value) {
				x.Page, accepts = "", oneOf(pages)
			}
		case name == "lang":
			if x.Language = value; !lang.Known(value) {
				x.Language, accepts = "", oneOf(tags())
			}
		case name == "class":
			if _, ok := class.ParseMark(value); ok {
				x.Class = value
			} else {
				accepts = lang.Say("page.link.class")
			}
		case name == "lesson":
			x.Lesson = value
		case name == "at":
			x.At = value
		case name == "a":
			x.A = value
		case name == "theme" || name == "show" || name == "accent" || name == "bg":
			switch {
			case name == "theme" && !slices.Contains(themes, value):
				accepts = oneOf(themes)
			case (name == "accent" || name == "bg") && !colour(value):
				accepts = lang.Say("page.link.colour")
			case framed && name == "show":
				x.Show = strings.ReplaceAll(value, "%2C", ",")
			case framed:
				x.Look += "&" + pair
			case room && name == "theme":
				x.Theme = value
			default:
				bad.Say(name, "page.link.framed", "field", name)
			}
		default:
			keep = append(keep, pair)
		}
		if accepts != "" {
			got, err := url.QueryUnescape(value)
			if err != nil {
				got = value
			}
			bad.Say(name, "page.link.field", "field", name, "got", lang.Clip(got, 40), "accepts", accepts)
		}
	}
	return strings.Join(keep, "&"), x, bad
}

// flag is where a field of a link goes that is 1 or 0, nil for any other.
func (x *Extra) flag(name string) *bool {
	switch name {
	case "run":
		return &x.Run
	case "again":
		return &x.Again
	case "quiet":
		return &x.Quiet
	case "game":
		return &x.Game
	case "present":
		return &x.Room
	case "embed":
		return &x.Embed
	}
	return nil
}

// What some fields of a link take.
var (
	pages  = []string{PageExperiments, PageLearn, PageReference, PageMisprints, PageClass}
	themes = []string{"light", "dark", "projector"}
)

// tags are the languages.
func tags() (out []string) {
	for _, e := range lang.Languages() {
		out = append(out, e.Tag)
	}
	return out
}

func oneOf(values []string) lang.Message {
	return lang.Say("lab.accepts.choice", "values", lang.Verbatims(values))
}

// colour reports whether a text is a colour as six hexadecimal digits.
func colour(text string) bool {
	return len(text) == 6 && strings.Trim(text, "0123456789abcdefABCDEF") == ""
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
