package view

import (
	"strings"

	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/page/laboratory"
)

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct{ Part }

// meaning is what the result rests on, the laboratory's own notes last.
func (c *Evidence) meaning() []lang.Message {
	return append(tell.Meaning(&c.D.Report.Report), c.D.Report.Notes...)
}

// Command is the native command for the report's settings, or for those in front where
// there is no report.
func Command(d *laboratory.State) string {
	s := d.Spec
	if d.Report != nil {
		s = d.Report.Spec
	}
	return command(s.Link(d.Table))
}

// command is the native command for a link, quoted for a POSIX shell.
func command(link string) string {
	return "go run ./core/cmd/verify -link '" + strings.ReplaceAll(link, "'", `'\''`) + "'"
}
