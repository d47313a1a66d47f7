package workshop

import (
	"math"
	"strings"

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
func (m *model) tails() (sheet.Sheet, error) {
	q := m.pairs[m.mech.pair]
	t := sheet.Table{ID: tails, Title: lang.Say("workshop.tails"), Caption: lang.Say("workshop.tails.caption"),
		Columns: []lang.Message{lang.Say("workshop.tails.of", "input", q.Input[0]),
			lang.Say("workshop.tails.of", "input", q.Input[1])}}
	run := m.mech.program.Fork()
	out := make([]float64, m.mech.width)
	var found [2][]sheet.Cell
	for in := range 2 {
		for i := 0; i < show.FilmReleases && len(found[in]) < tailRows; i++ {
			stream := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseWorkshopFilm,
				Input: uint32(2*m.mech.pair + in), Trial: uint64(i)})
			if err := m.mech.write(run, mechanism.Input(in), &stream, out); err != nil {
				return sheet.Sheet{}, problem(err)
			}
			if x := out[0]; len(out) == 1 && x > 0 && x < 0.5 {
				found[in] = append(found[in], sheet.Words(tail(x)))
			}
		}
	}
	for i := range min(len(found[0]), len(found[1])) {
		t.Rows = append(t.Rows, []sheet.Cell{found[0][i], found[1][i]})
	}
	s := sheet.Sheet{Title: t.Title, Lead: lang.Say("workshop.analysis.tails.lead")}
	if len(t.Rows) > 0 {
		s.Tables = []sheet.Table{t}
	}
	return s, nil
}

// tail says the binary digits of a number below ½ about that of 2⁻⁵³: those after it as a
// symbol, which is coloured.
func tail(x float64) lang.Message {
	digits := func(x float64, n int) string {
		var b strings.Builder
		for range n {
			x *= 2
			b.WriteByte('0' + byte(math.Floor(x)))
			x -= math.Floor(x)
		}
		return b.String()
	}
	x = math.Ldexp(x, 53-tailBits)
	x -= math.Floor(x)
	all := digits(x, tailBits+tailAfter)
	return lang.Say("workshop.tails.digits", "until", all[:tailBits], "after", all[tailBits:])
}
