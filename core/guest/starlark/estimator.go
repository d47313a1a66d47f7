package starlark

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"go.starlark.net/starlark"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// A program that estimates defines estimate(y, k): y holds the readings of steps 0 … k, a list
// of sensors' readings for each; what it returns is published, None is nothing. With
// publish(x, k) beside it, estimate is called once for each record and may not draw, and
// publish, with what it returned, at each release. state is a dict that is empty when a
// release begins; estimator(), where there is one, returns the release's own estimate.

// estimator is a compiled program that estimates.
type estimator struct {
	*program
	system script.System
	lag    int          // at step k the position of step k − lag is published
	plant  script.Plant // nil: the laboratory's
}

// mostPublished is the most numbers that are published at a step.
const mostPublished = 8

func (i Interpreter) CompileEstimator(source string, s script.System) (script.Estimator, error) {
	clock := i.newClock()
	clock.Begin()
	defer clock.End()
	p, err := read(programName, source, func(r *run) starlark.StringDict { return surroundings(s, r) })
	if err != nil {
		return nil, err
	}
	p.by = i
	e := &estimator{program: p, system: s}
	r := &run{program: p}
	globals, err := r.begin()
	if err != nil {
		return nil, err
	}
	p.warn(r)
	if _, err := definitions(globals); err != nil {
		return nil, err
	}
	if err := p.readClaim(globals["claim"]); err != nil {
		return nil, err
	}
	if lag, ok := globals["lag"]; ok {
		if err := starlark.AsInt(lag, &e.lag); err != nil || e.lag < 0 || e.lag >= s.Steps {
			return nil, at(nil, "guest.estimate.lag", "most", s.Steps-1)
		}
	}
	e.plant, err = newPlant(r, globals, s)
	return e, err
}

func (e *estimator) Plant() script.Plant { return e.plant }

// defined are the functions of a program that estimates: estimate is nil where first returns it.
type defined struct{ estimate, publish, first *starlark.Function }

// definitions reads them.
func definitions(globals starlark.StringDict) (d defined, err error) {
	for _, take := range []struct {
		name, form string
		takes      int
		f          **starlark.Function
	}{{"estimate", "estimate(y, k)", 2, &d.estimate}, {"publish", "publish(x, k)", 2, &d.publish},
		{"estimator", "estimator()", 0, &d.first}} {
		f, ok := globals[take.name].(*starlark.Function)
		if *take.f = f; ok && !takes(f, take.takes) && err == nil {
			err = at(f, "guest.estimate.arguments", "name", take.name, "form", take.form)
		}
	}
	if err == nil && d.estimate == nil && d.first == nil {
		err = at(nil, "guest.estimate.none")
	}
	return d, err
}

// takes reports whether a function takes so many arguments.
func takes(f *starlark.Function, n int) bool {
	return f.NumParams() == n && f.NumKwonlyParams() == 0 && !f.HasVarargs() && !f.HasKwargs()
}

// at is a fault of a function of the program, nil for none in particular.
func at(f *starlark.Function, id string, places ...any) *script.Fault {
	out := &script.Fault{Say: lang.Say(id, places...)}
	if f != nil {
		out.Line = int(f.Position().Line)
	}
	return out
}

// surroundings are what a program that estimates knows of the system, as a run's own values.
func surroundings(s script.System, r *run) starlark.StringDict {
	d := starlark.StringDict{"start": listOf(s.Start), "sensors": pointsOf(s.Sensors),
		"transition": listing(s.Transition, func(row []float64) starlark.Value { return listOf(row) }),
		"spread":     starlark.Float(s.Spread), "dt": starlark.Float(s.Step), "steps": starlark.MakeInt(s.Steps),
		"process_sd": starlark.Float(s.Noise[0]), "reading_sd": starlark.Float(s.Noise[1]),
		"noise": starlark.Float(s.Dial), "distance": starlark.Float(s.Distance)}
	if len(s.Track) > 0 {
		d["trajectory"] = pointsOf(s.Track)
	}
	d.Freeze() // but the state
	r.state = starlark.NewDict(8)
	d["state"] = r.state
	return d
}

