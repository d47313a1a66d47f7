package samples

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/read"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// said are the warnings of dependence among those of a report, in words.
func said(warnings []lang.Message) (out []string) {
	for _, w := range warnings {
		if w.ID() == "workshop.order" {
			out = append(out, english.Say(w))
		}
	}
	return out
}

// following makes each number depend on the one before.
func following(x [2][]float64) {
	for in := range x {
		for i := range x[in][1:] {
			x[in][i+1] += 0.3 * x[in][i]
		}
	}
}

// TestDependentRows: files and commands whose rows are no independent draws are warned of, with the number, and those
// of independent draws are not. What is proven of pairs that go together is told where it is proven.
func TestDependentRows(t *testing.T) {
	const n = 1500
	second := func(x [2][]float64) { copy(x[1][n/2:], x[1][:n/2]) }
	sorted := func(x [2][]float64) { slices.Sort(x[0]) }
	pairs := table.Ask{Pairs: [][2]string{{"a", "b"}}}
	for _, c := range []struct {
		name       string
		lay        func(x [2][]float64)
		ask        table.Ask
		sequential bool
		want       []string // of a file; in turn
		printed    string   // of commands, in the last warning
	}{
		{name: "independent", lay: func([2][]float64) {}},
		{name: "independent", lay: func([2][]float64) {}, sequential: true},
		{name: "independent", lay: func([2][]float64) {}, ask: pairs},
		{name: "following", lay: following, want: []string{"Rows of “record” follow each other: lag-1 rank " +
			"correlation of release 0.", "Rows of “neighbour” follow"}, printed: "holds only if this is chance."},
		{name: "following", lay: following, ask: pairs, want: []string{"Rows of “a” follow", "Rows of “b” follow"},
			printed: "holds only if this is chance."},
		{name: "again", lay: second, want: []string{"Rows of “neighbour” are like those 750 before: rank correlation " +
			"of release 1, "}, printed: "holds only if this is chance."},
		{name: "sorted", lay: sorted, want: []string{"Rows of “record” look sorted by release: rank correlation 1, "},
			printed: "holds only if this is chance."},
		{name: "mirrored", lay: mirrored, want: []string{"Rows in the same place of both inputs go together: rank " +
			"correlation of release −1, −"}, printed: "a bound on each of them at half of α."},
		{name: "mirrored", lay: mirrored, sequential: true, want: []string{"Rows in the same place of both inputs"},
			printed: "prove nothing otherwise."},
		{name: "mirrored", lay: mirrored, ask: pairs, printed: "a bound on each of them at half of α."},
	} {
		x := laplacePair(7, n)
		c.lay(x)
		set := settings(1)
		set.Sequential, set.Bits = c.sequential, false
		j, err := JudgeFiles(rowsOf(t, x, c.ask), set, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := said(j.Warnings)
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		_, shown := j.Shown()
		for i, want := range c.want {
			if !strings.HasPrefix(got[i], want) || !slices.ContainsFunc(shown.Notes, func(m lang.Message) bool {
				return english.Say(m) == got[i]
			}) {
				t.Errorf("%s: %s, want %s", c.name, got[i], want)
			}
			if strings.HasPrefix(want, "Rows of") != strings.Contains(got[i], "drawn independently") {
				t.Errorf("%s: %s", c.name, got[i])
			}
		}
		var lines [2][]string
		for in := range x {
			for _, v := range x[in] {
				lines[in] = append(lines[in], fmt.Sprint(v))
			}
		}
		set.N, set.M, set.MaxM = 500, n-500, n-500
		j, err = judgeFeed(feedOf(lines), [2]lang.Message{"-a", "-b"}, set)
		if err != nil {
			t.Fatal(err)
		}
		if got = said(j.Warnings); len(got) > 0 != (c.printed != "") ||
			len(got) > 0 && !strings.HasSuffix(got[len(got)-1], c.printed) {
			t.Errorf("%s, printed: %q, want %s", c.name, got, c.printed)
		}
		if len(got) == 0 {
			continue
		}
		var report struct{ Warnings []map[string]any }
		data, err := json.Marshal(j)
		if err = json.Unmarshal(data, &report); err != nil {
			t.Fatal(err)
		}
		w := report.Warnings[len(report.Warnings)-1]
		if z, _ := w["z"].(float64); w["id"] != "workshop.order" || w["check"] == "" || math.Abs(z) < stat.Unlikely {
			t.Errorf("%s: in JSON %v", c.name, w)
		}
	}
}

// TestApart: a mechanism that keeps exactly ε = ½ is refuted by the bound that allows for any dependence of pairs in at
// most 5 % of files, though each release is the other's mirror image, which the exact test does not allow for: it
// refuted 40 of 400. More than 11 of 40 come up with probability below 10⁻⁶, and more than 44 of 400.
func TestApart(t *testing.T) {
	seeds, most := 40, 11
	if os.Getenv("INDISTINCT_LONG") != "" {
		seeds, most = 400, 44
	}
	wrong, exact, shows := 0, 0, 0.0
	for seed := range uint64(seeds) {
		x := laplacePair(seed+5000, 400)
		mirrored(x)
		set := settings(0.5)
		set.Seed, set.Bits = seed, false
		j, err := JudgeFiles(rowsOf(t, x, table.Ask{}), set, nil)
		if err != nil {
			t.Fatal(err)
		}
		if j.Apart() > 0.5 {
			wrong++
		}
		if j.Verdict == audit.Violation {
			exact++
		}
		c1, c2 := audit.Directed(j.Strong.Event, j.Strong.Count)
		part := 0.05 * j.Strong.Share / 2
		want := math.Log(stat.LowerP(c1, j.Strong.Count.N, part) / stat.UpperP(c2, j.Strong.Count.N, part))
		if math.Abs(j.Apart()-max(want, 0)) > 1e-12 {
			t.Errorf("seed %d: %v, want %v", seed, j.Apart(), want)
		}
		shows += j.Apart() / float64(seeds)
	}
	if wrong > most || shows == 0 {
		t.Errorf("%d of %d are wrong; %v on average", wrong, seeds, shows)
	}
	t.Logf("%d of %d are wrong, of the exact test %d; %v on average", wrong, seeds, exact, shows)
	x := laplacePair(1, 400)
	set := settings(0.5)
	set.Sequential = true
	if j, err := JudgeFiles(rowsOf(t, x, table.Ask{}), set, nil); err != nil || j.Apart() != 0 {
		t.Errorf("bets: %v, %v", j.Apart(), err)
	}
}

// TestDependentScores: canaries that were copied are warned of; that one's score follows another's only where they are
// said to be independent.
func TestDependentScores(t *testing.T) {
	random := rng.New(rng.Key{Seed: 9})
	var plain, follow read.Scores
	last := 0.0
	for range 1200 {
		x := random.Norm()
		last = 0.5*last + x
		for s, v := range map[*read.Scores]float64{&plain: x, &follow: last} {
			if s.In = append(s.In, v+1); true {
				s.Out = append(s.Out, random.Norm())
			}
		}
	}
	copied := read.Scores{In: slices.Concat(plain.In, plain.In), Out: slices.Concat(plain.Out, plain.Out)}
	for _, c := range []struct {
		name   string
		scores read.Scores
		want   [2]string // not independent, independent
	}{
		{"plain", plain, [2]string{}},
		{"follow", follow, [2]string{"", "copied, or that influence each other's scores, the bound"}},
		{"copied", copied, [2]string{"copied the bound", "copied, or that"}},
	} {
		for in := range c.scores.Rows {
			c.scores.Rows[in] = &read.Rows{Width: 1, Name: lang.Verbatim([]string{"in.csv", "out.csv"}[in])}
		}
		for k, want := range c.want {
			set := ScoreSettings{Alpha: 0.05, Seed: 1, Independent: k == 1}
			if set.Claim.Epsilon = 1; k == 1 {
				set.Claim.Notion, set.Claim.Value, set.Claim.Epsilon = "gdp", 1, 0
			}
			r, err := JudgeScores(&c.scores, set)
			if err != nil {
				t.Fatal(err)
			}
			got := said(r.Warnings)
			if len(got) > 0 != (want != "") || want != "" && !(strings.Contains(got[0], want) &&
				strings.Contains(got[0], "“in.csv”")) {
				t.Errorf("%s: %q, want %q", c.name, got, want)
			}
			if _, shown := r.Shown(); len(shown.Notes) != 2+len(got) {
				t.Errorf("%s: %d notes", c.name, len(shown.Notes))
			}
		}
	}
}

// TestOrderOfCorpus: of files that programs of all kinds wrote, those that are ordered, and no other, are warned of.
func TestOrderOfCorpus(t *testing.T) {
	const folder = "../../../read/testdata/corpus/"
	var all []struct {
		Name string
		Ask  table.Ask
	}
	data, err := os.ReadFile(folder + "corpus.json")
	if err = json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	looked, found := 0, map[string]bool{}
	for _, k := range all {
		for _, side := range []string{"right", "wrong"} {
			names, _ := filepath.Glob(folder + k.Name + "." + side + ".*")
			var files []*read.File
			for _, name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if f, err := fileOf(name, data); err == nil {
					files = append(files, f)
				}
			}
			if len(files) == 0 || len(files) < len(names) {
				continue
			}
			rows, err := read.Both(files, k.Ask)
			if err != nil {
				continue
			}
			looked++
			got, err := inOrder(rows)
			if err != nil {
				t.Error(k.Name, err)
			}
			for _, w := range unlikely(got[:], mechanism.Names{}, event.Layout{Width: rows[0].Width}) {
				check, _, _ := strings.Cut(english.Say(w), ":")
				found[k.Name+": "+strings.Fields(check)[4]] = true
			}
		}
	}
	if len(found) != 1 || !found["sort-unique: sorted"] || looked < 100 {
		t.Errorf("%v of %d", found, looked)
	}
}
