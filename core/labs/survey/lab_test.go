package survey

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/work"
)

func find(string) lab.Laboratory { return Lab{} }

func specOf(t testing.TB, set map[string]string) lab.Spec {
	t.Helper()
	l := Lab{}
	s := l.Params().Defaults("survey")
	for name, text := range set {
		var err error
		if s, err = s.With(l.Params(), name, text); err != nil {
			t.Fatal(err)
		}
	}
	if probs := lab.Validate(l, s); len(probs) > 0 {
		t.Fatal(probs)
	}
	return s
}

func open(t testing.TB, set map[string]string) *model {
	t.Helper()
	m, err := Lab{}.Open(specOf(t, set))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*model)
}

// corners are Specs where something might break.
func corners() map[string]map[string]string {
	out := map[string]map[string]string{
		"one respondent":      {"people": "1", "yes": "1"},
		"nobody says yes":     {"people": "12", "yes": "0"},
		"all say yes":         {"people": "12", "yes": "12", "mech": "rr"},
		"no coin":             {"mech": "rr", "bias": "0", "view": "count"},
		"own report, no coin": {"mech": "rr", "bias": "0", "view": "report"},
		"full truth":          {"mech": "rr", "bias": "0.5"},
		"truth, nobody yes":   {"mech": "rr", "bias": "0.5", "yes": "0"},
		"no claim":            {"eps": "20000"},
		"strict claim":        {"eps": "0", "mech": "tulap"},
		"full truth, report":  {"mech": "rr", "bias": "0.5", "view": "report"},
		"tiny budget":         {"budget": "0.01"},
		"huge budget":         {"budget": "20"},
		"tulap tiny":          {"mech": "tulap", "budget": "0.01"},
		"tulap huge":          {"mech": "tulap", "budget": "20", "trunc": "0.2"},
		"tulap cut hard":      {"mech": "tulap", "budget": "0.05", "trunc": "0.2"},
		"misprint tiny":       {"mech": "misprint", "budget": "0.01"},
		"misprint huge":       {"mech": "misprint", "budget": "20"},
		"city, coins":         {"people": "2000", "yes": "900", "mech": "rr", "view": "count"},
		"many":                {"people": "100000", "yes": "50000"},
		"many coins":          {"people": "100000", "yes": "50000", "mech": "rr"},
		"two-sided":           {"side": "two"},
		"two-sided, end":      {"side": "two", "theta0": "0.01", "mech": "tulap", "people": "3", "yes": "0"},
		"less":                {"side": "less", "theta0": "0.99"},
	}
	for _, p := range (Lab{}).Presets() {
		out[p.Name] = p.Set
	}
	return out
}

// Every preset and corner opens, has facts, a film that can be drawn, and live
// sheets without NaN.
func TestLook(t *testing.T) {
	for name, set := range corners() {
		t.Run(name, func(t *testing.T) {
			look, err := lab.LookAt(Lab{}, specOf(t, set), nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := filmtest.Check(look.Film); err != nil {
				t.Error(err)
			}
			if len(look.Film.Clock) != look.Film.Steps || look.Film.Alt == "" {
				t.Error("the film lacks captions")
			}
			for _, f := range look.Facts {
				if f.Value.Num == nil || math.IsNaN(float64(*f.Value.Num)) {
					t.Errorf("fact %s is %v", f.Name, f.Value)
				}
			}
			for _, s := range look.Sheets {
				checkSheet(t, s)
			}
		})
	}
}

func checkSheet(t *testing.T, s sheet.Sheet) {
	t.Helper()
	if s.Title == "" || s.Lead == "" {
		t.Errorf("sheet %q lacks a title or lead", s.Title)
	}
	for _, c := range s.Charts {
		for _, r := range c.Series {
			for _, v := range [][]sheet.Real{r.X, r.Y, r.Lo, r.Hi} {
				if len(v) != 0 && len(v) != len(r.X) {
					t.Errorf("%s, %s: %d values at %d points", c.ID, r.Name, len(v), len(r.X))
				}
				for _, x := range v {
					if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
						t.Fatalf("%s, %s holds %v", c.ID, r.Name, x)
					}
				}
			}
		}
	}
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: a row of %d cells under %d columns", table.ID, len(row), len(table.Columns))
			}
		}
	}
}

