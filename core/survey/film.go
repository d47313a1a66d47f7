package survey

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The story's key frames.
const (
	frames    = 46
	tossAt    = 4  // coins are tossed
	sendAt    = 6  // answers leave
	gotAt     = 11 // all have arrived
	firstAt   = 12 // the first release
	recordAt  = 14 // the histogram of releases grows …
	flipAt    = 25 // the star changes her answer
	otherAt   = 28 // the second histogram grows …
	lawsAt    = 39 // the exact laws rise
	lossAt    = 42 // and the privacy loss
	maxPeople = 2000
	maxSent   = 400  // reports that are seen travelling
	drawn     = 2000 // releases for each survey
	starRoom  = 0.055
)

// ramp is 0 before from, 1 after to, linear between.
func ramp(step, from, to int) float64 {
	return clamp(float64(step-from) / float64(to-from))
}

// grown is how many releases the histogram that starts at from shows.
func grown(step, from int) int {
	counts := [...]int{0, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, drawn}
	return counts[min(max(step-from+1, 0), len(counts)-1)]
}

// moving collects one block a step.
type moving []float32

func (m *moving) add(v ...float64) {
	for _, x := range v {
		*m = append(*m, float32(x))
	}
}

func still(v ...float64) []float32 {
	var m moving
	m.add(v...)
	return m
}

// sunflower places item i of n in the unit disk, evenly (Vogel 1979).
func sunflower(i, n int) (x, y float64) {
	r := math.Sqrt((float64(i) + 0.5) / float64(n))
	s, c := num.Sincos(float64(i) * 2.399963229728653)
	return float64(r * c), float64(r * s)
}

// crowd is who is drawn and what they say.
type crowd struct {
	n      int // drawn
	x, y   []float64
	yes    []bool // true answers; the star is number 0
	report []bool // what they send
	r      float64
	first  float64 // the release that follows from these reports, NaN if unknown
}

func (m *model) crowd() crowd {
	c := crowd{n: min(m.counts.N, maxPeople), first: math.NaN()}
	c.r = 0.55 / math.Sqrt(float64(max(c.n, 12)))
	yes := m.counts.Yes
	if c.n < m.counts.N {
		yes = int(math.Round(float64(yes) / float64(m.counts.N) * float64(c.n)))
		if m.counts.Yes > 0 {
			yes = max(yes, 1)
		}
	}
	c.yes, c.report = make([]bool, c.n), make([]bool, c.n)
	s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseFilm, Input: 2})
	// The star says yes if anybody does; the others are shuffled.
	left := yes
	if yes > 0 {
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
	if m.name == randomised {
		truth = 0.5 + m.spec.Float("bias")
	}
	// In a dense crowd the star has some room to be seen.
	room := int(math.Ceil(1.6 * starRoom * starRoom * float64(c.n)))
	k := 0
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
	if r, ok := m.mech.(*Response); ok && c.n == m.counts.N {
		c.first = r.value(float64(k))
		if r.view == OneReport {
			c.first = 0
			if c.report[0] {
				c.first = 1
			}
		}
	}
	return c
}

// Film tells the story: the question, the answers, the release, its
// distribution, the star's other answer, the two laws.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	c := m.crowd()
	values := m.releases(c.first)
	f := &film.Film{
		Steps: frames, Rate: 2.5, Hold: frames - 1,
		Views: []film.View{m.crowdView(c, values)},
		Clock: m.clock(values),
	}
	side, strip := m.chartViews(values, r)
	f.Views = append(f.Views, side, strip)
	f.Alt = fmt.Sprintf("%d respondents, %d of whom say yes, answer through %s; beside them the releases of this survey and of the one in which the starred respondent gives the other answer pile up into two overlapping histograms.",
		m.counts.N, m.counts.Yes, m.label())
	return f, nil
}

// label names the mechanism within a sentence.
func (m *model) label() string {
	switch m.name {
	case randomised:
		return "randomised response"
	case tulap:
		return "a curator with Tulap noise"
	case misprint:
		return "a curator with the slide's misprinted noise"
	}
	return "a curator with Laplace noise"
}

// releases draws what the histograms show.
func (m *model) releases(first float64) (values [2][]float64) {
	var out [1]float64
	for in := range values {
		values[in] = make([]float64, drawn)
		for i := range values[in] {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseFilm, Input: uint32(in), Trial: uint64(i)})
			m.mech.Release(mechanism.Input(in), &s, out[:])
			values[in][i] = out[0]
		}
	}
	if !math.IsNaN(first) {
		values[0][0] = first
	}
	return values
}

