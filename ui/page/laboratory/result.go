package laboratory

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
)

// Result is what a test gave.
type Result struct {
	Report *lab.Report
	Raw    []byte       // Report as it came
	Source lang.Message // where the report came from, if not from here

	first, Rest *sheet.Sheet // what is seen of it first, and what the evidence holds
}

// NewResult divides a report for the page.
func NewResult(r *lab.Report, raw []byte, source lang.Message) Result {
	told := tell.Sheet(&r.Report)
	first, rest := split(&told)
	return Result{Report: r, Raw: raw, Source: source, first: first, Rest: rest}
}

// Kept is a run that later ones are held against: run A.
type Kept struct {
	Spec   lab.Spec
	Result // without a Report while it waits to be run
	// The charts of both runs, for which two reports.
	both *sheet.Sheet
	of   *lab.Report
}

// Waits reports whether a link named the run's settings and it is still to come.
func (k *Kept) Waits() bool { return k != nil && k.Report == nil }
