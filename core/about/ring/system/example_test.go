package system_test

import (
	"fmt"

	"indistinct/core/about/ring/system"
)

// The paper's ring, and the adjacent record exactly ten away.
func Example() {
	s := system.Make(system.Default(), 1)
	dTheta, err := s.SolveTurn(10, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("‖A‖ = %.7f\n", s.Norm())
	fmt.Printf("records of %d numbers, %.6f apart\n", len(s.RecordAt(s.Moved(dTheta))), s.DistanceAt(dTheta))
	// Output:
	// ‖A‖ = 1.0776743
	// records of 180 numbers, 10.000000 apart
}