// All analyses run, and do not depend on the chunking.
func TestAnalyses(t *testing.T) {
	for i, set := range []map[string]string{{"people": "12", "yes": "9", "m": "2000"},
		{"people": "6", "yes": "6", "side": "two", "mech": "tulap", "trunc": "0.02", "m": "500"}} {
		m := open(t, set)
		for _, a := range (Lab{}).Analyses() {
			job, err := lab.Start(Lab{}, m.spec, a.Name)
			if err != nil {
				t.Fatal(err)
			}
			one, err := work.Serial(job, 0)
			if err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			if i == 0 {
				two, err := work.Serial(job, 7)
				if err != nil || string(one) != string(two) {
					t.Errorf("%s depends on the chunking (%v)", a.Name, err)
				}
			}
			var s sheet.Sheet
			if err := json.Unmarshal(one, &s); err != nil {
				t.Fatal(err)
			}
			checkSheet(t, s)
		}
	}
	if _, err := lab.Start(Lab{}, Lab{}.Params().Defaults("survey"), "nonsense"); err == nil {
		t.Error("an unknown analysis was accepted")
	}
}

// A run through the front door: the Report carries the laboratory's facts and
// warnings, survives JSON, and lights its event in the film. Sound mechanisms are
// tested at α = 10⁻⁶, the chance of a false alarm each, and with a fixed seed.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		set     map[string]string
		verdict audit.Verdict
		warns   string
	}{
		{map[string]string{"m": "2000", "alpha": "0.000001"}, audit.NoViolation, ""},
		{map[string]string{"mech": "misprint", "m": "2000"}, audit.Violation, "survey.warning.misprint"},
		{map[string]string{"budget": "2", "m": "30000", "alpha": "0.000001"}, audit.Violation,
			"survey.warning.stronger"},
		{map[string]string{"mech": "rr", "eps": "ln 3", "m": "2000", "view": "count", "alpha": "0.000001"},
			audit.NoViolation, "survey.warning.crowd"},
		{map[string]string{"mech": "tulap", "trunc": "0.02", "m": "2000", "delta": "0.02", "alpha": "0.000001"},
			audit.NoViolation, ""},
	} {
		s := specOf(t, c.set)
		job, err := lab.Start(Lab{}, s, lab.Audit)
		if err != nil {
			t.Fatal(err)
		}
		data, err := work.Serial(job, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := lab.UnmarshalReport(data, find, "survey")
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || !r.Spec.Equal(s) || r.Distance != 1 || len(r.Facts) == 0 {
			t.Errorf("%v: %s, distance %v, %d facts", c.set, r.Verdict, r.Distance, len(r.Facts))
		}
		if c.warns != "" && !slices.ContainsFunc(r.Warnings, func(m lang.Message) bool { return m.ID() == c.warns }) {
			t.Errorf("%v: warnings %q", c.set, r.Warnings)
		}
		look, err := lab.LookAt(Lab{}, s, r)
		if err != nil {
			t.Fatal(err)
		}
		if err := filmtest.Check(look.Film); err != nil {
			t.Error(err)
		}
		lit := 0
		for _, v := range look.Film.Views {
			for _, l := range v.Layers {
				if l.Lit {
					lit++
				}
			}
		}
		if lit != 1 {
			t.Errorf("%v: the event %q is lit in %d views", c.set, r.Strong.Event.Name, lit)
		}
	}
}

