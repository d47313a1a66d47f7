package labs_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// TestShows: what the stage plays of each laboratory's run can be drawn, grows,
// and is what the run drew and counted: each dot is a number of the very release
// that was tested, and is marked as the event holds it.
func TestShows(t *testing.T) {
	const keep = 700
	for _, l := range labs.All() {
		if l.About().Guest {
			continue // its code is linked elsewhere
		}
		for _, p := range append([]lab.Preset{{Name: "default"}}, l.Presets()...) {
			if p.Name != "default" && os.Getenv("INDISTINCT_LONG") == "" {
				continue
			}
			t.Run(l.About().Name+"/"+p.Name, func(t *testing.T) {
				set := []string{}
				for k, v := range p.Set {
					set = append(set, k, v)
				}
				s := labtest.Spec(t, l, append(set, "n", "300", "m", "700", "seq", "0")...)
				m, err := lab.Open(l, s)
				if err != nil {
					t.Fatal(err)
				}
				job, err := lab.Start(l, s, lab.Audit)
				if err != nil {
					t.Fatal(err)
				}
				var shows []film.Show
				out := labtest.Shown(t, job, math.MaxInt64, func(kind work.Kind, data []byte) {
					if kind != work.Scene {
						return
					}
					var f film.Show
					if err := f.UnmarshalBinary(data); err != nil {
						t.Fatal(err)
					}
					if err := filmtest.CheckShow(&f); err != nil {
						t.Error(err)
					}
					shows = append(shows, f)
				})
				var r audit.Report
				if err := json.Unmarshal(out, &r); err != nil {
					t.Fatal(err)
				}
				if len(shows) < 2 || shows[0].Drawn != 0 || english.Say(shows[0].Event) == "" ||
					shows[0].Verdict != "" {
					t.Fatalf("%d shows; the first is %+v", len(shows), shows[0])
				}
				for i := range shows[1:] {
					if shows[i+1].Drawn < shows[i].Drawn ||
						len(shows[i+1].Clouds[0].Data) < len(shows[i].Clouds[0].Data) {
						t.Errorf("show %d goes back", i+1)
					}
				}
				last := shows[len(shows)-1]
				if string(last.Verdict) != string(r.Verdict) || last.Drawn != keep ||
					last.Counts != [2]int64{r.Strong.Count.C1, r.Strong.Count.C2} {
					t.Errorf("the last show: %s, %v of %d; the report: %s, %v", last.Verdict, last.Counts, last.Drawn,
						r.Verdict, r.Strong.Count)
				}
				called(t, l, s, &last, &r)
				compare(t, m.Mechanism(), s.Seed(), &last, &r)
				t.Logf("%s of %s, %s: %d × %d numbers, axes %+v, edge %v, words %d", last.Form, l.About().Name,
					english.Say(last.Event), len(last.Clouds[0].In), last.Clouds[0].Stride, last.Axes, last.Edge,
					len(last.Words))
			})
		}
	}
}

// called holds that the two possibilities have the same short names on the stage before the
// run, in it, and in the verdict, in every language.
func called(t *testing.T, l lab.Laboratory, s lab.Spec, f *film.Show, r *audit.Report) {
	look, err := lab.LookAt(l, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range english.Languages() {
		for in, name := range f.Names {
			said := language.Say(name)
			if name != r.Inputs[in] || name == mechanism.Input(in).Say() || utf8.RuneCountInString(said) > 14 {
				t.Errorf("the run calls input %d %q, the report %q", in, said, language.Say(r.Inputs[in]))
			}
			seen := false
			for _, v := range look.Film.Views {
				for _, l := range v.Layers {
					seen = seen || l.Name == name || slices.Contains(l.Text, name)
				}
			}
			if !seen {
				t.Errorf("the stage before the run never says %q", said)
			}
			other := language.Say(f.Names[1-in])
			if plain := language.Say(tell.Plain(r)); strings.HasPrefix(tell.Plain(r).ID(), "tell.plain.") &&
				r.Verdict != audit.Inconclusive && strings.Contains(plain, said) == strings.Contains(plain, other) {
				t.Errorf("the verdict says not which of %q and %q: %s", said, other, plain)
			}
		}
	}
}

// compare draws the releases of a show again.
func compare(t *testing.T, m mechanism.Mechanism, seed uint64, f *film.Show, r *audit.Report) {
	steps, dim := m.Shape()
	cover := &paper.Cover{Steps: steps, Dim: dim, Grid: 2, Ellipsoids: r.Cover}
	release := make([]float64, steps*dim)
	strong, holds := event.NewMatcher(cover, []event.Event{r.Strong.Event}), make([]bool, 1)
	for in := range f.Clouds {
		c := &f.Clouds[in]
		if len(c.In)*c.Stride != len(c.Data) || len(c.In) == 0 {
			t.Fatalf("%d numbers and %d marks of input %d", len(c.Data), len(c.In), in)
		}
		held := int64(0)
		for i, mark := range c.In {
			s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseTest, Input: uint32(in), Trial: uint64(i)})
			m.Release(mechanism.Input(in), &s, release)
			at := 0
			for k, v := range c.Data[i*c.Stride : (i+1)*c.Stride] {
				for f.Form != film.Bars && at < len(release) && float32(release[at]) != v {
					at++
				}
				if at == len(release) {
					t.Fatalf("number %d of dot %d of input %d, %v, is none of the release's %v", k, i, in, v, release)
				}
			}
			if r.Strong.Event.Kind != "cell" && r.Strong.Event.Kind != "union" { // those belong to the run's grid
				if strong.Match(release, holds); (mark == 1) != holds[0] {
					t.Fatalf("dot %d of input %d is marked %v against the event %q", i, in, mark,
						english.Say(r.Strong.Event.Name))
				}
			}
			held += int64(mark)
		}
		if int64(len(c.In)) == f.Drawn && held != f.Counts[in] {
			t.Errorf("%d of input %d's dots are marked, %d were counted", held, in, f.Counts[in])
		}
	}
}
