package layout

import (
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/ui/axis"
)

// Entry is one line of the legend: the first layer of its name.
type Entry struct {
	Name  string // as it stands there
	Layer *film.Layer
}

// maxLegend is the greatest number of entries of the legend.
const maxLegend = 16

// Legend returns a film's legend; weigh says whether what a verdict rests on is open.
func Legend(f *film.Film, w *Words, weigh bool) []Entry {
	var out []Entry
	for i := range f.Views {
		for j := range f.Views[i].Layers {
			l := &f.Views[i].Layers[j]
			name := w.Say(l.Name)
			if name == "" || l.Kind == film.Words || l.Kind == film.Labels || len(l.Data) == 0 ||
				len(out) == maxLegend || l.When == film.Weighed && !weigh {
				continue
			}
			if !slices.ContainsFunc(out, func(e Entry) bool { return e.Layer.Name == l.Name }) {
				out = append(out, Entry{name, l})
			}
		}
	}
	return out
}

// The heights of a legend's letters and of a button's, and where a name begins.
const (
	keySize  = 12
	chipSize = 11.5
	chipTiny = 9.5 // at the least
	KeyLeft  = 27
)

// chipWidth is how wide the legend's button is.
func (l *Layout) chipWidth() float64 {
	open, shut := l.Words.Text("stage.legend"), l.Words.Text("stage.close")
	return max(46, axis.Width(open, chipSize), axis.Width(shut, chipSize)) + 22
}

// Times writes how many times larger something is drawn, in two digits: "×1,300".
func (w *Words) Times(v float64) string {
	if v >= 10 && v < 1e6 {
		p := math.Pow(10, math.Floor(math.Log10(v))-1)
		return "×" + w.Number(math.Round(v/p)*p, ",")
	}
	return "×" + w.Number(v, "2z")
}
