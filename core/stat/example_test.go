package stat_test

import (
	"fmt"

	"indistinct/core/stat"
)

// An event was hit by 500 of 1,000 releases of one input and by 100 of 1,000 of the other.
// The frequencies say ε = ln 5 ≈ 1.61; with 95 % confidence less is proven, and less still
// where the mechanism may fail with probability δ.
func ExampleRatioTest_Lower() {
	fmt.Printf("ε ≥ %.3f\n", stat.RatioTest{C1: 500, N1: 1000, C2: 100, N2: 1000}.Lower(0.05))
	fmt.Printf("ε ≥ %.3f at δ = 0.1\n", stat.RatioTest{C1: 500, N1: 1000, C2: 100, N2: 1000, Delta: 0.1}.Lower(0.05))
	// Output:
	// ε ≥ 1.441
	// ε ≥ 1.213 at δ = 0.1
}

// The same counts as a test: a claim is rejected where its p-value is at most α.
func ExampleRatioTest() {
	t := stat.RatioTest{C1: 500, N1: 1000, C2: 100, N2: 1000}
	for _, claim := range []float64{1.3, 1.4, 1.5} {
		fmt.Printf("ε ≤ %.1f: p = %.4f, rejected %v\n", claim, t.P(claim), t.Rejects(claim, 0.05))
	}
	// Output:
	// ε ≤ 1.3: p = 0.0008, rejected true
	// ε ≤ 1.4: p = 0.0188, rejected true
	// ε ≤ 1.5: p = 0.1517, rejected false
}

// Events hit by every release of one input and by none of the other prove the most that
// so many releases can prove.
func ExampleMostProven() {
	for _, m := range []int64{1000, 10_000, 100_000} {
		fmt.Printf("%6d releases of each input: ε ≥ %.2f at most\n", m, stat.MostProven(m, 0.95))
	}
	// Output:
	// 1000 releases of each input: ε ≥ 6.06 at most
	//  10000 releases of each input: ε ≥ 8.37 at most
	// 100000 releases of each input: ε ≥ 10.67 at most
}

// How large a violation must be to be seen, and how many releases one needs to see it.
func ExampleNeeded() {
	const claim, delta, alpha = 1, 0, 0.05
	fmt.Printf("10,000 releases show a true ε of %.3f\n", stat.NewBestFrontier(10_000, claim, delta, alpha).Best())
	fmt.Println("a true ε of 1.05 needs about", stat.Needed(1.05, claim, delta, alpha, 1e9))
	// Output:
	// 10,000 releases show a true ε of 1.027
	// a true ε of 1.05 needs about 3000
}
