package num_test

import (
	"fmt"

	"indistinct/core/num"
)

func Example() {
	// The privacy loss that 500 events against 100 certify: a lower
	// Clopper–Pearson bound over an upper one, 1,000 trials each, 95 % in all.
	lower := num.NewBeta(500, 501).Quantile(0.0125)
	upper := num.NewBeta(101, 900).Quantile(1 - 0.0125)
	fmt.Printf("%.4f\n", num.Log(lower/upper))
	// Output: 1.3257
}

func ExampleSum() {
	var left, right num.Sum
	left.Add(1e15)
	left.Add(1e-20)
	right.Add(-1e15)
	left.Merge(&right)
	fmt.Println(left.Value())
	// Output: 1e-20
}

func ExampleLogNormalCDF() {
	fmt.Printf("%.6f\n", num.LogNormalCDF(-100))
	// Output: -5005.524209
}
