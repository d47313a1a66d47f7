package guest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/guest"
	"indistinct/core/guest/starlark"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// TestTutorials: mechanisms as tutorials on NumPy and Python's own modules write them run
// unchanged but for release, claim and pairs. None that is right is refuted at its claim (a false
// alarm is rarer than one in a million, with this seed or another), each wrong one is.
func TestTutorials(t *testing.T) {
	check.Full(t)
	l := guest.All().Find("workshop")
	files, err := filepath.Glob("testdata/tutorials/*.py")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := starlark.Interpreter{}.Compile(string(code))
			if err != nil {
				t.Fatal(err)
			}
			set := map[string]string{"code": string(code), "n": "2000", "m": "20000", "alpha": "1e-6"}
			if c := p.Claim(); c != nil && !c.Curved() {
				set["eps"], set["delta"] = fmt.Sprint(c.Epsilon), fmt.Sprint(c.Delta)
			}
			r := labtest.Report(t, l, spec(t, l, set), 2)
			wrong := strings.Contains(file, "_wrong")
			if r.Verdict == audit.Violation != wrong {
				t.Errorf("%s", r.Verdict)
			}
			for _, n := range r.Notes {
				if strings.Contains(string(n), "workshop.failed") {
					t.Errorf("some releases fail: %s", n)
				}
			}
		})
	}
}

// A dict is a release whose entries have names, which the event says; a key that only one
// input has tells the inputs apart.
func TestNamedEntries(t *testing.T) {
	l := guest.All().Find("workshop")
	for body, want := range map[string]string{
		"{'noise': laplace(1), 'count': x + laplace(0.1)}":                             "count",
		"{'a': 1, 'late': 2} if x or bernoulli(0.001) else {'a': 1}":                   "",
		"{'a': laplace(1)} if bernoulli(0.5 + 0.49 * x) else [laplace(1), laplace(1)]": "",
	} {
		code := "pairs = [(0, 1)]\ndef release(x):\n    return " + body + "\n"
		r := labtest.Report(t, l, spec(t, l, map[string]string{"code": code, "n": "500", "m": "5000"}), 2)
		if name := english.Say(r.Strong.Event.Name); r.Verdict != audit.Violation || !strings.Contains(name, want) {
			t.Errorf("%s: %s, %q", body, r.Verdict, name)
		}
	}
}
