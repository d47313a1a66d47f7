package survey

import (
	"fmt"
	"math"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/labs/survey/law"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// curves are the two release laws on a common axis.
type curves struct {
	discrete bool
	x        []float64 // releases
	p        [2][]float64
	lo, hi   float64 // of the axis
}

// curves tabulates the laws where they matter.
func (m *model) curves(points int) curves {
	var c curves
	if r, ok := m.mech.(*response); ok {
		c.discrete = true
		a, b := r.law[0], r.law[1]
		top := 0.0
		for _, p := range a.P {
			top = max(top, p)
		}
		from, to := math.MaxInt, math.MinInt
		for k := min(a.Lo, b.Lo); k <= max(a.Hi(), b.Hi()); k++ {
			if max(a.At(k), b.At(k)) > 1e-5*top {
				from, to = min(from, k), max(to, k)
			}
		}
		for k := from; k <= to; k++ {
			c.x = append(c.x, r.value(float64(k)))
			c.p[0], c.p[1] = append(c.p[0], a.At(k)), append(c.p[1], b.At(k))
		}
		step := r.value(1) - r.value(0)
		c.lo, c.hi = c.x[0]-step, c.x[len(c.x)-1]+step
		return c
	}
	mech := m.mech.(*central)
	reach := min(mech.noise.Reach(), 5.5/m.eps+1)
	a, b := float64(m.counts.Of(mechanism.Record)), float64(m.counts.Of(mechanism.Adjacent))
	lo, hi := min(a, b)-reach, max(a, b)+reach
	pad := 0.06 * (hi - lo)
	lo, hi = lo-pad, hi+pad
	c.lo, c.hi = lo*mech.scale, hi*mech.scale
	// The kinks stand on whole counts, the steps of Tulap on half ones: put
	// points just beside both.
	var at []float64
	for i := range points {
		at = append(at, lo+(hi-lo)*float64(i)/float64(points-1))
	}
	if hi-lo < 60 {
		const nudge = 1e-6
		for k := math.Ceil(lo); k <= hi; k++ {
			at = append(at, k)
			if _, ok := mech.noise.(law.Tulap); ok {
				at = append(at, k-0.5-nudge, k-0.5+nudge)
			}
		}
		for _, centre := range []float64{a, b} {
			for _, end := range []float64{-1, 1} {
				e := centre + end*mech.noise.Reach()
				if e > lo && e < hi {
					at = append(at, e-nudge, e+nudge)
				}
			}
		}
	}
	slices.Sort(at)
	for _, z := range at {
		if z < lo || z > hi {
			continue
		}
		v := [1]float64{z * mech.scale}
		c.x = append(c.x, v[0])
		for in := range c.p {
			c.p[in] = append(c.p[in], num.Exp(mech.LogDensity(mechanism.Input(in), v[:])))
		}
	}
	return c
}

// loss returns ln(p/p′), 0 where both vanish.
func loss(p, q float64) float64 {
	if p == 0 && q == 0 {
		return 0
	}
	return num.Log(p) - num.Log(q)
}

// axis names the released number.
func (m *model) axis() sheet.Axis {
	switch {
	case m.name == tulap:
		return sheet.Axis{Label: "released count"}
	case m.name == randomised && view(m.spec.Text("view")) == noisyCount:
		return sheet.Axis{Label: "noisy yes"}
	case m.name == randomised && view(m.spec.Text("view")) == oneReport:
		return sheet.Axis{Label: "the star's report (0 no, 1 yes)"}
	}
	return sheet.Axis{Label: "released proportion"}
}

// promise is the ε of the band: the one that is claimed.
func (m *model) promise() float64 { return m.spec.Float("eps") }

func (m *model) laws() sheet.Sheet {
	c := m.curves(241)
	x := m.axis()
	x.Min, x.Max = sheet.Real(c.lo), sheet.Real(c.hi)
	style, what := sheet.Line, "density"
	if c.discrete {
		style, what = sheet.Dots, "probability"
	}
	eps := m.promise()
	e := num.Exp(min(eps, 700))
	top := 0.0
	for i := range c.x {
		top = max(top, c.p[0][i], c.p[1][i])
	}
	var lo, hi, l []float64
	biggest := 0.0
	for i := range c.x {
		lo = append(lo, c.p[0][i]/e)
		hi = append(hi, min(c.p[0][i]*e, 1.25*top))
		v := loss(c.p[0][i], c.p[1][i])
		l = append(l, v)
		if !math.IsInf(v, 0) {
			biggest = max(biggest, math.Abs(v))
		}
	}
	bound := max(1.35*max(biggest, min(eps, 3*biggest)), 0.1)
	var lx, ly []float64 // where at least one law allows a release
	for i, v := range l {
		if c.p[0][i]+c.p[1][i] > 0 {
			lx, ly = append(lx, c.x[i]), append(ly, min(max(v, -bound), bound))
		}
	}
	s := sheet.Sheet{
		Title: lab.Title(Lab{}, "laws"),
		Lead:  sayLawsLead,
	}
	first := sheet.Chart{
		ID: "laws", Title: "Release laws", X: x, Y: sheet.Axis{Label: what, Min: 0, Max: sheet.Real(1.25 * top)},
		Caption: fmt.Sprintf(sayClaimCaption,
			sheet.Brief(eps, 4)),
		Series: []sheet.Series{
			{Name: "allowed: e^±ε around the record's", Role: sheet.Muted, Style: sheet.Area, X: sheet.Reals(c.x), Lo: sheet.Reals(lo), Hi: sheet.Reals(hi)},
			{Name: "record", Role: sheet.Record, Style: style, X: sheet.Reals(c.x), Y: sheet.Reals(c.p[0])},
			{Name: "neighbour", Role: sheet.Adjacent, Style: style, X: sheet.Reals(c.x), Y: sheet.Reals(c.p[1])},
		},
	}
	second := sheet.Chart{
		ID: "loss", Title: "Privacy loss of each possible release", X: x, Y: sheet.Axis{Label: "privacy loss ln(p/p′)",
			Min: sheet.Real(-bound), Max: sheet.Real(bound)},
		Caption: sayLossCaption,
		Series:  []sheet.Series{{Name: "privacy loss", Role: sheet.Truth, Style: style, X: sheet.Reals(lx), Y: sheet.Reals(ly)}},
	}
	if eps < bound {
		second.Marks = []sheet.Mark{{Label: "ε", Role: sheet.Strong, At: sheet.Real(eps)}, {Label: "−ε", Role: sheet.Strong, At: sheet.Real(-eps)}}
	}
	s.Charts = []sheet.Chart{first, second}
	if m.name == misprint {
		s.Notes = []string{sayOneOfTwoOnlyNote}
	}
	return s
}
