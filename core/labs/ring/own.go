package ring

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	about "indistinct/core/about/ring"
	"indistinct/core/about/ring/system"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/work"
)

// visitor is an estimator of a visitor's, and what a few releases have shown of it.
type visitor struct {
	script.Estimator
	field string // of the table, which its faults are about
	steps []int  // of which it publishes, in order
	dim   int    // numbers that it publishes at a step; the first two are a position
	words bool   // some releases lack numbers
	pace  float64
	still []string // the steps at which an input's releases are all alike, and the other's otherwise
	saved float64  // how many times faster it would be if it drew in publish alone; 0: it cannot
}

// visitor compiles the program of a Spec, or takes the command; nil for our own mechanisms.
func (l Lab) visitor(s lab.Spec) (*visitor, error) {
	if mech := s.Text("mech"); mech != about.Own && mech != about.Command {
		return nil, nil
	}
	c := about.Config(s)
	known := script.System{Start: c.Start[:], Spread: c.Diam / 2, Step: c.Dt, Steps: c.T + 1, Reading: 2,
		Noise: [2]float64{c.W / math.Sqrt(3), math.Sqrt(estimator.NoiseVariance(&c))}, Dial: s.Float("noise"),
		Distance: s.Float("d"), Transition: c.Matrix()}
	for i, points := range []*[][2]float64{&known.Track, &known.Sensors} {
		name := []string{"track", "places"}[i]
		for _, x := range s.Rows(name) {
			if len(x) != 2 {
				return nil, &lab.Problem{Field: name, Say: lang.Say("ring.own.points", "n", len(x))}
			}
			*points = append(*points, [2]float64(x))
		}
	}
	places := len(known.Sensors) > 0
	if !places {
		for _, angle := range c.Angles(s.Seed()) {
			known.Sensors = append(known.Sensors, (&system.Scenario{Config: c}).At(angle))
		}
	}
	v, err := &visitor{field: "code"}, error(nil)
	switch {
	case s.Text("mech") == about.Command && l.Command != nil:
		v.field = "mech"
		v.Estimator, err = l.Command(known)
	case s.Text("mech") == about.Own && l.Interpreter != nil:
		v.Estimator, err = l.Interpreter.CompileEstimator(s.Text("code"), known)
	default:
		return nil, lang.Errorf("ring.own.missing")
	}
	if err == nil && places && v.Plant() == nil {
		err = lang.Errorf("ring.own.places")
	}
	return v, lab.Blame(v.field, err)
}

// scenario draws the system that it watches.
func (v *visitor) scenario(c system.Config, seed uint64) (*system.Scenario, error) {
	if v == nil || v.Plant() == nil {
		return system.Make(c, seed), nil
	}
	sc, err := system.MakeOf(c, v.Plant(), seed)
	return sc, lab.Blame(v.field, err)
}

// probing is for how long, µs, releases are drawn that show what a visitor's estimator publishes.
const probing = 3e4

// build binds it to two records. The first time, a few releases of each show what it publishes.
func (v *visitor) build(set *attack.Setting, records [2][]float64) (mechanism.Mechanism, error) {
	m := &estimated{visitor: v, bound: v.Bind(records), scenario: set.Scenario}
	if v.steps != nil {
		return m.shaped(), nil
	}
	run, err := m.bound.Fork()
	if err != nil {
		return nil, lab.Blame(v.field, err)
	}
	dims, most, fails, last := map[int]int{}, 48, 0, error(nil)
	first, varies := [2]map[int][]float64{{}, {}}, map[int]bool{}
	for i := 0; i < most; i++ {
		for in := range mechanism.Input(2) {
			s := rng.New(rng.Key{Seed: set.Spec.Seed(), Phase: rng.PhaseWorkshopProbe, Input: uint32(in),
				Trial: uint64(i)})
			n := 0
			err := run.Estimate(in, &s, func(step int, x []float64) {
				n++
				if dims[step] == 0 {
					dims[step] = len(x)
					v.words = v.words || i > 0 || in > 0
				}
				v.words = v.words || dims[step] != len(x)
				v.dim = max(v.dim, len(x))
				if first[in][step] == nil {
					first[in][step] = slices.Clone(x)
				}
				varies[step] = varies[step] || !slices.Equal(x, first[in][step])
			})
			switch {
			case err != nil && !script.Failed(err):
				return nil, lab.Blame(v.field, err)
			case err != nil:
				fails, last = fails+1, err
			}
			v.words = v.words || err != nil || n < len(dims)
		}
		took, undrawn := run.Pace()
		if v.pace = max(v.pace, took); undrawn > took/2 {
			v.saved = took / (took - undrawn)
		}
		most = min(most, int(max(4, probing/v.pace)))
	}
	switch {
	case fails == 2*most:
		return nil, lab.Blame(v.field, last)
	case len(dims) == 0:
		return nil, lab.Blame(v.field, lang.Errorf("ring.own.nothing"))
	case v.dim < 2:
		return nil, lab.Blame(v.field, lang.Errorf("ring.own.position"))
	}
	v.steps = slices.Sorted(maps.Keys(dims))
	for _, step := range v.steps {
		v.words = v.words || dims[step] != v.dim
		if !varies[step] && !slices.Equal(first[0][step], first[1][step]) {
			v.still = append(v.still, strconv.Itoa(step))
		}
	}
	return m.shaped(), nil
}

