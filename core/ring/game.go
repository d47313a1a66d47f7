package ring

import (
	"fmt"
	"math"
	"sync"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// gamePlaces is the number of places on the ring among which the sensor hides,
// all equally likely.
const gamePlaces = 72

var (
	_ lab.Gamer  = (*model)(nil)
	_ lab.Player = Lab{}
)

// Game implements lab.Player.
func (Lab) Game() lab.Game {
	return lab.Game{
		Title:  sayWhereSensor,
		Lead:   sayPlayAdversaryReleasesCome,
		Params: []string{"mech", "releases"},
	}
}

// ladder returns the setting of each of a game's rounds: the dial of the
// mechanism, from little privacy to as much as it has. Places far from the
// sensor's own are told apart at settings at which neighbouring ones are not,
// so that W₂-MHE has to go to s = 0 for the machine to fail.
func ladder(s lab.Spec) (param string, values [lab.Rounds]float64) {
	switch d := dialOf(s.Text("mech")); d.param {
	case "sbar":
		return d.param, [lab.Rounds]float64{0.9999, 0.999, 0.99, 0.98, 0.96, 0.92, 0.85, 0.7, 0.4, 0}
	case "shat":
		return d.param, [lab.Rounds]float64{0.9999, 0.999, 0.998, 0.995, 0.99, 0.98, 0.95, 0.9, 0.75, 0.5}
	case "noise":
		return d.param, [lab.Rounds]float64{0.001, 0.004, 0.01, 0.02, 0.04, 0.08, 0.16, 0.4, 1.5, 10}
	default:
		return d.param, [lab.Rounds]float64{0.95, 0.6, 0.3, 0.15, 0.07, 0.03, 0.012, 0.005, 0.002, 0}
	}
}

// Round draws a round of “Where is the sensor?”: the starred sensor hides at
// one of 72 places on the ring, and releases come one after another.
func (m *model) Round(seed uint64, round int, heard func(left int)) (*lab.Round, error) {
	param, values := ladder(m.spec)
	value := values[(round-1)%len(values)]
	rung, err := open(change(m.spec, param, show(value), "sched", ""))
	if err != nil {
		return nil, err
	}
	h, err := rung.newHideout(heard)
	if err != nil {
		return nil, err
	}
	n := m.spec.Int("releases")
	truth, x, size := h.play(seed, round, n)
	r := &lab.Round{Number: round, Truth: h.angles[truth], Places: gamePlaces, Method: rung.gameMethod(),
		Rung:   fmt.Sprintf("%s = %s", Lab{}.Params().Find(param).Symbol, show(value)),
		Prompt: fmt.Sprintf(saySensorHidesOnePlaces, gamePlaces, n),
	}
	var beliefs [][]float64
	for k := range n {
		p := h.believe(x[:(k+1)*size], size)
		beliefs = append(beliefs, p)
		b := lab.Belief{Bayes: h.angles[h.guess(p)]}
		for _, v := range p {
			b.Top = math.Max(b.Top, v)
		}
		for _, c := range region(p, 0.95) {
			half := 180.0 / gamePlaces
			b.Credible = append(b.Credible, [2]float64{h.angles[c[0]] - half, h.angles[c[1]] + half})
		}
		r.Beliefs = append(r.Beliefs, b)
	}
	last := r.Beliefs[n-1]
	r.Bayes, r.Credible = last.Bayes, last.Credible
	r.Film = rung.gameFilm(h, x, size, beliefs)
	r.Clues = h.clues(x, size, beliefs)
	return r, nil
}

// clues are the picture in numbers: release by release, where it lies from the
// target and what the adversary believes.
func (h *hideout) clues(x []float64, size int, beliefs [][]float64) *sheet.Table {
	t := &sheet.Table{ID: "clues", Title: sayPictureNumbers, Columns: []string{"release", sayFromTargetMm, "y", sayLikeliestPlace, "its probability"},
		Caption: sayEachRowOneRelease}
	truth := h.m.sc.Truth()
	for i, p := range beliefs {
		var off [2]float64
		for j := range size {
			off[j%2] += 1000 * (x[i*size+j] - truth[j]) / float64(size/2)
		}
		best := 0
		for j, v := range p {
			if v > p[best] {
				best = j
			}
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Count(float64(i + 1)), sheet.Number(off[0], 3), sheet.Number(off[1], 3), sheet.Number(h.angles[best], 4), sheet.Number(p[best], 2)})
	}
	return t
}

