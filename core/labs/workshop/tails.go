package workshop

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The binary digits of a release that a lesson shows: so many up to that of 2⁻⁵³, where those
// of sums near 1 end, and so many after it.
const (
	tailBits  = 8
	tailAfter = 6
	tailRows  = 6
)

// tails shows the last digits of a few releases of each input, of those below ½ that the
// stage shows.
func (m *model) tails() (s sheet.Sheet, err error) {
	q := m.pairs[m.mech.pair]
	s.Title, s.Lead = lang.Say("workshop.tails.title"), lang.Say("workshop.tails.caption")
	t := s.Table("tails", "workshop.tails.", s.Lead, lang.Say("workshop.tails.of", "input", q.Input[0]),
		lang.Say("workshop.tails.of", "input", q.Input[1]))
	run := m.mech.program.Fork()
	out := make([]float64, m.mech.width)
	for in := range 2 {
		for i, row := 0, 0; i < show.FilmReleases && row < tailRows; i++ {
			stream := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseWorkshopFilm,
				Input: uint32(2*m.mech.pair + in), Trial: uint64(i)})
			if err := m.mech.write(run, mechanism.Input(in), &stream, out); err != nil {
				return s, lab.Blame("code", err)
			}
			if x := out[0]; len(out) == 1 && x > 0 && x < 0.5 {
				if row == len(t.Rows) {
					t.Rows = append(t.Rows, make([]sheet.Cell, 2))
				}
				t.Rows[row][in] = sheet.Words(tail(x))
				row++
			}
		}
	}
	if len(t.Rows) == 0 {
		s.Tables = nil
	}
	return s, nil
}

// tail says the binary digits of a number below ½ about that of 2⁻⁵³: those after it as a
// symbol, which is coloured.
func tail(x float64) lang.Message {
	_, x = math.Modf(math.Ldexp(x, 53-tailBits))
	all := fmt.Sprintf("%0*b", tailBits+tailAfter, int(math.Ldexp(x, tailBits+tailAfter)))
	return lang.Say("workshop.tails.digits", "until", all[:tailBits], "after", all[tailBits:])
}
