package show

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
)

// drawing is a mechanism as far as its releases are drawn.
type drawing struct {
	mechanism.Mechanism
	steps, dim int
	words      []string
	draw       func(in int, s *rng.Stream, out []float64)
}

func (d *drawing) Shape() (steps, dim int)   { return d.steps, d.dim }
func (d *drawing) Fork() mechanism.Mechanism { return d }
func (d *drawing) Words() []string           { return d.words }
func (d *drawing) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	d.draw(int(in), s, out)
}

// normal draws numbers whose inputs differ by shift.
func normal(shift ...float64) func(in int, s *rng.Stream, out []float64) {
	return func(in int, s *rng.Stream, out []float64) {
		for i := range out {
			out[i] = s.Norm() + float64(in)*shift[i]
		}
	}
}

// choices are mechanisms of each kind with how they are drawn in a run.
var choices = map[string]struct {
	mech    drawing
	release Description
	form    film.Form
	numbers []int
	words   string // of Bars, in order
	label   string // of the first axis
}{
	"a number": {mech: drawing{steps: 1, dim: 1, draw: normal(1)}, form: film.Line, numbers: []int{0},
		label: "release"},
	"a named number": {mech: drawing{steps: 1, dim: 1, draw: normal(1)}, form: film.Line, numbers: []int{0},
		release: Description{Axes: []film.Axis{{Label: lang.Verbatim("power")}}}, label: "power"},
	"few values": {mech: drawing{steps: 1, dim: 1, draw: func(in int, s *rng.Stream, out []float64) {
		out[0] = float64((s.Intn(3)+in)%4) - 1.5
	}}, form: film.Bars, numbers: []int{0}, words: "−1.5 −0.5 0.5 1.5", label: "release"},
	"answers": {mech: drawing{steps: 1, dim: 1, draw: func(in int, s *rng.Stream, out []float64) {
		out[0] = float64(s.Intn(2))
	}}, release: Description{Answers: []lang.Message{lang.Verbatim("no"), lang.Verbatim("yes"), lang.Verbatim("none")}},
		form: film.Bars, numbers: []int{0}, words: "no yes none", label: "release"},
	"a curve": {mech: drawing{steps: 4, dim: 1, draw: normal(0, 1, 2, 3)}, form: film.Stream,
		numbers: []int{0, 1, 2, 3}, label: "step"},
	"two numbers": {mech: drawing{steps: 1, dim: 2, draw: normal(1, 0)}, form: film.Plane, numbers: []int{0, 1},
		label: "number 1"},
	"the later step": {mech: drawing{steps: 2, dim: 2, draw: normal(0, 0, 3, 3)}, form: film.Plane, numbers: []int{2,
		3}, label: "number 1, step 1"},
	"a telling entry": {mech: drawing{steps: 3, dim: 1, draw: func(in int, s *rng.Stream, out []float64) {
		out[0], out[1], out[2] = 1, s.Norm()+float64(in), 2
	}}, release: Description{Lists: true}, form: film.Line, numbers: []int{1}, label: "entry 2"},
	"telling entries": {mech: drawing{steps: 4, dim: 1, draw: normal(0, 3, 0, 4)}, release: Description{Lists: true},
		form: film.Plane, numbers: []int{1, 3}, label: "entry 2"},
	"few lists": {mech: drawing{steps: 3, dim: 1, draw: func(in int, s *rng.Stream, out []float64) {
		out[1] = float64(min(s.Intn(4), 1)) // 1 in three quarters
	}}, release: Description{Lists: true}, form: film.Bars, numbers: []int{0, 1, 2}, words: "(0, 1, 0) (3 × 0)"},
	"bits of a filter": {mech: drawing{steps: 14, dim: 1, draw: func(in int, s *rng.Stream, out []float64) {
		for i := range out {
			out[i] = float64(s.Intn(2))
		}
		if in == 1 && s.Bernoulli(0.8) {
			out[5], out[9] = 1, 1
		}
	}}, release: Description{Lists: true}, form: film.Bars, numbers: []int{5, 9},
		words: "(0, 0) (0, 1) (1, 0) (1, 1)"},
	"words": {mech: drawing{steps: 1, dim: 1, words: []string{"yes", "no"}, draw: func(in int, s *rng.Stream,
		out []float64) {
		out[0] = mechanism.ListedWord(min(s.Intn(3), 1))
	}}, form: film.Bars, numbers: []int{0}, words: "no yes"},
	"words and noise": {mech: drawing{steps: 2, dim: 1, words: []string{"a", "b"},
		draw: func(in int, s *rng.Stream, out []float64) {
			k := min(s.Intn(4), 1)
			out[0], out[1] = mechanism.ListedWord(1-k), s.Norm()
			if k == 0 {
				out[1] = mechanism.Absent()
			}
		}}, form: film.Bars, numbers: []int{0, 1}, words: "(a, #) b"},
}

