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

func shown(address string) string { return address }

func (*clusterFlags) ask(fs *flag.FlagSet) {
	for _, name := range clusterNames {
		switch name {
		case "resume", "list":
			fs.Bool(name, false, "")
		case "chunk":
			fs.Duration(name, 0, "")
		default:
			fs.String(name, "", "")
		}
	}
}

func (*clusterFlags) check(given map[string]bool) error {
	for _, name := range clusterNames {
		switch {
		case given["cluster"]:
			return lang.Errorf("verify.cluster.absent")
		case given[name]:
			return lang.Errorf("verify.cluster.alone", "flag", "-"+name)
		}
	}
	return nil
}

func (c *command) worker(context.Context, []string) int {
	return c.bad(lang.Say("verify.cluster.absent"))
}

func (c *command) ofRuns(context.Context, *clusterFlags) int { return failed }

func (c *command) elsewhere(context.Context, *clusterFlags, lab.Spec, string, work.Job,
	func(work.Progress)) ([]byte, lang.Message, error) {
	return nil, "", nil
}

func (c *command) programsAway(context.Context, *ownOptions) (*samples.Judgement, error) {
	return nil, nil
}
