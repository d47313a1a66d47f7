package privacy

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"indistinct/core/num"
)

// Subsampled is the subsampled Gaussian mechanism of private training (Abadi et al. 2016; Mironov,
// Talwar & Zhang 2019): T steps of a sum over a Poisson sample at rate q, of which a record changes
// each by at most 1, with Gaussian noise of deviation σ. Whoever keeps the claim is no easier to tell
// from a neighbour, with a record more or one less, than
// (1 − q)·N(0, 1) + q·N(1/σ, 1) from N(0, 1) in T samples, one way or the other.
const Subsampled Notion = "subsampled"

var subsampled = &Definition{Name: Subsampled, Symbol: "1/σ", Number: 1, Inverse: true,
	Params: []Parameter{{Name: "rate", Symbol: "q", Min: 1e-6, Max: 1, Default: 0.01},
		{Name: "sigma", Symbol: "σ", Min: 0.05, Max: 1000, Default: 1},
		{Name: "steps", Symbol: "T", Min: 1, Max: 100000, Default: 1000, Whole: true}},
	At: func(d *Definition, given Given) {
		at := func(mu float64) *lines { return sampled(given[0], mu, int(given[1])) }
		d.TradeOff = func(mu, alpha float64) float64 { return at(mu).tradeOff(alpha) }
		d.Delta = func(mu, epsilon float64) float64 { return at(mu).delta(epsilon) }
		d.Least = func(falseAlarms, misses []float64) (value, at, missed float64) {
			return leastSampled(d.TradeOff, falseAlarms, misses)
		}
		d.Noise = func(mu float64) float64 { return at(mu).noise() }
		d.OfNoise = func(mu float64) float64 {
			return sampledGrid(sort.Search(sampledSize, func(i int) bool { return d.Noise(sampledGrid(i)) >= mu }))
		}
	},
	Scale: func(k float64) float64 { return k },
	// What a group of records changes is another mixture, which the claim of one does not tell.
	Group: func(int) (Given, bool) { return Given{}, false },
}

// sampledSize is the number of values 1/σ that Least tries, from 2⁻¹¹ to mostSampled.
const sampledSize, mostSampled = 15.5 * 256, 24

func sampledGrid(i int) float64 { return math.Exp2(float64(i)/256 - 11) }

// leastSampled returns the largest value on the grid whose trade-off curve is above one of the
// points, and that point: 0 where there is none. No mechanism below the points keeps a claim of
// less, for curves fall as the value grows.
func leastSampled(tradeOff func(value, alpha float64) float64, falseAlarms, misses []float64) (value, at,
	missed float64) {
	var order []int
	const fine = 1e-9 // points that rounding could move are left out
	for i, x := range falseAlarms {
		if min(x, 1-x, misses[i], 1-misses[i]) > fine {
			order = append(order, i)
		}
	}
	// The point that tells most comes first, so that few others have to be looked at closely.
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(falseAlarms[i]+misses[i], falseAlarms[j]+misses[j]) })
	next := 0 // the value after the largest yet
	for _, i := range order {
		x, y := falseAlarms[i], misses[i]
		kept := func(k int) bool { return k >= sampledSize || tradeOff(sampledGrid(k), x) <= y }
		if kept(next) {
			continue
		}
		last, far := next, 1
		for ; !kept(last + far); far *= 2 {
			last += far
		}
		next = last + 1 + sort.Search(far-1, func(k int) bool { return kept(last + 1 + k) })
		value, at, missed = sampledGrid(next-1), x, y
	}
	return value, at, missed
}

// lines bound a symmetric trade-off curve from below: misses are at least room − slope·(false
// alarms) and the other way round, with slope = e^ε and room = 1 − δ(ε).
type lines struct{ slope, room []float64 }

func (l *lines) tradeOff(alpha float64) float64 {
	i := sort.Search(len(l.slope)-1, func(i int) bool {
		return l.room[i+1]-l.room[i] <= (l.slope[i+1]-l.slope[i])*alpha
	})
	back := func(j int) float64 { return (l.room[j] - alpha) / l.slope[j] }
	j := sort.Search(len(l.slope)-1, func(j int) bool { return back(j+1) <= back(j) })
	return max(0, l.room[i]-l.slope[i]*alpha, back(j))
}

