package panel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// Stage is where a game stands.
type Stage int

// The stages.
const (
	GameOff    Stage = iota // not played yet, or stopped
	GameWait                // a round is being drawn
	GameOpen                // the visitor may guess
	GameScored              // the guess is scored, the answer shown
	GameOver                // ten rounds have been played
)

// Game is a laboratory's guessing game: the visitor plays the adversary. It
// keeps the Spec that it began with, so settings may change meanwhile and
// nothing of the laboratory's own result is touched.
type Game struct {
	Game   lab.Game
	Stage  Stage
	Spec   lab.Spec
	Round  *lab.Round // the one in play
	Scores []lab.Score
	Draft  string         // the angle as typed
	Bad    string         // what is wrong with it
	Fail   string         // why no round came
	Past   [][]sheet.Cell // a row for each finished game

	seed   uint64
	rounds []*lab.Round
	film   []byte // of the round in play
	answer []byte
	next   *lab.Play // drawn ahead, while the visitor thinks
	serial int       // games begun: answers to earlier ones are ignored
	cancel func()
}

// newGame returns the laboratory's game, nil if it has none.
func newGame(l lab.Laboratory) *Game {
	p, ok := l.(lab.Player)
	if !ok {
		return nil
	}
	return &Game{Game: p.Game()}
}

// Plays reports whether a game is under way.
func (g *Game) Plays() bool { return g != nil && g.Stage != GameOff && g.Stage != GameOver }

// shown is the film that the game has the scene show, nil if none.
func (g *Game) shown() []byte {
	switch {
	case !g.Plays():
		return nil
	case g.Stage == GameScored && g.answer != nil:
		return g.answer
	}
	return g.film
}

// Number is the round that is drawn, guessed or scored, from 1.
func (g *Game) Number() int {
	if g.Stage == GameScored {
		return len(g.Scores)
	}
	return len(g.Scores) + 1
}

// PlayGame begins a game of ten rounds with the present settings.
func (m *Model) PlayGame() {
	d := m.Desk
	g := d.Game
	if g == nil || g.Plays() || len(d.Cross) > 0 {
		return
	}
	g.serial++
	g.Stage, g.Spec, g.seed = GameWait, d.Spec, m.Host.Random()
	g.Round, g.Scores, g.rounds, g.next, g.film, g.answer = nil, nil, nil, nil, nil, nil
	g.Draft, g.Bad, g.Fail = "", "", ""
	m.draw(d, 1)
}

// StopGame gives the scene back to the laboratory.
func (m *Model) StopGame() {
	g := m.Desk.Game
	if !g.Plays() {
		return
	}
	g.Stage = GameOff
	g.end()
	m.film()
}

// end gives up what is being drawn.
func (g *Game) end() {
	g.serial++
	g.next = nil
	if g.cancel != nil {
		g.cancel()
		g.cancel = nil
	}
}

// draw asks a worker for a round.
func (m *Model) draw(d *Desk, number int) {
	g, serial := d.Game, d.Game.serial
	g.cancel = m.Pool.Run(g.Spec, lab.GameTask(g.seed, number), nil, func(result []byte, fail string) {
		m.Host.Update(func() {
			if serial != g.serial {
				return
			}
			g.cancel = nil
			var p lab.Play
			if fail == "" && json.Unmarshal(result, &p) != nil {
				fail = "The round could not be read."
			}
			switch {
			case fail != "" && g.Stage != GameWait: // drawn ahead: it is asked for again when its turn comes
			case fail != "":
				g.Fail, g.Stage = fail, GameOff
				g.end()
				m.film()
			case g.Stage == GameWait:
				m.deal(d, &p)
			default:
				g.next = &p
			}
		})
	})
}

// deal puts a round before the visitor and has the next one drawn.
func (m *Model) deal(d *Desk, p *lab.Play) {
	g := d.Game
	g.Stage, g.Round, g.next = GameOpen, &p.Round, nil
	g.film, g.answer = p.Film, nil
	if s := string(p.Answer); s != "" && s != "null" {
		g.answer = p.Answer
	}
	g.Draft, g.Bad = "", ""
	if d == m.Desk {
		m.film()
	}
	if p.Round.Number < lab.Rounds {
		m.draw(d, p.Round.Number+1)
	}
}

// TypeGuess takes what is typed or slid as the guess, in degrees.
func (m *Model) TypeGuess(text string) {
	g := m.Desk.Game
	if g == nil || g.Stage != GameOpen {
		return
	}
	g.Draft, g.Bad = text, ""
}

// GameNext is the game's one button: it begins a game, hands in the guess that
// was typed, goes on to the next round and to the result.
func (m *Model) GameNext() {
	g := m.Desk.Game
	if g == nil {
		return
	}
	switch g.Stage {
	case GameOff, GameOver:
		m.PlayGame()
	case GameOpen:
		angle, ok := parseAngle(g.Draft)
		if !ok {
			g.Bad = "The guess must be an angle from 0 to 360 degrees."
			return
		}
		m.guess(angle)
	case GameScored:
		if len(g.Scores) >= lab.Rounds {
			m.finish(m.Desk)
			return
		}
		g.Stage = GameWait
		if g.next != nil {
			m.deal(m.Desk, g.next)
		} else if g.cancel == nil {
			m.draw(m.Desk, len(g.Scores)+1)
		}
	}
}

