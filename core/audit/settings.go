package audit

import (
	"fmt"
	"math"
)

// Limits of an audit's size: what fits a browser's memory.
const (
	mostSteps     = 4096
	mostDim       = 16
	mostSelection = 100_000_000 // numbers that a selection sample of one input may ask for
	heldSelection = 8_000_000   // of which so many are drawn and held: what a phone's memory bears
)

// Check returns one sentence for the first setting outside its range.
func (s Settings) Check() error {
	switch {
	case !(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 1):
		return fmt.Errorf("ε is %v: the tested claim must be a finite number of at least 0", s.Epsilon)
	case !(s.Delta >= 0 && s.Delta < 1):
		return fmt.Errorf("δ is %v: it must be at least 0 and below 1", s.Delta)
	case !(s.Select >= 0) || math.IsInf(s.Select, 1):
		return fmt.Errorf("ε₀ is %v: the ε at which the worst event is chosen must be a finite number of at least 0", s.Select)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return fmt.Errorf("α is %v: the significance level must lie strictly between 0 and 1", s.Alpha)
	case s.Grid < 1:
		return fmt.Errorf("r is %d: the grid needs at least 1 cell along each axis", s.Grid)
	case s.N < 1:
		return fmt.Errorf("n is %d: choosing an event needs at least 1 release of each input", s.N)
	case s.M < 1:
		return fmt.Errorf("m is %d: testing an event needs at least 1 release of each input", s.M)
	case s.M > 50_000_000:
		return fmt.Errorf("m is %d: at most 50,000,000 releases of each input are tested", s.M)
	case s.Sequential && s.MaxM < s.M:
		return fmt.Errorf("the most releases, %d, are fewer than the first batch's m = %d", s.MaxM, s.M)
	case s.Sequential && s.MaxM > 50_000_000:
		return fmt.Errorf("the most releases are %d: at most 50,000,000 of each input are tested", s.MaxM)
	}
	_, err := Scenarios(s.Beta, s.Gamma, 1)
	return err
}
