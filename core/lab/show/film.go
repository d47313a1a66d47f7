package show

import (
	"cmp"
	"math"
	"slices"
	"strings"
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
	filmBars    = 10

	// FilmReleases is how many releases of each input a film shows.
	FilmReleases = filmSteps * filmPerStep
)

// Film returns the film of a laboratory that draws none of its own: releases of
// both inputs arrive.
func Film(m mechanism.Mechanism, release Description, seed uint64) *film.Film {
	return Arriving(Drawn(m, seed), release)
}

// Drawn are the releases that a film shows.
func Drawn(m mechanism.Mechanism, seed uint64) mechanism.Sample {
	steps, dim := m.Shape()
	s := mechanism.Sample{Steps: steps, Dim: dim}
	m = m.Fork()
	for in := range 2 {
		s.R[in] = make([]float64, FilmReleases*s.Width())
		for i := range FilmReleases {
			stream := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseFilm, Input: uint32(in), Trial: uint64(i)})
			m.Release(mechanism.Input(in), &stream, s.Row(in, i))
		}
	}
	return s
}

// Arriving returns a film in which FilmReleases releases of each input arrive: two
// histograms for one number, bars for words, two clouds for the most telling pair of
// entries of longer ones. Its Alt says which, in a sentence.
func Arriving(s mechanism.Sample, release Description) *film.Film {
	var cols []int
	if !wordy(s, FilmReleases) {
		cols = tellingEntries(s)
	}
	two := categoricalPair(s)
	var v film.View
	var alt lang.Message
	switch {
	case two != nil:
		v = bars(only(s, two), release.Words, release.Inputs)
		v.YLabel = entries(two[0], two[1])
		alt = lang.Say("show.alt.pair", "a", two[0]+1, "b", two[1]+1)
	case len(cols) == 0:
		v = bars(s, release.Words, release.Inputs)
		alt = lang.Say("show.alt.bars")
	case len(cols) == 1:
		v = histograms(s, cols[0], release.Inputs)
		if s.Width() == 1 && len(release.Axes) == 1 {
			v.XLabel = release.Axes[0].Label
		}
		alt = lang.Say("show.alt.histograms")
	default:
		v = clouds(s, cols[0], cols[1], release.Inputs)
		alt = lang.Say("show.alt.clouds", "a", cols[0]+1, "b", cols[1]+1)
	}
	f := Growing(v)
	f.Alt = alt
	return f
}

// Growing is a film of a view in which FilmReleases releases of each input arrive.
func Growing(v film.View) *film.Film {
	f := &film.Film{Steps: filmSteps, Rate: 8, Hold: filmSteps - 1, Views: []film.View{v}}
	for k := range filmSteps {
		f.Clock = append(f.Clock, lang.Say("show.clock", "n", (k+1)*filmPerStep))
	}
	return f
}

// tellingEntries returns up to two entries that are numbers in most releases and take
// many values: of more, the two that tell the inputs apart best together.
func tellingEntries(s mechanism.Sample) []int {
	var cols []int
	for i := range s.Width() {
		x, most := numbers(s, i)
		slices.Sort(x)
		if most && len(slices.Compact(x)) > 2*filmBars {
			cols = append(cols, i)
		}
	}
	if len(cols) <= 2 {
		return cols
	}
	x, y := numericPair(s, cols)
	return []int{x, y}
}

// numbers returns those that an entry holds in the releases of both inputs, and whether
// it does in at least half of them.
func numbers(s mechanism.Sample, col int) (x []float64, most bool) {
	x = append(column(s, 0, col), column(s, 1, col)...)
	rows := len(x)
	x = slices.DeleteFunc(x, func(c float64) bool { return c != c })
	return x, 2*len(x) >= rows
}

// column returns what an entry holds in the releases of an input.
func column(s mechanism.Sample, in, col int) []float64 {
	x := make([]float64, 0, s.Trials(mechanism.Input(in)))
	for at := col; at < len(s.R[in]); at += s.Width() {
		x = append(x, s.R[in][at])
	}
	return x
}

// only returns some entries of a sample's releases.
func only(s mechanism.Sample, cols []int) mechanism.Sample {
	out := mechanism.Sample{Steps: len(cols), Dim: 1}
	for in := range s.R {
		for at := 0; at < len(s.R[in]); at += s.Width() {
			for _, i := range cols {
				out.R[in] = append(out.R[in], s.R[in][at+i])
			}
		}
	}
	return out
}

// span is where nearly all numbers of a column lie.
func span(s mechanism.Sample, col int) (lo, hi float64) {
	x, _ := numbers(s, col)
	return film.Span(x, far)
}

func quad(x0, y0, x1, y1 float64) []float32 { return film.Numbers(x0, y0, x1, y0, x1, y1, x0, y1) }

// roles are the colours of the two inputs.
var roles = [2]sheet.Role{sheet.Record, sheet.Adjacent}

// entry and entries name numbers of a release, from 0.
func entry(i int) lang.Message      { return lang.Say("show.entry", "i", i+1) }
func entries(a, b int) lang.Message { return lang.Say("show.entries", "a", a+1, "b", b+1) }

