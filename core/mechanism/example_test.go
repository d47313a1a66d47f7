package mechanism_test

import (
	"fmt"

	"indistinct/core/audit"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// response answers one yes-or-no question by randomised response (Warner 1965): two coins
// decide whether the truth is told. It keeps ε = ln 3.
type response struct{}

func (response) Shape() (steps, dim int) { return 1, 1 }

func (response) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	out[0] = float64(in) // the neighbour's answer is yes
	if s.Uint64()&1 == 0 {
		out[0] = float64(s.Uint64() & 1)
	}
}

func (r response) Fork() mechanism.Mechanism { return r }

func (response) Claim() mechanism.Claim { return mechanism.Claim{} }

// Whatever has these four methods can be tested: here against ε = 1, which it does not
// keep.
func ExampleMechanism() {
	r, err := audit.Run(response{}, audit.Settings{
		Seed: 1, Epsilon: 1, Select: 1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 4,
		N: 2000, M: 50_000, Learn: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: ε ≥ %.3f of at most ln 3 = 1.099\n", r.Verdict, float64(r.Strong.Epsilon))
	// Output: violation found: ε ≥ 1.091 of at most ln 3 = 1.099
}

// Noise on two steps of a plane's coordinates. Release i is drawn from the stream of trial
// i, wherever and in whatever order.
func ExampleDraw() {
	m := &mechanism.Additive{
		Mean:  [2][]float64{{0, 0, 1, 1}, {0, 0, 1, 2}}, // the neighbour differs in the last number
		Dim:   2,
		Noise: mechanism.LaplaceNoise{},
		Scale: 0.5,
	}
	five := mechanism.Draw(m, mechanism.Adjacent, rng.Key{Seed: 1, Input: 1}, 5)
	third := mechanism.Draw(m, mechanism.Adjacent, rng.Key{Seed: 1, Input: 1, Trial: 2}, 1)
	fmt.Println(len(five), "numbers; the third release begins at number", 2*len(third))
	fmt.Println(five[8] == third[0])
	// Output:
	// 20 numbers; the third release begins at number 8
	// true
}

// A release is a row of cells: numbers, words, and the end of a list that is shorter than
// the row.
func ExampleRowText() {
	words := []string{"cat", "dog"} // those that the mechanism lists; others may come too
	row := []float64{mechanism.Number(0.5), mechanism.ListedWord(1), mechanism.Word("fish"), mechanism.Absent()}
	fmt.Println(mechanism.RowText(row, words))
	fmt.Println(mechanism.IsWord(row[0]), mechanism.IsWord(row[1]), mechanism.IsAbsent(row[3]))
	// Output:
	// (0.5, dog, fish)
	// false true true
}
