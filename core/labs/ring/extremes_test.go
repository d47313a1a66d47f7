package ring

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// extremes are Specs at the ends of what the table accepts: every parameter at
// its least and its greatest value, every choice, small s and small sets, and
// settings that once broke the picture.
func extremes(t *testing.T) []lab.Spec {
	table := Lab{}.Params()
	base := table.Defaults("ring")
	var out []lab.Spec
	add := func(set ...string) {
		s := base
		for i := 0; i < len(set); i += 2 {
			next, err := s.With(table, set[i], set[i+1])
			if err != nil {
				t.Fatalf("%v: %v", set, err)
			}
			s = next
		}
		out = append(out, s)
	}
	for _, s := range []string{"0", "1e-9", "0.003", "0.01", "0.02", "0.05", "0.9999999", "1"} {
		add("s", s)
		add("s", s, "state", "pos")
	}
	for _, k := range []string{"0.001", "0.0015", "0.003", "0.01", "0.3", "2"} {
		add("k0", k)
		add("k0", k, "s", "0.01")
	}
	add("radius", "70", "k0", "0.01")
	add("radius", "100", "w1", "10")
	add("layout", "random", "prior", "1")
	add("dt", "0.15", "T", "24", "k0", "0.001")
	add("promise", "pure", "radius", "100", "w1", "0.15", "w2", "8.8")
	add("promise", "claim", "d", "0.001", "odds", "100", "eps", "0")
	add("rule", "printed", "kappa", "1000")
	add("T", "60", "N", "1")
	add("T", "60", "N", "60")
	base = base.Set(table, "T", 4).Set(table, "N", 2) // a short horizon: each parameter by itself
	for i := range table {
		p := &table[i]
		switch p.Kind {
		case lab.Float, lab.Int, lab.Seed:
			hi := p.Max
			if p.Kind == lab.Seed {
				hi = lab.MaxSeed
			}
			out = append(out, base.Set(table, p.Name, p.Min), base.Set(table, p.Name, hi))
			if len(p.Only) > 0 && p.Only[0].Param == "mech" {
				for _, m := range p.Only[0].Values {
					if m == command { // no choice here
						continue
					}
					add("mech", m)
					last := out[len(out)-1]
					out = append(out, last.Set(table, p.Name, p.Min), last.Set(table, p.Name, p.Max))
				}
			}
		case lab.Choice:
			for _, c := range p.Choices {
				add(p.Name, c)
			}
		}
	}
	return out
}

// random draws a Spec: each parameter at its default, its least, its greatest
// or a random value.
func random(seed uint64) lab.Spec {
	table := Lab{}.Params()
	s := table.Defaults("ring")
	r := rng.New(rng.Key{Seed: seed, Phase: rng.PhasePreview})
	for i := range table {
		p := &table[i]
		kind := r.Intn(8)
		switch p.Kind {
		case lab.Float, lab.Int, lab.Seed:
			switch kind {
			case 0:
				s = s.Set(table, p.Name, p.Min)
			case 1:
				s = s.Set(table, p.Name, p.Max)
			case 2:
				s = s.Set(table, p.Name, r.Uniform(p.Min, p.Max))
			}
		case lab.Choice:
			if kind < 3 {
				s, _ = s.With(table, p.Name, p.Choices[r.Intn(len(p.Choices))])
			}
		}
	}
	return s
}

// sentence fails the test unless a person is told an error in a sentence.
func sentence(t *testing.T, what string, err error) {
	t.Helper()
	say := english.Say(lang.Of(err))
	if r := []rune(say); len(r) < 2 || !unicode.IsUpper(r[0]) || !strings.HasSuffix(say, ".") ||
		strings.ContainsAny(say, "⟨⟩") || strings.Contains(say, "NaN") || lang.Of(err).ID() == "" {
		t.Errorf("%s: %q is no sentence", what, say)
	}
}

// look opens a Spec and looks at all that a page shows of it; it fails the test
// on anything but a clean picture or one sentence.
func look(t *testing.T, s lab.Spec) {
	t.Helper()
	name := s.Link(Lab{}.Params())
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", name, r)
		}
	}()
	start := time.Now()
	l, err := lab.LookAt(Lab{}, s, nil)
	if took := time.Since(start); took > time.Second {
		t.Logf("%s took %v", name, took)
	}
	if err != nil {
		sentence(t, name, err)
		return
	}
	if err := filmtest.Check(l.Film); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, f := range l.Facts {
		if f.Value.Num == nil || *f.Value.Num != *f.Value.Num {
			t.Errorf("%s: fact %s is %v", name, f.Name, f.Value)
		}
	}
	if m := l.Meter; m != nil && !(m.Success >= 0.5 && m.Success <= 1) {
		t.Errorf("%s: the meter stands at %v", name, m.Success)
	}
}

