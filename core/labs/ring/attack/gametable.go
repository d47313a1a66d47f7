package attack

import (
	"encoding/json"
	"strconv"
	"sync"

	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// gameTable is the job that plays the game's rounds at several s: all rounds at one s,
// then at the next. The laws at the places are fitted first, place by place.
type gameTable struct {
	m        *Setting
	settings []func() (*PlaceLaws, error) // of each s, without its laws
}

func (m *Setting) GameTable() work.Job {
	g := gameTable{m: m}
	for _, s := range tableS {
		g.settings = append(g.settings, sync.OnceValues(func() (*PlaceLaws, error) {
			setting, err := m.Reopen("s", Digits(s), "sched", "")
			if err != nil {
				return nil, err
			}
			return setting.unfittedPlaces(), nil
		}))
	}
	return g
}

// tableRounds are played at each of tableS.
const tableRounds = 200

var tableS = []float64{1, 0.95, 0.9, 0.8, 0.7, 0.5, 0.3, 0.1, 0.03, 0}

// The kinds of its batches: args are the number of an s and, to play, the laws at the
// places. Laws are fitted to some places at a time, an input each.
const (
	KindPlaces = "places"
	kindRound  = "round"

	PlacesAtOnce = 3
)

// gameRound is how one round went.
type gameRound struct {
	Error float64 `json:"error"` // °
	Hit   bool    `json:"hit"`
}

// Run implements work.Job.
func (g gameTable) Run(crew work.Crew) ([]byte, error) {
	m := g.m
	places, rounds := GamePlaces*m.gameTrials(), tableRounds*m.Spec.Int("releases") // releases
	const most = 3e7                                                                // µs
	if err := m.Affordable(m.Mech, len(tableS)*(GamePlaces*LeastGame+rounds), most); err != nil {
		return nil, err
	}
	const short = 2e4 // µs
	grain := int64(max(1, min(40, short/float64(m.Spec.Int("releases"))/mechanism.Pace(m.Mech))))
	steps, _ := m.Mech.Shape()
	var rows []gameRow
	for i, s := range tableS {
		left := float64((places + rounds) * (len(tableS) - 1 - i))
		known := []float64{float64(i)}
		err := crew.Do(work.Batch{Name: "work.laws", Kind: KindPlaces, Args: work.AppendFloats(nil, known),
			Inputs: GamePlaces / PlacesAtOnce, Trials: 1,
			Grain: 1, Weight: float64(places), Left: float64(rounds) + left}, func(parts []work.Part) error {
			for _, p := range parts {
				known = work.ReadFloats(known, p.Data)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(known) != 1+GamePlaces*(5*steps+1) {
			return nil, errGarbled
		}
		row := gameRow{s: s}
		err = crew.Do(work.Batch{Name: "work.playing", Kind: kindRound, Args: work.AppendFloats(nil, known), Inputs: 1,
			Trials: tableRounds,
			Grain:  grain, Weight: float64(rounds), Left: left}, func(parts []work.Part) error {
			for _, p := range parts {
				var done []gameRound
				if err := json.Unmarshal(p.Data, &done); err != nil {
					return err
				}
				for _, d := range done {
					row.add(d)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		if err := crew.Show(work.Partial, func() ([]byte, error) {
			return json.Marshal(m.gameSheet(rows))
		}); err != nil {
			return nil, err
		}
	}
	return json.Marshal(m.gameSheet(rows))
}

// Prepare implements work.Job.
func (g gameTable) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	m := g.m
	steps, _ := m.Mech.Shape()
	known := work.ReadFloats(nil, b.Args)
	size := 5*steps + 1
	if len(known) < 1 || !(known[0] >= 0 && known[0] < float64(len(g.settings))) || b.Kind == kindRound &&
		len(known) != 1+GamePlaces*size {
		return nil, errGarbled
	}
	setting, err := g.settings[int(known[0])]()
	if err != nil {
		return nil, err
	}
	h := *setting
	if b.Kind == KindPlaces {
		return func(c work.Chunk) (out []byte, err error) {
			for i := range PlacesAtOnce {
				l, err := h.fit(c.Input*PlacesAtOnce + i)
				if err != nil {
					return nil, err
				}
				out = work.AppendFloats(out, l)
			}
			return out, nil
		}, nil
	}
	for i := range GamePlaces {
		h.laws = append(h.laws, known[1+i*size:1+(i+1)*size])
	}
	return work.Trials(func(i int64) (gameRound, error) {
		truth, x, size, err := h.Play(m.Spec.Seed(), int(i)+1, m.Spec.Int("releases"))
		if err != nil {
			return gameRound{}, err
		}
		at := h.Guess(h.Believe(x, size))
		return gameRound{game.AngularError(h.Angles[at], h.Angles[truth]), at == truth}, nil
	}), nil
}

// gameRow is how the rounds at one s went.
type gameRow struct {
	s, off float64 // off: mean error, °
	n, hit int64
}

func (r *gameRow) add(d gameRound) {
	r.n++
	r.off += (d.Error - r.off) / float64(r.n)
	if d.Hit {
		r.hit++
	}
}

func (m *Setting) gameSheet(rows []gameRow) sheet.Sheet {
	releases := m.Spec.Int("releases")
	first, last := rows[0], rows[len(rows)-1]
	sh := sheet.Sheet{Title: lang.Say("ring.analysis.game-table")}
	t := sheet.Table{ID: "game_table",
		Title: lang.Say("ring.attack.game.title", "rounds", tableRounds, "releases", releases),
		Columns: []lang.Message{lang.Say("ring.attack.game.column.s"), lang.Say("ring.attack.game.column.error"),
			lang.Say("ring.attack.game.column.right"), lang.Say("ring.attack.interval.column")},
		Caption: lang.Say("ring.attack.game.caption", "places", GamePlaces)}
	var x, y []sheet.Real
	for _, r := range rows {
		a, b := stat.ClopperPearson(r.hit, r.n, 0.95)
		t.Rows = append(t.Rows, []sheet.Cell{brief(r.s), sheet.Number(r.off, 3),
			sheet.Number(float64(r.hit)/float64(r.n), 3),
			sheet.Words(lang.Say("ring.attack.interval", "lo", a, "hi", b))})
		x, y = append(x, sheet.Real(r.s)), append(y, sheet.Real(r.off))
	}
	sh.Charts = []sheet.Chart{{ID: "game_errors", Title: lang.Say("ring.attack.game.errors.title"),
		X: sheet.Axis{Label: lang.Say("ring.attack.game.errors.x"), Min: 0, Max: 1},
		Y: sheet.Axis{Label: lang.Say("ring.attack.game.errors.y"), Unit: lang.Verbatim("°"),
			Min: 0, Max: 110},
		Caption: lang.Say("ring.attack.game.errors.caption"),
		Series: []sheet.Series{{Name: lang.Say("ring.attack.game.errors.series.bayes"), Role: sheet.Leak,
			Style: sheet.Dots, X: x, Y: y}},
		Marks: []sheet.Mark{{Label: lang.Say("ring.attack.game.errors.mark"), Role: sheet.Muted, At: 90}}}}
	sh.Tables = []sheet.Table{t}
	sh.Lead = lang.Say("ring.attack.game.lead", "releases", releases, "first", first.off, "s1", first.s,
		"last", last.off, "s2", last.s)
	sh.Notes = []lang.Message{m.GameMethod()}
	return sh
}

// Digits writes a number for a Spec.
func Digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// brief is a cell of a round number, without zeros at its end.
func brief(v float64) sheet.Cell {
	c := sheet.Number(v, 4)
	c.Form = "4"
	return c
}
