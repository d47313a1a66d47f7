// Package figures compares at one ε what tests and mechanisms make of a survey: power,
// size and errors, as charts and tables.
//
// It believes that a probability that can be summed is not simulated: a test holds the
// sums against simulations. What a paper constructs by drawing is drawn. It knows of the
// laboratory what a Setting hands it: each figure is one of its methods.
package figures

import (
	"math"
	"slices"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Setting is what the figures know of the laboratory and of its visitor.
type Setting struct {
	Question *inference.Question
	Seed     uint64         // of what is drawn
	Yes      int            // true answers that are yes
	Release  float64        // their count plus Laplace noise for Epsilon
	Epsilon  float64        // that all methods keep
	Trunc    float64        // the δ of the Tulap noise
	Theta    float64        // the share that is assumed to be true
	Unequal  []lang.Message // what the comparison does not hold equal
}

// respondents is the axis of n.
var respondents = sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true}

// sheet begins the sheet of an analysis with its lead's places and the notes that all have.
func (at Setting) sheet(name string, places ...any) sheet.Sheet {
	return sheet.Sheet{Title: lang.Say("survey.analysis." + name),
		Lead:  lang.Say("survey.figures."+name+".lead", places...),
		Notes: append([]lang.Message{lang.Say("survey.figures."+name+".note", places...)}, at.Unequal...)}
}

// testsOf returns the contenders for one question at one ε.
func testsOf(q *inference.Question, eps, trunc float64) []*inference.Decision {
	lap := law.Laplace{Epsilon: eps}
	return []*inference.Decision{
		q.NoisyTest(law.NewTulap(math.Inf(1), 0)),
		q.NoisyTest(law.NewTulap(eps, trunc)),
		q.NoisyTest(lap),
		q.NormalTest(lap),
		q.JIMITest(eps),
		q.RandomisedTest(release.ResponseBias(eps)),
	}
}

// contender is a test in the charts, with the colour that it has everywhere.
type contender struct {
	name  string // survey.method.<name> says it
	role  sheet.Role
	style sheet.Style
}

// The tests that are compared, in the order of testsOf; the first five are
// those of the reference table.
var contenders = [...]contender{
	{"raw", sheet.Muted, sheet.Dash},
	{"ump", sheet.Strong, sheet.Line},
	{"laplace", sheet.Target, sheet.Line},
	{"normal", sheet.Paper, sheet.Line},
	{"jimi", sheet.Leak, sheet.Line},
	{"rr", sheet.Adjacent, sheet.Line},
}

func (c contender) title() lang.Message { return lang.Say("survey.method." + c.name) }

// side says the alternative hypothesis.
func (at Setting) side() lang.Message {
	return lang.Say("survey.param.side." + at.Question.Side)
}

// lines begins the curves of the contenders and marks what they are held against.
func (at Setting) lines(c sheet.Plot, promised float64) {
	for _, of := range contenders {
		c.Draw(of.title(), of.role, of.style, nil, nil)
	}
	c.MarkY(lang.Say("survey.figures.mark.promised"), sheet.Muted, promised)
}

// powers draws how often each test rejects: tests returns those at x and the true share there.
func (at Setting) powers(c sheet.Plot, x []float64, tests func(x float64) ([]*inference.Decision, float64)) {
	at.lines(c, at.Question.Alpha)
	for _, v := range x {
		all, theta := tests(v)
		for i, t := range all {
			c.Series[i].Add(v, t.Power(theta))
		}
	}
}

// fixed is a cell with four decimals.
func fixed(v float64) sheet.Cell {
	return sheet.Cell{Num: new(sheet.Real(v)), Form: ".4"}
}

// logspace returns count numbers from a to b in equal ratios.
func logspace(a, b float64, count int) []float64 {
	x := sheet.Even(num.Log(a), num.Log(b), count)
	for i := range x {
		x[i] = num.Exp(x[i])
	}
	x[0], x[count-1] = a, b
	return x
}

// sizes returns different whole numbers from a to b in about equal ratios.
func sizes(a, b, count int) []float64 {
	out := logspace(float64(a), float64(b), count)
	for i := range out {
		out[i] = math.Round(out[i])
	}
	return slices.Compact(out)
}
