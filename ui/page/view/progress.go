package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Progress is how far a task has come, and the button that ends it; what it had found stays.
type Progress struct {
	M    *state.Model
	T    *laboratory.Task
	Of   lang.Message // what is computed, for screen readers
	Stop func()       // ends what is done; nil: the task alone is ended
}

// cancel is what the button does.
func (c *Progress) cancel() {
	if c.Stop != nil {
		c.Stop()
		return
	}
	c.T.Stop()
}
