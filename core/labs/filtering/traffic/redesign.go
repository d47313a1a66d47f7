package traffic

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/optimize"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// redesign minimises the published mean's error over both gains: the variance
// of the estimation error plus κ²ρ²‖y → v̂‖²_∞/n. Every stable filter is a point
// of the plane, α = 2 S(u), β = (4 − 2α) S(v) with the logistic function S, and
// each point's cost has a closed form; so a grid over gains down to 10⁻¹⁶ finds
// the valleys, and the best of them are descended (Nelder & Mead 1965).
func (t *Setting) redesign() (*Filter, error) {
	weight := t.Kappa * t.Rho * t.Kappa * t.Rho / float64(t.N)
	at := func(u, v float64) *Filter {
		alpha := 2 * logistic(u)
		// 4 − 2α = 4 S(−u), without cancellation.
		f, err := t.build(alpha, 4*logistic(-u)*logistic(v)/t.Ts)
		if err != nil {
			return nil
		}
		return f
	}
	cost := func(u, v float64) float64 {
		f := at(u, v)
		if f == nil {
			return math.Inf(1)
		}
		if c := math.Log(f.Error + weight*f.HInf*f.HInf); !math.IsNaN(c) {
			return c
		}
		return math.Inf(1)
	}
	const us, vs = 73, 121 // u from −36 to 36, v from −80 to 40
	var grid [us][vs]float64
	for i := range us {
		for j := range vs {
			grid[i][j] = cost(float64(i)-36, float64(j)-80)
		}
	}
	type start struct{ u, v, c float64 }
	var starts []start
	for i := range us {
		for j := range vs {
			lowest := !math.IsInf(grid[i][j], 1)
			for a := max(i-1, 0); a <= min(i+1, us-1) && lowest; a++ {
				for b := max(j-1, 0); b <= min(j+1, vs-1); b++ {
					lowest = lowest && grid[i][j] <= grid[a][b]
				}
			}
			if lowest {
				starts = append(starts, start{float64(i) - 36, float64(j) - 80, grid[i][j]})
			}
		}
	}
	sort.SliceStable(starts, func(i, j int) bool { return starts[i].c < starts[j].c })
	best := start{c: math.Inf(1)}
	problem := optimize.Problem{Func: func(x []float64) float64 { return cost(x[0], x[1]) }}
	for _, s := range starts[:min(4, len(starts))] {
		settings := &optimize.Settings{Converger: &optimize.FunctionConverge{Absolute: 1e-15, Iterations: 40},
			MajorIterations: 400}
		r, err := optimize.Minimize(problem, []float64{s.u, s.v}, settings, &optimize.NelderMead{SimplexSize: 0.5})
		if r != nil && (err == nil || r.F < s.c) && r.F < best.c {
			best = start{r.X[0], r.X[1], r.F}
		}
	}
	f := at(best.u, best.v)
	if f == nil || math.IsInf(best.c, 1) {
		return nil, &lab.Problem{Field: "arch", Say: lang.Say("filtering.refused.redesign")}
	}
	return f, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
