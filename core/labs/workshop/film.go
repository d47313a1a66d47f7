package workshop

import (
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// Film lets releases of both inputs arrive, and says which inputs they are. A release that
// cannot be is the program's fault.
func (m *model) Film(*lab.Report) (f *film.Film, err error) {
	defer func() { err = lab.Blame("code", err) }()
	defer work.Halted(&err)
	f = show.Film(m.mech, m.Description(), m.spec.Seed())
	f.Alt = lang.Sentences(pairSaid(m.pairs[m.mech.pair]), f.Alt)
	return f, nil
}
