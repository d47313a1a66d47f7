package survey

import (
	"strings"

	"indistinct/core/json"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// once is a job of one trial that makes a sheet.
func once(f func() sheet.Sheet) work.Job {
	return work.Once("sums", func() ([]byte, error) { return json.Marshal(f()) })
}

// rows is a job whose trial i computes the numbers of row i; the sheet is made
// from all rows.
func rows(name string, count, grain int, row func(i int) []float64, show func(rows [][]float64) sheet.Sheet) work.Job {
	return work.Batches(name, int64(count), 1, int64(grain),
		func(i int64) ([]sheet.Real, error) { return sheet.Reals(row(int(i))), nil },
		func(done [][]sheet.Real) ([]byte, error) {
			all := make([][]float64, len(done))
			for i, r := range done {
				for _, v := range r {
					all[i] = append(all[i], float64(v))
				}
			}
			return json.Marshal(show(all))
		})
}

// brief writes a number within a sentence: at most so many digits, no zeros at
// the end.
func brief(v float64, digits int) string {
	s := sheet.Format(v, digits)
	if strings.Contains(s, ".") && !strings.Contains(s, "·") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// column returns one number of each row.
func column(rows [][]float64, k int) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = r[k]
	}
	return out
}