func parseAngle(text string) (float64, bool) {
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

// guess scores a guess in degrees.
func (m *Model) guess(angle float64) {
	g := m.Desk.Game
	s, err := g.Round.Score(angle)
	if err != nil {
		g.Bad = err.Error()
		return
	}
	g.Scores, g.rounds = append(g.Scores, s), append(g.rounds, g.Round)
	g.Stage, g.Bad, g.Draft = GameScored, "", degrees(angle)
	m.film()
}

// point takes a click in the scene, or the end of a drag of a place, while a
// game has it; the message is then not the laboratory's.
func (m *Model) point(s wire.FromScene) (taken, render bool) {
	g := m.Desk.Game
	if g.shown() == nil {
		return false, false
	}
	if g.Stage != GameOpen || s.Type == wire.SceneDrag && s.Phase != wire.DragEnd {
		return true, false
	}
	place, onPlace := strings.CutPrefix(s.Handle, lab.GuessHandle)
	angle, ok := parseAngle(place)
	switch {
	case onPlace && ok && s.Type == wire.ScenePick:
	case s.View == g.Round.View && (s.X != 0 || s.Y != 0):
		if angle = math.Round(10*180/math.Pi*math.Atan2(s.Y, s.X)) / 10; angle < 0 {
			angle += 360
		}
	default:
		return true, false
	}
	m.guess(angle)
	return true, true
}

// finish adds the game up and gives the scene back.
func (m *Model) finish(d *Desk) {
	g := d.Game
	g.Stage = GameOver
	g.end()
	sum := lab.Summarise(g.Scores)
	g.Past = append(g.Past, []sheet.Cell{
		sheet.Text(g.setting(d)), sheet.Number(sum.Error, 2), sheet.Number(sum.BayesError, 2),
		whole(sum.Points), whole(sum.BayesPoints),
	})
	m.film()
}

// setting names what made the game easy or hard.
func (g *Game) setting(d *Desk) string {
	var out []string
	for _, name := range g.Game.Params {
		p := d.Table.Find(name)
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
			out = append(out, p.Symbol+" = "+strings.TrimSpace(Shown(g.Spec, p)+" "+p.Unit))
		default:
			out = append(out, strings.ToLower(p.Label)+": "+Shown(g.Spec, p))
		}
	}
	return strings.Join(out, ", ")
}

// degrees writes an angle without digits that say nothing.
func degrees(v float64) string {
	return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64)
}

// Verb is the label of the game's button.
func (g *Game) Verb() string {
	switch g.Stage {
	case GameWait, GameOpen:
		return "Guess"
	case GameScored:
		if len(g.Scores) >= lab.Rounds {
			return "Show the result"
		}
		return "Next round"
	case GameOver:
		return "Play again"
	}
	return "Play"
}

// Say is what the live region reads out.
func (g *Game) Say() string {
	switch g.Stage {
	case GameWait:
		return fmt.Sprintf("Round %d of %d: the sensor is hiding.", g.Number(), lab.Rounds)
	case GameOpen:
		return fmt.Sprintf("Round %d of %d. %s", g.Number(), lab.Rounds, g.Round.Prompt)
	case GameScored:
		s := g.Scores[len(g.Scores)-1]
		return fmt.Sprintf("Round %d of %d: you are off by %s°, %s. The sensor was at %s°, you said %s°; the Bayes adversary said %s°, %s.",
			s.Round, lab.Rounds, degrees(s.Error), points(s.Points), degrees(g.Round.Truth), degrees(s.Guess), degrees(g.Round.Bayes), points(s.BayesP))
	case GameOver:
		sum := lab.Summarise(g.Scores)
		return fmt.Sprintf("%s You have %s of %d, the adversary %d.", sum.Say, points(sum.Points), 100*len(g.Scores), sum.BayesPoints)
	}
	return g.Fail
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.Itoa(n) + " points"
}

// Table is the rounds of a finished game.
func (g *Game) Table() *sheet.Table {
	t := &sheet.Table{ID: "game-rounds", Title: "Rounds", Columns: []string{"round", "sensor, °", "you, °", "adversary, °", "your error, °", "its error, °", "your points", "its points"}}
	for i, s := range g.Scores {
		r := g.rounds[i]
		t.Rows = append(t.Rows, []sheet.Cell{
			whole(s.Round), angleCell(r.Truth), angleCell(s.Guess), angleCell(r.Bayes), angleCell(s.Error), angleCell(s.Bayes),
			whole(s.Points), whole(s.BayesP),
		})
	}
	sum := lab.Summarise(g.Scores)
	t.Rows = append(t.Rows, []sheet.Cell{
		sheet.Text("all"), {}, {}, {}, sheet.Number(sum.Error, 2), sheet.Number(sum.BayesError, 2), whole(sum.Points), whole(sum.BayesPoints),
	})
	t.Caption = "The last row holds mean errors and total points. A guess within half a degree gives 100 points, one off by 90° or more none."
	if n := len(g.rounds); n > 0 {
		t.Caption += " " + g.rounds[n-1].Method
	}
	return t
}

func angleCell(v float64) sheet.Cell {
	c := sheet.Number(v, 4)
	c.Text = degrees(v)
	return c
}

func whole(n int) sheet.Cell { return angleCell(float64(n)) }

// Games compares the games that were finished here.
func (g *Game) Games() *sheet.Table {
	return &sheet.Table{ID: "games", Title: "Your games so far", Columns: []string{"setting", "your mean error, °", "adversary's, °", "your points", "its points"}, Rows: g.Past,
		Caption: "A blind guess is off by 90° on average. More entropy hides the sensor better: play again at another setting."}
}
