package ring

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/about/ring/system"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/num"
)

// Config reads the system out of a Spec.
func Config(s lab.Spec) system.Config {
	c := system.Default()
	c.T, c.N, c.Dt = s.Int("T"), s.Int("N"), s.Float("dt")
	c.Omega = [2]float64{s.Float("w1"), s.Float("w2")}
	copy(c.Start[:], s.List("start"))
	c.W = s.Float("process")
	c.Layout = system.Layout(s.Text("layout"))
	c.Count = s.Int("sensors")
	c.Typed = s.List("angles")
	for i := range c.Typed {
		c.Typed[i] *= math.Pi / 180
	}
	c.Radius = s.Float("radius")
	c.Star = s.Int("star") - 1
	c.Mu, c.SD, c.Cut = s.Float("mu"), s.Float("sd"), s.Float("cut")
	c.Diam = s.Float("k0")
	return c
}

// Adjacency is the angle by which the starred sensor moves in the neighbour,
// anticlockwise with turn 1, clockwise with turn −1.
func Adjacency(s lab.Spec, sc *system.Scenario, turn float64) (float64, error) {
	d := s.Float("d")
	if s.Text("rule") == "printed" {
		by := turn * system.PrintedRule(d)
		if sc.DistanceAt(by) == 0 { // of readings that do not hang on the place
			return 0, &lab.Problem{Field: "rule", Say: lang.Say("ring.system.unreachable", "sensor", sc.Star+1, "d", d,
				"most", 0)}
		}
		return by, nil
	}
	dTheta, err := sc.SolveTurn(d, turn)
	if err != nil {
		return 0, &lab.Problem{Field: "d", Say: lang.Of(err)}
	}
	return turn * dTheta, nil
}

// Edit moves sensors: "sensor:3" or "star" to the angle of (x, y); "pick:3"
// stars another; "ghost" moves the neighbour's place of the hidden sensor, in metres about
// that, which sets d. A handle ending in ":key" moves a sensor by a degree and the ghost
// by a twentieth of its displacement for each unit of x + y.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	t := l.Params()
	kind, rest, _ := strings.Cut(handle, ":")
	index := s.Int("star") - 1
	key := rest == "key"
	switch kind {
	case "star", "ghost":
	case "sensor", "pick":
		starred, ok := lab.Starred(t, s, handle, "sensor", Count(s))
		if !ok || kind == "pick" {
			return starred, ok
		}
		index = starred.Int("star") - 1
	default:
		return s, false
	}
	if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) || !key && kind != "ghost" && x == 0 && y == 0 {
		return s, false
	}
	if key && x == 0 && y == 0 { // nothing moves
		return s, true
	}
	if kind == "ghost" {
		return editGhost(t, s, key, x, y)
	}
	cfg := Config(s)
	angles := cfg.Angles(s.Seed())
	if index >= len(angles) {
		return s, false
	}
	text := make([]string, len(angles))
	for i, a := range angles {
		deg := a * 180 / math.Pi
		if i == index {
			if key {
				deg += x + y
			} else {
				deg = num.Atan2(y, x) * 180 / math.Pi
			}
		}
		deg -= 360 * math.Floor(deg/360)
		text[i] = strconv.FormatFloat(math.Round(deg*100)/100, 'f', -1, 64)
	}
	next, err := s.With(t, "angles", strings.Join(text, ","))
	if err != nil {
		return s, false
	}
	next, err = next.With(t, "layout", "typed")
	return next, err == nil
}

// editGhost sets d to what the records differ by when the hidden sensor stands
// where its ghost was dragged to. Either side of the sensor means the same d.
func editGhost(t lab.Table, s lab.Spec, key bool, x, y float64) (lab.Spec, bool) {
	sc := system.Make(Config(s), s.Seed())
	q := sc.Sensors[sc.Star]
	turn := num.Atan2(q[1]+y, q[0]+x) - sc.Angles[sc.Star]
	turn -= 2 * math.Pi * math.Round(turn/(2*math.Pi))
	if key {
		now, err := Adjacency(s, sc, 1)
		if err != nil {
			return s, false
		}
		turn = now * num.Pow(1.05, x+y)
	}
	d := sc.DistanceAt(math.Min(math.Abs(turn), math.Pi))
	next, err := s.With(t, "rule", "distance")
	if err != nil {
		return s, false
	}
	// Four digits: what a drag can mean.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(d, 'g', 4, 64), 64)
	return next.Set(t, "d", rounded), err == nil
}
