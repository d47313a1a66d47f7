package workshop

import (
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Film lets releases of both inputs arrive. Unlike the default film's they may end in
// the program's own error.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	mech := m.mech
	w := mech.width
	s := mechanism.Sample{Steps: w, Dim: 1}
	run := mech.program.Fork()
	for in := range 2 {
		s.R[in] = make([]float64, show.FilmReleases*w)
		for i := range show.FilmReleases {
			stream := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseWorkshopFilm,
				Input: uint32(2*mech.pair + in), Trial: uint64(i)})
			if err := mech.write(run, mechanism.Input(in), &stream, s.Row(in, i)); err != nil {
				return nil, problem(err)
			}
		}
	}
	f := show.Arriving(s, show.Description{Words: mech.Words()})
	q := m.pairs[mech.pair]
	f.Alt = lang.Sentences(q.said(), f.Alt)
	return f, nil
}
