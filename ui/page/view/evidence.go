package view

import (
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/page/take"
)

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct{ Part }

// meaning is what the result rests on, the laboratory's own notes last.
func (c *Evidence) meaning() []lang.Message {
	return append(tell.Meaning(&c.D.Report.Report), c.D.Report.Notes...)
}

// command is the native command for the report's settings.
func (c *Evidence) command() string { return take.Command(c.D.Report.Spec.Link(c.D.Table)) }
