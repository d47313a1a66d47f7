package lqg

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
)

// TestReferences: pairs of a team keep a distance of 1, the shadow on one side after the other; a formation
// stands evenly on a circle, which turns by an eighth at each stage.
func TestReferences(t *testing.T) {
	for _, n := range []int{2, 4, 8} {
		var first float64
		for k := range 4 {
			for i := 0; i < n; i += 2 {
				x, y := place("teams", i, n, k)
				u, v := place("teams", i+1, n, k)
				side := [][2]float64{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}[k]
				check.Near(t, "the shadow's x less its partner's", x-u, side[0], 1e-12)
				check.Near(t, "the shadow's y less its partner's", y-v, side[1], 1e-12)
				if away := k == 1 || k == 2; away != (u == 2) || !away && u != 0 {
					t.Errorf("stage %d: the column is at %v", k, u)
				}
				if i > 0 {
					_, below := place("teams", i-1, n, k)
					check.Near(t, "the distance of pairs", v-below, 2, 1e-12)
				}
			}
			_, low := place("teams", 1, n, k)
			_, high := place("teams", n-1, n, k)
			check.Near(t, "the column's middle", low+high, 0, 1e-12)
		}
		for k := range 4 {
			for i := range n {
				x, y := place("formation", i, n, k)
				u, v := place("formation", (i+1)%n, n, k)
				r := math.Hypot(x, y)
				check.Near(t, "the next one's distance", math.Hypot(u, v), r, 1e-12)
				angle := math.Atan2(v, u) - math.Atan2(y, x)
				check.Near(t, "the angle to the next", math.Remainder(angle-2*math.Pi/float64(n), 2*math.Pi), 0, 1e-9)
				if k == 0 && i == 0 {
					first = r
				}
				check.Near(t, "the radius", r, first*map[bool]float64{false: 1, true: 0.6}[k == 2], 1e-12)
				if i == 0 {
					check.Near(t, "the turn", math.Remainder(math.Atan2(y, x)-float64(k)*math.Pi/4, 2*math.Pi), 0, 1e-9)
				}
			}
		}
	}
}

// TestSheetsAreDrawn: every chart of every analysis has a line. What is known later is never less than what
// is known now, and both are the more exact the larger ε is.
func TestSheetsAreDrawn(t *testing.T) {
	m := open(t)
	for _, a := range lab.Experiments(Lab{}) {
		job, err := m.Analyse(a.Name)
		if err != nil || job == nil {
			continue
		}
		s := labtest.Sheet(t, a.Name, labtest.Few(t, job, 50))
		for _, c := range s.Charts {
			points := 0
			for _, line := range c.Series {
				points = max(points, len(line.X))
			}
			if points < 2 {
				t.Errorf("%s: the chart %s has no line", a.Name, c.ID)
			}
		}
	}
	s, err := m.eavesdropSheet()
	if err != nil {
		t.Fatal(err)
	}
	now, later := s.Charts[0].Series[0], s.Charts[0].Series[1]
	if len(now.X) < 10 || !slices.Equal(now.X, later.X) {
		t.Fatalf("errors at %v and %v", now.X, later.X)
	}
	for i, eps := range now.X {
		price, err := m.with(float64(eps), false)
		if err != nil {
			t.Fatal(err)
		}
		of := map[bool]func(*loop.Price) float64{false: func(c *loop.Price) float64 { return c.Error(m.star()) },
			true: func(c *loop.Price) float64 { return c.Hindsight(m.star()) }}
		check.Near(t, "now", float64(now.Y[i]), of[false](price), 1e-9)
		check.Near(t, "later", float64(later.Y[i]), of[true](price), 1e-9)
		if later.Y[i] > now.Y[i] || i > 0 && (now.Y[i] > now.Y[i-1] || later.Y[i] > later.Y[i-1]) {
			t.Errorf("at ε = %v errors of %v now and %v later", eps, now.Y[i], later.Y[i])
		}
	}
}

// TestWarning: a warning says that less noise is added than is promised, and no warning that it is all of it.
func TestWarning(t *testing.T) {
	for part, want := range map[string]bool{"0.5": true, "0.999": true, "1": false, "2": false} {
		var r lab.Report
		open(t, "half", part).Complete(&r)
		warned := slices.ContainsFunc(r.Warnings, func(w lang.Message) bool { return w.ID() == "lqg.warning" })
		if warned != want {
			t.Errorf("with %s of the noise: a warning %v", part, warned)
		}
	}
}

// TestHeard: what is heard of the starred agent differs from where it is by noise of the deviation that is
// told, in the plane in both directions, on a line along it alone. Of so many steps the mean square is beyond
// a half or twice its mean with probability below 10⁻⁶.
func TestHeard(t *testing.T) {
	for plant, both := range map[string]bool{"chain": false, "formation": true, "teams": true} {
		m := open(t, "plant", plant, "N", "4")
		s, err := m.play()
		if err != nil {
			t.Fatal(err)
		}
		var square [2]float64
		for k := range s.heard {
			for i := range square {
				d := s.heard[k][i] - s.is[k][m.star()][i]
				square[i] += d * d / float64(len(s.heard))
			}
		}
		want := m.c.Noises[m.star()].Out * m.c.Noises[m.star()].Out
		for i, got := range square {
			if i == 1 && !both {
				if got != 0 {
					t.Errorf("%s: beside the line there is noise of %v", plant, got)
				}
			} else if got < want/2 || got > 2*want {
				t.Errorf("%s: a mean square of %v in direction %d, want %v", plant, got, i, want)
			}
		}
	}
}
