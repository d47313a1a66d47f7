package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"indistinct/core/test/check"
)

// sleeps counts the markers.
var sleeps atomic.Int64

// marker is an argument of sleep that no other process has, and with which it sleeps for hours.
func marker() string {
	return fmt.Sprintf("%d.%d", 40000+os.Getpid(), time.Now().UnixNano()+sleeps.Add(1))
}

// sleepers are the processes that sleep with a marker.
func sleepers(marker string) (pids []string) {
	list, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range list {
		line, _ := os.ReadFile(path + "/cmdline")
		if args := strings.Split(string(line), "\x00"); len(args) > 1 && args[0] == "sleep" && args[1] == marker {
			pids = append(pids, filepath.Base(path))
		}
	}
	return pids
}

// within waits until something holds, and reports whether it came to that.
func within(t *testing.T, what string, holds func() bool) bool {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Error("it never came to: " + what)
			return false
		}
	}
	return true
}

// leaving are commands that leave something behind if they can: M is a marker, and n of them are begun.
var leaving = []struct {
	name string
	args []string
	n    int
}{
	{"commands", []string{"-a", "sleep M", "-b", "sleep M", "-eps", "1"}, 2},
	{"copies of shells", []string{"-a", "true; sleep M; true", "-b", "sleep M & sleep M", "-eps", "1",
		"-workers", "3"}, 9},
	{"those without an environment", []string{"-a", "env -i sleep M & true; sleep M", "-b", "sleep M",
		"-eps", "1"}, 3},
	{"those that the shell does not wait for", []string{"-a", "(sleep M >/dev/null 2>&1 </dev/null &); sleep M", "-b",
		"sleep M 3<&- >/dev/null 2>&1 & yes 0", "-eps", "1"}, 3},
	{"an estimator", []string{"-estimator", "sleep M & sleep M; true", "-workers", "8"}, 2},
}

// asCommand is this test's binary as the command, in a group of its own, with M in arguments replaced.
// It ends by SIGHUP also where nohup began the tests.
func asCommand(args []string, marker string) *exec.Cmd {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	cmd := exec.Command(os.Args[0], append([]string{"-patience", "1h"}, args...)...)
	for i := range cmd.Args {
		cmd.Args[i] = strings.ReplaceAll(cmd.Args[i], "sleep M", "sleep "+marker)
	}
	cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY=1", "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// TestNothingIsLeft: whatever signal ends the command, nothing that it has started in its process groups is
// there afterwards.
func TestNothingIsLeft(t *testing.T) {
	check.Full(t)
	for _, mode := range leaving {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
			t.Run(mode.name+", "+signal.String(), func(t *testing.T) {
				m := marker()
				cmd := asCommand(mode.args, m)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				within(t, "all running", func() bool { return len(sleepers(m)) >= mode.n })
				if err := cmd.Process.Signal(signal); err != nil {
					t.Error(err)
				}
				if cmd.Wait(); cmd.ProcessState.ExitCode() != failed {
					t.Errorf("%v, want status %d", cmd.ProcessState, failed)
				}
				within(t, "none left", func() bool { return len(sleepers(m)) == 0 })
			})
		}
	}
}

// TestNothingIsLeftOfAResult: nor where it ends by itself, with a result or without.
func TestNothingIsLeftOfAResult(t *testing.T) {
	with := []string{"-n", "70", "-m", "70", "-eps", "1", "-a"}
	const leaves = "env -i sleep M >/dev/null 2>&1 & sleep M >/dev/null 2>&1 & "
	for _, c := range []struct {
		a, b   string
		status int
		args   []string
	}{
		{leaves + "yes 0", "yes 0", ran, nil},
		{leaves + "yes 0", "yes 1", violation, nil},
		{leaves + "yes 0", "exit 3", failed, nil},
		{leaves + "yes 0", "exit 3", violation, []string{"-count-failures"}},
		{leaves + "echo; exit 1", "yes 0", failed, []string{"-workers", "4"}},
		{leaves + "sleep M", "yes 1", failed, []string{"-patience", "500ms"}},
	} {
		m := marker()
		cmd := asCommand(append(append(with, c.a, "-b", c.b), c.args...), m)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("%s and %s: %v: %s", c.a, c.b, cmd.ProcessState, out)
		}
		within(t, c.a+": none left", func() bool { return len(sleepers(m)) == 0 })
	}
}

// TestNobodyReads: what cannot be written on standard error is passed over, and the run ends as it would have.
func TestNobodyReads(t *testing.T) {
	m := marker()
	cmd := asCommand(leaving[0].args, m)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	cmd.Stderr = write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	within(t, "all running", func() bool { return len(sleepers(m)) == 2 })
	cmd.Process.Signal(syscall.SIGTERM)
	if cmd.Wait(); cmd.ProcessState.ExitCode() != failed {
		t.Error(cmd.ProcessState)
	}
	within(t, "none left", func() bool { return len(sleepers(m)) == 0 })
	// A result that nobody reads is lost, which is said.
	cmd = exec.Command(os.Args[0], "-help")
	cmd.Env = append(os.Environ(), "INDISTINCT_IS_VERIFY=1", "LC_ALL=C")
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = write, &said
	const lost = "The result could not be written: broken pipe.\n"
	if cmd.Run(); cmd.ProcessState.ExitCode() != failed || said.String() != lost {
		t.Errorf("%v: %s", cmd.ProcessState, said.String())
	}
}

// TestNohup: a run that nohup began does not end with its terminal; its commands get signals as they are.
func TestNohup(t *testing.T) {
	begin := filepath.Join(t.TempDir(), "go")
	cmd := asCommand([]string{"-a", "while [ ! -e " + begin + " ]; do sleep 0.05; done; yes 1", "-b",
		"grep SigIgn /proc/self/status >" + begin + ".b; yes 1", "-eps", "1", "-n", "70", "-m", "70"}, "")
	cmd.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh"}, cmd.Args...)
	cmd.Path = "/bin/sh"
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var ignored string
	within(t, "the second command", func() bool {
		b, _ := os.ReadFile(begin + ".b")
		ignored = string(b)
		return strings.HasSuffix(ignored, "\n")
	})
	cmd.Process.Signal(syscall.SIGHUP)
	os.WriteFile(begin, nil, 0o600)
	if cmd.Wait(); cmd.ProcessState.ExitCode() != ran {
		t.Error(cmd.ProcessState)
	}
	bits, err := strconv.ParseUint(strings.Fields(ignored)[1], 16, 64)
	if err != nil || bits&(1<<(syscall.SIGPIPE-1)) != 0 {
		t.Errorf("a command begins with SIGPIPE ignored: %s", ignored)
	}
}
