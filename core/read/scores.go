package read

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/table"
)

// The words that say of a canary that it was in a training run or not, as values and in the names
// of columns: jax_privacy's in_canary_scores and out_canary_scores, the memberships of
// ml_privacy_meter, the challenge bits of privacy_estimates.
var (
	inWords = []string{"in", "member", "members", "included", "train", "training", "true", "yes", "heldin",
		"ja", "drin", "mitglied", "enthalten"}
	outWords = []string{"out", "nonmember", "nonmembers", "notmember", "excluded", "notincluded", "test", "holdout",
		"false", "no", "heldout", "nein", "draußen", "nichtmitglied", "nichtenthalten"}
	coinWords = []string{"member", "membership", "memberships", "included", "inclusion", "train", "bit", "bits",
		"label", "labels", "true", "mitglied"}
	scoreWords = []string{"score", "scores", "wert"}
)

// Scores are those of the canaries of one training run.
type Scores struct {
	In, Out []float64
	Rows    [2]*Rows     // where those in came from, and those out
	Said    lang.Message // what was taken
}

// ReadScores reads the scores of canaries: of two files, those in first, or of one with two
// columns or arrays of scores, or with one and a column that says which canaries were in.
// What ask does not say is decided by names and values, where only one is possible.
func ReadScores(files []*File, ask table.Ask) (*Scores, error) {
	turned := false
	if len(files) == 1 && ask.Pairs == nil {
		if ask.By == "" && ask.Columns == nil {
			ask.Pairs = files[0].sides()
		}
		if ask.Pairs == nil {
			var err error
			if turned, err = files[0].coins(&ask); err != nil {
				return nil, err
			}
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
		if r.Width != 1 || len(r.Words) > 0 || r.Form.Columns[0].Kind != "" {
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

// parts are the words of a name.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_- .()", r) })
}

// has reports whether one of the words is in a list.
func has(list []string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

// sides are the two columns whose names say that they are scores of canaries in, and out; nil
// where there is none, or several.
func (f *File) sides() [][2]string {
	is := func(i int, _ *profile) bool {
		name := parts(f.form.name(i))
		return has(outWords, name...) || strings.Contains(strings.Join(name, ""), "nonmember")
	}
	out := f.known(is)
	in := f.known(func(i int, p *profile) bool { return has(inWords, parts(f.form.name(i))...) && !is(i, p) })
	if len(in) != 1 || len(out) != 1 {
		return nil
	}
	return [][2]string{{in[0], out[0]}}
}

// said returns what a value says of a canary; known is false where it says nothing.
func said(value string) (in, known bool) {
	if v, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
		return v == 1, v == 1 || v == 0 || v == -1
	}
	word := strings.Join(parts(value), "")
	in = has(inWords, word)
	return in, in || has(outWords, word)
}

// coins adds to ask the column that says which canaries were in, and that of their scores. turned:
// the value of those in comes second.
func (f *File) coins(ask *table.Ask) (turned bool, err error) {
	says := func(p *profile) bool {
		unknown := func(v string) bool { _, known := said(v); return !known }
		return len(p.values) == 2 && !slices.ContainsFunc(p.values, unknown)
	}
	if ask.By == "" {
		if ask.By, err = f.only(coinWords, "read.scores.coin", says); err != nil {
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
	first, _ := said(values[0])
	if turned, _ = said(values[1]); first == turned || !says(f.columns[by]) {
		return false, fault(f.subject, "read.scores.values", "column", lang.Clip(ask.By, 40), "values", clipped(values))
	}
	if ask.Columns == nil {
		ask.Columns = make([]string, 1)
		ask.Columns[0], err = f.only(scoreWords, "read.scores.column", func(p *profile) bool {
			return p.numbers+p.commas > 0 && p != f.columns[by] && len(p.values) > 1 && !p.numbered()
		})
	}
	return turned, err
}

// only returns the one column that fits, or the one of those whose name has one of the words, as it may be
// asked for.
func (f *File) only(words []string, id string, fits func(p *profile) bool) (column string, err error) {
	all := f.known(func(_ int, p *profile) bool { return fits(p) })
	named := f.known(func(i int, p *profile) bool { return fits(p) && has(words, parts(f.form.name(i))...) })
	switch {
	case len(named) == 1:
		return named[0], nil
	case len(all) == 1:
		return all[0], nil
	}
	return "", fault(f.subject, id, "columns", f.list(), "n", len(all))
}
