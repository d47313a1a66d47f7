package paper_test

import (
	"fmt"
	"math"

	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/test/oracle"
)

// Algorithms 2 to 5 in the order in which Algorithm 1 calls them, on a Laplace mechanism
// with a true ε of 1.4. The claim is half of that.
func Example() {
	const claim, alpha, n = 0.7, 0.05, 4000
	m, err := oracle.NewLaplace(1, 2*claim)
	if err != nil {
		fmt.Println(err)
		return
	}

	// Algorithm 3: an ellipsoid around Γ releases of the record holds all but 5 % of them.
	gamma, err := paper.Scenarios(0.05, 1e-9, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	around := mechanism.Draw(m, mechanism.Record, rng.Key{Seed: 1, Phase: rng.PhaseCover}, gamma)
	ellipsoid, err := paper.Enclose(around, 1)
	if err != nil {
		fmt.Println(err)
		return
	}

	// Algorithm 2: a grid on it.
	cover := &paper.Cover{Steps: 1, Dim: 1, Ellipsoids: []paper.Ellipsoid{ellipsoid}, Grid: 8}

	// Algorithm 4: the cell that tells n releases of each input apart best.
	var both mechanism.Sample
	both.Steps, both.Dim = m.Shape()
	for in := range both.R {
		from := rng.Key{Seed: 1, Phase: rng.PhaseSelect, Input: uint32(in)}
		both.R[in] = mechanism.Draw(m, mechanism.Input(in), from, n)
	}
	worst := paper.WorstEvent(cover, both, claim, 1)

	// Algorithm 5: Fisher's exact test of that cell's counts. The paper takes fresh
	// releases for it, and so does package audit.
	epsilon := paper.CriticalEpsilon(worst.C1, worst.C2, n, alpha)
	fmt.Printf("Γ = %d; %d of %d cells are occupied\n", gamma, worst.Occupied, cover.Events())
	fmt.Printf("%d releases of the record and %d of its neighbour in the worst\n", worst.C1, worst.C2)
	fmt.Printf("ε ≥ %.2f where %.1f is claimed\n", epsilon, claim)
	// Output:
	// Γ = 719; 8 of 8 cells are occupied
	// 565 releases of the record and 2080 of its neighbour in the worst
	// ε ≥ 1.20 where 0.7 is claimed
}

// Γ of the paper's run: β = 5 %, γ = 10⁻⁹, positions in the plane.
func ExampleScenarios() {
	gamma, err := paper.Scenarios(0.05, 1e-9, 2)
	fmt.Println(gamma, err)
	// Output: 814 <nil>
}

// The smallest ellipse around the corners of a rectangle has its half-axes times √2.
func ExampleEnclose() {
	e, err := paper.Enclose([]float64{-3, -1, 3, -1, -3, 1, 3, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("centre (%.1f, %.1f)\n", e.Center[0], e.Center[1])
	long, short := e.Axes[:2], e.Axes[2:]
	fmt.Printf("half-axes %.3f and %.3f\n", math.Hypot(long[0], long[1]), math.Hypot(short[0], short[1]))
	// Output:
	// centre (0.0, 0.0)
	// half-axes 4.243 and 1.414
}

// 500 of 1,000 releases against 100 of 1,000.
func ExampleCriticalEpsilon() {
	fmt.Printf("%.5f\n", paper.CriticalEpsilon(500, 100, 1000, 0.05))
	// Output: 1.35357
}
