package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// guards is, in the environment of a guard, the mark of those that it ends.
const guards = "INDISTINCT_GUARDS"

// A guard is this program once more, which ends here.
func init() {
	if mark := os.Getenv(guards); mark != "" {
		io.Copy(io.Discard, os.Stdin)
		endMarked(mark, os.Stdin)
		os.Exit(0)
	}
}

// watch has a command find a pipe open, by which it is known where it has an empty environment
// and has lost its parent. With the first one a guard begins to wait at the pipe, in a session of its
// own: what ends the group of this process does not end it.
func (o *owner) watch(cmd *exec.Cmd) (err error) {
	if o.guard == nil {
		if o.read, o.write, err = os.Pipe(); err != nil {
			return err
		}
		o.guard = exec.Command("/proc/self/exe") // also where it was replaced on the disk
		o.guard.Env, o.guard.Stdin = append(os.Environ(), guards+"="+o.mark), o.read
		o.guard.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		o.guard.Start() // where it fails, what end does is left
	}
	cmd.ExtraFiles = []*os.File{o.read}
	return nil
}

// endMarked ends the commands, and the guard.
func (o *owner) endMarked() {
	if o.guard != nil {
		endMarked(o.mark, o.read)
		o.read.Close()
		o.write.Close()
		o.guard.Wait()
		o.guard = nil
	}
}

// endMarked ends all other processes with mark in their environment or pipe open, and what
// they have started, also where it left the command's process group.
func endMarked(mark string, pipe *os.File) {
	held, _ := os.Readlink(fmt.Sprint("/proc/self/fd/", pipe.Fd()))
	for range 100 { // what is ended may have started more meanwhile
		syscall.ForkLock.RLock() // what begins has the files of this process for a moment
		parents, marked, found := map[int]int{}, map[int]bool{}, false
		list, _ := filepath.Glob("/proc/[0-9]*")
		for _, path := range list {
			pid, _ := strconv.Atoi(filepath.Base(path))
			env, _ := os.ReadFile(filepath.Join(path, "environ"))
			files, _ := filepath.Glob(filepath.Join(path, "fd", "*"))
			holds := func(f string) bool { to, err := os.Readlink(f); return err == nil && to == held }
			marked[pid] = pid != os.Getpid() && (slices.ContainsFunc(files, holds) ||
				slices.Contains(strings.Split(string(env), "\x00"), mark))
			stat, _ := os.ReadFile(filepath.Join(path, "stat"))
			// After the name, in brackets, the state and the parent.
			if f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:])); len(f) > 1 {
				parents[pid], _ = strconv.Atoi(f[1])
			}
		}
		for pid := range parents {
			for at := pid; at > 1; at = parents[at] {
				if marked[at] {
					found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
					break
				}
			}
		}
		syscall.ForkLock.RUnlock()
		if !found {
			return
		}
	}
}