// listing is a list of what f returns for each of x.
func listing[T any](x []T, f func(T) starlark.Value) *starlark.List {
	out := make([]starlark.Value, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return starlark.NewList(out)
}

// listOf is a list of numbers.
func listOf(x []float64) *starlark.List {
	return listing(x, func(v float64) starlark.Value { return starlark.Float(v) })
}

// pointsOf is a list of points.
func pointsOf(x [][2]float64) *starlark.List {
	return listing(x, func(v [2]float64) starlark.Value { return listOf(v[:]) })
}

// vector reads a list of numbers, a column of a matrix, or one number; ok is false for anything else.
func vector(v starlark.Value) (out []float64, ok bool) {
	if x, one := starlark.AsFloat(v); one {
		return []float64{x}, true
	}
	list, ok := entries(v)
	if !ok {
		return nil, false
	}
	for i := range list.Len() {
		entry := list.Index(i)
		if column, ok := entries(entry); ok && column.Len() == 1 {
			entry = column.Index(0)
		}
		x, ok := starlark.AsFloat(entry)
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// entries is a list, tuple or array; ok is false for anything else.
func entries(v starlark.Value) (list starlark.Indexable, ok bool) {
	list, ok = v.(starlark.Indexable)
	_, word := v.(starlark.String)
	return list, ok && !word
}

// unpublished says what a value is that is no position.
func unpublished(v starlark.Value) lang.Message {
	list, ok := entries(v)
	if !ok {
		return kind(v.Type())
	}
	for i := range list.Len() {
		if _, ok := starlark.AsFloat(list.Index(i)); !ok {
			return lang.Say("guest.estimate.entry", "list", kind(v.Type()), "i", i, "kind", kind(list.Index(i).Type()))
		}
	}
	return lang.Say("guest.estimate.numbers", "list", kind(v.Type()), "n", list.Len())
}

// unpublishable reports whether a number is not finite, or so large that its square overflows.
func unpublishable(v float64) bool { return !(math.Abs(v) <= 1e150) }

func (e *estimator) Bind(records [2][]float64) script.Bound {
	b, sensors := &bound{estimator: e}, len(e.system.Sensors)
	if e.plant != nil {
		sensors = len(e.plant.Sensors())
	}
	reading := len(records[0]) / (e.system.Steps * sensors)
	for in, y := range records {
		var steps []starlark.Value
		for k := range e.system.Steps {
			row := make([]starlark.Value, sensors)
			for i := range row {
				at := (k*sensors + i) * reading
				if row[i] = listOf(y[at : at+reading]); reading == 1 {
					row[i] = starlark.Float(y[at])
				}
			}
			steps = append(steps, starlark.NewList(row))
			upTo := starlark.NewList(slices.Clone(steps))
			upTo.Freeze()
			b.records[in] = append(b.records[in], upTo)
		}
	}
	return b
}

// bound is a program with its records.
type bound struct {
	*estimator
	records [2][]starlark.Value // of each input and step, the readings up to it

	// What estimate returned for each step of each record, with publish: of the first run that
	// was asked.
	once    [2]sync.Once
	settled [2][]starlark.Value
	broken  [2]error
}

func (b *bound) Fork() (script.EstimatorRun, error) {
	e := &estimating{bound: b, run: &run{program: b.program}}
	globals, err := e.begin()
	if err != nil {
		return nil, err
	}
	e.defined, err = definitions(globals)
	return e, err
}

// estimating is one goroutine's instance of a program with its records.
type estimating struct {
	*bound
	*run
	defined
	undrawn float64 // of the last release's cost
}

// Pace implements script.EstimatorRun: a step of the language takes about a tenth of a microsecond.
func (e *estimating) Pace() (took, undrawn float64) { return e.cost(), e.undrawn }

// cost is about how long a release has taken so far, in microseconds.
func (r *run) cost() float64 { return 0.1*float64(r.thread.Steps) + 0.02*float64(r.made) }

func (e *estimating) Trace(in mechanism.Input, s *rng.Stream) []script.Draw {
	return e.traced(func() { e.Estimate(in, s, func(int, []float64) {}) })
}

func (e *estimating) Estimate(in mechanism.Input, s *rng.Stream, publish func(step int, x []float64)) error {
	f, of := e.estimate, e.records[in]
	if e.publish != nil {
		e.once[in].Do(func() {
			e.settled[in], e.bound.broken[in] = e.all(nil, f, of)
			starlark.Tuple(e.settled[in]).Freeze()
		})
		if err := e.bound.broken[in]; err != nil {
			return err
		}
		f, of = e.publish, e.settled[in]
	}
	values, err := e.all(s, f, of)
	if err != nil {
		return err
	}
	for k, v := range values {
		if v == starlark.None || k < e.lag {
			continue
		}
		x, ok := vector(v)
		if !ok || len(x) == 0 || len(x) > mostPublished {
			return at(cmp.Or(f, e.first), "guest.estimate.kind", "step", k, "kind", unpublished(v),
				"most", mostPublished)
		}
		if i := slices.IndexFunc(x, unpublishable); i >= 0 {
			failed := at(cmp.Or(f, e.first), "guest.estimate.number", "step", k, "x", said(x[i]))
			failed.Failed = true
			return failed
		}
		publish(k-e.lag, x)
	}
	return nil
}

// all calls a function for each step, with the limits of one release, whose draws come from s.
func (e *estimating) all(s *rng.Stream, f *starlark.Function, of []starlark.Value) ([]starlark.Value, error) {
	defer e.restart(s)()
	if err := e.state.Clear(); err != nil {
		return nil, fault(err)
	}
	if e.first != nil && f == e.estimate {
		v, err := starlark.Call(e.thread, e.first, nil, nil)
		if err != nil {
			return nil, e.failed(err)
		}
		own, ok := v.(*starlark.Function)
		if !ok || own.NumParams() != 2 {
			return nil, at(e.first, "guest.estimate.estimator")
		}
		f = own
	}
	out := make([]starlark.Value, len(of))
	e.undrawn = 0
	for k := range of {
		if out[k] = starlark.None; of[k] == starlark.None {
			continue
		}
		e.drawn = 0
		before := e.cost()
		v, err := starlark.Call(e.thread, f, starlark.Tuple{of[k], starlark.MakeInt(k)}, nil)
		if err != nil {
			return nil, e.failed(err)
		}
		if e.drawn > 0 && e.publish == nil {
			e.undrawn += e.drawn - before
		}
		out[k] = v
	}
	return out, nil
}

// plant is a program's own system. Its functions run one at a time.
type plant struct {
	mu      sync.Mutex
	run     *run
	move    *starlark.Function // plant(x, w)
	read    *starlark.Function // measure(x, q, v)
	start   []float64
	step    float64
	track   [][2]float64
	sensors [][2]float64
}

// newPlant reads what a program says of its own system; nil where it says nothing.
func newPlant(r *run, globals starlark.StringDict, s script.System) (script.Plant, error) {
	p := &plant{run: r, start: s.Start, step: s.Step, track: s.Track, sensors: s.Sensors}
	p.move, _ = globals["plant"].(*starlark.Function)
	p.read, _ = globals["measure"].(*starlark.Function)
	table := globals["trajectory"]
	if p.move == nil && p.read == nil && table == nil && p.track == nil {
		return nil, nil
	}
	switch {
	case p.read == nil || p.read.NumParams() != 3:
		return nil, at(nil, "guest.plant.measure")
	case p.move == nil && table == nil && p.track == nil:
		return nil, at(nil, "guest.plant.path")
	case p.move != nil && p.move.NumParams() != 2:
		return nil, at(nil, "guest.plant.plant")
	}
	for _, part := range []struct {
		name string
		read func(v starlark.Value) (ok bool)
	}{
		{"trajectory", func(v starlark.Value) (ok bool) {
			p.track, ok = points(v)
			return ok && len(p.track) > 1
		}},
		{"sensors", func(v starlark.Value) (ok bool) {
			p.sensors, ok = points(v)
			return ok
		}},
		{"start", func(v starlark.Value) (ok bool) {
			p.start, ok = vector(v)
			return ok && len(p.start) >= 2 && len(p.start) <= 12 && !slices.ContainsFunc(p.start, unpublishable)
		}},
		{"dt", func(v starlark.Value) (ok bool) {
			p.step, ok = starlark.AsFloat(v)
			return ok && p.step >= 1e-6 && p.step <= 1e6
		}},
	} {
		if v := globals[part.name]; v != nil && !part.read(v) {
			return nil, at(nil, "guest.plant."+part.name)
		}
	}
	return p, nil
}

// points reads a list of points with two coordinates.
func points(v starlark.Value) (out [][2]float64, ok bool) {
	list, ok := v.(starlark.Indexable)
	for i := 0; ok && i < list.Len(); i++ {
		x, is := vector(list.Index(i))
		if !is || len(x) != 2 || slices.ContainsFunc(x, unpublishable) {
			return nil, false
		}
		out = append(out, [2]float64(x))
	}
	return out, ok
}

// Sensors, Step, Path and Measure implement script.Plant.
func (p *plant) Sensors() [][2]float64 { return p.sensors }
func (p *plant) Step() float64         { return p.step }

// Path is of a table as many points as there are steps, evenly; else what
// plant returns step by step.
func (p *plant) Path(steps int, s *rng.Stream) (out [][]float64, err error) {
	if n := len(p.track); n > 0 {
		if n < steps {
			return nil, at(nil, "guest.plant.short", "n", n, "steps", steps)
		}
		at := func(k int) [2]float64 { return p.track[k*(n-1)/(steps-1)] }
		for k := range steps {
			a, b := at(max(k-1, 0)), at(min(k+1, steps-1))
			span := p.step * float64(min(k+1, steps-1)-max(k-1, 0))
			out = append(out, []float64{at(k)[0], at(k)[1], (b[0] - a[0]) / span, (b[1] - a[1]) / span})
		}
		return out, nil
	}
	x := p.start
	for k := range steps {
		if k > 0 {
			w := make([]float64, len(x))
			for i := range w {
				w[i] = s.Norm()
			}
			if x, err = p.call(p.move, len(p.start), listOf(x), listOf(w)); err != nil {
				return nil, err
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func (p *plant) Measure(state []float64, q [2]float64, v []float64) ([]float64, error) {
	return p.call(p.read, 0, listOf(state), listOf(q[:]), listOf(v))
}

// call calls one of the functions for so many numbers, 0: for any.
func (p *plant) call(f *starlark.Function, n int, args ...starlark.Value) ([]float64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.run.restart(nil)()
	v, err := starlark.Call(p.run.thread, f, args, nil)
	if err != nil {
		p.run.thread.Uncancel()
		return nil, fault(err)
	}
	x, ok := vector(v)
	if !ok || n > 0 && len(x) != n || len(x) == 0 {
		return nil, at(f, "guest.plant.returned", "name", f.Name(), "kind", kind(v.Type()), "n", n)
	}
	if i := slices.IndexFunc(x, unpublishable); i >= 0 {
		return nil, at(f, "guest.plant.number", "name", f.Name(), "x", said(x[i]))
	}
	return x, nil
}
