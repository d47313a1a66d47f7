package read

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/table"
)

// The words that say of a canary that it was in a training run or not, as values of a column.
var (
	inWords = []string{"in", "member", "members", "included", "train", "training", "true", "yes", "heldin",
		"ja", "drin", "mitglied", "enthalten"}
	outWords = []string{"out", "nonmember", "nonmembers", "notmember", "excluded", "notincluded", "test", "holdout",
		"false", "no", "heldout", "nein", "draußen", "nichtmitglied", "nichtenthalten"}
)

// Scores are those of the canaries of one training run.
type Scores struct {
	In, Out []float64
	Rows    [2]*Rows     // where those in came from, and those out
	Said    lang.Message // what was taken
}

// ReadScores reads the scores of canaries: of two files, those in first, or of one with two
// columns of scores, or with one and a column that says which canaries were in. Where ask names
// neither, the latter are taken where only one column of the file can be each.
func ReadScores(files []*File, ask table.Ask) (*Scores, error) {
	turned := false
	if len(files) == 1 && ask.Pairs == nil {
		var err error
		if turned, err = files[0].coins(&ask); err != nil {
			return nil, err
		}
	}
	rows, err := Both(files, ask)
	if err != nil {
		return nil, err
	}
	if turned {
		rows[0], rows[1] = rows[1], rows[0]
	}
	s := &Scores{Rows: rows}
	for i, to := range []*[]float64{&s.In, &s.Out} {
		r := rows[i]
		if r.Width != 1 || len(r.Words) > 0 || r.form.Columns[0].Kind != "" {
			return nil, fault(r.file.subject, "read.scores.kind", "n", r.Width)
		}
		err := r.Each(nil, func(cells []float64) error {
			if cells[0] != cells[0] {
				return fault(r.file.subject, "read.scores.missing", "line", len(*to)+1)
			}
			*to = append(*to, cells[0])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	s.Said = lang.Say("read.scores.said", "in", rows[0].Name, "n", len(s.In), "out", rows[1].Name, "m", len(s.Out))
	return s, nil
}

// canary returns what a value says of a canary; known is false where it says nothing.
func canary(value string) (in, known bool) {
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return v == 1, v == 1 || v == 0 || v == -1
	}
	word := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(value))
	in = slices.Contains(inWords, word)
	return in, in || slices.Contains(outWords, word)
}

// coins adds to ask the column that says which canaries were in, and that of their scores. turned:
// the value of those in comes second.
func (f *File) coins(ask *table.Ask) (turned bool, err error) {
	says := func(p *profile) bool {
		known := func(v string) bool { _, ok := canary(v); return ok }
		return len(p.values) == 2 && known(p.values[0]) && known(p.values[1])
	}
	if ask.By == "" {
		if ask.By, err = f.only("read.scores.coin", says); err != nil {
			return false, err
		}
	}
	by, err := f.find(ask.By)
	if err != nil {
		return false, err
	}
	values := slices.Sorted(slices.Values(f.columns[by].values))
	if len(values) != 2 {
		return false, nil // Both says what is wrong
	}
	first, _ := canary(values[0])
	if turned, _ = canary(values[1]); first == turned || !says(f.columns[by]) {
		return false, fault(f.subject, "read.scores.values", "column", lang.Clip(ask.By, 40), "values", clipped(values))
	}
	if ask.Columns == nil {
		ask.Columns = make([]string, 1)
		ask.Columns[0], err = f.only("read.scores.column", func(p *profile) bool {
			return p.numbers+p.commas > 0 && p != f.columns[by] && len(p.values) > 1 && !p.numbered()
		})
	}
	return turned, err
}

// only returns the one column that fits, as it may be asked for.
func (f *File) only(id string, fits func(p *profile) bool) (column string, err error) {
	n := 0
	for i, p := range f.columns {
		if fits(p) {
			column, n = f.form.known(i), n+1
		}
	}
	if n != 1 {
		return "", fault(f.subject, id, "columns", f.list(), "n", n)
	}
	return column, nil
}