// gameRound is one round of the table by s.
type gameRound struct {
	Error float64 `json:"error"` // °
	Hit   bool    `json:"hit"`
}

// gameTable plays the game's rounds at several s: all rounds at one s, then at the
// next.
func (m *model) gameTable() work.Job {
	list := []float64{1, 0.95, 0.9, 0.8, 0.7, 0.5, 0.3, 0.1, 0.03, 0}
	const rounds = 200
	releases := m.spec.Int("releases")
	var hideouts []func() (*hideout, error)
	for _, s := range list {
		hideouts = append(hideouts, sync.OnceValues(func() (*hideout, error) {
			o, err := open(change(m.spec, "s", show(s), "sched", ""))
			if err != nil {
				return nil, err
			}
			return o.newHideout(func(int) {})
		}))
	}
	const short = 2e4 // µs
	grain := max(1, min(40, int64(short/float64(releases)/mechanism.Pace(m.mech))))
	return work.Batches("playing", int64(len(list)*rounds), 5, grain, func(i int64) (gameRound, error) {
		h, err := hideouts[i/rounds]()
		if err != nil {
			return gameRound{}, err
		}
		truth, x, size := h.play(m.spec.Seed(), int(i%rounds)+1, releases)
		at := h.guess(h.believe(x, size))
		return gameRound{lab.AngularError(h.angles[at], h.angles[truth]), at == truth}, nil
	}, func(done []gameRound) (sheet.Sheet, error) {
		type row struct {
			s, off float64
			n, hit int64
		}
		var rows []row
		for i, d := range done {
			if i%rounds == 0 {
				rows = append(rows, row{s: list[i/rounds]})
			}
			r := &rows[len(rows)-1]
			r.n++
			r.off += (d.Error - r.off) / float64(r.n)
			if d.Hit {
				r.hit++
			}
		}
		first, last := rows[0], rows[len(rows)-1]
		sh := sheet.Sheet{Title: lab.Title(Lab{}, "game-table")}
		t := sheet.Table{ID: "game_table", Title: fmt.Sprintf(sayBayesAdversaryOverRounds, rounds, releases), Columns: []string{"s", sayMeanError, "exactly right", "95 % interval"},
			Caption: fmt.Sprintf(saySensorHidesOnePlaces2, gamePlaces, gamePlaces)}
		var x, y []sheet.Real
		for _, r := range rows {
			a, b := audit.ClopperPearson(r.hit, r.n, 0.95)
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(show(r.s)), sheet.Number(r.off, 3), sheet.Number(float64(r.hit)/float64(r.n), 3), sheet.Text(sheet.Format(a, 3) + " to " + sheet.Format(b, 3))})
			x, y = append(x, sheet.Real(r.s)), append(y, sheet.Real(r.off))
		}
		sh.Charts = []sheet.Chart{{ID: "game_errors", Title: sayErrorBayesAdversary, X: sheet.Axis{Label: sayEntropyFactor, Min: 0, Max: 1}, Y: sheet.Axis{Label: sayMeanAngularError, Unit: "°", Min: 0, Max: 110},
			Caption: sayPlacesFarFromSensors,
			Series:  []sheet.Series{{Name: "Bayes adversary", Role: sheet.Leak, Style: sheet.Dots, X: x, Y: y}},
			Marks:   []sheet.Mark{{Label: "blind guess", Role: sheet.Muted, At: 90}}}}
		sh.Tables = []sheet.Table{t}
		sh.Lead = fmt.Sprintf(sayReleasesAdversaryOff, releases,
			sheet.Format(first.off, 2), show(first.s), sheet.Format(last.off, 2), show(last.s))
		sh.Notes = []string{m.gameMethod()}
		return sh, nil
	})
}
