package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck: a report's run is repeated and compared; whatever differs is named, and ends with another status.
func TestCheck(t *testing.T) {
	_, report, _ := verify(t, nil, "", "-json", "-n", "200", "-m", "500")
	file := filepath.Join(t.TempDir(), "report.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(report)
	status, out, errs := verify(t, nil, "", "-check", file, "-json", "-workers", "1")
	if status > violation || errs != "" || !strings.Contains(out, `"stored"`) {
		t.Fatalf("the same: %d %s%s", status, out, errs)
	}
	write(out) // a report that was confirmed can be once more
	status, out, errs = verify(t, nil, "", "-check="+file)
	if status > violation || !strings.Contains(out, "[verify.check.same") {
		t.Errorf("once more: %d %s%s", status, out, errs)
	}
	write(strings.Replace(report, `"m": 500`, `"m": 501`, 1))
	_, out, errs = verify(t, nil, "", "-check", file)
	if out != "" || !strings.Contains(errs, "[verify.check.differs") {
		t.Errorf("settings that are not the report's: %s%s", out, errs)
	}
	write(strings.Replace(report, `"verdict": "`, `"verdict": "x`, 1))
	status, out, errs = verify(t, nil, "", "-check", file)
	if status != failed || out != "" || !strings.Contains(errs, "verdict") {
		t.Errorf("another verdict: %d %s%s", status, out, errs)
	}
	for _, args := range []string{"-m 7", "-link #lab=ring", "-experiment list"} {
		if status, _, errs := verify(t, nil, "", append(strings.Fields(args), "-check", file)...); status != badInput ||
			!strings.Contains(errs, "[verify.check.alone") {
			t.Errorf("with %s: %d %s", args, status, errs)
		}
	}
	if status, out, errs := verify(t, nil, report, "-check", "-"); status > violation || errs != "" {
		t.Errorf("standard input: %d %s%s", status, out, errs)
	}
	for _, text := range []string{`{"lab": "ring"}`, "[]", "no report"} {
		status, _, errs := verify(t, nil, text, "-check", "-")
		if status != badInput || !strings.Contains(errs, "[verify.check.report") {
			t.Errorf("%s: %d %q", text, status, errs)
		}
	}
	if status, _, errs := verify(t, nil, "", "-check", file+"x"); status != badInput || errs == "" {
		t.Errorf("no file: %d %s", status, errs)
	}
}
