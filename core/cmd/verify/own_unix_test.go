//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestNothingOutlives: what a command has started ends with the test, though it
// is silent. It holds the one end of a pipe whose other end then tells.
func TestNothingOutlives(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() {
		f, err := os.Open(fifo)
		if err == nil {
			_, err = io.Copy(io.Discard, f)
			f.Close()
		}
		done <- err
	}()
	status, _, errs := verify(t, nil, "", "-a", "sleep 600 > "+fifo+"; true", "-b", "yes 1", "-patience", "500ms")
	if status != failed {
		t.Errorf("%d %s", status, errs)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("a program that the command started is still there")
	}
}
