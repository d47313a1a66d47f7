package figures

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// limitDistance returns sup |P(√n(π̂ − θ)/σ ≤ u) − Φ(u)| on a grid of 1,601
// points in [−4, 4], for the Laplace release and a given σ.
func limitDistance(l *law.NoisyCount, n int, theta, sigma float64) float64 {
	far := 0.0
	nf := float64(n)
	for i := range 1601 {
		u := float64(i-800) / 200
		z := nf*theta + math.Sqrt(nf)*sigma*u
		far = max(far, math.Abs(l.Lower(z)-num.NormalCDF(u)))
	}
	return far
}

// limitSigma returns σₙ, with σₙ² = n var π̂ = θ(1−θ) + 2/(ε²n), and the
// slide's, which lacks the 1/n.
func limitSigma(n int, theta, eps float64) (right, slide float64) {
	v := theta * (1 - theta)
	w := 2 / (eps * eps)
	return math.Sqrt(v + w/float64(n)), math.Sqrt(v + w)
}

// Limit shows how the law of √n (π̂ − θ)/σ fills in as n grows.
func (at Setting) Limit() sheet.Sheet {
	theta, eps := at.Theta, at.Epsilon
	noise := law.Laplace{Epsilon: eps}
	s := sheet.Sheet{
		Title: at.Title("limit"),
		Lead:  lang.Say("survey.figures.limit.lead", "theta", theta, "eps", eps),
		Notes: []lang.Message{lang.Say("survey.figures.limit.variance"), lang.Say("survey.figures.limit.shapes")},
	}
	bell := sheet.Chart{ID: "limit-density", Title: lang.Say("survey.figures.limit.density.title"),
		X: sheet.Axis{Label: lang.Say("survey.figures.limit.density.x"), Min: -4, Max: 4},
		Y: sheet.Axis{Label: lang.Say("survey.figures.limit.density.y")}}
	roles := []sheet.Role{sheet.Muted, sheet.Third, sheet.Target, sheet.Strong}
	var u []float64
	for i := range 401 {
		u = append(u, float64(i-200)/50)
	}
	for i, n := range []int{4, 16, 64, 256} {
		l := law.NewNoisyCount(law.Sampling(n, theta), noise)
		sigma, _ := limitSigma(n, theta, eps)
		y := make([]float64, len(u))
		scale := math.Sqrt(float64(n)) * sigma // in answers
		for k, v := range u {
			y[k] = l.Density(float64(n)*theta+scale*v) * scale
		}
		bell.Series = append(bell.Series, sheet.Series{Name: lang.Say("survey.figures.limit.series.n", "n", n),
			Role: roles[i], Style: sheet.Line, X: sheet.Reals(u), Y: sheet.Reals(y)})
	}
	y := make([]float64, len(u))
	for k, v := range u {
		y[k] = num.NormalPDF(v)
	}
	bell.Series = append(bell.Series, sheet.Series{Name: lang.Say("survey.figures.limit.series.normal"),
		Role: sheet.Ink, Style: sheet.Dash, X: sheet.Reals(u), Y: sheet.Reals(y)})

	var x, right, slide, slope []float64
	for _, n := range sizes(2, 20000, 33) {
		l := law.NewNoisyCount(law.Sampling(n, theta), noise)
		a, b := limitSigma(n, theta, eps)
		x = append(x, float64(n))
		right = append(right, limitDistance(l, n, theta, a))
		slide = append(slide, limitDistance(l, n, theta, b))
		slope = append(slope, right[0]*math.Sqrt(x[0]/float64(n)))
	}
	dist := sheet.Chart{ID: "limit-distance", Title: lang.Say("survey.figures.limit.distance.title"),
		Caption: lang.Say("survey.figures.limit.distance.caption"),
		X:       sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true},
		Y:       sheet.Axis{Label: lang.Say("survey.figures.limit.distance.y"), Log: true},
		Series: []sheet.Series{
			{Name: lang.Say("survey.figures.limit.series.right"), Role: sheet.Truth, Style: sheet.Line,
				X: sheet.Reals(x), Y: sheet.Reals(right)},
			{Name: lang.Say("survey.figures.limit.series.slide"), Role: sheet.Paper, Style: sheet.Line,
				X: sheet.Reals(x), Y: sheet.Reals(slide)},
			{Name: lang.Say("survey.figures.limit.series.slope"), Role: sheet.Muted, Style: sheet.Dash,
				X: sheet.Reals(x), Y: sheet.Reals(slope)},
		}}
	s.Charts = []sheet.Chart{bell, dist}
	return s
}
