package editor

import (
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Editor is a program's text; editor.js colours it and indents.
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
