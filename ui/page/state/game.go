package state

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/laboratory"
)

// PlayGame begins a game of ten rounds with the present settings.
func (m *Model) PlayGame() {
	d := m.Front
	if d.Game == nil || d.Game.Going() || len(d.Cross) > 0 {
		return
	}
	d.Game.Begin(d.Spec)
	m.Back()
	m.draw(d)
	m.Host.Hash(m.Link(false), true)
}

// StopGame gives the scene back to the laboratory.
func (m *Model) StopGame() {
	g := m.Front.Game
	if !g.Plays() {
		return
	}
	g.Stop()
	m.film()
	m.Host.Hash(m.Link(false), false)
}

// draw asks a worker for the round that the game wants, if any.
func (m *Model) draw(d *laboratory.State) {
	g, serial := d.Game, d.Game.Serial
	number := g.Wanted()
	if number == 0 {
		return
	}
	g.Cancel = m.Pool.Run(g.Spec, lab.GameTask(g.Seed, number), nil, func(result []byte, fail lang.Message) {
		m.Host.Update(func() {
			if serial == g.Serial && g.Drawn(result, fail) {
				m.dealt(d)
			}
		})
	})
}

// dealt shows what has come of a game, and has the next round drawn.
func (m *Model) dealt(d *laboratory.State) {
	if d == m.Front {
		m.film()
	}
	m.draw(d)
}

// TypeGuess takes what is typed or slid as the guess, in degrees, and marks it on
// the stage.
func (m *Model) TypeGuess(text string) {
	if m.Front.Game.Type(text) {
		m.film()
	}
}

// NudgeGuess moves the guess by so many places round the ring.
func (m *Model) NudgeGuess(by int) {
	if m.Front.Game.Nudge(by) {
		m.film()
	}
}

// NextRelease shows one more release of the round, which costs points.
func (m *Model) NextRelease() {
	if m.Front.Game.ShowMore() {
		m.film()
	}
}

// GameHint shows what the machine believes of the round, which costs points.
func (m *Model) GameHint() {
	if m.Front.Game.Hint() {
		m.film()
	}
}

// GameNext is the game's one button: it begins a game, hands in the guess that
// was typed, goes on to the next round and to the result.
func (m *Model) GameNext() {
	d := m.Front
	if d.Game == nil {
		return
	}
	switch d.Game.Stage {
	case guess.Off, guess.Over:
		m.PlayGame()
	case guess.Open:
		if d.Game.HandIn() {
			m.film()
		}
	case guess.Scored:
		if d.Game.Advance(d.Table) {
			m.film()
		}
		m.draw(d)
		if d.Game.Stage == guess.Over {
			m.Host.Focus("game-line")
		}
	}
}

// ShareScore hands on the result and the link to the same rounds: by the system's dialog
// for sharing, or else as a copy.
func (m *Model) ShareScore() {
	line, link := m.Say(m.Front.Game.Line()), m.Host.Address()+m.gameLink()
	if m.Host.HasSheet() {
		m.Host.Sheet(line, link)
		return
	}
	m.Host.Copy(line+"\n"+link, func(ok bool) {
		if ok {
			m.Confirm(lang.Say("page.copied.score"))
		} else {
			m.Confirm(lang.Say("page.refused.line"))
		}
	})
}