// TestChoose: releases of each kind are drawn in the form that shows them, by the numbers that tell the inputs apart,
// with bars in order of their values, or of how frequent they are, and nearly all releases inside the axes. What is
// shown of a run are these numbers of the releases that were kept, with what the event holds of them.
func TestChoose(t *testing.T) {
	for name, c := range choices {
		d := c.mech
		x, s := Drawn(&d, 3), newShowing(&d, c.release)
		numbers := s.choose(x)
		var words []string
		for _, w := range s.words {
			words = append(words, english.Say(w))
		}
		if s.form != c.form || !slices.Equal(numbers, c.numbers) || c.form == film.Bars && strings.Join(words,
			" ") != c.words {
			t.Errorf("%s: form %v of numbers %v, bars %q", name, s.form, numbers, words)
			continue
		}
		if label := english.Say(s.axes[0].Label); c.label != "" && label != c.label {
			t.Errorf("%s: the first axis is called %q, want %q", name, label, c.label)
		}
		seen := audit.Seen{Pair: lang.Verbatim("pair"), Counts: [2]int64{3, 4}, Drawn: 5, Goal: 6}
		for in := range x.R {
			for i := range x.Count() {
				for _, n := range numbers {
					seen.Kept[in] = append(seen.Kept[in], x.Row(in, i)[n])
				}
				seen.In[in] = append(seen.In[in], i%3 == 0)
			}
		}
		show := s.show(seen)
		if show.Pair != seen.Pair || show.Counts != seen.Counts || show.Drawn != 5 || show.Goal != 6 ||
			show.Names[0] == show.Names[1] || show.Names[1] != mechanism.Adjacent.Say() {
			t.Errorf("%s: what is shown is %+v", name, show)
		}
		for in, cloud := range show.Clouds {
			if len(cloud.In) != x.Count() || len(cloud.Data) != x.Count()*cloud.Stride {
				t.Fatalf("%s: %d marks, %d numbers of %d releases", name, len(cloud.In), len(cloud.Data), x.Count())
			}
			outside := [2]int{}
			for i := range x.Count() {
				if (cloud.In[i] == 1) != seen.In[in][i] || cloud.In[i] != 0 && cloud.In[i] != 1 {
					t.Fatalf("%s: mark %v of release %d", name, cloud.In[i], i)
				}
				row := x.Row(in, i)
				if c.form == film.Bars {
					bar := int(cloud.Data[i])
					for k, n := range numbers {
						v, b := row[n], s.bars[min(bar, len(s.bars)-1)]
						if bar >= len(s.bars) || c.release.Answers == nil && s.shape == nil &&
							key(b[k:k+1]) != key([]float64{v}) {
							t.Fatalf("%s: release %v is in bar %d", name, row, bar)
						}
					}
					continue
				}
				for k, n := range numbers {
					v := cloud.Data[i*cloud.Stride+k]
					if v != float32(row[n]) {
						t.Fatalf("%s: %v is drawn of release %v", name, v, row)
					}
					if a := s.axes[min(k, 1)]; c.form != film.Stream && !(float64(v) >= a.Min && float64(v) <= a.Max) {
						outside[min(k, 1)]++
					}
					if a := s.axes[1]; c.form == film.Stream && !(float64(v) >= a.Min && float64(v) <= a.Max) {
						outside[0]++
					}
				}
			}
			if most := max(outside[0], outside[1]); most > x.Count()/50 {
				t.Errorf("%s: %d of %d releases are outside the picture", name, most, x.Count())
			}
		}
		if c.form == film.Stream && (s.axes[0].Min != 0 || s.axes[0].Max != float64(c.mech.steps-1)) {
			t.Errorf("%s: time is from %v to %v", name, s.axes[0].Min, s.axes[0].Max)
		}
	}
}

