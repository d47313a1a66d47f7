package lab

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/json"
)

// Rounds is the length of a game.
const Rounds = 10

// Gamer is a Model that can be played against: a round hides an angle, shows
// releases, and takes a guess. A laboratory need not have one.
type Gamer interface {
	// Round draws a round; the same seed and number give the same round.
	Round(seed uint64, round int) (*Round, error)
}

// Round is one round of a guessing game on a circle. Angles are in degrees.
type Round struct {
	Number   int          `json:"round"`
	Prompt   string       `json:"prompt"` // what the player is to do, in a sentence or two
	Film     *film.Film   `json:"-"`      // what the player sees: releases, not the answer
	Truth    float64      `json:"truth"`
	Bayes    float64      `json:"bayes"`    // the Bayes adversary's guess: least expected angular error
	Credible [][2]float64 `json:"credible"` // its 95 % region, as arcs from the first to the second angle
	Places   int          `json:"places"`   // how many places the truth was drawn from, equally likely
	Method   string       `json:"method"`   // how the adversary computed its likelihoods
}

// Score is how one guess did.
type Score struct {
	Round  int     `json:"round"`
	Guess  float64 `json:"guess"`
	Error  float64 `json:"error"`        // degrees between guess and truth, 0 to 180
	Points int     `json:"points"`       // 0 to 100
	Bayes  float64 `json:"bayes_error"`  // the adversary's
	BayesP int     `json:"bayes_points"` //
}

// AngularError returns the angle between two directions in degrees, 0 to 180.
func AngularError(a, b float64) float64 {
	d := math.Mod(math.Abs(a-b), 360)
	return math.Min(d, 360-d)
}

// Points turns an angular error into points: 100 within half a degree, 0 from
// 90° up, where a blind guess stands on average, and falling with the square
// root in between, so that the first degrees count most.
func Points(degrees float64) int {
	if !(degrees < 90) {
		return 0
	}
	if degrees <= 0.5 {
		return 100
	}
	return int(math.Round(100 * (1 - math.Sqrt((degrees-0.5)/89.5))))
}

// Score scores a guess in degrees.
func (r *Round) Score(guess float64) (Score, error) {
	if math.IsNaN(guess) || math.IsInf(guess, 0) {
		return Score{}, fmt.Errorf("the guess is %v: it must be an angle in degrees", guess)
	}
	e, b := AngularError(guess, r.Truth), AngularError(r.Bayes, r.Truth)
	return Score{Round: r.Number, Guess: guess, Error: e, Points: Points(e), Bayes: b, BayesP: Points(b)}, nil
}

// Summary is the end of a game.
type Summary struct {
	Rounds      int     `json:"rounds"`
	Points      int     `json:"points"`
	BayesPoints int     `json:"bayes_points"`
	Error       float64 `json:"mean_error"` // degrees
	BayesError  float64 `json:"bayes_mean_error"`
	Won         int     `json:"won"` // rounds in which the player was strictly nearer
	Say         string  `json:"say"` // one sentence
}

// Summarise adds up a game.
func Summarise(scores []Score) Summary {
	s := Summary{Rounds: len(scores)}
	if s.Rounds == 0 {
		s.Say = "No round was played."
		return s
	}
	for _, c := range scores {
		s.Points += c.Points
		s.BayesPoints += c.BayesP
		s.Error += c.Error / float64(len(scores))
		s.BayesError += c.Bayes / float64(len(scores))
		if c.Error < c.Bayes {
			s.Won++
		}
	}
	s.Say = fmt.Sprintf("You were off by %.0f° on average, the Bayes adversary by %.0f°; a blind guess is off by 90°.", s.Error, s.BayesError)
	return s
}

// PlayRound opens a Spec and returns a round of its game and the round's film,
// each in JSON: what a worker sends to the page and to the scene.
func PlayRound(l Laboratory, s Spec, seed uint64, round int) (data, picture []byte, err error) {
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, nil, &probs[0]
	}
	if round < 1 || round > 1000 {
		return nil, nil, &Problem{"", fmt.Sprintf("There is no round %d: rounds are numbered from 1 to 1000.", round)}
	}
	m, err := l.Open(s)
	if err != nil {
		return nil, nil, err
	}
	g, ok := m.(Gamer)
	if !ok {
		return nil, nil, &Problem{"", fmt.Sprintf("The laboratory %s has no game.", l.About().Title)}
	}
	r, err := g.Round(seed, round)
	if err != nil {
		return nil, nil, err
	}
	if data, err = json.Marshal(r); err != nil {
		return nil, nil, err
	}
	picture, err = json.Marshal(r.Film)
	return data, picture, err
}
