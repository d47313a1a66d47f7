package audit

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// laplaceStep adds Laplace noise of one scale to 0 or to 1: ε = 1/scale.
type laplaceStep struct{ scale float64 }

func (l laplaceStep) Shape() (int, int)         { return 1, 1 }
func (l laplaceStep) Fork() mechanism.Mechanism { return l }
func (l laplaceStep) Claim() mechanism.Claim {
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: 1 / l.scale}, Source: "Dwork et al. 2006"}
}
func (l laplaceStep) Truth() []float64 { return []float64{0} }
func (l laplaceStep) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	u := s.Uint64()
	x := -num.Log(float64(u>>12)*0x1p-52 + 0x1p-53)
	if u&1 == 1 {
		x = -x
	}
	out[0] = float64(in) + l.scale*x
}

// gaussSteps is normal noise about a path that the adjacent record shifts.
type gaussSteps struct {
	steps, dim int
	shift      float64
	same       bool // deterministic: no noise
}

func (g gaussSteps) Shape() (int, int)         { return g.steps, g.dim }
func (g gaussSteps) Fork() mechanism.Mechanism { return g }
func (g gaussSteps) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (g gaussSteps) Truth() []float64          { return make([]float64, g.steps*g.dim) }
func (g gaussSteps) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for k := range out {
		out[k] = float64(in) * g.shift
		if !g.same {
			out[k] += num.NormalQuantile(s.Open())
		}
	}
}

type broken struct{ gaussSteps }

func (b broken) Fork() mechanism.Mechanism { return b }
func (broken) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for k := range out {
		out[k] = math.NaN()
	}
}

func paperSettings() Settings {
	return Settings{Seed: 1, Epsilon: 1, Select: 1, Alpha: .05, Beta: .05, Gamma: 1e-9, Grid: 2, N: 1000, M: 1000,
		Learn: true}
}

// crew does batches on one goroutine in chunks of a given size (0: the batch's
// grain), computed last first where backwards, and hands all parts over at
// once or, where slow, one at a time. seen, if not nil, gets what is shown.
type crew struct {
	job       work.Job
	chunk     int64
	backwards bool
	slow      bool
	seen      func(kind work.Kind, data []byte)
}

func (c *crew) Step(string, float64, float64) {}

func (c *crew) Show(kind work.Kind, data func() ([]byte, error)) error {
	if c.seen == nil {
		return nil
	}
	b, err := data()
	if err == nil {
		c.seen(kind, b)
	}
	return err
}

func (c *crew) Do(b work.Batch, take func([]work.Part) error) error {
	do, err := c.job.Prepare(b)
	if err != nil {
		return err
	}
	var parts []work.Part
	cut := b.Cut(c.chunk)
	for k, ok := cut.Next(); ok; k, ok = cut.Next() {
		parts = append(parts, work.Part{Chunk: k})
	}
	for i := range parts {
		if c.backwards {
			i = len(parts) - 1 - i
		}
		if parts[i].Data, err = do(parts[i].Chunk); err != nil {
			return err
		}
	}
	for c.slow && len(parts) > 1 {
		if err := take(parts[:1]); err != nil {
			return err
		}
		parts = parts[1:]
	}
	return take(parts)
}

