package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/labs/workshop/samples"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// written is a file of n lines; each is made of the random numbers of its input.
func written(t *testing.T, name, head string, in, n int, line func(s *rng.Stream, i int) string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(head)
	s := rng.New(rng.Key{Seed: 11, Input: uint32(in)})
	for i := range n {
		b.WriteString(line(&s, i) + "\n")
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// What other people's files hold is judged as it stands: each is a pair of inputs of a
// mechanism whose ε is known, wrong (2 and more, claimed is 1) or right.
func TestOthersFiles(t *testing.T) {
	check.Full(t)
	const n = 6000
	laplace := func(s *rng.Stream, x, scale float64) float64 { return x + s.Laplace(scale) }
	for name, c := range map[string]struct {
		head string
		line func(s *rng.Stream, in, i int, scale float64) string
		with string // what the report says
	}{
		"blanks": {"# n sumsq\n", func(s *rng.Stream, in, i int, scale float64) string {
			return fmt.Sprintf("%.4f %.4f", laplace(s, float64(in), 2*scale), laplace(s, float64(2*in), 4*scale))
		}, "read.said"},
		"objects": {"", func(s *rng.Stream, in, i int, scale float64) string {
			return fmt.Sprintf(`{"query": "total", "release": %.4f}`, laplace(s, float64(in), scale))
		}, "objects"},
		"digits": {"report\n", func(s *rng.Stream, in, i int, scale float64) string {
			p, out := 1/(1+math.Exp(-0.5/scale)), ""
			for k := range 64 {
				bit := s.Bernoulli(0.5)
				if k >= 62 { // 01 or 10, each bit by randomised response
					bit = s.Bernoulli(p) == (k == 62 == (in == 0))
				}
				out += map[bool]string{true: "1", false: "0"}[bit]
			}
			return out
		}, "read.said.digits"},
		"a running index": {",release\n", func(s *rng.Stream, in, i int, scale float64) string {
			return fmt.Sprintf("%d,%.4f", n*in+i, laplace(s, float64(in), scale))
		}, "read.why.counts"},
		"a day": {"day,release\n", func(s *rng.Stream, in, i int, scale float64) string {
			return fmt.Sprintf("2024-05-0%d,%.4f", in+1, laplace(s, float64(in), scale))
		}, "read.why.date"},
		"lists": {"", func(s *rng.Stream, in, i int, scale float64) string {
			return fmt.Sprintf("[%.3f, %.3f]", laplace(s, float64(in), scale), laplace(s, 0, scale))
		}, "lists"},
	} {
		for side, scale := range map[int]float64{ran: 1, violation: 0.4} {
			var files []string
			for in := range 2 {
				files = append(files, written(t, fmt.Sprint(in), c.head, in, n, func(s *rng.Stream, i int) string {
					return c.line(s, in, i, scale)
				}))
			}
			status, out, errs := verify(t, nil, "", "-samples", files[0], files[1], "-eps", "1")
			if status != side || !strings.Contains(out, c.with) {
				t.Errorf("%s at scale %v: status %d\n%s%s", name, scale, status, errs, out)
			}
		}
	}
}

// Numbers that float64 does not tell apart are told apart.
func TestLargeNumbers(t *testing.T) {
	status, out, errs := verify(t, nil, "", "-a", "yes 1152921504606846976", "-b", "yes 1152921504606846977",
		"-eps", "1", "-n", "200", "-m", "400")
	if status != violation {
		t.Errorf("%d %s%s", status, out, errs)
	}
}

// Thousands and what consoles print are refused.
func TestRefusedNumbers(t *testing.T) {
	for id, lines := range map[string][2]string{
		"read.grouped": {"1,234.50", "1,235.50"},
		"read.console": {"[1] 0.5", "[1] 1.5"},
	} {
		status, out, errs := verify(t, nil, "", "-a", "yes "+lines[0], "-b", "yes "+lines[1], "-eps", "1", "-n", "200",
			"-m", "400")
		if status == ran || status == violation || !strings.Contains(errs, id) {
			t.Errorf("%s: %d %s%s", id, status, errs, out)
		}
	}
}

// Canaries in one file are told apart by the column that says which are members, however the
// lines are ordered; their numbers are no part of a release. Columns are asked for by name.
func TestCanaries(t *testing.T) {
	for _, order := range []string{"sorted", "shuffled"} {
		for status, mu := range map[int]float64{ran: 0.5, violation: 2.5} {
			const head = "canary_id,score,is_member\n"
			file := written(t, "canaries.csv", head, 0, 8000, func(s *rng.Stream, i int) string {
				member := i < 4000
				if order == "shuffled" {
					member = s.Bernoulli(0.5)
				}
				x := s.Norm()
				if member {
					x += mu
				}
				return fmt.Sprintf("%d,%.6f,%v", i, x, member)
			})
			got, out, errs := verify(t, nil, "", "-samples", file, "-column", "is_member", "-mu", "1")
			if got != status || !strings.Contains(out, "canary_id") {
				t.Errorf("%s, μ = %v: %d %s%s", order, mu, got, errs, out)
			}
			if got, out, _ = verify(t, nil, "", "-samples", file, "-column", "is_member", "-mu", "1",
				"-columns", "canary_id"); order == "sorted" && got != violation {
				t.Errorf("the column that was asked for is not taken: %d %s", got, out)
			}
			if got, _, errs = verify(t, nil, "", "-samples", file, "-mu", "1"); got != badInput ||
				!strings.Contains(errs, "read.ask.one") || !strings.Contains(errs, "is_member") {
				t.Errorf("one file: %d %s", got, errs)
			}
			if got, _, errs = verify(t, nil, "", "-samples", file, "-column", "x", "-mu", "1"); got != badInput ||
				!strings.Contains(errs, "score") {
				t.Errorf("a wrong column: %d %s", got, errs)
			}
		}
	}
}

// Both inputs may stand side by side; the report names the columns and the file's own SHA-256.
func TestSideBySide(t *testing.T) {
	file := written(t, "both.csv", "\ufeffrun;before;after\n", 0, 4000, func(s *rng.Stream, i int) string {
		return strings.ReplaceAll(fmt.Sprintf("%d;%.4f;%.4f", i, s.Laplace(0.3), 1+s.Laplace(0.3)), ".", ",")
	})
	status, out, errs := verify(t, nil, "", "-samples", file, "-pair", "before,after", "-eps", "1", "-json")
	var j samples.Judgement
	if err := json.Unmarshal([]byte(out), &j); err != nil || status != violation {
		t.Fatalf("%v: %d %s%s", err, status, errs, out)
	}
	data, _ := os.ReadFile(file)
	sum := sha256.Sum256(data)
	if j.Sources[0].SHA256 != hex.EncodeToString(sum[:]) || j.Sources[0].Rows != 4000 || j.Sources[1].Read.ID() == "" {
		t.Errorf("%+v", j.Sources)
	}
	one, two := "-samples "+file, "-samples "+file+" "+file
	for _, with := range []string{one + " -pair before", one + " -pair before,later",
		one + " -pair before,after -column run",
		one + " -pair before,after -columns run", two + " -column run", two + " -pair before,after"} {
		if status, _, errs := verify(t, nil, "", strings.Fields(with+" -eps 1")...); status != badInput {
			t.Errorf("%v: %d %s", with, status, errs)
		}
	}
}
