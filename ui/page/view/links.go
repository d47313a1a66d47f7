package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Links leads from a laboratory to what explains it.
type Links struct {
	M *state.Model
	D *laboratory.State
}
