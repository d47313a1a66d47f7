package figures

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/work"
)

// run returns the sheet of a job.
func run(t *testing.T, job work.Job) sheet.Sheet {
	t.Helper()
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, data)
}

func decode(t *testing.T, data []byte) (s sheet.Sheet) {
	t.Helper()
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func chart(t *testing.T, s sheet.Sheet, id string) sheet.Chart {
	t.Helper()
	i := slices.IndexFunc(s.Charts, func(c sheet.Chart) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no chart %q", id)
	}
	return s.Charts[i]
}

// cells are the numbers of a table, the first cell of each row left out.
func cells(t *testing.T, s sheet.Sheet, id string) (out [][]float64) {
	t.Helper()
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if table.ID == id {
				var v []float64
				for _, c := range row[1:] {
					v = append(v, float64(*c.Num))
				}
				out = append(out, v)
			}
		}
	}
	return out
}

func setting(n, yes int, release, eps float64) Setting {
	return Setting{Question: &inference.Question{N: n, Theta0: 0.5, Side: about.Above, Alpha: 0.05},
		Epsilon: eps, Seed: 3, Yes: yes, Release: release, Theta: 0.7}
}

// equation2 is the exact law of the estimator of equation (2), D ~ Beta(½, ½): the release less its noise is nearest
// to k with the probability of a cell, and then it is Beta(k+½, n−k+½).
func equation2(n int, eps, z, theta float64) float64 {
	noise, sum := law.Laplace{Epsilon: eps}, 0.0
	for k := range n + 1 {
		lo, hi := max(float64(k)-0.5, 0), min(float64(k)+0.5, float64(n))
		sum += (noise.CDF(z-lo) - noise.CDF(z-hi)) * num.RegIncBeta(float64(k)+0.5, float64(n-k)+0.5, theta)
	}
	return noise.CDF(-z) + sum
}

// The construction from seeds: solutions are as frequent as their probabilities, D ~ Beta(½, ½) gives the slides' Beta
// law (Kolmogorov's distance within what has probability 10⁻⁷), D ~ Beta(1, 1) at 30 respondents does not, but has the
// mean (k + ½)/(n + 1), and estimates from the release follow equation (2).
func TestConstruction(t *testing.T) {
	for _, c := range []struct {
		n, yes       int
		release, eps float64
	}{{30, 21, 18.98, 1}, {30, 0, -1.3, 1}, {30, 30, 29.2, 0.2}, {5, 4, 4.6, 0.5}, {1, 1, 0.8, 3},
		{2000, 900, 905.4, 0.1}} {
		s := run(t, setting(c.n, c.yes, c.release, c.eps).JIMI())
		n, draws := float64(c.n), min(20000, 1e7/float64(c.n))
		for _, row := range cells(t, s, "solutions") {
			check.Near(t, "share with a solution", row[0], row[1], 5.7*math.Sqrt(row[1]*(1-row[1])/draws)+1e-12)
		}
		laws := cells(t, s, "laws")
		const least = 2.9 // of √draws times the distance (core/rng)
		if laws[0][1]*math.Sqrt(draws) > least {
			t.Errorf("%+v: D ~ Beta(½, ½) is %v from its law", c, laws[0][1])
		}
		check.Near(t, "chance", laws[0][2], 1.36/math.Sqrt(draws), 1e-9)
		k := float64(c.yes)
		check.Near(t, "mean, D ~ Beta(½, ½)", laws[0][0], (k+0.5)/(n+1), 5.7*0.35/math.Sqrt(draws))
		check.Near(t, "mean, D ~ Beta(1, 1)", laws[1][0], (k+0.5)/(n+1), 5.7*0.35/math.Sqrt(draws))
		if far := laws[1][1]*math.Sqrt(draws) > least; far != (c.n < 100) {
			t.Errorf("%+v: D ~ Beta(1, 1) is %v from the slides' law", c, laws[1][1])
		}
		// Below the first edge are the estimates 0.
		drawn := chart(t, s, "noisy").Series[0]
		width, first := float64(drawn.X[1]-drawn.X[0]), float64(drawn.X[0])
		below := equation2(c.n, c.eps, c.release, first)
		for i, y := range drawn.Y {
			below += float64(y) * width
			check.Near(t, "equation (2)", below, equation2(c.n, c.eps, c.release, first+float64(i+1)*width),
				least/math.Sqrt(draws))
		}
	}
}

// As draws come in the histograms fill, in place: part of the mass, below the same laws.
func TestHistogramFills(t *testing.T) {
	var masses []float64
	job := setting(30, 21, 18.98, 1).JIMI()
	_, err := work.Run(context.Background(), job, 2, func(p work.Progress) {
		if p.Partial == nil {
			return
		}
		data, err := p.Partial()
		if err != nil {
			t.Fatal(err)
		}
		mass, drawn := 0.0, chart(t, decode(t, data), "half").Series[0]
		for _, y := range drawn.Y {
			mass += float64(y) * float64(drawn.X[1]-drawn.X[0])
		}
		masses = append(masses, mass)
	})
	if err != nil || len(masses) != 11 {
		t.Fatalf("%d partial results, %v", len(masses), err)
	}
	for i, mass := range masses {
		check.Near(t, "mass", mass, float64((i+1)*1667)/20000, 1e-3)
	}
}

// A hundred thousand respondents take a hundred draws, not minutes.
func TestDrawsOfMany(t *testing.T) {
	s := run(t, setting(100000, 60000, 59990, 1).JIMI())
	check.Near(t, "mean", cells(t, s, "laws")[0][0], 0.6, 5.7*math.Sqrt(0.24/100000/100))
}
