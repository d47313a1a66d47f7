package audit

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/betting"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// Sequential mode tests while releases come, by betting (package betting), and stops when it is
// decided. The first N releases of each input are bet on one pair after the other, and learned
// from: what is bet on at each is fixed by those before. Later ones are counted in batches, in
// the bins of a score that the first N chose, and each batch is bet on by the counts of those before.

// streamer is a source whose releases are drawn one by one as they are needed.
type streamer interface {
	// Next appends one more release of each input to what Select returned.
	Next(sel *Selection) error
}

// How a stream's lines are read is settled on firstRead of each input. A score is learned from
// firstLearned releases of each input on, or, beside the number that releases are, from besideNumber
// on, and again when there are twice as many. Bets are made from firstBet numbers on, and anew when
// there are an eighth more.
const firstRead, firstLearned, besideNumber, firstBet = 50, 20, 256, 8

// bettor bets against claims: what is refuted at any time is a confidence sequence for ε, or for what the
// claim's notion names.
type bettor struct {
	set     Settings
	against []wager // increasing; those above claim, which is against what is tested, bet on counts alone
	claim   int

	number bool // a release is one number, and a score
	scored betting.Scored
	fit    *betting.Fit
	chose  [2][]int64 // in which bins those fell that chose these, once releases are counted
	bins   []int      // the cell of each bin
	learn  int        // how many releases of each input there are when a score is learned again
	learnt *learned
}

// wager is a bet against the claim of one value, and what came of it.
type wager struct {
	value     float64 // ε, or what the claim's notion names
	claim     betting.Claim
	bets      betting.Bets
	log, most float64 // of the wealth, now and at most
}

// learned is a score of releases, high where the record is likelier.
type learned struct {
	score func(row []float64) float64
	sign  float64
	ranks betting.Ranks
}

// above is how far above the claim, relatively and at least, the value lies that is refuted: a
// bound on ε that exceeds the claim.
const above, leastAbove = 1e-3, 1e-6

// Values up to the claim are perClaim equal steps, and those beyond it go up to mostBeyond more.
const perClaim, mostBeyond = 50, 3.

func newBettor(set Settings, layout event.Layout) *bettor {
	b := &bettor{set: set, number: layout.Width == 1 && len(layout.Words) == 0, learn: firstLearned}
	if b.scored.Width = 1; b.number {
		b.scored.Width, b.learn = 2, besideNumber
	}
	value := set.Value()
	for k := 1.0; k < perClaim && value > 0; k++ {
		b.against = append(b.against, wager{value: k / perClaim * value})
	}
	b.claim = len(b.against)
	for v := value*(1+above) + leastAbove; v < value+mostBeyond; v += max(v/perClaim, mostBeyond/100) {
		b.against = append(b.against, wager{value: v})
	}
	return b
}

// claimOf is the claim of value i, which takes a while to compute for some notions.
func (b *bettor) claimOf(i int) betting.Claim {
	w := &b.against[i]
	if w.claim[0] == nil {
		w.claim = b.set.hypothesis(w.value)
	}
	return w.claim
}

// Value is the number of what is tested: ε, or what the claim's notion names.
func (s Settings) Value() float64 {
	if s.Claim.Curved() {
		return s.Claim.Value
	}
	return s.Epsilon
}

// Tangents are the rates of false alarms at which a bettor takes a claim of a trade-off curve for the (ε, δ)
// that touches it there.
var Tangents = [...]float64{0.003, 0.01, 0.03, 0.07, 0.14, 0.25, 0.37, 0.5}