// Every Spec at the ends of the table has a picture, or one sentence that says why
// not. TestRandomSpecs draws others.
func TestExtremes(t *testing.T) {
	for i, s := range extremes(t) {
		if len(lab.Validate(Lab{}, s)) == 0 && (!testing.Short() || i%5 == 0) {
			look(t, s)
		}
	}
}

// The exact ε never exceeds the claim, which is a sound bound, and no δ above 0
// has an infinite ε where the pure one is finite: over random Specs of the
// mechanisms with a profile.
func TestExactBelowClaim(t *testing.T) {
	n, seen := 100, 0
	if os.Getenv("INDISTINCT_LONG") != "" {
		n = 3000
	}
	for i := range n {
		table := Lab{}.Params()
		s := random(uint64(1000 + i))
		s = s.Set(table, "T", float64(2+i%6)).Set(table, "N", float64(1+i%2))
		if i%3 > 0 {
			s, _ = s.With(table, "mech", []string{"", w2mhe, "laplace"}[i%3])
		}
		if i%2 == 0 {
			s, _ = s.With(table, "state", "pos")
		}
		if len(lab.Validate(Lab{}, s)) > 0 {
			continue
		}
		m, err := open(s)
		if err != nil {
			continue // one sentence: see TestExtremes
		}
		p, ok := m.Mech.(mechanism.Profiled)
		if !ok || p.Profile() == nil {
			continue
		}
		seen++
		name, profile, claim := s.Link(table), p.Profile(), m.Mech.Claim().Budget
		pure := profile.Pure()
		if claim.Delta == 0 && !(pure <= claim.Epsilon*(1+1e-9)+1e-9) {
			t.Errorf("%s: exact ε %v above the claim %v", name, pure, claim.Epsilon)
		}
		last := math.Inf(1)
		for _, delta := range []float64{1e-9, 1e-5, 0.05, 0.3} {
			e, err := privacy.EpsilonAt(profile, delta)
			if err != nil || !(e <= last && e >= 0) || e > pure || math.IsInf(e, 1) && !math.IsInf(pure, 1) {
				t.Errorf("%s: ε at δ = %v is %v (%v); pure ε is %v, at the smaller δ it was %v", name, delta, e, err,
					pure, last)
			}
			last = e
		}
		for _, e := range []float64{0, 0.1, 1, 10} {
			if d := profile.Delta(e); !(d >= 0 && d <= 1) {
				t.Errorf("%s: δ(%v) = %v", name, e, d)
			}
		}
	}
	if seen < n/4 {
		t.Errorf("only %d of %d Specs had a profile", seen, n)
	}
}

// The promise and the attack say something at the ends of the
// table too: a sheet without NaN in its words and without numbers that overflow,
// or one sentence. Only a first piece of each is computed.
func TestSheetsAtExtremes(t *testing.T) {
	check.Full(t)
	for _, set := range [][]string{{"k0", "0.001"}, {"s", "0.005"}, {"s", "0.015", "state", "pos"},
		{"radius", "100", "w1", "0.15", "w2", "8.8", "promise", "pure"},
		{"promise", "claim", "d", "0.001"}, {"radius", "100", "w1", "10"}, {"layout", "random", "prior", "1"},
		{"odds", "2.1"}, {"odds", "100", "mech", "gauss", "noise", "10"},
		{"mech", "input", "sbar", "0"}, {"kappa", "1000", "rule", "printed"}} {
		for _, name := range []string{"disk", "attack"} {
			job, err := lab.Start(Lab{}, spec(t, append([]string{"games", "20", "releases", "2"}, set...)...), name)
			if err != nil {
				t.Errorf("%v, %s: %v", set, name, err)
				continue
			}
			out := labtest.Few(t, job, 1)
			var sh sheet.Sheet
			err = json.Unmarshal(out, &sh)
			if lead := english.Say(sh.Lead); err != nil || lead == "" || strings.Contains(lead, "NaN") ||
				strings.Contains(string(out), "9223372036854775808") {
				t.Errorf("%v, %s: %v, lead %q", set, name, err, lead)
			}
		}
	}
}

// What a lower layer refuses reaches a person as sentences.
func TestSentences(t *testing.T) {
	for _, set := range [][]string{{"d", "1000"},
		{"mech", "ekf", "radius", "100", "T", "60", "N", "1", "dt", "0.5", "w1", "10", "w2", "6.5", "k0", "2", "prior",
			"1e7", "state", "pos"}} {
		_, err := lab.LookAt(Lab{}, spec(t, set...), nil)
		if err == nil {
			t.Errorf("%v opens", set)
			continue
		}
		sentence(t, strings.Join(set, " "), err)
	}
}

