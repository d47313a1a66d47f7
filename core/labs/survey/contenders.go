package survey

import (
	"math"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/sheet"
)

// testsOf returns the contenders for one question at one ε.
func testsOf(q *inference.Question, eps, trunc float64) []*inference.Decision {
	lap := law.Laplace{Epsilon: eps}
	return []*inference.Decision{
		q.NoisyTest(contenders[0].name, law.NewTulap(math.Inf(1), 0)),
		q.NoisyTest(contenders[1].name, law.NewTulap(eps, trunc)),
		q.NoisyTest(contenders[2].name, lap),
		q.NormalTest(contenders[3].name, lap),
		q.JIMITest(contenders[4].name, eps),
		q.RandomisedTest(contenders[5].name, release.ResponseBias(eps)),
	}
}

// contender is a test in the charts, with the colour that it has everywhere.
type contender struct {
	name  string
	role  sheet.Role
	style sheet.Style
}

// The tests that are compared, in the order of testsOf; the first five are
// those of the reference table.
var contenders = [...]contender{
	{"best test without privacy", sheet.Muted, sheet.Dash},
	{"DP-UMP (Tulap)", sheet.Strong, sheet.Line},
	{"exact Laplace", sheet.Target, sheet.Line},
	{"normal approximation", sheet.Paper, sheet.Line},
	{"DP JIMI", sheet.Leak, sheet.Line},
	{"randomised response", sheet.Third, sheet.Line},
}
