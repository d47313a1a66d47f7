// Package paper holds Algorithms 2 to 5 of Han & Martínez (2021): the high-likely set
// from scenario optimisation (scenario.go, ellipsoid.go), its partition (grid.go, shells.go), the
// worst of its cells (worst.go) and Fisher's exact test with the critical ε (fisher.go).
// Algorithm 1, which calls them, is package audit.
//
// It is ours because no library has it: an ellipsoid or a p-value decides a count, so it
// has to be the same to the last bit in every browser.
package paper

import (
	"fmt"
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// mostScenarios bounds Γ: beyond, a cover would take longer to draw than
// anything else in an audit.
const mostScenarios = 50_000_000

// Scenarios returns Γ, the number of releases whose minimum-volume enclosing
// ellipsoid in d dimensions holds at least 1−β of a step's mass with
// confidence 1−γ (Devonport & Arcak 2020, theorem 1; Algorithm 3 of Han &
// Martínez 2021):
//
//	Γ = ⌈(1/β)(e/(e−1))(ln(1/γ) + d(d+1)/2 + d)⌉
//
// The number of an ellipsoid's parameters, d(d+1)/2 + d, is the convex
// programme's.
func Scenarios(beta, gamma float64, d int) (int, error) {
	switch {
	case !(beta > 0 && beta < 1):
		return 0, fmt.Errorf("β is %v: the mass outside the high-likely set must lie strictly between 0 and 1", beta)
	case !(gamma > 0 && gamma < 1):
		return 0, fmt.Errorf("γ is %v: the scenario bound's confidence parameter must lie strictly between 0 and 1", gamma)
	case d < 1:
		return 0, fmt.Errorf("the dimension is %d: a release needs at least one number a step", d)
	}
	g := math.Ceil(math.E / (math.E - 1) / beta * (float64(d*(d+1)/2+d) - num.Log(gamma)))
	if !(g <= mostScenarios) {
		return 0, lang.Errorf("paper.many", "beta", beta, "gamma", gamma, "dim", d, "releases", g,
			"most", mostScenarios)
	}
	return int(g), nil
}

// JointCover says what the bounds of single steps give for all of them
// together, by a union bound: the product of the ellipsoids holds at least
// this mass of the releases of record 1. It says nothing of record 2, and is 0
// where the union bound is empty.
func JointCover(beta float64, steps int) float64 { return math.Max(1-float64(steps)*beta, 0) }
