package game

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	rules "indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/ui/page/view"
)

// Stage is where a game stands.
type Stage int

// Game is a laboratory's guessing game: the visitor plays the adversary. It
// keeps the Spec that it began with, so settings may change meanwhile and
// nothing of the laboratory's own result is touched.
type Game struct {
	Stage  Stage
	Spec   lab.Spec
	Round  *rules.Round // the one in play
	Scores []rules.Score
	Used   int          // releases of the round that the visitor has seen
	Hinted bool         // and what the machine believes
	Draft  string       // the angle as typed
	Bad    lang.Message // what is wrong with it
	Fail   lang.Message // why no round came
	Past   int          // games that were finished

	Seed   uint64
	Rounds []*rules.Round
	Film   *film.Film  // of the round in play, whole
	Anew   bool        // what is shown next starts from its beginning
	last   int         // the round after which the result is shown
	next   *rules.Play // drawn ahead, while the visitor thinks
	Serial int         // games begun: answers to earlier ones are ignored
	Cancel func()
}

const (
	Off    Stage = iota // not played yet, or stopped
	Wait                // a round is being drawn
	Open                // the visitor may guess
	Scored              // the guess is scored, the answer shown
	Over                // the result is shown
)

// Plays reports whether a game has the page: until the visitor leaves its result.
func (g *Game) Plays() bool { return g != nil && g.Stage != Off }

// Going reports whether a game is under way.
func (g *Game) Going() bool { return g.Plays() && g.Stage != Over }

// answered reports whether the stage shows the answer of the last round.
func (g *Game) answered() bool { return g.Stage == Scored || g.Stage == Over }

// OnStage is the film that the game has the scene show, nil if none: as much of
// the round as the visitor has seen, with the guess, or with the answer; in the end all rounds.
func (g *Game) OnStage() []byte {
	if !g.Plays() || g.Film == nil {
		return nil
	}
	angle, ok := ParseAngle(g.Draft)
	if !ok {
		angle = math.NaN()
	}
	var score *rules.Score
	if g.answered() {
		score = &g.Scores[len(g.Scores)-1]
	}
	shown := g.Round.FilmAfter(g.Film, g.Used, g.Hinted, angle, score)
	if g.Stage == Over {
		shown = rules.Ended(g.Rounds, g.Scores)
	}
	data, _ := shown.MarshalBinary() // nil where it fails
	return data
}

// Number is the round that is drawn, guessed or scored, from 1.
func (g *Game) Number() int {
	if g.answered() {
		return len(g.Scores)
	}
	return len(g.Scores) + 1
}

// More reports whether another release of the round can be had.
func (g *Game) More() bool { return g.Stage == Open && g.Used < len(g.Round.Beliefs) }

// ParseAngle reads an angle in degrees, with or without "°", as one from 0 to 360.
func ParseAngle(text string) (float64, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "°"))
	text = strings.Replace(strings.ReplaceAll(text, "−", "-"), ",", ".", 1)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= -360 && v <= 360) {
		return 0, false
	}
	if v = math.Mod(v, 360); v < 0 {
		v += 360
	}
	return v, true
}

// Degrees writes an angle without digits that say nothing.
func Degrees(v float64) string {
	return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64)
}

// Verb is the label of the game's button.
func (g *Game) Verb() lang.Message {
	switch g.Stage {
	case Wait, Open:
		return lang.Say("guess.verb.guess")
	case Scored:
		return lang.Say(view.Either(len(g.Scores) >= g.last, "guess.verb.result", "guess.verb.next"))
	case Over:
		if g.last < rules.Rounds {
			return lang.Say("guess.verb.on", "rounds", rules.Rounds)
		}
		return lang.Say("guess.verb.again")
	}
	return lang.Say("guess.verb.play")
}

// Say is what the live region reads out.
func (g *Game) Say() lang.Message {
	switch g.Stage {
	case Wait:
		return lang.Say("guess.wait", "round", g.Number(), "rounds", g.last)
	case Open:
		say := []lang.Message{lang.Say("guess.round", "where", g.where()), g.Round.Prompt,
			lang.Say("guess.release", "used", g.Used, "releases", len(g.Round.Beliefs),
				"points", g.Worth(g.Used, g.Hinted))}
		if g.Hinted {
			sure := g.Round.Believed(g.Used)
			say = append(say, lang.Say("guess.hinted", "machine", sure.Bayes, "percent", math.Floor(100*sure.Top)))
		}
		return lang.Sentences(say...)
	case Scored:
		s := g.Scores[len(g.Scores)-1]
		return lang.Sentences(lang.Say("guess.scored", "round", s.Round, "rounds", g.last, "error", s.Error,
			"points", s.Points, "truth", g.Round.Truth, "guess", s.Guess, "machine", s.Bayes,
			"machinePoints", s.BayesP), g.Round.Believed(g.Used).Why)
	case Over:
		sum, places := g.sum(), float64(g.Round.Places)
		return lang.Say("guess.ended", "near", rules.Near, "off", sum.Error, "machineOff", sum.BayesError,
			"once", places/(1+2*math.Floor(rules.Near*places/360)))
	}
	return g.Fail
}

// Worth is what a guess that hits earns after so many releases, with a hint or without.
func (g *Game) Worth(used int, hint bool) int {
	return int(math.Round(100 * g.Round.Worth(used, hint)))
}

// where is the round and its level, each of which has a little more noise than the one before.
func (g *Game) where() lang.Message {
	return lang.Say("guess.where", "round", g.Number(), "rounds", g.last, "level", level(g.Number()))
}

func level(round int) lang.Message { return lang.Say("guess.level", "round", round) }

func (g *Game) sum() rules.Summary { return rules.Summarise(g.Scores) }

// Line is the result in a line, to compare in a class.
func (g *Game) Line() lang.Message {
	sum, you, machine := g.sum(), "", ""
	mark := func(off float64) string { return view.Either(off <= rules.Near, "●", "○") }
	for _, s := range g.Scores {
		you, machine = you+mark(s.Error), machine+mark(s.Bayes)
	}
	return lang.Say("guess.line", "rounds", len(g.Scores), "you", sum.Found, "machine", sum.BayesFound,
		"marks", lang.Verbatim(you), "machineMarks", lang.Verbatim(machine))
}
