package panel

import (
	"strings"
)

// Editor is a program's text; public/editor.js colours it and indents.
type Editor struct {
	M *Model
	D *Desk
	F *Field
}

// line is the line that is wrong, 0 if none is known.
func (c *Editor) line() int {
	if c.D.faulty(c.F.P.Name) {
		return c.D.fault.Line
	}
	return 0
}

// say is what is wrong, without the line's number where that is a link of its
// own.
func (c *Editor) say() string {
	if c.line() > 0 {
		_, rest, _ := strings.Cut(c.D.fault.Say, ": ")
		return rest
	}
	return c.F.Bad
}