// hypothesis is the claim of another value, for a bettor: the (ε, δ) that it implies.
func (s Settings) hypothesis(value float64) betting.Claim {
	if !s.Claim.Curved() {
		return betting.Both(privacy.Budget{Epsilon: value, Delta: s.Delta})
	}
	c := s.Claim
	c.Value = value
	var budgets []privacy.Budget
	for _, alpha := range Tangents {
		b := c.Tangent(alpha)
		e := num.Exp(b.Epsilon)
		// The least that false alarms and misses weigh says which δ holds: it is close to where the slope is e.
		at := min(alpha, c.TradeOff(alpha))
		_, _, least := num.Golden(at/2, min(2*at, 1), 25, func(a float64) float64 { return c.TradeOff(a) + e*a })
		b.Delta = math.Min(math.Max(1-least, 0)+1e-9, 1)
		budgets = append(budgets, b)
	}
	return betting.Both(budgets...)
}

// decided reports whether what is tested is refuted: as all below it are, so that the bound
// exceeds it.
func (b *bettor) decided() bool { return b.bound() > b.claim }

// bound is how many values are refuted, from the least on. It is wrong only where the least that
// is not below the truth is refuted, which happens with probability at most α.
func (b *bettor) bound() (k int) {
	for k < len(b.against) && b.against[k].most >= -num.Log(b.set.Alpha) {
		k++
	}
	return k
}

// proven is the lower bound on what is tested.
func (b *bettor) proven() float64 {
	if k := b.bound(); k > 0 {
		return b.against[k-1].value
	}
	return 0
}

// p is the p-value of the least value tested that is not below: of that and of all smaller ones.
func (b *bettor) p(value float64) float64 {
	p := 0.0
	for _, w := range b.against {
		p = math.Max(p, num.Exp(-w.most))
		if w.value >= value {
			return p
		}
	}
	return 1
}

// stake fixes the bets on the releases to come, after n of each input: for each value the best ones if releases have
// the law that was learned. Which values close to the largest that this law breaks are broken is up to chance: bets
// against these are on a law whose likelihood ratios are larger, and as small as just refutes the value by the last
// release, of which the growth has the square. While releases are bet on one by one, those above the claim rest, and
// every second value's bets are made, which are fair for the one below it too.
func (b *bettor) stake(n int, counts bool) {
	last, step, refuted := b.claim, 2, b.bound()
	if counts {
		last, step = len(b.against)-1, 1
	}
	law, broken := b.fit.Law, 0.0
	if k := sort.Search(len(b.against), func(i int) bool { return !b.claimOf(i).Broken(law) }); k > 0 {
		broken = b.against[k-1].value
	}
	enough := -num.Log(b.set.Alpha) / float64(min(b.set.N+b.set.MaxM, soon*n))
	var bets betting.Bets
	for i := len(b.against) - 1; i >= 0; i-- {
		w := &b.against[i]
		switch {
		case i < refuted || i > last || w.value > mostScaled*broken:
			bets = betting.Bets{}
		case (b.claim-i)%step == 0:
			scale := max(w.value/(sure*broken), 1)
			l := betting.Scaled(law, scale)
			bets = b.claimOf(i).Best(l)
			size := math.Sqrt(enough / max(bets.Growth(l), 1e-3*enough))
			if scale == 1 {
				size = max(size, 1)
			}
			bets = bets.Times(size)
		}
		w.bets = bets
	}
}

// A value of sure times the largest that is broken is sure to be, and from mostScaled times on nothing is bet. Small
// bets are to refute a value by the last release, or by soon times as many as there are.
const sure, mostScaled, soon = 0.85, 2, 16

// scores appends a release's scores.
func (b *bettor) scores(out, row []float64) []float64 {
	if b.number {
		out = append(out, row[0])
	}
	z := 0.0
	if l := b.learnt; l != nil {
		z = l.sign * l.ranks.Normal(l.score(row))
	}
	return append(out, z)
}

// pair bets on one release of each input and learns from them; sel holds those before and them.
func (b *bettor) pair(sel Selection, i int) {
	var cells [2]int
	for in := range cells {
		row := b.scores(nil, sel.Row(in, i))
		if b.fit != nil {
			cells[in] = b.fit.Cell(row)
		}
		b.scored.Rows[in] = append(b.scored.Rows[in], row...)
	}
	for k := range b.against[:b.claim+1] {
		if w := &b.against[k]; w.bets[0] != nil {
			w.log += w.bets.Log(0, cells[0]) + w.bets.Log(1, cells[1])
			w.most = math.Max(w.most, w.log)
		}
	}
}

