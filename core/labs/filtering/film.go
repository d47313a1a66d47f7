package filtering

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The film's road is a loop seen from above; gaps and lanes are not to scale. A dial above it
// has the published speed.
const (
	filmWarm  = 400 // steps before the first that is shown
	filmFirst = 3   // the first audited step
	filmAfter = 14  // steps that follow the audited ones
	road      = 480.0
	lane      = 46.0
	kerb      = 2 * lane
	dialX     = 0.6 * road // where its needle turns
	dialY     = kerb + 36
	dialR     = 116.0
)

// drive is what the film shows of one stretch of time.
type drive struct {
	steps, shown, star int
	lanes              []float64    // of each vehicle that is shown
	at                 [][]float64  // step, vehicle: place on the road
	sent               [][]float64  // step, vehicle: report minus position, m
	truth, clean       []float64    // mean speed, and its estimate before noise on the result, m/s
	published          [2][]float64 // what is published of the record, and of its neighbour
	lo, hi             float64      // range of the speeds with the noise that is promised, so that less shows
	outSD, inSD        float64      // noise that is really added
	stretch            float64      // the displacement is drawn so many times as large
	displace           []float64    // how far the neighbour is from the record, m
}

// Film shows the starred vehicle twice, as the record has it and as its
// neighbour has it, on a road whose vehicles feed one published curve; the band
// around that curve is what the noise hides.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	var views []film.View
	var d, user *drive
	if m.own == nil {
		d = m.drive()
		views = []film.View{m.roadView(d), m.speedView(d)}
	} else {
		d, user = m.driveOwn()
		views = []film.View{m.speedView(d), m.speedView(user)}
		views[0].Place, views[1].YLabel = film.Main, lang.Verbatim("y")
		views[1].Name, views[1].Short = lang.Say("filtering.own.user"), lang.Say("filtering.own.user")
	}
	clock := make([]lang.Message, d.steps)
	for k := range clock {
		clock[k] = m.either(lang.Say("filtering.film.clock", "t", float64(k)*m.tr.Ts),
			lang.Say("filtering.own.clock", "k", k))
	}
	out := &film.Film{Steps: d.steps, Rate: 2.5, Loop: true, Hold: filmFirst + len(m.diff)/2, Clock: clock,
		Views: views, Alt: m.either(lang.Say("filtering.film.alt"), lang.Say("filtering.own.alt"))}
	if m.plan.Name != about.None {
		out.Views = append(out.Views, m.outlook())
	}
	return out, nil
}

// drive simulates the shown vehicles one by one and the others through their
// mean.
func (m *model) drive() *drive {
	s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseFilteringFilm})
	d := newDrive(filmFirst + len(m.diff) + filmAfter)
	d.shown = min(30, m.tr.N)
	d.star = min(m.spec.Int("star"), d.shown) - 1
	share := m.spec.Float("half")
	d.inSD, d.outSD = share*m.plan.InNoise, share*m.plan.OutNoise
	d.stretch = round125(min(90/max(floats.Norm(m.diff, math.Inf(1)), 1e-9), 110/max(d.inSD, 1e-9)))
	f := m.plan.Filter
	real, hat := make([]traffic.Car, d.shown), make([]traffic.Car, d.shown)
	var rest, restHat traffic.Car
	offset := make([]float64, d.shown)
	for i := range real {
		offset[i] = road * (float64(i) + 0.15 + 0.7*s.Float64()) / float64(d.shown)
		d.lanes = append(d.lanes, lane*(float64(i%4)-1.5))
	}
	others := m.tr.N - d.shown
	advance := func(c, h *traffic.Car, shrink float64) (off float64) {
		c.Drive(&m.tr, s.Norm()*shrink)
		off = m.tr.Sigma2*s.Norm()*shrink + d.inSD*s.Norm()*shrink
		h.Correct(f, c.X+off)
		return off
	}
	h := f.Impulse(d.steps)
	const speed = 25.0
	usual := m.plan.RMSEAt(&m.tr, 1)
	for k := range filmWarm + d.steps {
		mean, est := 0.0, 0.0
		var at, sent []float64
		for i := range real {
			off := advance(&real[i], &hat[i], 1)
			mean += real[i].V
			est += hat[i].V
			// Relative to the stream of traffic.
			at = append(at, offset[i]+math.Mod(real[i].X-rest.X, road)*0.15)
			sent = append(sent, off)
		}
		if others > 0 {
			advance(&rest, &restHat, 1/math.Sqrt(float64(others)))
			mean += rest.V * float64(others)
			est += restHat.V * float64(others)
		}
		noise := d.outSD * s.Norm()
		if m.tr.Laplace {
			noise = s.Laplace(d.outSD / math.Sqrt2)
		}
		if k < filmWarm {
			continue
		}
		mean, est = speed+mean/float64(m.tr.N), speed+est/float64(m.tr.N)
		j := k - filmWarm - filmFirst
		place, drift := 0.0, 0.0
		if j >= 0 && j < len(m.diff) {
			place = m.diff[j]
		}
		for i := 0; i < len(m.diff) && i <= j; i++ {
			drift += h[j-i] * m.diff[i] / float64(m.tr.N)
		}
		d.at, d.sent = append(d.at, at), append(d.sent, sent)
		d.displace = append(d.displace, place)
		d.add(mean, est, noise, drift, 2.5*usual)
	}
	// The stream goes round once, so that the film's end leads back into its beginning.
	total, gone := 0.0, 0.0
	for _, v := range d.truth {
		total += max(v, 1)
	}
	for k, at := range d.at {
		for i := range at {
			at[i] = wrap(at[i] + road*gone/total)
		}
		gone += max(d.truth[k], 1)
	}
	return d
}

