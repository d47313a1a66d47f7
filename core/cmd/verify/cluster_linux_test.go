//go:build cluster

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"indistinct/core/cmd/cluster"
	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/test/check"
)

// TestNothingIsLeftOfAWorker: however a worker ends, or the process in which it works, no command is there afterwards.
func TestNothingIsLeftOfAWorker(t *testing.T) {
	check.Full(t)
	s, err := cluster.Serve(cluster.Serving{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, mode := range [][]string{
		{"-a", "true; sleep M", "-b", "env -i sleep M & sleep M", "-eps", "1"},
		// The asking side has it estimate, too.
		{"-estimator", `[ "$INDISTINCT_IS_VERIFY" ] && { env -i sleep M & sleep M; }; ` + estimating("right")},
	} {
		for _, c := range []struct {
			signal syscall.Signal
			inner  bool
		}{{signal: syscall.SIGINT}, {signal: syscall.SIGTERM}, {signal: syscall.SIGHUP}, {signal: syscall.SIGQUIT},
			{signal: syscall.SIGKILL}, {signal: syscall.SIGHUP, inner: true}} {
			t.Run(fmt.Sprint(i, c), func(t *testing.T) {
				m := marker()
				worker := asCommand(nil, m)
				worker.Args = []string{os.Args[0], "worker", "-cluster", s.URL, "-workers", "2", "-allow-commands"}
				if err := worker.Start(); err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan int)
				asks := asCommand(append(mode, "-cluster", s.URL, "-m", "1000", "-n", "1000"), m).Args[1:]
				go func() {
					c := command{labs: guest.All(), home: labs.Home, in: strings.NewReader(""), out: io.Discard,
						err: io.Discard}
					done <- c.run(ctx, asks)
				}()
				var before []string
				within(t, "all running", func() bool { before = sleepers(m); return len(before) >= 2 })
				pid := worker.Process.Pid
				if c.inner {
					pid = child(pid)
				}
				syscall.Kill(pid, c.signal)
				within(t, "none left", func() bool {
					return !slices.ContainsFunc(sleepers(m), func(p string) bool { return slices.Contains(before, p) })
				})
				stop()
				<-done
				worker.Process.Signal(syscall.SIGTERM)
				worker.Wait()
				within(t, "none left of those that came later", func() bool { return len(sleepers(m)) == 0 })
			})
		}
	}
}

// child is the process that a worker's first process has begun.
func child(pid int) (child int) {
	list, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range list {
		stat, _ := os.ReadFile(path)
		var name, state string
		var at, parent int
		if fmt.Sscan(string(stat), &at, &name, &state, &parent); parent == pid {
			child = at
		}
	}
	return child
}
