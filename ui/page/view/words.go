package view

import (
	"indistinct/core/tell"
	"indistinct/ui/page/state"
)

// Words are the popovers of the glossary, one for each term; they stand once on
// the page.
type Words struct{ M *state.Model }

func (c *Words) list() []string { return tell.Glossary() }
