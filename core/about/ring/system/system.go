// Package system is the physics of the ring laboratory (Han & Martínez 2021,
// §V a): a target on a non-isotropic oscillator, sensors on a circle that
// report a saturating function of their distance to it, and the adjacent data
// that arise when one sensor stands elsewhere.
//
// The oscillator is discretised exactly. Explicit and symplectic Euler give
// other spectral norms (1.08278, 1.07799) than the paper's 1.0777, so this is
// the discretisation that the paper used.
package system

import (
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// Layout says where the sensors stand on the circle.
type Layout string

// The layouts.
const (
	Uniform   Layout = "uniform"   // angle 2πi/n
	Random    Layout = "random"    // 2π times n sorted uniform numbers
	Clustered Layout = "clustered" // normal with mean 0 and standard deviation 0.4 rad
	Typed     Layout = "typed"     // Config.Typed
)

// Config is everything that determines a scenario but the seed. The zero value
// is not usable: start from Default. The ranges are those of the laboratory's table of
// parameters, which refuses what lies outside.
type Config struct {
	T      int        // last step of the record, 1 … 60: the record holds steps 0 … T
	N      int        // window, 1 … T: releases are made at steps 0 … T−N
	Dt     float64    // time step Δt, s, 0.001 … 0.5
	Omega  [2]float64 // ω₁, ω₂ of the potential ½Σ(ω_a x^a)², rad/s, 0.1 … 10
	Start  [4]float64 // x¹, x² in m and v¹, v² in m/s, each within ±20
	W      float64    // process noise: uniform in ±W on each coordinate of position, m, 0 … 0.1
	Layout Layout
	Count  int       // sensors, 3 … 40; ignored by the typed layout
	Typed  []float64 // angles of the typed layout, rad, 3 … 40 of them
	Radius float64   // of the circle, m, 1 … 100
	Star   int       // index of the starred sensor, from 0
	Gain   float64   // h(u) = Gain·tanh(Slope·u), 1 … 1000 (dimensionless)
	Slope  float64   // 1/m, 0.01 … 1
	Mu     float64   // sensor noise: even mixture of normal laws at ±Mu, 0 … Cut
	SD     float64   // their standard deviation, 10⁻⁴ … 1
	Cut    float64   // the mixture is truncated to ±Cut, 10⁻³ … 5
	Diam   float64   // diameter of the ball K₀ about Start, m (and m/s), 0.001 … 2
}

// Default is the paper's system. The paper gives no numbers for the truncated
// Gaussian mixture; Mu, SD and Cut are ours.
func Default() Config {
	return Config{
		T: 8, N: 5, Dt: 0.05, Omega: [2]float64{1, 2}, Start: [4]float64{5, 0, 0, 2.5}, W: 0.001,
		Layout: Uniform, Count: 10, Radius: 10 * math.Sqrt2, Gain: 100, Slope: 0.1,
		Mu: 0.02, SD: 0.01, Cut: 0.05, Diam: 0.1,
	}
}

// Angles returns the sensors' angles in rad.
func (c Config) Angles(seed uint64) []float64 {
	n := c.Count
	if c.Layout == Typed {
		n = len(c.Typed)
	}
	out := make([]float64, n)
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseLayout})
	for i := range out {
		switch c.Layout {
		case Uniform:
			out[i] = 2 * math.Pi * float64(i) / float64(n)
		case Random:
			out[i] = 2 * math.Pi * s.Float64()
		case Clustered:
			out[i] = 0.4 * s.Norm()
		case Typed:
			out[i] = c.Typed[i]
		}
	}
	if c.Layout == Random {
		slices.Sort(out)
	}
	return out
}

