package figures

import (
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Exact and simulated power agree: with 40,000 surveys at 11 shares, 66
// comparisons, none is off by 5.7 standard errors (false alarm below 10⁻⁶).
func TestSimulatedPower(t *testing.T) {
	job := newSimulated(Setting{Title: lang.Verbatim,
		Question: inference.NewQuestion(30, 0.5, inference.TwoSided, 0.05), Epsilon: 1, Surveys: 40000, Seed: 5})
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet.Sheet
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	for _, row := range s.Tables[0].Rows {
		theta := float64(*row[0].Num)
		for i, cell := range row[1:] {
			p := job.tests[i].Power(theta)
			if p*40000 < 10 || (1-p)*40000 < 10 {
				continue
			}
			if z := float64(*cell.Num); !(math.Abs(z) < 5.7) {
				t.Errorf("%s at θ = %.3f: off by %g standard errors", contenders[i].name, theta, z)
			}
		}
	}
}

// The limit law: with the right σ the distance falls, with the slide's it
// stays.
func TestLimit(t *testing.T) {
	theta, eps := 0.7, 1.0
	at := func(n int) (right, slide float64) {
		a, b := limitSigma(n, theta, eps)
		l := law.NewNoisyCount(law.Sampling(n, theta), law.Laplace{Epsilon: eps})
		return limitDistance(l, n, theta, a), limitDistance(l, n, theta, b)
	}
	r1, _ := at(20)
	r2, s2 := at(20000)
	if !(r2 < 0.01 && r2 < r1/4) {
		t.Errorf("distance %g at n = 20, %g at 20000", r1, r2)
	}
	if s2 < 0.1 {
		t.Errorf("with the slide's σ the distance falls to %g", s2)
	}
}

// BenchmarkPowerCurve is five tests (and a sixth) over 200 shares, set-up
// included: budget 200 ms.
func BenchmarkPowerCurve(b *testing.B) {
	for b.Loop() {
		q := inference.NewQuestion(30, 0.5, inference.Above, 0.05)
		inference.PowerOverTheta(testsOf(q, 1, 0), 200)
	}
}