func wrap(x float64) float64 { return x - road*math.Floor(x/road) }

// round125 rounds down to a number such as 0.5, 1, 2, 5 or 10.
func round125(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{5, 2} {
		if x >= f*p {
			return f * p
		}
	}
	return p
}

// roadView is the road with its vehicles, of which the starred one is seen as the record and as
// its neighbour have it, with the dial above.
func (m *model) roadView(d *drive) film.View {
	v := film.View{Name: lang.Say("filtering.film.road", "shown", d.shown, "cars", m.tr.N),
		Short: lang.Say("filtering.film.road.short"), Place: film.Main,
		Box: [4]float64{0, -kerb - 50, road, dialY + dialR + 26}, Equal: true,
		Note: lang.Say("filtering.film.road.note")}
	if d.stretch != 1 {
		v.Note = lang.Say("filtering.film.road.stretched", "times", d.stretch)
	}
	var dashes []float64
	for x := 8.0; x < road; x += 32 {
		for _, y := range []float64{-lane, 0, lane} {
			dashes = append(dashes, x, y, x+16, y)
		}
	}
	v.Add(film.Layer{Kind: film.Quads, Role: sheet.Muted, Alpha: 0.5}, film.Rect(-12, -kerb, road+12, kerb)...)
	v.Add(film.Layer{Kind: film.Segments, Role: sheet.Ink, Size: 2.5, Alpha: 0.7},
		-12, -kerb, road+12, -kerb, -12, kerb, road+12, kerb)
	v.Add(film.Layer{Kind: film.Segments, Role: sheet.Ink, Size: 2, Alpha: 0.35}, dashes...)

	place := func(k, i, in int) float64 { return wrap(d.at[k][i] + float64(in)*d.stretch*d.displace[k]) }
	report := func(k, i, in int) float64 {
		return wrap(d.at[k][i] + max(-220, min(220, d.stretch*d.sent[k][i])) + float64(in)*d.stretch*d.displace[k])
	}
	others := func(x func(k, i, in int) float64) func(k int) []float64 {
		return func(k int) (out []float64) {
			for i, y := range d.lanes {
				if i != d.star {
					out = append(out, x(k, i, 0), y)
				}
			}
			return out
		}
	}
	var handles []string
	for i := range d.shown {
		if i != d.star {
			handles = append(handles, fmt.Sprintf("car:%d", i+1))
		}
	}
	v.Glide(d.steps, film.Layer{Name: lang.Say("filtering.film.car.other"), Kind: film.Dots, Role: sheet.Ink,
		Shape: film.Car, Size: 13, Alpha: 0.75, Wrap: road, Handles: handles}, others(place))
	if m.plan.InNoise > 0 {
		v.Jump(d.steps, film.Layer{Name: lang.Say("filtering.film.report.other"), Kind: film.Dots, Role: sheet.Muted,
			Shape: film.Diamond, Size: 5, Alpha: 0.6}, others(report))
	}
	star, y := d.star, d.lanes[d.star]
	v.Glide(d.steps, film.Layer{Kind: film.Segments, Role: sheet.Muted, Size: 2, Wrap: road}, func(k int) []float64 {
		x, other := place(k, star, 0), place(k, star, 1)
		if math.Abs(other-x) > road/2 {
			other = x // the link does not cross the loop's seam
		}
		return []float64{x, y, other, y}
	})
	for _, in := range [2]int{1, 0} {
		v.Glide(d.steps, film.Layer{Name: m.inputs()[in], Kind: film.Dots, Role: show.Roles[in], Shape: film.Car,
			Size: [2]float32{21, 27}[in], Fill: in == 0, Wrap: road},
			func(k int) []float64 { return []float64{place(k, star, in), y} })
		v.Call(m.inputs()[in], 14, 14)
	}
	for in, role := range show.Roles {
		if m.plan.InNoise > 0 {
			v.Jump(d.steps, film.Layer{Name: lang.Say("filtering.film.report", "input", m.inputs()[in]),
				Kind: film.Dots, Role: role, Shape: film.Diamond, Size: 10, Fill: true},
				func(k int) []float64 { return []float64{report(k, star, in), y + 16*float64(in) - 8} })
			v.Call(lang.Say("filtering.film.report", "input", m.inputs()[in]), 14, 6)
		}
	}
	m.dial(&v, d)
	return v
}

