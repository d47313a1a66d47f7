package pool_test

import (
	"fmt"

	"indistinct/ui/pool"
)

func ExampleDefaults() {
	for _, processors := range []int{1, 4, 64} {
		o := pool.Defaults(processors)
		fmt.Println(processors, "→", o.Workers, "workers, of which", o.Reserve, "only look")
	}
	// Output:
	// 1 → 2 workers, of which 1 only look
	// 4 → 4 workers, of which 0 only look
	// 64 → 16 workers, of which 0 only look
}
