// Package demo makes films and runs for the stage's own tests. They look like a
// laboratory's; their numbers are invented and mean nothing.
package demo

import (
	"fmt"
	"math"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// noise is a small generator of uniform and normal numbers.
type noise uint64

func (n *noise) uniform() float64 {
	*n = *n*6364136223846793005 + 1442695040888963407
	return float64(uint64(*n)>>11) / (1 << 53)
}

func (n *noise) normal() float64 {
	s := -6.0
	for i := 0; i < 12; i++ {
		s += n.uniform()
	}
	return s
}

func word(s string) lang.Message { return lang.Verbatim(s) }

func verbatim(words ...string) []lang.Message { return lang.Verbatims(words) }

// Ring is a film like that of the sensor ring: an orbit, ten sensors, a hidden
// one with its disk, rays of two records, and a lens with clouds a thousand
// times smaller. After a run it has lit cells.
func Ring(ran bool) *film.Film {
	const steps, radius = 9, 14.142
	rng := noise(1)
	f := &film.Film{Steps: steps, Rate: 0.8, Hold: 2,
		Alt: word("A target on its orbit inside a ring of ten sensors; one of them, starred, hides in a disk.")}
	pos := func(t float64) (float64, float64) {
		return 5 * math.Cos(t), 1.25 * math.Sin(2*t)
	}
	time := func(k float64) float64 { return 0.3 + 0.22*k }
	var orbit, target, rays, rays2 []float32
	for i := 0; i <= 240; i++ {
		x, y := pos(2 * math.Pi * float64(i) / 240)
		orbit = append(orbit, float32(x), float32(y*1.6))
	}
	var ring, handles = []float32{}, []string{}
	var hx, hy float64
	for i := 0; i < 10; i++ {
		a := 2 * math.Pi * float64(i) / 10
		x, y := radius*math.Cos(a), radius*math.Sin(a)
		if i == 1 {
			hx, hy = x, y
			continue
		}
		ring = append(ring, float32(x), float32(y))
		handles = append(handles, fmt.Sprintf("sensor-%d", i))
	}
	ox, oy := radius*math.Cos(0.72), radius*math.Sin(0.72)
	var cloud1, cloud2, ell1, ell2, cells, lit, heat []float32
	for k := 0; k < steps; k++ {
		x, y := pos(time(float64(k)))
		y *= 1.6
		target = append(target, float32(x), float32(y))
		for i := 0; i+1 < len(ring); i += 2 {
			rays = append(rays, float32(x), float32(y), ring[i], ring[i+1])
		}
		rays = append(rays, float32(x), float32(y), float32(hx), float32(hy))
		rays2 = append(rays2, float32(x), float32(y), float32(ox), float32(oy))
		c, s := math.Cos(0.5+0.2*float64(k)), math.Sin(0.5+0.2*float64(k))
		a, b := 0.012, 0.006
		for i := 0; i < 814; i++ {
			u, v := a/2.6*rng.normal(), b/2.6*rng.normal()
			cloud1 = append(cloud1, float32(c*u-s*v), float32(s*u+c*v))
			u, v = a/2.6*rng.normal(), b/2.6*rng.normal()
			cloud2 = append(cloud2, float32(0.013+c*u-s*v), float32(0.005+s*u+c*v))
		}
		ell1 = append(ell1, 0, 0, float32(a), float32(b), float32(0.5+0.2*float64(k)))
		ell2 = append(ell2, 0.013, 0.005, float32(a), float32(b), float32(0.5+0.2*float64(k)))
		corner := func(u, v float64) (float32, float32) { return float32(c*u - s*v), float32(s*u + c*v) }
		cell := func(out []float32, i, j, n int) []float32 {
			for _, q := range [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}} {
				px, py := corner(a*(2*float64(q[0])/float64(n)-1), b*(2*float64(q[1])/float64(n)-1))
				out = append(out, px, py)
			}
			return out
		}
		for i := 0; i < 2; i++ {
			for j := 0; j < 2; j++ {
				cells = cell(cells, i, j, 2)
			}
		}
		lit = cell(lit, 1, k%2, 2)
		for i := 0; i < 120; i++ {
			a := 0.3 + 0.8*float64(i)/120
			v := math.Exp(-(a - 0.66) * (a - 0.66) * float64(20+60*k))
			heat = append(heat, float32(radius*math.Cos(a)), float32(radius*math.Sin(a)), 11, float32(0.4*v))
		}
		f.Clock = append(f.Clock, lang.Verbatim(fmt.Sprintf("k = %d, t = %.2f s", k, 0.05*float64(k))))
	}
	main := film.View{Name: word("Sensor ring"), Place: film.Main, Box: [4]float64{-17.5, -17.5, 17.5, 17.5},
		Equal: true, Unit: word("m"), Layers: []film.Layer{
			{Kind: film.Ring, Role: sheet.Muted, Alpha: 0.4, Data: []float32{0, 0, radius}, Size: 1},
			{Name: word("where the sensor may be"), Kind: film.Disk, Role: sheet.Leak,
				Data: []float32{float32(hx), float32(hy), 3.1}},
			{Name: word("what the adversary believes"), Kind: film.Heat, Role: sheet.Leak, Moving: true, Data: heat},
			{Name: word("orbit"), Kind: film.Path, Role: sheet.Target, Dash: true, Alpha: 0.55, Size: 1.3, Data: orbit},
			{Name: word("measured: the record"), Kind: film.Segments, Role: sheet.Record, Moving: true, Ease: true,
				Alpha: 0.65, Data: rays},
			{Name: word("measured: the adjacent record"), Kind: film.Segments, Role: sheet.Adjacent, Moving: true,
				Ease: true, Dash: true, Data: rays2},
			{Name: word("sensors"), Kind: film.Dots, Role: sheet.Muted, Size: 9, Data: ring, Handles: handles},
			{Name: word("sensor, adjacent place"), Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Diamond, Size: 9,
				Data: []float32{float32(ox), float32(oy)}},
			{Name: word("hidden sensor"), Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Fill: true, Size: 19,
				Data: []float32{float32(hx), float32(hy)}, Handles: []string{"star"}},
			{Name: word("target"), Kind: film.Dots, Role: sheet.Target, Fill: true, Moving: true, Ease: true, Trail: 4,
				Size: 10, Data: target},
			{Kind: film.Words, Role: sheet.Leak, Data: []float32{float32(hx), float32(hy) + 1.9}, Text: verbatim("θ₁")},
		}}
	lens := film.View{Name: word("Releases"), Place: film.Lens, About: 9, Equal: true, Unit: word("m"),
		Box: [4]float64{-0.024, -0.024, 0.028, 0.028},
		Layers: []film.Layer{
			{Kind: film.Quads, Role: sheet.Muted, Moving: true, Alpha: 0.5, Data: cells},
			{Name: word("releases, record"), Kind: film.Dots, Role: sheet.Record, Moving: true, Fill: true, Alpha: 0.5,
				Data: cloud1},
			{Name: word("releases, adjacent"), Kind: film.Dots, Role: sheet.Adjacent, Moving: true, Alpha: 0.5,
				Data: cloud2, Shape: film.Diamond, Fill: true, Size: 3.6},
			{Name: word("high-likely set"), Kind: film.Ellipse, Role: sheet.Record, Moving: true, Data: ell1},
			{Kind: film.Ellipse, Role: sheet.Adjacent, Dash: true, Moving: true, Data: ell2},
			{Kind: film.Dots, Role: sheet.Target, Fill: true, Size: 9, Shape: film.Cross, Data: []float32{0, 0}},
		}}
	if ran {
		lens.Layers = append(lens.Layers, film.Layer{Name: word("worst event"), Kind: film.Quads, Role: sheet.Leak,
			Lit: true, Moving: true, Data: lit})
	}
	f.Views = []film.View{main, lens}
	return f
}

