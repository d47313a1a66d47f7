package layout

import "indistinct/core/film"

// Entry is one line of the legend: the first layer of its name.
type Entry struct {
	Name  string
	Layer *film.Layer
}

// maxLegend is the greatest number of entries of the legend.
const maxLegend = 16

func Legend(f *film.Film) []Entry {
	var out []Entry
	for i := range f.Views {
		for j := range f.Views[i].Layers {
			l := &f.Views[i].Layers[j]
			if l.Name == "" || l.Kind == film.Words || l.Kind == film.Labels || len(l.Data) == 0 ||
				len(out) == maxLegend {
				continue
			}
			known := false
			for _, e := range out {
				known = known || e.Name == l.Name
			}
			if !known {
				out = append(out, Entry{l.Name, l})
			}
		}
	}
	return out
}
