package ring

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/sheet"
)

// Extras are the guessing game.
func (Lab) Extras() lab.Extras {
	return lab.Extras{Game: &game.About{
		Title:  sayGameTitle,
		Lead:   sayGameLead,
		Params: []string{"mech", "releases"},
	}}
}

// round draws a round of “Where is the sensor?”: the starred sensor hides at
// one of 72 places on the ring, and releases come one after another.
func (m *model) round(seed uint64, round int, progress func(left int)) (*game.Round, error) {
	param, values := m.offer.dial.param, m.offer.dial.rounds
	value := values[(round-1)%len(values)]
	setting, err := open(change(m.Spec, param, attack.Digits(value), "sched", ""))
	if err != nil {
		return nil, err
	}
	h, err := setting.NewPlaceLaws(progress)
	if err != nil {
		return nil, err
	}
	n := m.Spec.Int("releases")
	truth, x, size, err := h.Play(seed, round, n)
	if err != nil {
		return nil, err
	}
	r := &game.Round{Number: round, Truth: h.Angles[truth], Places: attack.GamePlaces, Method: setting.GameMethod(),
		Level:  fmt.Sprintf("%s = %s", Lab{}.Params().Find(param).Symbol, attack.Digits(value)),
		Prompt: fmt.Sprintf(sayGamePrompt, attack.GamePlaces, n),
	}
	var beliefs [][]float64
	for k := range n {
		p := h.Believe(x[:(k+1)*size], size)
		beliefs = append(beliefs, p)
		b := game.Belief{Bayes: h.Angles[h.Guess(p)]}
		for _, v := range p {
			b.Top = math.Max(b.Top, v)
		}
		for _, c := range attack.Region(p, 0.95) {
			half := 180.0 / attack.GamePlaces
			b.Credible = append(b.Credible, [2]float64{h.Angles[c[0]] - half, h.Angles[c[1]] + half})
		}
		r.Beliefs = append(r.Beliefs, b)
	}
	last := r.Beliefs[n-1]
	r.Bayes, r.Credible = last.Bayes, last.Credible
	r.Film = setting.gameFilm(h, x, size, beliefs)
	r.Clues = clues(h, x, size, beliefs)
	return r, nil
}

// clues are the picture in numbers: release by release, where it lies from the
// target and what the adversary believes.
func clues(h *attack.PlaceLaws, x []float64, size int, beliefs [][]float64) *sheet.Table {
	t := &sheet.Table{ID: "clues", Title: "The picture in numbers", Columns: []string{"release", "x from the target, mm", "y", "likeliest place, °", "its probability"},
		Caption: sayCluesCaption}
	truth := h.Setting.Scenario.Truth()
	for i, p := range beliefs {
		var off [2]float64
		for j := range size {
			off[j%2] += 1000 * (x[i*size+j] - truth[j]) / float64(size/2)
		}
		best := 0
		for j, v := range p {
			if v > p[best] {
				best = j
			}
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Count(float64(i + 1)), sheet.Number(off[0], 3), sheet.Number(off[1], 3), sheet.Number(h.Angles[best], 4), sheet.Number(p[best], 2)})
	}
	return t
}
