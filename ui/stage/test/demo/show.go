package demo

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/lang"
)

// Show is a run that has ended, in any form, with n releases of each input. Its
// numbers are invented.
func Show(form film.Form, v film.Verdict, n int) *film.Show {
	rng := noise(5)
	s := &film.Show{Form: form, Names: [2]lang.Message{word("record"), word("neighbour")}, Drawn: 10000, Goal: 10000,
		Epsilon: 1,
		Delta:   1e-5, Verdict: v}
	apart := 3.2
	switch v {
	case film.Violation:
		s.Counts = [2]int64{9963, 12}
	case film.NoViolation:
		apart = 0.5
		s.Counts = [2]int64{4203, 2371}
	default:
		apart = 0.7
		s.Counts = [2]int64{812, 291}
	}
	for i := range s.Clouds {
		c := &s.Clouds[i]
		c.Stride = map[film.Form]int{film.Line: 1, film.Bars: 1, film.Plane: 2, film.Stream: 40}[form]
		shift := apart * (0.5 - float64(i))
		for range n {
			in := false
			switch form {
			case film.Line:
				x := shift + rng.normal()
				c.Data = append(c.Data, float32(x))
				in = x > 0
			case film.Plane:
				x, y := shift+rng.normal(), 0.4*shift+0.6*rng.normal()
				c.Data = append(c.Data, float32(x), float32(y))
				in = x+y > 0
			case film.Stream:
				e, last := 0.0, 0.0
				for k := range c.Stride {
					e = 0.8*e + 0.5*rng.normal()
					last = 3*math.Sin(float64(k)/6) + e + shift*float64(k)/20
					c.Data = append(c.Data, float32(last))
				}
				in = last > 3*math.Sin(39.0/6)
			case film.Bars:
				u := rng.uniform()
				k := 0
				for limit := 0.3 + 0.12*shift; u > limit && k < 3; k++ {
					limit += 0.25 - 0.02*shift*float64(k)
				}
				c.Data = append(c.Data, float32(k))
				in = k == 0
			}
			c.In = append(c.In, 0)
			if in {
				c.In[len(c.In)-1] = 1
			}
		}
	}
	switch form {
	case film.Line:
		s.Axes[0] = film.Axis{Label: word("noisy count"), Min: -5, Max: 5}
		s.Event, s.Edge = word("count above 0"), []float32{0, 5}
	case film.Plane:
		s.Axes = [2]film.Axis{{Label: word("position x¹"), Unit: word("m"), Min: -4.5, Max: 4.5},
			{Label: word("position x²"), Unit: word("m"), Min: -3, Max: 3}}
		s.Event, s.Edge = word("nearer to the record's mean"), []float32{-4, 4, 4, -4}
	case film.Stream:
		s.Axes = [2]film.Axis{{Label: word("time"), Unit: word("s"), Min: 0, Max: 39},
			{Label: word("mean velocity"), Unit: word("m/s"), Min: -9, Max: 9}}
		s.Event = word("ends above the middle")
	case film.Bars:
		s.Words = verbatim("yes", "no", "don’t know", "refused")
		s.Axes[0] = film.Axis{Label: word("answer")}
		s.Event = word("the answer is yes")
	}
	return s
}
