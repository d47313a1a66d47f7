//go:build !js

// Command site makes the site and serves it; build.sh runs it.
//
//	go run ./wasm/site [-n] build    the site, in the folder that SITE names
//	go run ./wasm/site serve         serves that folder on this machine
//	go run ./wasm/site run           both
//
// With -n it says what it would do, and does nothing. It runs in the checkout's folder.
// README.md says what else the environment decides.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"indistinct/wasm/site/serve"
)

func main() {
	b, err := newBuild(".", os.Getenv)
	if err == nil {
		err = b.command(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (b *build) command(args []string) error {
	flags := flag.NewFlagSet("site", flag.ExitOnError)
	dry := flags.Bool("n", false, "say what would be done, and do nothing")
	flags.Parse(args)
	args = flags.Args()
	switch what := flags.Arg(0); {
	case what == "serve":
		return serve.Site(b.site, cmp.Or(os.Getenv("ADDR"), "127.0.0.1:8080"))
	case what == "build" || what == "run":
		if err := b.interruptible(*dry); err != nil || *dry {
			return err
		}
		if what == "run" {
			return b.command([]string{"serve"})
		}
		fmt.Printf("The site is in %s: copy the folder to any static host.\n", b.site)
		return nil
	}
	return errors.New("The commands are build, serve and run.")
}

// interruptible makes a site; a signal that ends the program leaves the site that there
// was before.
func (b *build) interruptible(dry bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- b.run(ctx, dry) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		b.undo() // whatever the present step is at
		return errStopped
	}
}
