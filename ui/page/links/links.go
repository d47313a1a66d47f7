// Package links reads and writes what a permalink says beyond the settings.
package links

import (
	"strings"

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

// SplitLink takes page and run out of a link, so that what is left is a Spec's own
// link. Unknown pages stay in, to be noted like any unknown field.
func SplitLink(link string) (rest string, x Extra) {
	_, frag, ok := strings.Cut(link, "#")
	if !ok {
		frag = link
	}
	var keep []string
	framed := strings.Contains("&"+frag+"&", "&embed=1&")
	room := strings.Contains("&"+frag+"&", "&present=1&")
	for _, pair := range strings.Split(frag, "&") {
		switch pair {
		case "page=" + PageExperiments, "page=" + PageLearn, "page=" + PageReference, "page=" + PageMisprints,
			"page=" + PageClass:
			x.Page = strings.TrimPrefix(pair, "page=")
		case "run=1":
			x.Run = true
		case "again=1":
			x.Again = true
		case "quiet=1":
			x.Quiet = true
		case "game=1":
			x.Game = true
		case "present=1":
			x.Room = true
		case "embed=1":
			x.Embed = true
		case "run=0", "again=0", "quiet=0", "game=0", "embed=0", "present=0", "":
		default:
			name, value, _ := strings.Cut(pair, "=")
			switch {
			case name == "lesson":
				x.Lesson = value
			case name == "at":
				x.At = value
			case name == "a":
				x.A = value
			case name == "class" && classed(value):
				x.Class = value
			case name == "lang" && lang.Known(value):
				x.Language = value
			case framed && name == "show":
				x.Show = strings.ReplaceAll(value, "%2C", ",")
			case framed && dress(name, value):
				x.Look += "&" + pair
			case room && name == "theme" && dress(name, value):
				x.Theme = value
			default:
				keep = append(keep, pair)
			}
		}
	}
	return strings.Join(keep, "&"), x
}

// classed reports whether a field of a link is a mark of settings.
func classed(value string) bool { _, ok := class.ParseMark(value); return ok }

// dress reports whether a field of a link says how a framed page looks: a theme,
// or a colour as six hexadecimal digits.
func dress(name, value string) bool {
	switch name {
	case "theme":
		return value == "light" || value == "dark" || value == "projector"
	case "accent", "bg":
		return len(value) == 6 && strings.Trim(value, "0123456789abcdefABCDEF") == ""
	}
	return false
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
