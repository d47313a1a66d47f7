// Package game is the guessing game as the page shows it: the visitor plays the adversary
// for three rounds or ten, with the laboratory's stage.
package game

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	rules "indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/stage/say"
)

// Feature is the game of each laboratory that has one.
type Feature struct {
	state.Plain
	games map[string]*Game // by laboratory
}

func New(m *state.Model) *Feature {
	return &Feature{Plain: state.Plain{M: m}, games: map[string]*Game{}}
}

// Of is the game of a laboratory, nil where it has none.
func (f *Feature) Of(d *laboratory.State) *Game {
	if f.games[d.About.Name] == nil && d.Lab.Extras().Game {
		f.games[d.About.Name] = &Game{}
	}
	return f.games[d.About.Name]
}

func (f *Feature) front() *Game { return f.Of(f.M.Front) }

// Plays reports whether the game has a laboratory's stage.
func (f *Feature) Plays(d *laboratory.State) bool { return f.Of(d).Plays() }

// Film is what the game has the scene show.
func (f *Feature) Film(d *laboratory.State) (film []byte, of any, anew bool) {
	g := f.Of(d)
	return g.OnStage(), g.Round, g.Anew
}

// Draw adds the button that begins it beside that of the test; the game below the picture,
// its score and its levels.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	m, g := f.M, f.front()
	switch {
	case g == nil || m.Page != "":
	case at == view.Over && g.Plays():
		return []vugu.Builder{&Score{M: m, G: g}}
	case at == view.Test && g.Plays() && !m.Framed:
		return []vugu.Builder{&Levels{M: m, G: g}}
	case at == view.Beside && !m.Framed && !m.Presenting && m.Course == nil:
		return []vugu.Builder{&view.Button{M: m, Class: "second", ID: "play", Text: m.Front.About.Name + ".game.play",
			Click: func() {
				f.Play()
				m.Host.Reveal("top")
				m.Host.Focus("game-go") // the button leaves with the test
			}}}
	case at == view.Under && !m.Presenting && (g.Plays() || g.Fail != "" || g.Past > 0):
		return []vugu.Builder{&Guessing{M: m, F: f, D: m.Front, G: g}}
	}
	return nil
}

// Fields is game=1, which begins the laboratory's game.
func (f *Feature) Fields() []state.Field { return []state.Field{{Name: "game", Accepts: state.Flag}} }

// Read begins it, where nothing is wrong with the link.
func (f *Feature) Read(x *state.Extra) {
	if x.On("game") && len(f.M.Notes) == 0 && f.M.Page == "" {
		f.Play()
	}
}

// Write has a link lead to the rounds of the game that is played, and to nothing else.
func (f *Feature) Write(x *state.Extra, s *lab.Spec, of state.Purpose) {
	if g := f.front(); f.M.Page == "" && g.Plays() && of != state.Framed && of != state.Joined {
		*x, *s = state.Extra{}, g.Rules(f.M.Front.Table)
		x.Set("game", true)
	}
}

// Hear gives the game up when other settings come, and takes clicks in the scene.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch e.Kind {
	case state.Replacing:
		f.Stop()
	case state.NewFilm:
		if g := f.front(); g != nil {
			g.Anew = false
		}
	case state.Message:
		if g := f.front(); (e.Scene.Type == say.Drag || e.Scene.Type == say.Pick) && g.OnStage() != nil {
			f.show(g.Point(e.Scene))
			return true
		}
	}
	return false
}

// show has the scene show what has changed.
func (f *Feature) show(changed bool) {
	if changed {
		f.M.Scene.Film()
	}
}

// Play begins a game with the present settings.
func (f *Feature) Play() {
	d, g := f.M.Front, f.front()
	if g == nil || g.Going() || len(d.Cross) > 0 {
		return
	}
	g.Begin(d.Spec)
	f.M.Scene.Back()
	f.draw(d)
	f.M.SetAddress(true)
}

// Stop gives the scene back to the laboratory.
func (f *Feature) Stop() {
	if g := f.front(); g.Plays() {
		g.Stop()
		f.M.Scene.Film()
		f.M.SetAddress(false)
	}
}

// draw asks a worker for the round that the game wants, if any.
func (f *Feature) draw(d *laboratory.State) {
	g := f.Of(d)
	serial, number := g.Serial, g.Wanted()
	if number == 0 {
		return
	}
	g.Cancel = f.M.Pool.Run(g.Spec, lab.GameTask(g.Seed, number), nil, func(result []byte, fail lang.Message) {
		f.M.Host.Update(func() {
			if serial == g.Serial && g.Drawn(result, fail) {
				f.show(d == f.M.Front)
				f.draw(d)
			}
		})
	})
}

// Type takes what is typed or slid as the guess, in degrees, and marks it on the stage.
func (f *Feature) Type(text string) { f.show(f.front().Type(text)) }

// Next is the game's one button: it begins a game, hands in the guess that was typed, goes
// on to the next round and to the result.
func (f *Feature) Next() {
	d, g := f.M.Front, f.front()
	if g == nil {
		return
	}
	switch {
	case g.Stage == Off || g.Stage == Over && g.last == rules.Rounds:
		f.Play()
	case g.Stage == Open:
		f.show(g.HandIn())
	case g.Stage != Wait:
		f.show(g.Advance())
		f.draw(d)
		if g.Stage == Over {
			f.M.Host.Focus("game-line")
		}
	}
}

// ShareScore hands on the result and the link to the same rounds: by the system's dialog
// for sharing, or else as a copy.
func (f *Feature) ShareScore() {
	m := f.M
	line, link := m.Say(f.front().Line()), m.Host.Address()+m.Link(state.Address, false, false)
	if m.Host.HasSheet() {
		m.Host.Tool("sheet", nil, line, link)
		return
	}
	m.Copy(lang.Say("guess.copied"), line+"\n"+link)
}
