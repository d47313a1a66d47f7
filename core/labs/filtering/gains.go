package filtering

import (
	"math"

	"indistinct/core/control"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// gainsSheet shows the gains of a filter of the visitor's own with their formulas, what noise
// and error each place of the noise takes, and the Kalman filter's matrices.
func (m *model) gainsSheet() (sheet.Sheet, error) {
	o, arch := m.own, m.spec.Text("arch")
	gains := sheet.Table{ID: "gains", Title: lang.Say("filtering.gains.title"),
		Columns: []lang.Message{lang.Say("filtering.gains.column.gain"), lang.Say("filtering.gains.column.formula"),
			lang.Say("filtering.gains.column.value")}}
	way := "steady"
	if o.over != nil {
		way = "horizon"
	}
	for _, g := range []struct {
		name  string
		value float64
	}{{"event", o.event}, {"hinf", o.HInf}, {"l1", o.L1}, {"h2", o.H2}} {
		gains.Rows = append(gains.Rows, []sheet.Cell{sheet.Words(lang.Say("filtering.gains." + g.name)),
			sheet.Words(lang.Say("filtering.gains."+g.name+".formula", "way", way)), sheet.Number(g.value, 7)})
	}
	noise := sheet.Table{ID: "places", Title: lang.Say("filtering.places.title"),
		Caption: lang.Say("filtering.places.caption", "kappa", m.tr.Kappa, "rho", m.tr.Rho, "n", m.tr.N),
		Columns: []lang.Message{lang.Say("filtering.param.arch"), lang.Say("filtering.places.column.formula"),
			lang.Say("filtering.deviation"), lang.Say("filtering.error")}}
	law := m.spec.Text("adj")
	if m.tr.Laplace {
		law = "laplace"
	}
	for _, a := range []string{traffic.InputRaw, traffic.Input, sum, traffic.Output} {
		if a == traffic.Input && o.a == nil {
			continue
		}
		on, err := *m, error(nil)
		if on.spec, err = m.spec.With(Lab{}.Params(), "arch", a); err == nil {
			err = on.design()
		}
		if err != nil {
			return sheet.Sheet{}, err
		}
		name := sheet.Words(archName(a))
		if a == arch {
			name.Role = sheet.Leak
		}
		noise.Rows = append(noise.Rows, []sheet.Cell{name,
			sheet.Words(lang.Say("filtering.places.formula", "arch", a, "law", law)),
			sheet.Number(on.in+on.out, 6), sheet.Number(on.rmse(1), 6)})
	}
	impulse := sheet.Series{Name: lang.Verbatim("h"), Role: sheet.Target, Style: sheet.Step}
	last := 0
	for k, h := range o.h {
		if math.Abs(h[0]) > 1e-4*o.HInf {
			last = k
		}
	}
	for k := range min(last+1, 400) {
		impulse.X, impulse.Y = append(impulse.X, sheet.Real(k)), append(impulse.Y, sheet.Real(o.h[k][0]))
	}
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.gains"), Tables: []sheet.Table{gains, noise},
		Lead: lang.Say("filtering.gains.lead", "gain", o.HInf, "omega", o.Omega, "way", way, "event", o.event)}
	if o.over == nil {
		out.Charts = []sheet.Chart{{ID: "impulse", Title: lang.Say("filtering.gains.impulse"),
			X: sheet.Axis{Label: lang.Say("filtering.step")}, Y: sheet.Axis{Label: lang.Verbatim("h")},
			Series: []sheet.Series{impulse}}}
	}
	if o.a != nil {
		out.Tables = append(out.Tables, control.Table(
			control.Row(lang.Say("filtering.matrices.prior"), o.steady.Prior),
			control.Row(lang.Say("filtering.matrices.post"), o.steady.Post),
			control.Row(lang.Say("filtering.matrices.gain"), o.steady.Gain)))
	}
	return out, nil
}
