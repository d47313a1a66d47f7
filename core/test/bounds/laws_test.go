package bounds

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// law is a mechanism whose likelihood ratio is known. Laws are built from a few entries
// by beside, which releases several side by side.
type law struct {
	steps, dim int
	draw       func(in mechanism.Input, s *rng.Stream, out []float64)
	// ratio is ln P(release)/Q(release), of the record's law P and its neighbour's Q.
	ratio  func(release []float64) float64
	worded bool // its releases hold words of vocabulary, or are of different length
}

// vocabulary is the list of words of every law that releases words.
var vocabulary = []string{"above", "below", "a", "b", "c", "d", "e", "f"}

const wordAbove, wordBelow, wordFirst = 0, 1, 2

func (l *law) Shape() (steps, dim int)   { return l.steps, l.dim }
func (l *law) Fork() mechanism.Mechanism { return l.mechanism() }
func (l *law) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (l *law) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	l.draw(in, s, out)
}

// wordedLaw is a law that an audit takes for one of cells.
type wordedLaw struct{ *law }

func (wordedLaw) Words() []string { return vocabulary }

// mechanism is the law as an audit sees it: draws alone.
func (l *law) mechanism() mechanism.Mechanism {
	if l.worded {
		return wordedLaw{l}
	}
	return l
}

// beside releases independent laws side by side, as steps of one number.
func beside(laws ...*law) *law {
	all := &law{dim: 1}
	var ends []int
	for _, l := range laws {
		all.steps += l.steps * l.dim
		all.worded = all.worded || l.worded
		ends = append(ends, all.steps)
	}
	all.draw = func(in mechanism.Input, s *rng.Stream, out []float64) {
		from := 0
		for i, l := range laws {
			l.draw(in, s, out[from:ends[i]])
			from = ends[i]
		}
	}
	all.ratio = func(release []float64) (sum float64) {
		from := 0
		for i, l := range laws {
			sum += l.ratio(release[from:ends[i]])
			from = ends[i]
		}
		return sum
	}
	return all
}

// list releases n entries, each of which entry makes.
func list(n int, entry func(i int) *law) *law {
	laws := make([]*law, n)
	for i := range laws {
		laws[i] = entry(i)
	}
	return beside(laws...)
}

// alike releases n entries of one law.
func alike(n int, entry *law) *law { return list(n, func(int) *law { return entry }) }

// number is a law of one number: noise of a law of scale 1, about shift under the record
// and about 0 under its neighbour.
func number(shift float64, noise mechanism.Noise) *law {
	mean := [2]float64{shift, 0}
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) { out[0] = mean[in] + noise.Draw(s, 1) },
		ratio: func(release []float64) float64 {
			return noise.LogDensity(release[0]-shift, 1) - noise.LogDensity(release[0], 1)
		}}
}

func laplace(shift float64) *law { return number(shift, mechanism.LaplaceNoise{}) }
func normal(shift float64) *law  { return number(shift, mechanism.NormalNoise{}) }

// choice is a law on a few cells with weights for either input, which need not add up to 1.
func choice(cells []float64, weights [2][]float64, worded bool) *law {
	var sum [2]float64
	for in, w := range weights {
		for _, v := range w {
			sum[in] += v
		}
	}
	return &law{steps: 1, dim: 1, worded: worded,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			u, i := sum[in]*s.Float64(), 0
			for ; i+1 < len(cells) && u >= weights[in][i]; i++ {
				u -= weights[in][i]
			}
			out[0] = cells[i]
		},
		ratio: func(release []float64) float64 {
			for i, c := range cells {
				if math.Float64bits(c) == math.Float64bits(release[0]) {
					return num.Log(weights[0][i]/weights[1][i]) - num.Log(sum[0]/sum[1])
				}
			}
			return math.NaN()
		}}
}

// bit is randomised response: 1 with odds of e^loss under the record, e^−loss under its
// neighbour.
func bit(loss float64) *law {
	up := []float64{1, num.Exp(loss)}
	down := []float64{1, num.Exp(-loss)}
	return choice([]float64{0, 1}, [2][]float64{up, down}, false)
}

