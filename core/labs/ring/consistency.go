package ring

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// consistency checks the estimator's foundation on the ring's linear-Gaussian
// relative, where the moving-horizon estimator is the Kalman filter: errors
// must be as large as the filter says.
func (m *model) consistency() (work.Job, error) {
	const runs, steps, level = 100, 60, 0.95
	return work.Once("filtering", func() (sheet.Sheet, error) {
		lin := m.sc.Config.Linear()
		c, err := lin.Consistent(m.spec.Seed(), runs, steps, level, 1)
		if err != nil {
			return sheet.Sheet{}, err
		}
		out := sheet.Sheet{Title: lab.Title(Lab{}, "consistency"),
			Notes: []string{sayLinearRelative,
				fmt.Sprintf(sayMeanOfRunsCaption, runs, 100*level)}}
		inside, all := 0, 0
		for i, s := range []struct {
			id, title string
			y         []float64
			band      [2]float64
		}{{"nees", "Normalised estimation error squared (NEES)", c.NEES, c.NEESBand}, {"nis", "Normalised innovation squared (NIS)", c.NIS, c.NISBand}} {
			var x, lo, hi []sheet.Real
			for k, v := range s.y {
				x, lo, hi = append(x, sheet.Real(k)), append(lo, sheet.Real(s.band[0])), append(hi, sheet.Real(s.band[1]))
				all++
				if v >= s.band[0] && v <= s.band[1] {
					inside++
				}
			}
			out.Charts = append(out.Charts, sheet.Chart{ID: s.id, Title: s.title, X: sheet.Axis{Label: "step k"}, Y: sheet.Axis{Label: []string{"NEES", "NIS"}[i]},
				Series: []sheet.Series{{Name: "95 % band", Role: sheet.Muted, Style: sheet.Area, X: x, Lo: lo, Hi: hi}, {Name: "mean of the runs", Role: sheet.Target, Style: sheet.Line, X: x, Y: sheet.Reals(s.y)}}})
		}
		out.Lead = fmt.Sprintf(sayInsideBandsLead, inside, all, 100*float64(inside)/float64(all))
		return out, nil
	}), nil
}