// TestStreamTime: the time that a laboratory names is kept.
func TestStreamTime(t *testing.T) {
	d := drawing{steps: 3, dim: 1, draw: normal(0, 0, 0)}
	s := newShowing(&d, Description{Time: film.Axis{Label: lang.Verbatim("day"), Min: 2, Max: 9}})
	s.choose(Drawn(&d, 1))
	if s.axes[0] != (film.Axis{Label: lang.Verbatim("day"), Min: 2, Max: 9}) {
		t.Errorf("time is %+v", s.axes[0])
	}
}

// TestShowOthers: of bars, a release that has none stands in one more after the others; of numbers, one that is not
// finite in single precision is left out with its mark.
func TestShowOthers(t *testing.T) {
	bars := newShowing(&drawing{steps: 1, dim: 1}, Description{})
	bars.barsOf([]int{0}, [][]float64{{1}, {2}}, "")
	show := bars.show(audit.Seen{Kept: [2][]float64{{2, 7, 1}, {8, 1}}, In: [2][]bool{{true, false, true},
		{true, false}}})
	if !slices.Equal(show.Clouds[0].Data, []float32{1, 2, 0}) || !slices.Equal(show.Clouds[1].Data, []float32{2, 0}) ||
		len(show.Words) != 3 || len(bars.words) != 2 {
		t.Errorf("bars %v, %v of %v", show.Clouds[0].Data, show.Clouds[1].Data, show.Words)
	}
	line := &showing{steps: 1, dim: 1, form: film.Line, numbers: []int{0}}
	show = line.show(audit.Seen{Kept: [2][]float64{{1, math.NaN(), 1e300, -2}}, In: [2][]bool{{true, true, false,
		false}}})
	if c := show.Clouds[0]; !slices.Equal(c.Data, []float32{1, -2}) || !slices.Equal(c.In, []float32{1, 0}) {
		t.Errorf("numbers %v, marks %v", c.Data, c.In)
	}
}

// TestEdge: of a line the event is marked where it lies within the axis, of a plane by a straight line through the
// picture on the axis of the number that it looks at.
func TestEdge(t *testing.T) {
	s := &showing{form: film.Line, axes: [2]film.Axis{{Min: -2, Max: 3}}}
	got := s.edge(audit.Seen{Spans: [][2]float64{{math.Inf(-1), -5}, {-4, -1}, {0, 1}, {2, math.Inf(1)}, {3, 4}}})
	if want := []float32{-2, -1, 0, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("a line's edges are %v, want %v", got, want)
	}
	s = &showing{form: film.Plane, numbers: []int{4, 1}, axes: [2]film.Axis{{Min: -2, Max: 3}, {Min: 5, Max: 7}}}
	at := func(i int) audit.Seen {
		return audit.Seen{Event: event.Learned(event.Rule{Kind: event.Threshold,
			Features: []event.Feature{event.Entry(i)},
			Above:    -1.5, Sign: -1}, false)}
	}
	for i, want := range map[int][]float32{4: {1.5, 5, 1.5, 7}, 1: {-2, 1.5, 3, 1.5}, 0: nil} {
		if got := s.edge(at(i)); !slices.Equal(got, want) {
			t.Errorf("number %d: a plane's edge is %v, want %v", i, got, want)
		}
	}
	if got := s.edge(audit.Seen{Event: event.EscapeEvent()}); got != nil {
		t.Errorf("an event without a threshold has the edge %v", got)
	}
}

