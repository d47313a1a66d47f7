package demo

import (
	"strings"
	"unicode/utf8"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/texts"
)

// long is a text that is two fifths longer, as those of package pseudo are.
func long(m *lang.Message) {
	if words := texts.English().Say(*m); words != "" {
		*m = lang.Verbatim("⟦" + words + strings.Repeat(" ẋ", max(utf8.RuneCountInString(words)/5, 1)) + "⟧")
	}
}

// Long makes the words of a film two fifths longer, but for units and times.
func Long(f *film.Film) *film.Film {
	for i := range f.Views {
		v := &f.Views[i]
		for _, m := range []*lang.Message{&v.Name, &v.Short, &v.XLabel, &v.YLabel, &v.Note} {
			long(m)
		}
		for j := range v.Layers {
			long(&v.Layers[j].Name)
			for k := range v.Layers[j].Text {
				long(&v.Layers[j].Text[k])
			}
		}
	}
	return f
}

// LongShow makes the words of a show two fifths longer, but for units.
func LongShow(s *film.Show) *film.Show {
	for _, m := range []*lang.Message{&s.Names[0], &s.Names[1], &s.Pair, &s.Event, &s.Axes[0].Label, &s.Axes[1].Label} {
		long(m)
	}
	for i := range s.Words {
		long(&s.Words[i])
	}
	return s
}
