package view

import (
	"indistinct/core/tell"
)

// Words are the popovers of the glossary, one for each term; they stand once on
// the page.
type Words struct{}

func (c *Words) list() []tell.Term { return tell.Glossary() }
