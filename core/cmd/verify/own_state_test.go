//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

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

// What dies is started again, three times, with another number; half a line is no
// release; and the report says so.
func TestCommandsThatDie(t *testing.T) {
	some := "yes $INDISTINCT_ATTEMPT | head -n 100; printf 77; exit 4"
	args := []string{"-b", "yes 0", "-n", "75", "-eps", "5"}
	j := audited(t, ran, append(args, "-a", some, "-m", "325")...)
	if got := warned(j); !strings.Contains(got, "verify.own.died") || j.Sources[0].Rows != 400 ||
		j.Strong.Count.C1 > 325 {
		t.Errorf("%s: %+v", got, j)
	}
	for say, c := range map[string][]string{
		"[verify.own.failed again=3 flag=-a n=400 n=400 why=exit status 4]": {"-a", some, "-m", "326"},
		"[verify.own.failed again=0 flag=-a n=0 n=0 why=exit status 4]":     {"-a", "exit 4", "-m", "326"},
		"[verify.own.failed again=3 flag=-a n=800 n=800 why=signal: terminated]": {"-a", "yes | head -n 100; kill $$",
			"-m", "2000", "-workers", "2"},
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
		"why=exit status 3":   {"exit 3", "exit 3"},
		"why=exit status 127": {"/no/such/program", "yes 0"},
		"verify.own.ended":    {"yes 0", "yes 0 | head -n 80"},
	} {
		if status, _, errs := verify(t, nil, "", append(with, "-a", c[0], "-b", c[1])...); status != failed ||
			!strings.Contains(errs, say) {
			t.Errorf("%v: status %d, %s", c, status, errs)
		}
	}
	// What was counted is kept where a failure ends the test.
	state := filepath.Join(t.TempDir(), "state")
	verify(t, nil, "", "-a", "yes 0 | head -n 30; exit 3", "-b", "yes 0", "-n", "75", "-m", "300", "-eps", "1",
		"-state", state)
	if data, err := os.ReadFile(state); err != nil || !strings.Contains(string(data), `"taken":[120,120]`) {
		t.Errorf("the state is %s, %v", data, err)
	}
}

// TestTakenUp: the command is killed while it tests, once by an interrupt and once by
// what cannot be heard, and taken up again. A start's releases tell which they are of, so
// that the report's counts say which were counted.
func TestTakenUp(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "audit.json")
	// Of every start some lines, and then nothing until somebody reads more.
	lines := map[string]int{"0": 400, "1": 100, "2": 1000}
	var script strings.Builder
	script.WriteString("case $INDISTINCT_ATTEMPT in ")
	for attempt, n := range lines {
		fmt.Fprintf(&script, "%s) yes $(( 1 - %s %% 2 )) | head -n %d;; ", attempt, attempt, n)
	}
	script.WriteString("esac; exec sleep 60")
	args := []string{"-a", script.String(), "-b", "yes 0 | head -n 1000; sleep 60", "-n", "100", "-m", "600",
		"-eps", "9", "-state", file, "-patience", "1h"}
	taken := func() [2]int {
		data, _ := os.ReadFile(file)
		var f stateFile
		var s state
		if json.Unmarshal(data, &f) == nil {
			json.Unmarshal(f.State, &s)
		}
		return s.Series.Taken
	}
	want := 0
	for k, end := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY=10s", "LC_ALL=C")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		want += lines[fmt.Sprint(k)]
		for until := time.Now().Add(time.Minute); taken() != [2]int{want, want}; {
			if time.Now().After(until) {
				t.Fatalf("start %d took %d releases, want %d", k, taken(), want)
			}
			time.Sleep(5 * time.Millisecond)
		}
		cmd.Process.Signal(end)
		cmd.Wait()
		endMarked(fmt.Sprintf("INDISTINCT_RUN=%d-1", cmd.Process.Pid)) // what was killed could not
		if said := strings.Contains(errs.String(), file); said != (end == syscall.SIGTERM) {
			t.Errorf("%v: %s", end, &errs)
		}
	}
	j := audited(t, ran, args...)
	if c := j.Strong.Count; c.C1 != 500 && c.C2 != 0 || c.N != 600 || j.Sources[0].Rows != 700 {
		t.Errorf("counts %+v of %+v; 300 of the first start and 200 of the third should count", c, j.Sources)
	}
	if got := warned(j); !strings.Contains(got, "verify.own.resumed") {
		t.Error(got)
	}
	// It is done: no command is started any more.
	before, _ := json.Marshal(j)
	again, _ := json.Marshal(audited(t, ran, args...))
	if string(again) != string(before) {
		t.Errorf("once more:\n%s\nwant\n%s", again, before)
	}
	if left, _ := filepath.Glob(file + "*"); len(left) != 1 {
		t.Errorf("files: %v", left)
	}

	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(say string, args ...string) {
		t.Helper()
		if status, out, errs := verify(t, nil, "", args...); status != badInput || out != "" ||
			!strings.HasPrefix(errs, "["+say) || strings.Count(errs, "\n") != 1 {
			t.Errorf("status %d: %s%s, want %s", status, out, errs, say)
		}
	}
	refused("verify.own.state.other file="+file+" flag=-eps is=3 was=9", append(args, "-eps", "3")...)
	refused("verify.own.state.other file="+file+" flag=-b is=yes", append(args, "-b", "yes")...)
	now, _ := os.ReadFile(file)
	if string(now) != string(data) {
		t.Error("a state that was refused was changed")
	}
	for name, bad := range map[string]string{
		"empty": "", "cut": string(data[:len(data)/2]), "other": `{"a": 1}`, "null": "null", "noise": "\x00\xff",
		"counts":  strings.Replace(string(data), `"taken":[700,`, `"taken":[701,`, 1),
		"version": strings.Replace(string(data), `"indistinct":2`, `"indistinct":1`, 1),
	} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil || bad == string(data) {
			t.Fatal(name, err)
		}
		refused("verify.own.state.damaged file="+file, args...)
	}
	refused("verify.own.state.kind file="+dir, append(args, "-state", dir)...)
	refused("verify.own.state.write file="+dir+"/no/x", append(args, "-state", dir+"/no/x")...)
}

