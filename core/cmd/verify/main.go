// Command verify runs a laboratory without a browser and prints its report.
//
//	go run ./core/cmd/verify -s 0.7 -m 20000
//	go run ./core/cmd/verify -link '#lab=ring&s=0.7&m=20000'
//	go run ./core/cmd/verify -spec report.json -json
//	go run ./core/cmd/verify -lab lqg -experiment list -lang de
//
// The flags are the laboratory's parameters, under the names that links use;
// -params prints them. The counts are those of the page, to the last bit.
//
// It exits with 0 when it ran, 1 when it found a violation at the tested ε, 2
// when the input was bad (one sentence for each fault on standard error) and 3
// when the run itself failed or was interrupted.
package main

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"time"

	"indistinct/core/guest"
	"indistinct/core/labs"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	c := command{labs: guest.All(), home: labs.Home, in: os.Stdin, out: os.Stdout, err: os.Stderr,
		locale: cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")),
		ticks:  time.Tick(5 * time.Second)}
	status := c.run(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
