package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Downloads is the menu of what can be taken away of a run.
type Downloads struct {
	M *state.Model
	D *laboratory.State
}
