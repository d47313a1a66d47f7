package ring

import (
	"math"

	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/system"
)

// model is an opened Spec: the scenario, both records, the mechanism.
type model struct {
	spec     lab.Spec
	sc       *system.Scenario
	dTheta   float64
	moved    [2]float64 // where the starred sensor stands in the adjacent record
	adjacent []float64
	distance float64
	mech     mechanism.Mechanism
}

// config reads the system out of a Spec.
func config(s lab.Spec) system.Config {
	c := system.Default()
	c.T, c.N, c.Dt = s.Int("T"), s.Int("N"), s.Float("dt")
	c.Omega = [2]float64{s.Float("w1"), s.Float("w2")}
	copy(c.Start[:], s.List("start"))
	c.W = s.Float("process")
	c.Layout = system.Layout(s.Text("layout"))
	c.Count = s.Int("sensors")
	c.Typed = s.List("angles")
	for i := range c.Typed {
		c.Typed[i] *= math.Pi / 180
	}
	c.Radius = s.Float("radius")
	c.Star = s.Int("star") - 1
	c.Mu, c.SD, c.Cut = s.Float("mu"), s.Float("sd"), s.Float("cut")
	c.Diam = s.Float("k0")
	return c
}

// options reads the estimator's options out of a Spec.
func options(s lab.Spec) mechanism.W2Options {
	o := mechanism.DefaultW2()
	o.S = []float64{s.Float("s")}
	if l := s.List("sched"); len(l) > 0 {
		o.S = l
	}
	o.Kappa, o.PriorWeight = s.Float("kappa"), s.Float("prior")
	o.FeedSample = s.Text("feed") == "sample"
	o.PositionOnly = s.Text("state") == "pos"
	if s.Text("terms") == "n" {
		o.Terms = mechanism.TermsN
	}
	return o
}

// Open simulates the system, solves for the adjacent record and prepares the
// mechanism.
func (Lab) Open(s lab.Spec) (lab.Model, error) { return open(s) }

func open(s lab.Spec) (*model, error) {
	m := &model{spec: s}
	var err error
	if m.sc, err = system.Make(config(s), s.Seed()); err != nil {
		return nil, err
	}
	d := s.Float("d")
	if s.Text("rule") == "printed" {
		m.dTheta = system.PrintedRule(d)
	} else if m.dTheta, err = m.sc.SolveDistance(d); err != nil {
		return nil, &lab.Problem{Field: "d", Say: sentence(err)}
	}
	m.moved = m.sc.Moved(m.dTheta)
	m.adjacent = m.sc.RecordAt(m.moved)
	m.distance = m.sc.Distance(m.moved)
	if m.mech, err = m.build([2][]float64{m.sc.Y, m.adjacent}); err != nil {
		return nil, err
	}
	return m, nil
}

// sentence turns an error of a lower layer into one that starts with a capital
// and ends with a full stop.
func sentence(err error) string {
	r := []rune(err.Error())
	if len(r) == 0 {
		return ""
	}
	if r[0] >= 'a' && r[0] <= 'z' {
		r[0] -= 'a' - 'A'
	}
	if last := r[len(r)-1]; last != '.' {
		r = append(r, '.')
	}
	return string(r)
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Facts are known before any run.
func (m *model) Facts() []lab.Fact {
	q, p := m.sc.Sensors[m.sc.Star], m.moved
	move := math.Sqrt(float64((q[0]-p[0])*(q[0]-p[0])) + float64((q[1]-p[1])*(q[1]-p[1])))
	facts := []lab.Fact{
		{Name: "record_distance", Label: "Distance of the records", Symbol: "‖y¹ − y²‖", Value: sheet.Number(m.distance, 6), Key: true,
			Help: "2-norm of the difference over all steps and sensors. It is computed, not taken from a bound."},
		{Name: "dtheta", Label: "Starred sensor moves by", Symbol: "Δθ", Unit: "rad", Value: sheet.Number(m.dTheta, 6), Key: true,
			Help: "Angle on the ring between the sensor's place and the one in the adjacent record."},
		{Name: "displacement", Label: "… which is", Unit: "m", Value: sheet.Number(move, 4), Help: "Straight distance between the two places."},
	}
	far, at := 0.0, 0
	for k, d := range m.sc.StepDistances(m.moved) {
		if d > far {
			far, at = d, k
		}
	}
	facts = append(facts, lab.Fact{Name: "step_distance", Label: "Largest distance at one step", Value: sheet.Number(far, 5), Help: fmt.Sprintf("Reached at step %d of %d.", at, m.sc.T)})
	if w, ok := m.mech.(*mechanism.W2MHE); ok {
		s := options(m.spec).S
		if len(s) == 1 && s[0] < 1 {
			facts = append(facts,
				lab.Fact{Name: "epsilon_theorem", Label: "ε by Theorem 4", Value: sheet.Number(mechanism.TheoremEpsilon(m.sc.Config, m.distance, s[0]), 6),
					Help: "Krishnan & Martínez' sufficient condition for records this far apart, with c_h = 100 as printed. It is an upper bound, not what the mechanism leaks."},
				lab.Fact{Name: "epsilon_sound", Label: "ε by a sound bound", Value: sheet.Number(w.SoundEpsilon(true), 6),
					Help: "An upper bound on ε for these two records, with the sensor function's true Lipschitz constant 10 and the data's effect on the prediction."})
		}
	}
	return facts
}

// Complete adds what this laboratory knows of a run.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.distance)
	r.Meaning = append(r.Meaning,
		fmt.Sprintf("Tested: this one pair of records, %s apart, with sensor %d moved by %s rad. Differential privacy speaks of all pairs at most d apart, and of every sensor.", sheet.Format(m.distance, 4), m.sc.Star+1, sheet.Format(m.dTheta, 3)))
	if m.spec.Text("rule") == "printed" && m.distance > m.spec.Float("d")*1.0001 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("By the paper's printed rule the records are %s apart, not d = %s: they are not adjacent in the sense of the claim.", sheet.Format(m.distance, 4), sheet.Format(m.spec.Float("d"), 4)))
	}
	if s := options(m.spec).S; m.spec.Text("mech") == w2mhe {
		one := true
		for _, v := range s {
			one = one && v == 1
		}
		if one {
			r.Warnings = append(r.Warnings, "At s = 1 the estimate is deterministic: its releases for the two records differ always, so the true ε is infinite. A finite critical ε only says how far so many releases reach.")
		}
	}
}
