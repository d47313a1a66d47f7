package ring

import "indistinct/core/lab"

// open opens a Spec of the laboratory without visitors' estimators.
func open(s lab.Spec) (*model, error) { return Lab{}.open(s) }