// dial adds the speedometer of the whole traffic: its needle is what is published, at each
// step with fresh noise, of which the arc holds two standard deviations to each side.
func (m *model) dial(v *film.View, d *drive) {
	step := round125(max((d.hi-d.lo)/3, 1e-6))
	lo, hi := step*math.Floor(d.lo/step), step*math.Ceil(d.hi/step)
	at := func(v, r float64) []float64 {
		s, c := num.Sincos(math.Pi * (1 - min(max((v-lo)/(hi-lo), -0.05), 1.05)))
		return []float64{dialX + r*c, dialY + r*s}
	}
	arc := func(from, to float64, r float64) (out []float64) {
		for i := range 33 {
			out = append(out, at(from+(to-from)*float64(i)/32, r)...)
		}
		return out
	}
	var ticks, numbers []float64
	var said, read []lang.Message
	for v := lo; v < hi+step/2; v += step {
		ticks = append(append(ticks, at(v, dialR-9)...), at(v, dialR)...)
		if v > lo+step/2 && v < hi-step/2 { // beside the ends stands what the needle reads
			numbers, said = append(numbers, at(v, dialR+16)...), append(said, lang.Say("filtering.film.tick", "v", v))
		}
	}
	for _, v := range d.published[0] {
		read = append(read, lang.Say("filtering.film.reading", "v", v))
	}
	v.Add(film.Layer{Kind: film.Path, Role: sheet.Ink, Size: 2, Alpha: 0.6}, arc(lo, hi, dialR)...)
	v.Add(film.Layer{Kind: film.Segments, Role: sheet.Ink, Size: 1.5, Alpha: 0.6}, ticks...)
	v.Add(film.Layer{Kind: film.Words, Role: sheet.Muted, Size: 12.5, Text: said}, numbers...)
	if d.outSD > 0 {
		v.Jump(d.steps, film.Layer{Name: lang.Say("filtering.film.noise"), Kind: film.Path, Role: sheet.Record,
			Size: 9, Alpha: 0.3},
			func(k int) []float64 { return arc(d.clean[k]-2*d.outSD, d.clean[k]+2*d.outSD, dialR-5) })
		v.Jump(d.steps, film.Label(lang.Say("filtering.film.noise.short"), sheet.Record, 14),
			func(k int) []float64 { return append(at(d.clean[k]-2*d.outSD, dialR-5), 5) })
	}
	for _, in := range [2]int{1, 0} {
		v.Jump(d.steps, film.Layer{Name: lang.Say("filtering.film.speed.published", "input", m.inputs()[in]),
			Kind: film.Segments, Role: show.Roles[in], Size: [2]float32{3, 5}[in]},
			func(k int) []float64 { return append([]float64{dialX, dialY}, at(d.published[in][k], dialR-14)...) })
	}
	v.Add(film.Layer{Kind: film.Words, Role: sheet.Adjacent, Text: []lang.Message{m.inputs()[1]}}, dialX+80, dialY+12)
	v.Glide(d.steps, film.Layer{Name: lang.Say("filtering.film.speed.true"), Kind: film.Dots, Role: sheet.Target,
		Size: 9, Fill: true}, func(k int) []float64 { return at(d.truth[k], dialR) })
	v.Call(lang.Say("filtering.own.true"), 0, 5)
	v.Add(film.Layer{Kind: film.Dots, Role: sheet.Record, Size: 11, Fill: true}, dialX, dialY)
	v.Jump(d.steps, film.Layer{Kind: film.Words, Role: sheet.Record, Size: 15, Text: read},
		func(int) []float64 { return []float64{dialX, dialY - 20} })
}

