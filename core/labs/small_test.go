package labs_test

import (
	"context"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/tell"
	"indistinct/core/test/filmtest"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// bits is the least that a laboratory can be: a mechanism with a parameter. Three bits
// are answered at random.
type bits struct{ lab.Base }

func (bits) About() lab.About {
	return lab.About{Name: "bits"}
}

func (bits) Params() lab.Table {
	return append(lab.Table{{Name: "e", Kind: lab.Float, Min: 0.01, Max: 5, Default: 1, Rerun: true}},
		lab.TestTable(2, 0)...)
}

func (bits) Open(s lab.Spec) (lab.Model, error) {
	m, err := oracle.NewResponse(3, s.Float("e"), 3*s.Float("e"))
	if err != nil {
		return nil, err
	}
	return bitsModel{mech: m}, nil
}

type bitsModel struct {
	lab.ModelBase
	mech mechanism.Mechanism
}

func (m bitsModel) Mechanism() mechanism.Mechanism { return m.mech }

// A laboratory of so few lines has a film, a test, its repetition and a link.
func TestSmallLaboratory(t *testing.T) {
	var l lab.Laboratory = bits{}
	s := l.Params().Defaults("bits").Set(l.Params(), "n", 500).Set(l.Params(), "m", 5000)
	look, err := lab.LookAt(l, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := filmtest.Check(look.Film); err != nil || look.Alt.ID() != "show.alt.bars" || len(look.Film.Views) != 1 {
		t.Errorf("film: %v, %q", err, look.Alt)
	}
	for _, c := range []struct {
		e    float64
		want audit.Verdict
	}{{0.5, audit.NoViolation}, {1.5, audit.Violation}} {
		s := s.Set(l.Params(), "e", c.e)
		job, err := lab.Start(l, s, lab.Audit)
		if err != nil {
			t.Fatal(err)
		}
		data, err := work.Run(context.Background(), job, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := lab.UnmarshalReport(data, lab.Catalog{l}.Find, "bits")
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want || len(tell.Sheet(&r.Report).Charts) == 0 {
			t.Errorf("ε = %v an answer: %q, %d charts", c.e, r.Verdict, len(tell.Sheet(&r.Report).Charts))
		}
	}
	if link := s.Link(l.Params()); link != "#lab=bits&v=2&n=500&m=5000&seed=1" {
		t.Error(link)
	}
	if _, err := lab.Start(l, s, "none"); err == nil {
		t.Error("starts an analysis that it does not have")
	}
}