// run does a job with a crew of one.
func run(t testing.TB, j work.Job, chunk int64, backwards bool) []byte {
	t.Helper()
	out, err := j.Run(&crew{job: j, chunk: chunk, backwards: backwards})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func audit(t testing.TB, m mechanism.Mechanism, set Settings) *Report {
	t.Helper()
	j, err := NewJob(m, set)
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{}
	if err := json.Unmarshal(run(t, j, 0, false), r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Any chunking, in any order, gives the same bytes.
func TestJobSameBitsInAnyChunking(t *testing.T) {
	sequential := paperSettings()
	sequential.Sequential, sequential.MaxM, sequential.Epsilon = true, 20000, .2
	for _, c := range []struct {
		name string
		m    mechanism.Mechanism
		set  Settings
	}{
		{"normal steps", gaussSteps{steps: 4, dim: 2, shift: .6}, paperSettings()},
		{"three dimensions", gaussSteps{steps: 2, dim: 3, shift: .3}, paperSettings()},
		{"Laplace", laplaceStep{1}, paperSettings()},
		{"Laplace, sequential", laplaceStep{4}, sequential},
	} {
		j, err := NewJob(c.m, c.set)
		if err != nil {
			t.Fatal(err)
		}
		want := run(t, j, 0, false)
		for _, chunk := range []int64{333, 1 << 40} {
			if got := run(t, j, chunk, true); !bytes.Equal(got, want) {
				t.Errorf("%s: chunks of %d give another report", c.name, chunk)
			}
		}
		c.set.Seed++
		j, _ = NewJob(c.m, c.set)
		if bytes.Equal(run(t, j, 0, false), want) {
			t.Errorf("%s: another seed gives the same report", c.name)
		}
	}
}

func TestReportOfNormalSteps(t *testing.T) {
	r := audit(t, gaussSteps{steps: 4, dim: 2, shift: 6}, paperSettings())
	if r.GammaSamples != 814 || r.Events != 256 || r.N != 1000 || r.M != 1000 {
		t.Errorf("Γ = %d, events = %d, n = %d, m = %d", r.GammaSamples, r.Events, r.N, r.M)
	}
	// The adjacent record's releases all escape: the paper's rule sees cells of
	// record 1 alone, the escape event nearly everything.
	if r.Escape.C2 != 1000 || r.Escape.C1 > 60 || r.C2 != 0 {
		t.Errorf("escape %d of %d; worst event (%d, %d)", r.Escape.C1, r.Escape.C2, r.C1, r.C2)
	}
	if !(r.EscapeC > 2.5) || r.EscapeEvent.Kind != "escape" || !r.EscapeEvent.Swap || !(r.EpsilonC < 1.2) {
		t.Errorf("ε_c = %v, with the escape event %v (%v)", r.EpsilonC, r.EscapeC, r.EscapeEvent)
	}
	if math.Abs(float64(r.ECorrect)-1) > .05 || math.Abs(float64(r.EAdjacent)-math.Sqrt(37)) > .1 {
		t.Errorf("errors %v and %v, want about 1 and √37", r.ECorrect, r.EAdjacent)
	}
	if math.Abs(float64(r.Lambda)-(.05+2*float64(r.Eta)*math.Exp(float64(r.EpsilonC)))) > 1e-12 {
		t.Errorf("λ = %v with η = %v, ε_c = %v", r.Lambda, r.Eta, r.EpsilonC)
	}
	if math.Abs(float64(r.Confidence)-.95*(1-1e-9)) > 1e-15 {
		t.Errorf("confidence %v", r.Confidence)
	}
	c := r.Curve
	if n := len(c.Epsilon); n < curvePoints || c.Epsilon[0] != 0 || !(c.Epsilon[n-1] > r.EscapeC) ||
		!(c.Epsilon[n-1] > r.Strong.Epsilon) || len(c.Plus) != n || len(c.Minus) != n || len(c.Exact) != n ||
		len(c.Thinned) != n {
		t.Errorf("curve of %d points up to %v", n, c.Epsilon[n-1])
	}
	for k, e := range c.Epsilon {
		below := e < r.EpsilonC
		if got := min(c.Plus[k], c.Minus[k]) <= .05; got != below && math.Abs(float64(e-r.EpsilonC)) > 1e-9 {
			t.Errorf("point %d: ε = %v, p⁺ = %v, p₊ = %v, but ε_c = %v", k, e, c.Plus[k], c.Minus[k], r.EpsilonC)
		}
		if k > 0 && !(e > c.Epsilon[k-1] && c.Plus[k] >= c.Plus[k-1]*(1-1e-12) &&
			c.Minus[k] >= c.Minus[k-1]*(1-1e-12)) {
			t.Errorf("point %d does not go up", k)
		}
	}
	for _, e := range r.Cover {
		if e.Gap > 1e-9 || e.Degenerate {
			t.Errorf("gap %v, degenerate %v", e.Gap, e.Degenerate)
		}
	}
}

// A deterministic mechanism: Γ equal points, every release in one cell, the
// adjacent record's all outside.
func TestReportOfNoNoise(t *testing.T) {
	r := audit(t, gaussSteps{steps: 4, dim: 2, shift: .01, same: true}, paperSettings())
	if r.C1 != 1000 || r.C2 != 0 || math.Abs(float64(r.EpsilonC)-5.11967) > 6e-6 || r.Eta != 1 {
		t.Errorf("(%d, %d), ε_c = %v, η = %v; want (1000, 0), 5.11967, 1", r.C1, r.C2, r.EpsilonC, r.Eta)
	}
	if !r.Cover[0].Degenerate {
		t.Error("it is not called degenerate")
	}
	if r.ECorrect != 0 || math.Abs(float64(r.EAdjacent)-.01) > 1e-12 {
		t.Errorf("errors %v and %v", r.ECorrect, r.EAdjacent)
	}
}

// λ from the η and ε_c that the paper prints (Han & Martínez 2021, §V).
func TestLambda(t *testing.T) {
	for _, c := range []struct{ eta, epsilon, want float64 }{{.013, .39947, .0888}, {.010, .11485, .0724}} {
		if got := lambda(.05, c.eta, c.epsilon); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("λ(η = %v, ε_c = %v) = %.5f, want %v", c.eta, c.epsilon, got, c.want)
		}
	}
}

func TestSequentialStops(t *testing.T) {
	set := paperSettings()
	set.Sequential, set.MaxM, set.Epsilon = true, 400000, .92
	r := audit(t, laplaceStep{1}, set) // ε = 1 against a claim of 0.92
	if r.Verdict != Violation || r.M <= 1000 || r.M >= 400000 {
		t.Errorf("%s after %d releases", r.Verdict, r.M)
	}
	set.MaxM = 1500
	set.Epsilon = .99
	if r = audit(t, laplaceStep{1}, set); r.M != 1500 || r.Verdict == Violation {
		t.Errorf("%s after %d releases, want 1500 without a finding", r.Verdict, r.M)
	}
}

func TestSettingsOutOfRange(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		change func(*Settings)
		id     string // audit.…
	}{
		{func(s *Settings) { s.Epsilon = -1 }, "settings.epsilon"},
		{func(s *Settings) { s.Epsilon = nan }, "settings.epsilon"},
		{func(s *Settings) { s.Epsilon = math.Inf(1) }, "settings.epsilon"},
		{func(s *Settings) { s.Delta = 1 }, "settings.delta"},
		{func(s *Settings) { s.Select = nan }, "settings.select"},
		{func(s *Settings) { s.Alpha = 0 }, "settings.alpha"},
		{func(s *Settings) { s.Alpha = nan }, "settings.alpha"},
		{func(s *Settings) { s.Beta = 0 }, "settings.beta"},
		{func(s *Settings) { s.Gamma = 1 }, "settings.gamma"},
		{func(s *Settings) { s.Grid = 0 }, "settings.grid"},
		{func(s *Settings) { s.Grid = 1 << 20 }, "cells"},
		{func(s *Settings) { s.N = 0 }, "settings.n"},
		{func(s *Settings) { s.N = 1 << 40 }, "memory"},
		{func(s *Settings) { s.M = 0 }, "settings.m"},
		{func(s *Settings) { s.Sequential = true }, "settings.maxm"},
	} {
		set := paperSettings()
		c.change(&set)
		_, err := NewJob(gaussSteps{steps: 4, dim: 2}, set)
		if err == nil || lang.Of(err).ID() != "audit."+c.id {
			t.Errorf("%+v: %v, want %q", set, err, c.id)
		}
	}
	if _, err := NewJob(nil, paperSettings()); err == nil {
		t.Error("no mechanism: no error")
	}
	if _, err := NewJob(gaussSteps{steps: 0, dim: 2}, paperSettings()); err == nil {
		t.Error("no steps: no error")
	}
}

// A selection sample that would not fit a phone is cut, and the report holds both numbers;
// while events are chosen in it, the bar moves.
func TestLargeSelectionIsCut(t *testing.T) {
	set := paperSettings()
	set.N = 90_000
	m := gaussSteps{steps: 60, dim: 2, shift: .1}
	j, err := NewJob(m, set)
	if err != nil {
		t.Fatal(err)
	}
	if j.set.N != 66_666 {
		t.Errorf("%d releases of 120 numbers are drawn, want 66,666", j.set.N)
	}
	var r Report
	j.complete(&r, &asker{j: j, tested: m, cover: &paper.Cover{}}, &Test{Paper: make([]event.Event, 2),
		Counts: make([][2]int64, 2)})
	if r.Asked != 90_000 {
		t.Errorf("the report says that %d were asked for", r.Asked)
	}
	j.set.N = 4000
	steps, last := 0, 0.0
	if _, err := work.Run(t.Context(), j, 1, func(p work.Progress) {
		if p.Phase == "work.choosing" {
			if p.Fraction <= last && steps > 0 {
				t.Errorf("the bar stands at %v", last)
			}
			steps, last = steps+1, p.Fraction
		}
	}); err != nil {
		t.Fatal(err)
	}
	if steps < 16 {
		t.Errorf("choosing events reported %d times", steps)
	}
}

func TestReleasesThatAreNoNumbers(t *testing.T) {
	j, err := NewJob(broken{gaussSteps{steps: 2, dim: 2}}, paperSettings())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := work.Serial(j, 0); err == nil || !strings.Contains(err.Error(), "finite") {
		t.Errorf("releases of NaN: %v", err)
	}
}

// A batch from elsewhere is refused with a sentence or prepared.
func FuzzPrepare(f *testing.F) {
	j, err := NewJob(gaussSteps{steps: 2, dim: 1, shift: 1}, paperSettings())
	if err != nil {
		f.Fatal(err)
	}
	var seeds []work.Batch
	c := &crew{job: spied{j, func(b work.Batch) { seeds = append(seeds, b) }}}
	if _, err := j.Run(c); err != nil {
		f.Fatal(err)
	}
	for _, b := range seeds {
		f.Add(b.Kind, b.Args)
	}
	f.Add("count", []byte(`{"Cover":{"Steps":2,"Dim":1,"Grid":2,"Ellipsoids":[{},{}]}}`))
	f.Add("", []byte{0xff})
	f.Fuzz(func(t *testing.T, kind string, args []byte) {
		do, err := j.Prepare(work.Batch{Kind: kind, Args: args, Inputs: 2, Trials: 3})
		if err != nil {
			return
		}
		if _, err := do(work.Chunk{First: 1, Count: -1}); err == nil {
			t.Error("a chunk of −1 trials was done")
		}
	})
}

// spied is a job whose batches somebody hears of.
type spied struct {
	work.Job
	hear func(work.Batch)
}

func (s spied) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	s.hear(b)
	return s.Job.Prepare(b)
}

// Parts that do not fit what was asked for are refused, not counted.
func TestGarbledParts(t *testing.T) {
	for _, kind := range []string{kindDraw, kindCount} {
		j, err := NewJob(gaussSteps{steps: 2, dim: 1, shift: 1}, paperSettings())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Run(&crew{job: cutting{j, kind}}); err == nil || !strings.Contains(err.Error(), "garbled") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// cutting is a job whose chunks of one kind lose their last byte.
type cutting struct {
	work.Job
	kind string
}

func (c cutting) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	do, err := c.Job.Prepare(b)
	return func(k work.Chunk) ([]byte, error) {
		data, err := do(k)
		if b.Kind == c.kind {
			data = data[:len(data)-1]
		}
		return data, err
	}, err
}

func BenchmarkAuditLaplace(b *testing.B) {
	set := paperSettings()
	set.N, set.M, set.Grid, set.Epsilon = 100_000, 500_000, 10, .7
	m, err := oracle.NewLaplace(1, .7)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		audit(b, m, set)
	}
}

func BenchmarkAuditSteps(b *testing.B) {
	for i := 0; i < b.N; i++ {
		audit(b, gaussSteps{steps: 4, dim: 2, shift: .5}, paperSettings())
	}
}
