package privacy

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"indistinct/core/lang"
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
		at := func(mu float64) *lines { return sampled(given[0], mu, int(given[1])).both }
		d.TradeOff = func(mu, alpha float64) float64 { return at(mu).tradeOff(alpha) }
		d.Added = func(mu, alpha float64) float64 { return sampled(given[0], mu, int(given[1])).added.tradeOff(alpha) }
		d.Profile = func(mu float64) Profile { return profileOf(at(mu).tradeOff) }
		d.Least = func(falseAlarms, misses []float64) (value, at, missed float64) {
			return leastSampled(d.TradeOff, falseAlarms, misses)
		}
		if root := math.Sqrt(given[1]); given[0] == 1 { // Gaussian noise itself
			d.Noise = func(mu float64) float64 { return mu * root }
			d.OfNoise = func(mu float64) float64 { return mu / root }
			return
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

// sampledSize is the number of values 1/σ that Least tries, from 2⁻¹¹ to mostSampled; after them is +Inf.
const sampledSize, mostSampled = 15.5 * 256, 24

func sampledGrid(i int) float64 {
	if i == sampledSize {
		return math.Inf(1)
	}
	return math.Exp2(float64(i)/256 - 11)
}

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
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Compare(falseAlarms[i]+misses[i], falseAlarms[j]+misses[j])
	})
	next := 0 // the value after the largest yet
	for _, i := range order {
		x, y := falseAlarms[i], misses[i]
		kept := func(k int) bool { return tradeOff(sampledGrid(next+k), x) <= y }
		if next < sampledSize && !kept(0) {
			next += sort.Search(sampledSize-next, kept)
			value, at, missed = sampledGrid(next-1), x, y
		}
	}
	return value, at, missed
}

// lines bound a trade-off curve from below: misses are at least room − slope·(false alarms) for
// the first room, and false alarms at least room − slope·misses for the second, with slope = e^ε
// and room = 1 − δ(ε).
type lines struct {
	slope []float64
	room  [2][]float64
}

func (l *lines) tradeOff(alpha float64) float64 {
	there := func(i int) float64 { return l.room[0][i] - l.slope[i]*alpha }
	back := func(i int) float64 { return (l.room[1][i] - alpha) / l.slope[i] }
	best := 0.0
	for _, line := range []func(i int) float64{there, back} { // it rises and then falls
		best = max(best, line(sort.Search(len(l.slope)-1, func(i int) bool { return line(i+1) <= line(i) })))
	}
	return best
}

// noise is the largest μ, up to 40, of Gaussian noise whose curve is nowhere below.
func (l *lines) noise() float64 {
	mu := 40.0
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
	curves map[[3]float64]*sampledCurves
}

// sampledCurves are the trade-off curve of tests in either direction, and that of "without a
// record" against "with it".
type sampledCurves struct{ both, added *lines }

// sampled returns the curves of T steps at rate q and 1/σ = mu.
func sampled(q, mu float64, steps int) *sampledCurves {
	key := [3]float64{q, mu, float64(steps)}
	held.Lock()
	defer held.Unlock()
	if held.curves == nil || len(held.curves) >= 512 {
		held.curves = map[[3]float64]*sampledCurves{}
	}
	c := held.curves[key]
	if c == nil {
		c = newSampled(q, mu, steps)
		held.curves[key] = c
	}
	return c
}

const (
	mostCells = 1 << 16 // of the grid of losses
	farthest  = 8.5     // standard deviations: what is beyond counts as certain loss
	mostLoss  = 700     // and what is beyond this, whose e^loss would overflow
)

