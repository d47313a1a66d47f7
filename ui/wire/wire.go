// Package wire is what the panel, the pool and the workers agree on: the interface
// through which the panel has work done, and the messages between pool and
// worker, as plain data. Those between page and scene are package say's.
package wire

import (
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Progress is how far a job has come.
type Progress struct {
	Phase    lang.Message
	Done     int64   // trials of this phase that are done, over all inputs
	Total    int64   // of so many
	Fraction float64 // of the whole job, 0 to 1
	// Partial is what the job can show so far (a sheet or a report in JSON),
	// nil if nothing changed.
	Partial json.RawMessage
	// Show is what the stage can play of the run so far (a film.Show as its
	// MarshalBinary writes it), nil if nothing changed.
	Show []byte
}

// Looked is the answer to Look.
type Looked struct {
	Look lab.Look
	Film []byte       // a film.Film as its MarshalBinary writes it, for the scene as it is
	Err  lang.Message // one sentence; empty if all went well
	// Field names the parameter that Err blames, empty if none.
	Field string
	Line  int // of the program that Err blames, from 1; 0: nowhere in particular
}

// Pool has work done off the main thread. All callbacks come on goroutines of
// the pool's own, never during a call; they must not block.
type Pool interface {
	// Look opens a Spec and returns its facts, film and live sheets. A newer
	// Look supersedes an older one, whose callback then never comes. report
	// is the JSON of the Report that holds for this Spec, or nil.
	Look(s lab.Spec, report []byte, done func(Looked))
	// Run does a task ("audit" or the name of an analysis) with all workers.
	// done comes exactly once: with the result in JSON, or with one sentence;
	// after cancel it comes with Cancelled.
	Run(s lab.Spec, task string, progress func(Progress), done func(result []byte, fail lang.Message)) (cancel func())
}

// Rester is a Pool that can end its workers, but for those of a run, until it is asked
// for something.
type Rester interface{ Rest() }

// Cancelled is the sentence of a run that the visitor cancelled.
var Cancelled = lang.Say("page.cancelled")
