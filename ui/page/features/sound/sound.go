// Package sound has a run be heard: two tones at the pace of its counters, and a chord that
// holds or breaks with the claim's bracket.
package sound

import (
	"strings"
	"time"

	"github.com/vugu/vugu"

	"indistinct/core/film"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/sound"
	"indistinct/ui/stage/say"
	"indistinct/ui/uptime"
)

// Sound is the feature.
type Sound struct {
	state.Plain
	m   *state.Model
	On  bool          // runs are heard
	due time.Duration // when the counters of the run have been heard
}

// New returns the feature of a page.
func New(m *state.Model) *Sound { return &Sound{m: m} }

// Draw adds the button beside the scene's clock.
func (s *Sound) Draw(at view.Slot) []vugu.Builder {
	if at == view.Clock && s.m.Scene.Alive {
		return []vugu.Builder{&Button{S: s}}
	}
	return nil
}

// counts is how long the counters of a run fill on the stage.
const counts = 0.9

// Hear takes key S, and plays what the scene shows of a run: the chord never before the
// tones are over.
func (s *Sound) Hear(e state.Event) (taken bool) {
	switch {
	case e.Kind == state.Key && strings.EqualFold(e.Name, "s"):
		s.Set(!s.On)
		return true
	case e.Kind != state.Message || !s.On:
	case e.Scene.Type == say.ShowCounts:
		s.due = uptime.Now() + time.Duration(counts*float64(time.Second))
		s.play(counting([2]float64{e.Scene.X, e.Scene.Y}, counts))
	case e.Scene.Type == say.ShowClaim:
		verdict := film.Verdict(e.Scene.Phase)
		tones := chord(verdict == film.NoViolation, verdict == film.Violation, s.m.Reduced)
		s.play(sound.Later(tones, max((s.due-uptime.Now()).Seconds(), 0)))
	}
	return false
}

// Set has runs be heard, or not; it begins with a chord, as a proof that it is on.
func (s *Sound) Set(on bool) {
	s.On = on
	s.play(nil)
	if on {
		s.play(chord(true, false, s.m.Reduced))
	}
}

// play plays tones, beside what is heard still; nil ends all that.
func (s *Sound) play(tones []sound.Tone) { s.m.Host.Tool("sound", nil, sound.Flat(tones)) }

// Button turns it on and off.
type Button struct{ S *Sound }
