// Package guess is the guessing game as the page shows it: its rounds, scores and sentences.
package guess

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
)

// Stage is where a game stands.
type Stage int

// Game is a laboratory's guessing game: the visitor plays the adversary. It
// keeps the Spec that it began with, so settings may change meanwhile and
// nothing of the laboratory's own result is touched.
type Game struct {
	Game   game.About
	Stage  Stage
	Spec   lab.Spec
	Round  *game.Round // the one in play
	Scores []game.Score
	Used   int            // releases of the round that the visitor has seen
	Draft  string         // the angle as typed
	Bad    string         // what is wrong with it
	Fail   string         // why no round came
	Past   [][]sheet.Cell // a row for each finished game

	Seed   uint64
	Rounds []*game.Round
	Film   *film.Film // of the round in play, whole
	Anew   bool       // what is shown next starts from its beginning
	next   *game.Play // drawn ahead, while the visitor thinks
	Serial int        // games begun: answers to earlier ones are ignored
	Cancel func()
}

// The stages.
const (
	Off    Stage = iota // not played yet, or stopped
	Wait                // a round is being drawn
	Open                // the visitor may guess
	Scored              // the guess is scored, the answer shown
	Over                // ten rounds have been played
)

// New returns the laboratory's game, nil if it has none.
func New(l lab.Laboratory) *Game {
	g := l.Extras().Game
	if g == nil {
		return nil
	}
	return &Game{Game: *g}
}

// Plays reports whether a game is under way.
func (g *Game) Plays() bool { return g != nil && g.Stage != Off && g.Stage != Over }

// OnStage is the film that the game has the scene show, nil if none: as much of
// the round as the visitor has seen, with the guess, or with the answer.
func (g *Game) OnStage() []byte {
	if !g.Plays() || g.Film == nil {
		return nil
	}
	angle, ok := ParseAngle(g.Draft)
	if !ok {
		angle = math.NaN()
	}
	var score *game.Score
	if g.Stage == Scored {
		score = &g.Scores[len(g.Scores)-1]
	}
	data, err := g.Round.Stage(g.Film, g.Used, angle, score).MarshalBinary()
	if err != nil {
		return nil
	}
	return data
}

