package library

import (
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
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

// axis is where the pictures' functions are sampled.
func (m *model) axis() []float64 {
	const points = 161
	lo, hi := m.span()
	at := slices.Clone(m.mech.value[:]) // where Laplace's law has its kinks
	for i := range points {
		at = append(at, lo+(hi-lo)*float64(i)/(points-1))
	}
	slices.Sort(at)
	return at
}

// curve samples a function over the pictures' axis, as x, y pairs.
func (m *model) curve(f func(x float64) float64) []float32 {
	var out []float32
	for _, x := range m.axis() {
		out = append(out, float32(x), float32(f(x)))
	}
	return out
}

// Film lets two histograms of released means rise with their laws, beside the
// laws that the claim takes; the strip shows what each release gives away.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	var x [2][]float64
	out := make([]float64, 1)
	for in := range x {
		for i := range show.FilmReleases {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseLibraryFilm, Input: uint32(in), Trial: uint64(i)})
			m.mech.Release(mechanism.Input(in), &s, out)
			x[in] = append(x[in], out[0])
		}
	}
	law := func(in int, sd float64, l film.Layer) show.Law {
		return show.Law{Layer: l, At: m.axis(),
			Density: func(x float64) float64 { return num.Exp(m.mech.log(x, m.mech.value[in], sd)) }}
	}
	laws := []show.Law{law(0, m.mech.sd, film.Layer{Role: sheet.Record, Size: 2.5}),
		law(1, m.mech.sd, film.Layer{Role: sheet.Adjacent, Size: 2.5})}
	if m.mech.sd != m.mech.promised {
		needed := film.Layer{Name: lang.Say("library.film.needed"), Role: sheet.Ink, Size: 1.5, Dash: true, Alpha: 0.8}
		laws = append(laws, law(0, m.mech.promised, needed), law(1, m.mech.promised, needed))
	}
	lo, hi := m.span()
	v := show.Race(x, lo, hi, laws...)
	v.Name, v.Short, v.XLabel = lang.Say("library.film.released"), lang.Say("library.film.released.short"),
		lang.Say("library.mean")
	f := show.Growing(v, m.lossView(lo, hi))
	f.Alt = lang.Say("library.film.alt", "added", m.mech.sd, "needed", m.mech.promised)
	return f, nil
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