// noise draws from the truncated mixture ½N(−Mu, SD²) + ½N(Mu, SD²) on ±Cut,
// by rejection: with Mu ≤ Cut at least about half of the draws are kept.
func (c *Config) noise(s *rng.Stream) float64 {
	for {
		m := c.Mu
		if s.Uint64()>>63 == 0 {
			m = -m
		}
		// A spread far above the cut would reject almost all normal draws:
		// there a uniform proposal is the better one.
		if c.SD > c.Cut {
			x := s.Uniform(-c.Cut, c.Cut)
			if z := (x - m) / c.SD; s.Float64() < num.Exp(-0.5*z*z) {
				return x
			}
			continue
		}
		if x := m + c.SD*s.Norm(); math.Abs(x) <= c.Cut {
			return x
		}
	}
}

// Block is the transition of one axis over some time: position and velocity
// (x, v) become (XX x + XV v, VX x + VV v).
type Block struct{ XX, XV, VX, VV float64 }

// Axis returns the exact transition of axis a (0 or 1) over k steps.
func (c *Config) Axis(a, k int) Block {
	w := c.Omega[a]
	sin, cos := num.Sincos(w * c.Dt * float64(k))
	return Block{cos, sin / w, -w * sin, cos}
}

// Matrix returns A for one step, row by row, on (x¹, x², v¹, v²).
func (c *Config) Matrix() [][]float64 {
	p, q := c.Axis(0, 1), c.Axis(1, 1)
	return [][]float64{
		{p.XX, 0, p.XV, 0},
		{0, q.XX, 0, q.XV},
		{p.VX, 0, p.VV, 0},
		{0, q.VX, 0, q.VV},
	}
}

// Norm returns c_f = ‖A‖₂, the larger of the two blocks' largest singular
// values. For the paper's system it is 1.0776742821608.
func (c *Config) Norm() float64 {
	return math.Max(c.Axis(0, 1).Norm(), c.Axis(1, 1).Norm())
}

// Norm returns the largest singular value of a block: with e and f half the
// sums of its conformal and anticonformal parts, it is |e| + |f|.
func (b Block) Norm() float64 {
	hyp := func(x, y float64) float64 { return math.Sqrt(x*x + y*y) }
	return 0.5 * (hyp(b.XX+b.VV, b.VX-b.XV) + hyp(b.XX-b.VV, b.VX+b.XV))
}

// Advance returns A^k z.
func (c *Config) Advance(z [4]float64, k int) [4]float64 {
	for a := range 2 {
		b := c.Axis(a, k)
		x, v := z[a], z[a+2]
		z[a] = b.XX*x + b.XV*v
		z[a+2] = b.VX*x + b.VV*v
	}
	return z
}

// H is the sensor function of one coordinate: Gain·tanh(Slope·u) with
// u = x − q.
func (c *Config) H(u float64) float64 { return c.Gain * num.Tanh(c.Slope*u) }

// Scenario is one realisation: a target's path, the sensors and what they
// recorded. It is read-only once made.
type Scenario struct {
	Config
	Seed    uint64
	Angles  []float64    // rad; hides Config.Angles, which drew them
	Sensors [][2]float64 // positions q_i, m
	States  [][4]float64 // true states at steps 0 … T; of a visitor's plant the position alone
	Noise   []float64    // v, laid out as a record
	Y       []float64    // the record: y[(k·n + i)·Reading + a], step k, sensor i, entry a
	Reading int          // entries of a reading: 2, one for each axis, unless the plant is a visitor's

	plant *plant // a visitor's, or nil
}

// Make draws a scenario. Two configurations that differ only in the sensors
// share the target's path; the same seed gives the same noise.
func Make(c Config, seed uint64) *Scenario {
	angles := c.Angles(seed)
	s := &Scenario{Config: c, Seed: seed, Angles: angles, States: [][4]float64{c.Start}, Reading: 2}
	for _, a := range angles {
		s.Sensors = append(s.Sensors, s.At(a))
	}
	for k := 1; k <= c.T; k++ {
		r := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseProcess, Trial: uint64(k)})
		z := c.Advance(s.States[k-1], 1)
		z[0] += r.Uniform(-c.W, c.W)
		z[1] += r.Uniform(-c.W, c.W)
		s.States = append(s.States, z)
	}
	s.record(c.noise)
	return s
}

