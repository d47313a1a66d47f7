// Package figures repeats the evaluation that Han & Martínez (2021) print: their figures,
// their tables, and ours beside them, over several seeds.
//
// It believes that a number of one run is one of many that might have come out, so that
// ours are means with their standard deviations, and that what the paper prints is
// quoted as it is printed. It knows of the ring what a Setting hands it.
//
// In sweep.go audits of many settings are run and laid out by setting; figures.go and
// tables.go make the sheets.
package figures

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/about/ring/system"
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Setting is what the experiments know of the laboratory and of its visitor.
type Setting struct {
	Lab    lab.Laboratory
	Spec   lab.Spec // the visitor's
	Config func(lab.Spec) system.Config
	exact  bool // audits are asked for the exact ε as well
}

// Change sets fields that are known to be good.
func Change(l lab.Laboratory, s lab.Spec, set ...string) lab.Spec {
	t := l.Params()
	for i := 0; i < len(set); i += 2 {
		next, err := s.With(t, set[i], set[i+1])
		if err != nil {
			panic(err) // a mistake in this file: the tests run every experiment
		}
		s = next
	}
	return s
}

// Digits writes a number for a Spec.
func Digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// paper is the paper's setting with some fields changed: n = m = 1000, d = 10
// exactly, uniform ring, the visitor's seed.
func (at Setting) paper(set ...string) lab.Spec {
	t := at.Lab.Params()
	s := t.Defaults("ring").Set(t, "seed", at.Spec.Float("seed"))
	return Change(at.Lab, s, append([]string{"n", "1000", "m", "1000", "d", "10", "eps", "1"}, set...)...)
}

// seed is the visitor's seed, so many further on.
func (at Setting) seed(further int) float64 {
	return math.Mod(at.Spec.Float("seed")+float64(further), lab.MaxSeed)
}

// dial is a parameter's symbol.
func (at Setting) dial(param string) string { return at.Lab.Params().Find(param).Symbol }

// Outcome is what an experiment keeps of an audit.
type Outcome struct {
	// Of are its numbers by the names of the columns in which they are shown.
	Of map[string]sheet.Real `json:"of"`
	// P is the smaller of the two p-values over Epsilon, up to 6.
	Epsilon []sheet.Real `json:"epsilon"`
	P       []sheet.Real `json:"p"`
}

// measure audits one Spec on the calling goroutine, without what a reader of one report
// wants, and finds the exact ε as well where it is asked for and known.
func measure(l lab.Laboratory, s lab.Spec, exact bool) (o Outcome, err error) {
	m, err := lab.Open(l, s)
	if err != nil {
		return o, err
	}
	if o, err = MeasureOf(m.Mechanism(), s, 0); err != nil || !exact {
		return o, err
	}
	if p := mechanism.ProfileOf(m.Mechanism()); p != nil {
		o.Of["exact"] = sheet.Real(p.Pure())
	}
	return o, nil
}

// MeasureOf is Measure of any mechanism, with another seed.
func MeasureOf(m mechanism.Mechanism, s lab.Spec, more int64) (o Outcome, err error) {
	set := lab.Settings(s)
	set.Seed, set.Brief = (set.Seed+uint64(more))%(lab.MaxSeed+1), true
	r, err := audit.Run(m, set)
	if err != nil {
		return o, err
	}
	o.Of = map[string]sheet.Real{"printed": r.EpsilonC, "escape": r.EscapeC, "proven": r.Strong.Epsilon,
		"error": r.ECorrect, "adjacent": r.EAdjacent, "eta": r.Eta, "lambda": r.Lambda, "cells": sheet.Real(r.Events),
		"occupied": sheet.Real(r.Occupied)}
	if r.Escape.N > 0 { // the share of the neighbour's releases in the set
		o.Of["inside"] = sheet.Real(1 - float64(r.Escape.C2)/float64(r.Escape.N))
	}
	for i, e := range r.Curve.Epsilon {
		if e <= 6 {
			o.Epsilon, o.P = append(o.Epsilon, e), append(o.P, min(r.Curve.Plus[i], r.Curve.Minus[i]))
		}
	}
	return o, nil
}

// Values are what column shows of each outcome, where it is known.
func Values(done []Outcome, column string) (x []float64) {
	for _, o := range done {
		if v, ok := o.Of[column]; ok {
			x = append(x, float64(v))
		}
	}
	return x
}

// Mean returns mean and standard deviation of what column shows; NaN where it is not known.
func Mean(done []Outcome, column string) (mean, sd float64) {
	x := Values(done, column)
	mean, sd = stat.MeanStdDev(x, nil)
	if len(x) == 1 || sd < 1e-12*math.Abs(mean) { // rounding of runs that are alike
		sd = 0
	}
	return mean, sd
}

// Cells shows mean ± standard deviation in each column; where some runs are infinite it says how many.
func Cells(done []Outcome, columns ...string) (out []sheet.Cell) {
	for _, c := range columns {
		if len(Values(done, c)) == 0 {
			out = append(out, sheet.Words(lang.Verbatim("–")))
			continue
		}
		mean, sd := Mean(done, c)
		digits, infinite := 3, 0
		for _, o := range done {
			if math.IsInf(float64(o.Of[c]), 0) {
				infinite++
			}
		}
		if c == "eta" || c == "inside" {
			digits = 2
		}
		cell := sheet.Spread(mean, sd, digits)
		if infinite > 0 || math.IsNaN(mean) {
			cell = sheet.Words(lang.Say("ring.figures.infinite", "n", infinite, "all", len(done)))
		}
		out = append(out, cell)
	}
	return out
}

// Repeats is the number of seeds for each entry.
const Repeats = 10

// Sweep is the job of an audit of each Spec with several seeds, a worker's piece each, of which
// show makes a sheet by Spec.
func (at Setting) Sweep(specs []lab.Spec, seeds int, show func(of [][]Outcome) (sheet.Sheet, error)) work.Job {
	const turns = 5
	var all []lab.Spec
	for i := range len(specs) * seeds { // in rounds, so that partial results have some of each
		all = append(all, specs[i%len(specs)].Set(at.Lab.Params(), "seed",
			math.Mod(specs[i%len(specs)].Float("seed")+float64(i/len(specs)), lab.MaxSeed)))
	}
	audit := func(i int64) (Outcome, error) { return measure(at.Lab, all[i], at.exact) }
	return work.Batches("work.audits", int64(len(all)), turns, 1, audit, func(done []Outcome) (sheet.Sheet, error) {
		of := make([][]Outcome, len(specs))
		for i, o := range done {
			of[i%len(specs)] = append(of[i%len(specs)], o)
		}
		return show(of)
	})
}