// speedView is the published curve with the band that the noise makes around
// what is published of the record and of its neighbour.
func (m *model) speedView(d *drive) film.View {
	ts := m.tr.Ts
	v := film.View{Name: m.either(lang.Say("filtering.film.speed"), lang.Say("filtering.own.published")),
		Short: lang.Say("filtering.film.speed.short"),
		Place: film.Strip, Box: [4]float64{0, d.lo, float64(d.steps-1) * ts, d.hi + 0.25*(d.hi-d.lo)}, // with a note
		XLabel: m.either(lang.Say("filtering.film.speed.x"), lang.Say("filtering.own.step")),
		YLabel: m.either(lang.Verbatim("m/s"), lang.Verbatim("z"))}
	from := (filmFirst - 0.5) * ts
	v.Add(film.Layer{Name: lang.Say("filtering.film.audited"), Kind: film.Quads, Role: sheet.Muted, Alpha: 0.18},
		film.Rect(from, d.lo, from+float64(len(m.diff))*ts, d.hi)...)
	if d.outSD > 0 {
		v.Note = lang.Say("filtering.film.speed.note")
		for _, off := range [2]float64{-2, 2} {
			edge := slices.Clone(d.clean)
			floats.AddConst(off*d.outSD, edge)
			v.Curve(film.Layer{Role: sheet.Record, Size: 1.2, Dash: true, Alpha: 0.7}, ts, edge)
		}
	}
	v.Curve(film.Layer{Name: m.either(lang.Say("filtering.film.speed.true"), lang.Say("filtering.own.true")),
		Role: sheet.Target, Size: 2, Alpha: 0.8, Trail: -1}, ts, d.truth)
	if !slices.Equal(d.truth, d.published[0]) {
		v.Call(lang.Say("filtering.own.true"), 14, 4)
	}
	for _, in := range [2]int{1, 0} {
		v.Curve(film.Layer{Name: lang.Say("filtering.film.speed.published", "input", m.inputs()[in]),
			Role: show.Roles[in], Size: 2, Trail: -1}, ts, d.published[in])
		if m.own != nil || in == 0 { // else the other's name stands on the road
			v.Call(m.either(lang.Say("filtering.own.published"), m.inputs()[in]), 14, 4)
		}
	}
	v.Cursor(d.steps, ts, d.lo, d.hi)
	return v
}

