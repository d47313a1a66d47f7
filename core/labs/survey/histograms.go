package survey

import (
	"slices"
	"sort"

	about "indistinct/core/about/survey"
	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// releases draws what the histograms show: what is published, and what else could have
// been.
func (m *model) releases(published float64) (values [2][]float64) {
	var out [1]float64
	for in := range values {
		for i := range drawn {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseSurveyFilm, Input: uint32(in), Trial: uint64(i)})
			m.mech.Release(mechanism.Input(in), &s, out[:])
			values[in] = append(values[in], out[0])
		}
	}
	values[0][0] = published
	return values
}

// chartView are the histograms with the exact laws.
func (m *model) chartView(published float64, r *lab.Report) film.View {
	laws, values := m.mech.Laws(121, max(m.spec.Float("eps"), 0.01)), m.releases(published)
	// A discrete law has a column for each value, or for groups of neighbouring values.
	b, step := show.Bins{Lo: laws.Lo, Width: (laws.Hi - laws.Lo) / 36, Count: 36}, 1.0
	if laws.Discrete {
		step = (laws.Hi - laws.Lo) / float64(len(laws.X)+1)
		group := max(1, (len(laws.X)+39)/40)
		b = show.Bins{Lo: laws.X[0] - step/2, Width: step * float64(group), Count: (len(laws.X) + group - 1) / group}
	}
	top := 0.0
	var peak [2][2]float64 // where each law is highest
	for in := range values {
		for i, x := range laws.X {
			laws.P[in][i] /= step // probabilities to densities
			if y := laws.P[in][i]; y > peak[in][1] {
				peak[in] = [2]float64{x, y}
			}
		}
		top = max(top, peak[in][1], slices.Max(b.Tally(values[in]))/(drawn*b.Width))
	}
	top *= 1.22
	v := film.View{Name: lang.Say("survey.animation.histograms"), Short: lang.Say("survey.animation.histograms.short"),
		Place: film.Side, Box: [4]float64{laws.Lo, 0, laws.Hi, top}, XLabel: m.axis().Label}
	out := func(k int) float64 { return ramp(k, lawsAt, lawsAt+2) } // how far the laws stand out
	spans := m.event(laws, r)
	v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.event"), Kind: film.Quads, Role: sheet.Bad, Alpha: 0.22,
		Lit: true}, func(k int) (lit []float64) {
		for _, s := range spans {
			lit = append(lit, film.Rect(s[0], 0, s[1], out(k)*top)...)
		}
		return lit
	})
	v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.band"), Kind: film.Quads, Role: sheet.Strong,
		Alpha: 0.16}, func(k int) []float64 { return m.band(laws, step, top, out(k)) })
	names, starts := m.inputs(), [2]int{recordAt, otherAt}
	for in, role := range show.Roles {
		v.Glide(frames, film.Layer{Name: names[in], Kind: film.Quads, Role: role, Alpha: 0.6},
			func(k int) []float64 {
				so := grown(k, starts[in]) // the bars are those of a density at any time, as the curves are
				return b.Bars(b.Tally(values[in][:so]), 1/(float64(max(so, 1))*b.Width), 0.97*top)
			})
	}
	kind := film.Path
	if laws.Discrete {
		kind = film.Segments
	}
	for in, role := range show.Roles {
		at := func(w float64) (line []float64) { // as far as it stands out, from left to right
			for i := range laws.X {
				j := min(i, int(w*float64(len(laws.X)-1)))
				x, y, half := laws.X[j], laws.P[in][j], w*0.45*step
				if laws.Discrete {
					line = append(line, x-half, y, x+half, y)
				} else {
					line = append(line, x, y)
				}
			}
			return line
		}
		// The laws are there from the start, faintly, and stand out at the end.
		v.Add(film.Layer{Kind: kind, Role: role, Size: 1.8, Alpha: 0.75}, at(1)...)
		v.Glide(frames, film.Layer{Kind: kind, Role: role, Size: 2.5}, func(k int) []float64 { return at(out(k)) })
	}
	for in := range show.Roles {
		v.Add(film.Layer{Name: lang.Say("survey.animation.claimed"), Kind: film.Path, Role: sheet.Ink, Size: 1.5,
			Alpha: 0.8, Dash: true}, m.asClaimed(laws, mechanism.Input(in))...)
	}
	for in, role := range show.Roles {
		v.Add(film.Label(names[in], role, 13), peak[in][0], peak[in][1], 4)
	}
	return v
}

// band is e^±ε of the claim around the record's law, as far as it stands out.
func (m *model) band(laws release.Laws, step, top, w float64) (out []float64) {
	e := num.Exp(min(m.spec.Float("eps"), 700))
	edges := func(i int) (lo, hi float64) { return w * laws.P[0][i] / e, min(w*laws.P[0][i]*e, top) }
	for i, x := range laws.X {
		lo, hi := edges(i)
		switch {
		case laws.Discrete:
			out = append(out, film.Rect(x-step/2, lo, x+step/2, hi)...)
		case i > 0 && i%2 == 0:
			l0, h0 := edges(i - 2)
			out = append(out, laws.X[i-2], l0, x, lo, x, hi, laws.X[i-2], h0)
		}
	}
	return out
}

// asClaimed is an input's law that the claimed ε would take, where the curator's noise is
// another.
func (m *model) asClaimed(of release.Laws, in mechanism.Input) (line []float64) {
	eps, kept := m.spec.Float("eps"), m.mech.Claim().Budget
	c, ok := m.mech.(*release.Curator)
	if !ok || eps == kept.Epsilon && m.name != about.Misprint || eps < 0.01 || eps > 50 {
		return nil
	}
	var noise law.Noise = law.Laplace{Epsilon: eps}
	if m.name == about.Tulap {
		noise = law.NewTulap(eps, kept.Delta)
	}
	for _, x := range of.X {
		line = append(line, x, num.Exp(noise.LogPDF(x/c.Scale-float64(m.counts.Of(in))))/c.Scale)
	}
	return line
}

// event returns the parts of the axis that make up the event on which the
// report's bound rests.
func (m *model) event(laws release.Laws, r *lab.Report) (spans [][2]float64) {
	if r == nil {
		return nil
	}
	e := r.Strong.Event
	if e.Kind == "" || len(r.Cover) != 1 || r.Cover[0].Dim != 1 {
		return nil
	}
	edge := func(v float64) float64 { return min(max(v, laws.Lo), laws.Hi) }
	if laws.Discrete { // in the middle between two values
		step := (laws.Hi - laws.Lo) / float64(len(laws.X)+1)
		edge = func(v float64) float64 { return laws.X[0] + step*(float64(sort.SearchFloat64s(laws.X, v))-0.5) }
	}
	cover := &paper.Cover{Steps: 1, Dim: 1, Ellipsoids: r.Cover, Grid: m.spec.Int("r")}
	for _, s := range event.Spans(cover, e) {
		if lo, hi := edge(s[0]), edge(s[1]); lo < hi {
			spans = append(spans, [2]float64{lo, hi})
		}
	}
	return spans
}
