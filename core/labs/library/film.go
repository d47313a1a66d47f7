package library

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Film lets two histograms of released means rise with their laws, beside the
// laws that the claim takes.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	law := func(in int, sd float64, l film.Layer) show.Law {
		return show.Law{Layer: l, Peak: m.mech.value[in], Density: m.mech.density(in, sd)}
	}
	laws := []show.Law{law(0, m.mech.sd, film.Layer{Role: sheet.Record, Size: 2.5}),
		law(1, m.mech.sd, film.Layer{Role: sheet.Adjacent, Size: 2.5})}
	if m.mech.sd != m.mech.promised {
		needed := film.Layer{Name: lang.Say("library.film.needed"), Role: sheet.Ink, Size: 1.5, Dash: true, Alpha: 0.8}
		laws = append(laws, law(0, m.mech.promised, needed), law(1, m.mech.promised, needed))
	}
	reach := 3.6 * math.Max(m.mech.sd, m.mech.promised) // the axis holds both means and most of the wider noise
	v := show.Race(inputs, show.Drawn(m.mech, m.spec.Seed()).R, m.mech.value[0]-reach, m.mech.value[1]+reach, laws...)
	v.Name, v.Short, v.XLabel = lang.Say("library.film.released"), lang.Say("library.film.released.short"),
		lang.Say("library.mean")
	f := show.Growing(v)
	f.Alt = lang.Say("library.film.alt", "added", m.mech.sd, "needed", m.mech.promised)
	return f, nil
}