// histograms shows one entry.
func histograms(s mechanism.Sample, col int, inputs mechanism.Names) film.View {
	lo, hi := span(s, col)
	v := Race(inputs, [2][]float64{column(s, 0, col), column(s, 1, col)}, lo, hi)
	v.Name, v.XLabel = lang.Say("show.releases"), lang.Say("show.released")
	if s.Width() > 1 {
		v.XLabel = entry(col)
	}
	return v
}

// Hidden is a chart of why two inputs cannot be told apart: the laws of a number by which they
// differ, gap apart, with noise of a scale and, dashed, of that which is promised.
func Hidden(inputs mechanism.Names, gap float64, noise mechanism.Noise, scale, promised float64) film.View {
	density := func(x, scale float64) float64 { return num.Exp(noise.LogDensity(x, scale)) }
	wide, top := 4*math.Max(scale, promised), 1.3*density(0, math.Min(scale, promised))
	v := film.View{Place: film.Side, Box: [4]float64{-wide, 0, gap + wide, top}, YLabel: lang.Say("show.density")}
	law := func(in int, scale float64, l film.Layer) {
		l.Kind, l.Role = film.Path, roles[in]
		for i := range filmPoints {
			x := -wide + (gap+2*wide)*float64(i)/(filmPoints-1)
			l.Data = append(l.Data, float32(x), float32(density(x-gap*float64(in), scale)))
		}
		v.Layers = append(v.Layers, l)
	}
	if scale != promised {
		law(0, promised, film.Layer{Name: lang.Say("show.promised"), Size: 1.2, Dash: true, Alpha: 0.6})
		law(1, promised, film.Layer{Size: 1.2, Dash: true, Alpha: 0.6})
	}
	for in := range roles {
		law(in, scale, film.Layer{Name: inputs.Of(in), Size: 2.5})
	}
	return v
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
	width := (hi - lo) / filmBins
	var count [2][filmSteps][filmBins]float64
	top := 0.0
	for in := range x {
		for i, v := range x[in] {
			if b := math.Floor((v - lo) / width); b >= 0 && b < filmBins {
				for k := i / filmPerStep; k < filmSteps; k++ {
					count[in][k][int(b)]++
				}
			}
		}
		top = math.Max(top, slices.Max(count[in][filmSteps-1][:]))
	}
	for _, l := range laws {
		top = math.Max(top, l.Density(l.Peak)*FilmReleases*width)
	}
	top *= 1.25
	v := film.View{Place: film.Main, YLabel: lang.Say("show.count"), Box: [4]float64{lo, 0, hi, top}}
	for in := range x {
		var bars []float32
		for _, bins := range count[in] {
			for b, c := range bins {
				bars = append(bars, quad(lo+(float64(b)+0.06)*width, 0, lo+(float64(b)+0.94)*width, c)...)
			}
		}
		v.Layers = append(v.Layers, film.Layer{Name: inputs.Of(in), Kind: film.Quads, Role: roles[in],
			Alpha: 0.55, Moving: true, Ease: true, Data: bars})
	}
	for _, l := range laws {
		l.Kind, l.Moving, l.Ease = film.Path, true, true
		at := []float64{l.Peak}
		for i := range filmPoints {
			at = append(at, lo+(hi-lo)*float64(i)/(filmPoints-1))
		}
		slices.Sort(at)
		for k := range filmSteps {
			for _, at := range at {
				y := l.Density(at) * float64((k+1)*filmPerStep) * width
				l.Data = append(l.Data, float32(at), float32(y))
			}
		}
		v.Layers = append(v.Layers, l.Layer)
	}
	for in := range x {
		sorted := slices.Sorted(slices.Values(x[in])) // words, which are NaN, first
		from := math.Min(math.Max(sorted[len(sorted)/2], lo), hi)
		if from != from {
			from = hi
		}
		v.Layers = append(v.Layers,
			film.Layer{Kind: film.Disk, Role: roles[in], Moving: true, Ease: true,
				Data: falling(x[in], from, lo, hi, 0.9*top, count[in][:])},
			film.Layer{Kind: film.Labels, Role: roles[in], Size: 15,
				Text: []lang.Message{inputs.Of(in)}, Data: []float32{float32(from), float32(0.9 * top), 4}})
	}
	return v
}

// Of the releases that arrive in a step two are seen to fall, for so many steps. What glides
// swings past where it stops: the circles that showed them stay below for two steps more, not
// seen, and above for two.
const (
	filmFall  = 3
	filmCycle = filmFall + 5
)