// Chart is a film of a chart with a strip below: a growing path, a band's two
// edges and dots.
func Chart() *film.Film {
	const steps = 60
	rng := noise(7)
	f := &film.Film{Steps: steps, Rate: 8, Hold: steps - 1, Alt: word("A filter's estimate follows a speed.")}
	var truth, est, noisy, errs []float32
	e := 0.0
	for k := 0; k < steps; k++ {
		t := float64(k)
		v := 12 + 3*math.Sin(t/9)
		e = 0.85*e + 0.25*rng.normal()
		truth = append(truth, float32(t), float32(v))
		est = append(est, float32(t), float32(v+e))
		noisy = append(noisy, float32(t), float32(v+1.6*rng.normal()))
		errs = append(errs, float32(t), float32(math.Abs(e)))
		f.Clock = append(f.Clock, lang.Verbatim(fmt.Sprintf("k = %d", k)))
	}
	f.Views = []film.View{
		{Name: word("Mean velocity"), Place: film.Main, Box: [4]float64{0, 6, 60, 18}, XLabel: word("time in s"),
			YLabel: word("mean velocity in m/s"), Layers: []film.Layer{
				{Name: word("private measurements"), Kind: film.Dots, Role: sheet.Leak, Size: 4, Fill: true, Alpha: 0.5,
					Data: noisy},
				{Name: word("truth"), Kind: film.Path, Role: sheet.Truth, Data: truth, Dash: true},
				{Name: word("estimate"), Kind: film.Path, Role: sheet.Target, Size: 2.2, Trail: -1, Data: est},
			}},
		{Name: word("Error"), Place: film.Strip, Box: [4]float64{0, 0, 60, 1.6}, YLabel: word("error in m/s"),
			Layers: []film.Layer{
				{Kind: film.Path, Role: sheet.Target, Trail: -1, Data: errs},
			}},
	}
	return f
}

// Labelled is the ring with labels.
func Labelled() *film.Film {
	f := Ring(true)
	v := &f.Views[0]
	var target, star []float32
	for i := range v.Layers {
		switch l := &v.Layers[i]; l.Name {
		case word("target"):
			for j := 0; j < len(l.Data); j += 2 {
				target = append(target, l.Data[j], l.Data[j+1], 6)
			}
		case word("hidden sensor"):
			star = append(l.Data[:2:2], 11)
		}
	}
	ox, oy := float32(14.142*math.Cos(0.72)), float32(14.142*math.Sin(0.72))
	v.Layers = append(v.Layers,
		film.Layer{Kind: film.Labels, Role: sheet.Leak, Data: star, Text: verbatim("hidden sensor")},
		film.Layer{Kind: film.Labels, Role: sheet.Target, Moving: true, Ease: true, Data: target,
			Text: verbatim("target")},
		film.Layer{Kind: film.Labels, Role: sheet.Adjacent, Data: []float32{ox, oy, 6},
			Text: verbatim("where it could stand")},
		film.Layer{Kind: film.Labels, Role: sheet.Leak, Data: []float32{ox - 1, oy + 2.6, 2},
			Text: verbatim("hypothesis disk ×100")},
		film.Layer{Kind: film.Labels, Role: sheet.Muted, Data: []float32{-14.142, 0, 6, 10, -10, 2},
			Text: verbatim("sensors", "ring")})
	return f
}
