package samples

import (
	"encoding/json"
	"io"
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/read"
	"indistinct/core/sheet"
	"indistinct/core/table"
)

// Test reads files of releases and tests them. The test splits the releases by the Spec's seed;
// its numbers of releases are those of the files. step is a work.Crew's.
func Test(s lab.Spec, files []lab.File, ask table.Ask, run bool,
	step func(name string, weight, left float64)) (*lab.Sampled, error) {
	out, left := &lab.Sampled{}, 0.0
	for _, f := range files {
		left += float64(f.Size)
	}
	if run { // once to look, with a column once more, twice to judge
		left = left*float64(5-len(files)) + 200*fitting
	}
	tell := func(name string, bytes float64) {
		if left = math.Max(left-bytes, 0); step != nil {
			step(name, bytes, left)
		}
	}
	var opened []*read.File
	for _, f := range files {
		if f.Key == table.Example {
			f.Open = example
		}
		q, err := read.Open(f.Name, f.Size, ask.Scores, func() (io.Reader, error) {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			tell(reading, 1) // who waits for a worker knows by that that it is at work
			return &countedReader{Reader: in, tell: tell}, nil
		})
		if err != nil {
			return nil, err
		}
		if opened = append(opened, q); run {
			continue
		}
		said, err := q.Said()
		if err != nil {
			return nil, err
		}
		out.Read = append(out.Read, said)
	}
	var err error
	alone := !run && len(files) == 1 && ask.By == "" && ask.Pairs == nil
	if !run {
		if out.Preview, err = opened[0].Preview(); err != nil {
			return nil, err
		}
		if at := out.Preview.Which; alone && at >= 0 && ask.Columns == nil && ask.Without == nil {
			ask.By = out.Preview.Columns[at].Name
		}
	}
	var found Result
	if ask.Scores {
		var scores *read.Scores
		if scores, err = read.ReadScores(opened, ask); err == nil {
			out.Read = []lang.Message{scores.Said}
		}
		if err == nil && run {
			found, err = JudgeScores(scores, scoreSettings(s, ask))
		}
	} else {
		var rows [2]*read.Rows
		if rows, err = read.Both(opened, ask); err == nil {
			out.Read = []lang.Message{rows[0].Said, rows[1].Said}
		}
		if err == nil && run {
			found, err = JudgeFiles(rows, Settings(s), func() { tell("work.choosing", fitting) })
		}
	}
	if alone || err == nil && !run {
		return out, nil
	} else if err != nil {
		return nil, err
	}
	return out, Show(found, out)
}

// Result is what a test finds: a Judgement or a ScoreReport.
type Result interface {
	Shown() (audit.Verdict, *sheet.Sheet)
}

// Show puts what a test found into out.
func Show(found Result, out *lab.Sampled) (err error) {
	out.Verdict, out.Sheet = found.Shown()
	if j, ok := found.(*Judgement); ok {
		out.Digits, out.Read = j.ByDigits(), []lang.Message{j.Sources[0].Read, j.Sources[1].Read}
	}
	out.Report, err = json.Marshal(found)
	return err
}

// tellEvery is after how many bytes it is told how far the reading has come.
const tellEvery = 1 << 20

// fitting is for how many bytes a part of the search for events counts; there are some hundreds of them.
const fitting = 64 << 10

// reading is what the progress bar says meanwhile.
const reading = "work.reading"

// countedReader tells of the bytes that are read.
type countedReader struct {
	io.Reader
	tell func(name string, bytes float64)
	n    int
}

func (r *countedReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if r.n += n; r.n >= tellEvery {
		r.tell(reading, float64(r.n))
		r.n = 0
	}
	return n, err
}
