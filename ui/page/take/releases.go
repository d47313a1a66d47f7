package take

import (
	"strconv"

	"indistinct/core/film"
	"indistinct/ui/chart"
)

// mostTaken is how many releases of each input a file for a class holds.
const mostTaken = 2000

// Releases are a show's releases as CSV: input, number, whether the event holds
// it, and what was released.
func Releases(s *film.Show) string {
	label := func(i int, or string) string {
		a := s.Axes[i]
		if a.Label == "" {
			return or
		}
		if a.Unit != "" {
			return a.Label + " (" + a.Unit + ")"
		}
		return a.Label
	}
	head := []string{"input", "release", "inside the event"}
	switch stride := s.Clouds[0].Stride; s.Form {
	case film.Plane:
		head = append(head, label(0, "x"), label(1, "y"))
	case film.Stream:
		for i := range stride {
			head = append(head, label(1, "release")+" at step "+strconv.Itoa(i+1))
		}
	default:
		head = append(head, label(0, "release"))
	}
	rows := [][]string{head}
	for k := range s.Clouds {
		c := &s.Clouds[k]
		for i := 0; c.Stride > 0 && i < min(len(c.Data)/c.Stride, mostTaken); i++ {
			row := []string{s.Names[k], strconv.Itoa(i + 1), ""}
			if i < len(c.In) {
				row[2] = strconv.FormatFloat(float64(c.In[i]), 'g', -1, 32)
			}
			for _, v := range c.Data[i*c.Stride : (i+1)*c.Stride] {
				text := strconv.FormatFloat(float64(v), 'g', -1, 32)
				if w := int(v); s.Form == film.Bars && w >= 0 && w < len(s.Words) {
					text = s.Words[w]
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	return chart.CSV(rows)
}
