package game

import (
	"strconv"

	rules "indistinct/core/lab/game"
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
		out = append(out, levelRow{i, levelName(c.G.Rounds[i]), strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == Open {
		out = append(out, levelRow{len(out), levelName(c.G.Round), "…", "", "now"})
	}
	return out
}

func levelName(r *rules.Round) lang.Message {
	if r.Level == "" {
		return lang.Say("guess.levels.round", "round", r.Number)
	}
	return r.Level
}

func (c *Levels) sum() rules.Summary { return rules.Summarise(c.G.Scores) }

// Left is how many levels are still to come.
func (c *Levels) left() lang.Message {
	return lang.Say("guess.levels.left", "n", rules.Rounds-len(c.rows()))
}