// delta is straight in e^ε between the lines, and so never below the true δ(ε).
func (l *lines) delta(epsilon float64) float64 {
	s := num.Exp(epsilon)
	i := sort.SearchFloat64s(l.slope, s)
	if i == 0 || i == len(l.slope) {
		return 1 - l.room[max(i-1, 0)]
	}
	part := (s - l.slope[i-1]) / (l.slope[i] - l.slope[i-1])
	return 1 - l.room[i-1] - part*(l.room[i]-l.room[i-1])
}

// noise is the largest μ of Gaussian noise whose curve is nowhere below.
func (l *lines) noise() float64 {
	mu := math.Inf(1)
	for z := -3.0; z <= 3; z += 0.125 {
		if beta := l.tradeOff(num.NormalCDF(z)); beta > 0 {
			mu = min(mu, -z-num.NormalQuantile(beta))
		}
	}
	return max(mu, 0)
}

// held are curves that were computed, for whoever asks again.
var held struct {
	sync.Mutex
	lines map[[3]float64]*lines
}

// sampled returns the curve of T steps at rate q and 1/σ = mu.
func sampled(q, mu float64, steps int) *lines {
	key := [3]float64{q, mu, float64(steps)}
	held.Lock()
	l := held.lines[key]
	held.Unlock()
	if l == nil {
		l = newSampled(q, mu, steps)
		held.Lock()
		if held.lines == nil || len(held.lines) >= 512 {
			held.lines = map[[3]float64]*lines{}
		}
		held.lines[key] = l
		held.Unlock()
	}
	return l
}

const (
	mostLines    = 2048    // of a curve
	mostCells    = 1 << 16 // of the grid of losses
	farthest     = 8.5     // standard deviations: what is beyond counts as certain loss
	cellsSpread  = 12      // cells in the standard deviation of a step's loss
	chernoffTail = 27.7    // −ln 10⁻¹², what may come round in the grid: see transformed
)

// sampledStep is one step: x from N(0, 1), or from the mixture if the record is there.
type sampledStep struct{ q, mu float64 }

// loss is ln of the mixture's density over the other's.
func (s sampledStep) loss(x float64) float64 {
	return num.Log(1 - s.q + s.q*num.Exp(s.mu*x-s.mu*s.mu/2))
}

// above returns the masses, of the law that a loss is of and of the other, where it is above
// epsilon. under is 0 for the mixture's loss and 1 for the other's, its opposite.
func (s sampledStep) above(under int, epsilon float64) (own, other float64) {
	if under == 1 {
		epsilon = -epsilon
	}
	x := math.Inf(-1)
	if odds := num.Expm1(epsilon) + s.q; odds > 0 {
		x = num.Log(odds/s.q)/s.mu + s.mu/2
	}
	if under == 1 {
		return num.NormalCDF(x), (1-s.q)*num.NormalCDF(x) + s.q*num.NormalCDF(x-s.mu)
	}
	return (1-s.q)*num.NormalCDF(-x) + s.q*num.NormalCDF(s.mu-x), num.NormalCDF(-x)
}

// newSampled computes a curve that is never above the true one. Of several steps losses add up: the
// masses of both laws in a cell of losses are split between its two ends such that both stay
// what they are. The true mechanism is a post-processing of that one, so that its δ(ε) is nowhere
// above (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022), and the law of T losses together is
// found by a Fourier transform (Koskela, Jälkö & Honkela 2020).
func newSampled(q, mu float64, steps int) *lines {
	s := sampledStep{q, mu}
	var at []float64 // values of ε from 0
	var delta [2]func(i int) float64
	switch {
	case !(mu > 0):
		return &lines{[]float64{1}, []float64{1}}
	case mu > mostSampled: // beyond what may be asked for, nothing is ruled out
		return &lines{[]float64{1}, []float64{0}}
	case steps == 1:
		top := max(s.loss(mu+farthest), -s.loss(-farthest))
		for i := range mostLines {
			at = append(at, top*float64(i)/mostLines)
		}
		for under := range delta {
			delta[under] = func(i int) float64 {
				own, other := s.above(under, at[i])
				return own - num.Exp(at[i])*other
			}
		}
	default:
		step, found := s.repeated(steps)
		far := max(len(found[0]), len(found[1]))
		for j := 0; j < far; j += (far + mostLines - 1) / mostLines {
			at = append(at, float64(j)*step)
		}
		for under := range delta {
			delta[under] = func(i int) float64 {
				if j := int(math.Round(at[i] / step)); j < len(found[under]) {
					return found[under][j]
				}
				return transformed
			}
		}
	}
	l := &lines{}
	for i, e := range at {
		d := math.Max(delta[0](i), delta[1](i))
		l.slope, l.room = append(l.slope, num.Exp(e)), append(l.room, 1-min(max(d, 0), 1))
		if d < 2*transformed {
			break
		}
	}
	return l
}

