package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"indistinct/core/table"
	"indistinct/core/test/check"
)

// TestCorpus judges the pairs of the reader's corpus (core/read/testdata/corpus): a
// mechanism that keeps its claim is not refuted, whatever tool wrote its releases, and one
// with a twentieth of the noise is. None passes because it was misread, and what is not read is
// refused. A right one is refuted in at most 5 % of seeds; this is one at which none is.
func TestCorpus(t *testing.T) {
	check.Full(t)
	const folder = "../../read/testdata/corpus/"
	data, err := os.ReadFile(folder + "corpus.json")
	var all []struct {
		Name    string
		Refused []string
		Either  bool
		Ask     table.Ask
		Claim   struct{ Mu float64 }
		Fails   string
	}
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, k := range all {
		for side, want := range map[string]int{"right": ran, "wrong": violation} {
			files, _ := filepath.Glob(folder + k.Name + "." + side + ".*")
			if len(files) == 0 || k.Fails != "" {
				continue
			}
			args := append([]string{"-samples"}, files...)
			if k.Claim.Mu > 0 {
				args = append(args, "-mu", fmt.Sprint(k.Claim.Mu))
			} else {
				args = append(args, "-eps", "1")
			}
			if k.Ask.By != "" {
				args = append(args, "-column", k.Ask.By)
			}
			for _, p := range k.Ask.Pairs {
				args = append(args, "-pair", p[0]+","+p[1])
			}
			status, out, errs := verify(t, nil, "", args...)
			if k.Refused != nil { // as what only a console prints
				want = badInput
			} else {
				judged++
			}
			if status != want && !(status == badInput && k.Either) {
				t.Errorf("%s.%s: status %d\n%s%s", k.Name, side, status, errs, out)
			}
		}
	}
	if judged < 120 {
		t.Errorf("%d were judged", judged)
	}
}
