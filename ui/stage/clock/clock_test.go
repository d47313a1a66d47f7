package clock

import (
	"fmt"
	"indistinct/core/lang"
	"math"
	"testing"

	"indistinct/core/film"
)

func reel(steps int, loop bool) *film.Film {
	f := &film.Film{Steps: steps, Rate: 2, Loop: loop, Hold: min(3, steps-1),
		Views: []film.View{{Place: film.Main, Box: [4]float64{0, 0, 1, 1}}}}
	for k := 0; k < steps; k++ {
		f.Clock = append(f.Clock, lang.Verbatim(fmt.Sprintf("k = %d", k)))
	}
	return f
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestClockPlaysToTheEndAndStops(t *testing.T) {
	c := Clock{}
	c.Load(reel(5, false), false)
	if !c.Playing || c.At() != 0 {
		t.Fatalf("a film should start by itself from its first key frame: %+v", c)
	}
	if !c.Advance(0.5) || !near(c.At(), 1) {
		t.Errorf("half a second at two key frames a second is %v, want 1", c.At())
	}
	c.Advance(60)
	if c.At() != 4 || c.Playing {
		t.Errorf("at the end: at %v, playing %v; want 4, false", c.At(), c.Playing)
	}
	if c.Advance(1) {
		t.Error("a clock that stopped changes nothing")
	}
	c.Play()
	if c.At() != 0 || !c.Playing {
		t.Errorf("play at the end starts again, got %v", c.At())
	}
}

func TestClockLoops(t *testing.T) {
	c := Clock{}
	c.Load(reel(5, true), false)
	c.Advance(2.25) // 4.5 key frames
	if !near(c.At(), 4.5) || !c.Playing {
		t.Errorf("between the last key frame and the first: %v", c.At())
	}
	c.Advance(0.5)
	if !near(c.At(), 0.5) {
		t.Errorf("after one round: %v, want 0.5", c.At())
	}
	c.Seek(99)
	if c.At() >= 5 || c.At() < 4.99 {
		t.Errorf("seek beyond the end: %v", c.At())
	}
	c.Step(1)
	if c.At() != 0 || c.Playing {
		t.Errorf("a step from the last key frame: %v, playing %v", c.At(), c.Playing)
	}
	c.Step(-1)
	if c.At() != 4 {
		t.Errorf("a step back from the first key frame: %v, want 4", c.At())
	}
}

func TestClockSteps(t *testing.T) {
	c := Clock{}
	c.Load(reel(5, false), false)
	for _, k := range []struct {
		from float64
		by   int
		want float64
	}{{0, 1, 1}, {0, -1, 0}, {1.4, 1, 2}, {1.4, -1, 1}, {2, -1, 1}, {4, 1, 4}, {3.9999999999, 1, 4}, {1.5, 0, 1}} {
		c.Seek(k.from)
		c.Step(k.by)
		if c.At() != k.want {
			t.Errorf("from %v by %d: %v, want %v", k.from, k.by, c.At(), k.want)
		}
	}
}

func TestClockKeepsItsTime(t *testing.T) {
	c := Clock{}
	c.Load(reel(9, false), true)
	if c.At() != 0 || !c.Playing {
		t.Error("the first film has nothing to keep and starts to play")
	}
	c.Playing = false
	c.Seek(6.5)
	c.Load(reel(9, false), true)
	if c.At() != 6.5 || c.Playing {
		t.Errorf("at %v, playing %v; want 6.5, false", c.At(), c.Playing)
	}
	c.Load(reel(3, false), true)
	if c.At() != 2 {
		t.Errorf("a shorter film: %v, want its end, 2", c.At())
	}
	c.Load(reel(9, false), false)
	if c.At() != 0 || !c.Playing {
		t.Error("without keep a film starts afresh")
	}
}

func TestReducedMotion(t *testing.T) {
	c := Clock{}
	c.SetReduced(true)
	c.Load(reel(9, true), false)
	if c.Playing || c.At() != 3 {
		t.Fatalf("at %v, playing %v; want to wait at Hold, 3", c.At(), c.Playing)
	}
	c.Play()
	changes := 0
	for i := 0; i < 100; i++ {
		if c.Advance(0.01) {
			changes++
		}
		if s := c.Shown(); s != math.Floor(s) {
			t.Fatalf("shows %v between key frames", s)
		}
	}
	if changes != 2 { // a second at two key frames a second
		t.Errorf("%d changes, want 2", changes)
	}
	c.SetReduced(false)
	c.Play()
	c.SetReduced(true)
	if c.Playing {
		t.Error("asking for reduced motion pauses")
	}
}

func TestClockIgnoresNonsense(t *testing.T) {
	c := Clock{}
	c.Load(reel(1, false), false)
	c.Seek(math.NaN())
	c.Advance(math.NaN())
	c.Advance(math.Inf(1))
	c.Advance(-5)
	c.Seek(math.Inf(-1))
	if c.At() != 0 {
		t.Errorf("at %v", c.At())
	}
	if c.Advance(0.1) || c.Playing {
		t.Error("a film of one key frame goes on")
	}
	c.Step(5)
	c.Step(-5)
	if c.At() != 0 {
		t.Errorf("at %v", c.At())
	}
}

func TestFrame(t *testing.T) {
	f := reel(4, false)
	for at, want := range map[float64]int{-1: 0, 0: 0, 1: 1, 1.9999999: 1, 3: 3, 3.9: 3, 9: 3} {
		if k := Frame(f, at); k != want {
			t.Errorf("at %v: key frame %d, want %d", at, k, want)
		}
	}
	if Caption(f, 2.95) != "k = 2" || Caption(f, 3) != "k = 3" {
		t.Error("captions")
	}
}
