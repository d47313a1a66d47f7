package survey

import (
	"fmt"
	"math"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// TestProportionOfMean: of the mean of what is published the proportion is that of the answers.
func TestProportionOfMean(t *testing.T) {
	for _, yes := range []float64{0, 21, 30} {
		for _, c := range []struct {
			mech, view string
			bias, mean float64
		}{
			{"tulap", "count", 0.25, yes},
			{"laplace", "count", 0.25, yes / 30},
			{"rr", "proportion", 0.25, yes / 30},
			{"rr", "count", 0.25, 0.75*yes + 0.25*(30-yes)},
			{"rr", "count", 0.1, 0.6*yes + 0.4*(30-yes)},
			{"rr", "count", 0.5, yes},
		} {
			m := open(t, map[string]string{"people": "30", "yes": fmt.Sprint(yes), "mech": c.mech, "view": c.view,
				"bias": fmt.Sprint(c.bias)})
			check.Near(t, fmt.Sprintf("%+v: the proportion", c), m.proportion(c.mean), yes/30, 1e-12)
		}
	}
}

// TestLawsSheet: at every release the band is e^±ε times the record's law, in which the neighbour's lies
// where ε is kept, the losses are the logarithms of the laws' ratios, and ε is marked where it is on the axis.
func TestLawsSheet(t *testing.T) {
	for _, mech := range []string{"laplace", "tulap", "rr"} {
		for _, eps := range []float64{0.3, 1, 2, 12} {
			for _, view := range []string{"count", "report"} {
				m := open(t, map[string]string{"people": "30", "yes": "21", "mech": mech, "view": view, "bias": "0.25",
					"eps": fmt.Sprint(eps), "budget": "1"})
				what := fmt.Sprintf("%s, %s, ε = %v", mech, view, eps)
				s := m.laws()
				laws := m.mech.Laws(241, m.eps)
				area, axis := s.Charts[0].Series[0], s.Charts[0].Y
				line, losses := s.Charts[1].Series[0], s.Charts[1].Y
				kept := m.mech.Claim().Budget.Epsilon
				most := 0.0
				for i := range laws.X {
					p, q := laws.P[0][i], laws.P[1][i]
					loss := math.Abs(math.Log(p / q))
					most = max(most, loss)
					check.Near(t, what+": the band's foot", float64(area.Lo[i]), p*math.Exp(-eps), 1e-12*p)
					check.Near(t, what+": the band's top", float64(area.Hi[i]), min(p*math.Exp(eps), float64(axis.Max)),
						1e-12*math.Exp(eps))
					if p > float64(axis.Max) || q > float64(axis.Max) || loss > kept+1e-9 {
						t.Fatalf("%s: %v and %v, the axis ends at %v, ε = %v is kept", what, p, q, axis.Max, kept)
					}
					if float64(line.X[i]) != laws.X[i] || math.Abs(math.Abs(float64(line.Y[i]))-loss) > 1e-9 {
						t.Fatalf("%s: at %v a loss of %v, want %v", what, line.X[i], line.Y[i], loss)
					}
				}
				bound := float64(losses.Max)
				if bound < 1.3*most || bound > max(6*most, 0.1) || losses.Min != -losses.Max {
					t.Errorf("%s: losses up to %v on an axis from %v to %v", what, most, losses.Min, bound)
				}
				marks := s.Charts[1].Marks
				if shown := len(marks) == 2; shown != (eps < bound) || shown &&
					(float64(marks[0].At) != eps || float64(marks[1].At) != -eps) {
					t.Errorf("%s: the axis ends at %v, the marks are %v", what, bound, marks)
				}
			}
		}
	}
}

// TestClaimedLaw: the law that a claim would take is that of the mechanism with just that budget, of which
// there is none to see; and so much as that is seen is a density.
func TestClaimedLaw(t *testing.T) {
	for _, mech := range []string{"laplace", "tulap"} {
		for _, eps := range []string{"0.5", "2"} {
			other := open(t, map[string]string{"people": "30", "yes": "21", "mech": mech, "budget": "1", "eps": eps})
			right := open(t, map[string]string{"people": "30", "yes": "21", "mech": mech, "budget": eps, "eps": eps})
			laws := right.mech.Laws(121, right.eps)
			for in, p := range laws.P {
				line := other.asClaimed(laws, mechanism.Input(in))
				if len(line) != 2*len(p) {
					t.Fatalf("%s: %d numbers at %d points", mech, len(line), len(p))
				}
				for i := range p {
					check.Near(t, mech+": at", line[2*i], laws.X[i], 0)
					check.Near(t, mech+": the claim's law", line[2*i+1], p[i], 1e-9*p[i])
				}
				if right.asClaimed(laws, mechanism.Input(in)) != nil {
					t.Errorf("%s: ε is as claimed, and a claimed law is drawn", mech)
				}
			}
		}
	}
}

// TestBand: the band on the stage is e^±ε of so much of the record's law as stands out, cut off at the top.
func TestBand(t *testing.T) {
	for _, mech := range []string{"laplace", "rr"} {
		m := open(t, map[string]string{"people": "30", "yes": "21", "mech": mech, "view": "count", "eps": "1"})
		laws := m.mech.Laws(121, 1)
		at := map[float64]float64{}
		for i, x := range laws.X {
			at[x] = laws.P[0][i]
		}
		for _, w := range []float64{0.25, 1} {
			for _, top := range []float64{0.05, 100} {
				out, found := m.band(laws, 0, top, w), 0 // bars without width stand at their release
				for i := 0; i+7 < len(out); i += 8 {
					low, high := map[float64]float64{}, map[float64]float64{}
					for j := i; j < i+8; j += 2 {
						x, y := out[j], out[j+1]
						if old, ok := low[x]; !ok || y < old {
							low[x] = y
						}
						high[x] = max(high[x], y)
					}
					for x := range low {
						p, ok := at[x]
						if !ok {
							t.Fatalf("%s: the band is at %v, where no release is", mech, x)
						}
						found++
						lo, hi := w*p/math.E, min(w*p*math.E, top)
						check.Near(t, mech+": the foot", low[x], min(lo, hi), 1e-12)
						check.Near(t, mech+": the top", high[x], max(lo, hi), 1e-12)
					}
				}
				if found < len(laws.X)/2 {
					t.Errorf("%s: the band is at %d of %d releases", mech, found, len(laws.X))
				}
			}
		}
	}
}

// TestCrowd: of whom are drawn as many say yes as among all, the star what she says; all that is drawn
// but the star's and what is published stands in the picture, which is not much larger.
func TestCrowd(t *testing.T) {
	for _, people := range []int{1, 30, maxPeople, 3 * maxPeople, 50 * maxPeople} {
		for _, share := range []float64{0, 0.2, 0.7, 1} {
			yes := int(math.Round(share * float64(people)))
			m := open(t, map[string]string{"people": fmt.Sprint(people), "yes": fmt.Sprint(yes)})
			c, drawn := m.crowd(0.5), 0
			for _, says := range c.yes {
				if says {
					drawn++
				}
			}
			want := float64(yes) / float64(people) * float64(c.n)
			if c.n != min(people, maxPeople) || math.Abs(float64(drawn)-want) > 0.5 || c.yes[0] != m.counts.Star() {
				t.Errorf("%d of %d say yes: of %d drawn ones %d, the star %v", yes, people, c.n, drawn, c.yes[0])
			}
		}
	}
	f := filmOf(t, "mech", "rr", "view", about.NoisyCount)
	v := f.Views[0]
	left := 0.0
	for _, l := range v.Layers {
		if l.Kind != film.Disk && l.Kind != film.Ring {
			continue
		}
		for k := range f.Steps {
			b := l.Block(f.Steps, k)
			for ; len(b) > 2; b = b[3:] {
				x, y, r := float64(b[0]), float64(b[1]), float64(b[2])
				if r == 0 || l.Role == sheet.Leak {
					continue
				}
				left = min(left, x-r)
				if x-r < v.Box[0] || x+r > v.Box[2] || y-r < v.Box[1] || y+r > v.Box[3] {
					t.Fatalf("step %d: a disk of radius %v at %v, %v is outside %v", k, r, x, y, v.Box)
				}
			}
		}
	}
	if v.Box[0] < left-0.3 {
		t.Errorf("the picture begins at %v, what is in it at %v", v.Box[0], left)
	}
}

// TestPublishedDot: what is published is there from when all reports have arrived until the histograms begin.
func TestPublishedDot(t *testing.T) {
	f := filmOf(t, "mech", "laplace")
	for _, l := range f.Views[0].Layers {
		if l.Name != lang.Say("survey.animation.published") {
			continue
		}
		for k := range f.Steps {
			seen := l.Block(f.Steps, k)[2] > 0
			if seen != (k >= gotAt && k <= recordAt) {
				t.Errorf("step %d: seen %v", k, seen)
			}
		}
		return
	}
	t.Error("nothing is published")
}