// record draws the sensors' noise and makes the record.
func (s *Scenario) record(noise func(r *rng.Stream) float64) {
	s.Noise = make([]float64, len(s.States)*len(s.Sensors)*s.Reading)
	s.Y = make([]float64, len(s.Noise))
	for k := range s.States {
		r := rng.New(rng.Key{Seed: s.Seed, Phase: rng.PhaseNoise, Trial: uint64(k)})
		row := s.Row(s.Noise, k)
		for i := range row {
			row[i] = noise(&r)
		}
		for i, q := range s.Sensors {
			s.reading(k, i, q, s.Y)
		}
	}
}

// At returns the position at an angle on the circle, m: on that of the starred sensor about
// the middle of the path where the plant is a visitor's.
func (s *Scenario) At(angle float64) [2]float64 {
	sin, cos := num.Sincos(angle)
	if s.plant != nil {
		m, r := s.plant.middle, s.plant.radii[s.Star]
		return [2]float64{m[0] + r*cos, m[1] + r*sin}
	}
	return [2]float64{s.Radius * cos, s.Radius * sin}
}

// reading writes what sensor i would record at step k if it stood at q.
func (s *Scenario) reading(k, i int, q [2]float64, y []float64) {
	j := (k*len(s.Sensors) + i) * s.Reading
	if s.plant != nil {
		copy(y[j:j+s.Reading], s.plant.measure(k, i, q, s.Noise[j:j+s.Reading]))
		return
	}
	y[j] = s.H(s.States[k][0]-q[0]) + s.Noise[j]
	y[j+1] = s.H(s.States[k][1]-q[1]) + s.Noise[j+1]
}

// Row returns the record's numbers of step k: Reading·sensors of them.
func (s *Scenario) Row(y []float64, k int) []float64 {
	n := s.Reading * len(s.Sensors)
	return y[k*n : (k+1)*n]
}

// RecordAt returns the record if the starred sensor stood at q, anywhere in
// the plane: same target, same noise.
func (s *Scenario) RecordAt(q [2]float64) []float64 {
	y := slices.Clone(s.Y)
	for k := range s.States {
		s.reading(k, s.Star, q, y)
	}
	return y
}

// Beside returns the place at a distance from the starred sensor, m, in a
// direction, rad.
func (s *Scenario) Beside(r, angle float64) [2]float64 {
	q := s.Sensors[s.Star]
	sin, cos := num.Sincos(angle)
	return [2]float64{q[0] + r*cos, q[1] + r*sin}
}

// Moved returns the starred sensor's position after it moved by dTheta, rad.
func (s *Scenario) Moved(dTheta float64) [2]float64 { return s.At(s.Angles[s.Star] + dTheta) }

// StepDistances returns ‖y¹_k − y²_k‖₂ for each step when the starred sensor
// stands at q instead. It is computed from the noise-free readings.
func (s *Scenario) StepDistances(q [2]float64) []float64 {
	out := make([]float64, len(s.States))
	if s.plant != nil {
		y := s.RecordAt(q)
		for k := range out {
			out[k] = Between(s.Row(y, k), s.Row(s.Y, k))
		}
		return out
	}
	p := s.Sensors[s.Star]
	s.stepDistances([2]float64{q[0] - p[0], q[1] - p[1]}, out)
	return out
}

// stepDistances takes the move itself, so that a tiny one loses no digits:
// tanh u − tanh v = tanh(u−v)·(1 − tanh u tanh v).
func (s *Scenario) stepDistances(move [2]float64, out []float64) {
	p := s.Sensors[s.Star]
	for k, z := range s.States {
		sum := 0.0
		for a := range 2 {
			u := s.Slope * (z[a] - p[a])
			m := s.Slope * move[a]
			d := s.Gain * num.Tanh(m) * (1 - num.Tanh(u)*num.Tanh(u-m))
			sum += d * d
		}
		out[k] = math.Sqrt(sum)
	}
}

