package workshop

import (
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Extras are a visitor's own programs and samples.
func (l Lab) Extras() lab.Extras {
	return lab.Extras{Read: l.Read, Tests: true}
}

// program reports whether a text defines release, by def or by a value. (Package
// regexp would be a fourteenth of what the page loads first.)
func program(text string) bool {
	for line := range strings.Lines(text) {
		rest, def := strings.CutPrefix(line, "def ")
		if def {
			rest = strings.TrimLeft(rest, " \t")
		}
		rest, named := strings.CutPrefix(rest, "release")
		rest = strings.TrimLeft(rest, " \t")
		if named && (def && strings.HasPrefix(rest, "(") || !def && strings.HasPrefix(rest, "=")) {
			return true
		}
	}
	return false
}

// Read takes a program from a text file. One with faults is taken too: the editor
// shows them.
func (l Lab) Read(s lab.Spec, data []byte) (lab.Spec, error) {
	text := lab.Lines(string(data))
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.text")}
	case !program(text):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.release")}
	}
	return s.With(l.Params(), "code", text)
}
