package filtering

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// filmOwn shows what is published of a system of the visitor's own beside what it should be,
// and one user's reports, once for the record and once for its neighbour.
func (m *model) filmOwn() (*film.Film, error) {
	d, stream, err := m.driveOwn()
	if err != nil {
		return nil, err
	}
	out := &film.Film{Steps: d.steps, Rate: 2.5, Loop: true, Hold: d.first, Alt: lang.Say("filtering.film.own.alt")}
	for k := range d.steps {
		out.Clock = append(out.Clock, lang.Say("filtering.film.own.clock", "k", k))
	}
	main := m.speedView(d)
	main.Place, main.Name, main.Short, main.XLabel, main.YLabel = film.Main, lang.Say("filtering.film.own"),
		lang.Say("filtering.film.speed.short"), lang.Say("filtering.step"), lang.Verbatim("z")
	for i := range main.Layers {
		if main.Layers[i].Role == sheet.Target {
			main.Layers[i].Name = lang.Say("filtering.film.own.true")
		}
	}
	user := film.View{Name: lang.Say("filtering.film.own.user"), Short: lang.Say("filtering.film.own.user.short"),
		Place: film.Strip, XLabel: lang.Say("filtering.step"), YLabel: lang.Verbatim("y")}
	lo, hi := math.Inf(1), math.Inf(-1)
	for in, role := range []sheet.Role{sheet.Record, sheet.Adjacent} {
		l := film.Layer{Name: m.inputs()[in], Kind: film.Path, Role: role, Size: 2, Trail: -1}
		for k, v := range stream[in] {
			l.Data = append(l.Data, float32(k), float32(v))
			lo, hi = min(lo, v), max(hi, v)
		}
		user.Layers = append([]film.Layer{l}, user.Layers...)
	}
	room := 0.1*(hi-lo) + 1e-9
	user.Box = [4]float64{0, lo - room, float64(d.steps - 1), hi + room}
	if out.Views = []film.View{main, user}; m.sd > 0 {
		out.Views = append(out.Views, m.outlook())
	}
	return out, nil
}

// driveOwn simulates one user and the sum of the others from rest, and returns the first number
// of that user's reports as well, for the record and for its neighbour.
func (m *model) driveOwn() (d *drive, stream [2][]float64, err error) {
	s, o := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseFilteringFilm}), m.own
	d = &drive{first: filmFirst, steps: filmFirst + m.spec.Int("length") + filmAfter}
	if o.over != nil {
		d.first, d.steps = 0, m.spec.Int("T")
	}
	share := m.spec.Float("half")
	d.inSD, d.outSD = share*m.in, share*m.out
	reports, truth, err := o.simulate(1, d.steps, &s)
	if err != nil {
		return nil, stream, err
	}
	moved := make([]float64, len(reports))
	copy(moved[d.first*o.outputs:], m.diff)
	for k := 0; k < len(reports); k += o.outputs {
		stream[0], stream[1] = append(stream[0], reports[k]), append(stream[1], reports[k]+moved[k])
	}
	others, rest, err := o.simulate(m.tr.N-1, d.steps, &s)
	if err != nil {
		return nil, stream, err
	}
	floats.Add(reports, others)
	floats.Add(truth, rest)
	for k := range reports {
		reports[k] += share * m.each * math.Sqrt(float64(m.tr.N)) * s.Norm()
	}
	through := o.through(d.steps)
	d.truth, d.clean, d.drift = truth, make([]float64, d.steps), make([]float64, d.steps)
	control.Apply(through, reports, d.clean)
	control.Apply(through, moved, d.drift)
	room := 2.5*m.out + 1e-9
	d.lo, d.hi = min(floats.Min(truth), floats.Min(d.clean))-room, max(floats.Max(truth), floats.Max(d.clean))+room
	for k, v := range d.clean {
		v += d.outSD * s.Norm()
		d.published[0], d.published[1] = append(d.published[0], v), append(d.published[1], v+d.drift[k])
	}
	return d, stream, nil
}

// simulate draws the reports of the sum of n users from rest, and the sum of what should be
// published of them. A filter without a model gets white noise of variance one from every user.
func (o *own) simulate(n, steps int, s *rng.Stream) (reports, truth []float64, err error) {
	draw := func(root *mat.Dense) []float64 {
		e := make([]float64, root.RawMatrix().Rows)
		for i := range e {
			e[i] = math.Sqrt(float64(n)) * s.Norm()
		}
		return product(root, e)
	}
	truth = make([]float64, steps)
	if o.a == nil {
		reports = draw(mat.DenseCopyOf(control.Identity(steps, 1)))
		control.Apply(o.through(steps), reports, truth)
		return reports, truth, nil
	}
	w, err := control.Root(o.w)
	if err != nil {
		return nil, nil, err
	}
	v, err := control.Root(o.v)
	if err != nil {
		return nil, nil, err
	}
	x := make([]float64, o.w.SymmetricDim())
	for k := range steps {
		floats.AddTo(x, product(o.a, x), draw(w))
		for i := range x {
			x[i] = min(max(x[i], -1e15), 1e15) // what runs away can still be drawn
		}
		reports = append(reports, floats.AddTo(product(o.c, x), product(o.c, x), draw(v))...)
		truth[k] = product(o.l, x)[0]
	}
	return reports, truth, nil
}

// product returns m·x.
func product(m *mat.Dense, x []float64) []float64 {
	out := make([]float64, m.RawMatrix().Rows)
	control.Apply(m, x, out)
	return out
}