// Distance returns ‖y¹ − y²‖₂ over all steps when the starred sensor stands at
// q instead.
func (s *Scenario) Distance(q [2]float64) float64 { return norm(s.StepDistances(q)) }

// DistanceAt returns ‖y¹ − y²‖₂ when the starred sensor's angle grows by
// dTheta, rad; accurate to 10⁻¹² relative for the tiniest move.
func (s *Scenario) DistanceAt(dTheta float64) float64 {
	if s.plant != nil {
		return s.Distance(s.Moved(dTheta))
	}
	sin, cos := num.Sincos(s.Angles[s.Star] + 0.5*dTheta)
	half, _ := num.Sincos(0.5 * dTheta)
	var buf [61]float64
	out := buf[:len(s.States)]
	s.stepDistances([2]float64{-2 * s.Radius * half * sin, 2 * s.Radius * half * cos}, out)
	return norm(out)
}

// Between returns ‖a − b‖₂.
func Between(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		e := v - b[i]
		sum += e * e
	}
	return math.Sqrt(sum)
}

func norm(x []float64) float64 { return math.Sqrt(num.Dot(x, x)) }

// PrintedRule returns the paper's Δθ = d/(20√2). It is short by more than a
// factor of ten: the Lipschitz constant of h is 10, that of the map from the
// angle to the record 100√2 for each step, and the record holds T + 1 steps.
func PrintedRule(d float64) float64 { return d / (20 * math.Sqrt2) }

// SolveTurn returns the smallest Δθ in [0, π] at which the record lies exactly d
// away, to 10⁻¹² relative, or less where readings jump there, when the starred sensor moves by turn·Δθ:
// anticlockwise with turn 1, clockwise with turn −1.
func (s *Scenario) SolveTurn(d, turn float64) (float64, error) {
	if d == 0 {
		return 0, nil
	}
	f := func(t float64) float64 { return s.DistanceAt(turn * t) }
	// Walk out until the distance is reached; the first bracket holds the
	// smallest solution. The steps are fine against the scale on which the
	// saturating sensor function bends.
	steps := 720.0
	if s.plant != nil {
		steps = 180 // each takes a call of the visitor's function a step
	}
	lo, hi := 0.0, 0.0
	best, at := 0.0, 0.0
	for i := 1.0; i <= steps; i++ {
		t := math.Pi * i / steps
		v := f(t)
		if v >= d {
			lo, hi = math.Pi*(i-1)/steps, t
			break
		}
		if v > best {
			best, at = v, t
		}
	}
	if hi == 0 {
		// The maximum may lie between two grid points.
		a, b, _ := num.Golden(math.Max(0, at-math.Pi/steps), math.Min(math.Pi, at+math.Pi/steps), 60,
			func(t float64) float64 { return -f(t) })
		if t := 0.5 * (a + b); f(t) >= d {
			lo, hi = at-math.Pi/steps, t
		} else {
			return 0, lang.Errorf("ring.system.unreachable", "sensor", s.Star+1, "d", d, "most", math.Max(best, f(t)))
		}
	}
	// Bisection to the last bit: about 50 evaluations of 2(T+1) tanh each.
	hi = num.Bisect(lo, hi, 0, func(t float64) bool { return f(t) >= d })
	below := math.Nextafter(hi, 0)
	under, over := f(below), f(hi)
	switch jumps := over > 1.0001*d; {
	case jumps && under < d/2:
		return 0, lang.Errorf("ring.system.jump", "sensor", s.Star+1, "d", d, "under", under, "over", over)
	case jumps || math.Abs(under-d) < math.Abs(over-d):
		return below, nil
	}
	return hi, nil
}

// Truth returns the true positions at the released steps, 2(T+1−N) numbers.
func (s *Scenario) Truth() []float64 {
	out := make([]float64, 0, 2*(s.T+1-s.N))
	for k := 0; k <= s.T-s.N; k++ {
		out = append(out, s.States[k][0], s.States[k][1])
	}
	return out
}
