package survey

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The story's key frames.
const (
	frames    = 38
	tossAt    = 2  // coins are tossed
	sendAt    = 3  // answers leave
	gotAt     = 8  // all have arrived
	firstAt   = 9  // the first release
	recordAt  = 10 // the histogram of releases grows …
	flipAt    = 21 // the star changes her answer
	otherAt   = 23 // the second histogram grows …
	lawsAt    = 34 // the exact laws stand out
	endsAt    = 36 // and what only one survey can release
	maxPeople = 2000
	maxSent   = 400  // reports that are seen travelling
	drawn     = 2000 // releases for each survey
	starRoom  = 0.055
)

// Where the curator stands.
const (
	deskX = 1.7
	deskR = 0.34
)

// ramp is 0 before from, 1 after to, linear between.
func ramp(step, from, to int) float64 {
	return min(max(float64(step-from)/float64(to-from), 0), 1)
}

// flipped is how far the star has changed her answer.
func flipped(k int) float64 { return ramp(k, flipAt, flipAt+1) - ramp(k, lawsAt, lawsAt+1) }

// grown is how many releases the histogram that starts at from shows.
func grown(step, from int) int {
	counts := [...]int{0, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, drawn}
	return counts[min(max(step-from+1, 0), len(counts)-1)]
}

// says names a survey by the answer of the star, who is the visitor.
func says(yes bool) lang.Message { return lang.Say("survey.animation.says", "says", yes) }

// inputs are the two surveys.
func (m *model) inputs() mechanism.Names {
	return mechanism.Names{says(m.counts.Star()), says(!m.counts.Star())}
}

// Film tells the survey's story: the crowd answers, one number is published, many more could
// have been; the star changes her answer, and the two laws part no farther than is claimed.
// With a report the event on which its bound rests is lit.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	value := releaseNumber(m.mech, m.spec.Seed())
	return &film.Film{Steps: frames, Rate: 2.5, Hold: frames - 1, Clock: m.captions(value),
		Views: []film.View{m.crowdView(value), m.chartView(value, r)},
		Alt: lang.Say("survey.animation.alt", "n", m.counts.N, "yes", m.counts.Yes, "mechanism",
			m.name)}, nil
}

// captions are the film's clock.
func (m *model) captions(value float64) (out []lang.Message) {
	until := func(step int, m lang.Message) {
		for len(out) < step {
			out = append(out, m)
		}
	}
	releases := func(from, to int, yes bool) {
		for k := from; k < to; k++ {
			until(k+1, lang.Say("survey.animation.clock.releases", "n", grown(k, from), "says", yes))
		}
	}
	star := m.counts.Star()
	sent, got := lang.Say("survey.animation.clock.truth"), lang.Say("survey.animation.clock.answers")
	published := lang.Say("survey.animation.clock.noise", "value", value)
	if r := m.coins; r != nil {
		sent, got = lang.Say("survey.animation.clock.coin", "lie", 0.5-r.Bias),
			lang.Say("survey.animation.clock.reports")
		published = lang.Say("survey.animation.clock.released", "value", value)
		if r.View == about.OneReport {
			published = lang.Say("survey.animation.clock.report", "says", value == 1)
		}
	}
	until(1, lang.Say("survey.animation.clock.question", "n", m.counts.N, "yes", m.counts.Yes))
	until(tossAt, lang.Say("survey.animation.clock.star", "says", star))
	until(sendAt, sent)
	until(gotAt, got)
	until(recordAt, published)
	releases(recordAt, flipAt, star)
	until(otherAt, lang.Say("survey.animation.clock.flip", "says", !star))
	releases(otherAt, lawsAt, !star)
	claim := m.spec.Float("eps")
	kept := m.mech.Profile().Pure() <= claim*(1+1e-9)
	last := frames
	if m.name == about.Misprint {
		last = endsAt
	}
	until(last, lang.Say("survey.animation.clock.claim", "eps", claim, "kept", kept))
	until(frames, lang.Say("survey.animation.clock.ends"))
	return out
}

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

// crowd places the respondents; value is what is published.
func (m *model) crowd(value float64) crowd {
	c := crowd{n: min(m.counts.N, maxPeople)}
	c.r = 0.55 / math.Sqrt(float64(max(c.n, 12)))
	yes, star := m.counts.Yes, m.counts.Star()
	if c.n < m.counts.N {
		yes = int(math.Round(float64(yes) / float64(m.counts.N) * float64(c.n)))
		if star {
			yes = max(yes, 1)
		} else {
			yes = min(yes, c.n-1)
		}
	}
	s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseSurveyFilm, Input: 2})
	c.yes = []bool{star}
	if star {
		yes--
	}
	for i := 1; i < c.n; i++ { // the others are shuffled
		says := s.Intn(c.n-i) < yes
		if c.yes = append(c.yes, says); says {
			yes--
		}
	}
	truth, r := 1.0, m.coins
	if r != nil {
		truth = 0.5 + r.Bias
	}
	// In a dense crowd the star has some room to be seen.
	room := int(math.Ceil(1.6 * starRoom * starRoom * float64(c.n)))
	k := 0 // reports that say yes
	for i, yes := range c.yes {
		x, y := 0.0, 0.0
		if i > 0 || room < 2 {
			x, y = sunflower(i+room, c.n+room)
		}
		says := yes == (s.Float64() < truth)
		if c.x, c.y, c.report = append(c.x, x), append(c.y, y), append(c.report, says); says {
			k++
		}
	}
	// The reports are those of which what is published follows.
	switch {
	case r == nil || c.n < m.counts.N:
	case r.View == about.OneReport:
		c.report[0] = value == 1
	default:
		for want := int(math.Round(r.Count(value))); k != want; {
			if i := s.Intn(c.n); c.report[i] == (k > want) {
				c.report[i] = !c.report[i]
				if k++; !c.report[i] {
					k -= 2
				}
			}
		}
	}
	return c
}