// A test that asks for no file keeps none, and one that copies and files are not for is
// refused.
func TestBadCopies(t *testing.T) {
	for say, args := range map[string][]string{
		"[verify.own.workers got=0 most=256]\n":    {"-a", "yes", "-b", "yes", "-eps", "1", "-workers", "0"},
		"[verify.own.workers got=9000 most=256]\n": {"-a", "yes", "-b", "yes", "-eps", "1", "-workers", "9000"},
		"[verify.own.files]\n":                     {"-samples", "a", "b", "-eps", "1", "-state", "x"},
	} {
		if status, _, errs := verify(t, nil, "", args...); status != badInput || errs != say {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	var errs bytes.Buffer
	f := feeder{command: &command{err: &errs, say: ids()}, keep: &keeper{}, began: time.Now().Add(-time.Hour), had: 100}
	s := &f.keep.Series
	s.Goal, s.Taken = 500, [2]int{50, 50} // taken up, and nothing more taken since
	f.far()
	s.Taken = [2]int{210, 200} // 310 in an hour, 590 to go
	f.far()
	if got, want := errs.String(), "[verify.own.far left=[verify.own.left] needed=500 neighbour=50 record=50]\n"+
		"[verify.own.far left=[work.left.hours n=2] needed=500 neighbour=200 record=210]\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOneAtATime: a second command with the same state is refused while the first one runs,
// and not when that has been killed; of the lock nothing is left.
func TestOneAtATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit.json")
	args := []string{"-a", "yes 0 | head -n 90; exec sleep 60", "-b", "yes 0", "-n", "75", "-m", "300", "-eps", "5",
		"-state", file}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY=10s", "LC_ALL=C")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			break
		}
		if time.Now().After(until) {
			t.Fatal("it does not begin")
		}
	}
	status, _, errs := verify(t, nil, "", args...)
	if want := "[verify.own.state.used file=" + file + "]\n"; status != badInput || errs != want {
		t.Errorf("status %d, %s, want %s", status, errs, want)
	}
	cmd.Process.Kill()
	cmd.Wait()
	endMarked(fmt.Sprintf("INDISTINCT_RUN=%d-1", cmd.Process.Pid))
	args[1] = "yes 0"
	for until := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		_, _, errs := verify(t, nil, "", args...)
		// A command that was just being started has the lock until it runs.
		if strings.Contains(errs, "verify.own.state.used") && time.Now().Before(until) {
			continue
		}
		if !strings.Contains(errs, "verify.own.state.other") {
			t.Error(errs)
		}
		break
	}
	if left, _ := filepath.Glob(file + "?*"); len(left) != 0 {
		t.Errorf("files: %v", left)
	}
}