// relearn learns from the first n releases of each input, which no bet is made on any more.
func (b *bettor) relearn(sel Selection, n int) {
	if n >= b.learn {
		b.learn = 2 * n
		if levels := b.search(sel, n); levels != nil {
			l := &learned{score: levels.Score.Score(), sign: 1}
			if levels.Swap {
				l.sign = -1
			}
			for in := range 2 {
				for i := range n {
					l.ranks = append(l.ranks, l.score(sel.Row(in, i)))
				}
			}
			slices.Sort(l.ranks)
			b.learnt = l
		}
	}
	b.scored.Times = [2][]float64{}
	b.fit = betting.NewFit(b.scored, b.fit)
	b.stake(n, false)
}

// search returns the best score that the first n releases of each input find.
func (b *bettor) search(sel Selection, n int) *curve.Levels {
	sample, aim := first(sel.Sample, n), b.set.Aim()
	aim.M, aim.Layout, aim.Pause, aim.Learn, aim.Quick = n, sel.Layout, sel.Pause, true, true
	events, _ := learn.Events(sample, nil, aim)
	return curve.NewLevels(sample, events)
}

// first are the first n releases of each input.
func first(s mechanism.Sample, n int) mechanism.Sample {
	for in := range s.R {
		s.R[in] = s.R[in][:min(n*s.Width(), len(s.R[in]))]
	}
	return s
}

// sequential is the test in sequential mode.
func (t *Test) sequential(src Source, set Settings, f simulated) error {
	stream, _ := src.(streamer)
	n := set.N
	if stream != nil {
		n = min(n, firstRead)
	}
	sel, err := src.Select(n)
	if err != nil {
		return err
	}
	b := newBettor(set, sel.Layout)
	t.bettor = b
	next := firstBet
	for ; t.First < set.N && !b.decided(); t.First++ {
		if t.First == sel.Count() {
			if stream == nil {
				break
			}
			if err := stream.Next(&sel); err != nil {
				return err
			}
		}
		if t.First == next {
			b.relearn(sel, t.First)
			next += 1 + next/8
			t.note()
		}
		b.pair(sel, t.First)
	}
	t.note()
	decided, all, begin := b.decided(), sel, max(t.First, firstRead)
	if decided { // what is left describes what was found, on no fewer than were read
		sel.Sample, set.MaxM = first(sel.Sample, begin), max(set.M, t.First)
	}
	t.choose(sel, set)
	if f != nil {
		t.Chose = int64(set.N) // those of the paper's test
		if err := f.chosen(t); err != nil {
			return err
		}
	}
	switch {
	case decided && f != nil:
		return t.fresh(src, int64(set.M))
	case decided && all.Count()-begin >= firstRead: // a file's other releases are fresh too
		t.take(all, begin)
		t.Fresh = t
		return nil
	case decided || set.MaxM == 0:
		t.take(sel, 0)
		t.Same = true
		return nil
	}
	return t.batches(src, set, f, sel)
}

// take counts releases of a selection, from one on.
func (t *Test) take(sel Selection, from int) {
	add := t.Counter()
	for in := range sel.R {
		for i := from; i < sel.Count(); i++ {
			add(in, sel.Row(in, i))
		}
	}
	t.look(int64(sel.Count() - from))
}

// empty is the test without what it has counted.
func (t *Test) empty() Test {
	f := *t
	f.Counts = make([][2]int64, len(t.Counts))
	for in := range f.Bins {
		f.Bins[in] = make([]int64, len(t.Bins[in]))
	}
	return f
}

