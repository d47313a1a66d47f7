package animation

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/labs/survey/release"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// sunflower places item i of n in the unit disk, evenly (Vogel 1979).
func sunflower(i, n int) (x, y float64) {
	r := math.Sqrt((float64(i) + 0.5) / float64(n))
	s, c := num.Sincos(float64(i) * 2.399963229728653)
	return r * c, r * s
}

// crowd is who is drawn and what they say.
type crowd struct {
	n      int // drawn
	x, y   []float64
	yes    []bool // true answers; the star is number 0
	report []bool // what they send
	r      float64
}

func (m *Survey) crowd() crowd {
	c := crowd{n: min(m.Answers.N, maxPeople)}
	c.r = 0.55 / math.Sqrt(float64(max(c.n, 12)))
	yes := m.Answers.Yes
	star := m.Answers.Star()
	if c.n < m.Answers.N {
		yes = int(math.Round(float64(yes) / float64(m.Answers.N) * float64(c.n)))
		if star {
			yes = max(yes, 1)
		} else {
			yes = min(yes, c.n-1)
		}
	}
	c.yes, c.report = make([]bool, c.n), make([]bool, c.n)
	s := rng.New(rng.Key{Seed: m.Seed, Phase: rng.PhaseSurveyFilm, Input: 2})
	// The others are shuffled.
	left := yes
	if star {
		c.yes[0] = true
		left--
	}
	for i := 1; i < c.n; i++ {
		if s.Intn(c.n-i) < left {
			c.yes[i] = true
			left--
		}
	}
	truth := 1.0
	r := m.response()
	if r != nil {
		truth = 0.5 + r.Bias
	}
	// In a dense crowd the star has some room to be seen.
	room := int(math.Ceil(1.6 * starRoom * starRoom * float64(c.n)))
	k := 0 // reports that say yes
	for i := range c.n {
		x, y := 0.0, 0.0
		if i > 0 || room < 2 {
			x, y = sunflower(i+room, c.n+room)
		}
		c.x, c.y = append(c.x, x), append(c.y, y)
		c.report[i] = c.yes[i] == (s.Float64() < truth)
		if c.report[i] {
			k++
		}
	}
	if r == nil || c.n < m.Answers.N {
		return c
	}
	// The reports are those of which what is published follows.
	if r.View == release.OneReport {
		c.report[0] = m.Published == 1
		return c
	}
	for want := int(math.Round(r.Count(m.Published))); k != want; {
		switch i := s.Intn(c.n); {
		case k < want && !c.report[i]:
			c.report[i] = true
			k++
		case k > want && c.report[i]:
			c.report[i] = false
			k--
		}
	}
	return c
}

// Where the curator stands.
const (
	deskX = 1.7
	deskR = 0.34
)

