package starlark

import (
	"errors"

	"indistinct/core/script"
)

// CompileEstimator implements script.Interpreter.
func (Interpreter) CompileEstimator(string, script.System) (script.Estimator, error) {
	return nil, errors.New("not yet")
}
