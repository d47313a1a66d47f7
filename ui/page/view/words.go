package view

import (
	"indistinct/core/lab"
)

// Words are the popovers of the glossary, one for each term; they stand once on
// the page.
type Words struct{}

func (c *Words) list() []lab.Term { return lab.Glossary() }
