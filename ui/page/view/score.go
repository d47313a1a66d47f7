package view

import (
	"fmt"
	"math"

	"indistinct/core/lab/game"
	"indistinct/ui/page/guess"
)

// Score is where a game stands, written over the stage.
type Score struct{ G *guess.Game }

// where is the round and its level.
func (c *Score) where() string {
	return fmt.Sprintf("Round %d of %d%s", c.G.Number(), game.Rounds, c.G.Level())
}

// what is what the round is worth, or what it brought.
func (c *Score) what() string {
	switch g := c.G; {
	case g.Stage == guess.Scored:
		s := g.Scores[len(g.Scores)-1]
		return fmt.Sprintf("You +%d · machine +%d", s.Points, s.BayesP)
	case g.Stage == guess.Open && len(g.Round.Beliefs) > 0:
		return fmt.Sprintf("Release %d of %d · %d points to win", g.Used, len(g.Round.Beliefs), g.Worth(g.Used))
	}
	return ""
}

// sure is how sure the machine is at present, in words.
func (c *Score) sure() string {
	g := c.G
	if g.Stage != guess.Open || g.Used > len(g.Round.Beliefs) || g.Used < 1 {
		return ""
	}
	return fmt.Sprintf("The machine's best place: %.0f %% sure", math.Floor(100*g.Round.Beliefs[g.Used-1].Top))
}
