// Package clock says which time of a film is shown (clock.go) and where its marks
// are between two key frames (sample.go). It reads no clock of its own: whoever
// runs it says how much time has passed.
package clock

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/lang"
)

// Clock runs through the key frames of a film. Times are in key frames from 0.
type Clock struct {
	Playing bool
	Steps   int  // how many key frames the film has
	Reduced bool // the visitor prefers reduced motion: no start by itself, no gliding

	rate float64
	loop bool
	at   float64
}

// Load takes the timing of a film. With keep it stays at its time, as far as
// the film has it, and goes on playing or pausing; otherwise it starts from the
// first key frame and plays. With reduced motion it waits at the film's Hold.
func (c *Clock) Load(f *film.Film, keep bool) {
	keep = keep && c.Steps > 0
	c.Steps, c.rate, c.loop = f.Steps, f.Rate, f.Loop
	switch {
	case keep:
		c.Seek(c.at)
	case c.Reduced:
		c.at, c.Playing = float64(f.Hold), false
	default:
		c.at, c.Playing = 0, true
	}
}

// SetReduced follows the visitor's preference. When it comes on, the clock
// pauses.
func (c *Clock) SetReduced(on bool) {
	if on && !c.Reduced {
		c.Playing = false
	}
	c.Reduced = on
}

// Play starts the clock; at the end of a film that does not loop it starts
// again from the first key frame.
func (c *Clock) Play() {
	if !c.loop && c.at >= c.last() {
		c.at = 0
	}
	c.Playing = true
}

// Step pauses and goes to the next key frame (by > 0) or the one before.
func (c *Clock) Step(by int) {
	c.Playing = false
	k := math.Floor(c.at + 1e-9)
	switch {
	case by > 0:
		k++
	case by < 0 && c.at-k < 1e-6:
		k--
	}
	if c.loop {
		n := float64(c.Steps)
		k = math.Mod(math.Mod(k, n)+n, n)
	}
	c.at = min(max(k, 0), c.last())
}

// Seek goes to a time, held within the film; anything else than a number is
// ignored.
func (c *Clock) Seek(at float64) {
	if math.IsNaN(at) {
		return
	}
	end := c.last()
	if c.loop {
		end = float64(c.Steps) - 1e-6
	}
	c.at = min(max(at, 0), end)
}

// Advance lets so many seconds pass and reports whether the picture changed.
// A film that does not loop pauses at its last key frame.
func (c *Clock) Advance(seconds float64) bool {
	if !c.Playing || !(seconds > 0) || math.IsInf(seconds, 1) {
		return false
	}
	before := c.Shown()
	c.at += seconds * c.rate
	if c.loop {
		c.at = math.Mod(c.at, float64(c.Steps))
	} else if c.at >= c.last() {
		c.at, c.Playing = c.last(), false
	}
	return c.Shown() != before
}

// At returns the time in key frames: below Steps where the film loops, at most
// Steps − 1 where it does not.
func (c *Clock) At() float64 { return c.at }

// Shown returns the time that the picture shows: At, or with reduced motion
// the key frame before it.
func (c *Clock) Shown() float64 {
	if c.Reduced {
		return min(math.Floor(c.at+1e-9), c.last())
	}
	return c.at
}

func (c *Clock) last() float64 { return float64(max(c.Steps-1, 0)) }

// Frame returns the key frame that is shown at a time.
func Frame(f *film.Film, at float64) int { return min(max(int(at), 0), f.Steps-1) }

// Caption returns the clock caption at a time, or "".
func Caption(f *film.Film, at float64) lang.Message {
	if len(f.Clock) != f.Steps {
		return ""
	}
	return f.Clock[Frame(f, at)]
}
