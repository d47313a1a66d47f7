package workshop

import (
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
)

// Film lets releases of both inputs arrive, and says which inputs they are.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	f := show.Film(m.mech, show.Description{Words: m.mech.Words()}, m.spec.Seed())
	f.Alt = lang.Sentences(m.pairs[m.mech.pair].said(), f.Alt)
	return f, nil
}
