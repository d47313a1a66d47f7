package workshop

import (
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/digest"
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Extras are a visitor's own programs and samples, and reports of what they show.
func (l Lab) Extras() lab.Extras {
	return lab.Extras{Read: l.Read, Tests: true, Reports: true}
}

// Services are the test of samples, and reports.
func (l Lab) Services() lab.Services { return lab.Services{Test: l.Test, Bug: l.Bug} }

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

// Tested says which claim a report tested.
func Tested(r *audit.Report) lang.Message { return said(r.Claim()) }

// Finding says what a report's strongest event showed, and the proven curve where the
// claim is about it.
func Finding(r *audit.Report) lang.Message {
	if c := r.Curved; c != nil {
		return lang.Say("workshop.bug.curve", "found", strongest(r), "notion", string(c.Notion), "least", c.Proven(),
			"level", 100*c.Level)
	}
	return strongest(r)
}

func strongest(r *audit.Report) lang.Message {
	e := r.Strong
	if e.Event.Kind == "" {
		return lang.Say("workshop.bug.none")
	}
	places := []any{"event", e.Event.Name, "c1", e.Count.C1, "c2", e.Count.C2, "n", e.Count.N, "bound", r.Proven(),
		"level", 100 * e.Level}
	if o := e.Event.Opposite; o != nil {
		return lang.Say("workshop.bug.found.opposite",
			append(places, "opposite", o.Name, "o1", e.Count.O1, "o2", e.Count.O2)...)
	}
	return lang.Say("workshop.bug.found", places...)
}

// Bug is a run of the workshop as a bug report.
func (l Lab) Bug(r *lab.Report) (text lang.Message, err error) {
	opened, err := l.Open(r.Spec)
	if err != nil {
		return text, err
	}
	m := opened.(*model)
	repeat := lang.Verbatim("verify -link '" + r.Spec.Link(l.Params()) + "'")
	if !r.Spec.Linked(l.Params()) {
		repeat = lang.Say("workshop.bug.report")
	}
	q := m.tested(r.Pair)
	return lang.Say("workshop.bug.run", "claim", Tested(&r.Report),
		"sha", digest.Sum([]byte(m.spec.Text("code"))), "pair", q.Name, "record", q.Input[0], "neighbour", q.Input[1],
		"found", Finding(&r.Report), "command", repeat), nil
}
