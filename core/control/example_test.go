package control_test

import (
	"fmt"

	"indistinct/core/control"
)

// A random walk whose steps and whose readings have variance 1: before a
// reading the estimate has a variance of the golden ratio.
func ExampleKalman() {
	one := control.FromRows([]float64{1})
	variance := control.Identity(1, 1)
	f, err := control.Kalman(one, one, variance, variance)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("variance %.4f before a reading, %.4f after it; gain %.4f\n",
		f.Prior.At(0, 0), f.Post.At(0, 0), f.Gain.At(0, 0))
	// Output: variance 1.6180 before a reading, 0.6180 after it; gain 0.6180
}

// A cart with position and speed, one step a tick, is steered by its acceleration.
func ExampleRiccati() {
	a := control.FromRows([]float64{1, 1}, []float64{0, 1})
	b := control.FromRows([]float64{0.5}, []float64{1})
	q, r := control.Diag(1, 0), control.Diag(1) // deviations cost as much as acceleration
	x, err := control.Riccati(a, b, q, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	gain, err := control.Gain(a, b, r, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	closed := control.Add(a, control.Mul(b, gain)) // x⁺ = (A + B L) x
	radius, err := control.SpectralRadius(closed)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("acceleration = %.3f position %+.3f speed\n", gain.At(0, 0), gain.At(0, 1))
	fmt.Printf("deviations shrink by a factor of %.3f a step\n", radius)
	// Output:
	// acceleration = -0.500 position -1.000 speed
	// deviations shrink by a factor of 0.500 a step
}

// The norm that scales Laplace noise: y⁺ = ½ y + u, a low-pass filter. What one input changes in
// the output is measured by it; see Le Ny & Pappas (2014).
func ExampleSystem() {
	half := control.System{
		A: control.FromRows([]float64{0.5}), B: control.FromRows([]float64{1}),
		C: control.FromRows([]float64{1}), D: control.FromRows([]float64{0}),
	}
	l1, err := half.L1()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ℓ₁ %.4f\n", l1)
	// Output: ℓ₁ 2.0000
}