// TestForgedStates: states whose sum is right and whose counts are none that a test comes to.
func TestForgedStates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit.json")
	args := []string{"-a", "yes 0 | head -n 375; sleep 60", "-b", "yes 0", "-n", "75", "-m", "300", "-eps", "5",
		"-state", file}
	audited(t, ran, args...)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var whole stateFile
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	forge := func(old, with string) {
		t.Helper()
		was := string(whole.State)
		is := strings.Replace(was, old, with, 1)
		if was == is {
			t.Fatalf("%s is not in %s", old, was)
		}
		forged, _ := json.Marshal(stateFile{stateVersion, sum([]byte(is)), []byte(is)})
		if err := os.WriteFile(file, forged, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, out, errs := verify(t, nil, "", args...); status != badInput || out != "" ||
			!strings.HasPrefix(errs, "[verify.own.state.damaged ") {
			t.Errorf("%s: status %d: %s%s", with, status, out, errs)
		}
	}
	forge(`"taken":[375,375]`, `"taken":[1000000000000,1000000000000]`)
	forge(`"taken":[375,375]`, `"taken":[376,375]`)
	forge(`"taken":[375,375]`, `"taken":[374,375]`)
	forge(`"taken":[375,375]`, `"taken":[-1,-1]`)
	forge(`"taken":[375,375]`, `"taken":[0,0]`)
	forge(`"goal":375`, `"goal":5`)
	forge(`"chosen":true`, `"chosen":false`)
	forge(`"done":true`, `"done":false`)
	forge(`"starts":[[1]`, `"starts":[[-1]`)
	forge(`"resumed":0`, `"resumed":-1`)
	forge(`"died":[0,0]`, `"died":[-1,0]`)
	forge(`"n":300`, `"n":301`)
	forge(`"n":300`, `"n":-300`)
	cut := func(from, to string) string {
		_, part, _ := strings.Cut(string(whole.State), from)
		part, _, _ = strings.Cut(part, to)
		return from + part
	}
	counts := cut(`"counts":[`, `]]`)
	for _, with := range []string{"[-1,0", "[301,0", "[0,9000000000000", "[0,0],[0,0"} {
		forge(counts, `"counts":[`+with)
	}
	bins := cut(`"bins":[[`, `]]`)
	forge(bins, `"bins":[[-1,301],[300,0`)
	forge(bins, `"bins":[[299,0],[300,0`)
	forge(bins, `"bins":[[300],[300`)
	events := cut(`"events":`, `,"levels"`)
	forge(events, `"events":[]`)
	forge(events, `"events":[{}]`)
	looks := cut(`"looks":`, `,"done"`)
	forge(looks, `"looks":[]`)
	forge(looks, `"looks":[[]]`)
	// What has not been chosen from yet.
	audit, _, _ := strings.Cut(string(whole.State), `,"series"`)
	forge(string(whole.State), audit+`,"series":{"taken":[0,0],"goal":0,"test":{"chosen":false,"drawn":0,"done":true}},`+
		`"starts":[null,null],"prints":[null,null],"died":[0,0],"why":["",""],"resumed":0}`)
	for _, endless := range []string{"/dev/zero", "/dev/full"} {
		if _, err := os.Stat(endless); err != nil {
			continue
		}
		if status, _, errs := verify(t, nil, "", append(args, "-state", endless)...); status != badInput ||
			errs != "[verify.own.state.kind file="+endless+"]\n" {
			t.Errorf("%s: status %d: %s", endless, status, errs)
		}
	}
}

// TestFullDisk: a disk that is full is waited for, once said, and what stands in the file
// meanwhile is whole.
func TestFullDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit.json")
	args := []string{"-a", "yes 0", "-b", "yes 0", "-n", "75", "-m", "300", "-eps", "5", "-state", file}
	create, wait := createState, retryFull
	defer func() { createState, retryFull = create, wait }()
	retryFull = time.Millisecond
	tries := 0
	createState = func(path string) (*os.File, error) {
		if tries++; tries > 1 && tries < 9 {
			return nil, &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
		}
		return create(path)
	}
	status, _, errs := verify(t, nil, "", args...)
	if status != ran || errs != "[verify.own.state.full file="+file+"]\n" || tries < 9 {
		t.Errorf("status %d after %d tries: %s", status, tries, errs)
	}
	audited(t, ran, args...)
	if left, _ := filepath.Glob(file + "*"); len(left) != 1 {
		t.Errorf("files: %v", left)
	}
}
