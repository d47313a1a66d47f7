package animation

import (
	"math"
	"sort"

	"indistinct/core/lang"

	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
)

// bins are the histogram's cells; a discrete law has one for each value, or
// for groups of neighbouring values.
type bins struct {
	lo, width float64
	count     int
}

func (b bins) of(v float64) int {
	i := int(math.Floor((v - b.lo) / b.width))
	if v < b.lo || i >= b.count {
		return -1
	}
	return i
}

func (b bins) tally(values []float64) []float64 {
	h := make([]float64, b.count)
	for _, v := range values {
		if i := b.of(v); i >= 0 {
			h[i]++
		}
	}
	return h
}

// chartView are the histograms with the exact laws.
func (m *Survey) chartView(values [2][]float64, r *lab.Report) film.View {
	law := m.Mechanism.Laws(121, max(m.Claim, 0.01))
	b := bins{lo: law.Lo, width: (law.Hi - law.Lo) / 36, count: 36}
	step := 1.0
	if law.Discrete {
		step = (law.Hi - law.Lo) / float64(len(law.X)+1)
		group := max(1, (len(law.X)+39)/40)
		b.width = step * float64(group)
		b.lo = law.X[0] - step/2
		b.count = (len(law.X) + group - 1) / group
		for in := range law.P { // probabilities to densities
			for i := range law.P[in] {
				law.P[in][i] /= step
			}
		}
	}
	top := 0.0
	var peak [2][2]float64 // where each law is highest
	for in := range values {
		for i, x := range law.X {
			if y := law.P[in][i]; y > peak[in][1] {
				peak[in] = [2]float64{x, y}
			}
		}
		for _, h := range b.tally(values[in]) {
			top = max(top, h/(drawn*b.width))
		}
	}
	top = 1.22 * max(top, peak[0][1], peak[1][1])
	side := film.View{Name: lang.Say("survey.animation.histograms"),
		Short: lang.Say("survey.animation.histograms.short"), Place: film.Side, Box: [4]float64{law.Lo, 0, law.Hi, top},
		XLabel: m.Label, YLabel: lang.Say("survey.animation.density")}

	// The event that a run tested.
	spans := m.event(law, r)
	if len(spans) > 0 {
		side.Layers = append(side.Layers, lit(spans, top))
	}
	side.Layers = append(side.Layers, m.band(law, step, top))

	names := Inputs(m.Answers)
	roles := [2]sheet.Role{sheet.Record, sheet.Adjacent}
	starts := [2]int{recordAt, otherAt}
	for in := range values {
		var bars moving
		for k := range frames {
			so := grown(k, starts[in]) // the bars are those of a density at any time, as the curves are
			for i, h := range b.tally(values[in][:so]) {
				x0 := b.lo + float64(i)*b.width
				x1, y := x0+b.width, min(h/(float64(max(so, 1))*b.width), 0.97*top)
				gap := 0.06 * b.width
				bars.add(x0+gap, 0, x1-gap, 0, x1-gap, y, x0+gap, y)
			}
		}
		side.Layers = append(side.Layers, film.Layer{Name: names[in], Kind: film.Quads, Role: roles[in],
			Alpha: 0.6, Moving: true, Ease: true, Data: []float32(bars)})
	}
	// The laws are there from the start, faintly, and stand out at the end.
	kind := film.Path
	if law.Discrete {
		kind = film.Segments
	}
	for in := range law.P {
		var faint, bright moving
		for k := range frames {
			// From left to right.
			w := ramp(k, lawsAt, lawsAt+2)
			shown := int(w * float64(len(law.X)-1))
			for i := range law.X {
				j := min(i, shown)
				if law.Discrete {
					half := 0.45 * step
					bright.add(law.X[j]-w*half, law.P[in][j], law.X[j]+w*half, law.P[in][j])
				} else {
					bright.add(law.X[j], law.P[in][j])
				}
			}
		}
		faint = bright[len(bright)-len(bright)/frames:]
		side.Layers = append(side.Layers,
			film.Layer{Kind: kind, Role: roles[in], Size: 1.8, Alpha: 0.75, Data: []float32(faint)},
			film.Layer{Kind: kind, Role: roles[in], Size: 2.5, Moving: true, Ease: true, Data: []float32(bright)})
	}
	side.Layers = append(side.Layers, m.asClaimed(law)...)
	for in := range peak {
		side.Layers = append(side.Layers, film.Layer{Kind: film.Labels, Role: roles[in], Size: 13,
			Text: []lang.Message{names[in]}, Data: film.Numbers(peak[in][0], peak[in][1], 4)})
	}
	return side
}

