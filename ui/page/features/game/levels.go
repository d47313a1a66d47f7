package game

import (
	"strconv"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
)

// Levels is the table of a game's levels with what each round brought: it stands where
// the test does while the game is played.
type Levels struct {
	M *state.Model
	G *Game
}

// levelRow is a row of the table.
type levelRow struct {
	Round               int
	Name                lang.Message
	You, Machine, Class string
}

// rows are the rounds so far and the one in play.
func (c *Levels) rows() []levelRow {
	var out []levelRow
	for i, s := range c.G.Scores {
		out = append(out, levelRow{i, c.G.Rounds[i].Level, strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == Open {
		out = append(out, levelRow{len(out), c.G.Round.Level, "…", "", "now"})
	}
	return out
}
