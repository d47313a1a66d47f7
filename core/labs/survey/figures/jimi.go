package figures

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// draw is what the just-identified minimum-distance estimator of Boulaguiem (2023) gives for one seed: estimates from
// the true answers (equation 1) for D ~ Beta(½, ½) and D ~ Beta(1, 1), from the release (equation 2) for the first
// of them, and the count nπ* that the seed's noise leaves to be met.
type draw [4]float64

// JIMI draws the estimator as it is constructed.
func (at Setting) JIMI() work.Job {
	n, k := float64(at.Question.N), float64(at.Yes)
	draws := int64(min(20000, 1e7/n)) // seconds, however many answer
	return work.Batches("work.releases", draws, 12, int64(2e4/n), func(i int64) (draw, error) {
		s := rng.New(rng.Key{Seed: at.Seed, Phase: rng.PhaseSurveySeeds, Trial: uint64(i)})
		u := []float64{0, 1} // and U_[1] ≤ … ≤ U_[n] between them, of which k lie below the θ from U_[k] to U_[k+1]
		for range at.Question.N {
			u = append(u, s.Open())
		}
		slices.Sort(u)
		between := func(k int, d float64) float64 { return u[k] + d*(u[k+1]-u[k]) }
		v := s.Open()
		root := num.Sin(0.5 * math.Pi * v) // of the v-quantile of Beta(½, ½)
		count := at.Release - law.Laplace{Epsilon: at.Epsilon}.Draw(&s)
		noisy := min(max(count, 0), 1)
		if count >= 0 && count <= n {
			noisy = between(int(math.Round(count)), root*root)
		}
		return draw{between(at.Yes, root*root), between(at.Yes, v), noisy, count}, nil
	}, func(done []draw) (sheet.Sheet, error) {
		s := at.sheet("jimi", "draws", len(done), "n", n, "yes", k, "count", at.Release, "eps", at.Epsilon)
		s.Notes = append(s.Notes, lang.Say("survey.figures.jimi.exact", "mean", (k+0.5)/(n+1), "slide", (k+1)/(n+2)))
		at.solutions(&s, done)
		at.estimates(&s, done, float64(len(done))/float64(draws))
		return s, nil
	})
}

// solutions shows how often the equation for θ has a solution, and how often it should.
func (at Setting) solutions(s *sheet.Sheet, done []draw) {
	n, z, noise := float64(at.Question.N), at.Release, law.Laplace{Epsilon: at.Epsilon}
	t := s.Table("solutions", "survey.figures.jimi.solutions.", "", "equation", "drawn", "exact")
	row := func(name string, exact float64, solved func(count float64) bool) {
		empty := slices.DeleteFunc(slices.Clone(done), func(d draw) bool { return solved(d[3]) })
		t.Add(sheet.Words(lang.Say("survey.figures.jimi.solutions."+name)),
			fixed(1-float64(len(empty))/float64(len(done))), fixed(exact))
	}
	inside := func(count float64) bool { return count >= 0 && count <= n }
	row("plain", 1, func(float64) bool { return true })
	row("noisy", 0, func(c float64) bool { return inside(c) && c == math.Round(c) })
	row("near", noise.CDF(z)-noise.CDF(z-n), inside)
	r := math.Round(z) // from which whole noise is taken
	row("whole", noise.CDF(r+0.5)-noise.CDF(r-n-0.5), func(c float64) bool { return inside(r - math.Round(z-c)) })
}

// estimates are histograms of what was drawn so far, part of all that will be, beside the slides' laws: how far both
// are apart is read at the columns' edges.
func (at Setting) estimates(s *sheet.Sheet, done []draw, part float64) {
	n, k := float64(at.Question.N), float64(at.Yes)
	p := min(max(at.Release/n, 0), 1)
	reach := 5*math.Sqrt(p*(1-p)/n+2/(at.Epsilon*n*at.Epsilon*n)) + 2/n
	edges := sheet.Even(max(p-reach, 1e-9), min(p+reach, 1-1e-9), 61) // an estimate of 0 or 1 is in no column
	t := s.Table("laws", "survey.figures.jimi.laws.", lang.Say("survey.figures.jimi.laws.caption"),
		"estimate", "mean", "apart", "chance")
	laws := []func(theta float64) float64{
		func(theta float64) float64 { return num.RegIncBeta(k+0.5, n-k+0.5, theta) },
		func(theta float64) float64 { return num.RegIncBeta(k+1, n-k+1, theta) },
		func(theta float64) float64 { return inference.NewJimi(int(n), at.Epsilon, theta).Lower(at.Release) },
	}
	for j, name := range []string{"half", "one", "noisy"} {
		x := sheet.Floats(sheet.Each(done, func(d draw) float64 { return d[j] }))
		slices.Sort(x)
		c := s.Chart(name, "survey.figures.jimi."+name+".", sheet.Axis{}, sheet.Axis{})
		drawn := c.Draw(lang.Say("survey.figures.jimi.drawn"), sheet.Leak, sheet.Step, nil, nil)
		slide := c.Draw("law", sheet.Truth, sheet.Dash, nil, nil)
		var was, fell, apart float64 // the parts below the edge before
		for i, edge := range edges {
			is, falls := float64(sort.SearchFloat64s(x, edge))/float64(len(x)), laws[j](edge)
			if width := edge - edges[max(i-1, 0)]; i > 0 {
				drawn.Add(edge-width, part*(is-was)/width)
				slide.Add(edge-width/2, (falls-fell)/width)
			}
			was, fell, apart = is, falls, max(apart, math.Abs(is-falls))
		}
		t.Add(sheet.Words(c.Title), sheet.Numbers(3, stat.Mean(x, nil), apart, 1.36/math.Sqrt(float64(len(x))))...)
	}
}
