package view

import (
	"indistinct/ui/page/laboratory"
)

// Loader reads a run, or data, from a file.
type Loader struct{ D *laboratory.State }

func (c *Loader) label() string {
	switch {
	case c.D.ReadsData() && c.D.Program() != nil:
		return "Load a run or a program"
	case c.D.ReadsData():
		return "Load a run or data of your own"
	}
	return "Load a run"
}

func (c *Loader) accept() string {
	if c.D.ReadsData() {
		return ".json,.csv,.txt,.star,.py,application/json,text/csv,text/plain"
	}
	return ".json,application/json"
}
