package labtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"indistinct/core/lab"
)

// drawn is Spec number i over all that a laboratory's table accepts: each
// parameter at its default, its least, its greatest or a random value, every
// choice alike. Fields that do not go together get their defaults back, one
// after the other; what is left of them is returned as problems.
func drawn(l lab.Laboratory, i int) (lab.Spec, []lab.Problem) {
	r := rand.New(rand.NewPCG(1, uint64(i)))
	table := l.Params()
	s := table.Defaults(l.About().Name)
	// Some stay near the defaults, so that what they alone show is not hidden
	// behind what another field refuses.
	keep := []float64{0.1, 0.5, 0.9}[r.IntN(3)]
	for i := range table {
		if p := &table[i]; r.Float64() >= keep {
			if next, err := s.With(table, p.Name, value(r, p)); err == nil {
				s = next
			}
		}
	}
	s = small(r, table, s)
	probs := lab.Validate(l, s)
	for range 2 * len(table) {
		if len(probs) == 0 {
			break
		}
		p := table.Find(probs[0].Field)
		if p == nil {
			break
		}
		next, err := s.With(table, p.Name, table.Defaults(s.Lab).Show(p.Name))
		if err != nil {
			break
		}
		s = next
		probs = lab.Validate(l, s)
	}
	return s, probs
}

// small gives a Spec few releases: the audit's own cost is not what is tried.
func small(r *rand.Rand, table lab.Table, s lab.Spec) lab.Spec {
	for _, set := range []struct {
		name  string
		value float64
	}{
		{"n", float64(50 + r.IntN(50))}, {"m", float64(50 + r.IntN(50))}, {"maxm", 1000}, {"alpha", sweepAlpha},
		{"beta", math.Max(s.Float("beta"), 0.02)}, {"r", math.Min(s.Float("r"), 8)}, {"releases", 1000},
	} {
		if p := table.Find(set.name); p != nil && p.Kind != lab.List {
			s = s.Set(table, set.name, math.Max(set.value, p.Min))
		}
	}
	return s
}

// value is what a parameter is set to, as text.
func value(r *rand.Rand, p *lab.Param) string {
	between := func() float64 {
		if p.Log && p.Min > 0 && r.IntN(2) == 0 {
			return math.Min(p.Min*math.Pow(p.Max/p.Min, r.Float64()), p.Max)
		}
		return p.Min + (p.Max-p.Min)*r.Float64()
	}
	switch p.Kind {
	case lab.Float:
		return fmt.Sprint([]float64{p.Min, p.Max, between()}[r.IntN(3)])
	case lab.Int:
		v := math.Floor([]float64{p.Min, p.Max, between(),
			p.Min + (p.Max-p.Min)*r.Float64()*r.Float64()*r.Float64()}[r.IntN(4)])
		return fmt.Sprintf("%.0f", v)
	case lab.Flag:
		return fmt.Sprint(r.IntN(2))
	case lab.Seed:
		return fmt.Sprint([]int64{0, lab.MaxSeed, r.Int64N(lab.MaxSeed)}[r.IntN(3)])
	case lab.Choice:
		return p.Choices[r.IntN(len(p.Choices))]
	case lab.List:
		var list []string
		for range p.MinLen + r.IntN(p.MaxLen-p.MinLen+1) {
			v := []float64{0, 1, -0.5, 0.999, -1, p.Min, p.Max, r.NormFloat64() / 3, between()}[r.IntN(9)]
			list = append(list, fmt.Sprint(math.Min(math.Max(v, p.Min), p.Max)))
		}
		return strings.Join(list, ",")
	case lab.Matrix:
		return matrix(r)
	}
	return p.Text
}

// matrix is a small matrix with many zeros and ones.
func matrix(r *rand.Rand) string {
	rows, cols := 1+r.IntN(3), 1+r.IntN(3)
	if r.IntN(2) == 0 {
		cols = rows
	}
	var text []string
	for range rows {
		var row []string
		for range cols {
			row = append(row, [...]string{"0", "1", "-1", "0.5", "0.1", "1e-6",
				fmt.Sprintf("%.3f", r.NormFloat64())}[r.IntN(7)])
		}
		text = append(text, strings.Join(row, ","))
	}
	return strings.Join(text, ";")
}
