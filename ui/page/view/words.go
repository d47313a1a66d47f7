package view

import (
	"indistinct/ui/page/state"
)

// Words are the popovers of the glossary, one for each term; they stand once on
// the page.
type Words struct{ M *state.Model }
