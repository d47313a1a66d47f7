// Package game holds the rules of the guessing game: what a round is, what a guess
// earns after so many releases against the adversary's (game), and what the stage
// shows of a round (stage). Laboratories draw the rounds.
package game

import (
	"fmt"
	"math"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// A game is of First rounds, and then of up to Rounds. A guess has found the truth where it is
// at most Near degrees off.
const (
	First  = 3
	Rounds = 10
	Near   = 20.0
)

// GuessHandle and a place's angle in degrees are the handle of that place in a
// round's film.
const GuessHandle = "guess:"

// Round is one round of a guessing game on a circle. Angles are in degrees.
type Round struct {
	Number int          `json:"round"`
	Prompt lang.Message `json:"prompt"` // what the player is to do, in a sentence or two
	// Film is what the player sees: releases, not the answer, and in layers of kind
	// film.Heat what the adversary believes, which is seen with a hint or after the guess;
	// those of kind film.Segments explain the answer and are seen with it alone, but for a
	// lens's in the first round; what is dashed shows the way before it.
	Film   *film.Film `json:"-"`
	Truth  float64    `json:"truth"`
	Places int        `json:"places"` // how many places the truth was drawn from, equally likely
	// Clues are the releases in numbers, for players who do not see them; nil: none.
	Clues *sheet.Table `json:"clues,omitempty"`
	// Beliefs are what the adversary has concluded after each release, at least one: release k
	// is the film's key frame k. A guess may be made after any of them.
	Beliefs []Belief `json:"beliefs"`
}

// Belief is what the adversary has concluded after some releases.
type Belief struct {
	Bayes    float64      `json:"bayes"`    // its guess, degrees: that of the least expected angular error
	Credible [][2]float64 `json:"credible"` // its 95 % region, as arcs from the first to the second angle
	Top      float64      `json:"top"`      // the probability of the likeliest place
	// Why is one sentence, said after the guess: what in the releases told the place.
	Why lang.Message `json:"why,omitempty"`
}

// Worth is the share of the points that a guess still earns after so many
// releases of a round: all of them after the first, a quarter after the last; of the
// player who has seen what the adversary believes, half of that.
func (r *Round) Worth(used int, hint bool) float64 {
	worth := 1.0
	if last := len(r.Beliefs); used > 1 && last > 1 {
		worth = 1 - 0.75*float64(min(used, last)-1)/float64(last-1)
	}
	if hint {
		return worth / 2
	}
	return worth
}

// ScoreAfter scores a guess that was made after so many releases, and with a hint or
// without, against the adversary's after as many, each for what a guess then is worth.
func (r *Round) ScoreAfter(guess float64, used int, hint bool) (Score, error) {
	if math.IsNaN(guess) || math.IsInf(guess, 0) {
		return Score{}, fmt.Errorf("the guess is %v: it must be an angle in degrees", guess)
	}
	used = min(max(used, 1), len(r.Beliefs))
	s := Score{Round: r.Number, Guess: guess, Used: used, Error: AngularError(guess, r.Truth),
		Bayes: AngularError(r.Believed(used).Bayes, r.Truth)}
	s.Points = int(math.Round(r.Worth(used, hint) * float64(points(s.Error))))
	s.BayesP = int(math.Round(r.Worth(used, false) * float64(points(s.Bayes))))
	return s, nil
}

// Score is how one guess did.
type Score struct {
	Round  int     `json:"round"`
	Guess  float64 `json:"guess"`
	Error  float64 `json:"error"`        // degrees between guess and truth, 0 to 180
	Points int     `json:"points"`       // 0 to 100
	Bayes  float64 `json:"bayes_error"`  // the adversary's
	BayesP int     `json:"bayes_points"` //
	Used   int     `json:"used"`         // after how many releases the guess was made
}

// AngularError returns the angle between two directions in degrees, 0 to 180.
func AngularError(a, b float64) float64 {
	d := math.Mod(math.Abs(a-b), 360)
	return math.Min(d, 360-d)
}

// points turns an angular error into points: 100 within half a degree, 0 from
// 90° up, where a blind guess stands on average, and falling with the square
// root in between, so that the first degrees count most.
func points(degrees float64) int {
	if !(degrees < 90) {
		return 0
	}
	if degrees <= 0.5 {
		return 100
	}
	return int(math.Round(100 * (1 - math.Sqrt((degrees-0.5)/89.5))))
}

// Summary is the end of a game.
type Summary struct {
	Points, BayesPoints int
	Found, BayesFound   int     // rounds
	Error, BayesError   float64 // degrees, on average
}

// Summarise adds up a game.
func Summarise(scores []Score) Summary {
	var s Summary
	for _, c := range scores {
		s.Points += c.Points
		s.BayesPoints += c.BayesP
		s.Error += c.Error / float64(len(scores))
		s.BayesError += c.Bayes / float64(len(scores))
		if c.Error <= Near {
			s.Found++
		}
		if c.Bayes <= Near {
			s.BayesFound++
		}
	}
	return s
}

// Play is the output of a round's task, with the whole film as
// film.Film.MarshalBinary writes it: Round.FilmAfter cuts what is shown out of it.
type Play struct {
	Round Round  `json:"round"`
	Film  []byte `json:"film"`
}