// driveOwn simulates from rest what is published of all users, and what one of them reports in
// the direction in which the neighbour differs, in the unit of what is private.
func (m *model) driveOwn() (all, user *drive) {
	s, o := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseFilteringFilm, Trial: uint64(m.kind)}), m.own
	f, u := o.along()
	u = control.Mul(o.into, u)
	var others []*drive
	for _, k := range m.kinds {
		if crowd := *k; k.kind != m.kind {
			crowd.diff = m.diff // as many steps
			d, _ := crowd.driveOwn()
			others = append(others, d)
		}
	}
	draw := func(root mat.Matrix, size float64) *mat.Dense {
		n, _ := root.Dims()
		e := mat.NewDense(n, 1, nil)
		for i := range n {
			e.Set(i, 0, size*s.Norm())
		}
		return control.Mul(root, e)
	}
	share, n := m.spec.Float("half"), float64(m.tr.N)
	x := []*mat.Dense{draw(o.rootW, 0), draw(o.rootW, 0)} // of one user, and the sum of the others
	hat := draw(f.A, 0)
	all = newDrive(filmFirst + len(m.diff) + filmAfter)
	user, all.outSD = newDrive(all.steps), share*m.plan.OutNoise
	h, moved := f.Impulse(all.steps), make([]float64, all.steps)
	copy(moved[filmFirst:], m.diff)
	for k := range all.steps {
		y, truth, own := draw(control.Identity(o.v.SymmetricDim(), 1), share*o.each*math.Sqrt(n)), 0.0, 0.0
		for i, size := range []float64{1, math.Sqrt(n - 1)} {
			x[i] = control.Add(control.Mul(o.a, x[i]), draw(o.rootW, size))
			x[i].Apply(func(_, _ int, v float64) float64 { return min(max(v, -1e15), 1e15) }, x[i]) // to be drawn
			report := control.Add(control.Mul(o.c, x[i]), draw(o.rootV, size))
			truth += control.Mul(o.l, x[i]).At(0, 0)
			if y.Add(y, report); i == 0 {
				own = control.Mul(u.T(), report).At(0, 0) / mat.Dot(u.ColView(0), u.ColView(0))
			}
		}
		clean := control.Add(control.Mul(o.C, hat), control.Mul(o.D, y)).At(0, 0)
		hat = control.Add(control.Mul(o.A, hat), control.Mul(o.B, y))
		if o.kalman == nil { // nothing but what is published is known of it
			truth = clean
		}
		for _, d := range others {
			truth, clean = truth+d.truth[k], clean+d.clean[k]
		}
		drift := 0.0
		for i, v := range moved[:k+1] {
			drift += h[k-i] * v
		}
		all.add(truth, clean, all.outSD*s.Norm(), drift, max(2.5*m.rmse(1), 1e-9))
		user.add(own, own, 0, moved[k], m.tr.Rho)
	}
	return all, user
}

// newDrive returns a drive without its steps.
func newDrive(steps int) *drive { return &drive{steps: steps, lo: math.Inf(1), hi: math.Inf(-1)} }

// add appends a step: what is true, its estimate, what noise and the neighbour add to that, and
// the room that the picture has about what is true.
func (d *drive) add(truth, clean, noise, drift, room float64) {
	d.truth, d.clean = append(d.truth, truth), append(d.clean, clean)
	d.published[0], d.published[1] = append(d.published[0], clean+noise), append(d.published[1], clean+noise+drift)
	d.lo, d.hi = min(d.lo, truth-room), max(d.hi, truth+room)
}

// outlook is where an adversary would look: the law of what tells the two
// inputs apart best, with the noise that is added and with the noise promised.
// For Gaussian noise that is a weighted mean of the audited releases, for
// Laplace noise the release at which they differ most.
func (m *model) outlook() film.View {
	s := m.mech
	apart := floats.SubTo(make([]float64, len(s.Mean[0])), s.Mean[1], s.Mean[0])
	gap, law, promised := math.Sqrt(floats.Dot(apart, apart)), "gauss", s.Scale/m.spec.Float("half")
	if m.tr.Laplace {
		gap, law = floats.Norm(apart, math.Inf(1)), "laplace"
	}
	unit := m.either(lang.Verbatim("m/s"), lang.Say("filtering.own.unit"))
	if m.plan.InNoise > 0 {
		unit = m.either(lang.Verbatim("m"), unit)
	}
	v := show.Hidden(m.inputs(), gap, s.Noise, s.Scale, promised)
	v.Name, v.Short = lang.Say("filtering.film.adversary"), lang.Say("filtering.film.adversary.short")
	v.XLabel = lang.Say("filtering.film.adversary.x", "law", law, "unit", unit)
	return v
}