// repeated returns the step of a grid and, for the losses of either law, a bound on δ(ε) of so many
// steps at ε = 0, step, 2·step, …
func (s sampledStep) repeated(steps int) (step float64, delta [2][]float64) {
	k := float64(steps)
	// One loss of either law by a sum over x, which for so smooth a function is as good as exact.
	var values, weights [2][]float64
	spread := 0.0
	for under := range values {
		var mean, square float64
		const dx = 0.05
		for x := -farthest; x <= s.mu+farthest; x += dx {
			there, w, v := x-s.mu, dx*num.InvSqrt2Pi*num.Exp(-x*x/2), s.loss(x)
			if under == 0 {
				w = (1-s.q)*w + s.q*dx*num.InvSqrt2Pi*num.Exp(-there*there/2)
			} else {
				v = -v
			}
			values[under], weights[under] = append(values[under], v), append(weights[under], w)
			mean, square = mean+w*v, square+w*v*v
		}
		spread = math.Max(spread, math.Sqrt(max(square-mean*mean, 0)))
	}
	// Chernoff's bound on how far down and up the sum of losses goes; the split adds to the
	// logarithm of a moment t at most t(t + 1)step²/8.
	ends := func(under int) (low, high float64) {
		reach := [2]float64{math.Inf(1), math.Inf(1)}
		for i := -10; i <= 4; i++ {
			t := math.Sqrt(2*chernoffTail/k) / spread * math.Exp2(float64(i)/2)
			for up, sign := range [2]float64{-1, 1} {
				top, sum := math.Inf(-1), 0.0
				for _, v := range values[under] {
					top = math.Max(top, sign*v)
				}
				for j, v := range values[under] {
					sum += weights[under][j] * num.Exp(t*(sign*v-top))
				}
				moment := t*top + num.Log(sum) + t*(t+1)*step*step/8
				reach[up] = math.Min(reach[up], (k*moment+chernoffTail)/t)
			}
		}
		return -reach[0], reach[1]
	}
	n, start := 1024, [2]int{}
	for step = spread / cellsSpread; ; step *= 1.25 {
		most := 0.0
		for under := range start {
			low, high := ends(under)
			start[under] = int(math.Floor(low/step)) - 1
			most = math.Max(most, (high-low)/step+4)
		}
		for float64(n) < most && n < mostCells {
			n *= 2
		}
		if float64(n) >= most {
			break
		}
	}
	for under := range delta {
		one, fill := s.cells(under, step)
		law := Convolve(n, 1, steps, func(_ int, cells []float64) {
			fill(func(cell int, mass float64) { cells[((cell%n)+n)%n] += mass })
		})
		certain := transformed - num.Expm1(k*num.Log1p(-one))
		end := start[under] + n // of the losses
		delta[under] = make([]float64, max(end, 1))
		mass, discounted := 0.0, 0.0
		for j := end - 1; j >= 0; j-- {
			delta[under][j] = min(1, certain+mass-discounted)
			if j >= start[under] {
				w := max(0, law[((j%n)+n)%n])
				mass, discounted = mass+w, discounted+w
			}
			discounted *= num.Exp(-step)
		}
	}
	return step, delta
}

// cells returns the mass of certain loss of a step, and a function that puts the others' on
// multiples of step, as newSampled says.
func (s sampledStep) cells(under int, step float64) (certain float64, fill func(put func(cell int, mass float64))) {
	low, high := s.loss(-farthest), s.loss(s.mu+farthest)
	if under == 1 {
		low, high = -high, -low
	}
	from, to := int(math.Floor(low/step)), int(math.Ceil(high/step))
	certain, _ = s.above(under, float64(to)*step)
	return certain, func(put func(cell int, mass float64)) {
		own, other := s.above(under, float64(from)*step)
		put(from, 1-own)
		for j := from; j < to; j++ {
			p, o := s.above(under, float64(j+1)*step)
			p, own = own-p, p
			o, other = other-o, o
			up := (p - o*num.Exp(float64(j)*step)) / -num.Expm1(-step)
			up = min(max(0, up)+1e-12/step*p, p) // rounding may have lost as much
			put(j, p-up)
			put(j+1, up)
		}
	}
}
