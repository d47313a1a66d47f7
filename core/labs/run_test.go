package labs_test

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/work"
)

// BenchmarkRun is each laboratory's default test on one worker; `./build.sh bench
// page` holds the page's against it in WebAssembly.
func BenchmarkRun(b *testing.B) {
	for _, l := range labs.All() {
		if l.About().Guest {
			continue
		}
		b.Run(l.About().Name, func(b *testing.B) {
			job, err := lab.Start(l, l.Params().Defaults(l.About().Name), lab.Audit)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := work.Run(b.Context(), job, 1, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
