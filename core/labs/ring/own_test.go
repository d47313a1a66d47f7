package ring

import (
	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
)

// full is the laboratory with programs.
var full = Lab{Interpreter: starlark.Interpreter{}}

// open opens a Spec of it.
func open(s lab.Spec) (*model, error) { return full.open(s) }