// fresh counts n more releases of each input, by themselves too: they are drawn once it is decided.
func (t *Test) fresh(src Source, n int64) error {
	f := t.empty()
	if err := src.Count(&f, n); err != nil {
		return err
	}
	for in := range f.Bins {
		for i, c := range f.Counts {
			t.Counts[i][in] += c[in]
		}
		for i, c := range f.Bins[in] {
			t.Bins[in][i] += c
		}
	}
	t.look(n)
	f.Drawn = 0
	f.look(n)
	t.Fresh = &f
	return nil
}

// note adds to the bounds that held on the way.
func (t *Test) note() {
	t.Ended = int64(t.First) + t.Drawn
	at := BoundAt{t.Ended, sheet.Real(t.bettor.proven())}
	if n := len(t.Running); n == 0 || t.Running[n-1] != at {
		t.Running = append(t.Running, at)
	}
}

// more counts so many more releases of each input.
func (t *Test) more(src Source, n int64) error {
	if err := src.Count(t, n); err != nil {
		return err
	}
	t.look(n)
	return nil
}

// firstBatch is how many releases of each input are counted at first.
func firstBatch(set Settings) int { return max(set.N/4, 250) }

// batches bets on counts until it is decided. On the first batch it bets by the selection, which chose the bins.
func (t *Test) batches(src Source, set Settings, f simulated, sel Selection) error {
	size, most := int64(firstBatch(set)), int64(set.MaxM)
	if t.Levels == nil {
		return t.more(src, min(size, most))
	}
	b, chose := t.bettor, t.empty()
	chose.take(sel, 0)
	b.chose = chose.Bins
	b.fitBins(t.First, t.Bins)
	for t.Drawn < most {
		var before [2][]int64
		for in := range t.Bins {
			before[in] = slices.Clone(t.Bins[in])
		}
		if err := t.more(src, min(size, most-t.Drawn)); err != nil {
			return err
		}
		size = t.Drawn/2 + 1
		b.take(before, t.Bins)
		t.note()
		if b.decided() && f != nil {
			return t.fresh(src, int64(set.M))
		}
		if b.decided() || t.quiet(set) {
			return nil
		}
		b.fitBins(int(t.Ended), t.Bins)
		if f != nil && t.Drawn < most {
			if err := f.looked(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// fitBins learns from counts of bins, with those that chose the bins, and fixes the bets on those to come.
func (b *bettor) fitBins(n int, bins [2][]int64) {
	b.scored = betting.Scored{Width: 1}
	for in, counts := range bins {
		for bin, count := range counts {
			b.scored.Rows[in] = append(b.scored.Rows[in], float64(bin))
			b.scored.Times[in] = append(b.scored.Times[in], float64(b.chose[in][bin]+count))
		}
	}
	b.fit = betting.NewFit(b.scored, nil)
	b.bins = b.fit.Counted(b.scored)
	b.stake(n, true)
}

// take bets on what was counted beyond before.
func (b *bettor) take(before, bins [2][]int64) {
	for i := range b.against {
		w := &b.against[i]
		if w.bets[0] == nil {
			continue
		}
		for in := range bins {
			for bin, n := range bins[in] {
				w.log += float64(n-before[in][bin]) * w.bets.Log(in, b.bins[bin])
			}
		}
		w.most = math.Max(w.most, w.log)
	}
}

// quiet reports whether the counts put every event's own ε below the claim: more releases would
// show nothing. Of a curve it is never said.
func (t *Test) quiet(set Settings) bool {
	for i, e := range t.Events {
		if !newTest(e, t.Tested[i], set.Delta).Reversed().Rejects(set.Epsilon, set.Alpha*stat.Share(i, len(t.Events))) {
			return false
		}
	}
	return !set.Claim.Curved()
}

// settle fills a report of sequential mode.
func (t *Test) settle(r *Report, set Settings) {
	if t.bettor == nil { // nothing was bet on
		t.bettor = newBettor(set, event.Layout{})
	}
	b := t.bettor
	r.ask(set)
	r.Running = t.Running
	r.Decided = t.Ended
	r.Chose = t.Same
	none := untested(set)
	s := none
	s.Method, s.Looks, s.Epsilon = Betting, 1, sheet.Real(b.proven())
	s.P = sheet.Real(math.Min(1, b.p(b.against[b.claim].value)))
	if len(t.Events) > 0 && len(t.Tested) > 0 {
		s.Event, s.Count = t.Events[0], t.Tested[0].withIntervals()
	}
	if t.Fresh != nil {
		fixed := set
		fixed.Sequential, fixed.Brief, fixed.M = false, true, int(t.Fresh.Drawn)
		fresh := t.Fresh.Report(fixed)
		r.Fresh = &Fresh{M: fresh.M, Bound: fresh.Strong}
		if c := fresh.Curved; c != nil {
			r.Fresh.Least = c.Least
		}
		s.Event, s.Count = r.Fresh.Event, r.Fresh.Count
	}
	if set.Claim.Curved() {
		r.Curved = newCurved(set)
		r.Curved.Least, r.Curved.Digits = s.Epsilon, s.Event.OfDigits()
		s.Epsilon = 0
	}
	if r.Strong = s; s.Event.OfDigits() {
		r.Real = &none
	}
	switch {
	case b.decided():
		r.Verdict = Violation
	case s.Event.Kind == "":
		r.Verdict, r.Why = Inconclusive, NoEvent
	case !s.occurred():
		r.Verdict, r.Why = Inconclusive, Unseen
	default:
		r.Verdict = NoViolation
		if !set.Brief {
			t.power(r, set)
		}
	}
}

// learning is how many times as many releases it takes, at most, who has to learn the law of a value: TestLearning
// counts it.
func learning(value float64) float64 { return 2 + 0.7*value }

// power says what is sure to be shown by so many releases in half of all audits: of randomised response or, of
// a claim of another notion, of Gaussian noise. What it says is on the safe side, since to
// simulate the bettor would take as long as many audits.
func (t *Test) power(r *Report, set Settings) {
	claim, of := set.hypothesis(set.Value()), set.Claim.Definition()
	value, law := set.Epsilon, func(v float64) [2][]float64 {
		p, q := stat.BestLaw(v, set.Delta)
		return [2][]float64{{p, 1 - p}, {q, 1 - q}}
	}
	if set.Claim.Curved() {
		value, law = of.Noise(set.Claim.Value), shifted
	}
	needed := func(v float64) float64 {
		l, grows := law(v), 0.0
		bets := claim.Best(l)
		for in := range l {
			for c, p := range l[in] {
				grows += p * bets.Log(in, c)
			}
		}
		return learning(v) * -num.Log(set.Alpha) / math.Max(grows, 1e-300)
	}
	gross, drawn := gross(value), float64(t.First)
	if !t.Same {
		drawn += float64(t.Drawn)
	}
	limit := math.Inf(1)
	if n := needed(gross); n <= drawn {
		limit = num.Bisect(value, gross, 1e-3, func(v float64) bool { return needed(v) <= drawn })
	} else {
		r.Verdict, r.Why = Inconclusive, Few
		if n < mostAdvised {
			r.Needed = stat.RoundUp(int64(math.Ceil(n)))
		}
	}
	r.Power = Power{Gross: sheet.Real(gross), Limit: sheet.Real(limit)}
	if c := r.Curved; c != nil {
		c.Gross, c.Limit = sheet.Real(of.OfNoise(gross)), sheet.Real(of.OfNoise(limit))
	}
}

// shifted is the law of Gaussian noise whose inputs lie mu standard deviations apart, in cells.
func shifted(mu float64) (law [2][]float64) {
	const cells = 40
	for in, mean := range [2]float64{mu / 2, -mu / 2} {
		below := 0.0
		for k := 1; k <= cells; k++ {
			edge := (mu/2 + 2.5) * (2*float64(k)/cells - 1)
			p := num.NormalCDF(edge - mean)
			if k == cells {
				p = 1
			}
			law[in] = append(law[in], p-below)
			below = p
		}
	}
	return law
}
