//go:build !cluster

package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

// A build without a message queue links none, takes its flags and says how to get one.
func TestWithoutQueue(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("the test does not know what it links")
	}
	for _, d := range info.Deps {
		if strings.Contains(d.Path, "nats") {
			t.Errorf("%s is linked", d.Path)
		}
	}
	for args, want := range map[string]string{
		"-cluster x":                             "[verify.cluster.absent]\n",
		"-m 500 --cluster=x -list":               "[verify.cluster.absent]\n",
		"-cluster x -chunk 2s -resume -cancel y": "[verify.cluster.absent]\n",
		"-a x -b y -eps 1 -cluster x":            "[verify.cluster.absent]\n",
		"worker":                                 "[verify.cluster.absent]\n",
		"worker -serve":                          "[verify.cluster.absent]\n",
		"-resume":                                "[verify.cluster.absent]\n",
		"-check=all -m 500":                      "[verify.cluster.absent]\n",
	} {
		status, out, errs := verify(t, nil, "", strings.Fields(args)...)
		if status != badInput || out != "" || errs != want {
			t.Errorf("%s: %d %q, want %q", args, status, errs, want)
		}
	}
}