// crowdView shows who answers what, and the answers on their way to the curator's desk.
func (m *model) crowdView(value float64) film.View {
	c, local := m.crowd(value), m.coins != nil
	v := film.View{Name: lang.Say("survey.animation.crowd"), Short: lang.Say("survey.animation.crowd.short"),
		Place: film.Main, Box: [4]float64{-1.12, -1.12, 2.3, 1.12}, Equal: true}
	circles := func(of func(i int) bool, r float64) (out []float64) {
		for i := range c.n {
			if of(i) {
				out = append(out, c.x[i], c.y[i], r)
			}
		}
		return out
	}
	v.Add(film.Layer{Name: lang.Say("survey.animation.yes"), Kind: film.Disk, Role: sheet.Target, Alpha: 0.85},
		circles(func(i int) bool { return i > 0 && c.yes[i] }, c.r)...)
	v.Add(film.Layer{Name: lang.Say("survey.animation.no"), Kind: film.Ring, Role: sheet.Target, Size: 1.5, Alpha: 0.7},
		circles(func(i int) bool { return i > 0 && !c.yes[i] }, 0.92*c.r)...)
	if local { // coins that say "lie"
		v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.lie"), Kind: film.Ring, Role: sheet.Third, Size: 2},
			func(k int) []float64 {
				grow := ramp(k, tossAt-1, tossAt) * (1 - ramp(k, gotAt, gotAt+2))
				return circles(func(i int) bool { return c.report[i] != c.yes[i] }, 1.45*c.r*grow)
			})
	}

	// The desk, and the reports on their way to it.
	v.Add(film.Layer{Name: lang.Say("survey.animation.desk", "coins", local), Kind: film.Ring, Role: sheet.Ink,
		Size: 1.5}, deskX, 0, deskR)
	every := max(1, (c.n+maxSent-1)/maxSent)
	sent := (c.n + every - 1) / every
	sends := func(says bool, size float64) func(k int) []float64 {
		small, held := deskR*0.5/math.Sqrt(float64(max(sent, 12))), 0.8*c.r
		return func(k int) (out []float64) {
			for j := range sent {
				i, share := j*every, 1.0
				if i == 0 { // with her answer, the star's report changes
					if share = flipped(k); c.report[0] == says {
						share = 1 - share
					}
				} else if c.report[i] != says {
					continue
				}
				x, y := sunflower(j, sent)
				x, y = deskX+0.85*deskR*x, 0.85*deskR*y
				leave := sendAt - 1 + i%3
				w := ramp(k, leave, leave+3)
				r := ramp(k, sendAt-2, sendAt-1) * (held + w*(small-held))
				out = append(out, c.x[i]+w*(x-c.x[i]), c.y[i]+w*(y-c.y[i]), size*r*share)
			}
			return out
		}
	}
	v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.sent", "coins", local, "says", "yes"),
		Kind: film.Disk, Role: sheet.Record, Alpha: 0.9}, sends(true, 1))
	v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.sent", "coins", local, "says", "no"),
		Kind: film.Ring, Role: sheet.Record, Size: 1.5}, sends(false, 0.85))
	v.Glide(frames, film.Layer{Name: lang.Say("survey.animation.published"), Kind: film.Disk, Role: sheet.Leak},
		func(k int) []float64 { // it leaves the desk
			r := ramp(k, gotAt-1, gotAt) * (1 - ramp(k, recordAt, recordAt+1))
			return []float64{deskX + 0.55*ramp(k, gotAt, firstAt), 0, 0.05 * r}
		})

	// The star, and her name and answer, which changes.
	spot := max(c.r, starRoom)
	v.Glide(frames, film.Layer{Kind: film.Disk, Role: sheet.Leak, Alpha: 0.5}, func(k int) []float64 {
		share := flipped(k)
		if c.yes[0] {
			share = 1 - share
		}
		return []float64{c.x[0], c.y[0], spot * share}
	})
	v.Glide(frames, film.Layer{Kind: film.Ring, Role: sheet.Leak, Size: 2.5}, func(k int) []float64 {
		if k >= flipAt && k < otherAt || k >= 1 && k < tossAt {
			return []float64{c.x[0], c.y[0], max(1.8*spot, 0.12)}
		}
		return []float64{c.x[0], c.y[0], 0}
	})
	v.Add(film.Layer{Name: lang.Say("survey.animation.star"), Kind: film.Dots, Shape: film.Star, Role: sheet.Leak,
		Size: 26}, c.x[0], c.y[0])
	names := film.Layer{Kind: film.Labels, Role: sheet.Ink, Size: 15}
	number := film.Layer{Kind: film.Words, Role: sheet.Leak, Size: 17}
	for k := range frames {
		// With the laws the picture is of both, and the star of the record.
		names.Text = append(names.Text, says(c.yes[0] != (k >= flipAt && k < lawsAt)))
		if k < firstAt {
			number.Text = append(number.Text, lang.Verbatim(" "))
		} else {
			number.Text = append(number.Text, lang.Say("survey.animation.value", "value", value))
		}
	}
	v.Jump(frames, names, func(int) []float64 { return []float64{c.x[0], c.y[0], 16} })
	v.Jump(frames, number, func(int) []float64 { return []float64{deskX, -deskR - 0.14} })
	return v
}
