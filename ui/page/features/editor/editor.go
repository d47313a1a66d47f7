// Package editor shows a laboratory's program as a text to write in.
package editor

import (
	_ "embed"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

type Feature struct {
	state.Plain
}

// Draw adds it below the picture of a laboratory that has a program.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	d := f.M.Front
	program := d.Program()
	if at != view.Program || f.M.Page != "" || f.M.Presenting || d.Hidden || program == nil {
		return nil
	}
	return []vugu.Builder{&Editor{M: f.M, D: d, F: program}}
}

// Editor is a program's text; editor.js colours it and indents.
type Editor struct {
	M *state.Model
	D *laboratory.State
	F *control.Field
}

// line is the line that is wrong, 0 if none is known.
func (c *Editor) line() int {
	if c.D.Faulty(c.F.P.Name) {
		return c.D.Fault.Line
	}
	return 0
}

// command reports whether the program is an estimator that Python runs as a command, and the page not.
func (c *Editor) command() bool {
	return c.line() > 0 && c.D.About.Name == "ring" && strings.Contains(string(c.D.Fault.Say), "guest.native")
}

// reading is what makes of a program that estimates, behind it unchanged, a command of Python's: see
// verify -estimator.
//
//go:embed est.py
var reading string

// save saves it as that command.
func (c *Editor) save() {
	c.M.Host.Tool("save", nil, "est.py", "text/x-python;charset=utf-8", reading+c.F.Text)
}
