package system

import (
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/work"
)

// plant is one realisation of a visitor's system.
type plant struct {
	script.Plant
	path   [][]float64
	middle [2]float64 // of the path: adjacent sensors move on circles about it
	radii  []float64  // of these circles
}

// mostReading is the most numbers that a reading may have, mostSensors the most sensors.
const mostReading, mostSensors = 16, 40

// MakeOf draws a scenario of a visitor's system. Of the configuration, T, N, Dt and Star count.
func MakeOf(c Config, p script.Plant, seed uint64) (s *Scenario, err error) {
	defer work.Halted(&err)
	r := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseProcess, Trial: 1})
	path, err := p.Path(c.T+1, &r)
	if err != nil {
		return nil, err
	}
	own := &plant{Plant: p, path: path}
	s = &Scenario{Config: c, Seed: seed, Sensors: p.Sensors(), plant: own}
	switch n := len(s.Sensors); {
	case n < 1 || n > mostSensors:
		return nil, lang.Errorf("ring.plant.sensors", "n", n, "most", mostSensors)
	case c.Star >= n:
		return nil, lang.Errorf("ring.refused.star", "star", c.Star+1, "n", n)
	}
	for _, x := range path {
		s.States = append(s.States, [4]float64{x[0], x[1]})
		own.middle[0] += x[0] / float64(len(path))
		own.middle[1] += x[1] / float64(len(path))
	}
	for _, q := range s.Sensors {
		x, y := q[0]-own.middle[0], q[1]-own.middle[1]
		own.radii = append(own.radii, math.Sqrt(x*x+y*y))
		s.Angles = append(s.Angles, num.Atan2(y, x))
	}
	s.Radius, s.Dt = slices.Max(own.radii), p.Step()
	first, err := p.Measure(path[0], s.Sensors[0], make([]float64, mostReading))
	if err != nil {
		return nil, err
	}
	if s.Reading = len(first); s.Reading < 1 || s.Reading > mostReading {
		return nil, lang.Errorf("ring.plant.reading", "n", s.Reading, "most", mostReading)
	}
	s.record((*rng.Stream).Norm)
	return s, nil
}

// measure returns the reading of sensor i at step k if it stood at q; what the visitor's
// function refuses ends the job.
func (p *plant) measure(k, i int, q [2]float64, v []float64) []float64 {
	y, err := p.Measure(p.path[k], q, v)
	if err == nil && len(y) != len(v) {
		err = lang.Errorf("ring.plant.ragged", "sensor", i+1, "step", k, "n", len(y), "first", len(v))
	}
	if err != nil {
		panic(work.Halt{Err: err})
	}
	return y
}

// Foreign reports whether the system is a visitor's.
func (s *Scenario) Foreign() bool { return s.plant != nil }