// Number is the round that is drawn, guessed or scored, from 1.
func (g *Game) Number() int {
	if g.Stage == Scored {
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

// Setting names what made the game easy or hard.
func (g *Game) Setting(t lab.Table) string {
	var out []string
	for _, name := range g.Game.Params {
		p := t.Find(name)
		if p == nil || !g.Spec.Shown(p) {
			continue
		}
		switch {
		case p.Kind == lab.Choice:
			text := g.Spec.Text(name)
			for _, o := range p.Choices {
				if o.Value == text {
					text = o.Label
				}
			}
			out = append(out, text)
		case p.Symbol != "":
			out = append(out, p.Symbol+" = "+strings.TrimSpace(control.Shown(g.Spec, p)+" "+p.Unit))
		default:
			out = append(out, strings.ToLower(p.Label)+": "+control.Shown(g.Spec, p))
		}
	}
	return strings.Join(out, ", ")
}

// Degrees writes an angle without digits that say nothing.
func Degrees(v float64) string {
	return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64)
}

// Verb is the label of the game's button.
func (g *Game) Verb() string {
	switch g.Stage {
	case Wait, Open:
		return "Guess"
	case Scored:
		if len(g.Scores) >= game.Rounds {
			return "Show the result"
		}
		return "Next round"
	case Over:
		return "Play again"
	}
	return "Play"
}

// Say is what the live region reads out.
func (g *Game) Say() string {
	switch g.Stage {
	case Wait:
		return fmt.Sprintf("Round %d of %d: the sensor is hiding.", g.Number(), game.Rounds)
	case Open:
		say := fmt.Sprintf("Round %d of %d%s. ", g.Number(), game.Rounds, g.Level())
		if g.Used < 2 {
			say += g.Round.Prompt
		}
		if n := len(g.Round.Beliefs); n > 0 {
			say += fmt.Sprintf(" Release %d of %d: a right guess now earns %s.", g.Used, n, points(g.Worth(g.Used)))
		}
		return say
	case Scored:
		s := g.Scores[len(g.Scores)-1]
		return fmt.Sprintf("Round %d of %d: you are off by %s°, %s. The sensor was at %s°, you said %s°; the machine was off by %s°, %s.",
			s.Round, game.Rounds, Degrees(s.Error), points(s.Points), Degrees(g.Round.Truth), Degrees(s.Guess),
			Degrees(s.Bayes), points(s.BayesP))
	case Over:
		sum := game.Summarise(g.Scores)
		return fmt.Sprintf("%s You have %s of %d, the machine %d.%s", sum.Say, points(sum.Points), 100*len(g.Scores),
			sum.BayesPoints, g.ended())
	}
	return g.Fail
}

// Level is the setting of this round after a comma; empty where the round has none.
func (g *Game) Level() string {
	if g.Round == nil || g.Round.Level == "" {
		return ""
	}
	return ", " + g.Round.Level
}

// Worth is what a guess that hits earns after so many releases.
func (g *Game) Worth(used int) int { return int(math.Round(100 * g.Round.Worth(used))) }

// near is how far off a guess may be to have told where the sensor stands.
const near = 20.0

// ended says at which level privacy won.
func (g *Game) ended() string {
	you, machine := "", ""
	for i, s := range g.Scores {
		if s.Error <= near {
			you = g.Rounds[i].Level
		}
		if s.Bayes <= near {
			machine = g.Rounds[i].Level
		}
	}
	last := func(level string) string {
		if level == "" {
			return "at no level"
		}
		return "at " + level
	}
	if len(g.Rounds) == 0 || g.Rounds[0].Level == "" {
		return ""
	}
	return fmt.Sprintf(" You were last within %g° %s, the machine %s.", near, last(you), last(machine))
}

// Line is the result in a line, to compare in a class.
func (g *Game) Line() string {
	sum := game.Summarise(g.Scores)
	return fmt.Sprintf("Indistinct, seed %d: %s, the machine %d", g.Seed, points(sum.Points), sum.BayesPoints)
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.Itoa(n) + " points"
}

// Table is the rounds of a finished game.
func (g *Game) Table() *sheet.Table {
	t := &sheet.Table{ID: "game-rounds", Title: "Rounds", Columns: []string{"round", "level", "sensor, °", "you, °",
		"releases seen", "your error, °", "its error, °", "your points", "its points"}}
	for i, s := range g.Scores {
		r := g.Rounds[i]
		t.Rows = append(t.Rows, []sheet.Cell{
			whole(s.Round), sheet.Text(r.Level), angleCell(r.Truth), angleCell(s.Guess), whole(s.Used),
			angleCell(s.Error), angleCell(s.Bayes),
			whole(s.Points), whole(s.BayesP),
		})
	}
	sum := game.Summarise(g.Scores)
	t.Rows = append(t.Rows, []sheet.Cell{
		sheet.Text("all"), {}, {}, {}, {}, sheet.Number(sum.Error, 2), sheet.Number(sum.BayesError, 2),
		whole(sum.Points), whole(sum.BayesPoints),
	})
	t.Caption = "The last row holds mean errors and total points. A guess within half a degree gives 100 points after the first release and fewer after each further one; a guess off by 90° or more gives none."
	if n := len(g.Rounds); n > 0 {
		t.Caption += " " + g.Rounds[n-1].Method
	}
	return t
}

func angleCell(v float64) sheet.Cell {
	c := sheet.Number(v, 4)
	c.Text = Degrees(v)
	return c
}

func whole(n int) sheet.Cell { return angleCell(float64(n)) }

// Games compares the games that were finished here.
func (g *Game) Games() *sheet.Table {
	return &sheet.Table{ID: "games", Title: "Your games so far", Columns: []string{"setting", "your mean error, °",
		"the machine's, °", "your points", "its points"}, Rows: g.Past,
		Caption: "A blind guess is off by 90° on average. More entropy hides the sensor better: play again at another setting."}
}
