package ring

import (
	"cmp"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "disk":
		return m.Promised(), nil
	case "attack":
		return m.Attack(), m.unfitted()
	case "tradeoff":
		return m.tradeoff(), nil
	case "passing":
		return m.passing(), nil
	case "smooth":
		return m.smooth(), nil
	}
	return m.evaluation().Experiment(name)
}

// tradeoff compares all mechanisms: what is proven of each against its error, along its dial.
func (m *model) tradeoff() work.Job {
	type arm struct {
		kind  int
		value float64
	}
	var arms []arm
	var specs []lab.Spec
	ds := about.Offers()
	for i, d := range ds {
		for _, v := range d.Values {
			arms = append(arms, arm{i, v})
			specs = append(specs, change(m.Spec, "mech", d.Name, d.Dial.Param, figures.Digits(v), "n", "2000",
				"m", "4000", "seq", "0"))
		}
	}
	return m.evaluation().Sweep(specs, 2, func(of [][]figures.Outcome) (s sheet.Sheet, err error) {
		s.Title, s.Lead, s.Notes = lang.Say("ring.analysis.tradeoff"), lang.Say("ring.tradeoff.lead"),
			[]lang.Message{lang.Say("ring.tradeoff.note")}
		t := s.Table("tradeoff", "ring.tradeoff.table.", "", "mechanism", "setting", "error", "printed", "escape",
			"proven")
		points := make([][][2]float64, len(ds)) // of each mechanism: error and proven ε
		for i, a := range arms {
			if len(of[i]) == 0 {
				continue
			}
			d := &ds[a.kind]
			e, _ := figures.Mean(of[i], "error")
			c, _ := figures.Mean(of[i], "printed")
			b, _ := figures.Mean(of[i], "proven")
			points[a.kind] = append(points[a.kind], [2]float64{e, b})
			t.Add(sheet.Words(d.Title()), sheet.Words(d.Dial.At(a.value)), sheet.Number(e, 3), sheet.Number(c, 3),
				figures.Cells(of[i], "escape")[0], sheet.Number(b, 3))
		}
		ch := s.Chart("tradeoff_strong", "ring.tradeoff.proven.",
			sheet.Axis{Label: lang.Say("ring.tradeoff.error"), Unit: about.Metre, Log: true}, sheet.Axis{})
		for i, at := range points {
			if len(at) == 0 {
				continue
			}
			slices.SortStableFunc(at, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
			line := ch.Draw(ds[i].Title(), ds[i].Role, sheet.Line, nil, nil)
			for _, p := range at {
				line.Add(p[0], p[1])
			}
		}
		return s, nil
	})
}
