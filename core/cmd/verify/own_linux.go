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

// guard is a process that ends an owner's commands once this process has ended, though it be by
// kill -9: it waits at a pipe that nobody else can write to. What a command starts has the
// pipe open, too, and so is found where it has an empty environment and has lost its parent.
type guard struct {
	read, write *os.File
	cmd         *exec.Cmd
}

// guards is, in the environment of a guard, the mark of those that it ends.
const guards = "INDISTINCT_GUARDS"

// A guard is the same program once more, which ends here.
func init() {
	if mark := os.Getenv(guards); mark != "" {
		io.Copy(io.Discard, os.Stdin)
		endMarked(mark, os.Stdin)
		os.Exit(0)
	}
}

// newGuard starts a guard in a session of its own: what ends the group of this process does
// not end it.
func newGuard(mark string) (g *guard, err error) {
	g = &guard{cmd: exec.Command("/proc/self/exe")} // also where it was replaced on the disk
	if g.read, g.write, err = os.Pipe(); err != nil {
		return nil, err
	}
	g.cmd.Env, g.cmd.Stdin = append(os.Environ(), guards+"="+mark), g.read
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	g.cmd.Start() // where it fails, what end does is left
	return g, nil
}

// mark has a command find the pipe open.
func (g *guard) mark(cmd *exec.Cmd) { cmd.ExtraFiles = []*os.File{g.read} }

// end ends the commands, and the guard.
func (g *guard) end(mark string) {
	endMarked(mark, g.read)
	g.read.Close()
	g.write.Close()
	g.cmd.Wait()
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
			marked[pid] = pid != os.Getpid() && (slices.Contains(strings.Split(string(env), "\x00"), mark) ||
				slices.ContainsFunc(files, func(f string) bool { to, err := os.Readlink(f); return err == nil && to == held }))
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
