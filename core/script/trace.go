package script

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Compare says in what the draws for an input and for its neighbour, from one stream, first
// differ, "" where in nothing. The laws of noise assume that its scale is the same for both
// inputs; that chances differ is how answers are randomised and chosen, and is said only where
// nothing else differs.
func Compare(record, neighbour []Draw) (chance lang.Message) {
	for i := range max(len(record), len(neighbour)) {
		if i >= len(record) || i >= len(neighbour) {
			only, input := record, "record"
			if i >= len(record) {
				only, input = neighbour, "neighbour"
			}
			return lang.Say("workshop.draws.only", "line", only[i].Line, "input", lang.Say("input."+input),
				"draw", only[i].say(6))
		}
		a, b := record[i], neighbour[i]
		say := func(id string) lang.Message {
			digits := 6
			if a.say(digits) == b.say(digits) {
				digits = -1 // all
			}
			return lang.Say(id, "line", a.Line, "other", b.Line, "record", a.say(digits), "neighbour", b.say(digits))
		}
		switch {
		case a.Line != b.Line:
			return say("workshop.draws.branch")
		case a.Law == b.Law && slices.EqualFunc(a.width(), b.width(), near):
		case a.Law != b.Law || !slices.Contains([]string{"bernoulli", "binomial", "choice"}, a.Law):
			return say("workshop.draws.differ")
		case chance == "":
			chance = say("workshop.draws.chance")
		}
	}
	return chance
}

// Drawing is a mechanism that tells what its releases draw.
type Drawing interface {
	// Draws returns what one release draws from s.
	Draws(in mechanism.Input, s *rng.Stream) []Draw
}

// Covers returns the largest difference of two inputs, in the norm of the draws' law, at which
// noise as it was drawn keeps a budget: NaN where the draws are not all of the Laplace or all of
// the normal law with one scale, or are not one for each number of a release. numbers are those
// of releases, entry by entry, from many streams: where draws are added up or used twice, their
// variances or correlations show it.
func Covers(draws []Draw, numbers [][]float64, b privacy.Budget) (most, norm float64) {
	for i, d := range draws {
		if i > 0 && (d.Law != draws[0].Law || !near(d.width()[0], draws[0].width()[0])) {
			return math.NaN(), 2
		}
	}
	if len(draws) != len(numbers) || len(numbers) == 0 || draws[0].Law != "laplace" && draws[0].Law != "normal" {
		return math.NaN(), 2
	}
	a := mechanism.Additive{Noise: mechanism.NormalNoise{}, Scale: draws[0].width()[0]}
	expected := a.Scale * a.Scale
	if draws[0].Law == "laplace" {
		a.Noise, expected = mechanism.LaplaceNoise{}, 2*expected
	}
	const off, alike = 0.6, 0.35 // four deviations and more, of 256 streams
	for i, x := range numbers {
		if !(math.Abs(stat.Variance(x, nil)/expected-1) < off) {
			return math.NaN(), 2
		}
		for _, y := range numbers[:i] {
			if len(y) != len(x) || math.Abs(stat.Correlation(x, y, nil)) > alike {
				return math.NaN(), 2
			}
		}
	}
	return a.Covers(b)
}

// near is equality up to rounding.
func near(x, y float64) bool {
	return x == y || math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y))
}

// width is what of a law's arguments does not say where it lies: without its mean, and for
// two ends their distance.
func (d *Draw) width() []float64 {
	switch d.Law {
	case "laplace", "normal", "gumbel":
		return d.Arguments[1:]
	case "uniform", "randint":
		return []float64{d.Arguments[1] - d.Arguments[0]}
	}
	return d.Arguments
}

// say names the draw as a program writes it, without its mean.
func (d *Draw) say(digits int) lang.Message {
	arguments := d.Arguments
	if len(d.width()) < len(arguments) && d.Law != "uniform" && d.Law != "randint" {
		arguments = d.width()
	}
	var text []string
	for _, x := range arguments[:min(len(arguments), 4)] {
		text = append(text, strconv.FormatFloat(x, 'g', digits, 64))
	}
	return lang.Verbatim(d.Law + "(" + strings.Join(text, ", ") + ")")
}
