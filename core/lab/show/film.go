package show

import (
	"math"
	"slices"
	"unicode/utf8"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The film's size: releases of each input arrive in so many steps.
const (
	filmSteps   = 40
	filmPerStep = 25
	filmBins    = 48
	filmPoints  = 161

	// FilmReleases is how many releases of each input a film shows.
	FilmReleases = filmSteps * filmPerStep
)

// Roles are the colours of the two inputs.
var Roles = [2]sheet.Role{sheet.Record, sheet.Adjacent}

// Film returns the film of a laboratory that draws none of its own: releases of both inputs
// arrive, drawn as those of a run are, but that no curves run through many numbers. Its Alt
// says how, in a sentence.
func Film(m mechanism.Mechanism, release Description, seed uint64) *film.Film {
	release.Lists = true
	x, s := Drawn(m, seed), newShowing(m, release)
	s.choose(x)
	var v film.View
	var alt lang.Message
	switch n := s.numbers; {
	case s.form == film.Line:
		v = Race(release.Inputs, [2][]float64{column(x, 0, n[0]), column(x, 1, n[0])}, s.axes[0].Min, s.axes[0].Max)
		alt = lang.Say("show.alt.histograms")
	case s.form == film.Plane:
		v, alt = s.clouds(x), lang.Say("show.alt.clouds", "a", n[0]+1, "b", n[1]+1)
	case len(n) < s.steps:
		v, alt = s.pairs(x), lang.Say("show.alt.pair", "a", n[0]+1, "b", n[1]+1)
	default:
		v, alt = s.pairs(x), lang.Say("show.alt.bars")
	}
	v.Name = lang.Say("show.releases")
	if s.form != film.Bars {
		v.XLabel = s.axes[0].Label
	}
	f := Growing(v)
	f.Alt = alt
	return f
}

// Drawn are the releases that a film shows.
func Drawn(m mechanism.Mechanism, seed uint64) mechanism.Sample {
	steps, dim := m.Shape()
	s := mechanism.Sample{Steps: steps, Dim: dim}
	m = m.Fork()
	for in := range 2 {
		from := rng.Key{Seed: seed, Phase: rng.PhaseFilm, Input: uint32(in)}
		s.R[in] = mechanism.Draw(m, mechanism.Input(in), from, FilmReleases)
	}
	return s
}

// Growing is a film of a view in which FilmReleases releases of each input arrive.
func Growing(v film.View) *film.Film {
	f := &film.Film{Steps: filmSteps, Rate: 8, Hold: filmSteps - 1, Views: []film.View{v}}
	for k := range filmSteps {
		f.Clock = append(f.Clock, lang.Say("show.clock", "n", (k+1)*filmPerStep))
	}
	return f
}

// Hidden is a chart of why two inputs cannot be told apart: the laws of a number by which they
// differ, gap apart, with noise of a scale and, dashed, of that which is promised.
func Hidden(inputs mechanism.Names, gap float64, noise mechanism.Noise, scale, promised float64) film.View {
	density := func(x, scale float64) float64 { return num.Exp(noise.LogDensity(x, scale)) }
	wide, top := 4*math.Max(scale, promised), 1.3*density(0, math.Min(scale, promised))
	v := film.View{Place: film.Side, Box: [4]float64{-wide, 0, gap + wide, top}}
	law := func(in int, scale float64, l film.Layer) {
		l.Kind, l.Role = film.Path, Roles[in]
		var line []float64
		for i := range filmPoints {
			x := -wide + (gap+2*wide)*float64(i)/(filmPoints-1)
			line = append(line, x, density(x-gap*float64(in), scale))
		}
		v.Add(l, line...)
	}
	if scale != promised {
		law(0, promised, film.Layer{Name: lang.Say("show.promised"), Size: 1.2, Dash: true, Alpha: 0.6})
		law(1, promised, film.Layer{Size: 1.2, Dash: true, Alpha: 0.6})
		v.Add(film.Label(lang.Say("show.promised"), sheet.Muted, 14), -promised, density(promised, promised), 3)
	}
	for in, role := range Roles {
		law(in, scale, film.Layer{Name: inputs.Of(in), Size: 2.5})
		v.Add(film.Label(inputs.Of(in), role, 14), gap*float64(in), density(0, scale), 3)
	}
	return v
}

// Bins are the columns of a histogram, Count of them, each Width wide.
type Bins struct {
	Lo, Width float64
	Count     int
}

// Tally counts the numbers in each column.
func (b Bins) Tally(x []float64) []float64 {
	h := make([]float64, b.Count)
	for _, v := range x {
		if i := math.Floor((v - b.Lo) / b.Width); i >= 0 && i < float64(b.Count) {
			h[int(i)]++
		}
	}
	return h
}

// Bars are the columns as Quads, each of their numbers so high, and none above top.
func (b Bins) Bars(tally []float64, each, top float64) (out []float64) {
	for i, n := range tally {
		x := b.Lo + float64(i)*b.Width
		out = append(out, film.Rect(x+0.06*b.Width, 0, x+0.94*b.Width, min(n*each, top))...)
	}
	return out
}

// Law is the density of an input's releases, and where it is highest.
type Law struct {
	film.Layer // how it is drawn
	Peak       float64
	Density    func(x float64) float64
}

// Race is a chart of numbers, FilmReleases of each input: they fall from the middle of
// their input's releases into two histograms that rise together, and with the histograms
// their laws.
func Race(inputs mechanism.Names, x [2][]float64, lo, hi float64, laws ...Law) film.View {
	b := Bins{Lo: lo, Width: (hi - lo) / filmBins, Count: filmBins}
	var count [2][filmSteps][]float64
	top := 0.0
	for in := range x {
		for k := range filmSteps {
			count[in][k] = b.Tally(x[in][:(k+1)*filmPerStep])
		}
		top = math.Max(top, slices.Max(count[in][filmSteps-1]))
	}
	for _, l := range laws {
		top = math.Max(top, l.Density(l.Peak)*FilmReleases*b.Width)
	}
	top *= 1.25
	v := film.View{Place: film.Main, YLabel: lang.Say("show.count"), Box: [4]float64{lo, 0, hi, top}}
	for in, role := range Roles {
		v.Glide(filmSteps, film.Layer{Name: inputs.Of(in), Kind: film.Quads, Role: role, Alpha: 0.55},
			func(k int) []float64 { return b.Bars(count[in][k], 1, top) })
	}
	for _, l := range laws {
		l.Kind = film.Path
		at := append(sheet.Even(lo, hi, filmPoints), l.Peak)
		slices.Sort(at)
		v.Glide(filmSteps, l.Layer, func(k int) (line []float64) {
			for _, at := range at {
				line = append(line, at, l.Density(at)*float64((k+1)*filmPerStep)*b.Width)
			}
			return line
		})
	}
	for in, role := range Roles {
		from := middle(x[in], lo, hi)
		v.Glide(filmSteps, film.Layer{Kind: film.Disk, Role: role}, func(k int) []float64 {
			return b.falling(x[in], from, 0.9*top, count[in][:], k)
		})
		last := count[in][filmSteps-1]
		highest := slices.Index(last, slices.Max(last))
		v.Glide(filmSteps, film.Label(inputs.Of(in), role, 0), func(k int) []float64 {
			return []float64{b.Lo + (float64(highest)+0.5)*b.Width, max(count[in][k][highest], top/8), 4}
		})
	}
	return v
}

// middle is the median of an input's numbers on an axis; words, which are NaN, come first.
func middle(x []float64, lo, hi float64) float64 {
	if m := slices.Sorted(slices.Values(x))[len(x)/2]; m == m {
		return math.Min(math.Max(m, lo), hi)
	}
	return hi
}

// Of the releases that arrive in a step two are seen to fall, for so many steps. The circles that
// showed them go back not seen: they stay below for a step more, and above for one.
const (
	filmFall  = 3
	filmCycle = filmFall + 3
)

// falling are the circles of an input's releases at step k, on their way from (from, high) to
// the top of their bars. A circle without a radius is not seen.
func (b Bins) falling(x []float64, from, high float64, count [][]float64, k int) (out []float64) {
	lo, hi := b.Lo, b.Lo+b.Width*float64(b.Count)
	for c := range 2 * filmCycle {
		age := (k + c) % filmCycle // since it left
		land := k - age + filmFall
		v, y, r := from, high, 0.0
		at := math.NaN()
		if age <= filmFall+1 && land >= filmFall && land < filmSteps {
			at = x[land*filmPerStep+c]
		}
		if at >= lo && at < hi {
			t := math.Min(float64(age)/filmFall, 1)
			column := min(int((at-lo)/b.Width), b.Count-1)
			v, y = from+(at-from)*t, high+(count[land][column]-high)*t*(1+t)/2
			if age <= filmFall {
				r = 0.003 * (hi - lo)
			}
		}
		out = append(out, v, y, r)
	}
	return out
}

// clouds shows two numbers of a release as a plane.
func (s *showing) clouds(x mechanism.Sample) film.View {
	a, b := &s.axes[0], &s.axes[1]
	v := film.View{Place: film.Main, Box: [4]float64{a.Min, b.Min, a.Max, b.Max}, YLabel: b.Label}
	for in, role := range Roles {
		name := s.release.Inputs.Of(in)
		l := film.Layer{Name: name, Kind: film.Dots, Role: role, Size: 4, Alpha: 0.5, Fill: true,
			Moving: true, Blocks: make([]int, filmSteps)}
		var dots []float64
		for i := range FilmReleases {
			row := x.Row(in, i)
			if x, y := row[s.numbers[0]], row[s.numbers[1]]; x == x && y == y {
				dots = append(dots, min(max(x, a.Min), a.Max), min(max(y, b.Min), b.Max))
			}
			if (i+1)%filmPerStep == 0 {
				l.Shown = append(l.Shown, len(dots)/2)
			}
		}
		v.Add(l, dots...)
		v.Add(film.Label(name, role, 15), middle(column(x, in, s.numbers[0]), a.Min, a.Max),
			middle(column(x, in, s.numbers[1]), b.Min, b.Max), 4)
	}
	return v
}

// pairs shows how often releases occur, as pairs of bars.
func (s *showing) pairs(x mechanism.Sample) film.View {
	v := film.View{Place: film.Main, XLabel: lang.Say("show.share"), YLabel: s.axes[0].Label, Bars: true}
	top, longest := 0.0, 0
	var names []lang.Message
	var at []float64
	for in, role := range Roles {
		var share [filmSteps][]float64
		now, row := make([]float64, len(s.bars)), make([]float64, len(s.numbers))
		for i := range FilmReleases {
			for j, n := range s.numbers {
				row[j] = x.Row(in, i)[n]
			}
			if bar, ok := s.bar(row); ok {
				now[bar] += 1.0 / FilmReleases
				top = max(top, now[bar])
			}
			share[i/filmPerStep] = slices.Clone(now)
		}
		low := 0.42 * float64(in) // below the other input's
		name := s.release.Inputs.Of(in)
		v.Glide(filmSteps, film.Layer{Name: name, Kind: film.Quads, Role: role, Alpha: 0.7},
			func(k int) (bars []float64) {
				for i, c := range share[k] {
					y := -float64(i) - low
					bars = append(bars, film.Rect(0, y-0.4, c, y)...)
				}
				return bars
			})
		v.Glide(filmSteps, film.Label(name, role, 14), // where the topmost ends
			func(k int) []float64 { return []float64{share[k][0], -low - 0.2, 4} })
	}
	for _, row := range s.bars {
		name := lang.Clip(mechanism.RowText(row, mechanism.Words(s.mech)), 34)
		longest = max(longest, utf8.RuneCountInString(name))
		names = append(names, lang.Verbatim(name))
	}
	left := math.Min(0.82, 0.22+0.034*float64(longest)) * top // room for the names
	for i := range names {
		at = append(at, -left/2, -float64(i)-0.41)
	}
	v.Add(film.Layer{Kind: film.Words, Role: sheet.Ink, Size: 13, Text: names}, at...)
	v.Box = [4]float64{-left, -float64(len(names)), 1.35 * top, 0.4}
	return v
}
