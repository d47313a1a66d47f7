package filmtest

import (
	"fmt"
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/test/english"
)

// CheckShow returns nil if s can be drawn; otherwise one sentence that says
// where, what, and what is accepted.
func CheckShow(s *film.Show) error {
	if s == nil {
		return fmt.Errorf("there is no show")
	}
	switch s.Form {
	case film.Line, film.Plane, film.Stream, film.Bars:
	default:
		return fmt.Errorf("the form %q is unknown; line, plane, stream and bars are accepted",
			lang.Clip(string(s.Form), 40))
	}
	switch s.Verdict {
	case "", film.Violation, film.NoViolation, film.Inconclusive:
	default:
		return fmt.Errorf("the verdict %q is unknown", lang.Clip(string(s.Verdict), 40))
	}
	names := []lang.Message{s.Pair, s.Event, s.Axes[0].Label, s.Axes[0].Unit, s.Axes[1].Label, s.Axes[1].Unit}
	for _, m := range slices.Concat(names, s.Names[:], s.Words) {
		if err := checkText(m, film.MaxText); err != nil {
			return fmt.Errorf("a text %w", err)
		}
	}
	if none := lang.Verbatim(""); s.Names[0] == none || s.Names[1] == none {
		return fmt.Errorf("an input has no name")
	}
	if n := len(s.Words); s.Form == film.Bars && (n < 1 || n > 64) {
		return fmt.Errorf("there are %d words; 1 to 64 are accepted", n)
	}
	for i, a := range s.Axes {
		if s.Form == film.Bars || s.Form == film.Line && i == 1 {
			continue
		}
		if !goodBox(a.Min, 0, a.Max, 1) {
			return fmt.Errorf("axis %d runs from %v to %v; two finite numbers in this order are accepted", i,
				a.Min, a.Max)
		}
	}
	if err := checkNumbers(s); err != nil {
		return err
	}
	for i := range s.Clouds {
		if err := checkCloud(s, &s.Clouds[i]); err != nil {
			return fmt.Errorf("%s: %w", lang.Clip(english.Say(s.Names[i]), 40), err)
		}
	}
	return s.Whole()
}

func checkNumbers(s *film.Show) error {
	for i, c := range s.Counts {
		if c < 0 || c > s.Drawn {
			return fmt.Errorf("count %d is %d of %d; 0 to all of them are accepted", i, c, s.Drawn)
		}
	}
	switch {
	case s.Drawn < 0 || s.Drawn > s.Goal:
		return fmt.Errorf("%d releases of %d were drawn; 0 to all of them are accepted", s.Drawn, s.Goal)
	case !(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 0):
		return fmt.Errorf("the claimed ε is %v; a finite number from 0 is accepted", s.Epsilon)
	case !(s.Delta >= 0 && s.Delta <= 1):
		return fmt.Errorf("the claimed δ is %v; 0 to 1 are accepted", s.Delta)
	}
	group := map[film.Form]int{film.Line: 2, film.Plane: 4}[s.Form]
	if n := len(s.Edge); n != 0 && (group == 0 || n%group != 0 || n > 64*group) {
		return fmt.Errorf("the edge of the event has %d numbers; pairs for a line, fours for a plane are accepted", n)
	}
	return finite(s.Edge)
}

func checkCloud(s *film.Show, c *film.Cloud) error {
	want := map[film.Form]int{film.Line: 1, film.Plane: 2, film.Bars: 1}[s.Form]
	if s.Form == film.Stream && c.Stride >= 1 && c.Stride <= film.MaxSteps {
		want = c.Stride
	}
	if c.Stride != want || want == 0 {
		return fmt.Errorf("a release has %d numbers; 1 for a line and for bars, 2 for a plane and 1 to %d for a stream are accepted", c.Stride, film.MaxSteps)
	}
	if len(c.Data)%c.Stride != 0 || len(c.Data) > film.MaxValues {
		return fmt.Errorf("there are %d numbers; a multiple of %d up to %d is accepted", len(c.Data), c.Stride,
			film.MaxValues)
	}
	n := len(c.Data) / c.Stride
	if n > maxDraws {
		return fmt.Errorf("there are %d releases; up to %d are accepted", n, maxDraws)
	}
	if len(c.In) != 0 && len(c.In) != n {
		return fmt.Errorf("the event is told of %d of %d releases; all or none are accepted", len(c.In), n)
	}
	for i, v := range c.In {
		if v != 0 && v != 1 {
			return fmt.Errorf("release %d is in the event by %v; 0 or 1 are accepted", i, v)
		}
	}
	if err := finite(c.Data); err != nil || s.Form != film.Bars {
		return err
	}
	for i, v := range c.Data {
		if v < 0 || int(v) >= len(s.Words) || v != float32(int(v)) {
			return fmt.Errorf("release %d is word %v; 0 to %d are accepted", i, v, len(s.Words)-1)
		}
	}
	return nil
}

// finite refuses infinities and NaN.
func finite(x []float32) error {
	for i, v := range x {
		if v-v != 0 { // they differ from themselves after subtraction
			return fmt.Errorf("number %d is %v; finite numbers are accepted", i, v)
		}
	}
	return nil
}