func (m *Survey) crowdView(c crowd) film.View {
	local := m.response() != nil
	v := film.View{Name: lang.Say("survey.animation.crowd"), Short: lang.Say("survey.animation.crowd.short"),
		Place: film.Main, Box: [4]float64{-1.12, -1.12, 2.3, 1.12}, Equal: true}
	// add adds a layer, where there is something on it.
	add := func(data moving, l film.Layer) {
		if l.Data = data; len(data) > 0 {
			v.Layers = append(v.Layers, l)
		}
	}
	var yes, no moving
	for i := 1; i < c.n; i++ {
		if c.yes[i] {
			yes.add(c.x[i], c.y[i], c.r)
		} else {
			no.add(c.x[i], c.y[i], 0.92*c.r)
		}
	}
	add(yes, film.Layer{Name: lang.Say("survey.animation.yes"), Kind: film.Disk, Role: sheet.Target, Alpha: 0.85})
	add(no, film.Layer{Name: lang.Say("survey.animation.no"), Kind: film.Ring, Role: sheet.Target, Size: 1.5,
		Alpha: 0.7})

	// Coins that say "lie".
	if local {
		var lies moving
		for k := range frames {
			grow := ramp(k, tossAt-1, tossAt) * (1 - ramp(k, gotAt, gotAt+2))
			for i := range c.n {
				if c.report[i] != c.yes[i] {
					lies.add(c.x[i], c.y[i], 1.45*c.r*grow)
				}
			}
		}
		add(lies, film.Layer{Name: lang.Say("survey.animation.lie"), Kind: film.Ring, Role: sheet.Third, Size: 2,
			Moving: true, Ease: true})
	}

	// The desk, and the reports on their way to it.
	add(film.Numbers(deskX, 0, deskR), film.Layer{Name: lang.Say("survey.animation.desk", "coins", local),
		Kind: film.Ring, Role: sheet.Ink, Size: 1.5})
	every := max(1, (c.n+maxSent-1)/maxSent)
	var sent []int
	for i := 0; i < c.n; i += every {
		sent = append(sent, i)
	}
	var up, down moving
	held := 0.8 * c.r
	for k := range frames {
		for j, i := range sent {
			x, y := sunflower(j, len(sent))
			x, y = deskX+0.85*deskR*x, 0.85*deskR*y
			leave := sendAt - 1 + i%3
			w := ramp(k, leave, leave+3)
			px, py := c.x[i]+w*(x-c.x[i]), c.y[i]+w*(y-c.y[i])
			small := deskR * 0.5 / math.Sqrt(float64(max(len(sent), 12)))
			r := ramp(k, sendAt-2, sendAt-1) * (held + w*(small-held))
			switch {
			case i == 0: // with her answer, the star's report changes
				b := ramp(k, flipAt, flipAt+1) - ramp(k, lawsAt, lawsAt+1)
				a := 1 - b
				if !c.report[0] {
					a, b = b, a
				}
				up.add(px, py, r*a)
				down.add(px, py, 0.85*r*b)
			case c.report[i]:
				up.add(px, py, r)
			default:
				down.add(px, py, 0.85*r)
			}
		}
	}
	sending := func(says string) lang.Message {
		return lang.Say("survey.animation.sent", "coins", local, "says", says)
	}
	add(up, film.Layer{Name: sending("yes"), Kind: film.Disk, Role: sheet.Record, Alpha: 0.9, Moving: true, Ease: true})
	add(down, film.Layer{Name: sending("no"), Kind: film.Ring, Role: sheet.Record, Size: 1.5, Moving: true, Ease: true})

	// What is published leaves the desk.
	var out moving
	for k := range frames {
		r := ramp(k, gotAt-1, gotAt) * (1 - ramp(k, recordAt, recordAt+1))
		out.add(deskX+0.55*ramp(k, gotAt, firstAt), 0, 0.05*r)
	}
	add(out, film.Layer{Name: lang.Say("survey.animation.published"), Kind: film.Disk, Role: sheet.Leak, Moving: true,
		Ease: true})

	// The star.
	spot := max(c.r, starRoom)
	first, then := 0.0, spot
	if c.yes[0] {
		first, then = spot, 0
	}
	var filled, halo moving
	for k := range frames {
		w := ramp(k, flipAt, flipAt+1) - ramp(k, lawsAt, lawsAt+1)
		filled.add(c.x[0], c.y[0], first+w*(then-first))
		h := 0.0
		if k >= flipAt && k < otherAt || k >= 1 && k < tossAt {
			h = max(1.8*spot, 0.12)
		}
		halo.add(c.x[0], c.y[0], h)
	}
	add(filled, film.Layer{Kind: film.Disk, Role: sheet.Leak, Alpha: 0.5, Moving: true, Ease: true})
	add(halo, film.Layer{Kind: film.Ring, Role: sheet.Leak, Size: 2.5, Moving: true, Ease: true})
	add(film.Numbers(c.x[0], c.y[0]), film.Layer{Name: lang.Say("survey.animation.star"), Kind: film.Dots,
		Shape: film.Star, Role: sheet.Leak, Size: 26})

	// The name of the star, whose answer changes.
	names := film.Layer{Kind: film.Labels, Role: sheet.Ink, Size: 15, Moving: true}
	value := film.Layer{Kind: film.Words, Role: sheet.Leak, Size: 17, Moving: true}
	for k := range frames {
		star, number := c.yes[0], lang.Verbatim(" ")
		if k >= flipAt && k < lawsAt { // with the laws the picture is of both, and the star of the record
			star = !star
		}
		if k >= firstAt {
			number = lang.Say("survey.animation.value", "value", m.Published)
		}
		names.Data = append(names.Data, float32(c.x[0]), float32(c.y[0]), 16)
		names.Text = append(names.Text, says(star))
		value.Data = append(value.Data, deskX, -deskR-0.14)
		value.Text = append(value.Text, number)
	}
	v.Layers = append(v.Layers, names, value)
	return v
}
