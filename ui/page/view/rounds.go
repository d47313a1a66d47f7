package view

import (
	"fmt"
	"strconv"

	"indistinct/core/lab/game"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/state"
)

// Rounds is the ladder of a game's rounds with what each brought: it stands where
// the test does while the game is played.
type Rounds struct {
	M *state.Model
	G *guess.Game
}

// rungOf is a row of the ladder.
type rungOf struct {
	Name, You, Machine, Class string
}

// rows are the rounds so far and the one in play.
func (c *Rounds) rows() []rungOf {
	var out []rungOf
	for i, s := range c.G.Scores {
		out = append(out, rungOf{rungName(c.G.Rounds[i]), strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == guess.GameOpen {
		out = append(out, rungOf{rungName(c.G.Round), "…", "", "now"})
	}
	return out
}

func rungName(r *game.Round) string {
	if r.Rung == "" {
		return "Round " + strconv.Itoa(r.Number)
	}
	return r.Rung
}

func (c *Rounds) sum() game.Summary { return game.Summarise(c.G.Scores) }

// Left is how many rungs are still to come.
func (c *Rounds) left() string {
	switch n := game.Rounds - len(c.rows()); n {
	case 0:
		return "This is the last rung."
	case 1:
		return "One rung more, with more privacy."
	default:
		return fmt.Sprintf("%d rungs more, each with more privacy.", n)
	}
}
