package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A store that is full is said within ten seconds, and on the other sides that the server is gone; when there is room
// again, the run goes on by itself.
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
	until(t, "all sides say so", func() bool {
		return strings.Contains(c.server.said(), "no space left") && strings.Contains(run.said(), "no connection") &&
			strings.Contains(worker.said(), "no connection")
	})
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	same(t, run, args)
}

// The disk alone limits a store: one that has grown since the server started takes more than was free then.
func TestDiskGrows(t *testing.T) {
	t.Parallel()
	file := command(t, built)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=6m"); err != nil {
		t.Skip("only root has a file system of its own: ", err)
	}
	c := &network{t: t, file: file, store: filepath.Join(dir, "store")}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	c.startServer("127.0.0.1:0")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=200m"); err != nil {
		t.Fatal(err)
	}
	c.worker()
	args := []string{"-lab", "ring", "-m", "1000", "-n", "100000", "-json"} // 6 MB and more are stored
	run := c.ask(args, "-chunk", "20ms")
	until(t, "the run is over, or there is no room", func() bool {
		return run.ended() || strings.Contains(run.said(), "insufficient resources")
	})
	if !run.ended() {
		t.Fatal(run.said())
	}
	same(t, run, args)
}