// Bad input is refused by the field that is to blame.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ link, field, id string }{
		{"#lab=survey&people=0&yes=0", "people", "lab.refused"},
		{"#lab=survey&people=10&yes=11", "yes", "survey.problem.yes"},
		{"#lab=survey&budget=0", "budget", "lab.refused"},
		{"#lab=survey&budget=-1", "budget", "lab.refused"},
		{"#lab=survey&budget=much", "budget", "lab.refused"},
		{"#lab=survey&mech=rr&bias=0", "bias", "survey.problem.bias"},
		{"#lab=survey&mech=rr&bias=0.6", "bias", "lab.refused"},
		{"#lab=survey&theta0=1", "theta0", "lab.refused"},
	} {
		s, probs := lab.ParseLink(c.link, find, "survey")
		if len(probs) == 0 || probs[0].Field != c.field || probs[0].Say.ID() != c.id {
			t.Errorf("%s: %v", c.link, probs)
		}
		if more := lab.Validate(Lab{}, s); len(more) > 0 {
			t.Errorf("%s leads to a Spec that cannot run: %v", c.link, more)
		}
	}
}

// What the stage publishes is what "Your survey" publishes, and of randomised answers as many
// say yes as are drawn on their way.
func TestOnePublishedNumber(t *testing.T) {
	for _, c := range []map[string]string{
		{}, {"mech": "tulap"}, {"mech": "misprint"},
		{"mech": "rr", "view": "count"}, {"mech": "rr", "view": "proportion"}, {"mech": "rr", "view": "report"},
		{"mech": "rr", "view": "count", "bias": "0.5"},
		{"mech": "rr", "view": "proportion", "people": "3000", "yes": "1000"},
	} {
		for _, seed := range []string{"1", "2", "77"} {
			c["seed"] = seed
			m := open(t, c)
			value := releaseNumber(m.mech, m.spec.Seed())
			f, err := m.Film(nil)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			yes := 0
			for _, l := range f.Views[0].Layers {
				if l.Kind == film.Words && l.Role == sheet.Leak {
					out = append(out, english.Say(l.Text[len(l.Text)-1]))
				}
				if l.Name == lang.Say("survey.animation.sent", "coins", "yes", "says", "yes") {
					for b := l.Block(f.Steps, 8); len(b) > 2; b = b[3:] {
						if b[2] > 0 {
							yes++
						}
					}
				}
			}
			want := english.Say(lang.Say("survey.animation.value", "value", value))
			if len(out) != 1 || out[0] != want {
				t.Errorf("%v: the stage publishes %q, the survey %q", c, out, want)
			}
			if lead := english.Say(m.own().Lead); m.name == about.Laplace && !strings.Contains(lead, want) {
				t.Errorf("%v: the stage publishes %q, and the section says %q", c, out, lead)
			}
			if r, ok := m.mech.(*release.Response); ok && m.counts.N < 300 && r.View != about.OneReport &&
				yes != int(math.Round(r.Count(value))) {
				t.Errorf("%v: %d reports say yes, and %v is published", c, yes, value)
			}
		}
	}
}

// The sizes of the largest film and of its JSON stay bearable.
func TestFilmSize(t *testing.T) {
	m := open(t, map[string]string{"people": "2000", "yes": "900", "mech": "rr", "view": "count"})
	f, err := m.Film(nil)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(f)
	if len(data) > 3<<20 {
		t.Errorf("the film has %d bytes", len(data))
	}
}

func BenchmarkFilm(b *testing.B) {
	m := open(b, nil)
	for b.Loop() {
		if _, err := m.Film(nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSheets(b *testing.B) {
	for _, n := range []string{"30", "2000"} {
		m := open(b, map[string]string{"people": n, "yes": "20"})
		for _, name := range []string{"own", "laws", "power", "accuracy"} {
			b.Run(name+"/n="+n, func(b *testing.B) {
				for b.Loop() {
					job, _ := m.Analyse(name)
					if _, err := work.Serial(job, 0); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Each item of the slides opens at settings that the laboratory takes, and what repeats it is one of its experiments.
func TestPaperItems(t *testing.T) {
	l, names := Lab{}, map[string]bool{}
	for _, p := range l.Papers() {
		for _, item := range p.Items {
			specOf(t, item.Set)
			if names[item.Name] || item.Task != "" && !slices.ContainsFunc(l.Analyses(), func(a lab.Analysis) bool {
				return a.Name == item.Task
			}) {
				t.Errorf("%s stands there twice, or is repeated by no experiment", item.Name)
			}
			names[item.Name] = true
		}
	}
	if len(names) != 23 {
		t.Errorf("%d items", len(names))
	}
}
