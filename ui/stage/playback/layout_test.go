package playback

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/texts"
	"indistinct/ui/stage/layout"
)

var english = &layout.Words{Language: texts.English()}

func TestNothingOverlaps(t *testing.T) {
	for _, form := range []film.Form{film.Line, film.Plane, film.Stream, film.Bars, "long names"} {
		for _, size := range [][2]float64{{1280, 800}, {1000, 560}, {872, 490}, {760, 480}, {520, 500}, {390, 340},
			{390, 300}, {390, 700}, {360, 300}, {586, 441}, {553, 407}, {320, 269}, {320, 239}} {
			s := run(10, "right", film.Violation)
			s.Form = form
			if form == "long names" {
				s.Form, s.Words = film.Bars,
					slices.Repeat([]lang.Message{lang.Verbatim("(2 × BELOW, ABOVE, 7 × STOPPED)")}, 11)
			}
			l := Arrange(s, english, size[0], size[1], 1)
			parts := map[string]layout.Rect{"head": l.Head, "event": l.Event, "plot": l.Plot, "badge": l.Badge,
				"scale": l.Scale, "claim": l.Claim,
				"row 0": l.Rows[0].Text, "bar 0": l.Rows[0].Bar, "row 1": l.Rows[1].Text, "bar 1": l.Rows[1].Bar,
				"key": l.Key}
			for a, r := range parts {
				if r.Empty() && (a != "key" || form == "long names" && size[1] > 240) {
					t.Errorf("%s at %v: %s is empty: %+v", form, size, a, r)
				}
				if r.X0 < 0 || r.Y0 < 0 || r.X1 > size[0]+1 || r.Y1 > size[1]+1 {
					t.Errorf("%s at %v: %s leaves the canvas: %+v", form, size, a, r)
				}
				for b, o := range parts {
					if a < b && min(r.X1, o.X1)-max(r.X0, o.X0) > 0.5 && min(r.Y1, o.Y1)-max(r.Y0, o.Y0) > 0.5 {
						t.Errorf("%s at %v: %s %+v and %s %+v overlap", form, size, a, r, b, o)
					}
				}
			}
			if l.Plot.H() < 0.18*size[1] || l.Plot.W() < 0.34*size[0] {
				t.Errorf("%s at %v: the releases have only %.0f × %.0f", form, size, l.Plot.W(), l.Plot.H())
			}
		}
	}
}

func TestWhatTheClaimAllows(t *testing.T) {
	for _, c := range []struct {
		counts  [2]int64
		eps     float64
		greater int
		allowed float64
	}{{[2]int64{9963, 0}, 1, 0, 0}, {[2]int64{100, 300}, 1, 1, 0.01 * math.E}, {[2]int64{6000, 5000}, 1, 0, 1},
		{[2]int64{5, 4}, 7000, 0, 1}} {
		s := run(1, "x", film.Violation)
		s.Counts, s.Epsilon = c.counts, c.eps
		if g, a := Greater(s), Allowed(s); g != c.greater || math.Abs(a-c.allowed) > 1e-12 {
			t.Errorf("%v at ε = %v: greater %d, allowed %v", c.counts, c.eps, g, a)
		}
	}
}

// What is no run A is none.
func TestRunA(t *testing.T) {
	if ReadKept([]float64{0.02, 0.3}) == nil {
		t.Error("run A is not read")
	}
	for _, bad := range [][]float64{nil, {0.1}, {0.1, 0.2, 1}, {0.1, 1.2}, {0.1, -0.2}, {math.NaN(), 0.2}} {
		if a := ReadKept(bad); a != nil {
			t.Errorf("%v gives %+v", bad, a)
		}
	}
}

func ExampleClaim() {
	s := &film.Show{Epsilon: 1, Verdict: film.Violation, Drawn: 10_000, Counts: [2]int64{400, 100}}
	say := func() {
		fmt.Println(texts.English().Say(Claim(s, false)))
		fmt.Println(texts.English().Say(Claim(s, true)))
	}
	say()
	s.Verdict = film.NoViolation
	say()
	s.Verdict, s.Counts[0], s.Delta, s.Epsilon = film.Violation, 150, 0.01, 6977
	say()
	// Output:
	// promised: at most 2.7 × the other
	// promised: at most 2.7 × the other
	// promised: at most 2.7 × the other; so little beyond can be chance
	// promised: at most 2.7 × the other
	// promised: at most e^6977 × the other and 100 more; other rules exceed it
	// promised: at most e^6977 × the other + 100
}

// TestFull: a whole bar is a round number of releases, the first that both counts, what the
// claim allows and run A's shares fit into, and never more than were drawn.
func TestFull(t *testing.T) {
	for _, c := range []struct {
		counts [2]int64
		eps    float64
		a      *Kept
		want   float64
	}{{[2]int64{1212, 0}, 2, nil, 2000}, {[2]int64{707, 2397}, 1, nil, 5000}, {[2]int64{0, 0}, 1, nil, 1},
		{[2]int64{9963, 12}, 1, nil, 10_000}, {[2]int64{300, 200}, 20, nil, 10_000},
		{[2]int64{300, 200}, 0, &Kept{0.4, 0}, 5000}} {
		s := run(1, "x", film.Violation)
		s.Counts, s.Epsilon = c.counts, c.eps
		if got := Full(s, c.a); got != c.want {
			t.Errorf("%v at ε = %v: a whole bar is %v, want %v", c.counts, c.eps, got, c.want)
		}
	}
}
