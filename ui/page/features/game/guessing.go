package game

import (
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

type Guessing struct {
	M *state.Model
	F *Feature
	D *laboratory.State
	G *Game
}

// key makes the whole game playable from wherever the focus is in it: arrows
// move the guess, Enter hands it in, R asks for another release.
func (c *Guessing) key(e vugu.DOMEvent) {
	if !c.G.Going() || e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("altKey") {
		return
	}
	key := e.PropString("key")
	if e.PropString("target", "id") == "guess" && (key == "ArrowLeft" || key == "ArrowRight") {
		return // they move the caret
	}
	switch key {
	case "ArrowLeft", "ArrowDown": // places are counted against the clock, as angles are
		c.F.show(c.G.Nudge(-1))
	case "ArrowRight", "ArrowUp":
		c.F.show(c.G.Nudge(1))
	case "r", "R":
		if !c.G.More() {
			return
		}
		c.F.show(c.G.ShowMore())
	case "Enter":
		if e.PropString("target", "tagName") == "BUTTON" {
			return
		}
		c.F.Next()
	default:
		return
	}
	e.PreventDefault()
}

// Waits reports whether the button would do nothing. It stays focusable, so
// that a keyboard visitor does not lose the place between rounds.
func (c *Guessing) waits() bool {
	return c.G.Stage == Wait || !c.G.Going() && len(c.D.Cross) > 0
}

// step is the slider's: from one place to the next.
func (c *Guessing) step() string {
	if r := c.G.Round; r != nil && r.Places > 0 {
		return strconv.FormatFloat(control.Significant(360/float64(r.Places), 4), 'f', -1, 64)
	}
	return "1"
}

func (c *Guessing) slider() string {
	if v, ok := ParseAngle(c.G.Draft); ok {
		return Degrees(v)
	}
	return "0"
}

// another is the button that asks for one more release, with its price.
func (c *Guessing) another() lang.Message {
	g := c.G
	if !g.More() {
		return lang.Say("guess.more.none")
	}
	return lang.Say("guess.more", "points", g.Worth(g.Used, g.Hinted)-g.Worth(g.Used+1, g.Hinted))
}

// hint is the button that shows what the machine believes, with its price.
func (c *Guessing) hint() lang.Message {
	g := c.G
	return lang.Say("guess.hint", "points", g.Worth(g.Used, false)-g.Worth(g.Used, true))
}

// class is the state of the game's box.
func (c *Guessing) class() string {
	return "game " + view.When(c.G.Plays(), "playing ") + view.When(c.over(), "ended")
}

func (c *Guessing) over() bool { return c.G.Stage == Over }

// clues are the round in numbers while it is played, as far as the visitor has
// paid for them; nil where there are none.
func (c *Guessing) clues() *sheet.Table {
	g := c.G
	if g.Stage != Open && g.Stage != Scored || g.Round.Clues == nil {
		return nil
	}
	t := *g.Round.Clues
	t.Rows = t.Rows[:min(g.Used, len(t.Rows))]
	return &t
}

// Levels is the table of a game's levels with what each round brought: it stands where
// the test does while the game is played.
type Levels struct {
	M *state.Model
	G *Game
}

type levelRow struct {
	Name                lang.Message
	You, Machine, Class string
}

// rows are the rounds so far and the one in play.
func (c *Levels) rows() []levelRow {
	var out []levelRow
	for i, s := range c.G.Scores {
		out = append(out, levelRow{level(i + 1), strconv.Itoa(s.Points), strconv.Itoa(s.BayesP), ""})
	}
	if c.G.Stage == Open {
		out = append(out, levelRow{level(len(out) + 1), "…", "", "now"})
	}
	return out
}

// Score is where a game stands, written over the stage.
type Score struct {
	M *state.Model
	G *Game
}

func (c *Score) where() lang.Message {
	if c.G.Stage == Over {
		return lang.Say("guess.where.over", "rounds", c.G.last)
	}
	return c.G.where()
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