// newSampled computes curves that are never above the true ones, from the losses of either law on a
// grid: the masses of both laws in a cell are split between its two ends such that both stay what
// they are. The true mechanism is a post-processing of that one, so that its δ(ε) is nowhere
// above, and equal for one step at the grid's values (Doroshenko, Ghazi, Kamath, Kumar &
// Manurangsi 2022). The law of T losses together is found by a Fourier transform (Koskela, Jälkö &
// Honkela 2020), where what comes round and what rounding leaves is in transformed.
func newSampled(q, mu float64, steps int) *sampledCurves {
	switch {
	case !(mu > 0):
		return curvesOf([2][]float64{{0}, {0}}, 0)
	case mu > mostSampled: // beyond what may be asked for, nothing is ruled out
		return curvesOf([2][]float64{{1}, {1}}, 0)
	}
	k := float64(steps)
	s := sampledStep{q, mu}
	spread := min(mu, q*math.Sqrt(num.Expm1(mu*mu))) // of a loss, about
	step, n := max(spread/max(12, 40/math.Sqrt(k)), 2.1*s.loss(mu+farthest)/mostCells), 1024
	var one [2]splitLoss
	for ; ; step *= 1.5 {
		reach := 0.0
		for under := range one {
			one[under] = s.split(under, step, farthest)
			reach = max(reach, one[under].reach(k, step, spread))
		}
		for float64(n) < 2*reach/step+4 && n <= mostCells {
			n *= 2
		}
		if n <= mostCells {
			break
		}
		n = mostCells
	}
	var delta [2][]float64
	for under, o := range one {
		delta[under] = make([]float64, n/2)
		law := Convolve(n, 1, steps, func(_ int, cells []float64) {
			for i, w := range o.mass {
				cells[((o.from+i)%n+n)%n] += w
			}
		})
		mass, discounted := transformed-num.Expm1(k*num.Log1p(-o.certain)), 0.0
		for j := n/2 - 1; j >= 0; j-- {
			delta[under][j] = max(0, min(mass-discounted, 1))
			w := max(0, law[j])
			mass, discounted = mass+w, (discounted+w)*num.Exp(-step)
		}
	}
	return curvesOf(delta, step)
}

// curvesOf returns the curves of δ(ε) at multiples of step, of the mixture and of the other law.
func curvesOf(delta [2][]float64, step float64) *sampledCurves {
	both, added := &lines{}, &lines{}
	for j := 0; j < len(delta[0]); j += 1 + j/256 {
		most := max(delta[0][j], delta[1][j])
		if j > 0 && most <= 2*transformed {
			break
		}
		e := num.Exp(float64(j) * step)
		both.add(e, 1-most, 1-most)
		added.add(e, 1-delta[0][j], 1-delta[1][j])
	}
	return &sampledCurves{both, added}
}

func (l *lines) add(slope, there, back float64) {
	l.slope = append(l.slope, slope)
	l.room[0], l.room[1] = append(l.room[0], there), append(l.room[1], back)
}

// sampledStep is one step: x from N(0, 1), or from the mixture if the record is there.
type sampledStep struct{ q, mu float64 }

