package files

import (
	"strconv"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/chart"
)

// mostTaken is how many releases of each input a file for a class holds.
const mostTaken = 2000

// releases are a show's releases as CSV: input, number, whether the event holds it, and what was released.
func releases(l *lang.Language, s *film.Show) string {
	label := func(i int, or string) string {
		switch a := s.Axes[i]; {
		case a.Label == "":
			return or
		case a.Unit != "":
			return l.Text("take.axis", "label", a.Label, "unit", a.Unit)
		default:
			return l.Say(a.Label)
		}
	}
	release := l.Text("take.release")
	head := []string{l.Text("take.input"), release, l.Text("take.inside")}
	switch stride := s.Clouds[0].Stride; s.Form {
	case film.Plane:
		head = append(head, label(0, "x"), label(1, "y"))
	case film.Stream:
		for i := range stride {
			head = append(head, l.Text("take.step", "label", label(1, release), "step", i+1))
		}
	default:
		head = append(head, label(0, release))
	}
	rows := [][]string{head}
	for k := range s.Clouds {
		c := &s.Clouds[k]
		for i := 0; c.Stride > 0 && i < min(len(c.Data)/c.Stride, mostTaken); i++ {
			row := []string{l.Say(s.Names[k]), strconv.Itoa(i + 1), ""}
			if i < len(c.In) {
				row[2] = strconv.FormatFloat(float64(c.In[i]), 'g', -1, 32)
			}
			for _, v := range c.Data[i*c.Stride : (i+1)*c.Stride] {
				text := strconv.FormatFloat(float64(v), 'g', -1, 32)
				if w := int(v); s.Form == film.Bars && w >= 0 && w < len(s.Words) {
					text = l.Say(s.Words[w])
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	return chart.CSV(rows)
}
