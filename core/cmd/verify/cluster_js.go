package main

import (
	"context"
	"flag"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// In WebAssembly there are no sockets, and so no cluster and none of its flags.

type clusterFlags struct {
	URL    string
	list   bool
	cancel string
}

var clusterNames []string

func shown(address string) string { return address }

func (*clusterFlags) ask(*flag.FlagSet) {}

func (*clusterFlags) check(map[string]bool) error { return nil }

func (c *command) worker(context.Context, []string) int {
	return c.bad(lang.Say("verify.word", "word", "worker"))
}

func (c *command) ofRuns(context.Context, *clusterFlags) int { return failed }

func (c *command) elsewhere(context.Context, *clusterFlags, lab.Spec, string, work.Job,
	func(work.Progress)) ([]byte, lang.Message, error) {
	return nil, "", nil
}

func (c *command) programsAway(context.Context, *ownOptions) (*samples.Judgement, error) {
	return nil, nil
}
