package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/mechanism"
)

// Search returns the events worth testing, most promising first: the best of
// each kind and direction. The first half of the sample is fitted to, the
// second chooses thresholds, so a Gain is nearly honest.
func Search(s mechanism.Sample, opt Options) []Found {
	n := s.Count()
	if n < 20 {
		return nil
	}
	q := &cellSearch{s: s, opt: opt, fit: n / 2, n: n}
	out := q.kinds()
	if opt.Thorough {
		q.from = n / 2
		out = cross(out, q.kinds())
	}
	plain := func(f Found) float64 {
		return q.merit(f.Gain-math.Abs(f.Gain)*prefer*float64(f.Rule.Complexity()), f.Error)
	}
	slices.SortStableFunc(out, func(a, b Found) int { return cmp.Compare(plain(b), plain(a)) })
	for i := range out {
		out[i].Rule = out[i].Rule.Named(s.Width(), opt.Words)
	}
	return out
}

// kinds returns the best event of each kind and direction, as far as there is one.
func (q *cellSearch) kinds() []Found {
	out, all := q.atoms()
	if all {
		return out
	}
	feats := event.Features(q.s.Width(), q.fit, q.row, q.opt.Bits)
	if len(feats) == 0 {
		return out
	}
	b := q.binned(feats)
	out = append(out, q.thresholds(b)...)
	if q.opt.Thorough {
		out = append(out, q.boxes(b)...)
	}
	for _, depth := range []int{1, 3} {
		if q.opt.Rounds > 0 {
			out = append(out, q.boosted(b, depth)...)
		}
	}
	return out
}

// cross joins what two fits, each judged by the other's releases, have found. Of a
// kind and direction that both have, the surer event stays; what to expect of it is
// the mean of both.
func cross(a, b []Found) []Found {
	out := slices.Clone(a)
	for _, g := range b {
		k := slices.IndexFunc(a, func(f Found) bool {
			return f.Rule.Kind == g.Rule.Kind && f.Rule.Complexity() == g.Rule.Complexity() && f.Swap == g.Swap
		})
		if k < 0 {
			out = append(out, g)
			continue
		}
		f := a[k]
		if out[k] = f; g.Gain-g.Error > f.Gain-f.Error {
			out[k] = g
		}
		out[k].Gain, out[k].Error, out[k].upper = (f.Gain+g.Gain)/2, math.Hypot(f.Error, g.Error)/2, (f.upper+g.upper)/2
	}
	return out
}

// bestOrFirst returns the events worth testing, as Search does. Where Search finds none,
// because all releases are alike, it is the first release: something can be counted.
func bestOrFirst(s mechanism.Sample, opt Options) []Found {
	found := Search(s, opt)
	if len(found) == 0 {
		row := slices.Clone(s.Row(0, 0))
		r := event.Rule{Kind: event.Atoms, Keys: []uint64{mechanism.RowHash(row)}, Shown: [][]float64{row}}
		found = []Found{{Rule: r.Named(s.Width(), opt.Words)}}
	}
	return found
}
