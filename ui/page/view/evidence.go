package view

import (
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
)

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct{ Part }

func (c *Evidence) precise() lang.Message { return tell.Precise(&c.D.Report.Report) }

func (c *Evidence) how() lang.Message { return tell.How(&c.D.Report.Report, c.D.Report.Strong) }

// meaning is what the result rests on, the laboratory's own notes last.
func (c *Evidence) meaning() []lang.Message {
	return append(tell.Meaning(&c.D.Report.Report), c.D.Report.Notes...)
}

// settings are all settings of the report in one paragraph, for paper.
func (c *Evidence) settings() lang.Message {
	if c.D.Result.Settings != "" {
		return c.D.Result.Settings
	}
	var out []lang.Message
	s := c.D.Report.Spec
	for i := range c.D.Table {
		if p := &c.D.Table[i]; s.Shown(p) {
			out = append(out, lang.Say("page.print.setting", "param", p.Title(), "value", c.D.Setting(s, p)))
		}
	}
	c.D.Result.Settings = lang.Sentences(out...)
	return c.D.Result.Settings
}

// link leads from paper to the run.
func (c *Evidence) link() string {
	var x links.Extra
	x.Set("run", true)
	return c.M.Host.Address() + links.Join(c.D.Report.Spec.Link(c.D.Table), x)
}

// command is the native command for the report's settings.
func (c *Evidence) command() string { return take.Command(c.D.Report.Spec.Link(c.D.Table)) }