// loss is ln of the mixture's density over the other's, mostLoss at most.
func (s sampledStep) loss(x float64) float64 {
	return math.Min(mostLoss, num.Log(1-s.q+s.q*num.Exp(s.mu*x-s.mu*s.mu/2)))
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

// splitLoss is a law of losses on multiples of a step from from·step on, and of certain loss.
type splitLoss struct {
	from    int
	mass    []float64
	certain float64
}

// split puts a loss on multiples of step, as newSampled says; beyond far standard deviations it counts as certain.
func (s sampledStep) split(under int, step, far float64) (o splitLoss) {
	low, high := s.loss(-far), s.loss(s.mu+far)
	if under == 1 {
		low, high = -high, -low
	}
	o.from = int(math.Floor(low / step))
	o.mass = make([]float64, int(math.Ceil(high/step))-o.from+1)
	own, other := s.above(under, float64(o.from)*step)
	o.mass[0] = 1 - own
	for i := range len(o.mass) - 1 {
		at := float64(o.from+i) * step
		p, q := s.above(under, at+step)
		p, own = own-p, p
		q, other = other-q, q
		up := (p - q*num.Exp(at)) / -num.Expm1(-step)
		up = min(max(0, up)+1e-12/step*p, p) // rounding may have lost as much
		o.mass[i], o.mass[i+1] = o.mass[i]+p-up, o.mass[i+1]+up
	}
	o.certain = own
	return o
}

// reach is how far from 0 the sum of k losses goes but for a probability of outside, by Chernoff's
// bound.
func (o *splitLoss) reach(k, step, spread float64) (far float64) {
	top, down := -step*float64(o.from), o.mass // of what is summed, and the masses from there on
	for range 2 {
		end, t := k*top, math.Sqrt(-2*num.Log(outside)/k)/spread
		for range 12 {
			sum, w, less := 0.0, 1.0, num.Exp(-t*step)
			for _, m := range down {
				sum += w * m
				w *= less
			}
			end = min(end, k*top+(k*num.Log(sum)-num.Log(outside))/t)
			t /= 2
		}
		far = math.Max(far, end)
		top, down = step*float64(o.from+len(o.mass)-1), slices.Clone(o.mass)
		slices.Reverse(down)
	}
	return far
}

// cumulant returns the logarithms of the masses times e^{t·loss}, and of their sum.
func (o *splitLoss) cumulant(step, t float64) (logs []float64, sum float64) {
	for i, w := range o.mass {
		logs = append(logs, num.Log(w)+t*step*float64(o.from+i))
	}
	most := slices.Max(logs)
	for _, l := range logs {
		sum += num.Exp(l - most)
	}
	return logs, most + num.Log(sum)
}

// profile returns δ(ε) of so many steps, never below the truth. Of one step, and of whole samples, it is
// that of Gaussian noise (Balle, Barthe & Gaboardi 2018, Theorem 2): q·δ(ε′) of the mixture, with
// e^{ε′} = 1 + (e^ε − 1)/q, and less of the other law, a·δ(ln(q·e^ε/a)) with
// a = q − (1 − q)(e^ε − 1). Else it is near the truth where that is about delta; with a delta of 0
// wherever it is well above transformed.
func (s sampledStep) profile(steps int, delta float64, coarser int) Curve {
	if s.q == 1 || steps == 1 {
		whole := GaussianProfile{s.mu * math.Sqrt(float64(steps))}
		return Curve{PureEpsilon: whole.Pure(), How: Closed(), At: func(epsilon float64) float64 {
			return s.q * whole.Delta(epsilon+num.Log1p((s.q-1)/s.q*num.Expm1(-epsilon)))
		}}
	}
	if s.mu > mostSampled { // nothing is ruled out
		return Curve{PureEpsilon: math.Inf(1), How: Closed(), At: func(float64) float64 { return 1 }}
	}
	there, first := s.losses(0, steps, delta, coarser)
	back, second := s.losses(1, steps, delta, coarser)
	return Curve{PureEpsilon: math.Inf(1), How: lang.Say("privacy.grid"), At: func(epsilon float64) float64 {
		return max(there.delta(epsilon)+first(epsilon), back.delta(epsilon)+second(epsilon))
	}}
}

// losses returns the losses of so many steps together on a grid as in newSampled, and what the transforms may
// take from δ(ε). So that this is small beside a tail, masses are multiplied by e^{t·loss} before and divided
// after, with the t of Chernoff's bound at delta: it is C(t)·e^{T·K(t) − tε}·transformed, for K(t) = ln E e^{tL}
// of a step and the largest e^{−tx}·(1 − e^{−x}), C(t). Of a coarser grid four times as much is counted,
// as what the grid adds is, so that low of EpsilonAt is below the truth.
func (s sampledStep) losses(under, steps int, delta float64, coarser int) (tail lossTail, taken func(float64) float64) {
	const rough, spare = 1024, 1e-5 // the part of δ that may be beyond the grid, or a step's
	n, k, log, certain := 2*mostCells/coarser, float64(steps), num.Log(cmp.Or(delta, outside)), spare*delta
	far := -num.NormalQuantileLog(log + num.Log(spare/k))
	span := s.loss(s.mu+far) - s.loss(-far)
	o := s.split(under, span/rough, far)
	total := func(t float64) float64 { // T·K(t)
		_, sum := o.cumulant(span/rough, t)
		return k * sum
	}
	seen := func(t float64) float64 { return -num.Log1p(t) - t*num.Log1p(1/t) } // ln C(t)
	least := func(of func(t float64) float64) (t, end float64) {                // the least of(t)/t
		u, _, end := num.Golden(-7, 14, 20, func(u float64) float64 { return of(num.Exp(u)/span) * span / num.Exp(u) })
		return num.Exp(u) / span, end
	}
	t, _ := least(func(t float64) float64 { return total(t) + seen(t) - log })
	_, end := least(func(t float64) float64 { return total(t) - log - num.Log(spare) })
	if delta == 0 {
		t = 1e-30 // as good as 0
	}
	// Of the tilted masses, what is beyond round comes round in the transform.
	_, round := least(func(more float64) float64 { return total(t+more) - total(t) - num.Log(outside) })
	step := max(2*end/float64(n-4), round/float64(n-4), span/float64(n))
	o = s.split(under, step, far)
	logs, sum := o.cumulant(step, t)
	law := Convolve(n, 1, steps, func(_ int, cells []float64) {
		for i, l := range logs {
			cells[((o.from+i)%n+n)%n] += num.Exp(l - sum)
		}
	})
	untilted := func(loss float64) float64 { return num.Exp(min(k*sum-t*loss, 600)) } // by more, δ(ε) is 1
	for j := range n / 2 {
		loss := float64(j) * step
		tail.loss, tail.weight = append(tail.loss, loss), append(tail.weight, max(0, law[j])*untilted(loss))
	}
	tail.infinite = certain - num.Expm1(k*num.Log1p(-o.certain))
	tail.sum()
	err := transformed * float64(coarser*coarser) * num.Exp(seen(t))
	return tail, func(epsilon float64) float64 { return err * untilted(epsilon) }
}