// word is one of k words, whose logarithms differ by up to loss between the inputs, in a
// zigzag that no order of the words follows.
func word(k int, loss float64) *law {
	var cells []float64
	var weights [2][]float64
	for i := range k {
		cells = append(cells, mechanism.ListedWord(wordFirst+i))
		tilt := loss * (float64(i*3%k)/float64(k-1) - 0.5)
		weights[0] = append(weights[0], num.Exp(tilt/2)/float64(1+i))
		weights[1] = append(weights[1], num.Exp(-tilt/2)/float64(1+i))
	}
	return choice(cells, weights, true)
}

// geometric is a count with two-sided geometric noise of that ε.
func geometric(epsilon float64) *law {
	q := num.Exp(-epsilon)
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			out[0] = float64(s.Geometric(q) - s.Geometric(q) + 1 - int64(in))
		},
		ratio: func(release []float64) float64 {
			return epsilon * (math.Abs(release[0]) - math.Abs(release[0]-1))
		}}
}

// clamped is Laplace noise of scale 1 about shift or 0, clamped to [−width, width], and
// rounded to multiples of width/2: nine tenths of the releases or so are one of two.
func clamped(shift, width float64) *law {
	cdf := func(x float64) float64 {
		if x < 0 {
			return 0.5 * num.Exp(x)
		}
		return 1 - 0.5*num.Exp(-x)
	}
	var cells []float64
	var weights [2][]float64
	for k := -2; k <= 2; k++ {
		x := float64(k) * width / 2
		cells = append(cells, x)
		for in, mean := range []float64{shift, 0} {
			lo, hi := 0.0, 1.0
			if k > -2 {
				lo = cdf(x - width/4 - mean)
			}
			if k < 2 {
				hi = cdf(x + width/4 - mean)
			}
			weights[in] = append(weights[in], hi-lo)
		}
	}
	return choice(cells, weights, false)
}

// often0 is 0 but for a part of the releases, which are Laplace noise about a shift.
func often0(part, shift float64) *law {
	noise := laplace(shift)
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			if out[0] = 0; s.Bernoulli(part) {
				noise.draw(in, s, out)
			}
		},
		ratio: func(release []float64) float64 {
			if release[0] == 0 {
				return 0
			}
			return noise.ratio(release)
		}}
}

// chain is a stationary Gaussian chain of n numbers of variance 1, in one step or in n:
// with means that alternate between shift and −shift and neighbours correlated by rho[0]
// under the record, with mean 0 and rho[1] under its neighbour.
func chain(steps, dim int, shift float64, rho [2]float64) *law {
	n := steps * dim
	mean := func(in, i int) float64 {
		if in == 1 {
			return 0
		}
		return shift * float64(1-2*(i&1))
	}
	logDensity := func(in int, x []float64) float64 {
		d := x[0] - mean(in, 0)
		sum := -0.5 * d * d
		left := 1 - rho[in]*rho[in]
		for i := 1; i < n; i++ {
			e := x[i] - mean(in, i) - rho[in]*d
			d = x[i] - mean(in, i)
			sum -= 0.5*e*e/left + 0.5*num.Log(left)
		}
		return sum
	}
	return &law{steps: steps, dim: dim,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			d := s.Norm()
			root := math.Sqrt(1 - rho[in]*rho[in])
			for i := range n {
				if i > 0 {
					d = rho[in]*d + root*s.Norm()
				}
				out[i] = mean(int(in), i) + d
			}
		},
		ratio: func(release []float64) float64 { return logDensity(0, release) - logDensity(1, release) }}
}

// shares are n numbers of which only the sum tells anything: all but the last are wide
// noise, and the last makes the sum Laplace noise about shift or 0.
func shares(n int, shift float64) *law {
	const width = 5
	total := laplace(shift)
	sum := func(x []float64) (sum float64) {
		for _, v := range x {
			sum += v
		}
		return sum
	}
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			total.draw(in, s, out[n-1:])
			for i := range n - 1 {
				out[i] = width * s.Norm()
			}
			out[n-1] -= sum(out[:n-1])
		},
		ratio: func(release []float64) float64 { return total.ratio([]float64{sum(release)}) }}
}

// oneOf are n standard normal numbers; under the record, with probability part, one of
// them, wherever it is, is larger by shift. What tells is about their maximum.
func oneOf(n int, part, shift float64) *law {
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			for i := range out {
				out[i] = s.Norm()
			}
			if in == mechanism.Record && s.Bernoulli(part) {
				out[s.Intn(n)] += shift
			}
		},
		ratio: func(release []float64) float64 {
			mean := 0.0
			for _, x := range release {
				mean += num.Exp(shift*x-0.5*shift*shift) / float64(n)
			}
			return num.Log(1 - part + part*mean)
		}}
}

