package game

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Believed is what the adversary has concluded after so many releases.
func (r *Round) Believed(used int) Belief {
	return r.Beliefs[min(max(used, 1), len(r.Beliefs))-1]
}

// FilmAfter cuts out of a round's film what the player is shown after so many
// releases: the last of them and the one before it, nothing of those to come. With a hint
// what the adversary believes is seen. guess is the player's, in degrees, NaN before there
// is any; with a score the answer is marked too.
func (r *Round) FilmAfter(f *film.Film, used int, hint bool, guess float64, score *Score) *film.Film {
	if len(f.Views) == 0 {
		return f
	}
	last := min(max(used, 1), f.Steps) - 1
	f = f.Cut(max(last-1, 0), last)
	f.Rate = 2
	for i := range f.Views {
		v := &f.Views[i]
		v.Layers = slices.DeleteFunc(slices.Clone(v.Layers), func(l film.Layer) bool {
			if score != nil {
				return l.Dash
			}
			return l.Kind == film.Segments && (i == 0 || r.Number != 1) || l.Kind == film.Heat && !hint
		})
	}
	v := &f.Views[0]
	at := slices.IndexFunc(v.Layers, func(l film.Layer) bool {
		return len(l.Handles) > 0 && strings.HasPrefix(l.Handles[0], GuessHandle)
	})
	if at < 0 || len(v.Layers[at].Data) < 2 {
		return f
	}
	places := &v.Layers[at]
	radius := math.Hypot(float64(places.Data[0]), float64(places.Data[1]))
	mark := func(degrees float64, role sheet.Role, shape film.Shape, size float32, fill bool, name, text lang.Message) {
		a := degrees * math.Pi / 180
		v.Add(film.Layer{Name: name, Kind: film.Dots, Role: role, Shape: shape, Size: size, Fill: fill},
			radius*math.Cos(a), radius*math.Sin(a))
		v.Call(text, 0, size/2)
	}
	yours := lang.Say("game.guess")
	if score == nil {
		if !math.IsNaN(guess) {
			mark(guess, sheet.Ink, film.Cross, 18, false, yours, yours)
		}
		return f
	}
	b := r.Believed(used)
	var likely []float32
	for k, h := range places.Handles {
		if angle, err := strconv.ParseFloat(strings.TrimPrefix(h, GuessHandle), 64); err == nil &&
			within(b.Credible, angle) {
			likely = append(likely, places.Data[2*k:2*k+2]...)
		}
	}
	places.Handles, places.Alpha = nil, 0.35
	v.Layers = append(v.Layers, film.Layer{Name: lang.Say("game.sure"), Kind: film.Dots, Role: sheet.Leak,
		Shape: film.Circle, Size: 9, Fill: true, Alpha: 0.45, Data: likely})
	sensor := lang.Say("game.sensor")
	mark(b.Bayes, sheet.Truth, film.Diamond, 20, false, lang.Say("game.machine"),
		lang.Say("game.machine.points", "points", score.BayesP))
	mark(score.Guess, sheet.Ink, film.Cross, 18, false, yours, lang.Say("game.guess.points", "points", score.Points))
	mark(r.Truth, sheet.Leak, film.Star, 22, true, sensor, sensor)
	f.Alt = lang.Sentences(lang.Say("game.answer", "truth", r.Truth, "machine", b.Bayes, "guess", score.Guess), f.Alt)
	return f
}

// Ended is the picture of a game, a circle a round from the first in the middle: on it stand the
// player's guess and the adversary's as many degrees from the top as they were off.
func Ended(rounds []*Round, scores []Score) *film.Film {
	v := film.View{Name: lang.Say("game.ended"), Place: film.Main, Equal: true, Box: [4]float64{-1.3, -1.1, 1.3, 1.3}}
	var circles, you, machine []float64
	at := func(r, off float64) []float64 {
		s, c := math.Sincos(off * math.Pi / 180)
		return []float64{-r * s, r * c}
	}
	for i, s := range scores {
		r := float64(i+1) / float64(len(scores))
		circles = append(circles, 0, 0, r)
		you = append(at(r, s.Guess-rounds[i].Truth), you...) // the last one first, which is named
		machine = append(at(r, rounds[i].Believed(s.Used).Bayes-rounds[i].Truth), machine...)
	}
	wedge := slices.Concat(at(1, Near), at(1.06, 0), at(1, -Near), at(0, 0))
	v.Add(film.Layer{Kind: film.Quads, Role: sheet.Leak, Alpha: 0.5}, wedge...)
	v.Call(lang.Say("game.near"), 0, 2)
	v.Add(film.Layer{Kind: film.Ring, Role: sheet.Muted, Size: 1}, circles...)
	v.Add(film.Layer{Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 22, Fill: true}, at(1.1, 0)...)
	v.Call(lang.Say("game.sensor"), 0, 11)
	v.Add(film.Layer{Kind: film.Dots, Role: sheet.Truth, Shape: film.Diamond, Size: 16}, machine...)
	v.Add(film.Label(lang.Say("game.machine"), sheet.Truth, 0), machine[0], machine[1], 8)
	v.Add(film.Layer{Kind: film.Dots, Role: sheet.Ink, Shape: film.Cross, Size: 16}, you...)
	v.Add(film.Label(lang.Say("game.guess"), sheet.Ink, 0), you[0], you[1], 8)
	return &film.Film{Steps: 1, Rate: 1, Alt: lang.Say("game.ended.alt"), Views: []film.View{v}}
}

// within reports whether an angle lies in one of the arcs.
func within(arcs [][2]float64, angle float64) bool {
	return slices.ContainsFunc(arcs, func(c [2]float64) bool {
		width := c[1] - c[0]
		return width >= 360 || turn(angle-c[0]) <= turn(width)
	})
}

// turn brings an angle into [0, 360).
func turn(degrees float64) float64 {
	if degrees = math.Mod(degrees, 360); degrees < 0 {
		degrees += 360
	}
	return degrees
}