// falling are the circles of an input's releases on their way from (from, high) to the
// top of their bars. A circle without a radius is not seen.
func falling(x []float64, from, lo, hi, high float64, count [][filmBins]float64) (out []float32) {
	for k := range filmSteps {
		for c := range 2 * filmCycle {
			age := (k + c) % filmCycle // since it left
			land := k - age + filmFall
			v, y, r := from, high, 0.0
			at := math.NaN()
			if age <= filmFall+2 && land >= filmFall && land < filmSteps {
				at = math.Min(math.Max(x[land*filmPerStep+c], lo), hi)
			}
			if at == at {
				t := math.Min(float64(age)/filmFall, 1)
				b := min(int((at-lo)/(hi-lo)*filmBins), filmBins-1)
				v, y = from+(at-from)*t, high+(count[land][b]-high)*t*(1+t)/2
				if age <= filmFall {
					r = 0.003 * (hi - lo)
				}
			}
			out = append(out, float32(v), float32(y), float32(r))
		}
	}
	return out
}

// clouds shows two entries as a plane.
func clouds(s mechanism.Sample, a, b int, inputs mechanism.Names) film.View {
	x0, x1 := span(s, a)
	y0, y1 := span(s, b)
	v := film.View{Name: lang.Say("show.releases"), Place: film.Main, Box: [4]float64{x0, y0, x1, y1},
		XLabel: entry(a), YLabel: entry(b)}
	for in := range 2 {
		var data []float32
		var shown []int
		for k := range filmSteps {
			for i := k * filmPerStep; i < (k+1)*filmPerStep; i++ {
				x, y := s.R[in][i*s.Width()+a], s.R[in][i*s.Width()+b]
				if x == x && y == y {
					data = append(data, float32(min(max(x, x0), x1)), float32(min(max(y, y0), y1)))
				}
			}
			shown = append(shown, len(data)/2)
		}
		v.Layers = append(v.Layers, film.Layer{Name: inputs.Of(in), Kind: film.Dots, Role: roles[in], Size: 4,
			Alpha: 0.5, Fill: true, Moving: true, Blocks: make([]int, filmSteps), Shown: shown, Data: data})
	}
	return v
}

// bars shows how often the most frequent releases occur.
func bars(s mechanism.Sample, words []string, inputs mechanism.Names) film.View {
	count, value := map[string]*[2]float64{}, map[string]float64{}
	var order []string
	text := [2][]string{}
	shape := shapes(s)
	for in := range 2 {
		for at := 0; at < len(s.R[in]); at += s.Width() {
			row := shape(s.R[in][at : at+s.Width()])
			name := mechanism.RowText(row, words)
			if count[name] == nil {
				count[name], value[name] = new([2]float64), row[0]
				order = append(order, name)
			}
			count[name][in]++
			text[in] = append(text[in], name)
		}
	}
	total := func(n string) float64 { return count[n][0] + count[n][1] }
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(total(b), total(a)), cmp.Compare(a, b))
	})
	order = order[:min(len(order), filmBars)]
	// Single numbers stand in their order, whatever their frequency.
	if s.Width() == 1 && !slices.ContainsFunc(order, func(n string) bool { return math.IsNaN(value[n]) }) {
		slices.SortFunc(order, func(a, b string) int { return cmp.Compare(value[a], value[b]) })
	}
	place := map[string]int{}
	v := film.View{Name: lang.Say("show.releases"), Place: film.Main, XLabel: lang.Say("show.share"),
		YLabel: lang.Say("show.frequent"), Bars: true}
	top := 0.0
	var names []lang.Message
	var at []float32
	longest := 0
	for i, n := range order {
		place[n] = i
		top = math.Max(top, math.Max(count[n][0], count[n][1])/(filmSteps*filmPerStep))
		if strings.Contains(n, anyNumber) {
			v.YLabel = lang.Say("show.frequent.shape", "sign", anyNumber)
		}
		n = lang.Clip(n, 34)
		longest = max(longest, utf8.RuneCountInString(n))
		names = append(names, lang.Verbatim(n))
	}
	for in := range 2 {
		grown := make([]float64, len(order))
		var data, end []float32 // the bars, and where the topmost ends
		for k := range filmSteps {
			for _, n := range text[in][k*filmPerStep : (k+1)*filmPerStep] {
				if i, ok := place[n]; ok {
					grown[i]++
				}
			}
			for i, c := range grown {
				y := -float64(i) - 0.42*float64(in)
				data = append(data, quad(0, y-0.4, c/(filmSteps*filmPerStep), y)...)
			}
			end = append(end, float32(grown[0]/(filmSteps*filmPerStep)), float32(-0.42*float64(in)-0.2), 4)
		}
		v.Layers = append(v.Layers,
			film.Layer{Name: inputs.Of(in), Kind: film.Quads, Role: roles[in], Alpha: 0.7, Moving: true,
				Ease: true, Data: data},
			film.Layer{Kind: film.Labels, Role: roles[in], Size: 14, Moving: true, Ease: true, Data: end,
				Text: []lang.Message{inputs.Of(in)}})
	}
	left := math.Min(0.82, 0.22+0.034*float64(longest)) * top // room for the names
	for i := range order {
		at = append(at, float32(-left/2), float32(-float64(i)-0.41))
	}
	v.Layers = append(v.Layers, film.Layer{Kind: film.Words, Role: sheet.Ink, Size: 13, Text: names, Data: at})
	v.Box = [4]float64{-left, -float64(len(order)), 1.35 * top, 0.4}
	return v
}
