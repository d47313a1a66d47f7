package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Drawer holds all other settings.
type Drawer struct {
	M *state.Model
	D *laboratory.State
}
