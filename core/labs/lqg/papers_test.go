package lqg

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
)

// What the texts of the documents quote in numbers is what comes out, in either language.
func TestQuotedOfPapers(t *testing.T) {
	price := func(calib, eps string) *model { return open(t, "calib", calib, "eps", eps) }
	item := func(name string) *model {
		var set []string
		for k, v := range lab.PaperItem(Lab{}, name).Set {
			set = append(set, k, v)
		}
		m, err := Lab{}.Open(labtest.Spec(t, Lab{}, set...))
		if err != nil {
			t.Fatal(err)
		}
		return m.(*model)
	}
	sd := math.Sqrt(price("theorem", "1").c.Multiplier[0] * 4)
	type quoted struct {
		value float64
		form  string
	}
	money := func(calib string, eps ...string) (out []quoted) {
		for _, e := range eps {
			out = append(out, quoted{math.Round(price(calib, e).c.Total()), ","})
		}
		return out
	}
	for id, numbers := range map[string][]quoted{
		"hale.objective": {{item("price").c.Base, ""}, {item("objective").c.Base + item("price").c.Total(), ""}},
		"hale.kappa": {{item("kappa").c.Multiplier[0], ""}, {price("exact", "1").c.Multiplier[0], ""},
			{privacy.GaussianProfile{Mu: 1 / item("kappa").c.Multiplier[0]}.Delta(1), "2"}},
		"hale.theorem-i":  {{sd, ""}, {privacy.GaussianProfile{Mu: 4 / sd}.Delta(1), "2z"}},
		"hale.theorem-ii": {{item("theorem-ii").c.Noises[0].Out, ""}},
		"hale.price": {{item("price").c.Traces[2], ".6"}, {item("price").c.Traces[3], ".6"},
			{item("price").c.Traces[4], ".6"}, {item("price").c.Total(), ".6"},
			{price("exact", "1").c.Total(), ".6"}},
		"hale.relax": append(append(money("theorem", "0.1", "0.2", "0.5", "1"),
			money("exact", "0.1", "0.2", "0.5", "1", "0.001")...),
			quoted{price("theorem", "0.001").c.Total() / 1e6, "2"}),
		"hale.reveal": {{math.Exp(.2), "3"}, {math.Exp(.1), "3"}, {price("theorem", "0.1").c.Error(0), "3"},
			{price("theorem", "0.2").c.Error(0), "3"}, {price("exact", "0.1").c.Error(0), "3"},
			{price("exact", "0.2").c.Error(0), ".2"}},
		"yazdani.strict": {{price("theorem", "1").c.Total() / item("price").c.Base, "2"},
			{math.Round(price("theorem", "0.1").c.Total() / item("price").c.Base), ","}},
	} {
		for _, tag := range []string{"en", "de"} {
			l, err := texts.Read(tag)
			if err != nil {
				t.Fatal(err)
			}
			text := l.Text("lqg.paper." + id + ".why")
			for _, q := range numbers {
				if say := l.Number(q.value, q.form); !strings.Contains(text, say) {
					t.Errorf("%s, %s: %v is %s, which is not in: %s", tag, id, q.value, say, text)
				}
			}
		}
	}
}

// Every item opens: its settings go together, and its experiment runs at them.
func TestItemsOpen(t *testing.T) {
	for _, p := range (Lab{}).Papers() {
		for _, i := range p.Items {
			var set []string
			for k, v := range i.Set {
				set = append(set, k, v)
			}
			s := labtest.Spec(t, Lab{}, set...)
			for _, q := range lab.Validate(Lab{}, s) {
				t.Errorf("%s: %v", i.Name, q)
			}
			m, err := Lab{}.Open(s)
			if err != nil {
				t.Fatal(i.Name, err)
			}
			if i.Task == "" {
				continue
			}
			job, err := m.Analyse(i.Task)
			if err != nil || job == nil {
				t.Fatalf("%s: there is no experiment %q (%v)", i.Name, i.Task, err)
			}
			if s := labtest.Sheet(t, i.Task, labtest.Few(t, job, 50)); len(s.Tables)+len(s.Charts) == 0 {
				t.Errorf("%s: %s shows nothing", i.Name, i.Task)
			}
		}
	}
}