// estimated is a visitor's estimator with two records, as a mechanism.
type estimated struct {
	*visitor
	bound    script.Bound
	scenario *system.Scenario
	run      script.EstimatorRun // nil in the one that is shared
	broken   error               // why there is none
}

// shaped is it as what its releases have shown it to be.
func (m *estimated) shaped() mechanism.Mechanism {
	switch {
	case m.words:
		return worded{m}
	case m.dim == 2:
		return tracking{m}
	}
	return m
}

func (m *estimated) Shape() (steps, dim int) { return len(m.steps), m.dim }

func (m *estimated) Pace() float64 { return m.pace }

// Release runs the estimator over a record. That it fails is an outcome; a limit stops the test.
func (m *estimated) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for i := range out {
		out[i] = mechanism.Absent()
	}
	err := m.broken
	if err == nil {
		err = m.run.Estimate(in, s, func(step int, x []float64) {
			k, known := slices.BinarySearch(m.steps, step)
			if !known { // of a step that no release was seen to publish
				out[len(out)-1] = mechanism.Word(fmt.Sprint(step))
				return
			}
			copy(out[k*m.dim:(k+1)*m.dim], x)
		})
	}
	switch {
	case script.Failed(err):
		for i := range out {
			out[i] = mechanism.Absent()
		}
		out[0] = mechanism.Failed()
	case err != nil:
		panic(work.Halt{Err: lab.Blame(m.field, err)})
	}
	mechanism.OneZero(out)
}

// fork gives a goroutine a run of its own.
func (m *estimated) fork() *estimated {
	f := *m
	f.run, f.broken = m.bound.Fork()
	return &f
}

func (m *estimated) Fork() mechanism.Mechanism { return m.fork() }

func (m *estimated) Draws(in mechanism.Input, s *rng.Stream) []script.Draw {
	if f := m.fork(); f.broken == nil {
		return f.run.Trace(in, s)
	}
	return nil
}

// Claim is the visitor's own.
func (m *estimated) Claim() mechanism.Claim {
	c := m.Estimator.Claim()
	if c == nil || c.Curved() {
		return mechanism.Claim{}
	}
	return mechanism.Claim{Budget: c.Budget, By: "program", Source: lang.Say("workshop.claim.source")}
}

// tracking is an estimator that publishes positions alone.
type tracking struct{ *estimated }

func (t tracking) Fork() mechanism.Mechanism { return tracking{t.fork()} }

func (t tracking) Truth() (out []float64) {
	for _, k := range t.steps {
		out = append(out, t.scenario.States[k][:2]...)
	}
	return out
}

// worded is an estimator some of whose releases lack numbers.
type worded struct{ *estimated }

func (w worded) Fork() mechanism.Mechanism { return worded{w.fork()} }

func (worded) Words() []string { return nil }

// warnings are what its first releases have shown.
func (v *visitor) warnings() (out []lang.Message) {
	if say := v.Warning(); say != "" {
		out = append(out, say)
	}
	if len(v.still) > 0 {
		out = append(out, lang.Say("ring.own.still", "steps", strings.Join(v.still, ", "), "n", len(v.still)))
	}
	if v.saved >= 4 {
		out = append(out, lang.Say("ring.own.publish", "times", math.Floor(v.saved)))
	}
	return out
}

// claim is what the visitor's estimator claims of itself, nil for nothing.
func (v *visitor) claim() *privacy.Claim {
	if v == nil {
		return nil
	}
	return v.Claim()
}

// published are the steps of which something is published.
func (m *model) published() []int {
	if m.visitor != nil {
		return m.visitor.steps
	}
	steps, _ := m.Mech.Shape()
	return num.Indices(steps)
}

// truth are the positions, x and y, of these steps.
func (m *model) truth() (out []float64) {
	for _, k := range m.published() {
		out = append(out, m.Scenario.States[k][:2]...)
	}
	return out
}

// unfitted says why no law can be fitted to the releases; nil where one can.
func (m *model) unfitted() error {
	if m.visitor != nil && (m.visitor.words || m.visitor.dim != 2) {
		return &lab.Problem{Field: m.visitor.field, Say: lang.Say("ring.own.unfitted")}
	}
	return nil
}
