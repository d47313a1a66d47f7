package view

import (
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"strings"
)

// Editor is a program's text; public/editor.js colours it and indents.
type Editor struct {
	M *state.Model
	D *laboratory.State
	F *control.Field
}

// Line is the line that is wrong, 0 if none is known.
func (c *Editor) line() int {
	if c.D.Faulty(c.F.P.Name) {
		return c.D.Fault.Line
	}
	return 0
}

// Say is what is wrong, without the line's number where that is a link of its
// own.
func (c *Editor) say() string {
	if c.line() > 0 {
		_, rest, _ := strings.Cut(c.D.Fault.Say, ": ")
		return rest
	}
	return c.F.Bad
}
