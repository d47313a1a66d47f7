package files

import "indistinct/core/lang"

func (c *Loader) label() lang.Message {
	switch {
	case c.D.ReadsData() && c.D.Program() != nil:
		return lang.Say("page.load.program")
	case c.D.ReadsData():
		return lang.Say("page.load.data")
	}
	return lang.Say("page.load")
}

func (c *Loader) accept() string {
	if c.D.ReadsData() {
		return ".json,.csv,.txt,.star,.py,application/json,text/csv,text/plain"
	}
	return ".json,application/json"
}