// labelled are a fair word and a number with Laplace noise, which the record moves up
// beside one word and down beside the other.
func labelled(shift float64) *law {
	up, down := laplace(shift), laplace(-shift)
	cells := [2]float64{mechanism.ListedWord(wordFirst), mechanism.ListedWord(wordFirst + 1)}
	return &law{steps: 2, dim: 1, worded: true,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			if s.Bernoulli(0.5) {
				out[0] = cells[0]
				up.draw(in, s, out[1:])
			} else {
				out[0] = cells[1]
				down.draw(in, s, out[1:])
			}
		},
		ratio: func(release []float64) float64 {
			if math.Float64bits(release[0]) == math.Float64bits(cells[0]) {
				return up.ratio(release[1:])
			}
			return down.ratio(release[1:])
		}}
}

// lengths is a list of 1 to most numbers: after each it goes on with odds of e^longer to 1
// under the record, evenly under its neighbour. Its numbers are Laplace noise about shift
// or 0.
func lengths(most int, longer, shift float64) *law {
	entry, on := laplace(shift), [2]float64{1 / (1 + num.Exp(-longer)), 0.5}
	return &law{steps: most, dim: 1, worded: true,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			for i := range out {
				out[i] = mechanism.Absent()
			}
			for i := range out {
				entry.draw(in, s, out[i:i+1])
				if !s.Bernoulli(on[in]) {
					return
				}
			}
		},
		ratio: func(release []float64) float64 {
			sum := 0.0
			for i := range release {
				sum += entry.ratio(release[i : i+1])
				switch {
				case i+1 == most:
					// The coin is tossed after the last number too, and decides nothing.
				case mechanism.IsAbsent(release[i+1]):
					return sum + num.Log((1-on[0])/(1-on[1]))
				default:
					sum += num.Log(on[0] / on[1])
				}
			}
			return sum
		}}
}

// corner are n uniform numbers; the corner of probability part, where all are small, is
// a thousand times rarer under the neighbour.
func corner(n int, part float64) *law {
	const rare = 1000
	edge := num.Pow(part, 1/float64(n))
	inside := func(x []float64) bool {
		for _, v := range x {
			if v >= edge {
				return false
			}
		}
		return true
	}
	kept := 1 - part + part/rare // of the neighbour's proposals
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			for {
				for i := range out {
					out[i] = s.Float64()
				}
				if in == mechanism.Record || !inside(out) || s.Bernoulli(1.0/rare) {
					return
				}
			}
		},
		ratio: func(release []float64) float64 {
			if inside(release) {
				return num.Log(rare * kept)
			}
			return num.Log(kept)
		}}
}

// residue is a whole number, as wide as 3·10⁶, of which only the remainder after division by 3
// tells anything: 0 is likelier under the record and 2 under its neighbour, by e^(2 loss) each.
func residue(loss float64) *law {
	const wide = 1e-6
	up, down := num.Exp(loss), num.Exp(-loss)
	rest := choice([]float64{0, 1, 2}, [2][]float64{{up, 1, down}, {down, 1, up}}, false)
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			rest.draw(in, s, out)
			out[0] += 3 * float64(s.Geometric(1-wide)-s.Geometric(1-wide))
		},
		ratio: func(release []float64) float64 {
			return rest.ratio([]float64{release[0] - 3*math.Floor(release[0]/3)})
		}}
}

// factors are n numbers of which only the product tells anything: all but the last are of any
// sign and size, the logarithm's as wide as said, and the last makes the product e to the power of
// Laplace noise about 1 + shift or 1. Of two, the first's reciprocal is released: their ratio tells.
func factors(n int, width, shift float64) *law {
	total := laplace(shift)
	logs := func(x []float64) (sum float64) {
		for i, v := range x {
			if n == 2 && i == 0 {
				v = 1 / v
			}
			sum += num.Log(math.Abs(v))
		}
		return sum
	}
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			total.draw(in, s, out[n-1:])
			sign := 1.0
			for i := range n - 1 {
				out[i] = num.Exp(width * s.Norm())
				if s.Bernoulli(0.5) {
					out[i], sign = -out[i], -sign
				}
			}
			out[n-1] = sign * num.Exp(1+out[n-1]-logs(out[:n-1]))
		},
		ratio: func(release []float64) float64 { return total.ratio([]float64{logs(release) - 1}) }}
}