// A long horizon with a mechanism to which laws are fitted: nothing stays silent for so long that a
// browser takes its worker for dead. The pieces are short by the pace of the mechanism.
func TestLongHorizon(t *testing.T) {
	for _, name := range []string{"disk", "attack"} {
		s := spec(t, "mech", input, "T", "60", "N", "5", "games", "20")
		job, err := lab.Start(Lab{}, s, name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		var sh sheet.Sheet
		if err := json.Unmarshal(labtest.Few(t, pieces{job, t, mechanism.Pace(m.Mech)}, 1), &sh); err != nil ||
			sh.Lead == "" {
			t.Errorf("%s: %v, lead %q", name, err, english.Say(sh.Lead))
		}
	}
}

// pieces watches how long the pieces are in which a job has releases simulated.
type pieces struct {
	work.Job
	t    *testing.T
	pace float64 // µs
}

func (p pieces) Run(crew work.Crew) ([]byte, error) { return p.Job.Run(watched{crew, p}) }

type watched struct {
	work.Crew
	p pieces
}

func (w watched) Do(b work.Batch, take func([]work.Part) error) error {
	took := float64(b.Grain) * w.p.pace
	if b.Kind == attack.KindFit && took > 1e5 {
		w.p.t.Errorf("%s: a piece takes %.0f ms", b.Name, took/1000)
	}
	return w.Crew.Do(b, take)
}

// TestRandomSpecs: Specs over all that the table accepts run audit, film and
// analyses.
func TestRandomSpecs(t *testing.T) {
	check.Full(t)
	labtest.Sweep{Specs: 4}.Run(t, Lab{})
}

// Records so far apart that a density vanishes to rounding have no profile, and say so
// instead of ending the run.
func TestProfileOfFarRecords(t *testing.T) {
	m, err := open(spec(t, "rule", "printed", "d", "1000", "dt", "0.5", "w1", "10", "mu", "0", "cut",
		"1.6677623061193267", "k0", "2",
		"kappa", "1000", "prior", "1e7", "s", "0.8170216187292838", "seed", "0"))
	if err != nil {
		t.Fatal(err)
	}
	w := m.Mech.(*estimator.W2MHE)
	if p := w.Profile(); p != nil && !(p.Delta(1) >= 0 && p.Delta(1) <= 1) {
		t.Errorf("δ(1) = %v", p.Delta(1))
	}
	if tv, ok := w.TotalVariation(); ok && !(tv >= 0 && tv <= 1) {
		t.Errorf("total variation %v", tv)
	}
}

// A fed-back estimator whose laws keep no draw says so when it is opened, however it is
// come by: nothing draws for ever.
func TestFedBackWithoutDraws(t *testing.T) {
	hopeless := []string{"feed", "sample", "T", "55", "N", "1", "dt", "0.5", "w1", "10", "w2", "10", "radius", "100",
		"sd", "0.0001", "cut", "0.001", "kappa", "1000",
		"layout", "typed", "sensors", "20", "start", "20,-20,-20,0", "mu", "0", "seed", "1", "rule", "printed", "d",
		"0.138", "terms", "n",
		"angles", "-0.4148261161491587,2099.783668837117,-0.5,-1,0,-3586.8173235320087,-0.5,1797.7497848214634,0.999," +
			"-0.5,-1,0.999,-0.5,-0.0027897278900298286,-0.36493154183945026", "s", "0.999"}
	if _, err := open(spec(t, hopeless...)); err == nil || lang.Of(err).ID() != "ring.estimator.sampling" {
		t.Errorf("opened: %v", err)
	}
}

// Over a long horizon, with sets so tight that all laws are cut by them, the picture
// leaves out what would take seconds, and says so.
func TestLongHorizonLeavesRingsOut(t *testing.T) {
	for process, out := range map[string]bool{"0.001": false, "0.0646": true} {
		m, err := open(spec(t, "T", "60", "process", process))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(english.Say(f.Alt), english.Say(lang.Say("ring.alt.left-out"))) &&
			f.Views[2].Note.ID() == "ring.view.ring.left-out"
		drawn := slices.ContainsFunc(f.Views[2].Layers, func(l film.Layer) bool { return l.Kind == film.Disk })
		if said != out || drawn == out {
			t.Errorf("process noise %s: said %v, drawn %v", process, said, drawn)
		}
	}
}
