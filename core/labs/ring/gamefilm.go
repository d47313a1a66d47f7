package ring

import (
	"fmt"
	"math"

	"indistinct/core/film"
	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/sheet"
)

// gameFilm shows the ring with its places, the adversary's belief glowing on
// them, and the published positions about the target. Each release is a key
// frame. Nothing in it says which place would lead to which position: that is
// for the player to find out.
func (m *model) gameFilm(h *attack.PlaceLaws, x []float64, size int, beliefs [][]float64) *film.Film {
	n := len(beliefs)
	f := &film.Film{Steps: n, Rate: 0.7, Hold: n - 1,
		Alt: sayGameAlt}
	var places, sensors []float32
	var handles []string
	for i, q := range h.At {
		places = append(places, float32(q[0]), float32(q[1]))
		handles = append(handles, fmt.Sprintf("%s%g", game.GuessHandle, h.Angles[i]))
	}
	for i, q := range m.Scenario.Sensors {
		if i != m.Scenario.Star {
			sensors = append(sensors, float32(q[0]), float32(q[1]))
		}
	}
	var glow []float32
	for _, p := range beliefs {
		for j, v := range p {
			// As bright as it is surer than not knowing: a place among 72 alike is
			// hardly seen.
			glow = append(glow, places[2*j], places[2*j+1], 20, float32(math.Min(0.85, math.Sqrt(v))))
		}
	}
	var words []float32
	var text []string
	for i := 0; i < attack.GamePlaces; i += attack.GamePlaces / 12 {
		p := m.Scenario.At(h.Angles[i] * math.Pi / 180)
		words = append(words, float32(1.13*p[0]), float32(1.13*p[1]))
		text = append(text, fmt.Sprintf("%.0f°", h.Angles[i]))
	}
	target := m.Scenario.Truth()
	star := m.Scenario.Sensors[m.Scenario.Star]
	box := 1.25 * m.Scenario.Radius
	main := film.View{Name: sayGameViewName, Short: "ring", Place: film.Main, Box: [4]float64{-box, -box, box, box}, Equal: true, Unit: "m", Layers: []film.Layer{
		{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6, Data: []float32{0, 0, float32(m.Scenario.Radius)}},
		{Name: sayWhatAdversaryBelieves, Kind: film.Heat, Role: sheet.Leak, Moving: true, Data: glow},
		{Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.5, Data: sensors},
		{Name: "place to guess", Kind: film.Dots, Role: sheet.Leak, Shape: film.Circle, Size: 9, Data: places, Handles: handles},
		{Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 14, Fill: true, Data: []float32{float32(target[0]), float32(target[1])}},
		{Kind: film.Words, Role: sheet.Muted, Size: 12, Data: words, Text: text},
		{Kind: film.Dots, Role: sheet.Ink, Shape: film.Star, Size: 15, Alpha: 0.6, Data: []float32{float32(star[0]), float32(star[1])}},
		{Kind: film.Labels, Role: sheet.Target, Data: []float32{float32(target[0]), float32(target[1]), 9}, Text: []string{"target"}},
		{Kind: film.Labels, Role: sheet.Ink, Data: []float32{float32(star[0]), float32(star[1]), 10}, Text: []string{"the estimator believes it here"}},
	}}
	var cloud []float32
	var shown, older, same, which []int
	steps := size / 2
	for i := range n {
		for j := range size {
			cloud = append(cloud, float32(x[i*size+j]-target[j]))
		}
		which, same = append(which, i), append(same, 0)
		older = append(older, i*steps)
		shown = append(shown, steps)
	}
	fitted := film.Fit(0, append([]float32{0, 0}, cloud...))
	f.Views = []film.View{main, {Name: sayPublishedAboutTarget, Short: "published", Place: film.Inset, Equal: true, Unit: "m", Box: fitted, Layers: []film.Layer{
		{Name: "earlier releases", Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 4, Fill: true, Alpha: 0.3, Moving: true, Data: cloud, Blocks: same, Shown: older},
		{Name: "this release, one dot a step", Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 7, Fill: true, Alpha: 0.9, Moving: true, Data: cloud, Blocks: which, Shown: shown},
		{Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13, Data: []float32{0, 0}},
		{Kind: film.Labels, Role: sheet.Target, Data: []float32{0, 0, 8}, Text: []string{"true position"}},
	}}}
	return f
}
