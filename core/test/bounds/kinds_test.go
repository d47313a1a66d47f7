package bounds

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// Laws of which something else tells than where a number lies: its spread, beside another number
// or not, its size relative to another's, a count's tail, a remainder.

// of is a law of one number with a logarithmic density, or probability, for either input.
func of(draw func(in int, s *rng.Stream) float64, log func(in int, x float64) float64) *law {
	return &law{steps: 1, dim: 1,
		draw:  func(in mechanism.Input, s *rng.Stream, out []float64) { out[0] = draw(int(in), s) },
		ratio: func(release []float64) float64 { return log(0, release[0]) - log(1, release[0]) }}
}

// deviating is noise about 0 of a scale for either input.
func deviating(noise mechanism.Noise, scale [2]float64) *law {
	return of(func(in int, s *rng.Stream) float64 { return noise.Draw(s, scale[in]) },
		func(in int, x float64) float64 { return noise.LogDensity(x, scale[in]) })
}

// tenfold is noise of scale 1 about 0 that is ten times as large with a probability for either input.
func tenfold(noise mechanism.Noise, part [2]float64) *law {
	return of(func(in int, s *rng.Stream) float64 {
		if s.Bernoulli(part[in]) {
			return noise.Draw(s, 10)
		}
		return noise.Draw(s, 1)
	}, func(in int, x float64) float64 {
		return num.Log((1-part[in])*num.Exp(noise.LogDensity(x, 1)) + part[in]*num.Exp(noise.LogDensity(x, 10)))
	})
}

// poisson is a Poisson count with a mean for either input.
func poisson(mean [2]float64) *law {
	return of(func(in int, s *rng.Stream) float64 {
		k, p := 0, num.Exp(-mean[in])
		for u := s.Float64(); u >= p && k < 1000; k++ {
			u -= p
			p *= mean[in] / float64(k+1)
		}
		return float64(k)
	}, func(in int, x float64) float64 { return x*num.Log(mean[in]) - mean[in] })
}

// tries is how often one tries until an attempt succeeds, with a probability for either input.
func tries(p [2]float64) *law {
	return of(func(in int, s *rng.Stream) float64 { return float64(1 + s.Geometric(1-p[in])) },
		func(in int, x float64) float64 { return (x-1)*num.Log(1-p[in]) + num.Log(p[in]) })
}

// leaving is a whole number below 10⁶, or with parts a number that goes on after the point, of
// which what it leaves when divided by m tells: the lower half of that is likelier under the record,
// by e^(2 loss).
func leaving(m int, parts bool, loss float64) *law {
	low := func(x float64) bool { return 2*math.Mod(math.Floor(x), float64(m)) < float64(m) }
	return of(func(in int, s *rng.Stream) float64 {
		for {
			x := 1e6 * s.Float64()
			if !parts {
				x = math.Floor(x)
			}
			if low(x) == (in == 0) || s.Bernoulli(num.Exp(-2*loss)) {
				return x
			}
		}
	}, func(in int, x float64) float64 {
		// Of all of 10⁶ about this part is low.
		part := float64((m+1)/2) / float64(m)
		if in == 1 {
			part = 1 - part
		}
		log := -num.Log(part + (1-part)*num.Exp(-2*loss))
		if low(x) != (in == 0) {
			log -= 2 * loss
		}
		return log
	})
}

// scaled releases a positive scale of that law, and a number of another law times that scale.
func scaled(scale func(s *rng.Stream) float64, of *law) *law {
	return &law{steps: 2, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			of.draw(in, s, out[1:])
			out[0] = scale(s)
			out[1] *= out[0]
		},
		ratio: func(release []float64) float64 { return of.ratio([]float64{release[1] / release[0]}) }}
}

// exponential is e to the power of a law's number.
func exponential(l *law) *law {
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			l.draw(in, s, out)
			out[0] = num.Exp(out[0])
		},
		ratio: func(release []float64) float64 { return l.ratio([]float64{num.Log(release[0])}) }}
}

func logNormal(width float64) func(s *rng.Stream) float64 {
	return func(s *rng.Stream) float64 { return num.Exp(width * s.Norm()) }
}

// beyond releases a standard normal number, and one of a law where the first is above a threshold
// and of another where it is not.
func beyond(threshold float64, above, below *law) *law {
	which := func(x float64) *law {
		if x > threshold {
			return above
		}
		return below
	}
	return &law{steps: 2, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			out[0] = s.Norm()
			which(out[0]).draw(in, s, out[1:])
		},
		ratio: func(release []float64) float64 { return which(release[0]).ratio(release[1:]) }}
}

// spreading releases a standard normal number x and another of deviation e^(loss x) under the
// record, e^(−loss x) under its neighbour.
func spreading(loss float64) *law {
	deviation := func(in int, x float64) float64 { return num.Exp(loss * float64(1-2*in) * x) }
	noise := mechanism.NormalNoise{}
	return &law{steps: 2, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			out[0] = s.Norm()
			out[1] = noise.Draw(s, deviation(int(in), out[0]))
		},
		ratio: func(release []float64) float64 {
			x, y := release[0], release[1]
			return noise.LogDensity(y, deviation(0, x)) - noise.LogDensity(y, deviation(1, x))
		}}
}

// largest are n numbers of one law, the largest of which is entry 0 with odds of e^loss to 1
// against each other under the record, of e^−loss under its neighbour.
func largest(n int, draw func(s *rng.Stream) float64, loss float64) *law {
	log := func(in int, first bool) float64 {
		odds := num.Exp(loss * float64(1-2*in))
		if !first {
			return -num.Log(odds + float64(n-1))
		}
		return num.Log(odds) - num.Log(odds+float64(n-1))
	}
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			most := 0
			for i := range out {
				if out[i] = draw(s); out[i] > out[most] {
					most = i
				}
			}
			place := 0
			if !s.Bernoulli(num.Exp(log(int(in), true))) {
				place = 1 + s.Intn(n-1)
			}
			out[place], out[most] = out[most], out[place]
		},
		ratio: func(release []float64) float64 {
			first := slices.Max(release) == release[0]
			return log(0, first) - log(1, first)
		}}
}
