package figures

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/sheet"
)

// Accuracy shows the noise of each mechanism over n and ε, and the n that it takes.
func (at Setting) Accuracy() sheet.Sheet {
	eps := at.Epsilon
	bias := release.ResponseBias(eps)
	theta := at.Theta
	rr := release.ResponseVariance(bias)
	kinds := []struct {
		name  string
		role  sheet.Role
		style sheet.Style
		sd    func(n, eps float64) float64
	}{
		{"randomised response", sheet.Third, sheet.Line, func(n, e float64) float64 {
			return math.Sqrt(release.ResponseVariance(release.ResponseBias(e)) / n)
		}},
		{"Laplace", sheet.Target, sheet.Line, func(n, e float64) float64 {
			return math.Sqrt(law.Laplace{Epsilon: e}.Variance()) / n
		}},
		{"Tulap", sheet.Strong, sheet.Dash, func(n, e float64) float64 {
			return math.Sqrt(law.NewTulap(e, at.Trunc).Variance()) / n
		}},
		{"choice of respondents", sheet.Muted, sheet.Dash, func(n, _ float64) float64 {
			return math.Sqrt(theta * (1 - theta) / n)
		}},
	}
	over := func(x []float64, at func(v float64) (n, e float64)) []sheet.Series {
		var out []sheet.Series
		for _, k := range kinds {
			y := make([]float64, len(x))
			for i, v := range x {
				y[i] = k.sd(at(v))
			}
			out = append(out, sheet.Series{Name: lang.Verbatim(k.name), Role: k.role, Style: k.style, X: sheet.Reals(x),
				Y: sheet.Reals(y)})
		}
		return out
	}
	n := float64(at.Question.N)
	ns := logspace(1, 1e5, 61)
	es := logspace(0.02, 10, 61)
	equal := 2 / (eps * eps * theta * (1 - theta)) // 2/(εn)² = θ(1−θ)/n
	s := sheet.Sheet{
		Title: at.Title("accuracy"),
		Lead:  lang.Verbatim(fmt.Sprintf(sayAccuracyLead, sheet.Brief(eps, 3), sheet.Brief(bias, 3))),
		Notes: []lang.Message{
			sayTrustNote,
		},
		Charts: []sheet.Chart{
			{ID: "error-n", Title: "Error over the number of respondents", Caption: saySlopesCaption,
				X: sheet.Axis{Label: "respondents n", Log: true}, Y: sheet.Axis{Label: "standard deviation",
					Log: true}, Series: over(ns, func(v float64) (float64, float64) { return v, eps }),
				Marks: []sheet.Mark{{Label: "this survey", Role: sheet.Muted, At: sheet.Real(n), Vertical: true}}},
			{ID: "error-epsilon", Title: "Error over the privacy budget", Caption: lang.Verbatim(fmt.Sprintf(sayHalvingEpsilonCaption,
				at.Question.N)),
				X: sheet.Axis{Label: sayPrivacyBudget, Log: true}, Y: sheet.Axis{Label: "standard deviation",
					Log: true}, Series: over(es, func(v float64) (float64, float64) { return n, v }),
				Marks: []sheet.Mark{{Label: "this ε", Role: sheet.Muted, At: sheet.Real(eps), Vertical: true}}},
		},
	}
	t := sheet.Table{ID: "needed", Title: "Respondents needed", Caption: sayRespondentsNeededCaption,
		Columns: []lang.Message{"Noise (sd)", "Randomised response", "Laplace", "Tulap"}}
	tul := law.NewTulap(eps, at.Trunc)
	for _, sd := range []float64{0.1, 0.05, 0.02, 0.01} {
		t.Rows = append(t.Rows, []sheet.Cell{
			sheet.Number(sd, 2),
			upTo(rr / (sd * sd)), upTo(math.Sqrt(law.Laplace{Epsilon: eps}.Variance()) / sd),
			upTo(math.Sqrt(tul.Variance()) / sd),
		})
	}
	s.Tables = []sheet.Table{t}
	s.Notes = append(s.Notes, lang.Verbatim(fmt.Sprintf(sayLaplaceNoiseSmallerNote,
		sheet.Brief(math.Ceil(equal), 6), sheet.Brief(theta, 3))))
	s.Notes = append(s.Notes, at.Unequal...)
	return s
}

// upTo is a cell with v rounded up to a whole number.
func upTo(v float64) sheet.Cell { return sheet.Count(math.Ceil(v - 1e-9)) }
