package cluster

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

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
