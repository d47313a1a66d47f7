package game

import (
	"encoding/json"
	"math"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	rules "indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/ui/stage/say"
)

// Begin begins a game of three rounds at s, after which more are offered. The first game is the Spec's own, so that a
// class plays the same rounds from one link; whoever plays again meets others.
func (g *Game) Begin(s lab.Spec) {
	g.Serial++
	g.Stage, g.last, g.Spec, g.Seed = Wait, rules.First, s, (s.Seed()+uint64(g.Past))%(lab.MaxSeed+1)
	g.Round, g.Scores, g.Rounds, g.next, g.Film = nil, nil, nil, nil, nil
	g.Draft, g.Bad, g.Fail = "", "", ""
}

func (g *Game) Stop() {
	g.Stage = Off
	g.end()
}

// end gives up what is being drawn.
func (g *Game) end() {
	g.Serial++
	g.next = nil
	if g.Cancel != nil {
		g.Cancel()
		g.Cancel = nil
	}
}

// Drawn takes the round that a worker drew, or why it drew none; it reports whether the
// stage is to show something else. One that was drawn ahead waits for its turn, and is
// asked for again then if it failed.
func (g *Game) Drawn(result []byte, fail lang.Message) (shown bool) {
	g.Cancel = nil
	var p rules.Play
	if fail == "" && (json.Unmarshal(result, &p) != nil || new(film.Film).UnmarshalBinary(p.Film) != nil) {
		fail = lang.Say("guess.unread")
	}
	switch {
	case g.Stage != Wait:
		if fail == "" {
			g.next = &p
		}
		return false
	case fail != "":
		g.Fail = fail
		g.Stop()
	default:
		g.deal(&p)
	}
	return true
}

// deal puts a round before the visitor.
func (g *Game) deal(p *rules.Play) {
	g.Stage, g.Round, g.next = Open, &p.Round, nil
	g.Film, g.Used, g.Hinted, g.Anew = new(film.Film), 1, false, true
	g.Film.UnmarshalBinary(p.Film) // it was read when it came: it can be
	g.Draft, g.Bad = "", ""
}

// Wanted is the number of the round to be drawn now: the one that the visitor waits for,
// or the next one while the visitor thinks; 0 if none.
func (g *Game) Wanted() int {
	switch {
	case g.Cancel != nil || g.next != nil: // it comes, or is there
	case g.Stage == Wait:
		return len(g.Scores) + 1
	case g.Stage == Open && g.Round.Number < g.last:
		return g.Round.Number + 1
	}
	return 0
}

// Type takes what is typed or slid as the guess, in degrees; it reports whether the
// visitor may guess.
func (g *Game) Type(text string) bool {
	if g == nil || g.Stage != Open {
		return false
	}
	g.Draft, g.Bad = text, ""
	return true
}

// Nudge moves the guess by so many places round the ring; it reports whether it could.
func (g *Game) Nudge(by int) bool {
	if g == nil || g.Stage != Open || g.Round.Places < 1 {
		return false
	}
	angle, ok := ParseAngle(g.Draft)
	if step := 360 / float64(g.Round.Places); ok {
		angle = math.Mod(step*(math.Round(angle/step)+float64(by))+360, 360)
	}
	return g.Type(Degrees(angle))
}

// Point takes a click in the scene, or the end of a drag of a place; it reports whether
// that meant something. The first click marks a guess; one on the same place hands it in.
func (g *Game) Point(s say.FromScene) bool {
	if g.Stage != Open || s.Type == say.Drag && !s.Ended {
		return false
	}
	place, onPlace := strings.CutPrefix(s.Handle, rules.GuessHandle)
	angle, ok := ParseAngle(place)
	switch {
	case onPlace && ok && s.Type == say.Pick:
	case s.View == 0 && (s.X != 0 || s.Y != 0):
		step := 360 / float64(max(g.Round.Places, 1)) // the nearest place: on a phone they stand close
		angle = math.Mod(step*math.Round(180/math.Pi*math.Atan2(s.Y, s.X)/step)+360, 360)
	default:
		return false
	}
	before, marked := ParseAngle(g.Draft)
	if marked && rules.AngularError(before, angle) <= 180/float64(max(g.Round.Places, 1)) {
		return g.score(before)
	}
	return g.Type(Degrees(angle))
}

// ShowMore shows one more release of the round, which costs points; it reports whether
// there is one.
func (g *Game) ShowMore() bool {
	if g == nil || !g.More() {
		return false
	}
	g.Used++
	g.Anew = true
	return true
}

// Hint shows what the machine believes, which costs points; it reports whether it was not
// seen yet.
func (g *Game) Hint() bool {
	if g == nil || g.Stage != Open || g.Hinted {
		return false
	}
	g.Hinted = true
	return true
}

// HandIn scores the guess that was typed; it reports whether it was one.
func (g *Game) HandIn() bool {
	angle, ok := ParseAngle(g.Draft)
	if !ok {
		g.Bad = lang.Say("guess.angle")
		return false
	}
	return g.score(angle)
}

// score scores a guess in degrees.
func (g *Game) score(angle float64) bool {
	s, err := g.Round.ScoreAfter(angle, g.Used, g.Hinted)
	if err != nil {
		g.Bad = lang.Of(err)
		return false
	}
	g.Scores, g.Rounds = append(g.Scores, s), append(g.Rounds, g.Round)
	g.Stage, g.Bad, g.Draft = Scored, "", Degrees(angle)
	return true
}

// Advance goes on to the next round, or to the result after the last one, and from that of
// the first rounds on to the others; it reports whether the stage is to show something else.
func (g *Game) Advance() (shown bool) {
	switch {
	case g.Stage == Over:
		g.Stage, g.last = Wait, rules.Rounds
		g.Past--
		return false
	case len(g.Scores) >= g.last:
		g.Stage, g.Anew = Over, true
		g.Past++
		g.end()
	case g.next != nil:
		g.deal(g.next)
	default:
		g.Stage = Wait
		return false
	}
	return true
}

// Rules are the settings by which others meet the same rounds.
func (g *Game) Rules(t lab.Table) lab.Spec { return g.Spec.Set(t, "seed", float64(g.Seed)) }
