// Package figures repeats the evaluation that Han & Martínez (2021) print: their figures,
// their tables, and ours beside them, over several seeds.
//
// It believes that a number of one run is one of many that might have come out, so that
// ours are means with their standard deviations, and that what the paper prints is
// quoted as it is printed. It knows of the ring what a Setting hands it.
//
// In sweep.go audits of many settings are laid out by setting; audits.go runs them;
// figures.go and tables.go make the sheets.
package figures

import (
	"math"
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/system"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Setting is what the experiments know of the laboratory and of its visitor.
type Setting struct {
	Lab    lab.Laboratory
	Spec   lab.Spec // the visitor's
	Config func(lab.Spec) system.Config
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

func (at Setting) seeded(s lab.Spec, i int) lab.Spec {
	return s.Set(at.Lab.Params(), "seed", math.Mod(at.Spec.Float("seed")+float64(i), lab.MaxSeed))
}

// SpreadOf returns mean and standard deviation.
func SpreadOf(done []Outcome, f func(Outcome) sheet.Real) (mean, sd float64) {
	n := float64(len(done))
	for _, o := range done {
		mean += float64(f(o))
	}
	mean /= n
	for _, o := range done {
		d := float64(f(o)) - mean
		sd += d * d
	}
	if len(done) > 1 {
		sd = math.Sqrt(sd / (n - 1))
	}
	if sd < 1e-12*math.Abs(mean) { // rounding of runs that are alike
		sd = 0
	}
	return mean, sd
}

// PlusMinus shows mean ± sd; where some runs are infinite it says how many.
func PlusMinus(done []Outcome, digits int, f func(Outcome) sheet.Real) sheet.Cell {
	mean, sd := SpreadOf(done, f)
	if math.IsInf(mean, 0) || math.IsNaN(mean) {
		n := 0
		for _, o := range done {
			if math.IsInf(float64(f(o)), 0) {
				n++
			}
		}
		return sheet.Words(lang.Say("ring.figures.infinite", "n", n, "all", len(done)))
	}
	return sheet.Spread(mean, sd, digits)
}

// Arm is one line of an experiment: a Spec, and what the paper prints for it, 0 where
// it prints nothing.
type Arm struct {
	Name                              lang.Message
	Spec                              lab.Spec
	role                              sheet.Role
	eps, error, adjacent, eta, lambda float64 // ε_c, E_correct, E_adjacent, η, λ
}

const Repeats = 10 // seeds for each entry

// Sweep runs every arm with several seeds and shows them by arm.
func (at Setting) Sweep(arms []Arm, seeds int, curve bool, show func(byArm [][]Outcome) (sheet.Sheet, error)) work.Job {
	var specs []lab.Spec
	for i := range len(arms) * seeds { // round the arms, so that partial results have some of each
		specs = append(specs, at.seeded(arms[i%len(arms)].Spec, i/len(arms)))
	}
	return at.Audits("work.audits", specs, curve, func(done []Outcome) (sheet.Sheet, error) {
		by := make([][]Outcome, len(arms))
		for i, o := range done {
			by[i%len(arms)] = append(by[i%len(arms)], o)
		}
		return show(by)
	})
}

// printed shows a number of the paper, as it is printed there; 0 is none.
func printed(v float64, digits int) sheet.Cell {
	if v == 0 {
		return absent
	}
	c := sheet.Number(v, digits)
	c.Form = strconv.Itoa(digits)
	return c
}

// absent is shown for what the paper does not print.
var absent = sheet.Words(lang.Verbatim("–"))
