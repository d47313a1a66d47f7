package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/rng"
	"indistinct/core/texts"
)

// canaries writes the scores of n canaries of a run that tells mu standard deviations of each, and
// returns the file's name.
func canaries(t *testing.T, n int, mu float64) string {
	t.Helper()
	s := rng.New(rng.Key{Seed: 3})
	text := "canary,included,score\n"
	for i := range n {
		is := s.Bernoulli(0.5)
		x := s.Norm()
		if is {
			x += mu
		}
		text += fmt.Sprintf("%d,%t,%.6f\n", i, is, x)
	}
	name := filepath.Join(t.TempDir(), "canaries.csv")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestScores: the scores of one run are judged by coins alone and, where they are said to be
// independent, by their ranks; a bound says what it needs, and what makes no sense is refused.
func TestScores(t *testing.T) {
	file := canaries(t, 2000, 1)
	run := func(args ...string) (status int, out, err string) {
		var o, e bytes.Buffer
		c := &command{labs: guest.All(), home: labs.Home, out: &o, err: &e, say: texts.English()}
		status = c.run(t.Context(), append([]string{"-scores", file}, args...))
		return status, o.String(), strings.Join(strings.Fields(e.String()), " ")
	}
	for _, c := range []struct {
		args   string
		status int
		says   []string
	}{
		{"-eps 0.5", violation, []string{"Promise broken", "claimed is 0.5", "fair coins alone", "Not tested"}},
		{"-eps 0.5 -delta 1e-5 -guesses 200", violation, []string{"Of 200 guesses"}},
		{"-eps 4.4 -delta 1e-5", ran, []string{"That is no proof", "claimed is 4.4"}},
		{"-mu 1", ran, []string{"claimed is μ = 1", "fair coins alone", "Of a mechanism that keeps just so much"}},
		{"-mu 0.5 -guesses 200", violation, []string{"Of 200 guesses", "μ ≥ 0.6"}},
		{"-mu 9 -independent", ran, []string{"Inconclusive", "Too few canaries"}},
	} {
		status, out, err := run(strings.Fields(c.args)...)
		for _, s := range c.says {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), s) {
				t.Errorf("%s does not say %q: %s", c.args, s, out)
			}
		}
		if status != c.status || err != "" {
			t.Errorf("%s: status %d, %s", c.args, status, err)
		}
	}
	_, out, _ := run("-mu", "0.5", "-independent", "-json", "-delta", "1e-5")
	var r struct {
		Verdict string
		N, In   int
		Value   float64
		Epsilon float64 `json:"epsilon_c"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.N != 2000 || math.Abs(r.Value-0.95) > 0.1 ||
		r.Epsilon < 3.5 || r.Epsilon > 4.6 || r.Verdict != "violation found" {
		t.Errorf("%v: %s", err, out)
	}
	for args, says := range map[string]string{
		"-eps 1 -samples a.csv":         "Give a file of scores",
		"-eps 1 -group 3":               "no flag -group with -scores",
		"":                              "Say what is claimed",
		"-eps 1 -mu 1":                  "Give only one",
		"-eps 1 -independent":           "leave out -independent",
		"-mu 1 -independent -guesses 9": "leave out -independent or -guesses",
		"-eps 1 -guesses 3000":          "-guesses cannot be 3,000",
		"-eps -1":                       "a number from 0",
		"-eps 1 -column score":          "more than two inputs",
		"-eps 1 -lower":                 "leave it out",
		"-eps 1 -wrong":                 "-wrong",
	} {
		status, out, err := run(strings.Fields(args)...)
		if status != badInput || out != "" || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %q, %q does not say %q", args, status, out, err, says)
		}
	}
	unfair := filepath.Join(t.TempDir(), "unfair.csv")
	os.WriteFile(unfair, []byte("in,score\n"+strings.Repeat("1,0.5\n1,0.7\n1,0.1\n0,0.2\n", 100)), 0o600)
	file = unfair
	if status, _, err := run("-eps", "1"); status != badInput || !strings.Contains(err, "hardly ever") {
		t.Errorf("coins that are not fair: %d, %s", status, err)
	}
}