func (m *model) clock(values [2][]float64) []string {
	local := m.name == randomised
	single := local && View(m.spec.Text("view")) == OneReport
	first := brief(values[0][0], 4)
	answers := [2]string{"yes", "no"}
	if m.counts.Yes == 0 {
		answers = [2]string{"no", "yes"}
	}
	out := make([]string, frames)
	for k := range out {
		switch {
		case k < 2:
			out[k] = fmt.Sprintf("%d people are asked a sensitive question; %d would truly say yes", m.counts.N, m.counts.Yes)
		case k < tossAt:
			out[k] = fmt.Sprintf("One of them, the star, would say %s. What will the result give away about her?", answers[0])
		case k < sendAt && local:
			out[k] = fmt.Sprintf("Everybody tosses a coin: with probability %s the report is the opposite of the truth", brief(0.5-m.spec.Float("bias"), 3))
		case k < sendAt:
			out[k] = "All tell the truth to a curator whom they trust"
		case k < gotAt && local:
			out[k] = "The reports go to a collector who need not be trusted"
		case k < gotAt:
			out[k] = "The answers go to the curator"
		case k < recordAt && single:
			out[k] = fmt.Sprintf("The star's report says %s", map[bool]string{true: "yes", false: "no"}[values[0][0] == 1])
		case k < recordAt && local:
			out[k] = "What is released: " + first
		case k < recordAt:
			out[k] = fmt.Sprintf("Noise is added, once, and the result is published: %s", first)
		case k < flipAt:
			out[k] = fmt.Sprintf("Had the noise fallen otherwise: %d possible releases of this survey", grown(k, recordAt))
		case k < otherAt:
			out[k] = fmt.Sprintf("Now the star says %s instead; nobody else changes", answers[1])
		case k < lawsAt:
			out[k] = fmt.Sprintf("Releases of the neighbouring survey: %d", grown(k, otherAt))
		case k < lossAt && math.IsInf(m.eps, 1):
			out[k] = "The exact laws: no promise is made"
		case k < lossAt:
			out[k] = fmt.Sprintf("The exact laws; ε = %s promises that the second stays in the band around the first", brief(m.eps, 3))
		case m.name == misprint:
			out[k] = "At the ends a release is possible under one survey only: the star is found out"
		default:
			out[k] = "The privacy loss: how far each release shifts the odds on the star's answer"
		}
	}
	return out
}

// Where the curator stands.
const (
	deskX = 1.7
	deskR = 0.34
)

