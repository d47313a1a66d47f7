package panel

import (
	"strings"

	"indistinct/core/sheet"
)

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct {
	M *Model
	D *Desk
}

func (c *Evidence) first() *sheet.Sheet { return c.D.firstSheet() }

func (c *Evidence) rest() *sheet.Sheet { return c.D.result.rest }

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
		f := Field{P: p, Text: shown(s, p)}
		value := f.Text
		if l := f.optionLabel(); l != "" {
			value = l
		}
		b.WriteString(f.name() + ": " + strings.TrimSpace(value+" "+p.Unit) + ". ")
	}
	return b.String()
}
