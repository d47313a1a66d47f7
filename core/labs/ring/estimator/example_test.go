package estimator_test

import (
	"fmt"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// A private moving-horizon estimate, and the ε that the theorem guarantees.
func ExampleNewW2MHE() {
	s := system.Make(system.Default(), 1)
	dTheta, err := s.SolveTurn(10, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := estimator.NewW2MHE(s, [2][]float64{s.Y, s.RecordAt(s.Moved(dTheta))}, estimator.DefaultW2())
	if err != nil {
		fmt.Println(err)
		return
	}
	steps, dim := m.Shape()
	release := make([]float64, steps*dim)
	stream := rng.New(rng.Key{Seed: 1, Phase: 3})
	m.Release(mechanism.Record, &stream, release)
	fmt.Printf("%d positions, the first at x¹ ≈ %.1f m\n", steps, release[0])
	fmt.Printf("it leaks at most ε = %.2f\n", m.Claim().Budget.Epsilon)
	// Output:
	// 4 positions, the first at x¹ ≈ 5.0 m
	// it leaks at most ε = 1479.14
}