func (m *model) crowdView(c crowd, values [2][]float64) film.View {
	local := m.name == randomised
	v := film.View{Name: "The survey", Place: film.Main, Box: [4]float64{-1.12, -1.12, 2.3, 1.12}, Equal: true}
	var yes, no moving
	for i := 1; i < c.n; i++ {
		if c.yes[i] {
			yes.add(c.x[i], c.y[i], c.r)
		} else {
			no.add(c.x[i], c.y[i], 0.92*c.r)
		}
	}
	if len(yes) > 0 {
		v.Layers = append(v.Layers, film.Layer{Name: "truly yes", Kind: film.Disk, Role: sheet.Target, Alpha: 0.85, Data: []float32(yes)})
	}
	if len(no) > 0 {
		v.Layers = append(v.Layers, film.Layer{Name: "truly no", Kind: film.Ring, Role: sheet.Target, Size: 1.5, Alpha: 0.7, Data: []float32(no)})
	}

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
		if len(lies) > 0 {
			v.Layers = append(v.Layers, film.Layer{Name: "coin says: report the opposite", Kind: film.Ring, Role: sheet.Third, Size: 2, Moving: true, Ease: true, Data: []float32(lies)})
		}
	}

	// The desk, and the reports on their way to it.
	v.Layers = append(v.Layers, film.Layer{Kind: film.Ring, Role: sheet.Ink, Size: 1.5, Data: still(deskX, 0, deskR)})
	every := max(1, (c.n+maxSent-1)/maxSent)
	var sent []int
	for i := 0; i < c.n; i += every {
		sent = append(sent, i)
	}
	var up, down moving
	held := float64(0.8 * c.r)
	for k := range frames {
		for j, i := range sent {
			x, y := sunflower(j, len(sent))
			x, y = deskX+float64(0.85*deskR*x), float64(0.85*deskR*y)
			leave := sendAt - 1 + i%3
			w := ramp(k, leave, leave+3)
			px, py := c.x[i]+float64(w*(x-c.x[i])), c.y[i]+float64(w*(y-c.y[i]))
			small := deskR * 0.5 / math.Sqrt(float64(max(len(sent), 12)))
			r := ramp(k, sendAt-2, sendAt-1) * (held + float64(w*(small-held)))
			switch {
			case i == 0: // with her answer, the star's report changes
				a, b := 1-ramp(k, flipAt, flipAt+1), ramp(k, flipAt, flipAt+1)
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
	yesName, noName := "answer sent: yes", "answer sent: no"
	if local {
		yesName, noName = "report: yes", "report: no"
	}
	if len(up) > 0 {
		v.Layers = append(v.Layers, film.Layer{Name: yesName, Kind: film.Disk, Role: sheet.Record, Alpha: 0.9, Moving: true, Ease: true, Data: []float32(up)})
	}
	if len(down) > 0 {
		v.Layers = append(v.Layers, film.Layer{Name: noName, Kind: film.Ring, Role: sheet.Record, Size: 1.5, Moving: true, Ease: true, Data: []float32(down)})
	}

	// What is published leaves the desk.
	var out moving
	for k := range frames {
		r := ramp(k, gotAt-1, gotAt) * (1 - ramp(k, recordAt-1, recordAt))
		out.add(deskX+float64(0.55*ramp(k, gotAt, firstAt)), 0, 0.05*r)
	}
	v.Layers = append(v.Layers, film.Layer{Name: "published", Kind: film.Disk, Role: sheet.Leak, Moving: true, Ease: true, Data: []float32(out)})

	// The star.
	spot := max(c.r, starRoom)
	first, then := 0.0, spot
	if c.yes[0] {
		first, then = spot, 0
	}
	var answer, halo moving
	for k := range frames {
		w := ramp(k, flipAt, flipAt+1)
		answer.add(c.x[0], c.y[0], first+float64(w*(then-first)))
		h := 0.0
		if k >= flipAt && k < otherAt || k >= 2 && k < tossAt {
			h = max(1.8*spot, 0.12)
		}
		halo.add(c.x[0], c.y[0], h)
	}
	v.Layers = append(v.Layers,
		film.Layer{Kind: film.Disk, Role: sheet.Leak, Alpha: 0.5, Moving: true, Ease: true, Data: []float32(answer)},
		film.Layer{Kind: film.Ring, Role: sheet.Leak, Size: 2.5, Moving: true, Ease: true, Data: []float32(halo)},
		film.Layer{Name: "the star (filled disk: says yes)", Kind: film.Dots, Shape: film.Star, Role: sheet.Leak, Size: 26, Data: still(c.x[0], c.y[0])},
	)

	title := "curator"
	if local {
		title = "collector"
	}
	var text []string
	var where moving
	for k := range frames {
		where.add(deskX, deskR+0.12, deskX, -deskR-0.14)
		below := " "
		switch {
		case k >= firstAt && k < recordAt:
			below = brief(values[0][0], 4)
		case k >= recordAt && k < flipAt:
			below = fmt.Sprintf("%d releases", grown(k, recordAt))
		case k >= otherAt && k < lawsAt:
			below = fmt.Sprintf("%d releases", grown(k, otherAt))
		}
		text = append(text, title, below)
	}
	v.Layers = append(v.Layers, film.Layer{Kind: film.Words, Role: sheet.Ink, Size: 15, Moving: true, Data: []float32(where), Text: text})
	return v
}

// bins are the histogram's cells; a discrete law has one for each value, or
// for groups of neighbouring values.
type bins struct {
	lo, width float64
	count     int
}

func (b bins) of(v float64) int {
	i := int(math.Floor((v - b.lo) / b.width))
	if v < b.lo || i >= b.count {
		return -1
	}
	return i
}

func (b bins) tally(values []float64) []float64 {
	h := make([]float64, b.count)
	for _, v := range values {
		if i := b.of(v); i >= 0 {
			h[i]++
		}
	}
	return h
}

// chartViews are the histograms with the exact laws, and the privacy loss.
func (m *model) chartViews(values [2][]float64, r *lab.Report) (side, strip film.View) {
	law := m.curves(121)
	b := bins{lo: law.lo, width: (law.hi - law.lo) / 36, count: 36}
	step := 1.0
	if law.discrete {
		step = (law.hi - law.lo) / float64(len(law.x)+1)
		group := max(1, (len(law.x)+39)/40)
		b.width = step * float64(group)
		b.lo = law.x[0] - float64(step/2)
		b.count = (len(law.x) + group - 1) / group
		for in := range law.p { // probabilities to densities
			for i := range law.p[in] {
				law.p[in][i] /= step
			}
		}
	}
	top := 0.0
	for i := range law.x {
		top = max(top, law.p[0][i], law.p[1][i])
	}
	for in := range values {
		for _, h := range b.tally(values[in]) {
			top = max(top, h/(drawn*b.width))
		}
	}
	top *= 1.18
	label := m.axis().Label
	side = film.View{Name: "What could be released", Place: film.Side, Box: [4]float64{law.lo, 0, law.hi, top}, XLabel: label, YLabel: "density"}

	// The worst event a run found.
	spans := m.event(law, r)
	if len(spans) > 0 {
		side.Layers = append(side.Layers, lit(spans, 0, top))
	}

	// The band e^±ε around the record's law.
	finite := !math.IsInf(m.eps, 0)
	e := num.Exp(m.eps)
	if finite {
		var band moving
		for k := range frames {
			w := ramp(k, lawsAt, lawsAt+2)
			if law.discrete {
				half := float64(step / 2)
				for i, x := range law.x {
					lo, hi := w*law.p[0][i]/e, min(w*law.p[0][i]*e, top)
					band.add(x-half, lo, x+half, lo, x+half, hi, x-half, hi)
				}
				continue
			}
			for i := 2; i < len(law.x); i += 2 {
				l0, h0 := w*law.p[0][i-2]/e, min(w*law.p[0][i-2]*e, top)
				l1, h1 := w*law.p[0][i]/e, min(w*law.p[0][i]*e, top)
				band.add(law.x[i-2], l0, law.x[i], l1, law.x[i], h1, law.x[i-2], h0)
			}
		}
		side.Layers = append(side.Layers, film.Layer{Name: "promise: e^±ε around the first", Kind: film.Quads, Role: sheet.Strong, Alpha: 0.16, Moving: true, Ease: true, Data: []float32(band)})
	}

	names := [2]string{"this survey", "star flipped"}
	roles := [2]sheet.Role{sheet.Record, sheet.Adjacent}
	starts := [2]int{recordAt, otherAt}
	for in := range values {
		var bars moving
		for k := range frames {
			for i, h := range b.tally(values[in][:grown(k, starts[in])]) {
				x0 := b.lo + float64(float64(i)*b.width)
				x1, y := x0+b.width, h/(drawn*b.width)
				gap := float64(0.06 * b.width)
				bars.add(x0+gap, 0, x1-gap, 0, x1-gap, y, x0+gap, y)
			}
		}
		side.Layers = append(side.Layers, film.Layer{Name: names[in], Kind: film.Quads, Role: roles[in], Alpha: 0.38, Moving: true, Ease: true, Data: []float32(bars)})
	}
	for in := range values {
		var curve moving
		for k := range frames {
			w := ramp(k, lawsAt, lawsAt+2)
			for i, x := range law.x {
				y := w * law.p[in][i]
				if law.discrete {
					half := float64(0.45 * step)
					curve.add(x-half, y, x+half, y)
				} else {
					curve.add(x, y)
				}
			}
		}
		kind := film.Path
		if law.discrete {
			kind = film.Segments
		}
		side.Layers = append(side.Layers, film.Layer{Kind: kind, Role: roles[in], Size: 2.5, Moving: true, Ease: true, Data: []float32(curve)})
	}

	strip = m.lossView(law, b, step, values, spans)
	return side, strip
}

// lit shades the event on which the report's bound rests, once the laws stand.
func lit(spans [][2]float64, bottom, top float64) film.Layer {
	var data moving
	for k := range frames {
		y := bottom + float64(ramp(k, lawsAt, lawsAt+2)*(top-bottom))
		for _, s := range spans {
			data.add(s[0], bottom, s[1], bottom, s[1], y, s[0], y)
		}
	}
	return film.Layer{Name: "most telling event", Kind: film.Quads, Role: sheet.Bad, Alpha: 0.22, Lit: true, Moving: true, Ease: true, Data: []float32(data)}
}

// lossView is the strip: the privacy loss over the releases.
func (m *model) lossView(law curves, b bins, step float64, values [2][]float64, spans [][2]float64) film.View {
	finite := !math.IsInf(m.eps, 0)
	bound := 0.5
	if finite {
		bound = max(1.7*m.eps, 0.1)
	}
	cut := func(v float64) float64 { return min(max(v, -0.97*bound), 0.97*bound) }
	v := film.View{Name: "Privacy loss of each release", Place: film.Strip, Box: [4]float64{law.lo, -bound, law.hi, bound}, XLabel: m.axis().Label, YLabel: "ln(p/p′)"}
	if len(spans) > 0 {
		v.Layers = append(v.Layers, lit(spans, -bound, bound))
	}
	v.Layers = append(v.Layers, film.Layer{Kind: film.Segments, Role: sheet.Muted, Size: 1, Data: still(law.lo, 0, law.hi, 0)})
	if finite {
		right := law.hi - float64(0.02*(law.hi-law.lo))
		v.Layers = append(v.Layers,
			film.Layer{Name: "promise: within ±ε", Kind: film.Quads, Role: sheet.Strong, Alpha: 0.14, Data: still(law.lo, -m.eps, law.hi, -m.eps, law.hi, m.eps, law.lo, m.eps)},
			film.Layer{Kind: film.Segments, Role: sheet.Strong, Size: 1.5, Dash: true, Data: still(law.lo, m.eps, law.hi, m.eps, law.lo, -m.eps, law.hi, -m.eps)},
			film.Layer{Kind: film.Words, Role: sheet.Strong, Size: 13, Text: []string{"+ε", "−ε"}, Data: still(right, 1.25*m.eps, right, -1.3*m.eps)},
		)
	}
	all := [2][]float64{b.tally(values[0]), b.tally(values[1])}
	var possible []int // releases that at least one survey can make
	for i := range law.x {
		if law.p[0][i]+law.p[1][i] > 0 {
			possible = append(possible, i)
		}
	}
	var exact, seen moving
	for k := range frames {
		// The exact loss is drawn from left to right.
		shown := int(ramp(k, lossAt-1, lossAt+2) * float64(len(possible)-1))
		w := ramp(k, lossAt-1, lossAt)
		for j := range possible {
			i := possible[min(j, shown)]
			x, y := law.x[i], cut(loss(law.p[0][i], law.p[1][i]))
			if law.discrete {
				half := float64(0.45 * step * w)
				exact.add(x-half, y, x+half, y)
			} else {
				exact.add(x, y)
			}
		}
		// Equally many releases of both.
		count := grown(k, otherAt)
		h0, h1 := b.tally(values[0][:count]), b.tally(values[1][:count])
		for i := range h0 {
			if all[0][i]+all[1][i] < 20 {
				continue // too few releases to tell
			}
			y := cut(ramp(k, otherAt+3, lawsAt) * (num.Log(h0[i]+0.5) - num.Log(h1[i]+0.5)))
			x := b.lo - law.lo + float64((float64(i)+0.5)*b.width)
			seen.add(law.lo+float64(x*ramp(k, otherAt, otherAt+1)), y)
		}
	}
	kind := film.Path
	if law.discrete {
		kind = film.Segments
	}
	v.Layers = append(v.Layers,
		film.Layer{Name: "from the counts", Kind: film.Dots, Shape: film.Circle, Fill: true, Role: sheet.Leak, Size: 6, Alpha: 0.8, Moving: true, Ease: true, Data: []float32(seen)},
		film.Layer{Name: "exact", Kind: kind, Role: sheet.Truth, Size: 2.5, Moving: true, Ease: true, Data: []float32(exact)})
	return v
}

// event returns the parts of the axis that make up the event on which the
// report's bound rests.
func (m *model) event(law curves, r *lab.Report) (spans [][2]float64) {
	if r == nil {
		return nil
	}
	e := r.Strong.Event
	if e.Kind == "" {
		e = r.Worst
	}
	if e.Kind == "" || len(r.Cover) != 1 || r.Cover[0].Dim != 1 {
		return nil
	}
	cover := &audit.Cover{Steps: 1, Dim: 1, Ellipsoids: r.Cover, Grid: m.spec.Int("r")}
	add := func(lo, hi float64) {
		if k := len(spans) - 1; k >= 0 && math.Abs(spans[k][1]-lo) < 1e-9*(law.hi-law.lo) {
			spans[k][1] = hi
			return
		}
		spans = append(spans, [2]float64{lo, hi})
	}
	if law.discrete {
		step := (law.hi - law.lo) / float64(len(law.x)+1)
		for _, x := range law.x {
			if e.Contains(cover, []float64{x}) {
				add(x-float64(step/2), x+float64(step/2))
			}
		}
	} else {
		const cells = 400
		w := (law.hi - law.lo) / cells
		for i := range cells {
			lo := law.lo + float64(float64(i)*w)
			if e.Contains(cover, []float64{lo + float64(w/2)}) {
				add(lo, lo+w)
			}
		}
	}
	return spans
}
