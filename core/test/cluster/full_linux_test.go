package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A store that is full is said within ten seconds on all sides; when there is room again, the run
// goes on by itself.
func TestFull(t *testing.T) {
	t.Parallel()
	file := command(t, built)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=24m"); err != nil {
		t.Skip("only root has a file system of its own: ", err)
	}
	c := &network{t: t, file: file, store: filepath.Join(dir, "store")}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	c.startServer("127.0.0.1:0")
	worker := c.worker()
	parts := c.parts(t)
	args := program(long)
	run := c.ask(args, "-chunk", "20ms")
	until(t, "the run is at work", func() bool { return parts() > 0 })
	filler := filepath.Join(dir, "filler")
	os.WriteFile(filler, make([]byte, 30<<20), 0o600) // as much as there is room for
	began := time.Now()
	all := []*process{run, worker, c.server}
	until(t, "all sides say so", func() bool {
		for _, p := range all {
			if !strings.Contains(p.said(), "no space left") {
				return false
			}
		}
		return true
	})
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	same(t, run, args)
}
