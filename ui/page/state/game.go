package state

import (
	"encoding/json"
	"math"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/sheet"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/stage/say"
)

// PlayGame begins a game of ten rounds with the present settings.
func (m *Model) PlayGame() {
	d := m.Front
	g := d.Game
	if g == nil || g.Plays() || len(d.Cross) > 0 {
		return
	}
	g.Serial++
	// The first game is the Spec's own, so that a class plays the same rounds from
	// one link; whoever plays again meets others.
	g.Stage, g.Spec, g.Seed = guess.GameWait, d.Spec, (d.Spec.Seed()+uint64(len(g.Past)))%(lab.MaxSeed+1)
	g.Round, g.Scores, g.Rounds, g.Next, g.Film = nil, nil, nil, nil, nil
	g.Draft, g.Bad, g.Fail = "", "", ""
	m.Back()
	m.draw(d, 1)
	m.Host.Hash(m.Link(false), true)
}

// StopGame gives the scene back to the laboratory.
func (m *Model) StopGame() {
	g := m.Front.Game
	if !g.Plays() {
		return
	}
	g.Stage = guess.GameOff
	g.End()
	m.film()
	m.Host.Hash(m.Link(false), false)
}

// draw asks a worker for a round.
func (m *Model) draw(d *laboratory.State, number int) {
	g, serial := d.Game, d.Game.Serial
	g.Cancel = m.Pool.Run(g.Spec, lab.GameTask(g.Seed, number), nil, func(result []byte, fail string) {
		m.Host.Update(func() {
			if serial != g.Serial {
				return
			}
			g.Cancel = nil
			var p game.Play
			if fail == "" && (json.Unmarshal(result, &p) != nil || new(film.Film).UnmarshalBinary(p.Film) != nil) {
				fail = "The round could not be read."
			}
			switch {
			case fail != "" && g.Stage != guess.GameWait: // drawn ahead: it is asked for again when its turn comes
			case fail != "":
				g.Fail, g.Stage = fail, guess.GameOff
				g.End()
				m.film()
			case g.Stage == guess.GameWait:
				m.deal(d, &p)
			default:
				g.Next = &p
			}
		})
	})
}

// deal puts a round before the visitor and has the next one drawn.
func (m *Model) deal(d *laboratory.State, p *game.Play) {
	g := d.Game
	g.Stage, g.Round, g.Next = guess.GameOpen, &p.Round, nil
	g.Film, g.Used, g.Anew = new(film.Film), 1, true
	if g.Film.UnmarshalBinary(p.Film) != nil {
		g.Film = nil // it was read when it came
	}
	g.Draft, g.Bad = "", ""
	if d == m.Front {
		m.film()
	}
	if p.Round.Number < game.Rounds {
		m.draw(d, p.Round.Number+1)
	}
}

// TypeGuess takes what is typed or slid as the guess, in degrees, and marks it on
// the stage.
func (m *Model) TypeGuess(text string) {
	g := m.Front.Game
	if g == nil || g.Stage != guess.GameOpen {
		return
	}
	g.Draft, g.Bad = text, ""
	m.film()
}

// NudgeGuess moves the guess by so many places round the ring.
func (m *Model) NudgeGuess(by int) {
	g := m.Front.Game
	if g == nil || g.Stage != guess.GameOpen || g.Round.Places < 1 {
		return
	}
	angle, ok := guess.ParseAngle(g.Draft)
	if step := 360 / float64(g.Round.Places); ok {
		angle = math.Mod(step*(math.Round(angle/step)+float64(by))+360, 360)
	}
	m.TypeGuess(guess.Degrees(angle))
}

// NextRelease shows one more release of the round, which costs points.
func (m *Model) NextRelease() {
	if g := m.Front.Game; g != nil && g.More() {
		g.Used++
		g.Anew = true
		m.film()
	}
}

// GameNext is the game's one button: it begins a game, hands in the guess that
// was typed, goes on to the next round and to the result.
func (m *Model) GameNext() {
	g := m.Front.Game
	if g == nil {
		return
	}
	switch g.Stage {
	case guess.GameOff, guess.GameOver:
		m.PlayGame()
	case guess.GameOpen:
		angle, ok := guess.ParseAngle(g.Draft)
		if !ok {
			g.Bad = "Choose a place first: the guess must be an angle from 0 to 360 degrees."
			return
		}
		m.guess(angle)
	case guess.GameScored:
		if len(g.Scores) >= game.Rounds {
			m.finish(m.Front)
			return
		}
		g.Stage = guess.GameWait
		if g.Next != nil {
			m.deal(m.Front, g.Next)
		} else if g.Cancel == nil {
			m.draw(m.Front, len(g.Scores)+1)
		}
	}
}

// guess scores a guess in degrees.
func (m *Model) guess(angle float64) {
	g := m.Front.Game
	s, err := g.Round.ScoreAfter(angle, g.Used)
	if err != nil {
		g.Bad = err.Error()
		return
	}
	g.Scores, g.Rounds = append(g.Scores, s), append(g.Rounds, g.Round)
	g.Stage, g.Bad, g.Draft = guess.GameScored, "", guess.Degrees(angle)
	m.film()
}

// point takes a click in the scene, or the end of a drag of a place, while a
// game has it; the message is then not the laboratory's. The first click marks a
// guess; one on the same place hands it in.
func (m *Model) point(s say.FromScene) (taken, render bool) {
	g := m.Front.Game
	if g.OnStage() == nil {
		return false, false
	}
	if g.Stage != guess.GameOpen || s.Type == say.Drag && s.Phase != say.DragEnd {
		return true, false
	}
	place, onPlace := strings.CutPrefix(s.Handle, game.GuessHandle)
	angle, ok := guess.ParseAngle(place)
	switch {
	case onPlace && ok && s.Type == say.Pick:
	case s.View == g.Round.View && (s.X != 0 || s.Y != 0):
		if angle = math.Round(10*180/math.Pi*math.Atan2(s.Y, s.X)) / 10; angle < 0 {
			angle += 360
		}
	default:
		return true, false
	}
	before, marked := guess.ParseAngle(g.Draft)
	if marked && game.AngularError(before, angle) <= 180/float64(max(g.Round.Places, 1)) {
		m.guess(before)
	} else {
		m.TypeGuess(guess.Degrees(angle))
	}
	return true, true
}

// finish adds the game up and gives the scene back.
func (m *Model) finish(d *laboratory.State) {
	g := d.Game
	g.Stage = guess.GameOver
	g.End()
	sum := game.Summarise(g.Scores)
	g.Past = append(g.Past, []sheet.Cell{
		sheet.Text(g.Setting(d.Table)), sheet.Number(sum.Error, 2), sheet.Number(sum.BayesError, 2),
		guess.Whole(sum.Points), guess.Whole(sum.BayesPoints),
	})
	m.film()
	m.Host.Focus("game-line") // the card has gone back to its place below
}

// CopyScore copies the result and the link to the same rounds.
func (m *Model) CopyScore() {
	m.Host.Copy(m.Front.Game.Line()+"\n"+m.Host.Address()+m.gameLink(), func(ok bool) {
		if ok {
			m.Say("Score and link copied")
		} else {
			m.Say("The browser refused to copy; select the line instead")
		}
	})
}

// gameLink leads to the rounds of the game in front.
func (m *Model) gameLink() string {
	g := m.Front.Game
	t := m.Front.Table
	return links.JoinLink(g.Spec.Set(t, "seed", float64(g.Seed)).Link(t), links.Extra{Game: true})
}
