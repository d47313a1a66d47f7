//go:build !cluster

package main

import (
	"context"
	"flag"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// Without the build tag cluster there is no message queue, which would be most of the
// binary: whoever asks for one is told how to build it. In WebAssembly, where there are no
// sockets, there is none at all.

type clusterFlags struct {
	URL    string
	list   bool
	cancel string
}

// queued says whether there is a message queue.
const queued = false

func shown(address string) string { return address }

func (*clusterFlags) ask(*flag.FlagSet) {}

func (*clusterFlags) check(map[string]bool) error { return nil }

func (c *command) worker(context.Context, []string) int {
	return failed
}

func (c *command) ofRuns(context.Context, *clusterFlags) int { return failed }

func (c *command) elsewhere(context.Context, *clusterFlags, lab.Spec, string, work.Job, *estimator,
	func(work.Progress)) ([]byte, lang.Message, error) {
	return nil, "", nil
}

func (c *command) programsAway(context.Context, *ownOptions) (*samples.Judgement, error) {
	return nil, nil
}
