package samples

import (
	"encoding/json"
	"io"
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/table"
)

// Test reads files of releases and tests them. The test splits the releases by the Spec's seed;
// its numbers of releases are those of the files.
func Test(s lab.Spec, files []lab.File, ask table.Ask, run bool,
	step func(name string, weight, left float64)) (*lab.Sampled, error) {
	out := &lab.Sampled{}
	p := &passes{step: step}
	for _, f := range files {
		p.left += float64(f.Size)
	}
	if run { // once to look, with a column once more, twice to judge
		p.left = p.left*float64(5-len(files)) + allFits
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
			return p.counted(in), nil
		})
		if err != nil {
			return nil, err
		}
		said, err := q.Said()
		if err != nil {
			return nil, err
		}
		out.Read, opened = append(out.Read, said), append(opened, q)
	}
	var err error
	if out.Preview, err = opened[0].Preview(); err != nil {
		return nil, err
	}
	alone := !run && len(files) == 1 && ask.By == "" && ask.Pairs == nil
	if at := out.Preview.Which; alone && at >= 0 && ask.Columns == nil && ask.Without == nil {
		ask.By = out.Preview.Columns[at].Name
	}
	if ask.Scores {
		return out, testScores(s, opened, ask, run, alone, out)
	}
	rows, err := read.Both(opened, ask)
	if err == nil {
		out.Read = []lang.Message{rows[0].Said, rows[1].Said}
	}
	if !run && (err == nil || alone) {
		return out, nil
	} else if err != nil {
		return nil, err
	}
	// As the native command sets them.
	claim := claimed(s)
	set := audit.Settings{Seed: s.Seed(), Epsilon: claim.Epsilon, Delta: claim.Delta, Alpha: s.Float("alpha"),
		Beta: 0.05, Gamma: 1e-9, Grid: 1, Bits: s.Flag("bits"), Sequential: s.Flag("seq")}
	if claim.Curved() {
		set.Claim = claim
	}
	j, err := JudgeFiles(rows, set, func() { p.tell("work.choosing", fitting) })
	if err != nil {
		return nil, err
	}
	out.Verdict, out.Digits = j.Verdict, j.ByDigits()
	out.Sheet = j.sheet()
	out.Report, err = json.Marshal(j)
	return out, err
}

// claimed is what is claimed of files: ε and δ, or a family's numbers.
func claimed(s lab.Spec) privacy.Claim {
	if c := s.Curved(nil); c.Curved() {
		return c
	}
	return privacy.Claim{Budget: privacy.Budget{Epsilon: s.Float("eps"), Delta: s.Float("delta")}}
}

// testScores reads canary scores, and tests them. alone: a column is yet to be named.
func testScores(s lab.Spec, files []*read.File, ask table.Ask, run, alone bool, out *lab.Sampled) error {
	scores, err := read.ReadScores(files, ask)
	if err != nil && alone {
		return nil
	} else if err != nil {
		return err
	}
	out.Read = []lang.Message{scores.Said}
	if !run {
		return nil
	}
	claim := claimed(s)
	r, err := JudgeScores(scores, ScoreSettings{Claim: claim, Independent: ask.Independent, Lower: ask.Lower,
		Delta: claim.Delta, Alpha: s.Float("alpha"), Seed: s.Seed()})
	if err != nil {
		return err
	}
	out.Verdict, out.Sheet = r.Verdict, r.Sheet()
	out.Report, err = json.Marshal(r)
	return err
}

// passes tells how far the reading of files has come: step as a work.Crew's, left the
// bytes that are still to be read.
type passes struct {
	step func(name string, weight, left float64)
	left float64
}

// tellEvery is after how many bytes it is told again.
const tellEvery = 1 << 20

// fitting is for how many bytes a part of the search for events counts; there are some
// hundreds of them.
const (
	fitting = 64 << 10
	allFits = 200 * fitting
)

func (p *passes) tell(name string, weight float64) {
	if p.step != nil {
		p.left = math.Max(p.left-weight, 0)
		p.step(name, weight, p.left)
	}
}

// counted is a reader whose bytes are told, from the first on: who waits for a worker
// knows by that that it is at work.
func (p *passes) counted(in io.Reader) io.Reader {
	p.tell(reading, 1)
	return &countedReader{in: in, p: p}
}

// reading is what the progress bar says meanwhile.
const reading = "work.reading"

type countedReader struct {
	in io.Reader
	p  *passes
	n  int
}

func (r *countedReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if r.n += n; r.n >= tellEvery {
		r.p.tell(reading, float64(r.n))
		r.n = 0
	}
	return n, err
}
