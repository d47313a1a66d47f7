package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// Tried is what became of one pair of inputs in the search for the worst.
type Tried struct {
	Pair     int          `json:"pair"`
	Name     lang.Message `json:"name"`     // in words
	Releases int          `json:"releases"` // drawn for each of its two inputs
	// Gain is the bound that the search expected of its best event when it was
	// last looked at, and Event what that was.
	Gain  float64      `json:"expected"`
	Error float64      `json:"error"` // about the standard error of Gain
	Event lang.Message `json:"event"`
	upper float64      // the most that it may be worth, as far as is known
	// Members is how many records the pair differs in, where more than one: what is
	// claimed of one record allows a pair so many times as much, and pairs are compared
	// by what they show of a single record.
	Members int `json:"members,omitempty"`
}

// each is a number of a pair's gain for each record that it differs in.
func (t Tried) each(gain float64) float64 { return gain / float64(max(t.Members, 1)) }

// lower is what a pair is worth for certain: a gain that few releases rest on
// counts less.
func (t Tried) lower() float64 { return t.each(t.Gain - lowerErrors*t.Error) }

// remaining is how many of so many pairs are drawn from again.
func remaining(pairs int) int { return (pairs + 2) / 3 }

// halvings is how often pairs are drawn from.
func halvings(pairs int) int {
	n := 1
	for ; pairs > 1; pairs = remaining(pairs) {
		n++
	}
	return n
}

// Budget is the releases of each input with which Worst looks at every pair with
// at least so many of them first. The last round, of one pair, has twice a round's share.
func Budget(pairs, each int) int { return pairs * each * (halvings(pairs) + 1) }

const (
	// lowerErrors is by how many of its standard errors a gain, which was judged with
	// caution, is shaded where pairs are compared.
	lowerErrors = 1
	// upperErrors is by how many of them it is raised where pairs may still be
	// dropped: few releases must not speak against a rare event.
	upperErrors = 2
)

// certain is by what the gains of pairs are compared: by what is certain. Where nothing
// is certain to be gained, the surest gain counts: what happens always has a gain of
// almost exactly nothing.
func certain(gain, err float64) float64 {
	if least := gain - lowerErrors*err; least > 0 {
		return least
	}
	return gain/(lowerErrors*err+1e-9) - 1
}

// Worst looks for the pair of inputs that a test can tell apart best, with at
// most about budget releases of each input in all. Every pair is tried in both
// directions; the most hopeful third of them is
// drawn from again, until one is left (successive halving, Jamieson & Talwalkar
// 2016, by upper confidence limits: the event that tells most may be rare, and a
// few releases do not speak against it).
//
// draw returns trials first … first+n−1 of a pair; search returns the events worth
// testing on a sample, best first, as Search does. members says how many records a
// pair differs in; nil: one.
//
// Fewer than 20 releases of a pair show nothing: see Budget.
func Worst(
	pairs, budget int,
	members func(pair int) int,
	draw func(pair, first, n int) (mechanism.Sample, error),
	search func(s mechanism.Sample) []Found,
) (pair int, tried []Tried, err error) {
	share := budget / (halvings(pairs) + 1)
	alive := make([]int, pairs)
	sample := make([]mechanism.Sample, pairs)
	tried = make([]Tried, pairs)
	for i := range alive {
		alive[i] = i
		if tried[i].Pair = i; members != nil {
			tried[i].Members = members(i)
		}
	}
	for {
		last := len(alive) == 1
		n := share / len(alive)
		if last {
			n = 2 * share
		}
		for _, p := range alive {
			s, err := draw(p, tried[p].Releases, n)
			if err != nil {
				return 0, nil, err
			}
			sample[p].Steps, sample[p].Dim = s.Steps, s.Dim
			for in := range s.R {
				sample[p].R[in] = append(sample[p].R[in], s.R[in]...)
			}
			tried[p].Releases += n
			found := search(sample[p])
			if len(found) > 0 {
				tried[p].Gain, tried[p].Error, tried[p].Event = found[0].Gain, found[0].Error, found[0].Event.Name
			}
			tried[p].upper = math.Inf(-1)
			for _, f := range found {
				tried[p].upper = max(tried[p].upper, tried[p].each(f.Gain+upperErrors*f.Error))
			}
		}
		if last {
			return alive[0], tried, nil
		}
		most := remaining(len(alive))
		slices.SortStableFunc(alive, func(a, b int) int {
			x, y := tried[a].upper, tried[b].upper
			if most == 1 { // nothing will correct this choice
				x = tried[a].each(certain(tried[a].Gain, tried[a].Error))
				y = tried[b].each(certain(tried[b].Gain, tried[b].Error))
			}
			return cmp.Compare(y, x)
		})
		// Whatever is clearly behind goes too.
		sure := math.Inf(-1)
		for _, p := range alive {
			sure = math.Max(sure, tried[p].lower())
		}
		keep := 1
		for keep < most && tried[alive[keep]].upper > sure {
			keep++
		}
		for _, p := range alive[keep:] {
			sample[p] = mechanism.Sample{}
		}
		alive = alive[:keep]
	}
}