// TestFilms: the film of each kind can be drawn and is described, its layers stay in their picture, and at each step
// the bars of each input are the shares of the releases that arrived, its dots those releases.
func TestFilms(t *testing.T) {
	alts := map[string]string{}
	for name, c := range choices {
		d := c.mech
		f := Film(&d, c.release, 3)
		if err := filmtest.Check(f); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		alts[name] = english.Say(f.Alt)
		v := f.Views[0]
		if v.Bars != (c.form == film.Bars) {
			t.Errorf("%s: bars: %t", name, v.Bars)
		}
		for k := range f.Steps {
			arrived, in := (k+1)*filmPerStep, 0
			for _, l := range v.Layers {
				b := l.Block(f.Steps, k)
				switch {
				case l.Kind == film.Quads && v.Bars:
					sum := 0.0
					for i := 0; i < len(b); i += 8 {
						sum += float64(b[i+2] - b[i])
						if want := float32(-i/8) - 0.42*float32(in) - 0.4; math.Abs(float64(b[i+1]-want)) > 1e-5 ||
							math.Abs(float64(b[i+5]-want-0.4)) > 1e-5 {
							t.Fatalf("%s, step %d, input %d: bar %d is from %v to %v", name, k, in, i/8, b[i+1], b[i+5])
						}
					}
					if all := float64(arrived) / FilmReleases; sum > all+1e-5 || sum < 0.9*all {
						t.Errorf("%s, step %d, input %d: shares add up to %v, want %v", name, k, in, sum, all)
					}
					in++
				case l.Kind == film.Dots && len(l.Shown) > 0 && l.Shown[k] != arrived:
					t.Errorf("%s, step %d: %d dots of %d releases", name, k, l.Shown[k], arrived)
				}
				for i, x := range b {
					low, high := v.Box[i%2], v.Box[2+i%2]
					flat := l.Kind == film.Quads || l.Kind == film.Dots || l.Kind == film.Words
					if flat && (float64(x) < low-1e-6*math.Abs(low) || float64(x) > high+1e-6*math.Abs(high)) {
						t.Fatalf("%s, step %d: %v of a layer of kind %v is outside %v", name, k, x, l.Kind, v.Box)
					}
				}
			}
		}
	}
	for name, want := range map[string]string{"two numbers": "1 2", "telling entries": "2 4",
		"bits of a filter": "6 10"} {
		for _, n := range strings.Fields(want) {
			if !strings.Contains(alts[name], n) {
				t.Errorf("%s is described by %q, without %s", name, alts[name], n)
			}
		}
	}
	if alts["few lists"] == alts["bits of a filter"] || alts["a number"] == alts["two numbers"] {
		t.Errorf("descriptions are %q", alts)
	}
}

// TestHidden: either input's law is drawn about its own number, from side to side of the picture, with the scale that
// is and, where it is another, that which is promised.
func TestHidden(t *testing.T) {
	noise := mechanism.LaplaceNoise{}
	for _, c := range []struct{ gap, scale, promised float64 }{{2, 1, 1}, {2, 1, 3}, {0.5, 2, 0.5}} {
		v := Hidden(mechanism.Names{}, c.gap, noise, c.scale, c.promised)
		curves := 2
		if c.scale != c.promised {
			curves = 4
		}
		labels := 0
		v.Layers = slices.DeleteFunc(v.Layers, func(l film.Layer) bool {
			if l.Kind != film.Labels {
				return false
			}
			labels++
			x, y := float64(l.Data[0]), float64(l.Data[1])
			from, scale := 0.0, c.scale
			if l.Role == sheet.Adjacent {
				from = c.gap
			} else if l.Role == sheet.Muted {
				scale = c.promised
			}
			if want := math.Exp(noise.LogDensity(x-from, scale)); math.Abs(y-want) > 1e-5 {
				t.Errorf("%+v: the name of a %s curve ends at height %v, not at the curve, %v", c, l.Role, y, want)
			}
			return true
		})
		if len(v.Layers) != curves || 2*labels != curves && 2*labels-2 != curves {
			t.Fatalf("%+v: %d curves with %d names", c, len(v.Layers), labels)
		}
		for i, l := range v.Layers {
			scale := c.scale
			if i < curves-2 {
				scale = c.promised
			}
			if l.Dash != (i < curves-2) || l.Role != Roles[i%2] {
				t.Errorf("%+v: curve %d dashed: %t, role %v", c, i, l.Dash, l.Role)
			}
			b := l.Block(1, 0)
			if float64(b[0]) != v.Box[0] || math.Abs(float64(b[len(b)-2])-v.Box[2]) > 1e-5 {
				t.Errorf("%+v: curve %d is from %v to %v in %v", c, i, b[0], b[len(b)-2], v.Box)
			}
			for k := 0; k < len(b); k += 2 {
				x, y := float64(b[k]), float64(b[k+1])
				want := math.Exp(noise.LogDensity(x-c.gap*float64(i%2), scale))
				if math.Abs(y-want) > 1e-5 || y > v.Box[3] {
					t.Fatalf("%+v: curve %d is %v at %v, want %v", c, i, y, x, want)
				}
			}
		}
		if left, right := -v.Box[0], v.Box[2]-c.gap; math.Abs(left-right) > 1e-12 || left < 3*max(c.scale, c.promised) {
			t.Errorf("%+v: the picture is %v", c, v.Box)
		}
	}
}

