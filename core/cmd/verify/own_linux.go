package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// endMarked ends every process with mark in its environment, and what such processes have
// started: what a command has started, also where it left the command's process group. What
// has an empty environment and has lost its parent too is not found.
func endMarked(mark string) {
	for range 100 { // what is ended may have started more meanwhile
		parents, marked, found := map[int]int{}, map[int]bool{}, false
		list, _ := filepath.Glob("/proc/[0-9]*")
		for _, path := range list {
			pid, _ := strconv.Atoi(filepath.Base(path))
			env, _ := os.ReadFile(filepath.Join(path, "environ"))
			marked[pid] = slices.Contains(strings.Split(string(env), "\x00"), mark)
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
		if !found {
			return
		}
	}
}
