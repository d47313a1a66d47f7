package view

import (
	"strconv"

	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/state"
)

// Rounds is the table of a game's levels with what each round brought: it stands where
// the test does while the game is played.
type Rounds struct {
	M *state.Model
	G *guess.Game
}

// levelRow is a row of the table.
type levelRow struct {
	Round               int
	Name                lang.Message
	You, Machine, Class string
}

// rows are the rounds so far and the one in play.
func (c *Rounds) rows() []levelRow {
	var out []levelRow
	for i, s := range c.G.Scores {
		out = append(out, levelRow{i, levelName(c.G.Rounds[i]), strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == guess.Open {
		out = append(out, levelRow{len(out), levelName(c.G.Round), "…", "", "now"})
	}
	return out
}

func levelName(r *game.Round) lang.Message {
	if r.Level == "" {
		return lang.Say("guess.levels.round", "round", r.Number)
	}
	return r.Level
}

func (c *Rounds) sum() game.Summary { return game.Summarise(c.G.Scores) }

// Left is how many levels are still to come.
func (c *Rounds) left() lang.Message {
	return lang.Say("guess.levels.left", "n", game.Rounds-len(c.rows()))
}