// TestFalling: a release that is seen falls straight across, and ever lower, from where its input's releases come from
// to the top of its bar, where it is in the step in which it arrives; each step two more leave.
func TestFalling(t *testing.T) {
	const lo, hi, from, high = -4.0, 5.0, 0.5, 300.0
	b := Bins{Lo: lo, Width: (hi - lo) / filmBins, Count: filmBins}
	var x []float64
	for i := range FilmReleases {
		s := rng.New(rng.Key{Seed: 8, Trial: uint64(i)})
		x = append(x, 2*s.Norm())
	}
	x[7*filmPerStep+1], x[8*filmPerStep+1] = 99, math.NaN()
	var count [][]float64
	for k := range filmSteps {
		count = append(count, b.Tally(x[:(k+1)*filmPerStep]))
	}
	at := make([][]float64, filmSteps)
	for k := range at {
		at[k] = b.falling(x, from, high, count, k)
	}
	landed := map[float64]int{}
	for c := range len(at[0]) / 3 {
		for k := 0; k < filmSteps; {
			first := k
			for k < filmSteps && at[k][3*c+2] > 0 {
				k++
			}
			if k == first {
				k++
				continue
			}
			last := k - 1
			if last-first > filmFall {
				t.Fatalf("circle %d is seen from step %d to %d", c, first, last)
			}
			if last-first < filmFall { // the film ends
				t.Fatalf("circle %d is seen from step %d to %d and does not land", c, first, last)
			}
			v := x[last*filmPerStep+c]
			end := v // none is seen that has no bar
			if h := count[last][min(int((end-lo)/b.Width), filmBins-1)]; math.Abs(at[last][3*c]-end) > 1e-9 ||
				math.Abs(at[last][3*c+1]-h) > 1e-9 {
				t.Errorf("circle %d lands at (%v, %v), want (%v, %v)", c, at[last][3*c], at[last][3*c+1], end, h)
			}
			if at[first][3*c] != from || at[first][3*c+1] != high {
				t.Errorf("circle %d leaves from (%v, %v)", c, at[first][3*c], at[first][3*c+1])
			}
			for i := first; i < last; i++ {
				across := (end - from) / float64(last-first)
				if math.Abs(at[i+1][3*c]-at[i][3*c]-across) > 1e-9 || at[i+1][3*c+1] > at[i][3*c+1] {
					t.Errorf("circle %d goes from (%v, %v) to (%v, %v)", c, at[i][3*c], at[i][3*c+1], at[i+1][3*c],
						at[i+1][3*c+1])
				}
			}
			landed[float64(last)]++
		}
	}
	for k := filmFall; k < filmSteps; k++ {
		few := slices.ContainsFunc(x[k*filmPerStep:k*filmPerStep+2*filmCycle],
			func(v float64) bool { return !(v >= lo && v < hi) })
		if n := landed[float64(k)]; n > 2 || n < 2 && !few {
			t.Errorf("step %d: %d releases land", k, n)
		}
	}
}

