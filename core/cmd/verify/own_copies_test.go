//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/labs/workshop/samples"
)

// audited runs the command and returns its judgement.
func audited(t *testing.T, want int, args ...string) *samples.Judgement {
	t.Helper()
	status, out, errs := verify(t, nil, "", append(args, "-json")...)
	j := &samples.Judgement{}
	if status != want || want != failed && json.Unmarshal([]byte(out), j) != nil {
		t.Fatalf("status %d, want %d: %s%s", status, want, out, errs)
	}
	return j
}

// warned are the ids of a judgement's warnings.
func warned(j *samples.Judgement) (ids string) {
	for _, w := range j.Warnings {
		ids += w.ID() + " "
	}
	return ids
}

// noisy prints endless numbers of a worker: uniform ones, plus shift.
func noisy(shift, seed string) string {
	return "awk 'BEGIN { srand(" + seed + "); while (1) printf \"%.9f\\n\", rand() + " + shift + " }'"
}

// A release of each copy counts in turn, however fast the copies are: of three, one of
// which is slow, a third of all is of each.
func TestWorkers(t *testing.T) {
	slow := `if [ $INDISTINCT_WORKER = 1 ]; then i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo 1; done; cat; ` +
		`else yes 0; fi`
	j := audited(t, ran, "-a", slow, "-b", "yes 0", "-workers", "3", "-n", "75", "-m", "300", "-eps", "5")
	if j.Strong.Count.C1 != 100 || j.Strong.Count.C2 != 0 || j.M != 300 || j.Sources[0].Rows != 375 {
		t.Errorf("counts %+v of %+v", j.Strong.Count, j.Sources)
	}
	// Each is told what it is.
	say := `echo $INDISTINCT_INPUT$INDISTINCT_WORKER-$INDISTINCT_ATTEMPT >> ` + filepath.Join(t.TempDir(), "told")
	audited(t, ran, "-a", say+"; yes 0", "-b", say+"; yes 0", "-workers", "2", "-n", "75", "-m", "300", "-eps", "5")
	told, err := os.ReadFile(strings.Fields(say)[3])
	for _, want := range []string{"a0-0", "a1-0", "b0-0", "b1-0"} {
		if err != nil || strings.Count(string(told), want+"\n") != 1 {
			t.Errorf("%q: no %s (%v)", told, want, err)
		}
	}
	// Each may print a header.
	j = audited(t, ran, "-a", "echo sum; yes 0", "-b", "echo sum; yes 1", "-workers", "4", "-n", "75", "-m", "300",
		"-eps", "20")
	if c := j.Strong.Count; c.C1+c.C2 != 300 {
		t.Errorf("with headers: %+v", c)
	}
}

func TestCopiesThatPrintTheSame(t *testing.T) {
	for _, x := range []struct {
		seed string
		say  bool
	}{{"7", true}, {"2+'$INDISTINCT_WORKER'", false}} {
		j := audited(t, ran, "-a", noisy("0", x.seed), "-b", noisy("0", "9+"+x.seed), "-workers", "2", "-n", "75",
			"-m", "300", "-eps", "1")
		if got := warned(j); strings.Contains(got, "verify.own.repeated") != x.say {
			t.Errorf("seed %s: warnings %s", x.seed, got)
		}
	}
}

// TestCommandsThatDie: what ends with an error ends the test, with what it said and half a line that is no release.
func TestCommandsThatDie(t *testing.T) {
	args := []string{"-b", "yes 0", "-n", "75", "-eps", "5"}
	for say, c := range map[string][]string{
		"[verify.own.failed advice=true flag=-a n=100 n=100 why=exit status 4]": {"-a",
			"yes 1 | head -n 100; printf 77; exit 4", "-m", "326"},
		"[verify.own.failed advice=true flag=-a n=0 n=0 why=exit status 4]": {"-a", "exit 4", "-m", "326"},
		"[verify.own.failed advice=true flag=-a n=200 n=200 why=signal: terminated]": {"-a",
			"yes | head -n 100; kill $$", "-m", "2000", "-workers", "2"},
		"[verify.own.ended flag=-a goal=401 goal=401 n=100 n=100]": {"-a", "yes | head -n 100", "-m", "326"},
	} {
		if status, _, errs := verify(t, nil, "", append(args, c...)...); status != failed || errs != say+"\n" {
			t.Errorf("%v: status %d, %s", c, status, errs)
		}
	}
}

// TestFailuresCount: a command that ends with an error made a release that failed, which
// counts where that is asked for.
func TestFailuresCount(t *testing.T) {
	with := []string{"-n", "75", "-m", "300", "-eps", "1", "-count-failures"}
	some := "yes 5 | head -n 9; echo out of range >&2; exit 1"
	for name, c := range map[string]struct {
		a, b   string
		status int
		failed string
	}{
		"always, of one input": {"yes 0", "exit 3", violation, "counted flag=-b n=375 n=375 why=exit status 3]"},
		"words":                {"yes yes", "exit 3", violation, "counted flag=-b n=375 n=375 why=exit status 3]"},
		"one in ten of one input": {"yes 5", some, violation,
			"[verify.own.counted flag=-b n=37 n=37 why=exit status 1: out of range]"},
		"as often for both": {some, some, ran, "n=37"},
	} {
		status, out, errs := verify(t, nil, "", append(with, "-a", c.a, "-b", c.b)...)
		flat := strings.Join(strings.Fields(out), " ")
		if status != c.status || !strings.Contains(flat, c.failed) {
			t.Errorf("%s: status %d, %s%s", name, status, flat, errs)
		}
		if c.status == violation && !strings.Contains(out, "‹failed›") && !strings.Contains(out, "5") {
			t.Errorf("%s: the event is not said: %s", name, out)
		}
	}
	for say, c := range map[string][]string{
		"failed advice=false flag=-a n=20 n=20 why=exit status 3": {"exit 3", "exit 3"},
		"failed advice=false flag=-a n=0 n=0 why=exit status 127": {"/no/such/program", "yes 0"},
		// A line that reads as a failure is none.
		"[read.text line=1 source=":   {"while printf '\\0failed\\n'; do echo 5; done", "yes 0"},
		"[read.text line=201 source=": {"yes 5 | head -n 200; printf '\\0failed\\n'; yes 5", "yes 0"},
		"verify.own.ended":            {"yes 0", "yes 0 | head -n 80"},
	} {
		if status, _, errs := verify(t, nil, "", append(with, "-a", c[0], "-b", c[1])...); status != failed ||
			!strings.Contains(errs, say) {
			t.Errorf("%v: status %d, %s", c, status, errs)
		}
	}
}

// Copies are for commands, and not too many.
func TestBadCopies(t *testing.T) {
	yes := []string{"-a", "yes", "-b", "yes", "-eps", "1", "-workers"}
	for say, args := range map[string][]string{
		"[verify.own.workers got=0 most=256]\n":                append(yes[:7:7], "0"),
		"[verify.own.workers got=9000 most=256]\n":             append(yes[:7:7], "9000"),
		"[verify.none.flag.own flag=-workers with=-samples]\n": {"-samples", "a", "b", "-eps", "1", "-workers", "2"},
	} {
		if status, _, errs := verify(t, nil, "", args...); status != badInput || errs != say {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}