// band is e^±ε of the claim around the record's law.
func (m *Survey) band(law release.Laws, step, top float64) film.Layer {
	e := num.Exp(min(m.Claim, 700))
	var band moving
	for k := range frames {
		w := ramp(k, lawsAt, lawsAt+2)
		edges := func(i int) (lo, hi float64) { return w * law.P[0][i] / e, min(w*law.P[0][i]*e, top) }
		if law.Discrete {
			half := step / 2
			for i, x := range law.X {
				lo, hi := edges(i)
				band.add(x-half, lo, x+half, lo, x+half, hi, x-half, hi)
			}
			continue
		}
		for i := 2; i < len(law.X); i += 2 {
			l0, h0 := edges(i - 2)
			l1, h1 := edges(i)
			band.add(law.X[i-2], l0, law.X[i], l1, law.X[i], h1, law.X[i-2], h0)
		}
	}
	return film.Layer{Name: lang.Say("survey.animation.band"), Kind: film.Quads, Role: sheet.Strong, Alpha: 0.16,
		Moving: true, Ease: true, Data: []float32(band)}
}

// asClaimed are the laws that the claimed ε would take, where the curator's
// noise is another.
func (m *Survey) asClaimed(of release.Laws) []film.Layer {
	eps := m.Claim
	kept := m.Mechanism.Claim().Budget
	c, ok := m.Mechanism.(*release.Curator)
	if !ok || eps == kept.Epsilon && !m.misprinted() || eps < 0.01 || eps > 50 {
		return nil
	}
	var noise law.Noise = law.Laplace{Epsilon: eps}
	if _, ok := c.Noise.(law.Tulap); ok {
		noise = law.NewTulap(eps, kept.Delta)
	}
	var out []film.Layer
	for in, name := range [2]lang.Message{lang.Say("survey.animation.claimed")} { // one name for both
		var y moving
		for _, x := range of.X {
			y.add(x, num.Exp(noise.LogPDF(x/c.Scale-float64(m.Answers.Of(mechanism.Input(in)))))/c.Scale)
		}
		out = append(out, film.Layer{Name: name, Kind: film.Path, Role: sheet.Ink, Size: 1.5, Alpha: 0.8,
			Dash: true, Data: []float32(y)})
	}
	return out
}

// lit shades the event on which the report's bound rests, once the laws stand.
func lit(spans [][2]float64, top float64) film.Layer {
	var data moving
	for k := range frames {
		y := ramp(k, lawsAt, lawsAt+2) * top
		for _, s := range spans {
			data.add(s[0], 0, s[1], 0, s[1], y, s[0], y)
		}
	}
	return film.Layer{Name: lang.Say("survey.animation.event"), Kind: film.Quads, Role: sheet.Bad, Alpha: 0.22,
		Lit: true, Moving: true, Ease: true, Data: []float32(data)}
}

// event returns the parts of the axis that make up the event on which the
// report's bound rests.
func (m *Survey) event(law release.Laws, r *lab.Report) (spans [][2]float64) {
	if r == nil {
		return nil
	}
	e := r.Strong.Event
	if e.Kind == "" || len(r.Cover) != 1 || r.Cover[0].Dim != 1 {
		return nil
	}
	edge := func(v float64) float64 { return min(max(v, law.Lo), law.Hi) }
	if law.Discrete { // in the middle between two values
		step := (law.Hi - law.Lo) / float64(len(law.X)+1)
		edge = func(v float64) float64 { return law.X[0] + step*(float64(sort.SearchFloat64s(law.X, v))-0.5) }
	}
	for _, s := range event.Spans(&paper.Cover{Steps: 1, Dim: 1, Ellipsoids: r.Cover, Grid: m.Cells}, e) {
		if lo, hi := edge(s[0]), edge(s[1]); lo < hi {
			spans = append(spans, [2]float64{lo, hi})
		}
	}
	return spans
}
