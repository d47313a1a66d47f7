package ring

import (
	"fmt"
	"math"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Extras are how often the best adversary is right who sees one release, the search
// among the candidates, and the game.
func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Meter: m.meter, Claim: m.visitor.claim(), On: m.on, Round: m.round,
		Pairs: lab.Pairs(m.Spec, m.candidates, candidate.say)}
}

// round draws a round of “Where is the sensor?”: the starred sensor hides at
// one of 72 places on the ring, and releases come one after another.
func (m *model) round(seed uint64, round int, progress func(left int)) (*game.Round, error) {
	dial := &m.offer.Dial
	value := dial.Rounds[(round-1)%len(dial.Rounds)]
	setting, err := m.lab.open(change(m.Spec, dial.Param, figures.Digits(value), "sched", ""))
	if err != nil {
		return nil, err
	}
	if err := setting.unfitted(); err != nil {
		return nil, err
	}
	h, err := setting.NewPlaceLaws(progress)
	if err != nil {
		return nil, err
	}
	n := m.Spec.Int("releases")
	truth, x, size := h.Play(seed, round, n)
	shifts := setting.shifts(x, size, n)
	star := setting.Scenario.Sensors[setting.Scenario.Star]
	prompt := lang.Say("ring.game.prompt")
	if m.visitor != nil { // where its dots go, nobody knows beforehand
		prompt = lang.Say("ring.game.prompt.own")
	}
	rule := direction(star[0]-h.At[truth][0], star[1]-h.At[truth][1]) // TestRuleOfGame holds it
	r := &game.Round{Number: round, Truth: h.Angles[truth], Places: attack.GamePlaces, Prompt: prompt}
	var beliefs [][]float64
	for k := range n {
		p := h.Believe(x[:(k+1)*size], size)
		beliefs = append(beliefs, p)
		b := game.Belief{Bayes: h.Angles[h.Guess(p)], Top: slices.Max(p)}
		dots := direction(shifts[k][0], shifts[k][1])
		if h.At[truth] != star && m.visitor == nil {
			off := game.AngularError(rule, dots)
			b.Why = lang.Say("ring.game.why", "rule", rule, "dots", dots, "off", int(off/45))
		}
		for _, c := range attack.Region(p, 0.95) {
			half := 180.0 / attack.GamePlaces
			b.Credible = append(b.Credible, [2]float64{h.Angles[c[0]] - half, h.Angles[c[1]] + half})
		}
		r.Beliefs = append(r.Beliefs, b)
	}
	r.Film = setting.gameFilm(h, x, size, beliefs)
	if places := &r.Film.Views[0]; m.visitor == nil {
		from := h.At[truth]
		places.Add(film.Layer{Name: lang.Say("ring.layer.rule"), Kind: film.Segments, Role: sheet.Leak, Size: 2},
			film.Arrow(from[0], from[1], star[0], star[1])...)
		if round == 1 { // the adversary shows the way once
			there := func(k int) [2]float64 { return m.Scenario.At(r.Beliefs[k].Bayes * math.Pi / 180) }
			places.Jump(n, film.Layer{Kind: film.Path, Role: sheet.Ink, Size: 2.5, Dash: true},
				func(k int) []float64 { at := there(k); return append(star[:], at[:]...) })
			places.Jump(n, film.Layer{Kind: film.Labels, Role: sheet.Ink, Dash: true,
				Text: []lang.Message{lang.Say("ring.game.here")}},
				func(k int) []float64 { at := there(k); return append(at[:], 6) })
		}
	}
	r.Film.Views[1].Jump(n, film.Layer{Name: lang.Say("ring.layer.shift"), Kind: film.Segments, Role: sheet.Leak,
		Size: 5}, func(k int) []float64 { return film.Arrow(0, 0, shifts[k][0], shifts[k][1]) })
	r.Clues = setting.clues(x, size, n)
	return r, nil
}

// shifts are where the mean of the first releases lies from the target, in metres: of one,
// of two, and so on up to n.
func (m *model) shifts(x []float64, size, n int) (out [][2]float64) {
	truth := m.truth()
	var sum [2]float64
	for i := range n {
		for j := range size {
			sum[j%2] += (x[i*size+j] - truth[j]) / float64(size/2)
		}
		out = append(out, [2]float64{sum[0] / float64(i+1), sum[1] / float64(i+1)})
	}
	return out
}

// direction is where a vector points to, in degrees from 0 to 360.
func direction(x, y float64) float64 { return math.Mod(180/math.Pi*math.Atan2(y, x)+360, 360) }