// staircase is the noise of Geng & Viswanath (2014) for numbers that differ by 1, with steps of
// the width that is best for that ε, about 0 or 1/2: as the inputs differ by less than a step and
// its rise together, what tells are stripes.
func staircase(epsilon float64) *law {
	const shift = 0.5
	q := num.Exp(-epsilon)
	part := 1 / (1 + num.Exp(epsilon/2)) // of a period that the higher step takes
	height := func(x float64) float64 {
		k := math.Floor(math.Abs(x))
		if math.Abs(x)-k >= part {
			k++
		}
		return -epsilon * k
	}
	return &law{steps: 1, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			x := float64(s.Geometric(q))
			if u := s.Float64(); s.Bernoulli(part / (part + (1-part)*q)) {
				x += part * u
			} else {
				x += part + (1-part)*u
			}
			if s.Bernoulli(0.5) {
				x = -x
			}
			if out[0] = x; in == mechanism.Record {
				out[0] += shift
			}
		},
		ratio: func(release []float64) float64 { return height(release[0]-shift) - height(release[0]) }}
}

// ranking are the ranks that n items have in a random order by Mallows (1957): each pair of items
// that is in another order than in a reference costs a factor of e^−theta. The reference is the
// items' own order under the record; under its neighbour the first and the middle one change places.
func ranking(n int, theta float64) *law {
	q, middle := num.Exp(-theta), n/2
	place := func(in, item int) int { // in the reference
		if in == 1 && item == 0 {
			return middle
		}
		if in == 1 && item == middle {
			return 0
		}
		return item
	}
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			var order []int // of places in the reference: each is inserted so many before the end
			for i := range n {
				back, u := 0, s.Float64()*(1-num.Pow(q, float64(i+1)))/(1-q)
				for w := 1.0; back < i && u >= w; back++ {
					u -= w
					w *= q
				}
				order = slices.Insert(order, len(order)-back, i)
			}
			for item := range n {
				out[item] = float64(1 + slices.Index(order, place(int(in), item)))
			}
		},
		ratio: func(release []float64) (sum float64) {
			for i := range n {
				for j := range i {
					for in, sign := range []float64{1, -1} {
						if (place(in, i) > place(in, j)) != (release[i] > release[j]) {
							sum -= sign * theta
						}
					}
				}
			}
			return sum
		}}
}

// mixed is the i-th entry of a list in which every kind of entry occurs, telling either way.
func mixed(i int, tell float64) *law {
	switch i % 5 {
	case 0:
		return laplace(tell * zigzag(i))
	case 1:
		return normal(tell * zigzag(i))
	case 2:
		return bit(tell * zigzag(i))
	case 3:
		return geometric(tell) // of a count the record is always the larger one
	}
	return word(5, 3*tell*zigzag(i))
}

// shuffled are n reports in random order: each is one's own value of four with odds of
// e^epsilon to 1 against each of the others (randomised response). One value is 0 under the
// record and 3 under its neighbour; the others' are the same. What tells is how often each
// value is reported.
func shuffled(n int, epsilon float64) *law {
	const values = 4
	own := num.Exp(epsilon) / (num.Exp(epsilon) + values - 1)
	p := func(value, report int) float64 {
		if value == report {
			return own
		}
		return (1 - own) / (values - 1)
	}
	truth := func(in, i int) int {
		if i == 0 {
			return (values - 1) * in
		}
		return i % values
	}
	var laws [2]map[[values]int]float64 // of the counts
	for in := range laws {
		laws[in] = map[[values]int]float64{{}: 1}
		for i := range n {
			next := map[[values]int]float64{}
			for counts, v := range laws[in] {
				for r := range values {
					more := counts
					more[r]++
					next[more] += v * p(truth(in, i), r)
				}
			}
			laws[in] = next
		}
	}
	return &law{steps: n, dim: 1,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			for i := range out {
				value := truth(int(in), i)
				if !s.Bernoulli(own) {
					value = (value + 1 + s.Intn(values-1)) % values
				}
				out[i] = float64(value)
			}
			for i := range out {
				k := i + s.Intn(n-i)
				out[i], out[k] = out[k], out[i]
			}
		},
		ratio: func(release []float64) float64 {
			var counts [values]int
			for _, v := range release {
				counts[int(v)]++
			}
			return num.Log(laws[0][counts] / laws[1][counts])
		}}
}
