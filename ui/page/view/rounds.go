package view

import (
	"fmt"
	"strconv"

	"indistinct/core/lab/game"
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
	Name, You, Machine, Class string
}

// rows are the rounds so far and the one in play.
func (c *Rounds) rows() []levelRow {
	var out []levelRow
	for i, s := range c.G.Scores {
		out = append(out, levelRow{levelName(c.G.Rounds[i]), strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == guess.Open {
		out = append(out, levelRow{levelName(c.G.Round), "…", "", "now"})
	}
	return out
}

func levelName(r *game.Round) string {
	if r.Level == "" {
		return "Round " + strconv.Itoa(r.Number)
	}
	return r.Level
}

func (c *Rounds) sum() game.Summary { return game.Summarise(c.G.Scores) }

// Left is how many levels are still to come.
func (c *Rounds) left() string {
	switch n := game.Rounds - len(c.rows()); n {
	case 0:
		return "This is the last level."
	case 1:
		return "One level more, with more privacy."
	default:
		return fmt.Sprintf("%d levels more, each with more privacy.", n)
	}
}
