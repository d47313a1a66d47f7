package view

import (
	"indistinct/core/lab"
)

// Facts are numbers known before any run.
type Facts struct{ Facts []lab.Fact }