// clues are the releases in numbers: where each of the n lies from the target.
func (m *model) clues(x []float64, size, n int) *sheet.Table {
	t := sheet.NewTable("clues", "ring.clues.", lang.Say("ring.clues.caption"), "release", "x", "y")
	truth := m.truth()
	for i := range n {
		var off [2]float64
		for j := range size {
			off[j%2] += 1000 * (x[i*size+j] - truth[j]) / float64(size/2)
		}
		t.Add(sheet.Count(float64(i+1)), sheet.Numbers(3, off[:]...)...)
	}
	return &t
}

// gameFilm shows the ring with its places, the adversary's belief glowing on
// them, and the published positions about the target. Each release is a key
// frame. Nothing in it says which place would lead to which position: that is
// for the player to find out.
func (m *model) gameFilm(h *attack.PlaceLaws, x []float64, size int, beliefs [][]float64) *film.Film {
	n, steps := len(beliefs), size/2
	places := film.View{Name: lang.Say("ring.view.game"), Short: lang.Say("ring.view.ring.short"), Place: film.Main,
		Equal: true, Unit: about.Metre}
	wide, high := 1.4*m.Scenario.Radius, 1.25*m.Scenario.Radius
	places.Box = [4]float64{-wide, -high, wide, high}
	sensors, _ := m.sensors()
	var at, words []float64
	var text []lang.Message
	var handles []string
	for i, q := range h.At {
		at, handles = append(at, q[:]...), append(handles, fmt.Sprintf("%s%g", game.GuessHandle, h.Angles[i]))
		if i%(attack.GamePlaces/12) == 0 {
			p := m.Scenario.At(h.Angles[i] * math.Pi / 180)
			words = append(words, 1.13*p[0], 1.13*p[1])
			text = append(text, lang.Verbatim(fmt.Sprintf("%.0f°", h.Angles[i])))
		}
	}
	target, star := m.truth(), m.Scenario.Sensors[m.Scenario.Star]
	places.Add(film.Layer{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6}, 0, 0, m.Scenario.Radius)
	apart := 2 * math.Pi * m.Scenario.Radius / attack.GamePlaces
	places.Jump(n, film.Layer{Name: lang.Say("ring.layer.belief"), Kind: film.Heat, Role: sheet.Leak},
		func(k int) (glow []float64) {
			for j, v := range beliefs[k] {
				// As bright as it is surer than not knowing: a place among 72 alike is
				// hardly seen.
				glow = append(glow, h.At[j][0], h.At[j][1], 1.9*apart, math.Min(0.85, math.Sqrt(v)))
			}
			return glow
		})
	places.Add(film.Layer{Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.5},
		sensors...)
	places.Add(film.Layer{Name: lang.Say("ring.layer.place"), Kind: film.Dots, Role: sheet.Leak, Shape: film.Circle,
		Size: 9, Handles: handles}, at...)
	places.Add(film.Layer{Kind: film.Words, Role: sheet.Muted, Size: 12, Text: text}, words...)
	places.Add(film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 14, Fill: true}, target[:2]...)
	places.Call(lang.Say("ring.label.target"), 0, 9)
	places.Add(film.Layer{Kind: film.Dots, Role: sheet.Ink, Shape: film.Star, Size: 15, Alpha: 0.6}, star[:]...)
	places.Call(lang.Say("ring.label.believed"), 0, 10)

	var cloud []float64
	var shown, older, which []int
	for i := range n {
		for j := range size {
			cloud = append(cloud, x[i*size+j]-target[j])
		}
		which, older, shown = append(which, i), append(older, i*steps), append(shown, steps)
	}
	box := film.Fit(0, film.Numbers(append([]float64{0, 0}, cloud...)...))
	half := math.Max(math.Max(-box[0], box[2]), math.Max(-box[1], box[3]))
	dots := film.View{Name: lang.Say("ring.view.published"), Short: lang.Say("ring.view.published.short"),
		Place: film.Lens, About: mark(places, sheet.Target), Equal: true, Unit: about.Metre,
		Box: [4]float64{-half, -half, half, half}}
	dots.Add(film.Layer{Name: lang.Say("ring.layer.earlier"), Kind: film.Dots, Role: sheet.Record, Shape: film.Circle,
		Size: 4, Fill: true, Alpha: 0.3, Moving: true, Blocks: make([]int, n), Shown: older}, cloud...)
	dots.Add(film.Layer{Name: lang.Say("ring.layer.latest"), Kind: film.Dots, Role: sheet.Record, Shape: film.Circle,
		Size: 7, Fill: true, Alpha: 0.9, Moving: true, Blocks: which, Shown: shown}, cloud...)
	dots.Add(film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13}, 0, 0)
	dots.Call(lang.Say("ring.label.truth"), 0, 8)
	return &film.Film{Steps: n, Rate: 0.7, Hold: n - 1, Alt: lang.Say("ring.game.alt"),
		Views: []film.View{places, dots}}
}
