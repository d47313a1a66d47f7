package panel

// Loader reads a run, or data, from a file.
type Loader struct{ D *Desk }

func (c *Loader) label() string {
	switch {
	case c.D.readsData() && c.D.program() != nil:
		return "Load a run or a program"
	case c.D.readsData():
		return "Load a run or data of your own"
	}
	return "Load a run"
}

func (c *Loader) accept() string {
	if c.D.readsData() {
		return ".json,.csv,.txt,.star,.py,application/json,text/csv,text/plain"
	}
	return ".json,application/json"
}
