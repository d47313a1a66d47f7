package read

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// corpus is the folder of files as other tools write them; its README says what a line of
// corpus.json says.
const corpus = "testdata/corpus"

// kind is a kind of file in the corpus.
type kind struct {
	Name    string            `json:"name"`
	Rows    int               `json:"rows"`    // releases of each input
	Columns []string          `json:"columns"` // that are taken; nil: not said
	Width   int               `json:"width"`   // cells of a release; 0: not said
	Means   []float64         `json:"means"`   // of the cells of the wrong record's releases
	Out     map[string]string `json:"out"`     // columns that are left out, by number, and why
	Said    []string          `json:"said"`    // parts of what is said
	Refused []string          `json:"refused"` // parts of the refusal; nil: it is read
	ID      string            `json:"id"`      // of the refusal; "": not said
	Either  bool              `json:"either"`  // it may be refused too
	Ask     table.Ask         `json:"ask"`
	Fails   string            `json:"fails"` // what the reader still does wrong
}

// reasons are why a column is left out, as previews say it.
var reasons = map[string]string{"rows": "read.why.counts", "id": "read.why.id", "date": "read.why.date"}

func kinds(t *testing.T) (all []kind) {
	data, err := os.ReadFile(corpus + "/corpus.json")
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// kindOf is the kind of a file in the corpus by its name, and what comes after it:
// right.0, right.1, wrong.0, wrong.1, right, wrong or nothing.
func kindOf(file string) (name, side string) {
	name, rest, _ := strings.Cut(filepath.Base(file), ".")
	for _, s := range []string{"right.0", "right.1", "wrong.0", "wrong.1", "right", "wrong"} {
		if strings.HasPrefix(rest, s+".") {
			return name, s
		}
	}
	return name, ""
}

// opened reads files of the corpus.
func opened(t *testing.T, paths []string) (files []*File, err error) {
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open(filepath.Base(path), int64(len(data)), false, func() (io.Reader, error) {
			return bytes.NewReader(data), nil
		})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// TestCorpus reads every file of the corpus: as its kind says, or it is refused by a
// sentence that says what its kind says. None is read as something else.
func TestCorpus(t *testing.T) {
	sets := map[string]map[string][]string{} // of each kind its files: of right, of wrong, or alone
	paths, _ := filepath.Glob(corpus + "/*.*")
	for _, path := range paths {
		name, side := kindOf(path)
		if name == "make" || name == "corpus" || name == "README" {
			continue
		}
		if sets[name] == nil {
			sets[name] = map[string][]string{}
		}
		side, _, _ = strings.Cut(side, ".")
		sets[name][side] = append(sets[name][side], path)
	}
	for _, k := range kinds(t) {
		if sets[k.Name] == nil {
			t.Errorf("%s: there is no such file", k.Name)
		}
		for _, side := range slices.Sorted(maps.Keys(sets[k.Name])) {
			t.Run(strings.TrimSuffix(k.Name+"."+side, "."), func(t *testing.T) {
				if k.Fails != "" {
					t.Skip(k.Fails)
				}
				k.read(t, side, sets[k.Name][side])
			})
		}
		delete(sets, k.Name)
	}
	for name := range sets {
		t.Errorf("%s: corpus.json has no line for it", name)
	}
}

// read reads the files of a kind, one or two.
func (k *kind) read(t *testing.T, side string, paths []string) {
	files, err := opened(t, paths)
	if err == nil && len(files) == 1 && k.Ask.By == "" && k.Ask.Pairs == nil { // alone in its kind
		files = append(files, files[0])
	}
	var rows [2]*Rows
	if err == nil {
		rows, err = Both(files, k.Ask)
	}
	var all [2][][]float64
	for in := 0; in < 2 && err == nil; in++ {
		err = rows[in].Each(nil, func(cells []float64) error {
			all[in] = append(all[in], slices.Clone(cells))
			return nil
		})
	}
	if err != nil {
		text := english.Say(lang.Of(err))
		if k.Refused == nil && !k.Either {
			t.Fatalf("it is refused: %s", text)
		}
		if got := lang.Of(err).ID(); k.ID != "" && got != k.ID {
			t.Errorf("it is refused by %s, not by %s", got, k.ID)
		}
		for _, part := range k.Refused {
			if !strings.Contains(text, part) {
				t.Errorf("the refusal lacks “%s”: %s", part, text)
			}
		}
		if !strings.ContainsAny(text[len(text)-1:], ".?") || len(text) < 30 {
			t.Errorf("this is no sentence: %s", text)
		}
		return
	}
	said := english.Say(rows[0].Said)
	t.Log(said)
	if k.Refused != nil {
		t.Fatalf("it should be refused, and is read as %s", said)
	}
	for in, r := range rows {
		if r.N != k.Rows || len(all[in]) != k.Rows {
			t.Errorf("%d and %d releases; it has %d", r.N, len(all[in]), k.Rows)
		}
		for _, cells := range all[in] {
			if len(cells) != r.Width {
				t.Fatalf("a release of %d cells, of %d", len(cells), r.Width)
			}
		}
		if k.Width > 0 && r.Width != k.Width {
			t.Errorf("releases of %d cells; they have %d", r.Width, k.Width)
		}
	}
	for i, want := range k.Means {
		sum, n := 0.0, 0.0
		for _, cells := range all[0] {
			if x := cells[i]; x == x {
				sum, n = sum+x, n+1
			}
		}
		if mean := sum / n; side == "wrong" && !(math.Abs(mean-want) <= 0.05+math.Abs(want)/100) {
			t.Errorf("cell %d is %v in the mean; it is %v", i+1, mean, want)
		}
	}
	for _, part := range k.Said {
		if !strings.Contains(said, part) {
			t.Errorf("“%s” is not said: %s", part, said)
		}
	}
	if k.Columns == nil || k.Ask.Pairs != nil {
		return
	}
	k.columns(t, files[0], said)
}

// columns holds what the preview says of a file's columns against its kind.
func (k *kind) columns(t *testing.T, f *File, said string) {
	p, err := f.Preview()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, c := range p.Columns {
		at := strconv.Itoa(i + 1)
		switch why := k.Out[at]; {
		case c.Name == k.Ask.By:
		case why != "" && (c.Taken || c.Why.ID() != reasons[why]):
			t.Errorf("column %s is left out as %s: taken %v, %q", at, why, c.Taken, c.Why)
		case why != "":
			if len(said) > 0 && !strings.Contains(said, "eft out") {
				t.Errorf("that column %s is left out is not said: %s", at, said)
			}
		case !c.Taken:
			t.Errorf("column %s (%s) is not taken: %q", at, c.Name, c.Why)
		case c.Name == at:
			names = append(names, "")
		default:
			names = append(names, c.Name)
		}
	}
	if !slices.Equal(names, k.Columns) {
		t.Errorf("the columns %q; they are %q", names, k.Columns)
	}
	if k.Ask.By != "" && (p.Which < 0 || p.Columns[p.Which].Name != k.Ask.By) {
		t.Errorf("column %d is likely to say which input; it is %s", p.Which+1, k.Ask.By)
	}
}
