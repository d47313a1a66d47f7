package view

import (
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
)

// Prose is a paragraph in which words of the glossary open where they stand.
type Prose struct {
	M     *state.Model
	Class string
	Parts []teach.Part
}
