package view

import (
	"strings"

	"indistinct/core/sheet"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct {
	M *state.Model
	D *laboratory.State
}

func (c *Evidence) first() *sheet.Sheet { return c.D.FirstSheet() }

func (c *Evidence) rest() *sheet.Sheet { return c.D.Result.Rest }

// settings are all settings of the report in one paragraph, for paper.
func (c *Evidence) settings() string {
	var b strings.Builder
	b.WriteString(c.D.About.Title + ". ")
	s := c.D.Report.Spec
	for i := range c.D.Table {
		p := &c.D.Table[i]
		if !s.Shown(p) {
			continue
		}
		f := control.Field{P: p, Text: control.Shown(s, p)}
		value := f.Text
		if l := f.OptionLabel(); l != "" {
			value = l
		}
		b.WriteString(f.Name() + ": " + strings.TrimSpace(value+" "+p.Unit) + ". ")
	}
	return b.String()
}
