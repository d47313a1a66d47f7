// Package playback says how a run appears on the stage: which part of it is seen at
// what time (playback.go), where everything stands and in which words (layout.go). It
// draws nothing and reads no clock; what it shows is film.Show, which the run's own
// draws and counts fill.
//
// The play takes Length seconds whatever the number of releases: both inputs'
// releases rain in, the event that decides sweeps over them, two counters fill,
// what the claim allows is drawn about the greater's bar, and the badge says how the run ended.
// While the run has not chosen an event, or not ended, the playback waits there and
// the rain goes on. So the stage is never later than the numbers by more than
// Length.
package playback

import (
	"math"

	"indistinct/core/film"
)

// The parts of the playback, in seconds from its beginning.
const (
	enterEnd    = 0.60 // the film's lens has grown into the plot
	rainStart   = 0.30
	rainEnd     = 1.25 // waits here for an event
	sweepEnd    = 1.65
	countStart  = 1.35
	countEnd    = 2.05 // waits here for the verdict
	claimEnd    = 2.25 // what the claim allows stands
	breakEnd    = 2.50 // and is exceeded, or not
	badgeStart  = 2.40
	Length      = 2.75
	rainSeconds = rainEnd - rainStart
)

// Playback is a run on the stage.
type Playback struct {
	Show    *film.Show // nil before the first
	Kept    *Kept      // the run that this one is held against, or nil
	Reduced bool       // no motion: always the last picture there is

	at     float64    // seconds on the time line
	idle   float64    // seconds waited: what twinkles follows it
	landed [2]float64 // releases of each input that have come down, or begun to
	speed  [2]float64 // releases a second
	left   float64    // seconds since the stage went back to the film
}

// Kept is an earlier run, run A, that the page keeps beside the one on the stage: the
// share of its test releases of each input that its event held.
type Kept [2]float64

// ReadKept takes run A as the page tells it; what is no such run is none.
func ReadKept(v []float64) *Kept {
	if len(v) != 2 || !(v[0] >= 0 && v[0] <= 1 && v[1] >= 0 && v[1] <= 1) {
		return nil
	}
	return &Kept{v[0], v[1]}
}

// Load takes what a run has to show by now. With keep it is the run that is on
// already and the playback goes on; otherwise it begins.
func (p *Playback) Load(s *film.Show, keep bool) {
	if p.Show = s; !keep {
		p.at, p.idle, p.landed, p.speed, p.left = 0, 0, [2]float64{}, [2]float64{}, 0
	}
	for i := range p.landed {
		p.landed[i] = max(p.landed[i], float64(s.Seen)) // which the film's lens shows
		// What came late comes down within the time of one rain.
		p.landed[i] = min(p.landed[i], p.draws(i))
		p.speed[i] = max(p.speed[i], (p.draws(i)-p.landed[i])/rainSeconds)
	}
	if p.Reduced {
		p.Skip()
	}
}

// draws is how many releases of an input there are to show.
func (p *Playback) draws(i int) float64 {
	c := &p.Show.Clouds[i]
	return float64(len(c.Data) / max(c.Stride, 1))
}

// Skip goes to the end, or to where the playback waits for the run.
func (p *Playback) Skip() {
	if p.Show == nil {
		return
	}
	p.at = p.gate()
	for i := range p.landed {
		p.landed[i] = p.draws(i)
	}
}

// gate is how far the playback may go with what the run has told.
func (p *Playback) gate() float64 {
	switch s := p.Show; {
	case s.Verdict != "":
		return Length
	case s.Event != "":
		return countEnd
	}
	return rainEnd
}

// Advance lets so many seconds pass and reports whether the picture changed.
func (p *Playback) Advance(seconds float64) bool {
	if p.Show == nil || p.Reduced || p.Done() || !(seconds > 0) || math.IsInf(seconds, 1) {
		return false
	}
	p.idle += seconds
	over := true
	for i := range p.landed {
		if p.at+seconds > rainStart {
			p.landed[i] = min(p.landed[i]+seconds*p.speed[i], p.draws(i))
		}
		over = over && p.landed[i] >= p.draws(i)
	}
	gate := p.gate()
	if !over {
		gate = min(gate, max(rainEnd, p.at))
	}
	p.at = max(p.at, min(p.at+seconds, gate))
	return true
}

// Leave lets so many seconds pass in which the plot becomes the film's lens again, and reports
// whether it still does.
func (p *Playback) Leave(seconds float64) bool {
	if p.left += seconds; p.Reduced || p.Show == nil || len(p.Show.About) == 0 {
		p.left = enterEnd
	}
	return p.left < enterEnd
}

// Done reports whether the run has ended and the playback shows its last picture.
func (p *Playback) Done() bool { return p.Show != nil && p.at >= Length }

// Told reports whether the playback says how the run ended, and so may the page.
func (p *Playback) Told() bool { return p.Show != nil && p.Show.Verdict != "" && p.at >= badgeStart }

// Waiting reports whether the playback waits for the run.
func (p *Playback) Waiting() bool {
	return p.Show != nil && p.Show.Verdict == "" && p.at >= p.gate()
}

// Landed returns how many releases of an input have come down or begun to, and
// how many of them are still on their way, as numbers that may have fractions.
func (p *Playback) Landed(i int) (landed, flying float64) {
	if p.Reduced || p.landed[i] >= p.draws(i) && p.at > rainEnd+flight {
		return p.draws(i), 0
	}
	return p.landed[i], p.speed[i] * flight
}

// flight is how long a release falls, in seconds.
const flight = 0.25

// Drops is how many releases fall at a time while the playback waits.
const Drops = 24

// Each calls do for the first so many releases of an input that have come down or begun to,
// with how far each has come, 0 to 1, slowly or at the usual pace, 1; and for those that arrive
// while the playback waits, one of so many drops each: they are fresh.
func (p *Playback) Each(i, first int, slow float64, drops int, do func(j int, t float32, fresh bool)) {
	landed, flying := p.Landed(i)
	share := float64(first) / max(p.draws(i), 1)
	landed, flying = landed*share, flying*share*slow
	for j := 0; j < first && float64(j) < landed; j++ {
		t := 1.0
		if age := landed - float64(j); age < flying && j >= p.Show.Seen {
			t = age / flying
		}
		do(j, float32(t), false)
	}
	if !p.Waiting() || p.Reduced || first == 0 {
		return
	}
	// The stage holds the run's first releases only: more of the same law are being drawn.
	for d := range drops {
		age := p.idle/0.6 + float64(d)/float64(drops)
		round := int(age)
		do(int(uint64(round*drops+d)*2654435761%uint64(first)), float32(age-float64(round)), true)
	}
}

// Moment is how far each part of the playback has come, 0 to 1.
type Moment struct {
	Enter float32 // the film has given way
	Sweep float32 // the event has swept over the releases
	Count float32 // the counters have filled
	Claim float32 // what the claim allows stands
	Break float32 // it is exceeded, or not
	Badge float32
}

func (p *Playback) Now() Moment {
	at := p.at
	return Moment{
		Enter: min(part(at, 0, enterEnd), 1-part(p.left, 0, enterEnd)),
		Sweep: part(at, rainEnd, sweepEnd), Count: part(at, countStart, countEnd),
		Claim: part(at, countEnd, claimEnd), Break: part(at, claimEnd, breakEnd), Badge: part(at, badgeStart, Length),
	}
}

// part is the share of the way from a to b, eased at both ends.
func part(at, a, b float64) float32 {
	t := min(max((at-a)/(b-a), 0), 1)
	return float32(t * t * (3 - 2*t))
}
