package show

import (
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// charted is how many releases of each input a chart of a run shows.
const charted = 400

// Chart is the picture of a run for a page without a stage: the first releases of each input as
// dots, or how many of them take each value.
func Chart(s *film.Show) sheet.Chart {
	axis := func(a film.Axis) sheet.Axis {
		return sheet.Axis{Label: a.Label, Unit: a.Unit, Min: sheet.Real(a.Min), Max: sheet.Real(a.Max)}
	}
	c := sheet.Chart{ID: "releases", X: axis(s.Axes[0]), Y: axis(s.Axes[1])}
	lo, width, bins := s.Axes[0].Min, (s.Axes[0].Max-s.Axes[0].Min)/filmBins, filmBins
	if s.Form == film.Bars {
		lo, width, bins = -0.5, 1, len(s.Words)
	}
	for in := range s.Clouds {
		cloud := &s.Clouds[in]
		n := len(cloud.Data) / cloud.Stride
		if s.Form == film.Plane || s.Form == film.Stream {
			n = min(n, charted)
		}
		c.Title = lang.Say("stage.first", "n", n)
		series := sheet.Series{Name: s.Names[in], Role: Roles[in], Style: sheet.Dots}
		switch s.Form {
		case film.Line, film.Bars:
			c.Y, series.Style = sheet.Axis{Label: lang.Say("show.count")}, sheet.Step
			x := make([]float64, 0, len(cloud.Data))
			for _, v := range cloud.Data {
				x = append(x, float64(v))
			}
			for i, count := range (Bins{Lo: lo, Width: width, Count: bins}).Tally(x) {
				series.Add(lo+(float64(i)+0.5)*width, count)
			}
		default:
			for i, v := range cloud.Data[:n*cloud.Stride] {
				step, steps := i%cloud.Stride, float64(max(cloud.Stride-1, 1))
				switch {
				case s.Form == film.Stream:
					series.Add(s.Axes[0].Min+(s.Axes[0].Max-s.Axes[0].Min)*float64(step)/steps, float64(v))
				case step == 1:
					series.Add(float64(cloud.Data[i-1]), float64(v))
				}
			}
		}
		c.Series = append(c.Series, series)
	}
	return c
}
