package pool_test

import (
	"fmt"

	"indistinct/ui/pool"
)

func ExampleDefaults() {
	for _, processors := range []int{1, 4, 64} {
		o := pool.Defaults(processors, 8, false)
		fmt.Println(processors, "→", o.Workers, "workers")
	}
	// Output:
	// 1 → 2 workers
	// 4 → 4 workers
	// 64 → 16 workers
}
