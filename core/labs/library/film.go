package library

import (
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// span is the axis of the pictures: both means and most of the wider noise.
func (m *model) span() (lo, hi float64) {
	reach := 3.6 * math.Max(m.mech.sd, m.mech.promised)
	return m.mech.value[0] - reach, m.mech.value[1] + reach
}

// curve samples a function over the pictures' axis, as x, y pairs.
func (m *model) curve(f func(x float64) float64) []float32 {
	const points = 241
	lo, hi := m.span()
	at := slices.Clone(m.mech.value[:]) // where Laplace's law has its kinks
	for i := range points {
		at = append(at, lo+(hi-lo)*float64(i)/(points-1))
	}
	slices.Sort(at)
	var out []float32
	for _, x := range at {
		out = append(out, float32(x), float32(f(x)))
	}
	return out
}

// Film lets two histograms of released means grow into their laws, beside the
// laws that the claim takes; the strip shows what each release gives away.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	const steps, perStep, bins = 60, 30, 56
	lo, hi := m.span()
	width := (hi - lo) / bins
	// Bars grow to the density at the last step.
	var bars [2][]float32
	var count [2][bins]int
	var clock []lang.Message
	highest := 0.0
	out := make([]float64, 1)
	for k := range steps {
		for in := range count {
			for i := range perStep {
				s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseLibraryFilm, Input: uint32(in),
					Trial: uint64(k*perStep + i)})
				m.mech.Release(mechanism.Input(in), &s, out)
				if b := math.Floor((out[0] - lo) / width); b >= 0 && b < bins {
					count[in][int(b)]++
				}
			}
			for b, c := range count[in] {
				y := float64(c) / (steps * perStep * width)
				highest = max(highest, y)
				x0, x1 := float32(lo+(float64(b)+0.06)*width), float32(lo+(float64(b)+0.94)*width)
				bars[in] = append(bars[in], x0, 0, x1, 0, x1, float32(y), x0, float32(y))
			}
		}
		clock = append(clock, lang.Say("library.film.clock", "n", (k+1)*perStep))
	}
	density := func(in int, sd float64) func(x float64) float64 {
		return func(x float64) float64 { return num.Exp(m.mech.log(x, m.mech.value[in], sd)) }
	}
	v := m.mech.value
	peak := max(density(0, m.mech.sd)(v[0]), density(0, m.mech.promised)(v[0]), highest)
	top := 1.3 * peak
	layers := []film.Layer{
		{Name: lang.Say("library.film.record"), Kind: film.Quads, Role: sheet.Record, Alpha: 0.4, Moving: true,
			Ease: true, Data: bars[0]},
		{Name: lang.Say("library.film.neighbour"), Kind: film.Quads, Role: sheet.Adjacent, Alpha: 0.4, Moving: true,
			Ease: true, Data: bars[1]},
		{Kind: film.Path, Role: sheet.Record, Size: 2.5, Data: m.curve(density(0, m.mech.sd))},
		{Kind: film.Path, Role: sheet.Adjacent, Size: 2.5, Data: m.curve(density(1, m.mech.sd))},
		{Kind: film.Segments, Role: sheet.Muted, Size: 1.5, Data: line(v[0], 0, v[0], 1.06*peak, v[1], 0, v[1],
			1.06*peak)},
		{Kind: film.Labels, Role: sheet.Record, Size: 15, Text: []lang.Message{mechanism.Record.Say()},
			Data: append(line(v[0], 1.06*peak), 4)},
		{Kind: film.Labels, Role: sheet.Adjacent, Size: 15, Text: []lang.Message{mechanism.Adjacent.Say()},
			Data: append(line(v[1], 1.06*peak), 4)},
	}
	if m.mech.sd != m.mech.promised {
		layers = append(layers,
			film.Layer{Name: lang.Say("library.film.needed"), Kind: film.Path, Role: sheet.Ink, Size: 1.5, Dash: true,
				Alpha: 0.8, Data: m.curve(density(0, m.mech.promised))},
			film.Layer{Kind: film.Path, Role: sheet.Ink, Size: 1.5, Dash: true, Alpha: 0.8,
				Data: m.curve(density(1, m.mech.promised))})
	}
	return &film.Film{Steps: steps, Rate: 8, Hold: steps - 1, Clock: clock,
		Views: []film.View{
			{Name: lang.Say("library.film.released"), Short: lang.Say("library.film.released.short"), Place: film.Main,
				Box: [4]float64{lo, 0, hi, top}, XLabel: lang.Say("library.mean"), YLabel: lang.Say("library.density"),
				Layers: layers},
			m.lossView(lo, hi),
		},
		Alt: lang.Say("library.film.alt", "added", m.mech.sd, "needed", m.mech.promised)}, nil
}

// lossView is the strip: what a release gives away, within or beyond the claim.
func (m *model) lossView(lo, hi float64) film.View {
	e := m.mech.epsilon
	bound := 1.5 * e
	for _, x := range []float64{lo, hi} {
		bound = max(bound, min(1.15*math.Abs(m.mech.loss(x, m.mech.sd)), 6*e))
	}
	loss := func(x float64) float64 { return min(max(m.mech.loss(x, m.mech.sd), -0.97*bound), 0.97*bound) }
	at := hi - 0.02*(hi-lo)
	return film.View{Name: lang.Say("library.loss.title"), Short: lang.Say("library.film.loss"), Place: film.Strip,
		Box: [4]float64{lo, -bound, hi, bound}, XLabel: lang.Say("library.mean"), YLabel: lang.Verbatim("ln(p/p′)"),
		Layers: []film.Layer{
			{Name: lang.Say("library.film.claim"), Kind: film.Quads, Role: sheet.Strong, Alpha: 0.16,
				Data: line(lo, -e, hi, -e, hi, e, lo, e)},
			{Kind: film.Segments, Role: sheet.Strong, Size: 1.5, Dash: true, Data: line(lo, e, hi, e, lo, -e, hi, -e)},
			{Kind: film.Segments, Role: sheet.Muted, Size: 1, Data: line(lo, 0, hi, 0)},
			{Kind: film.Words, Role: sheet.Strong, Size: 13, Text: lang.Verbatims([]string{"+ε", "−ε"}),
				Data: line(at, e+0.13*bound, at, -e-0.13*bound)},
			{Name: lang.Say("library.film.loss"), Kind: film.Path, Role: sheet.Leak, Size: 2.5, Data: m.curve(loss)},
		}}
}

// line is a layer's numbers.
func line(v ...float64) []float32 {
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}
