package game

import (
	rules "indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
)

// Score is where a game stands, written over the stage.
type Score struct {
	M *state.Model
	G *Game
}

// where is the round and its level.
func (c *Score) where() lang.Message {
	if c.G.Stage == Over {
		return lang.Say("guess.where.over", "rounds", rules.Rounds)
	}
	if r := c.G.Round; r != nil {
		return lang.Say("guess.where.level", "round", c.G.Number(), "rounds", rules.Rounds, "level", r.Level)
	}
	return lang.Say("guess.where", "round", c.G.Number(), "rounds", rules.Rounds)
}

// what is what the round is worth, or what it brought.
func (c *Score) what() lang.Message {
	switch g := c.G; {
	case g.Stage == Over:
		sum := g.sum()
		return lang.Say("guess.what.over", "you", sum.Points, "machine", sum.BayesPoints)
	case g.Stage == Scored:
		s := g.Scores[len(g.Scores)-1]
		return lang.Say("guess.what.scored", "you", s.Points, "machine", s.BayesP)
	case g.Stage == Open:
		return lang.Say("guess.what", "used", g.Used, "releases", len(g.Round.Beliefs),
			"points", g.Worth(g.Used, g.Hinted))
	}
	return ""
}
