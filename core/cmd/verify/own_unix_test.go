//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"indistinct/core/labs/workshop"
)

// TestMain lets the test binary be the command in a script that a test runs.
func TestMain(m *testing.M) {
	if how := os.Getenv(estimates); how != "" {
		estimate(how)
		os.Exit(0)
	}
	if os.Getenv("INDISTINCT_IS_VERIFY") != "" {
		if t, err := time.ParseDuration(os.Getenv("INDISTINCT_IS_VERIFY")); err == nil {
			usual = limits{t, 400 << 20}
		}
		main()
	}
	os.Exit(m.Run())
}

// TestCI runs the script that the reference shows, with its program, as it stands
// and with half the noise. The right one is called wrong once in a million runs;
// the wrong one is ε = 2 where 1 is claimed, which so many releases miss more
// seldom. The step of GitHub Actions has the same line.
func TestCI(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	var program, script, step string
	for _, s := range (workshop.Lab{}).Reference() {
		if len(s.Code) == 3 {
			program, script, step = s.Code[0], s.Code[1], s.Code[2]
		}
	}
	line, _, _ := strings.Cut(script, " ||")
	if line == "" || !strings.Contains(step, "run: "+line+"\n") {
		t.Errorf("%q is not what the step runs:\n%s", line, step)
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "verify")); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		program string
		status  int
	}{{program, ran}, {strings.ReplaceAll(program, "expovariate(1)", "expovariate(2)"), violation},
		{"print('word')\n", failed}} {
		if err := os.WriteFile(filepath.Join(dir, "mech.py"), []byte(x.program), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY=1", "LC_ALL=C", "PATH="+dir+string(os.PathListSeparator)+
			os.Getenv("PATH"))
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != x.status || (got == violation) != strings.Contains(string(out),
			"verify -a 'python3 mech.py 0'") {
			t.Errorf("status %d, want %d:\n%s", got, x.status, out)
		}
	}
}

// TestNothingOutlives: what a command has started ends with the test, though it
// is silent. It holds the one end of a pipe whose other end then tells.
func TestNothingOutlives(t *testing.T) {
	fifo, _, closed := pipe(t)
	status, _, errs := verify(t, nil, "", "-a", "sleep 600 > "+fifo+"; true", "-b", "yes 1", "-eps", "1",
		"-patience", "500ms")
	if status != failed {
		t.Errorf("%d %s", status, errs)
	}
	closed()
}

// pipe returns the path of a pipe, a channel that is closed once a program writes
// to it, and a function that fails unless all its writers have ended.
func pipe(t *testing.T) (path string, opened chan struct{}, closed func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	opened = make(chan struct{})
	done := make(chan error, 1)
	go func() {
		f, err := os.Open(path)
		close(opened)
		if err == nil {
			_, err = io.Copy(io.Discard, f)
			f.Close()
		}
		done <- err
	}()
	return path, opened, func() {
		t.Helper()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("a program that the command started is still there")
		}
	}
}
