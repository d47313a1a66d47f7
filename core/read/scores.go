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
	f := files[0]
	turned := false
	if len(files) == 1 && ask.Pairs == nil {
		if pair := f.sides(); pair[0] != "" && pair[1] != "" && ask.By == "" && ask.Columns == nil {
			ask.Pairs = [][2]string{pair}
		} else if err := f.coins(&ask, &turned); err != nil {
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

// parts are the words of a name.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_- .()", r) })
}

// has reports whether one of the words is in a list.
func has(list []string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

// sides are the two columns whose names say that they are scores of canaries in, and out; ""
// where there is none, or several.
func (f *File) sides() (pair [2]string) {
	var n [2]int
	for i := range f.columns {
		name, side := parts(f.form.name(i)), 0
		if has(outWords, name...) || strings.Contains(strings.Join(name, ""), "nonmember") {
			side = 1
		} else if !has(inWords, name...) {
			continue
		}
		n[side]++
		pair[side] = f.form.known(i)
	}
	if n != [2]int{1, 1} {
		return [2]string{}
	}
	return pair
}

// said returns what a value says of a canary.
func said(value string) (in, ok bool) {
	word := strings.Join(parts(value), "")
	if v, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
		return v == 1, v == 1 || v == 0 || v == -1
	}
	return has(inWords, word), has(inWords, word) || has(outWords, word)
}

// coins finds the column that says which canaries were in, and that of their scores. turned:
// the value of those in comes second.
func (f *File) coins(ask *table.Ask, turned *bool) error {
	if ask.By == "" {
		at, err := f.only(coinWords, "read.scores.coin", func(p *profile) bool {
			for _, v := range p.values {
				if _, ok := said(v); !ok {
					return false
				}
			}
			return len(p.values) == 2
		})
		if err != nil {
			return err
		}
		ask.By = f.form.known(at)
	}
	by, err := f.find(ask.By)
	if err != nil {
		return err
	}
	values := slices.Sorted(slices.Values(f.columns[by].values))
	if len(values) != 2 {
		return nil // Both says what is wrong
	}
	a, known := said(values[0])
	b, other := said(values[1])
	if !known || !other || a == b {
		return fault(f.subject, "read.scores.values", "column", lang.Clip(ask.By, 40), "values", clipped(values))
	}
	*turned = b
	if ask.Columns == nil {
		at, err := f.only(scoreWords, "read.scores.column", func(p *profile) bool {
			number := p.numbers+p.commas > 0
			return number && p != f.columns[by] && len(p.values) > 1 && !p.numbered()
		})
		if err != nil {
			return err
		}
		ask.Columns = []string{f.form.known(at)}
	}
	return nil
}

// only returns the one column that fits, or the one of those whose name has one of the words.
func (f *File) only(words []string, id string, fits func(p *profile) bool) (at int, err error) {
	var all, named []int
	for i, p := range f.columns {
		if !fits(p) {
			continue
		}
		if all = append(all, i); has(words, parts(f.form.name(i))...) {
			named = append(named, i)
		}
	}
	for _, list := range [][]int{named, all} {
		if len(list) == 1 {
			return list[0], nil
		}
	}
	return -1, fault(f.subject, id, "columns", f.list(), "n", len(all))
}
