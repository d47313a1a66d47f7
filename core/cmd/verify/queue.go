package main

import (
	"cmp"
	"context"
	"flag"
	"maps"
	"slices"
	"strconv"
	"time"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// queue is what a message queue is used for: see cluster.go and worker.go. Without the build tag cluster there
// is none, which would be most of the binary, and all is nil: whoever asks for one is told how to build it. In
// WebAssembly, where there are no sockets, there is none at all.
var queue struct {
	worker    func(c *command, ctx context.Context, args []string) int
	runs      func(c *command, ctx context.Context, f *clusterFlags) int
	shown     func(address string) string
	programs  func(c *command, ctx context.Context, o *ownOptions) (*samples.Judgement, error)
	elsewhere func(c *command, ctx context.Context, f *clusterFlags, s lab.Spec, task string, job work.Job,
		e *estimator, progress func(work.Progress)) (data []byte, beside lang.Message, err error)
}

// clusterFlags are the flags of whoever asks a cluster.
type clusterFlags struct {
	URL, Creds, CA, Cert, Key string // as cluster.Options has them
	resume, list              bool
	cancel                    string
	chunk                     time.Duration
	checked                   string // which parts are computed a second time here: some, all, none, or a share
	share                     float64
}

// beside are the flags that go with -list and -cancel.
var beside = []string{"cluster", "creds", "ca", "cert", "key", "lang", "lab"}

func (f *clusterFlags) reach(fs *flag.FlagSet) {
	for name, to := range map[string]*string{"cluster": &f.URL, "creds": &f.Creds, "ca": &f.CA, "cert": &f.Cert,
		"key": &f.Key} {
		fs.StringVar(to, name, "", "")
	}
}

func (f *clusterFlags) ask(fs *flag.FlagSet) {
	f.reach(fs)
	fs.BoolVar(&f.resume, "resume", false, "")
	fs.BoolVar(&f.list, "list", false, "")
	fs.StringVar(&f.cancel, "cancel", "", "")
	fs.DurationVar(&f.chunk, "chunk", 200*time.Millisecond, "")
	fs.StringVar(&f.checked, "check", "some", "")
}

// joins are what is wrong with the flags of all that reach a cluster.
func (f *clusterFlags) joins(given map[string]bool) error {
	return cmp.Or(
		lang.ErrorIf(given["cluster"] && f.URL == "", "verify.cluster.blank", "what", "-cluster"),
		lang.ErrorIf((f.Cert == "") != (f.Key == ""), "verify.cluster.pair"))
}

// check returns what is wrong with the flags; given are those that were.
func (f *clusterFlags) check(given map[string]bool) error {
	err := cmp.Or(f.joins(given), lang.ErrorIf(given["cancel"] && f.cancel == "", "verify.cluster.cancel"),
		lang.ErrorIf(given["cluster"] && given["workers"], "verify.cluster.workers"),
		lang.ErrorIf(f.chunk < time.Millisecond || f.chunk > time.Hour, "verify.cluster.chunk"))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		alone := slices.Contains(clusterNames, name) && f.URL == ""
		err = cmp.Or(err, lang.ErrorIf(alone, "verify.cluster.alone", "flag", "-"+name))
		for _, flag := range []string{"list", "cancel"} {
			err = cmp.Or(err, lang.ErrorIf(given[flag] && name != flag && !slices.Contains(beside, name),
				"verify.cluster.beside", "flag", "-"+flag, "other", "-"+name))
		}
	}
	share, unread := shareOf(f.checked)
	f.share = share
	return cmp.Or(err, unread)
}

// shareOf reads how much of a cluster's work is checked: all, none or a share of it, or −1: some.
func shareOf(text string) (float64, error) {
	if named, ok := map[string]float64{"some": -1, "all": 1, "none": 0}[text]; ok {
		return named, nil
	}
	share, err := strconv.ParseFloat(text, 64)
	if err != nil || !(share >= 0 && share <= 1) {
		err = lang.Errorf("verify.cluster.check", "got", clip(text))
	}
	return share, err
}
