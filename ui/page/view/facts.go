package view

import (
	"indistinct/core/lab"
	"indistinct/ui/page/state"
)

// Facts are numbers known before any run.
type Facts struct {
	M     *state.Model
	Facts []lab.Fact
}
