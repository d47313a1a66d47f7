package filtering

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/optimize"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// redesign minimises the published mean's error over both gains: the variance
// of the estimation error plus κ²ρ²‖y → v̂‖²_∞/n. Every stable filter is a point
// of the plane, α = 2 S(u), β = (4 − 2α) S(v) with the logistic function S, and
// each point's cost has a closed form; so a grid over gains down to 10⁻¹⁶ finds
// the valleys, and the best of them are descended (Nelder & Mead 1965). What
// linear matrix inequalities reach, which know no such grid, is computed by lmi.
func (t *traffic) redesign() (*filter, error) {
	weight := t.Kappa * t.Rho * t.Kappa * t.Rho / float64(t.N)
	at := func(u, v float64) *filter {
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
		settings := &optimize.Settings{Converger: &optimize.FunctionConverge{Absolute: 1e-15, Iterations: 40}, MajorIterations: 400}
		r, err := optimize.Minimize(problem, []float64{s.u, s.v}, settings, &optimize.NelderMead{SimplexSize: 0.5})
		if r != nil && (err == nil || r.F < s.c) && r.F < best.c {
			best = start{r.X[0], r.X[1], r.F}
		}
	}
	f := at(best.u, best.v)
	if f == nil || math.IsInf(best.c, 1) {
		return nil, &lab.Problem{Field: "arch", Say: sayNoStableFilter}
	}
	return f, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// twoWays compares the direct redesign with the one by matrix inequalities, over
// adjacency radii around the visitor's own.
func (m *model) twoWays() (work.Job, error) {
	factors := []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}
	const own = 4
	return work.Batches("redesigning", int64(len(factors)), 3, 1, func(i int64) ([]float64, error) {
		t := m.tr
		t.Rho *= factors[i]
		p, err := t.plan(outputOpt)
		if err != nil {
			return nil, err
		}
		out := []float64{t.Rho, p.RMSE, 0, 0, p.Filter.K1, p.Filter.K2, 0, 0} // zeros: not solved
		if r, err := t.lmi(); err == nil {
			out[2], out[3], out[6], out[7] = r.Bound, r.Reach, r.Filter.K1, r.Filter.K2
		}
		return out, nil
	}, func(done [][]float64) (sheet.Sheet, error) {
		t := sheet.Table{ID: "redesign", Title: sayErrorPublishedSpeed, Columns: []string{"adjacency radius ρ, m", "direct", sayPromisedByInequalities, sayReachedByInequalities, "reached above direct"},
			Caption: sayRedesignCaption}
		chart := sheet.Chart{ID: "redesign", Title: "Error of the redesigned filter", X: sheet.Axis{Label: "adjacency radius ρ", Unit: "m", Log: true}, Y: sheet.Axis{Label: "error", Unit: "m/s", Log: true}}
		direct := sheet.Series{Name: "direct", Role: sheet.Truth, Style: sheet.Line}
		bound := sheet.Series{Name: sayPromisedByInequalities, Role: sheet.Muted, Style: sheet.Dash}
		reach := sheet.Series{Name: sayReachedByInequalities, Role: sheet.Leak, Style: sheet.Line}
		worst, failed := 0.0, 0
		lead := sayDirectSearchFirst
		for i, d := range done {
			x := sheet.Real(d[0])
			direct.X, direct.Y = append(direct.X, x), append(direct.Y, sheet.Real(d[1]))
			row := []sheet.Cell{sheet.Number(d[0], 4), sheet.Number(d[1], 4), sheet.Text("–"), sheet.Text("–"), sheet.Text("–")}
			if d[2] > 0 {
				over := max(0, d[3]/d[1]-1)
				worst = max(worst, over)
				bound.X, bound.Y = append(bound.X, x), append(bound.Y, sheet.Real(d[2]))
				reach.X, reach.Y = append(reach.X, x), append(reach.Y, sheet.Real(d[3]))
				copy(row[2:], []sheet.Cell{sheet.Number(d[2], 4), sheet.Number(d[3], 4), sheet.Text(sheet.Format(100*over, 2) + " %")})
			} else {
				failed++
			}
			t.Rows = append(t.Rows, row)
			if i == own && d[2] > 0 {
				lead = fmt.Sprintf(sayRedesignLead, sheet.Format(d[2], 4), sheet.Format(d[3], 4), sheet.Format(d[1], 4))
			} else if i == own {
				lead = fmt.Sprintf(sayRedesignUnsolvedLead, sheet.Format(d[1], 4))
			}
		}
		chart.Series = []sheet.Series{direct, reach, bound}
		notes := []string{
			fmt.Sprintf(sayRedesignNote, sheet.Format(100*worst, 2)),
			sayOneLyapunovNote}
		if len(done) > own {
			if d := done[own]; d[2] > 0 {
				notes = append(notes, fmt.Sprintf(sayRedesignGainsNote, sheet.Brief(d[4], 4), sheet.Brief(d[5], 4), sheet.Brief(d[6], 4), sheet.Brief(d[7], 4)))
			}
		}
		if failed > 0 {
			notes = append(notes, fmt.Sprintf(sayUnsolvedRowsNote, failed, len(done)))
		}
		return sheet.Sheet{Title: lab.Title(Lab{}, "redesign"), Lead: lead, Notes: notes, Charts: []sheet.Chart{chart}, Tables: []sheet.Table{t}}, nil
	}), nil
}
