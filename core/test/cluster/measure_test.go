//go:build unix

package cluster

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// measuring ends a test unless it was asked for: ./build.sh bench cluster.
func measuring(t *testing.T) {
	t.Helper()
	if os.Getenv("INDISTINCT_CLUSTER") == "" {
		t.Skip("./build.sh bench cluster measures")
	}
}

// TestOverhead prints how much longer a run takes on a cluster of this machine's cores than by
// goroutines, side by side, for chunks of several lengths.
func TestOverhead(t *testing.T) {
	measuring(t)
	c := serve(t)
	c.worker("-workers", "2")
	for _, x := range []struct {
		loops, m int
	}{{300_000, 400}, {3_000_000, 40}, {30_000_000, 6}} {
		code := fmt.Sprintf("pairs = [(0, 1)]\ndef release(x):\n    s = 0\n    for i in range(%d):\n"+
			"        s += i %% 7\n    return x + laplace(1) + 0 * s\n", x.loops)
		args := []string{"-lab", "workshop", "-code", code, "-eps", "0.5", "-n", "100", "-m", strconv.Itoa(x.m),
			"-bits=false", "-workers", "2", "-json"}
		var took [2]time.Duration
		for range 3 {
			for i := range took {
				start := time.Now()
				var p *process
				if i == 0 {
					p = start(t, "alone", c.file, "", args...)
				} else {
					p = c.ask(args...)
				}
				if p.wait() > 1 {
					t.Fatal(p.said())
				}
				took[i] += time.Since(start)
			}
		}
	}
}

// TestMemory prints the largest memory of the asking side.
func TestMemory(t *testing.T) {
	measuring(t)
	c := serve(t)
	c.worker("-workers", "2")
	for _, m := range []int{1_000_000, 10_000_000} {
		args := []string{"-lab", "ring", "-m", strconv.Itoa(m), "-json"}
		for _, p := range []*process{start(t, "alone", c.file, "", args...), c.ask(args...)} {
			if p.wait() > 1 {
				t.Fatal(p.said())
			}
			t.Logf("%d releases of each input, %-11s: %d MB", m, p.name, peak(p)>>20)
		}
	}
}

// peak is the largest memory of a process that has ended, in bytes.
func peak(p *process) int64 { return p.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 }
