package figures

import (
	"encoding/json"
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// simulatedPoints is at how many shares power is simulated.
const simulatedPoints = 11

// simulatedTheta is the i-th of them.
func simulatedTheta(i int) float64 { return (float64(i) + 0.5) / simulatedPoints }

// rejections counts the surveys in which each test rejects, for each share.
type rejections [simulatedPoints][len(contenders)]int64

// simulated is the job that draws surveys and counts rejections.
type simulated struct {
	at     Setting
	tests  []*inference.Decision
	noises []law.Noise                     // of each test
	laws   [simulatedPoints][2]law.Sampler // of the counts of true and of reported yes
}

// Simulated is the job that holds simulated power against the exact.
func (at Setting) Simulated() work.Job { return newSimulated(at) }

func newSimulated(at Setting) *simulated {
	q, lap, none := at.Question, law.Laplace{Epsilon: at.Epsilon}, law.NewTulap(math.Inf(1), 0)
	j := &simulated{
		at: at, tests: testsOf(q, at.Epsilon, at.Trunc),
		noises: []law.Noise{none, law.NewTulap(at.Epsilon, at.Trunc), lap, lap, lap, none},
	}
	for i := range j.laws {
		theta := simulatedTheta(i)
		j.laws[i][0] = law.NewSampler(law.Sampling(q.N, theta))
		j.laws[i][1] = law.NewSampler(law.Sampling(q.N, j.tests[5].Via(theta)))
	}
	return j
}

// Run adds up the rejections in every chunk of surveys and compares.
func (j *simulated) Run(crew work.Crew) ([]byte, error) {
	var count rejections
	all := work.Batch{Name: "work.surveys", Inputs: 1, Trials: j.at.Surveys, Grain: 5000}
	err := crew.Do(all, func(parts []work.Part) error {
		for _, p := range parts {
			var some rejections
			if err := json.Unmarshal(p.Data, &some); err != nil {
				return err
			}
			for k := range count {
				for t := range count[k] {
					count[k][t] += some[k][t]
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(j.sheet(&count))
}

// Prepare draws a survey for each share in each trial. The three tests on
// the release with Laplace noise read the same one.
func (j *simulated) Prepare(work.Batch) (func(work.Chunk) ([]byte, error), error) {
	return func(c work.Chunk) ([]byte, error) {
		var count rejections
		for i := c.First; i < c.First+c.Count; i++ {
			s := rng.New(rng.Key{Seed: j.at.Seed, Phase: rng.PhasePower, Trial: uint64(i)})
			for k := range count {
				x := float64(j.laws[k][0].Draw(&s))
				y := float64(j.laws[k][1].Draw(&s))
				lap := x + j.noises[2].Draw(&s)
				z := [len(contenders)]float64{x + j.noises[0].Draw(&s), x + j.noises[1].Draw(&s), lap, lap, lap,
					y + j.noises[5].Draw(&s)}
				for t := range j.tests {
					if cut := j.tests[t].Cut; z[t] > cut[1] || z[t] < cut[0] {
						count[k][t]++
					}
				}
			}
		}
		return json.Marshal(count)
	}, nil
}

// sheet compares counts with exact power.
func (j *simulated) sheet(count *rejections) sheet.Sheet {
	m := float64(j.at.Surveys)
	s := sheet.Sheet{
		Title: j.at.Title("simulated"),
		Lead: lang.Say("survey.figures.simulated.lead", "surveys", j.at.Surveys, "shares", simulatedPoints,
			"n", j.at.Question.N, "eps", j.at.Epsilon),
	}
	chart := sheet.Chart{ID: "simulated", Title: lang.Say("survey.figures.simulated.title"),
		Caption: lang.Say("survey.figures.simulated.caption"),
		X:       sheet.Axis{Label: lang.Say("survey.figures.share"), Min: 0, Max: 1},
		Y:       sheet.Axis{Label: lang.Say("survey.figures.rejecting"), Min: 0, Max: 1}}
	table := sheet.Table{ID: "simulated", Title: lang.Say("survey.figures.simulated.table.title"),
		Caption: lang.Say("survey.figures.simulated.table.caption"), Columns: []lang.Message{lang.Verbatim("θ")}}
	for _, c := range contenders {
		table.Columns = append(table.Columns, c.title())
	}
	lx, ly := inference.PowerOverTheta(j.tests, 100)
	chart.Series = lines(lx, ly)
	worst := 0.0
	cells := make([][]sheet.Cell, simulatedPoints)
	for t, c := range contenders {
		var x, y, lo, hi []float64
		for k := range count {
			theta := simulatedTheta(k)
			exact := min(max(j.tests[t].Power(theta), 0), 1)
			got := float64(count[k][t]) / m
			se := math.Sqrt(exact * (1 - exact) / m)
			x, y = append(x, theta), append(y, got)
			lo, hi = append(lo, max(got-2*se, 0)), append(hi, min(got+2*se, 1))
			if t == 0 {
				cells[k] = []sheet.Cell{sheet.Number(theta, 3)}
			}
			z := 0.0
			if se > 0 {
				z = (got - exact) / se
			}
			if exact*m > 10 && (1-exact)*m > 10 { // where the normal law describes the count
				worst = max(worst, math.Abs(z))
			}
			cells[k] = append(cells[k], sheet.Number(z, 2))
		}
		chart.Series = append(chart.Series, sheet.Series{Role: c.role, Style: sheet.Dots,
			Name: lang.Say("survey.figures.simulated.series", "test", c.title()),
			X:    sheet.Reals(x), Y: sheet.Reals(y), Lo: sheet.Reals(lo), Hi: sheet.Reals(hi)})
	}
	table.Rows = cells
	s.Notes = []lang.Message{lang.Say("survey.figures.simulated.worst", "z", worst,
		"comparisons", simulatedPoints*len(contenders))}
	s.Charts, s.Tables = []sheet.Chart{chart}, []sheet.Table{table}
	return s
}