// TestBins: a number is in the column that holds it, and in none outside; columns are drawn in their order, apart, and
// as high as what they hold.
func TestBins(t *testing.T) {
	b := Bins{Lo: -1, Width: 0.5, Count: 4}
	tally := b.Tally([]float64{-1.001, -1, -0.6, -0.5, 0, 0.49, 0.51, 0.999, 1, 7, math.NaN()})
	if want := []float64{2, 1, 2, 2}; !slices.Equal(tally, want) {
		t.Errorf("%v, want %v", tally, want)
	}
	bars := b.Bars(tally, 3, 5)
	for i := range tally {
		q := bars[8*i : 8*i+8]
		x := b.Lo + float64(i)*b.Width
		if !(q[0] > x && q[0] < x+0.1 && q[2] < x+b.Width && q[2] > x+b.Width-0.1) || q[1] != 0 ||
			q[5] != min(3*tally[i], 5) {
			t.Errorf("column %d is %v", i, q)
		}
	}
	for _, c := range []struct {
		x    []float64
		want float64
	}{{[]float64{3, 1, 2}, 2}, {[]float64{-9, -8, 7}, -4}, {[]float64{30, 50, 7}, 5}, {[]float64{math.NaN(), math.NaN(),
		0}, 5}} {
		if got := middle(c.x, -4, 5); got != c.want {
			t.Errorf("the middle of %v is %v, want %v", c.x, got, c.want)
		}
	}
}

// TestWatch: of long releases so many are kept that their numbers are not too many, of others so many releases.
func TestWatch(t *testing.T) {
	for _, steps := range []int{1, 10, 100, 101, 1000, 300_000} {
		d := drawing{steps: steps, dim: 1, draw: normal(make([]float64, steps)...)}
		w := Watch(&d, Description{})
		if n := w.Keep; n < 1 || n > showDraws || n > 1 && n*int64(steps) > showNumbers ||
			n < showDraws && (n+1)*int64(steps) <= showNumbers {
			t.Errorf("of %d steps %d releases are kept", steps, n)
		}
	}
}

// TestRaceHoldsBoth: the histograms are of either input's own numbers, about where these are, and the picture is high
// enough for bars and laws.
func TestRaceHoldsBoth(t *testing.T) {
	d := choices["a number"].mech
	d.draw = normal(6)
	for _, deviation := range []float64{0.02, 1, 5} {
		x := Drawn(&d, 3)
		law := Law{Peak: 6, Density: func(x float64) float64 {
			z := (x - 6) / deviation
			return math.Exp(-z*z/2) / deviation / math.Sqrt(2*math.Pi)
		}}
		v := Race(mechanism.Names{}, [2][]float64{column(x, 0, 0), column(x, 1, 0)}, -4, 10, law)
		whole := Film(&d, Description{}, 3).Views[0]
		for name, view := range map[string][]float64{"race": quads(v.Layers[:2]), "film": quads(whole.Layers[:2])} {
			if math.Abs(view[0]) > 0.3 || math.Abs(view[1]-6) > 0.3 {
				t.Errorf("%s: the histograms are about %v", name, view)
			}
		}
		for _, l := range v.Layers {
			for k := range filmSteps {
				b := l.Block(filmSteps, k)
				for i := 1; i < len(b); i += 2 {
					if flat := l.Kind.Places() == l.Kind.Stride(); flat && float64(b[i]) > v.Box[3]*(1+1e-6) {
						t.Fatalf("deviation %v, step %d: %v is above the picture, %v", deviation, k, b[i], v.Box)
					}
				}
			}
		}
	}
}

// quads are where the middle of the mass of each histogram lies in the end.
func quads(layers []film.Layer) (middles []float64) {
	for _, l := range layers {
		b, mass, sum := l.Block(filmSteps, filmSteps-1), 0.0, 0.0
		for i := 0; i < len(b); i += 8 {
			high := float64(b[i+5])
			mass, sum = mass+high, sum+high*float64(b[i]+b[i+2])/2
		}
		middles = append(middles, sum/mass)
	}
	return middles
}

// TestPositionComesFirst: where a release's first two numbers of a step are a position, no other is drawn, whatever it
// tells.
func TestPositionComesFirst(t *testing.T) {
	d := drawing{steps: 1, dim: 3, draw: normal(2, 0, 9)}
	axes := []film.Axis{{Label: lang.Verbatim("x")}, {Label: lang.Verbatim("y")}}
	for want, release := range map[[2]int]Description{{0, 1}: {Axes: axes}, {0, 2}: {}} {
		s := newShowing(&d, release)
		if got := s.choose(Drawn(&d, 2)); !slices.Equal(got, want[:]) {
			t.Errorf("of axes %v numbers %v are drawn, want %v", release.Axes, got, want)
		}
	}
}
