package inference_test

import (
	"fmt"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
)

// A survey of 30 with a Tulap release of 20.3: is the population's share above
// one half?
func Example() {
	q := &inference.Question{N: 30, Theta0: 0.5, Side: about.Above, Alpha: 0.05}
	r := q.Noisy(20.3, law.NewTulap(1, 0))
	fmt.Printf("p = %.10f, θ between %.3f and %.3f\n", r.P, r.Interval[0], r.Interval[1])
	// Output:
	// p = 0.0419578478, θ between 0.475 and 0.843
}
